// Members of req and res that use the native ones, and functions that Go calls.
// Evaluates to its installer.
(function (req, res, native) {
  'use strict';

  function define(proto, members) {
    Object.keys(members).forEach(function (name) {
      Object.defineProperty(proto, name, { value: members[name], writable: true, configurable: true, enumerable: true });
    });
  }

  // compute defines members with a getter; an assignment replaces them.
  function compute(proto, members) {
    Object.keys(members).forEach(function (name) {
      Object.defineProperty(proto, name, {
        get: members[name],
        set: function (v) { Object.defineProperty(this, name, { value: v, writable: true, configurable: true, enumerable: true }); },
        configurable: true, enumerable: true
      });
    });
  }

  function isPlain(v) { return v !== null && typeof v === 'object' && !Array.isArray(v) && !(v instanceof Date) && !ArrayBuffer.isView(v); }

  // connections are the connections that code has read from requests. What a server on Node
  // would set on them has no effect here: the server has timeouts of its own.
  const connections = new WeakMap();
  const connectionProto = {
    remoteAddress: undefined, destroyed: false, readable: true, writable: true,
    address: function () { return { address: this.remoteAddress, family: this.remoteFamily, port: this.remotePort }; }
  };
  ['setTimeout', 'setNoDelay', 'setKeepAlive', 'ref', 'unref', 'pause', 'resume'].forEach(function (name) {
    connectionProto[name] = function () { return this; };
  });
  ['destroy', 'destroySoon', 'end'].forEach(function (name) {
    connectionProto[name] = function () {
      this.destroyed = true;
      this.response.end();
      return this;
    };
  });
  function connectionOf(req) {
    let made = connections.get(req);
    if (made) { return made; }
    const address = native.peer(req);
    made = Object.create(connectionProto);
    Object.assign(made, { remoteAddress: address, remotePort: native.peerPort(req), remoteFamily: String(address).indexOf(':') < 0 ? 'IPv4' : 'IPv6', encrypted: req.secure });
    Object.defineProperty(made, 'response', { value: req.res });
    // A connection is closed when its request is: it has no other events.
    ['on', 'once', 'addListener', 'prependListener', 'removeListener', 'off'].forEach(function (name) {
      Object.defineProperty(made, name, { value: function (event, listener) { if (event === 'close') { req[name](event, listener); } return made; }, writable: true, configurable: true });
    });
    connections.set(req, made);
    return made;
  }

  // put sets an own member, also one with a special name such as __proto__.
  function put(o, k, v) { Object.defineProperty(o, k, { value: v, writable: true, configurable: true, enumerable: true }); }

  // parsedAddress parses an address as the package parseurl does, which keeps the text.
  function parsedAddress(text) {
    const parsed = native.require('url').parse(text);
    if (native.keepsAddress) { parsed._raw = text; }
    return parsed;
  }

  // preferences parses a header such as Accept, in the order of preference.
  function preferences(header) {
    return String(header || '').split(',').map(function (part, i) {
      const pieces = part.trim().split(/\s*;\s*/);
      let q = 1;
      const params = {};
      pieces.slice(1).forEach(function (p) {
        const at = p.indexOf('=');
        const name = at < 0 ? p : p.slice(0, at), value = at < 0 ? '' : p.slice(at + 1);
        if (name === 'q') { q = parseFloat(value); if (isNaN(q)) { q = 1; } } else { params[name] = value; }
      });
      return { value: pieces[0], quality: q, originalIndex: i, params: params };
    }).filter(function (p) { return p.value && p.quality > 0; })
      .sort(function (a, b) { return b.quality - a.quality || a.originalIndex - b.originalIndex; });
  }

  function mimeOf(type) { return type.indexOf('/') < 0 ? native.typeOf(type) : type.split(';')[0].trim(); }

  function matchesMime(pattern, mime) {
    const p = pattern.toLowerCase().split('/'), m = mime.toLowerCase().split('/');
    return (p[0] === '*' || p[0] === m[0]) && (p[1] === undefined || p[1] === '*' || p[1] === m[1]);
  }

  function list(args) {
    const flat = [].concat.apply([], args);
    return flat.length === 1 && typeof flat[0] === 'string' ? flat[0].split(/ *, */) : flat;
  }

  const release = native.release(native, { define: define, compute: compute, list: list, matchesMime: matchesMime, mimeOf: mimeOf, preferences: preferences });

  const checks = {
    string: function (v) { return typeof v === 'string'; },
    text: function (v) { return typeof v === 'string'; },
    integer: function (v) { return /^-?\d+$/.test(String(v)) && v !== ''; },
    int: function (v) { return checks.integer(v); },
    number: function (v) { return v !== '' && v !== null && typeof v !== 'boolean' && !isNaN(Number(v)); },
    numeric: function (v) { return checks.number(v); },
    float: function (v) { return checks.number(v); },
    decimal: function (v) { return checks.number(v); },
    boolean: function (v) { return v === true || v === false || v === 'true' || v === 'false' || v === 0 || v === 1 || v === '0' || v === '1'; },
    array: function (v) { return Array.isArray(v); },
    object: function (v) { return isPlain(v); },
    json: function (v) { return v !== undefined; },
    date: function (v) { return v !== '' && v !== null && !isNaN(new Date(v).getTime()); },
    datetime: function (v) { return checks.date(v); },
    email: function (v) { return typeof v === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(v); },
    url: function (v) { return typeof v === 'string' && /^(https?|ftp):\/\/[^\s/$.?#][^\s]*$/i.test(v); },
    ip: function (v) { return checks.ipv4(v) || checks.ipv6(v); },
    ipv4: function (v) { return typeof v === 'string' && /^(\d{1,3}\.){3}\d{1,3}$/.test(v) && v.split('.').every(function (n) { return Number(n) < 256; }); },
    ipv6: function (v) { return typeof v === 'string' && v.indexOf(':') >= 0 && /^[0-9a-f:.]+$/i.test(v); },
    uuid: function (v) { return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(v)); },
    alpha: function (v) { return /^[a-z]+$/i.test(String(v)); },
    alphanumeric: function (v) { return /^[a-z0-9]+$/i.test(String(v)); },
    alphanumericdashed: function (v) { return /^[a-z0-9_-]+$/i.test(String(v)); },
    hexadecimal: function (v) { return /^[0-9a-f]+$/i.test(String(v)); },
    hexColor: function (v) { return /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(String(v)); },
    lowercase: function (v) { return typeof v === 'string' && v === v.toLowerCase(); },
    uppercase: function (v) { return typeof v === 'string' && v === v.toUpperCase(); },
    creditcard: function (v) { return /^\d{13,16}$/.test(String(v).replace(/[ -]/g, '')); },
    required: function (v, on) { return !on || (v !== undefined && v !== null && v !== ''); },
    notEmpty: function (v, on) { return !on || (v !== undefined && v !== null && v !== ''); },
    minLength: function (v, n) { return v !== undefined && v !== null && v.length >= n; },
    maxLength: function (v, n) { return v !== undefined && v !== null && v.length <= n; },
    min: function (v, n) { return Number(v) >= n; },
    max: function (v, n) { return Number(v) <= n; },
    in: function (v, all) { return all.indexOf(v) >= 0; },
    notIn: function (v, all) { return all.indexOf(v) < 0; },
    enum: function (v, all) { return all.indexOf(v) >= 0; },
    equals: function (v, w) { return v === w; },
    contains: function (v, w) { return String(v).indexOf(w) >= 0; },
    regex: function (v, re) { return new RegExp(re).test(String(v)); }
  };

  const invalidParams = 'E_INVALID_PARAMS';

  const maxDepth = 50;

  // violations lists where a value does not match the rules of req.validate: a name of
  // a rule, [rule] for each element, an object of rules for its members, or $validate
  // with a $message.
  function violations(value, rules, property, message, depth) {
    if (depth > maxDepth) { throw new Error('req.validate(): the rules of "' + property + '" are nested too deeply'); }
    function bad(rule, member) {
      const name = member || property, said = typeof message === 'function' ? message(value, rule, name) : message;
      return [{
        property: name, data: value,
        message: typeof said === 'string' ? said : '`' + name + '` should be a ' + rule + ' (instead of "' + value + '", which is a ' + typeof value + ')',
        rule: rule, actualType: typeof value, expectedType: rule
      }];
    }
    if (Array.isArray(rules) && rules.length) {
      if (rules.length > 1) { throw new Error('req.validate(): a list of rules has one rule, which is that of each element (for the parameter "' + property + '")'); }
      const each = value !== null && typeof value === 'object' ? Object.values(value) : typeof value === 'string' ? value.split('') : [];
      return each.reduce(function (all, one) { return all.concat(violations(one, rules[0], property, message, depth + 1)); }, []);
    }
    if (rules instanceof RegExp) { return bad(rules); }
    if (rules !== null && typeof rules === 'object' && !Array.isArray(rules)) {
      const sub = rules.$validate;
      if (rules.$message && !sub) { throw new Error('req.validate(): $message needs $validate (for the parameter "' + property + '")'); }
      if (sub) {
        if (!sub.type) { throw new Error('req.validate(): $validate needs a type (for the parameter "' + property + '")'); }
        return violations(value, sub.type, property, rules.$message || message, depth + 1);
      }
      const names = Object.keys(rules);
      if (!names.length) { return value !== null && (typeof value === 'object' || typeof value === 'function') ? [] : bad(rules); }
      return names.reduce(function (all, name) {
        if (value === null || typeof value !== 'object') {
          return all.concat(bad('object', name));
        }
        return all.concat(violations(value[name], rules[name], name, message, depth + 1));
      }, []);
    }
    if (Array.isArray(rules)) { return Array.isArray(value) ? [] : bad(rules); }
    const check = checks[rules];
    if (!check) { throw new Error('req.validate(): there is no rule called "' + rules + '" (for the parameter "' + property + '")'); }
    return check(value, true) ? [] : bad(rules);
  }

  // validate checks the parameters by rules. It throws the violations, or redirects if a
  // target is given.
  function validate(usage, redirectTo) {
    const bad = violations(native.allParams(this), usage || {}, undefined, undefined, 0);
    if (!bad.length) { return; }
    const err = new Error(bad.length + ' invalid parameter(s): ' + bad.map(function (b) { return b.property; }).join(', '));
    err.code = invalidParams;
    err.status = 400;
    err.invalidParams = bad;
    err.route = this.url;
    err.method = this.method;
    err.usage = usage;
    Object.defineProperties(err, {
      toJSON: { value: function () { return publicList(this); }, configurable: true, writable: true },
      inspect: { value: function () {
        return 'Invalid parameters sent to route: "' + this.method + ' ' + this.route + '"\n' + this.invalidParams.map(function (b) { return '  -> ' + b.message; });
      }, configurable: true, writable: true }
    });
    if (!redirectTo) { throw err; }
    if (this.session && this.flash) { this.flash('error', err); }
    this.res.redirect(redirectTo);
  }

  // publicList returns the violations of validate that clients see.
  function publicList(err) {
    if (err.code !== invalidParams || !Array.isArray(err.invalidParams)) { return undefined; }
    return err.invalidParams.map(function (b) {
      return { parameter: b.property, error: b.message, expectedType: b.rule, actualType: b.actualType, data: b.data };
    });
  }

  function isFresh(r) {
    if (r.method !== 'GET' && r.method !== 'HEAD') { return false; }
    const code = r.res.statusCode;
    if (!((code >= 200 && code < 300) || code === 304)) { return false; }
    const since = r.headers['if-modified-since'], none = r.headers['if-none-match'];
    if (!since && !none || /no-cache/.test(r.headers['cache-control'] || '')) { return false; }
    const etag = r.res.get('ETag'), modified = r.res.get('Last-Modified');
    if (none && none !== '*' && (!etag || none.split(/ *, */).indexOf(etag) < 0)) { return false; }
    return !since || modified !== undefined && new Date(modified) <= new Date(since);
  }

  compute(req, {
    accepted: function () {
      return preferences(this.headers.accept).map(function (p) {
        const parts = p.value.split('/');
        return Object.assign(p, { type: parts[0], subtype: parts[1] });
      });
    },
    acceptedLanguages: function () { return preferences(this.headers['accept-language']).map(function (p) { return p.value; }); },
    acceptedCharsets: function () { return preferences(this.headers['accept-charset']).map(function (p) { return p.value; }); },
    acceptedEncodings: function () { return preferences(this.headers['accept-encoding']).map(function (p) { return p.value; }); },
    subdomains: function () {
      const host = this.host;
      if (!native.subdomainsOfIP && /^(\d+\.){3}\d+$|^\[/.test(host)) { return []; }
      return host.split('.').reverse().slice(2);
    },
    fresh: function () { return isFresh(this); },
    stale: function () { return !this.fresh; },
    isAjax: function () { return this.xhr; },
    isJson: function () { return !!this.is('json'); },
    connection: function () { return connectionOf(this); },
    client: function () { return this.connection; },
    trailers: function () { return {}; },
    rawTrailers: function () { return []; },
    upgrade: function () { return false; },
    _parsedUrl: function () { return parsedAddress(this.url); },
    _parsedOriginalUrl: function () { return native.keepsAddress ? parsedAddress(this.originalUrl) : undefined; },
    rawHeaders: function () {
      const h = this.headers;
      return Object.keys(h).reduce(function (all, k) { return all.concat(k, h[k]); }, []);
    }
  });

  define(req, {
    is: release.is,
    // range parses the header Range: a list of {start, end} with a type, -1 for a range
    // that cannot be satisfied, -2 for a malformed header.
    range: function (size) {
      const header = this.headers.range;
      if (!header) { return undefined; }
      const m = /^\s*(\w+)\s*=(.*)$/.exec(header);
      if (!m) { return -2; }
      const list = [];
      m[2].split(',').forEach(function (part) {
        const ends = part.split('-');
        let start = parseInt(ends[0], 10), end = parseInt(ends[1], 10);
        if (isNaN(start)) { start = size - end; end = size - 1; } else if (isNaN(end)) { end = size - 1; }
        if (end > size - 1) { end = size - 1; }
        if (!isNaN(start) && !isNaN(end) && start <= end && start >= 0) { list.push({ start: start, end: end }); }
      });
      if (!list.length) { return -1; }
      list.type = m[1];
      return list;
    },
    validate: validate,
    file: native.file,
    unpipe: function () { return this; },
    setTimeout: function () { return this; },
    destroy: function () {
      this.res.end();
      this.destroyed = true;
      return this;
    }
  });

  // source returns the body of a request as a stream, which is made on first use. It is
  // empty if a parser has read the body.
  const sources = new WeakMap();
  function source(r) {
    let s = sources.get(r);
    if (s === undefined) {
      const Readable = native.require('stream').Readable;
      s = new Readable({
        autoDestroy: false, emitClose: false,
        read: function () {
          native.readRaw(r, function (err, chunk) { if (err) { s.emit('error', err); } else { s.push(chunk); } });
        }
      });
      sources.set(r, s);
      let gone = false;
      s.on('newListener', function (event) {
        if (gone || event !== 'close' && event !== 'aborted') { return; }
        gone = true;
        native.gone(r, function (unanswered) {
          if (unanswered) { s.emit('aborted'); }
          s.emit('close');
        });
      });
    }
    return s;
  }
  ['on', 'once', 'addListener', 'prependListener', 'removeListener', 'off', 'removeAllListeners', 'pause', 'resume',
    'setEncoding', 'unshift'].forEach(function (name) {
    define(req, { [name]: function () { const s = source(this); s[name].apply(s, arguments); return this; } });
  });
  ['emit', 'listeners', 'listenerCount', 'read', 'pipe', 'isPaused'].forEach(function (name) {
    define(req, { [name]: function () { const s = source(this); return s[name].apply(s, arguments); } });
  });
  if (typeof Symbol.asyncIterator === 'symbol') {
    Object.defineProperty(req, Symbol.asyncIterator, {
      value: function () { return source(this)[Symbol.asyncIterator](); }, writable: true, configurable: true
    });
  }
  compute(req, {
    readable: function () { return native.unread(this); },
    complete: function () { return !native.unread(this); },
    // _body shows the body parsers of express that the body was read.
    _body: function () { return !native.unread(this) && this.body !== undefined; },
    aborted: function () { return native.aborted(this); },
    destroyed: function () { return false; },
    httpVersionMajor: function () { return +this.httpVersion[0]; },
    httpVersionMinor: function () { return +this.httpVersion[2]; }
  });

  function escapeHTML(s) {
    return String(s).replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/'/g, '&#39;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  }

  function sameSite(value) {
    switch (typeof value === 'string' ? value.toLowerCase() : value) {
      case true: case 'strict': return 'Strict';
      case 'lax': return 'Lax';
      case 'none': return 'None';
    }
    throw new TypeError('option sameSite is invalid');
  }

  function encodeCookie(name, value, o) {
    if (o.encode && typeof o.encode !== 'function') { throw new TypeError('option encode is invalid'); }
    value = o.encode ? o.encode(value) : encodeURIComponent(value);
    release.checkCookie(name, value, o);
    let line = name + '=' + value;
    if (native.noMaxAgeOfZero ? o.maxAge : o.maxAge !== undefined && o.maxAge !== null) {
      const seconds = o.maxAge / 1000;
      line += '; Max-Age=' + release.maxAge(seconds);
    }
    if (o.domain) { line += '; Domain=' + o.domain; }
    line += '; Path=' + (o.path || '/');
    if (o.expires) { line += '; Expires=' + new Date(o.expires).toUTCString(); }
    if (o.httpOnly) { line += '; HttpOnly'; }
    if (o.secure) { line += '; Secure'; }
    if (o.sameSite) { line += '; SameSite=' + sameSite(o.sameSite); }
    return line;
  }

  function cookie(name, value, options) {
    const o = Object.assign({}, options);
    if (typeof value === 'object') { value = 'j:' + JSON.stringify(value); }
    value = String(value);
    if (o.signed) { value = 's:' + native.sign(value); }
    if (o.maxAge !== undefined && o.maxAge !== null) { o.expires = new Date(Date.now() + Number(o.maxAge)); }
    native.addHeader(this, 'Set-Cookie', encodeCookie(name, value, o));
    return this;
  }

  function location(url) {
    url = String(url);
    const r = this.req;
    if (url === 'back') { url = r.get('Referrer') || '/'; }
    return this.set('Location', release.location(url, r));
  }

  function redirect(a, b) {
    const virtual = this.req.isSocket || native.isVirtual(this);
    let status = virtual && this.statusCode !== 200 ? this.statusCode : 302, url = a;
    if (native.literal(this)) {
      if (b !== undefined) {
        throw new Error('The 2-ary usage of `res.redirect()` is no longer supported in Express 4/Sails v1.  Please use `res.status(statusCode).redirect(address)` instead.');
      }
      this.status(status);
      this.set('Location', String(url));
      release.socketRedirect(this);
      return this.end('Redirecting to ' + encodeURI(url));
    }
    if (arguments.length > 1) {
      if (typeof a === 'number') { status = a; url = b; } else { status = b; }
    }
    if (virtual && native.plainSocketRedirect) {
      this.set('Location', url);
      this.status(status);
      return this.end('Redirecting to ' + encodeURI(url));
    }
    this.location(url);
    url = this.get('Location');
    if (native.encodeRedirect) { this.set('Location', url = native.encodeURL(url)); }
    if (virtual) {
      this.status(status);
      release.socketRedirect(this);
      return this.end('Redirecting to ' + url);
    }
    const text = (native.statusText(status) || 'Redirect') + '. Redirecting to ';
    const best = this.req.accepts(['text', 'html']);
    this.vary('Accept');
    this.status(status);
    if (!best) { return this.end(); }
    this.set('Content-Type', (best === 'html' ? 'text/html' : 'text/plain') + '; charset=' + release.redirectCharset);
    if (best !== 'html') { return this.end(text + (native.encodeRedirect ? url : encodeURI(url))); }
    const shown = escapeHTML(url);
    return this.end('<p>' + text + release.link(shown) + '</p>');
  }

  function type(t) { return this.set('Content-Type', t.indexOf('/') < 0 ? native.typeOf(t) : t); }

  function vary(field) {
    const fields = Array.isArray(field) ? field : String(field).split(/ *, */);
    const held = this.get('Vary'), all = held ? String(held).split(/ *, */) : [];
    fields.forEach(function (f) {
      if (!all.some(function (h) { return h.toLowerCase() === f.toLowerCase(); })) { all.push(f); }
    });
    return this.set('Vary', all.join(', '));
  }

  function format(handlers) {
    const keys = Object.keys(handlers).filter(function (k) { return k !== 'default'; });
    const best = this.req.accepts(keys);
    this.vary('Accept');
    if (best) {
      const mime = mimeOf(best);
      this.set('Content-Type', native.formatCharset && /^text\//.test(mime) ? mime + '; charset=UTF-8' : mime);
      handlers[best](this.req, this, this.req.next);
    } else if (handlers.default) {
      handlers.default(this.req, this, this.req.next);
    } else {
      this.req.next(release.notAcceptable('Not Acceptable', keys.map(mimeOf)));
    }
    return this;
  }

  // disposition returns the Content-Disposition of a download with a name. What is not in
  // Latin-1, or looks like an escape, is given a second time as UTF-8.
  function disposition(filename) {
    const name = String(filename).replace(/\/+$/, '').split('/').pop();
    const latin = name.replace(/[^\x20-\x7e\xa0-\xff]/g, '?'), plain = /^[\x20-\x7e\x80-\xff]+$/.test(name);
    let line = 'attachment';
    if (plain || latin !== name) { line += '; filename="' + latin.replace(/([\\"])/g, '\\$1') + '"'; }
    if (!plain || latin !== name || /%[\dA-Fa-f]{2}/.test(name)) {
      line += "; filename*=UTF-8''" + encodeURIComponent(name).replace(/['()*]/g, function (c) { return '%' + c.charCodeAt(0).toString(16).toUpperCase(); });
    }
    return line;
  }

  function attachment(filename) {
    if (filename === undefined) { return this.set('Content-Disposition', 'attachment'); }
    if (filename) { this.type((/[^/](\.[^./]*)\/*$/.exec(filename) || ['', ''])[1]); }
    return this.set('Content-Disposition', disposition(filename));
  }

  function download(path, filename, done) {
    if (typeof filename === 'function') { done = filename; filename = undefined; }
    return this.sendfile(path, { headers: { 'Content-Disposition': disposition(filename || path) } }, done);
  }

  define(res, {
    location: location,
    redirect: redirect,
    type: type,
    contentType: type,
    vary: vary,
    format: format,
    attachment: attachment,
    download: download,
    sendFile: function (path, options, done) { return this.sendfile(path, options, done); },
    cookie: cookie,
    clearCookie: function (name, options) {
      return this.cookie(name, '', Object.assign({ path: '/' }, options, { expires: new Date(0), maxAge: undefined }));
    },
    links: function (map) {
      const held = this.get('Link');
      const lines = Object.keys(map).map(function (rel) { return '<' + map[rel] + '>; rel="' + rel + '"'; });
      return this.set('Link', (held ? [held] : []).concat(lines).join(', '));
    },
    append: function (name, value) {
      [].concat(value).forEach(function (v) { native.addHeader(this, name, v); }, this);
      return this;
    },
    sendStatus: function (code) { return release.sendStatus(this, code); },
    once: function (event, fn) { return this.on(event, fn, true); },
    addListener: function (event, fn) { return this.on(event, fn); },
    removeListener: function (event, fn) { return this.off(event, fn); },
    setTimeout: function () { return this; },
    flushHeaders: function () {},
    hasHeader: function (name) { return this.get(name) !== undefined; },
    _implicitHeader: function () { this.writeHead(this.statusCode); },
    destroy: function () { return this.end(); },
    cork: function () {},
    uncork: function () {}
  });
  define(res, release.response);
  compute(res, {
    // Libraries read _header to find out whether the header was sent.
    _header: function () { return this.headersSent ? 'HTTP/1.1 ' + this.statusCode : null; },
    // Maps of Node that libraries for requests read: values and original names of headers,
    // by names in lower case.
    _headers: function () { return this.getHeaders(); },
    _headerNames: function () {
      const names = {};
      this.getHeaderNames().forEach(function (name) {
        names[name] = name.replace(/(^|-)[a-z]/g, function (start) { return start.toUpperCase(); });
      });
      return names;
    },
    statusMessage: function () { return this.headersSent ? native.statusText(this.statusCode) : undefined; },
    writableEnded: function () { return this.headersSent; },
    writableFinished: function () { return this.headersSent; },
    connection: function () { return this.req.connection; },
    socket: function () { return this.req.socket; },
    app: function () { return this.req.app; },
    finished: function () { return this.headersSent; },
    writable: function () { return !this.headersSent; },
    charset: function () { return undefined; }
  });

  // projectFrames removes the frames of the server from a call stack, because they do not
  // help the project.
  function projectFrames(stack) {
    if (typeof stack !== 'string') { return stack; }
    return stack.split('\n').filter(function (line) { return !/^\s*at .*(framework[:/]|\(native\))/.test(line); }).join('\n').trim();
  }

  // A SessionCookie is req.session.cookie: setting maxAge or expires changes the life time
  // of the session. What it holds of that is hidden.
  const cookieAges = new WeakMap();
  function SessionCookie(session) {
    const age = native.sessionMaxAge(session);
    cookieAges.set(this, { session: session, age: age, began: Date.now(), off: null });
    this.path = '/';
    this._expires = null;
    this.originalMaxAge = age;
    this.httpOnly = true;
    Object.defineProperty(this, '_expires', {
      get: function () { const a = cookieAges.get(this); return a.age === null ? a.off : new Date(a.began + a.age); },
      set: function (v) {
        if (v instanceof Date) { live(this, v.getTime() - Date.now()); return; }
        live(this, 0);
        cookieAges.get(this).off = v;
      },
      enumerable: true, configurable: true
    });
  }
  // live sets for how many milliseconds a session lives from now on.
  function live(cookie, ms) {
    const a = cookieAges.get(cookie);
    a.began = Date.now();
    a.off = null;
    a.age = native.sessionMaxAge(a.session, ms);
  }
  Object.defineProperties(SessionCookie, { name: { value: 'Cookie' } });
  const ofCookie = {
    expires: [
      function () { return this._expires; },
      function (v) { this._expires = v; this.originalMaxAge = this.maxAge; }
    ],
    maxAge: [
      function () { const v = this._expires; return v instanceof Date ? v.valueOf() - Date.now() : v; },
      function (v) {
        if (v && typeof v !== 'number' && !(v instanceof Date)) { throw new TypeError('maxAge must be a number or Date'); }
        if (typeof v !== 'number') { this.expires = v; return; }
        live(this, v); // a date of it would be a moment later than now
        this.originalMaxAge = v;
      }
    ],
    data: [function () {
      const out = { originalMaxAge: this.originalMaxAge };
      release.cookieMembers.forEach(function (name) { out[name] = name === 'expires' ? this._expires : this[name]; }, this);
      return out;
    }]
  };
  Object.keys(ofCookie).forEach(function (name) {
    Object.defineProperty(SessionCookie.prototype, name, { get: ofCookie[name][0], set: ofCookie[name][1], enumerable: true, configurable: true });
  });
  define(SessionCookie.prototype, {
    serialize: function (name, value) { return encodeCookie(name, value, this.data); },
    toJSON: function () { return this.data; }
  });

  // cookieOfSession are the getter and the setter of the member cookie, which is listed with
  // the data of a session.
  const cookieOfSession = [
    function () {
      if (!native.isSession(this)) { return undefined; }
      const value = new SessionCookie(this);
      put(this, 'cookie', value);
      return value;
    },
    function (value) { put(this, 'cookie', value); }
  ];

  // sessionMembers are the other members of a session that are not data. They are on its
  // prototype, and assigned values are not stored.
  const sessionMembers = {
    req: function (data) { return native.sessionRequest(data); },
    id: function (data) { return native.sessionID(data); },
    touch: function () { return function () { return this; }; },
    resetMaxAge: function () { return function () { return this; }; }
  };
  ['save', 'destroy', 'regenerate', 'reload'].forEach(function (name) {
    const operation = function (done) { native.sessionOperation(this, name, done); return this; };
    sessionMembers[name] = function () { return operation; };
  });
  function Session() {}
  const sessionProto = Session.prototype;
  Object.keys(sessionMembers).forEach(function (name) {
    Object.defineProperty(sessionProto, name, {
      get: function () { return native.isSession(this) ? sessionMembers[name](this) : undefined; },
      // As in Sails, these two stay.
      set: name === 'id' || name === 'req' ? undefined : function (value) { Object.defineProperty(this, name, { value: value, writable: true, configurable: true }); },
      configurable: true
    });
  });

  if (native.translates) {
    compute(req, { locale: function () { return native.locale(this); } });
    release.translate(req, res);
  }

  // res.locals is a function that adds locals, with the locals as members.
  const localsOf = Symbol('locals');
  const localsProto = {};
  compute(localsProto, {
    req: function () { return this[localsOf].req; },
    res: function () { return this[localsOf]; },
    session: function () { return this[localsOf].req.session; },
    sails: function () { return this[localsOf].req._sails; },
    _: function () { return native.lodash(); }
  });
  define(req, release.request);
  compute(localsProto, release.locals(function (l) { return l[localsOf].req._sails; }));
  if (native.translates) {
    native.translateHeirs(localsProto, function (l) { const s = l[localsOf]; return s.locale === undefined ? s.req : s; });
    compute(localsProto, { i18n: function () { return this.__; } });
    if (native.ownLocales) { compute(localsProto, { locale: function () { const s = this[localsOf]; return s.locale === undefined ? s.req.locale : s.locale; } }); }
  }
  function locals(s) {
    const more = (values) => { Object.assign(more, values); return values; };
    // Locals may have the names of members of functions.
    delete more.name;
    delete more.length;
    Object.setPrototypeOf(more, localsProto);
    Object.defineProperty(more, localsOf, { value: s });
    return more;
  }

  return {
    locals: locals,
    publicList: publicList,
    sessionProto: sessionProto,
    sessionCookie: cookieOfSession,
    sessionNames: Object.keys(sessionMembers).concat('cookie'),
    noViewName: function () { return release.noViewName(); },
    // errorText returns an error as text: its stack, and with all set also its own
    // members.
    errorText: function (err, all) {
      const stack = release.stack(projectFrames(err.stack) || String(err));
      if (!all) { return stack; }
      const inspect = native.require('util').inspect;
      const head = inspect(err).split('\n')[0].match(/^\w*Error \[\w+\]/); // names what code has renamed
      const shown = head ? stack.replace(/^\w+/, head[0]) : stack;
      const own = Object.keys(err).filter(function (k) { return typeof err[k] !== 'function' && k !== 'name'; });
      if (!own.length) { return shown; }
      return shown + ' {\n' + own.map(function (k) { return '  ' + k + ': ' + inspect(err[k]); }).join(',\n') + '\n}';
    },
    // plainError returns an object with all own members of an error and its message, stack
    // first. As in 0.12, an inherited toJSON is ignored; what one of the error's own returns
    // gets message and stack, unless it has both.
    plainError: function (err) {
      const out = { stack: projectFrames(err.stack) };
      if (!Object.prototype.hasOwnProperty.call(err, 'message')) { out.message = err.message; }
      Object.getOwnPropertyNames(err).forEach(function (k) { if (k !== 'stack') { put(out, k, err[k]); } });
      if (typeof out.toJSON !== 'function') { return out; }
      try {
        const shown = JSON.parse(JSON.stringify(out));
        if (!shown.stack || !shown.message) { Object.assign(shown, { message: err.message, stack: projectFrames(err.stack) }); }
        return shown;
      } catch (e) {
        return { name: err.name, message: err.message, stack: projectFrames(err.stack) };
      }
    }
  };
})
