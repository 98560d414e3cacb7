// The two sides of a session store for express-session: the API for stores, and the
// calls of the server. gone(id) reports whether a session was destroyed.
(function (EventEmitter, gone) {
  'use strict';

  // session is given to stores in place of the module express-session.
  function session() { throw new Error('the server has its sessions itself: express-session is there for the stores that are made of session.Store'); }
  function Store() { EventEmitter.call(this); }
  Object.setPrototypeOf(Store, EventEmitter);
  Store.prototype = Object.create(EventEmitter.prototype, { constructor: { value: Store, writable: true, configurable: true } });
  session.Store = Store;

  // MemoryStore is the store of express-session that others fall back to, or extend. It
  // is gone with the version of the project.
  function MemoryStore() {
    Store.call(this);
    this.sessions = Object.create(null);
  }
  Object.setPrototypeOf(MemoryStore, Store);
  MemoryStore.prototype = Object.create(Store.prototype, { constructor: { value: MemoryStore, writable: true, configurable: true } });
  session.MemoryStore = MemoryStore;

  // held returns a session of a MemoryStore, which ends with its cookie.
  function held(store, id) {
    const text = store.sessions[id];
    if (text === undefined) { return undefined; }
    const data = JSON.parse(text), ends = data.cookie && data.cookie.expires;
    if (ends && new Date(ends) <= Date.now()) {
      delete store.sessions[id];
      return undefined;
    }
    return data;
  }
  function later(done, result) { if (done) { setImmediate(done, null, result); } }
  Object.assign(MemoryStore.prototype, {
    get: function (id, done) { later(done, held(this, id)); },
    set: function (id, data, done) {
      this.sessions[id] = JSON.stringify(data);
      later(done);
    },
    touch: function (id, data, done) {
      const current = held(this, id);
      if (current) {
        current.cookie = data.cookie;
        this.sessions[id] = JSON.stringify(current);
      }
      later(done);
    },
    destroy: function (id, done) {
      delete this.sessions[id];
      later(done);
    },
    all: function (done) {
      const list = {};
      for (const id of Object.keys(this.sessions)) {
        const data = held(this, id);
        if (data) { list[id] = data; }
      }
      later(done, list);
    },
    length: function (done) { this.all(function (err, list) { done(err, Object.keys(list).length); }); },
    clear: function (done) {
      this.sessions = Object.create(null);
      later(done);
    }
  });

  // known reports whether v is a store.
  function known(v) {
    return v !== null && typeof v === 'object' && ['get', 'set', 'destroy'].every(function (name) { return typeof v[name] === 'function'; });
  }

  // make creates the store of an adapter, as Sails does or with the function of the
  // project.
  function make(adapter, config, construct) {
    if (typeof construct === 'function') { return construct(config, adapter, session); }
    const Custom = adapter(session);
    return new Custom(config);
  }

  // alive adds the members that stores use to the cookie of a session.
  function alive(cookie) {
    const age = cookie.originalMaxAge;
    cookie.expires = typeof age === 'number' ? new Date(Date.now() + age) : null;
    Object.defineProperty(cookie, 'maxAge', { value: typeof age === 'number' ? age : null, configurable: true, writable: true });
    return cookie;
  }

  function get(store, id, done) {
    store.get(id, function (err, data) { done(err && err.code !== 'ENOENT' ? err : null, data || null); });
  }
  // settled reports the result of a write. A session that was destroyed during the write
  // is destroyed again, because the store may have done both in either order.
  function settled(store, id, done) {
    return function (err) {
      if (!gone(id)) { return done(err, !err); }
      store.destroy(id, function (failed) { done(err || failed, false); });
    };
  }
  function set(store, id, data, done) {
    alive(data.cookie);
    store.set(id, data, settled(store, id, done));
  }
  // existing continues with the stored data of a session; it ends if there are none, or
  // if the session was destroyed during the read.
  function existing(store, id, done, write) {
    get(store, id, function (err, data) {
      if (err || !data || gone(id)) { return done(err, false); }
      write(data);
    });
  }
  function update(store, id, data, done) {
    existing(store, id, done, function () { set(store, id, data, done); });
  }
  // touch extends the life of a session. Stores may need any of its data, so it is read
  // again; stores without touch get it with set.
  function touch(store, id, done) {
    existing(store, id, done, function (data) {
      if (data.cookie) { data.cookie = alive(Object.assign({}, data.cookie)); }
      store[typeof store.touch === 'function' ? 'touch' : 'set'](id, data, settled(store, id, done));
    });
  }
  function destroy(store, id, done) { store.destroy(id, function (err) { done(err); }); }

  return { known: known, make: make, get: get, set: set, update: update, touch: touch, destroy: destroy };
})
