// The members of req and res in 1.x. Evaluates to a function that makes them; see script
// of Rules.
(function (native, tools) {
  'use strict';

  // is is req.is: returns the given type that the body has; null without a body.
  function is() {
    const h = this.headers;
    if (h['transfer-encoding'] === undefined && isNaN(h['content-length'])) { return null; }
    const whole = /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?:;\s*[\w!#$%&'*+.^`|~-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[\w!#$%&'*+.^`|~-]+)\s*)*$/.exec(h['content-type'] || '');
    if (!whole) { return false; }
    const actual = whole[1].toLowerCase();
    const asked = tools.list(arguments);
    if (!asked.length) { return actual; }
    for (let i = 0; i < asked.length; i++) {
      let wanted = String(asked[i]);
      const spelled = wanted;
      if (wanted === 'urlencoded') { wanted = 'application/x-www-form-urlencoded'; }
      if (wanted === 'multipart') { wanted = 'multipart/*'; }
      if (wanted[0] === '+') { wanted = '*/*' + wanted; }
      if (wanted.indexOf('/') < 0) { wanted = native.typeOf(wanted.replace(/^\./, '')); }
      if (tools.matchesMime(wanted, actual) || wanted.slice(0, 4) === '*/*+' && actual.endsWith(wanted.slice(3))) {
        return spelled[0] === '+' || spelled.indexOf('*') >= 0 || spelled === 'multipart' ? actual : spelled;
      }
    }
    return false;
  }

  // clauses parses a header such as Accept: the clauses that grammar matches, whose last
  // group has the parameters.
  function clauses(header, grammar) {
    return (header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) || []).map(function (text, place) {
      const m = grammar.exec(text);
      if (!m) { return null; }
      const clause = { parts: m.slice(1, -1), params: {}, quality: 1, place: place };
      (m[m.length - 1] || '').split(';').every(function (param) {
        const at = param.indexOf('='), name = (at < 0 ? param : param.slice(0, at)).trim().toLowerCase();
        const text = at < 0 ? '' : param.slice(at + 1).trim().replace(/^"(.*)"$/, '$1');
        if (name === 'q') { clause.quality = parseFloat(text); return false; }
        if (name) { clause.params[name] = text; }
        return true;
      });
      return clause;
    }).filter(Boolean);
  }

  // negotiate returns those of offers that the client accepts, the best first. closeness says
  // how closely a clause describes an offer, negative for not at all; of several clauses the
  // closest decides.
  function negotiate(held, offers, closeness) {
    return offers.map(function (offer, i) {
      const found = { offer: offer, i: i, closeness: 0, quality: 0, place: -1 };
      held.forEach(function (clause) {
        const close = closeness(clause, offer);
        if (close >= 0 && ((found.closeness - close || found.quality - clause.quality || found.place - clause.place) < 0)) {
          Object.assign(found, { closeness: close, quality: clause.quality, place: clause.place });
        }
      });
      return found;
    }).filter(function (f) { return f.quality > 0; }).sort(function (a, b) {
      return b.quality - a.quality || b.closeness - a.closeness || a.place - b.place || a.i - b.i;
    }).map(function (f) { return f.offer; });
  }

  // accepted are the values of the header, the best first.
  function accepted(held, text) {
    return held.filter(function (c) { return c.quality > 0; })
      .sort(function (a, b) { return b.quality - a.quality || a.place - b.place; }).map(text);
  }

  function same(a, b) { return String(a).toLowerCase() === String(b).toLowerCase(); }

  const mediaType = /^\s*([^\s/;]+)\/([^;\s]+)\s*(?:;(.*))?$/, token = /^\s*([^\s;]+)\s*(?:;(.*))?$/;
  const language = /^\s*([^\s\-;]+)(?:-([^\s;]+))?\s*(?:;(.*))?$/;

  function typeCloseness(clause, offer) {
    const o = clauses(offer, mediaType)[0], p = clause.parts;
    if (!o) { return -1; }
    let close = 0;
    for (let i = 0; i < 2; i++) {
      if (same(p[i], o.parts[i])) { close += i ? 2 : 4; } else if (p[i] !== '*') { return -1; }
    }
    const names = Object.keys(clause.params);
    if (names.length) {
      if (!names.every(function (k) { return clause.params[k] === '*' || same(clause.params[k], o.params[k] || ''); })) { return -1; }
      close += 1;
    }
    return close;
  }

  function tokenCloseness(clause, offer) { return same(clause.parts[0], offer) ? 1 : clause.parts[0] === '*' ? 0 : -1; }

  function fullLanguage(clause) { return clause.parts[1] ? clause.parts[0] + '-' + clause.parts[1] : clause.parts[0]; }

  function languageCloseness(clause, offer) {
    const o = clauses(offer, language)[0];
    if (!o) { return -1; }
    const full = fullLanguage(clause);
    return same(full, fullLanguage(o)) ? 4 : same(clause.parts[0], fullLanguage(o)) ? 2 : same(full, o.parts[0]) ? 1 : full === '*' ? 0 : -1;
  }

  function offersOf(args) { return Array.isArray(args[0]) ? args[0] : [].slice.call(args); }

  // accepts is req.accepts: the best of the given types, false for none of them.
  function accepts() {
    const offers = offersOf(arguments), header = this.headers.accept;
    const held = clauses(header === undefined ? '*/*' : header, mediaType);
    if (!offers.length) { return accepted(held, function (c) { return c.parts.join('/'); }); }
    if (!header) { return offers[0]; }
    const mimes = offers.map(function (o) { return String(o).indexOf('/') < 0 ? native.knownType(o) : o; });
    const best = negotiate(held, mimes.filter(Boolean), typeCloseness)[0];
    return best === undefined ? false : offers[mimes.indexOf(best)];
  }

  // acceptsNames makes the functions for other headers.
  function acceptsNames(name, grammar, closeness, text, complete) {
    return function () {
      const offers = offersOf(arguments), held = complete(this.headers[name], clauses(this.headers[name] || '', grammar));
      if (!offers.length) { return accepted(held, text); }
      const best = negotiate(held, offers, closeness)[0];
      return best === undefined ? false : best;
    };
  }

  // anything stands for a header that is missing.
  function anything(header, held) { return header === undefined ? [{ parts: ['*'], params: {}, quality: 1, place: 0 }] : held; }

  // identity is an encoding that clients accept unless they refuse it.
  function identity(header, held) {
    if (held.some(function (c) { return tokenCloseness(c, 'identity') >= 0; })) { return held; }
    const least = held.reduce(function (q, c) { return Math.min(q, c.quality || 1); }, 1);
    return held.concat({ parts: ['identity'], params: {}, quality: least, place: held.length });
  }

  function first(clause) { return clause.parts[0]; }

  const notAcceptable = Object.assign(Object.create(Error.prototype), { name: 'NotAcceptableError', status: 406, statusCode: 406, expose: true });

  // inView adds the source lines to an error of a template.
  function inView(stack) {
    const m = /\n\s+at (?:[^\n]*\()?([^\n()]+\.ejs):(\d+):\d+/.exec(stack);
    const parts = m && /^([A-Za-z]+): ([\s\S]*?)(\n\s+at [\s\S]*)$/.exec(stack);
    if (!parts) { return stack; }
    let lines;
    try { lines = native.require('fs').readFileSync(m[1], 'utf8').split('\n'); } catch (err) { return stack; }
    const at = Number(m[2]), from = Math.max(at - 3, 0);
    const shown = lines.slice(from, at + 3).map(function (line, i) { return (from + i + 1 === at ? ' >> ' : '    ') + (from + i + 1) + '| ' + line; });
    return parts[1] + ': ' + m[1] + ':' + at + '\n' + shown.join('\n') + '\n\n' + parts[2] + parts[3];
  }

  // checkCookie refuses what cannot stand in a header Set-Cookie.
  function checkCookie(name, value, o) {
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) { throw new TypeError('argument name is invalid'); }
    if (!/^[!#-+\x2d-:<-\x5b\x5d-~]*$/.test(value.replace(/^"(.*)"$/, '$1'))) { throw new TypeError('argument val is invalid'); }
    if (o.domain && !/^\.?[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(o.domain)) { throw new TypeError('option domain is invalid'); }
    if (o.path && !/^[ -:=-~]*$/.test(o.path)) { throw new TypeError('option path is invalid'); }
  }

  return {
    is: is,
    checkCookie: checkCookie,
    request: {
      accepts: accepts,
      acceptsCharsets: acceptsNames('accept-charset', token, tokenCloseness, first, anything),
      acceptsEncodings: acceptsNames('accept-encoding', token, tokenCloseness, first, identity),
      acceptsLanguages: acceptsNames('accept-language', language, languageCloseness, fullLanguage, anything),
      // These are older names.
      acceptsCharset: function () { return this.acceptsCharsets.apply(this, arguments); },
      acceptsEncoding: function () { return this.acceptsEncodings.apply(this, arguments); },
      acceptsLanguage: function () { return this.acceptsLanguages.apply(this, arguments); }
    },
    response: {
      // render is res.render of Express: without a layout, unless one is given.
      render: function (name, locals, done) {
        if (typeof name !== 'string') { native.require('path').extname(name); }
        return native.render(this, name, locals, done);
      },
      guessView: function (locals, missing) {
        const o = this.req.options || {}, name = o.view || o.controller + '/' + o.action;
        return native.viewExists(name) ? this.view(name, locals) : missing();
      }
    },
    noViewName: function () {},
    maxAge: Math.floor,
    redirectCharset: 'utf-8',
    cookieMembers: ['partitioned', 'priority', 'expires', 'secure', 'httpOnly', 'domain', 'path', 'sameSite'],
    notAcceptable: function (message, types) {
      const err = new Error(message);
      Object.defineProperty(err, 'message', { value: message, enumerable: true, writable: true, configurable: true });
      Object.setPrototypeOf(err, notAcceptable);
      err.types = types;
      return err;
    },
    location: function (url) { return native.encodeURL(url); },
    sendStatus: function (res, code) {
      if (!native.isVirtual(res)) { res.type('txt'); }
      return res.status(code).send(native.statusText(code) || String(code));
    },
    socketRedirect: function (res) { res.setHeader('Content-Type', 'text/html'); },
    link: function (shown) { return shown; },
    stack: inView,
    // translate adds the functions of i18n to req, if the project has locales.
    translate: function (req) {
      if (!native.localized) { return; }
      tools.compute(req, {
        i18n: function () {
          if (this === req) { return undefined; } // the prototype, whose members were listed
          const r = this, own = {};
          native.translate(own, function () { return r; });
          Object.defineProperty(r, 'i18n', { value: own, writable: true, configurable: true, enumerable: true });
          return own;
        }
      });
      tools.define(req, {
        getLocale: function () { return this.i18n.getLocale(); },
        setLocale: function (locale) { return this.i18n.setLocale(locale); }
      });
    },
    locals: function () { return {}; }
  };
})
