// Chains: one call of a query method that has not started yet.
(function (native, parts) {
  'use strict';
  const hide = parts.hide, Lazy = parts.Lazy;

  // Deferred is one call of a query method that has not started yet.
  function Deferred(model, method, criteria, values) {
    this._model = model;
    this._method = method;
    this._criteria = criteria;
    if (values !== undefined) { this._values = values; }
    this._asyncSnapshot = native.asyncSnapshot();
  }
  const deferred = Deferred.prototype = Object.create(Lazy.prototype);
  hide(deferred, 'constructor', Deferred);
  // Members that most queries do not set.
  ['_values', '_mods', '_connection', '_promise'].forEach(function (name) { hide(deferred, name, undefined); });
  // A query was not awaited: as in Waterline it cannot be shown.
  hide(deferred, 'toJSON', function () { throw new TypeError('Converting circular structure to JSON'); });
  hide(deferred, '_begin', function (cb) {
    native.run(this, cb);
  });

  function mods(d) { return d._mods || (d._mods = {}); }
  function push(d, name, v) {
    const m = mods(d);
    (m[name] || (m[name] = [])).push(v);
    return d;
  }
  function list(args) {
    return Array.prototype.concat.apply([], args);
  }

  const chain = {
    where: function (criteria) { return criteria ? push(this, 'where', criteria) : this; },
    limit: function (n) { mods(this).limit = n; return this; },
    skip: function (n) { mods(this).skip = n; return this; },
    sort: function (by) { return by === undefined ? this : push(this, 'sort', by); },
    paginate: function (options, size) {
      let page = options, limit = size;
      if (options !== null && typeof options === 'object') { page = options.page; limit = options.limit; }
      page = parseInt(page, 10) || 1;
      limit = parseInt(limit, 10) || 10;
      if (page < 1) { page = 1; }
      return this.skip((page - 1) * limit).limit(limit);
    },
    select: function () { mods(this).select = list(arguments); return this; },
    groupBy: function () { mods(this).groupBy = list(arguments); return this; },
    sum: function () { mods(this).sum = list(arguments); return this; },
    average: function () { mods(this).average = list(arguments); return this; },
    min: function () { mods(this).min = list(arguments); return this; },
    max: function () { mods(this).max = list(arguments); return this; },
    meta: function (data) { mods(this).meta = data; return this; },
    set: function (values) { this._values = values; return this; },
    populate: function (alias, sub) {
      if (Array.isArray(alias)) {
        for (const each of alias) { this.populate(each, sub); }
        return this;
      }
      const unknown = typeof alias !== 'string' || native.populates(this._model, alias);
      if (unknown) {
        const call = '`.populate("' + alias + '")`';
        throw new Error('Encountered unexpected error while building join instructions for ' + call +
          '\nDetails:\nError: In ' + call + ', attempting to populate an attribute that doesn\'t exist' +
          (typeof unknown === 'string' ? ': ' + unknown : ''));
      }
      return push(this, 'populate', [alias, sub]);
    },
    populateAll: function (sub) {
      for (const a of this._model.associations) { this.populate(a.alias, sub); }
      return this;
    },
    usingConnection: parts.usingConnection,
  };
  Object.keys(chain).forEach(function (name) { hide(deferred, name, chain[name]); });

  parts.Deferred = Deferred;
})
