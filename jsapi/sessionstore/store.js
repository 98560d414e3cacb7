// The two sides of a session store for express-session: what stores are made
// of, and what the server asks of one.
(function (EventEmitter) {
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

  // make has an adapter make its store, as the peers do or as the project says.
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
  function set(store, id, data, done) {
    alive(data.cookie);
    store.set(id, data, function (err) { done(err); });
  }
  // touch keeps a session as it is. What stores need of it is their own affair,
  // so it is read again; those that cannot touch are given it anew.
  function touch(store, id, done) {
    get(store, id, function (err, data) {
      if (err || !data) { return done(err); }
      if (data.cookie) { data.cookie = alive(Object.assign({}, data.cookie)); }
      store[typeof store.touch === 'function' ? 'touch' : 'set'](id, data, function (err) { done(err); });
    });
  }
  function destroy(store, id, done) { store.destroy(id, function (err) { done(err); }); }

  return { known: known, make: make, get: get, set: set, touch: touch, destroy: destroy };
})
