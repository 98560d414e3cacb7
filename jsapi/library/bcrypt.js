// bcrypt: the interfaces of the npm modules bcrypt, bcryptjs and bcrypt-nodejs over an
// implementation in Go.
(function (native, kind) {
  'use strict';
  var api = {};
  if (kind !== 'bcrypt') { return scripted(); }
  function rounds(n) {
    n = n === undefined || n === null || n === 0 ? 10 : n;
    if (typeof n !== 'number') { throw new Error('rounds must be a number'); }
    return Math.min(31, Math.max(4, Math.floor(n)));
  }
  function version(minor) {
    minor = minor || 'b';
    if (minor !== 'a' && minor !== 'b') { throw new Error('minor must be either "a" or "b"'); }
    return minor;
  }
  api.genSaltSync = function (n, minor) { return native.salt(rounds(n), version(minor)); };
  function valid(hash) {
    if (hash === '') { throw new Error('Invalid salt. Salt must be in the form of: $Vers$log2(NumRounds)$saltvalue'); }
    return hash;
  }
  function isData(v) { return typeof v === 'string' || v instanceof Uint8Array; }
  api.hashSync = function (data, salt) {
    if (data === undefined || data === null || salt === undefined || salt === null) { throw new Error('data and salt arguments required'); }
    if (!isData(data) || typeof salt !== 'string' && typeof salt !== 'number') { throw new Error('data must be a string or Buffer and salt must either be a salt string or a number of rounds'); }
    if (typeof salt === 'number') { salt = api.genSaltSync(salt); }
    return valid(native.hash(data, salt));
  };
  function comparable(data, hash) {
    if (data === undefined || data === null || hash === undefined || hash === null) { throw new Error('data and hash arguments required'); }
    if (!isData(data) || typeof hash !== 'string') { throw new Error('data must be a string or Buffer and hash must be a string'); }
  }
  api.compareSync = function (data, hash) {
    comparable(data, hash);
    return native.compare(data, hash);
  };
  api.getRounds = function (hash) {
    if (hash === undefined || hash === null) { throw new Error('hash argument required'); }
    if (typeof hash !== 'string') { throw new Error('hash must be a string'); }
    var m = /^\$2[aby]\$(\d\d)\$/.exec(hash);
    if (!m) { throw new Error('invalid hash provided'); }
    return Number(m[1]);
  };
  // Without a callback each returns a promise.
  function either(args, work) {
    var done = args[args.length - 1];
    if (typeof done === 'function') {
      try { work(done); } catch (e) { Promise.resolve().then(function () { done(e); }); }
      return undefined;
    }
    return new Promise(function (resolve, reject) { work(function (err, v) { if (err) { reject(err); } else { resolve(v); } }); });
  }
  api.genSalt = function (n, minor) {
    return either(arguments, function (done) {
      var salt = api.genSaltSync(typeof n === 'function' ? undefined : n, typeof minor === 'function' ? undefined : minor);
      Promise.resolve().then(function () { done(null, salt); });
    });
  };
  api.hash = function (data, salt) {
    return either(arguments, function (done) {
      if (data === undefined || data === null || salt === undefined || salt === null || typeof salt === 'function') { throw new Error('data and salt arguments required'); }
      if (!isData(data) || typeof salt !== 'string' && typeof salt !== 'number') { throw new Error('data must be a string or Buffer and salt must either be a salt string or a number of rounds'); }
      native.hash(data, typeof salt === 'number' ? api.genSaltSync(salt) : salt, function (err, hash) {
        if (!err) { try { valid(hash); } catch (e) { err = e; } }
        if (err) { done(err); } else { done(null, hash); }
      });
    });
  };
  api.compare = function (data, hash) {
    return either(arguments, function (done) {
      comparable(data, typeof hash === 'function' ? undefined : hash);
      native.compare(data, hash, function (err, same) { if (err) { done(err); } else { done(null, same); } });
    });
  };
  return api;

  // The modules that are written in JavaScript differ in their errors and in the position
  // of callbacks.
  function scripted() {
    var minor = kind === 'bcryptjs' ? 'b' : 'a';
    function illegal(a, b) { return new Error('Illegal arguments: ' + typeof a + ', ' + typeof b); }
    function saltOf(salt) { return typeof salt === 'number' || salt === undefined || salt === null ? api.genSaltSync(salt) : salt; }
    function need(data, salt) {
      if (typeof data !== 'string' || typeof salt !== 'string') { throw illegal(data, salt); }
    }
    function made(hash) {
      if (hash === '') { throw new Error('Invalid salt'); }
      return hash;
    }
    // later calls the last function among args, or returns a promise.
    function later(args, work) {
      var done = null, i;
      for (i = args.length - 1; i >= 0 && !done; i--) { if (typeof args[i] === 'function') { done = args[i]; } }
      if (kind === 'bcryptjs' && typeof args[2] === 'function') { done = args[2]; } // the next argument is the progress callback
      function run(end) { try { work(end); } catch (e) { Promise.resolve().then(function () { end(e); }); } }
      if (done) { run(done); return undefined; }
      if (kind !== 'bcryptjs') { throw new Error('No callback function was given.'); }
      return new Promise(function (resolve, reject) { run(function (err, v) { if (err) { reject(err); } else { resolve(v); } }); });
    }
    api.genSaltSync = function (n) {
      if (n !== undefined && n !== null && typeof n !== 'number') { throw illegal(n); }
      return native.salt(Math.min(31, Math.max(4, n || 10)), minor);
    };
    api.genSalt = function (n) {
      return later(arguments, function (end) {
        var salt = api.genSaltSync(typeof n === 'function' ? undefined : n);
        Promise.resolve().then(function () { end(null, salt); });
      });
    };
    api.hashSync = function (data, salt) {
      salt = saltOf(salt);
      need(data, salt);
      return made(native.hash(data, salt));
    };
    api.hash = function (data, salt) {
      return later(arguments, function (end) {
        var s = saltOf(typeof salt === 'function' ? undefined : salt);
        need(data, s);
        native.hash(data, s, function (err, hash) {
          if (!err) { try { made(hash); } catch (e) { err = e; } }
          if (err) { end(err); } else { end(null, hash); }
        });
      });
    };
    api.compareSync = function (data, hash) {
      need(data, hash);
      return native.compare(data, hash);
    };
    api.compare = function (data, hash) {
      return later(arguments, function (end) {
        need(data, hash);
        native.compare(data, hash, function (err, same) { if (err) { end(err); } else { end(null, same); } });
      });
    };
    api.getRounds = function (hash) {
      if (typeof hash !== 'string') { throw illegal(hash); }
      return parseInt(hash.split('$')[2], 10);
    };
    if (kind === 'bcryptjs') {
      api.getSalt = function (hash) {
        if (typeof hash !== 'string') { throw illegal(hash); }
        if (hash.length !== 60) { throw new Error('Illegal hash length: ' + hash.length + ' != 60'); }
        return hash.substring(0, 29);
      };
      api.truncates = function (data) { return native.size(data) > 72; };
      api.setRandomFallback = function () {};
      api.default = api;
    }
    return api;
  }
})
