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

  if (native.early) { early(); }

  // early replaces what ejs-locals, whose templates are those of EJS 0.8, does
  // otherwise.
  function early() {
    makers.block = function (file, locals, page) {
      return function (name, html) {
        const b = page.blocks[name] = page.blocks[name] || new Block();
        if (html) { b.append(html); }
        return b;
      };
    };
    makers.script = function (file, locals, page) {
      return function (src, type) {
        if (src) { page.scripts.append('<script src="' + src + '"' + (type ? 'type="' + type + '"' : '') + '></script>'); }
        return page.scripts;
      };
    };
    makers.stylesheet = function (file, locals, page) {
      return function (href, media) {
        if (href) { page.stylesheets.append('<link rel="stylesheet" href="' + href + '"' + (media ? 'media="' + media + '"' : '') + ' />'); }
        return page.stylesheets;
      };
    };
    makers.partial = function (file, locals, page) {
      return function (name, options) { return earlyPartial(file, locals, page, name, options); };
    };
    makers.filters = function () { return filters; };
    makers.escape = function () { return native.escape; };
    // The name locals is that of an object which has the functions of ejs-locals only.
    makers.locals = function (file, locals, page) {
      const own = Object(locals.locals);
      ['blocks', 'scripts', 'stylesheets', 'block', 'stylesheet', 'script', 'layout', 'partial'].forEach(function (name) {
        own[name] = makers[name](file, locals, page);
      });
      return own;
    };
  }

  const filters = {
    first: function (v) { return v[0]; },
    last: function (v) { return v[v.length - 1]; },
    capitalize: function (v) { v = String(v); return v[0].toUpperCase() + v.slice(1); },
    downcase: function (v) { return String(v).toLowerCase(); },
    upcase: function (v) { return String(v).toUpperCase(); },
    sort: function (v) { return Object.create(v).sort(); },
    sort_by: function (v, name) {
      return Object.create(v).sort(function (a, b) { return a[name] > b[name] ? 1 : a[name] < b[name] ? -1 : 0; });
    },
    size: function (v) { return v.length; },
    length: function (v) { return v.length; },
    plus: function (a, b) { return Number(a) + Number(b); },
    minus: function (a, b) { return Number(a) - Number(b); },
    times: function (a, b) { return Number(a) * Number(b); },
    divided_by: function (a, b) { return Number(a) / Number(b); },
    join: function (v, by) { return v.join(by || ', '); },
    truncate: function (v, n, more) { v = String(v); return v.length > n ? v.slice(0, n) + (more || '') : v; },
    truncate_words: function (v, n) { return String(v).split(/ +/).slice(0, n).join(' '); },
    replace: function (v, what, by) { return String(v).replace(what, by || ''); },
    prepend: function (v, what) { return Array.isArray(v) ? [what].concat(v) : what + v; },
    append: function (v, what) { return Array.isArray(v) ? v.concat(what) : v + what; },
    map: function (v, name) { return v.map(function (each) { return each[name]; }); },
    reverse: function (v) { return Array.isArray(v) ? v.reverse() : String(v).split('').reverse().join(''); },
    get: function (v, name) { return v[name]; },
    json: function (v) { return JSON.stringify(v); }
  };

  function helper(name, file, locals, page) { return makers[name](file, locals, page); }

  // scope returns all names that a template can use, as one object.
  function scope(file, locals, page) {
    const all = {};
    Object.keys(makers).forEach(function (name) { all[name] = helper(name, file, locals, page); });
    Object.assign(all, locals, { layout: all.layout });
    if (native.early) { all.locals = makers.locals(file, locals, page); } else if (!('locals' in all)) { all.locals = all; }
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

  // earlyPartial is partial of ejs-locals: what options have wins only if it is true,
  // a collection may be an object, and a partial keeps what the one before it was given.
  function earlyPartial(from, locals, page, name, options) {
    let own = options ? options : {}, collection, object, more;
    if (own.collection) { collection = own.collection; } else if (options && 'length' in options) { collection = options; own = {}; }
    if (own.locals) { more = own.locals; }
    if (own.constructor && own.constructor.name !== 'Object') { object = own; own = {}; } else if (own.object !== undefined) { object = own.object; }
    const inner = native.with(locals), file = native.partial(from, name);
    if (file === undefined) { throw new Error('Could not find partial ' + name); }
    [more, own].forEach(function (given) {
      Object.keys(given || {}).forEach(function (key) {
        if (given === own && (key === 'collection' && collection || key === 'locals' && more || key === 'object' && object !== undefined)) { return; }
        if (given[key] || !inner[key]) { inner[key] = given[key] || inner[key]; }
      });
    });
    const as = inner.as || objectName(String(name));
    function one(value) {
      if (value && typeof as === 'string') { inner[as] = value; }
      return render(file, inner, page);
    }
    if (!collection) { return one(object); }
    const list = typeof collection.length === 'number' || Array.isArray(collection);
    const keys = list ? null : Object.keys(collection), length = list ? collection.length : keys.length;
    inner.collectionLength = length;
    if (keys) { inner.collectionKeys = keys; }
    let html = '';
    for (let i = 0; i < length; i++) {
      inner.firstInCollection = i === 0;
      inner.indexInCollection = i;
      inner.lastInCollection = i === length - 1;
      if (keys) { inner.keyInCollection = keys[i]; }
      html += one(collection[keys ? keys[i] : i]);
    }
    return html;
  }

  // objectName is the name of what a partial shows: "my-row.ejs" shows myRow.
  function objectName(name) {
    return name.split('/').pop().split('.')[0].replace(/^_/, '').replace(/[^a-zA-Z0-9 ]+/g, ' ').split(/ +/).map(function (word, i) {
      return i && word ? word[0].toUpperCase() + word.slice(1) : word;
    }).join('');
  }

  // newPage makes the state that the templates of one page share.
  function newPage(locals, layout) {
    return { blocks: {}, scripts: new Block(), stylesheets: new Block(), locals: locals, layout: layout };
  }

  return { newPage: newPage, foreign: foreign, helper: helper, names: Object.keys(makers), scope: scope };
})
