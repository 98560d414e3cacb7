// The API of the package waterline 0.x over the ORM of the server.
(function (native) {
  'use strict';

  function isFunction(v) { return typeof v === 'function'; }

  // collections are the open collections of this realm by connection and table, for the
  // replacements of adapters.
  const open = Object.create(null);

  // handles are the open sets of collections, by the result of initialize.
  const handles = new WeakMap();

  // Collection is the base class of models.
  function Collection() {}
  Collection.extend = function extend(members, statics) {
    const parent = this;
    const own = members && Object.prototype.hasOwnProperty.call(members, 'constructor') && isFunction(members.constructor);
    const made = own ? members.constructor : function () { return parent.apply(this, arguments); };
    Object.assign(made, parent, statics);
    made.prototype = Object.create(parent.prototype);
    Object.assign(made.prototype, members);
    made.prototype.constructor = made;
    made.__super__ = parent.prototype;
    return made;
  };

  // definition returns a class as a plain object, including inherited members.
  function definition(collection) {
    const out = {};
    const from = isFunction(collection) ? collection.prototype : collection;
    for (const name in from) {
      if (name !== 'constructor') { out[name] = from[name]; }
    }
    if (!out.identity && !out.tableName) {
      throw new Error('a collection has neither an identity nor a tableName');
    }
    return out;
  }

  // standIns are the replacements of adapters.
  const standIns = new WeakSet();

  // foreign returns an adapter that works by itself, undefined for those that the server
  // replaces.
  function foreign(adapter) {
    if (!adapter || standIns.has(adapter)) { return undefined; }
    return isFunction(adapter.find) || isFunction(adapter.registerDatastore) ? adapter : undefined;
  }

  // adapterName returns the identity of an adapter, else the name under which it was
  // given.
  function adapterName(name, adapters) {
    const adapter = adapters && adapters[name];
    if (adapters && !adapter) {
      throw new Error('there is no adapter called "' + name + '" among ' + (Object.keys(adapters).join(', ') || 'none'));
    }
    return (adapter && adapter.identity) || name;
  }

  class Waterline {
    constructor() {
      this._classes = [];
      this.collections = {};
      this.connections = {};
    }

    loadCollection(collection) {
      this._classes.push(collection);
      return this._classes;
    }
    registerModel(collection) { return this.loadCollection(collection); }

    initialize(options, done) {
      const finished = new Promise((resolve, reject) => {
        options = options || {};
        const connections = options.connections || options.datastores;
        if (!connections) { throw new Error('initialize needs the connections: { adapters: {…}, connections: {…} }'); }
        const settings = {};
        const own = {};
        for (const name of Object.keys(connections)) {
          settings[name] = Object.assign({}, connections[name]);
          const adapter = foreign((options.adapters || {})[settings[name].adapter]);
          if (adapter) { own[name] = adapter; }
          settings[name].adapter = adapterName(settings[name].adapter, options.adapters);
        }
        native.open(this._classes.map(definition), settings, options.defaults, own, (err, collections, handle) => {
          if (err) { reject(err); return; }
          this._handle = handle;
          this._own = own;
          handles.set(this, handle);
          this.collections = collections;
          for (const name of Object.keys(settings)) {
            this.connections[name] = { config: settings[name], _collections: [] };
          }
          for (const identity of Object.keys(collections)) {
            const c = collections[identity];
            if (this.connections[c.datastore]) { this.connections[c.datastore]._collections.push(identity); }
            open[c.datastore + '\n' + c.tableName] = c;
          }
          const opened = { collections: this.collections, connections: this.connections, datastores: this.connections };
          handles.set(opened, handle);
          resolve(opened);
        });
      });
      return answer(finished, done);
    }

    teardown(done) {
      const handle = this._handle;
      const own = this._own || {};
      this._handle = undefined;
      return answer(new Promise(function (resolve, reject) {
        if (handle === undefined) { resolve(tearDown(own)); return; }
        native.close(handle, function (err) { if (err) { reject(err); } else { resolve(); } });
      }), done);
    }
  }

  // tearDown tears down connections by their names once more, as Waterline does: another
  // Waterline may have connections with these names, which end with it.
  function tearDown(own) {
    return Promise.all(Object.keys(own).filter((name) => isFunction(own[name].teardown)).map((name) => new Promise((resolve, reject) => {
      own[name].teardown(name, (err) => { if (err) { reject(err); } else { resolve(); } });
    }))).then(() => undefined);
  }

  // answer calls done after the promise has settled, so that an exception of done is an
  // uncaught error.
  function answer(promise, done) {
    if (!isFunction(done)) { return promise; }
    promise.then(function (v) { setImmediate(done, null, v); }, function (err) { setImmediate(done, err); });
    return undefined;
  }

  Waterline.Collection = Collection;
  // start is the shorter API of newer releases.
  Waterline.start = function (options, done) {
    const orm = new Waterline();
    const models = options.models || {};
    for (const identity of Object.keys(models)) {
      orm.loadCollection(Object.assign({ identity: identity }, models[identity]));
    }
    return answer(orm.initialize(Object.assign({}, options, { defaults: options.defaultModelSettings || options.defaults }))
      .then(function () { return orm; }), done);
  };
  Waterline.stop = function (orm, done) { return orm.teardown(done); };

  // adapter makes the replacement of an adapter package: the stores of the server serve
  // connections that use it.
  function adapter(identity) {
    const made = {
      identity: identity,
      drop: function (connection, table, relations, done) {
        const c = open[connection + '\n' + table];
        if (!c) { done(); return; }
        c.drop(done);
      },
      describe: function (connection, table, done) {
        const c = open[connection + '\n' + table];
        if (!c) { done(); return; }
        c.describe(done);
      },
      registerConnection: function (connection, collections, done) { done(); },
      teardown: function (connection, done) { (isFunction(connection) ? connection : done)(); },
    };
    standIns.add(made);
    return made;
  }

  Waterline.getModel = function (identity, orm) {
    const c = orm.collections[String(identity).toLowerCase()];
    if (!c) { throw new Error('there is no model called "' + identity + '"'); }
    return c;
  };

  // utils is the supported part of the package waterline-utils.
  const utils = {
    autoMigrations: function (strategy, orm, done) {
      return answer(new Promise(function (resolve, reject) {
        native.migrate(handles.has(orm) ? handles.get(orm) : -1, strategy, function (err) { if (err) { reject(err); } else { resolve(); } });
      }), done);
    },
  };

  return { Waterline: Waterline, utils: utils, adapter: adapter };
})
