// The functions of the hook session, sails.session, and the store of sessions as code
// sees it. Evaluates to their maker.
(function (app, native, require) {
  'use strict';
  var config = function () { return app.config.session || {}; };
  var crypto = function () { return require('crypto'); };

  function failure(code, message, members) { return Object.assign(new Error(message), { code: code }, members); }
  function refused(message) { return failure('E_SESSION_PARSE_COOKIE', message, { status: 401 }); }
  function cookieName() { return config()[native.cookieKey] || 'sails.sid'; }
  function sign(id, secret) { return id + '.' + crypto().createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, ''); }
  function secrets() { return [].concat(config().secret); }

  // same compares texts in a time that does not tell how much of them is equal.
  function same(a, b) {
    function digest(text) { return crypto().createHash('sha256').update(text).digest(); }
    return crypto().timingSafeEqual(digest(a), digest(b));
  }

  function cookieOf(header) {
    var found;
    String(header).split(/; */).forEach(function (pair) {
      var at = pair.indexOf('=');
      if (found !== undefined || at < 0 || pair.slice(0, at).trim() !== cookieName()) { return; }
      found = pair.slice(at + 1).trim().replace(/^"(.*)"$/, '$1');
      try { found = decodeURIComponent(found); } catch (e) { /* it stays as it is */ }
    });
    return found;
  }

  function needsCallback(fn, usage) {
    if (typeof fn !== 'function') { throw new Error(usage + ' needs a function(err, session)'); }
  }

  var hook = {
    generateNewSidCookie: function () {
      var id = crypto().randomBytes(24).toString('base64').replace(/\+/g, '-').replace(/\//g, '_');
      return cookieName() + '=' + encodeURIComponent('s:' + sign(id, secrets()[0]));
    },
    parseSessionIdFromCookie: function (header) {
      var text = cookieOf(header);
      if (text === undefined) { throw refused('No sid cookie exists'); }
      if (text.slice(0, 2) !== 's:') { throw refused('Cookie unsigned'); }
      text = text.slice(2);
      var id = text.slice(0, Math.max(text.lastIndexOf('.'), 0));
      if (!secrets().some(function (secret) { return same(sign(id, secret), text); })) { throw refused('Cookie signature invalid'); }
      return id;
    },
    get: function (id, done) {
      needsCallback(done, 'sails.session.get(id, done)');
      config().store.get(id, function (err, session) {
        if (err || session) { done(err || null, session); return; }
        done(failure('E_SESSION', 'Session could not be loaded'));
      });
    },
    set: function (id, data, done) {
      needsCallback(done, 'sails.session.set(id, data, done)');
      config().store.set(id, data, function (err) {
        if (err) { done(err); return; }
        hook.get(id, done);
      });
    }
  };

  // store passes what code of the project asks of it to the sessions of the server.
  function store() {
    var EventEmitter = require('events');
    function Store() { EventEmitter.call(this); }
    Store.prototype = Object.create(EventEmitter.prototype, { constructor: { value: Store, writable: true, configurable: true } });
    Store.prototype.get = function (id, done) { native.session('get', String(id), undefined, done || function () {}); };
    Store.prototype.set = function (id, session, done) { native.session('set', String(id), JSON.parse(JSON.stringify(session)), done || function () {}); };
    Store.prototype.touch = function (id, session, done) { native.session('touch', String(id), undefined, done || function () {}); };
    Store.prototype.destroy = function (id, done) { native.session('destroy', String(id), undefined, done || function () {}); };
    return new Store();
  }

  return { hook: hook, store: store };
})
