// The members of req and res in 1.x. Evaluates to a function that makes them; see script
// of Rules.
(function (native, tools) {
  'use strict';

  // is is req.is: returns the given type that the body has; null without a body.
  function is() {
    const h = this.headers;
    if (h['transfer-encoding'] === undefined && isNaN(h['content-length'])) { return null; }
    const actual = String(h['content-type'] || '').split(';')[0].trim().toLowerCase();
    if (!/^[^/\s]+\/[^/\s]+$/.test(actual)) { return false; }
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
    // These are older names.
    request: {
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
    notAcceptable: function (message) {
      const err = new Error(message);
      Object.defineProperty(err, 'name', { value: 'NotAcceptableError', enumerable: true, writable: true, configurable: true });
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
