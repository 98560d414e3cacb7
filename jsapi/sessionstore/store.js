// The two sides of a session store for express-session: what stores are made
// of, and what the server asks of one. gone(id) reports whether a session was
// destroyed.
(function (EventEmitter, gone) {
  'use strict';

  // session stands for the module express-session, which stores are given.
  function session() { throw new Error('the server has its sessions itself: express-session is there for the stores that are made of session.Store'); }
  function Store() { EventEmitter.call(this); }
  Object.setPrototypeOf(Store, EventEmitter);
  Store.prototype = Object.create(EventEmitter.prototype, { constructor: { value: Store, writable: true, configurable: true } });
  session.Store = Store;

  // known reports whether v can be a store.
  function known(v) {
    return v !== null && typeof v === 'object' && ['get', 'set', 'destroy'].every(function (name) { return typeof v[name] === 'function'; });
  }

  // make has an adapter make its store, as Sails does or as the project says.
  function make(adapter, config, construct) {
    if (typeof construct === 'function') { return construct(config, adapter, session); }
    const Custom = adapter(session);
    return new Custom(config);
  }

  // alive gives the cookie of a session what stores ask it for.
  function alive(cookie) {
    const age = cookie.originalMaxAge;
    cookie.expires = typeof age === 'number' ? new Date(Date.now() + age) : null;
    Object.defineProperty(cookie, 'maxAge', { value: typeof age === 'number' ? age : null, configurable: true, writable: true });
    return cookie;
  }

  function get(store, id, done) {
    store.get(id, function (err, data) { done(err && err.code !== 'ENOENT' ? err : null, data || null); });
  }
  // settled tells what became of a write. A session that was destroyed while it was
  // written is destroyed again: the store may have done it in either order.
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
  // existing passes on what the store holds of a session, and ends where it holds nothing or
  // the session was destroyed while the store was asked.
  function existing(store, id, done, write) {
    get(store, id, function (err, data) {
      if (err || !data || gone(id)) { return done(err, false); }
      write(data);
    });
  }
  function update(store, id, data, done) {
    existing(store, id, done, function () { set(store, id, data, done); });
  }
  // touch keeps a session as it is. What stores need of it is their own affair,
  // so it is read again; those that cannot touch are given it anew.
  function touch(store, id, done) {
    existing(store, id, done, function (data) {
      if (data.cookie) { data.cookie = alive(Object.assign({}, data.cookie)); }
      store[typeof store.touch === 'function' ? 'touch' : 'set'](id, data, settled(store, id, done));
    });
  }
  function destroy(store, id, done) { store.destroy(id, function (err) { done(err); }); }

  return { known: known, make: make, get: get, set: set, update: update, touch: touch, destroy: destroy };
})
