module.exports = function defineTideHook(sails) {
  const seen = [];
  sails.on('ferry:ready', (n) => seen.push('ready' + n)); sails.after('hook:tide:loaded', () => seen.push('loaded')); sails.once('lifted', () => seen.push('lifted'));
  return {
    defaults: { __configKey__: { level: 3, nested: { x: 1 } }, custom: { fromHook: 'hook', fare: 1 } },
    configure: function () { seen.push('configure'); sails.config[this.configKey].configured = true; },
    initialize: function (cb) { seen.push('initialize'); sails.after(['hook:moduleloader:loaded'], () => cb()); },
    high: function () { return sails.config.tide.level * 2; },
    seen,
    routes: {
      before: { 'GET /tide': function (req, res, next) { req.tide = 'before'; return next(); }, 'GET /only-before': function (req, res) { return res.json({ before: true }); }, '/*': function (req, res, next) { req.wild = true; return next(); } },
      after: { 'GET /tide': function (req, res) { return res.json({ after: true, tide: req.tide }); }, 'GET /only-after': (req, res) => res.json({ after: true }) }
    }
  };
};
