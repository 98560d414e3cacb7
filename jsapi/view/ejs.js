// What EJS templates see beside their locals. Evaluates to its installer,
// which returns the function that renders a page.
(function (native) {
  'use strict';

  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

  function escape(v) {
    return v === undefined || v === null ? '' : String(v).replace(/[&<>"']/g, function (c) { return entities[c]; });
  }

  // Block collects text that a page gives to its layout.
  class Block {
    constructor() { this.parts = []; }
    append(html) { this.parts.push(html); }
    prepend(html) { this.parts.unshift(html); }
    replace(html) { this.parts = [html]; }
    toString() { return this.parts.join('\n'); }
  }

  function attribute(name, value) { return value ? ' ' + name + '="' + escape(value) + '"' : ''; }

  function render(file, locals, page) {
    const scope = Object.assign({
      block: function (name, html) {
        const b = page.blocks[name] = page.blocks[name] || new Block();
        if (html !== undefined) { b.append(html); }
        return b;
      },
      blocks: page.blocks,
      script: function (src, type) {
        if (src !== undefined) { page.scripts.append('<script' + attribute('src', src) + attribute('type', type) + '></script>'); }
        return page.scripts;
      },
      scripts: page.scripts,
      stylesheet: function (href, media) {
        if (href !== undefined) { page.stylesheets.append('<link rel="stylesheet"' + attribute('href', href) + attribute('media', media) + ' />'); }
        return page.stylesheets;
      },
      stylesheets: page.stylesheets,
      exposeLocalsToBrowser: function (options) {
        const o = options || {}, shown = {};
        (o.keys || Object.keys(page.own)).forEach(function (k) { shown[k] = page.own[k]; });
        return '<script type="text/javascript">window.' + (o.namespace || 'SAILS_LOCALS') + ' = ' +
          JSON.stringify(shown).replace(/</g, '\\u003c').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029') + ';</script>';
      },
      partial: function (name, options) { return partial(file, locals, page, name, options); },
      include: function (name, data) { return render(native.partial(file, name), Object.assign({}, locals, data), page); }
    }, locals);
    if (!('locals' in scope)) { scope.locals = scope; }
    return native.template(file)(scope, escape);
  }

  // partial renders a template once, or once for each member of a collection.
  function partial(from, locals, page, name, options) {
    const file = native.partial(from, name);
    let o = options || {};
    if (Array.isArray(o)) { o = { collection: o }; }
    const base = file.split('/').pop().replace(/\.[^.]*$/, '').replace(/^_/, '');
    const as = typeof o.as === 'string' ? o.as : base;
    function one(object, extra) {
      const inner = Object.assign({}, locals, o, extra);
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

  // presets are the locals that no browser is to be told.
  const presets = ['req', 'res', 'session', 'sails', 'settings', 'layout', 'body', '_csrf'];

  return function (file, locals, layout) {
    const own = {};
    Object.keys(locals).forEach(function (k) {
      if (presets.indexOf(k) < 0 && typeof locals[k] !== 'function') { own[k] = locals[k]; }
    });
    const page = { blocks: {}, scripts: new Block(), stylesheets: new Block(), own: own };
    const body = render(file, locals, page);
    return layout ? render(layout, Object.assign({}, locals, { body: body }), page) : body;
  };
})
