// The functions of EJS templates, in addition to their locals. Evaluates to its
// installer, which returns the functions that render a page.
(function (native) {
  'use strict';

  const escape = native.escape;

  // Block collects text that a page passes to its layout.
  class Block {
    constructor() { this.parts = []; }
    append(html) { this.parts.push(html); }
    prepend(html) { this.parts.unshift(html); }
    replace(html) { this.parts = [html]; }
    toString() { return this.parts.join('\n'); }
  }

  function attribute(name, value) { return value ? ' ' + name + '="' + escape(value) + '"' : ''; }

  // makers has functions that make these members, by their names.
  const makers = {
    block: function (file, locals, page) {
      return function (name, html) {
        const b = page.blocks[name] = page.blocks[name] || new Block();
        if (html !== undefined) { b.append(html); }
        return b;
      };
    },
    blocks: function (file, locals, page) { return page.blocks; },
    script: function (file, locals, page) {
      return function (src, type) {
        if (src !== undefined) { page.scripts.append('<script' + attribute('src', src) + attribute('type', type) + '></script>'); }
        return page.scripts;
      };
    },
    scripts: function (file, locals, page) { return page.scripts; },
    stylesheet: function (file, locals, page) {
      return function (href, media) {
        if (href !== undefined) { page.stylesheets.append('<link rel="stylesheet"' + attribute('href', href) + attribute('media', media) + ' />'); }
        return page.stylesheets;
      };
    },
    stylesheets: function (file, locals, page) { return page.stylesheets; },
    exposeLocalsToBrowser: function (file, locals, page) {
      return function (options) {
        const o = options || {}, shown = {}, known = native.tokenForPages ? modernPresets : presets;
        (native.tokenForPages || !o.keys ? Object.keys(page.locals).filter(function (k) {
          return known.indexOf(k) < 0 && typeof page.locals[k] !== 'function' && (!native.tokenForPages || !o.keys || o.keys.indexOf(k) >= 0);
        }) : o.keys).forEach(function (k) { shown[k] = o.dontUnescapeOnClient ? escaped(page.locals[k]) : page.locals[k]; });
        if (native.tokenForPages && shown._csrf === '') { delete shown._csrf; }
        return '<script type="text/javascript">window.' + (o.namespace || 'SAILS_LOCALS') + ' = ' +
          JSON.stringify(shown).replace(/</g, '\\u003c').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029') + ';</script>';
      };
    },
    partial: function (file, locals, page) { return function (name, options) { return partial(file, locals, page, name, options); }; },
    include: function (file, locals, page) {
      return function (name, data) { return render(native.partial(file, name), native.with(locals, data), page); };
    },
    // layout(name) of a page sets its layout; converted to text it is the name of the
    // layout.
    layout: function (file, locals, page) {
      const layout = function (name) { page.layout = native.layout(file, name); };
      layout.toString = function () { return String(locals.layout); };
      return layout;
    }
  };

  function helper(name, file, locals, page) { return makers[name](file, locals, page); }

  // scope returns all names that a template can use, as one object.
  function scope(file, locals, page) {
    const all = {};
    Object.keys(makers).forEach(function (name) { all[name] = helper(name, file, locals, page); });
    Object.assign(all, locals, { layout: all.layout });
    if (!('locals' in all)) { all.locals = all; }
    return all;
  }

  // foreign renders a template that the ejs package of the project has compiled.
  function foreign(file, locals, page) {
    const all = scope(file, locals, page);
    delete all.include; // the package defines its own include
    return native.own(file)(all);
  }

  const render = native.own ? foreign : native.run;

  // partial renders a template once, or once for each element of a collection.
  function partial(from, locals, page, name, options) {
    const file = native.partial(from, name);
    let o = options || {};
    if (Array.isArray(o)) { o = { collection: o }; }
    const base = file.split('/').pop().replace(/\.[^.]*$/, '').replace(/^_/, '');
    const as = typeof o.as === 'string' ? o.as : base;
    function one(object, extra) {
      const inner = native.with(locals, o, extra);
      if (object !== undefined) {
        inner.object = object;
        inner[as] = object;
      }
      return render(file, inner, page);
    }
    if (o.collection === undefined) { return one(o.object); }
    const all = Array.from(o.collection);
    return all.map(function (member, i) {
      return one(member, {
        firstInCollection: i === 0, lastInCollection: i === all.length - 1,
        indexInCollection: i, collectionLength: all.length
      });
    }).join('');
  }

  // escaped returns a copy of data whose strings are escaped for HTML.
  function escaped(v) {
    if (typeof v === 'string') { return escape(v); }
    if (Array.isArray(v)) { return v.map(escaped); }
    if (v === null || typeof v !== 'object' || typeof v.toJSON === 'function') { return v; }
    const out = {};
    Object.keys(v).forEach(function (k) { out[escape(k)] = escaped(v[k]); });
    return out;
  }

  // presets are locals that are not passed to scripts of the page; in 1.x the scripts get
  // the CSRF token, which their requests need.
  const modernPresets = ['_', 'view', 'req', 'res', 'session', 'sails', 'settings', 'layout', 'body', '__dirname', '_layoutFile', '_locals'];
  const presets = ['view', 'req', 'res', 'session', 'sails', 'settings', 'layout', 'body', '_csrf'];

  // newPage makes the state that the templates of one page share.
  function newPage(locals, layout) {
    return { blocks: {}, scripts: new Block(), stylesheets: new Block(), locals: locals, layout: layout };
  }

  return { newPage: newPage, foreign: foreign, helper: helper, names: Object.keys(makers), scope: scope };
})
