// Validation rules of inputs, in addition to types. Evaluates to its installer.
(function (kit, native) {
  'use strict';
  const show = function (v) { return kit.inspect(v); };

  // word makes a rule for strings that a native function decides.
  function word(test, what) {
    return {
      of: ['string'],
      holds: function (v, on) { return !on || native.textIs(test, v); },
      says: function (v) { return 'Value (' + show(v) + ') was not a valid ' + what + '.'; }
    };
  }
  function typed(test, what) {
    return { any: true, holds: function (v, on) { return !on || test(v); }, says: function (v) { return 'Value (' + show(v) + ') was not ' + what + '.'; } };
  }
  function list(name) {
    return function (arg) {
      return Array.isArray(arg) ? '' : 'Configuration for `' + name + '` is invalid: Allowable values must be specified as an array; instead got `' + show(arg) + '`.';
    };
  }
  const time = function (v) { return v instanceof Date ? v.getTime() : typeof v === 'number' ? v : Date.parse(v); };

  // rules: of lists the types of values to which a rule applies (all if it is missing),
  // holds(value, argument) decides, says(value, argument) is the message,
  // wrong(argument) describes an invalid argument.
  const rules = {
    isBoolean: typed(function (v) { return typeof v === 'boolean'; }, 'a boolean'),
    isNumber: typed(function (v) { return typeof v === 'number' && isFinite(v); }, 'a number'),
    isString: typed(function (v) { return typeof v === 'string'; }, 'a string'),
    isInteger: typed(function (v) { return typeof v === 'number' && Math.floor(v) === v; }, 'an integer'),
    isNotEmptyString: {
      any: true, holds: function (v, on) { return !on || v !== ''; },
      says: function (v) { return 'Value (' + show(v) + ') was an empty string.'; }
    },
    isAfter: {
      holds: function (v, at) { return time(v) > time(at); },
      says: function (v, at) { return 'Value (' + plainDate(v) + ') was before the configured time (' + at + ')'; }
    },
    isBefore: {
      holds: function (v, at) { return time(v) < time(at); },
      says: function (v, at) { return 'Value (' + plainDate(v) + ') was after the configured time (' + at + ')'; }
    },
    isCreditCard: Object.assign(word('creditcard'), { says: function () { return 'Value was not a valid credit card.'; } }),
    isEmail: word('email', 'email address'),
    isHexColor: word('hexColor', 'hex color'),
    isIP: word('ip', 'IP address'),
    isURL: word('url', 'URL'),
    isUUID: word('uuid', 'UUID'),
    regex: {
      of: ['string'],
      holds: function (v, re) { re.lastIndex = 0; return re.test(v); },
      says: function (v, re) { return 'Value (' + show(v) + ') did not match the configured regular expression (' + re + ')'; },
      wrong: function (re) { return re instanceof RegExp ? '' : 'Configuration for `regex` is invalid: Expected a regular expression; instead got `' + show(re) + '`.'; }
    },
    min: {
      of: ['number'], holds: function (v, n) { return v >= n; },
      says: function (v, n) { return 'Value (' + show(v) + ') was less than the configured minimum (' + n + ')'; }
    },
    max: {
      of: ['number'], holds: function (v, n) { return v <= n; },
      says: function (v, n) { return 'Value (' + show(v) + ') was greater than the configured maximum (' + n + ')'; }
    },
    minLength: {
      of: ['string'], holds: function (v, n) { return v.length >= n; },
      says: function (v, n) { return 'Value (' + show(v) + ') was shorter than the configured minimum length (' + n + ')'; }
    },
    maxLength: {
      of: ['string'], holds: function (v, n) { return v.length <= n; },
      says: function (v, n) { return 'Value was ' + (n - v.length) + ' characters longer than the configured maximum length (' + n + ')'; }
    },
    isIn: {
      holds: function (v, all) { return all.indexOf(v) >= 0; },
      says: function (v, all) { return 'Value (' + show(v) + ') was not in the configured whitelist (' + all.join(', ') + ')'; },
      wrong: list('isIn')
    },
    isNotIn: {
      holds: function (v, all) { return all.indexOf(v) < 0; },
      says: function (v, all) { return 'Value (' + show(v) + ') was in the configured blacklist (' + all.join(', ') + ')'; },
      wrong: list('isNotIn')
    },
    custom: {
      any: true,
      wrong: function (fn) { return typeof fn === 'function' ? '' : 'Configuration for `custom` is invalid: Expected a function; instead got `' + show(fn) + '`.'; }
    }
  };
  function plainDate(v) { return v instanceof Date ? v.toISOString() : show(v); }

  function typeWord(t) { return typeof t === 'string' ? t : Array.isArray(t) ? 'array' : 'dictionary'; }

  const none = [];
  // order is the order of messages, independent of the order in the definition.
  const order = ['isBoolean', 'isNotEmptyString', 'isInteger', 'isNumber', 'isString', 'max', 'min', 'isAfter', 'isBefore', 'isCreditCard', 'isEmail', 'isHexColor',
    'isIn', 'isIP', 'isNotIn', 'isURL', 'isUUID', 'minLength', 'maxLength', 'regex', 'custom'];

  // compileRules makes a function(value) from the rules of an input, which lists the
  // violations; null if there are no rules. Errors of the rules themselves are added to
  // problems.
  kit.compileRules = function (def, type, problems) {
    const own = order.filter(function (k) { return def[k] !== undefined; });
    const checks = own.map(function (name) {
      const rule = rules[name], arg = def[name];
      const t = typeWord(type);
      if (rule.of && rule.of.indexOf(t) < 0 && t !== 'json' && t !== 'ref') {
        problems.push('Cannot use `' + name + '` with that type of input.');
        return null;
      }
      const wrong = rule.wrong && rule.wrong(arg);
      if (wrong) { problems.push(wrong); return null; }
      return name === 'custom' ? custom(arg) : ruled(rule, arg);
    }).filter(Boolean);
    if (!checks.length) { return null; }
    return function (v) {
      let bad = none;
      for (let i = 0; i < checks.length; i++) {
        const says = checks[i](v);
        if (says) { bad = bad.concat(says); }
      }
      return bad;
    };
  };

  function ruled(rule, arg) {
    return function (v) {
      if (v === '' && !rule.any) { return ''; }
      if (v === null || v === undefined) { return 'Got invalid value `' + v + '`!'; }
      if (rule.of && typeof v !== rule.of[0]) { return 'Value was not ' + kit.types.noun(rule.of[0]) + '.'; }
      return rule.holds(v, arg) ? '' : rule.says(v, arg);
    };
  }
  function custom(fn) {
    return function (v) {
      if (v === null || v === undefined) { return 'Got invalid value `' + v + '`!'; }
      let holds;
      try { holds = fn(v); } catch (err) { return err && err.message || String(err); }
      return holds ? '' : 'Value (' + show(v) + ') failed custom validation.';
    };
  }
})
