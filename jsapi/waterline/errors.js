// The errors of queries in classic releases.
(function (native, parts) {
  'use strict';
  const hide = parts.hide;

  // A WLError is the error of a classic query. Its own members are what is known of the
  // failure; the prototypes have the constants of its kind, and the texts made of both.
  class WLError extends Error {
    toString() { return '[Error (' + this.code + ') ' + this.reason + '] ' + this.details; }
    inspect() { return 'Error (' + this.code + ') :: ' + this.reason + '\n' + this.rawStack + '\n\n' + this.details; }
    toLog() { return this.inspect(); }
    toJSON() {
      const out = { error: this.code, status: this.status, summary: this.reason };
      if (this.originalError) { out.raw = this.originalError; }
      return out;
    }
    toPOJO() { return this.toJSON(); }
  }
  class WLValidationError extends WLError {
    toJSON() {
      return { error: this.code, status: this.status, summary: this.reason, model: this.model, invalidAttributes: this.invalidAttributes };
    }
  }
  class WLUsageError extends WLError {}

  function constants(kind, code, status, reason) {
    kind.prototype.code = code;
    kind.prototype.status = status;
    kind.prototype.reason = reason;
  }
  constants(WLError, 'E_UNKNOWN', 500, 'Encountered an unexpected error');
  constants(WLUsageError, 'E_USAGE', 0, 'Invalid usage');
  WLError.prototype.details = '';
  ['toLog', 'toPOJO', 'toJSON', 'toString', 'inspect'].forEach(function (name) {
    Object.defineProperty(WLError.prototype, name, { enumerable: true });
  });

  // In Sails a WLError inherits from Error without being made by it: isError of lodash and
  // of util, which look at this, say no.
  Object.defineProperty(WLError.prototype, Symbol.toStringTag, { value: 'Object', configurable: true });

  function getter(kind, name, get, set, enumerable) {
    Object.defineProperty(kind.prototype, name, { configurable: true, enumerable: enumerable !== false, get: get, set: set });
  }
  getter(WLError, 'stack',
    function () { return 'Error (' + this.code + ') :: ' + this.reason + '\n' + this.rawStack; },
    function (text) { this.rawStack = text; });
  getter(WLError, 'message',
    function () { return this.rawMessage || this.toString(); },
    function (text) { this.rawMessage = text; });

  function perAttribute(err, of) {
    const out = {};
    for (const attribute of Object.keys(err.invalidAttributes)) { out[attribute] = err.invalidAttributes[attribute].map(of); }
    return out;
  }
  getter(WLValidationError, 'rules', function () { return perAttribute(this, function (f) { return f.rule; }); });
  ['messages', 'errors'].forEach(function (name) {
    getter(WLValidationError, name, function () { return perAttribute(this, function (f) { return f.message; }); });
  });
  ['attributes', 'keys'].forEach(function (name) {
    getter(WLValidationError, name, function () { return Object.keys(this.invalidAttributes); });
  });
  getter(WLValidationError, 'length', function () { return Object.keys(this.invalidAttributes).length; });
  getter(WLValidationError, 'ValidationError',
    function () { return this.invalidAttributes; },
    function (v) { hide(this, 'ValidationError', v); });

  function describe(v) {
    return v instanceof Error || typeof v === 'string' ? String(v) : native.inspect(v);
  }

  // failure makes a WLError with the given own members, in order; original is the error
  // that it wraps, if there is one.
  function failure(members, original) {
    if (original instanceof WLError) { return original; }
    const err = members.invalidAttributes ? new WLValidationError() : members.code === 'E_USAGE' ? new WLUsageError() : new WLError();
    delete err.stack;
    delete err.message;
    if (original !== undefined) {
      err.originalError = original;
      members.details = original ? 'Details:  ' + describe(original) + '\n' : '';
    }
    const cause = original instanceof Error ? original : new Error();
    for (const name of Object.keys(members)) {
      if (name === 'reason' || name === 'details') { trace(err, cause); }
      if (members[name] === undefined && name === 'model') { own(err, name, undefined); } // of a value that is taken
      if (members[name] !== undefined && members[name] !== Object.getPrototypeOf(err)[name]) { own(err, name, members[name]); }
    }
    trace(err, cause);
    return err;
  }
  function own(target, name, value) {
    Object.defineProperty(target, name, { value: value, writable: true, configurable: true, enumerable: true });
  }
  function trace(err, cause) {
    if (Object.prototype.hasOwnProperty.call(err, '_e')) { return; }
    own(err, '_e', cause);
    own(err, 'rawStack', String(cause.stack || '').replace(/^Error[\r\n]*\s*/, ''));
  }

  // coded makes an error with a code.
  function coded(code, message, members) {
    return Object.assign(new Error(message), { code: code }, members);
  }

  // named makes an error whose name is an enumerable member.
  function named(name, message) {
    const err = new Error(message);
    err.name = name;
    err.stack = String(err.stack).replace(/^Error/, name);
    return err;
  }

  // usage makes the error of an invalid call; details is the reason, message the reason
  // with a title.
  parts.usage = function (code, details, message, invalid, model) {
    const err = named('UsageError', message || details);
    if (code) {
      err.code = code;
      err.details = details;
    }
    if (model !== undefined) { err.modelIdentity = model; }
    if (invalid) { hide(err, 'invalidAttributes', invalid); }
    return err;
  };

  // adapterError makes the error of a store.
  parts.adapterError = function (message, members, raw) {
    const err = named('AdapterError', message);
    raw = Object.assign(new Error(raw.message), raw.footprint && { footprint: raw.footprint });
    if (!members.code) {
      Object.assign(err, members);
      hide(err, 'raw', raw);
      return err;
    }
    delete err.name; // it is behind what the adapter has made
    err.code = members.code;
    if (members.attrNames) { err.attrNames = members.attrNames; }
    err.toJSON = function () {
      const out = { code: err.code, message: err.message, modelIdentity: err.modelIdentity };
      if (err.attrNames) { out.attrNames = err.attrNames; }
      return out;
    };
    err.name = 'AdapterError';
    err.adapterMethodName = members.adapterMethodName;
    err.modelIdentity = members.modelIdentity;
    err.raw = raw;
    return err;
  };

  // envelope makes an error from a value that is none.
  parts.envelope = function (value) {
    const err = named('Envelope', typeof value === 'string' ? value : native.inspect(value));
    err.raw = value;
    err.code = 'E_NON_ERROR';
    return err;
  };

  parts.parse = JSON.parse;
  parts.named = named;
  parts.failure = failure;
  parts.coded = coded;
})
