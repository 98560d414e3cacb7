// The pub/sub methods of models, and the functions that a model may define itself.
(function (native, parts) {
  'use strict';
  const isFunction = parts.isFunction, idOf = parts.idOf, socketOf = parts.socketOf, list = parts.list;

  // keyOf returns the primary key of a record, or the key itself.
  function keyOf(model, x) {
    return x !== null && typeof x === 'object' ? x[model.primaryKey] : x;
  }
  function isKey(v) {
    return (typeof v === 'string' && v !== '') || (typeof v === 'number' && isFinite(v));
  }
  function keysOf(model, records, method) {
    return list(records).map(function (x) { return keyOf(model, x); }).filter(function (key) {
      if (isKey(key)) { return true; }
      native.warn(model.globalId + '.' + method + '(): ' + native.inspect(key) + ' is no key of a record: it is ignored');
      return false;
    });
  }
  // onSocket returns the id of the socket of a request; without one the call is ignored.
  function onSocket(model, req, method) {
    const socket = socketOf(req);
    if (!socket) {
      native.warn(model.globalId + '.' + method + '() has no effect for a request that did not come in on a socket');
      return undefined;
    }
    return socket.id;
  }
  function choice(model, contexts) {
    return contexts === undefined ? model.autosubscribe : contexts;
  }
  // given throws where there is no record.
  function given(record) {
    if (record === undefined || record === null) { throw new TypeError('Cannot read properties of ' + record + " (reading 'id')"); }
  }
  function sockets(ids) { return ids.map(native.socket); }

  const classic = {
    watch: function (req) {
      const id = onSocket(this, req, 'watch');
      if (id) { native.watch(this.identity, id); }
    },
    unwatch: function (req) {
      const id = onSocket(this, req, 'unwatch');
      if (id) { native.unwatch(this.identity, id); }
    },
    subscribe: function (req, records, contexts) {
      const id = onSocket(this, req, 'subscribe');
      if (!id) { return; }
      if (!records && records !== 0) {
        native.warn(this.globalId + '.subscribe() without records is an old way to say watch()');
        this[native.prefix + 'watch'](req);
        return;
      }
      contexts = choice(this, contexts);
      if (contexts === false) {
        native.warn(this.globalId + '.subscribe(): the contexts are false, so that nothing is subscribed to');
        return;
      }
      native.subscribe(this.identity, id, keysOf(this, records, 'subscribe'), contexts);
    },
    unsubscribe: function (req, records, contexts) {
      const id = onSocket(this, req, 'unsubscribe');
      if (!id) { return; }
      if (!records && records !== 0) {
        native.unwatch(this.identity, id);
        return;
      }
      native.unsubscribe(this.identity, id, keysOf(this, records, 'unsubscribe'), contexts === undefined ? true : contexts);
    },
    introduce: function (record) {
      given(record);
      keysOf(this, record, 'introduce').forEach(function (key) { native.introduce(this.identity, key); }, this);
    },
    retire: function (record) {
      given(record);
      keysOf(this, record, 'retire').forEach(function (key) { native.retire(this.identity, key); }, this);
    },
    publishCreate: function (values, req, options) {
      given(values);
      if (native.byList && Array.isArray(values)) {
        values.forEach(function (each) { this[native.prefix + 'publishCreate'](each, req, options); }, this);
        return;
      }
      native.publish(this.identity, 'created', idOf(req), [values, req, options]);
    },
    publishUpdate: function (id, changes, req, options) {
      native.publish(this.identity, 'updated', idOf(req), [id, changes, req, options]);
    },
    publishDestroy: function (id, req, options) {
      native.publish(this.identity, 'destroyed', idOf(req), [id, req, options]);
    },
    publishAdd: function (id, alias, child, req, options) {
      native.publish(this.identity, 'addedTo', idOf(req), [id, alias, child, req, options]);
    },
    publishRemove: function (id, alias, child, req, options) {
      native.publish(this.identity, 'removedFrom', idOf(req), [id, alias, child, req, options]);
    },
    message: function (record, data, req) {
      native.publish(this.identity, 'messaged', idOf(req), [keyOf(this, record), data, req]);
    },
    // publish(records[, event][, context], data, req) sends any data. The event is the
    // identity of the model unless it is named.
    publish: function (records, event, context, data, req) {
      if (typeof event === 'object') {
        req = context;
        data = event;
        event = context = undefined;
      }
      if (context !== null && typeof context === 'object') {
        req = data;
        data = context;
        context = undefined;
      }
      event = event || this.identity;
      if (records === undefined || records === null) {
        native.send(this.identity, null, '', event, data, idOf(req));
        return;
      }
      if (!context) {
        native.warn(this.globalId + '.publish() without a context is taken to mean "message"');
        context = 'message';
      }
      native.send(this.identity, keysOf(this, records, 'publish'), context, event, data, idOf(req));
    },
    broadcast: function (room, event, data, omit) { parts.sockets.broadcast(room, event, data, omit); },
    subscribers: function (record, context) {
      const key = keyOf(this, record);
      return isKey(key) ? sockets(native.subscribers(this.identity, key, context === undefined ? true : context)) : [];
    },
    watchers: function () { return sockets(native.watchers(this.identity)); },
    room: function (id, context) {
      if (!id) {
        native.warn(this.globalId + '.room() needs the key of a record, not ' + native.inspect(id));
        return undefined;
      }
      return native.room(this.identity, String(id), String(context));
    },
    classRoom: function () { return native.watchersRoom(this.identity); },
    _classRoom: function () { return native.watchersRoom(this.identity); },
    getAllContexts: function () { return native.contexts(this.identity); },
    pluralize: function (records) {
      const model = this;
      return list(records).map(function (x) {
        if (x !== null && typeof x === 'object') { return x; }
        const record = {};
        record[model.primaryKey] = x;
        return record;
      });
    }
  };

  // In 1.x three of these are public, and take lists of keys; the names of the others
  // begin with an underscore, and some are gone.
  const gone = ['unwatch', 'message', 'subscribers', 'watchers', 'classRoom', 'getAllContexts', 'pluralize', 'broadcast'];
  function lists(model, ids, method) {
    if (ids === undefined || ids === null) {
      native.warn(model.globalId + '.' + method + '() needs a list of keys, not ' + ids + ': nothing is done');
      return [];
    }
    if (!Array.isArray(ids)) {
      native.debug(model.globalId + '.' + method + '() takes a list of keys, not ' + native.inspect(ids));
      ids = list(ids);
    }
    ids.forEach(function (id) {
      if (id === null || id === undefined) { throw new Error(model.globalId + '.' + method + '(): the list of keys has ' + id + ' in it'); }
    });
    return keysOf(model, ids, method);
  }
  const modern = {
    subscribe: function (req, ids) {
      const keys = lists(this, ids, 'subscribe'), id = onSocket(this, req, 'subscribe');
      if (id) { native.subscribe(this.identity, id, keys, true); }
    },
    unsubscribe: function (req, ids) {
      const keys = lists(this, ids, 'unsubscribe'), id = onSocket(this, req, 'unsubscribe');
      if (id) { native.unsubscribe(this.identity, id, keys, true); }
    },
    publish: function (ids, data, req) {
      native.send(this.identity, lists(this, ids, 'publish'), '', this.identity, data, idOf(req));
    },
    getRoomName: function (id) {
      if (id) { return native.room(this.identity, String(id), ''); }
      native.warn(this.globalId + '.getRoomName() needs the key of a record, not ' + native.inspect(id));
      return undefined;
    }
  };
  function methods() {
    if (!native.prefix) { return classic; }
    const all = {};
    Object.keys(classic).forEach(function (name) {
      if (!modern[name] && gone.indexOf(name) < 0) { all[name[0] === '_' ? name : native.prefix + name] = classic[name]; }
    });
    return Object.assign(all, modern);
  }

  // prepare makes the prototype of models: the methods, bound to the model on which they
  // are read, and an accessor for each function that a model may define. A function that
  // is assigned later is used from then on. There is one prototype for all models, because
  // methods for each would need many objects.
  function prepare(hooks) {
    const all = methods(), behind = {};
    hooks.forEach(function (name) { if (!(name in all)) { all[name] = undefined; } });
    Object.keys(all).forEach(function (name) {
      const fn = all[name], bound = new Map();
      Object.defineProperty(behind, name, {
        configurable: true, enumerable: false,
        get: function () {
          if (fn === undefined) { return undefined; }
          if (!bound.has(this)) { bound.set(this, fn.bind(this)); }
          return bound.get(this);
        },
        set: function (v) {
          Object.defineProperty(this, name, { value: v, writable: true, configurable: true, enumerable: true });
          if (isFunction(v)) { native.own(this.identity, name); }
        }
      });
    });
    return behind;
  }
  parts.prepare = prepare;
})
