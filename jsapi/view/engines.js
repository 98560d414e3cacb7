// Makes template engines of npm packages callable as (path, locals, done).
// Evaluates to its installer.
(function (native) {
  'use strict';

  // text runs an engine that compiles a template to a function of the locals.
  function text(compile) {
    const compiled = {};
    return function (path, locals, done) {
      let html;
      try {
        const source = native.text(path);
        let c = compiled[path];
        if (!c || c.source !== source) { c = compiled[path] = { source: source, run: compile(source, path) }; }
        html = String(c.run(locals));
      } catch (err) {
        done(err);
        return;
      }
      done(null, html);
    };
  }

  // framed renders the layout in the locals around the output of an engine without
  // layouts, as the local body.
  function framed(render) {
    return function (path, locals, done) {
      render(path, locals, function (err, html) {
        const layout = err ? '' : native.layout(locals);
        if (err || !layout) { done(err, html); return; }
        render(layout, Object.assign({}, locals, { body: html }), done);
      });
    };
  }

  const adapters = {
    handlebars: function (h) {
      const partials = native.partials();
      Object.keys(partials).forEach(function (name) { h.registerPartial(name, partials[name]); });
      const helpers = native.helpers();
      if (helpers) { h.registerHelper(helpers); }
      return framed(text(function (source) {
        const run = h.compile(source);
        // Only attributes are copied: the methods of a record are on its prototype.
        return function (locals) {
          return run(locals, { allowProtoPropertiesByDefault: true, data: locals.data && typeof locals.data === 'object' ? locals.data : undefined });
        };
      }));
    },
    nunjucks: function (n) {
      const env = new n.Environment(new n.FileSystemLoader(native.dir, { noCache: !native.cache }), { autoescape: true });
      return function (path, locals, done) { env.render(path.slice(native.dir.length + 1), locals, done); };
    },
    mustache: function (m) {
      return framed(text(function (source) { return function (locals) { return m.render(source, locals, native.partials()); }; }));
    },
    underscore: function (_) { return framed(text(function (source) { return _.template(source); })); },
    lodash: function (_) { return framed(text(function (source) { return _.template(source); })); },
    dot: function (d) { return framed(text(function (source) { return d.template(source); })); },
    eco: function (e) { return framed(text(function (source) { return function (locals) { return e.render(source, locals); }; })); },
    'hogan.js': function (h) {
      return framed(text(function (source) {
        const t = h.compile(source);
        return function (locals) { return t.render(locals, native.partials()); };
      }));
    }
  };

  // names are the packages of engines whose package has another name.
  const names = { hogan: 'hogan.js', doT: 'dot', hjs: 'hogan.js', njk: 'nunjucks', hb: 'handlebars' };

  function find(name) {
    let failure;
    for (const candidate of [name, names[name]]) {
      if (!candidate) { continue; }
      try { return { name: candidate, module: native.require(candidate) }; } catch (err) { failure = failure || err; }
    }
    // If the project has consolidate, it renders the engines that it supports.
    try {
      const known = native.require('consolidate')[name];
      if (typeof known === 'function') { return { name: name, module: { renderFile: known } }; }
    } catch (err) { failure = failure || err; }
    throw failure;
  }

  // engine makes the function of an engine; undefined if the package has no function that
  // renders.
  function engine(name) {
    const found = find(name), module = found.module;
    for (const member of ['__express', 'renderFile']) {
      if (typeof module[member] === 'function') { return module[member].bind(module); }
    }
    if (adapters[found.name]) { return adapters[found.name](module); }
    if (typeof module === 'function' && module.length === 3) { return module; }
    return undefined;
  }

  // ejs makes the compile function of the project's package ejs, which returns a function
  // of the locals.
  function ejs(module) {
    return function (source, path) {
      return module.compile(source, { filename: path, cache: native.cache, views: [native.dir], root: native.dir });
    };
  }

  return { engine: engine, ejs: ejs };
})
