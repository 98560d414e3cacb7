// argon2: the interface of the npm package over an implementation in Go.
(function (native, require) {
  'use strict';
  var assert = require('assert'), crypto = require('crypto');
  var names = ['argon2d', 'argon2i', 'argon2id'];
  var usual = { hashLength: 32, timeCost: 3, memoryCost: 65536, parallelism: 4, type: 2, version: 19 };
  var limits = { hashLength: { min: 4, max: 4294967295 }, memoryCost: { min: 1024, max: 4294967295 }, timeCost: { min: 2, max: 4294967295 }, parallelism: { min: 1, max: 16777215 } };
  function absent(what) { throw Object.assign(new Error('argon2: ' + what + ' is not available in this server: use argon2id or argon2i of version 19'), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' }); }
  // supported throws for what the implementation does not have.
  function supported(type, version, secret, data) {
    if (type !== 1 && type !== 2) { absent('the type ' + (names[type] || type)); }
    if (version !== 19) { absent('version ' + version); }
    if (secret && secret.length || data && data.length) { absent('a secret or associated data'); }
  }
  function compute(password, salt, o) {
    if (salt.length < 8) { throw new Error('Salt is too short'); }
    if (o.parallelism > 255) { absent('parallelism of more than 255'); }
    return new Promise(function (resolve, reject) {
      native.hash(password, salt, o.type, o.timeCost, o.memoryCost, o.parallelism, o.hashLength, function (err, v) { if (err) { reject(err); } else { resolve(Buffer.from(v)); } });
    });
  }
  function base64(b) { return b.toString('base64').replace(/=+$/, ''); }
  // parsed reads a hash in the format of PHC strings.
  function parsed(text) {
    if (typeof text !== 'string' || text === '') { throw new TypeError('pchstr must be a non-empty string'); }
    if (text[0] !== '$') { throw new TypeError('pchstr must contain a $ as first char'); }
    var parts = text.split('$').slice(1), p = { id: parts.shift(), params: {} };
    if (/^v=\d+$/.test(parts[0])) { p.version = Number(parts.shift().slice(2)); }
    if (/=/.test(parts[0] || '')) {
      parts.shift().split(',').forEach(function (pair) { var at = pair.indexOf('='); p.params[pair.slice(0, at)] = pair.slice(at + 1); });
    }
    p.salt = parts.length ? Buffer.from(parts.shift(), 'base64') : undefined;
    p.hash = parts.length ? Buffer.from(parts.shift(), 'base64') : undefined;
    return p;
  }
  async function hash(password, options) {
    var o = Object.assign({}, usual, options);
    Object.keys(limits).forEach(function (name) {
      assert.ok(limits[name].min <= o[name] && o[name] <= limits[name].max, 'Invalid ' + name + ', must be between ' + limits[name].min + ' and ' + limits[name].max + '.');
    });
    var bytes = Buffer.from(password), salt = o.salt === undefined || o.salt === null ? crypto.randomBytes(16) : o.salt;
    supported(o.type, o.version, o.secret, o.associatedData);
    var sum = await compute(bytes, salt, o);
    if (o.raw) { return sum; }
    return '$' + names[o.type] + '$v=' + o.version + '$m=' + o.memoryCost + ',t=' + o.timeCost + ',p=' + o.parallelism + '$' + base64(Buffer.from(salt)) + '$' + base64(sum);
  }
  async function verify(digest, password, options) {
    var p = parsed(digest), type = names.indexOf(p.id);
    if (type < 0) { return false; }
    var bytes = Buffer.from(password), version = p.version === undefined ? 16 : p.version;
    if (!p.hash || p.hash.length < 4) { throw new Error('Output is too short'); }
    supported(type, version, options && options.secret, p.params.data);
    var sum = await compute(bytes, p.salt, { type: type, timeCost: Number(p.params.t), memoryCost: Number(p.params.m), parallelism: Number(p.params.p), hashLength: p.hash.length });
    return crypto.timingSafeEqual(sum, p.hash);
  }
  function needsRehash(digest, options) {
    var p = parsed(digest), o = Object.assign({}, usual, options);
    return p.version !== Number(o.version) || Number(p.params.m) !== Number(o.memoryCost) || Number(p.params.t) !== Number(o.timeCost);
  }
  return { argon2d: 0, argon2i: 1, argon2id: 2, limits: limits, hash: hash, verify: verify, needsRehash: needsRehash };
})
