// The errors of queries in classic releases.
(function (native, parts) {
  'use strict';
  const hide = parts.hide;

  // WLError has the members of the Sails error: own members in a fixed order, and the
  // constants of its kind on the prototype.
  class WLError extends Error {
    toString() { return this.message; }
    inspect() { return this.message; }
    toJSON() {
      const out = { error: this.code, status: this.status, summary: this.reason };
      if (this.originalError) { out.raw = this.originalError; }
      if (this.invalidAttributes) {
        if (this.model) { out.model = this.model; }
        out.invalidAttributes = this.invalidAttributes;
      }
      return out;
    }
  }
  hide(WLError.prototype, 'code', 'E_UNKNOWN');
  hide(WLError.prototype, 'status', 500);
  hide(WLError.prototype, 'reason', 'Encountered an unexpected error');
  ['messages', 'rules', 'errors'].forEach(function (name) {
    Object.defineProperty(WLError.prototype, name, {
      configurable: true, enumerable: false,
      get: function () {
        if (!this.invalidAttributes) { return undefined; }
        const out = {};
        for (const attribute of Object.keys(this.invalidAttributes)) {
          out[attribute] = this.invalidAttributes[attribute].map(function (f) {
            return name === 'messages' ? f.message : name === 'rules' ? f.rule : f;
          });
        }
        return out;
      },
    });
  });
  ['keys', 'attributes'].forEach(function (name) {
    Object.defineProperty(WLError.prototype, name, {
      configurable: true, enumerable: false,
      get: function () { return this.invalidAttributes && Object.keys(this.invalidAttributes); },
    });
  });
  Object.defineProperty(WLError.prototype, 'length', {
    configurable: true, enumerable: false,
    get: function () { return this.invalidAttributes && Object.keys(this.invalidAttributes).length; },
  });
  Object.defineProperty(WLError.prototype, 'ValidationError', {
    configurable: true, enumerable: false,
    get: function () { return this.invalidAttributes; },
    set: function (v) { hide(this, 'ValidationError', v); },
  });

  function describe(v) {
    return v instanceof Error || typeof v === 'string' ? String(v) : native.inspect(v);
  }

  // failure makes a WLError with the given own members, in order; original is the error
  // that it wraps, if there is one.
  function failure(members, original) {
    if (original instanceof WLError) { return original; }
    const err = new WLError();
    const cause = new Error();
    delete err.stack;
    delete err.message;
    if (original !== undefined) {
      err.originalError = original;
      members.details = 'Details:  ' + describe(original) + '\n';
    }
    for (const name of Object.keys(members)) {
      if (members[name] === undefined) { continue; }
      if (name === 'reason' || name === 'details') { trace(err, cause); }
      own(err, name, members[name]);
    }
    own(err, 'message', '[Error (' + err.code + ') ' + err.reason + '] ' + err.details);
    own(err, 'stack', err.message + '\n' + err.rawStack);
    return err;
  }
  function own(target, name, value) {
    Object.defineProperty(target, name, { value: value, writable: true, configurable: true, enumerable: true });
  }
  function trace(err, cause) {
    if (err._e) { return; }
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
    if (!members.code) {
      Object.assign(err, members);
      hide(err, 'raw', raw);
      return err;
    }
    err.code = members.code;
    if (members.attrNames) { err.attrNames = members.attrNames; }
    err.toJSON = function () {
      const out = { code: err.code, message: err.message, modelIdentity: err.modelIdentity };
      if (err.attrNames) { out.attrNames = err.attrNames; }
      return out;
    };
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

  parts.named = named;
  parts.failure = failure;
  parts.coded = coded;
})
