// The members of req and res in 0.10 to 0.12. Evaluates to a function that makes them;
// see script of Rules.
(function (native, tools) {
  'use strict';

  function is(type) {
    const ct = this.headers['content-type'];
    if (!ct) { return false; }
    const actual = ct.split(';')[0].trim();
    let wanted = String(type);
    if (wanted.indexOf('/') < 0) { wanted = native.typeOf(wanted.replace(/^\./, '')); }
    return tools.matchesMime(wanted, actual);
  }

  // choose returns the offer that the client prefers.
  function choose(offers, wanted, matches) {
    if (!wanted.length) { return offers[0]; }
    for (const w of wanted) {
      for (const offer of offers) { if (matches(w.value, offer)) { return offer; } }
    }
    return undefined;
  }

  function chooseLanguage(header, offers) {
    return choose(offers, tools.preferences(header), function (w, offer) {
      w = w.toLowerCase(); offer = offer.toLowerCase();
      return w === '*' || w === offer || offer.indexOf(w + '-') === 0 || w.indexOf(offer + '-') === 0;
    });
  }

  function chooseName(header, offers) {
    return choose(offers, tools.preferences(header), function (w, offer) { return w === '*' || w.toLowerCase() === offer.toLowerCase(); });
  }

  function listed(names, name) { return !names.length || names.indexOf(name) >= 0; }

  function accepts() {
    const offers = tools.list(arguments);
    return choose(offers, tools.preferences(this.headers.accept), function (w, offer) { return tools.matchesMime(w, tools.mimeOf(offer)); });
  }

  // flash stores messages in the session until they are read.
  function flash(type, message) {
    if (this.session === undefined) { throw new Error('req.flash() needs sessions: they are switched off for this project'); }
    const held = this.session.flash = this.session.flash || {};
    if (type === undefined) { this.session.flash = {}; return held; }
    if (message === undefined) {
      const read = held[type] || [];
      delete held[type];
      return read;
    }
    const messages = Array.isArray(message) ? message : [message];
    held[type] = (held[type] || []).concat(messages);
    return held[type].length;
  }

  // location resolves a relative URL.
  function location(url, r) {
    if (url.indexOf('://') < 0 && url.slice(0, 2) !== '//') {
      if (url[0] === '.' && native.plainRelative) {
        url = r.originalUrl.split('?')[0] + '/' + url;
      } else if (url[0] === '.') {
        const base = r.originalUrl.split('?')[0].split('/');
        url.split('/').forEach(function (part) {
          if (part === '..') { if (base.length > 1) { base.pop(); } } else if (part !== '.') { base.push(part); }
        });
        url = base.join('/');
      } else if (url[0] !== '/') {
        url = '/' + url;
      }
    }
    return url;
  }

  // guessView answers with the view of the action. Where that is missing it calls the
  // function given, or res.serverError.
  function guessView(locals, missing) {
    const res = this;
    return res.view(locals, function (err, html) {
      if (!err) { return res.send(html); }
      if (err.code === 'E_VIEW_INFER' || err.code === 'E_VIEW_FAILED') { return (missing || res.serverError).call(res, err); }
      return res.serverError(err);
    });
  }

  // noViewName is the error of res.view without a name.
  function noViewName() {
    const err = new Error();
    err.name = 'Error in res.view()';
    err.code = 'E_VIEW_INFER';
    err.type = 'E_VIEW_INFER';
    err.message = 'No path specified, and no path could be inferred from the request context.';
    return err;
  }

  // checkCookie refuses names that would end the name in a header Set-Cookie.
  function checkCookie(name) {
    if (/[\s=;,]/.test(name)) { throw new TypeError('"' + name + '" cannot be the name of a cookie'); }
  }

  return {
    is: is,
    checkCookie: checkCookie,
    request: {
      flash: flash,
      accepts: accepts,
      // These three compare names in the header exactly.
      acceptsCharset: function (name) { return listed(this.acceptedCharsets, name); },
      acceptsEncoding: function (name) { return listed(this.acceptedEncodings, name); },
      acceptsLanguage: function (name) { return listed(this.acceptedLanguages, name); },
      acceptsCharsets: function () { return chooseName(this.headers['accept-charset'], tools.list(arguments)) || false; },
      acceptsEncodings: function () { return chooseName(this.headers['accept-encoding'], tools.list(arguments)) || false; },
      acceptsLanguages: function () { return chooseLanguage(this.headers['accept-language'], tools.list(arguments)) || false; }
    },
    response: {
      render: function (name, locals, done) {
        if (typeof name !== 'string') { throw new TypeError('Path must be a string. Received ' + native.require('util').inspect(name)); }
        return native.render(this, name, locals, done);
      },
      guessView: guessView
    },
    noViewName: noViewName,
    maxAge: function (seconds) { return seconds; },
    redirectCharset: 'UTF-8',
    cookieMembers: ['expires', 'secure', 'httpOnly', 'domain', 'path', 'sameSite'],
    notAcceptable: function (message, types) { return Object.assign(new Error(message), { status: 406, types: types }); },
    location: location,
    socketRedirect: function () {},
    sendStatus: function (res, code) { return res.send(code); },
    link: function (shown) { return '<a href="' + shown + '">' + shown + '</a>'; },
    stack: function (stack) { return stack; },
    // translate adds the functions of i18n to req and res.
    translate: function (req, res) {
      native.translate(req, function (r) { return r; });
      if (native.responseLocale) {
        // The response has the locale of the request, until it gets its own.
        tools.compute(res, { locale: function () { return this.req.locale; } });
        native.translate(res, function (s) { return s; });
      } else {
        native.translate(res, function (s) { return s.req; });
      }
      tools.compute(req, {
        language: function () { return native.locale(this); },
        region: function () {
          const found = /\b[a-z]{2}-([a-z]{2})\b/i.exec(this.headers['accept-language'] || ''), sails = this._sails;
          return found ? found[1].toLowerCase() : sails && sails.config && sails.config.i18n && sails.config.i18n.defaultLocale;
        }
      });
      tools.define(res, { i18n: res.__ });
    },
    locals: function (sailsOf) {
      return {
        util: function () { const sails = sailsOf(this); return sails && sails.util; },
        title: function () { const sails = sailsOf(this); return sails && sails.config && sails.config.appName; }
      };
    }
  };
})
