// What res.view does with the locals of a page, and the errors of views that are not
// there. Evaluates to its installer.
(function (native) {
  'use strict';

  function isPlain(v) {
    if (v === null || typeof v !== 'object') { return false; }
    const proto = Object.getPrototypeOf(v);
    return proto === null || proto === Object.prototype;
  }
  function isDeep(v) { return Array.isArray(v) || isPlain(v); }

  // put sets a member. One that does not take it stays as it is.
  function put(o, name, value) { Reflect.set(o, name, value); }

  // copy is a copy of lists and plain objects at every depth.
  function copy(v, known) {
    if (!isDeep(v)) { return v; }
    if (known.has(v)) { return known.get(v); }
    const out = Array.isArray(v) ? [] : {};
    known.set(v, out);
    Object.keys(v).forEach(function (key) { put(out, key, copy(v[key], known)); });
    return out;
  }

  // merge sets members of from on into, at every depth.
  function merge(into, from) {
    Object.keys(from).forEach(function (key) {
      const value = from[key], own = into[key];
      if (!isDeep(value)) {
        if (value !== undefined) { put(into, key, value); }
        return;
      }
      const fits = Array.isArray(value) ? Array.isArray(own) : isPlain(own);
      if (fits) { merge(own, value); } else { put(into, key, copy(value, new Map())); }
    });
  }

  function defaults(into, from) {
    Object.keys(from).forEach(function (key) { if (into[key] === undefined) { put(into, key, from[key]); } });
  }

  // deepDefaults fills members of members, too (0.10 and 0.11).
  function deepDefaults(into, from) {
    Object.keys(from).forEach(function (key) {
      const own = into[key], value = from[key];
      if (own === undefined) { put(into, key, copy(value, new Map())); } else if (own !== null && typeof own === 'object' && value !== null && typeof value === 'object') { defaults(own, value); }
    });
  }

  // layoutOf is the layout that a page asks for, false for none.
  function layoutOf(locals, held) {
    let layout = locals.layout;
    if (layout === undefined || layout === true) { layout = native.layout; }
    if (!native.hasLayouts) { layout = false; }
    if (held.layout !== undefined) { layout = held.layout; }
    return typeof layout === 'string' ? layout : '';
  }

  // complete adds to the locals of a call those of its route and of the project, and
  // puts all of them into held, which is res.locals. It returns the name of the layout.
  function complete(name, locals, held, route) {
    if (route !== null && typeof route === 'object') { merge(locals, route); }
    if (native.locals) { (native.deepLocals ? deepDefaults : defaults)(locals, native.locals); }
    const layout = layoutOf(locals, held), file = native.join(native.dir, name);
    if (layout) { held._layoutFile = native.relative(native.folder(file), native.join(native.dir, layout)); }
    Object.keys(locals).forEach(function (key) { held[key] = locals[key]; });
    if (held.view === undefined) {
      held.view = { path: name, absPath: file, pathFromViews: name, pathFromApp: native.join(native.dirFromApp, name), ext: native.ext };
    }
    if (native.browser && held.exposeLocalsToBrowser === undefined) { held.exposeLocalsToBrowser = native.browser(locals, held); }
    if (native.development && !held.__dirname) { held.__dirname = file + '.' + native.ext; }
    return layout;
  }

  // about is what the error of a missing view knows of it.
  function about(name) {
    return { name: name, root: native.dir, defaultEngine: native.ext, ext: '.' + native.ext, engine: function engine() {}, path: undefined };
  }

  // notFound is the error of res.render for a view that has no file.
  function notFound(name) {
    const err = new Error('Failed to lookup view "' + name + '"' + (native.namesFolder ? ' in views directory "' + native.dir + '"' : ''));
    err.view = about(name);
    return err;
  }

  // viewFailed is that of res.view.
  function viewFailed(name, layout) {
    const file = native.join(native.dir, name);
    const err = {
      message: 'Could not render view "' + name + '".  Tried locating view file @ "' + file + '".' +
        (layout ? ' Layout configured as "' + layout + '", so tried using layout @ "' + native.join(native.dir, layout) + '")' : ''),
      code: 'E_VIEW_FAILED',
      status: 500,
      view: about(name)
    };
    err.inspect = function () { return err.message; };
    return err;
  }

  // noFile is the error of Node for a file that is not there.
  function noFile(file) {
    return Object.assign(new Error("ENOENT: no such file or directory, open '" + file + "'"), { errno: -2, code: 'ENOENT', syscall: 'open', path: file });
  }

  // options are what sails.renderView gives an engine.
  function options(name, given) {
    const out = copy(given, new Map());
    let layout = out.layout;
    if (layout === undefined || layout === true) { layout = native.layout; }
    if (!native.isEJS) { layout = ''; }
    const file = native.join(native.dir, name) + '.' + native.ext;
    if (layout) { out._layoutFile = layout; }
    out.view = out.view || { path: name, pathFromViews: name, pathFromApp: native.join(native.dirFromApp, name), ext: native.ext };
    if (native.development) { out.__dirname = out.__dirname || file + '.' + native.ext; }
    return out;
  }

  return { complete: complete, notFound: notFound, viewFailed: viewFailed, noFile: noFile, options: options };
})
