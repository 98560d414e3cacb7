// Files of Sails 1.x that blueprints of projects require. Evaluates to a function of the default
// actions, those of modernactions.js, and of explain(method, path, production), which explains an
// error of usage to clients.
(function (actions, explain) {
  'use strict';

  function explained(req) { return explain(req.method, req.path, process.env.NODE_ENV === 'production'); }

  // formatUsageError gives an error the toJSON that clients see of it.
  function formatUsageError(err, req) {
    err.toJSON = function () {
      const out = {};
      ['code', 'details'].forEach(function (name) { if (name in err) { out[name] = err[name]; } });
      out.message = explained(req);
      return out;
    };
    return err;
  }

  function parseBlueprintOptions(req) { return req._sails.hooks.blueprints.parseBlueprintOptions(req); }

  // action makes a function (req, res) of a default action.
  function action(name) {
    const run = actions[name.toLowerCase()];
    return function (req, res) {
      const options = req.options, defaults = req._sails.config.blueprints;
      options.blueprintAction = name;
      const parse = options.parseBlueprintOptions || defaults.parseBlueprintOptions || parseBlueprintOptions;
      return run(req, res, { plan: parse(req), explained: explained(req), mirror: options.mirror, autoWatch: options.autoWatch === undefined ? defaults.autoWatch : options.autoWatch });
    };
  }

  const out = { formatUsageError: formatUsageError, 'parse-blueprint-options': parseBlueprintOptions };
  ['find', 'findOne', 'create', 'update', 'destroy', 'populate', 'add', 'remove', 'replace'].forEach(function (name) { out['actions/' + name] = action(name); });
  return out;
})
