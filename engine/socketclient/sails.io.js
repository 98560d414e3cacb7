/*
 * A client for sockets with the interface of sails.io.js: io.socket.get, post, put,
 * patch, delete, request, on and off, io.sails, io.sails.connect. It speaks
 * protocol 4 of Socket.IO over a WebSocket.
 */
(function (root) {
  'use strict';

  var VERSION = '1.2.1'; // whose interface it is
  var script = root.document && root.document.currentScript;

  function attribute(name) {
    return script ? script.getAttribute(name) : null;
  }

  var settings = {
    autoConnect: attribute('autoConnect') !== 'false',
    reconnection: attribute('reconnection') !== 'false',
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    reconnectionAttempts: Infinity,
    timeout: 20000,
    useCORSRouteToGetCookie: true,
    environment: attribute('environment') || 'production',
    url: attribute('url') || undefined,
    path: attribute('path') || '/socket.io',
    query: undefined,
    headers: undefined,
    sdk: { version: VERSION, platform: 'browser', language: 'javascript' }
  };
  try {
    settings.headers = JSON.parse(attribute('headers')) || undefined;
  } catch (err) {
    console.error('sails.io.js: the attribute "headers" of its <script> is no JSON: ' + err.message);
  }

  // The answer to a request.
  function Answer(context) {
    this.headers = context.headers || {};
    this.statusCode = context.statusCode === undefined ? 200 : context.statusCode;
    this.body = context.body;
    if (this.statusCode < 200 || this.statusCode >= 400) {
      this.error = context.error || new Error('Server responded with a ' + this.statusCode + ' status code' +
        (typeof this.body === 'string' && this.body ? ': ' + this.body : ''));
    }
  }
  Answer.prototype.toString = function () {
    return '[ResponseFromSails]  -- Status: ' + this.statusCode + '  -- Headers: ' + JSON.stringify(this.headers) + '  -- Body: ' + JSON.stringify(this.body);
  };
  Answer.prototype.toPOJO = function () {
    return { body: this.body, headers: this.headers, statusCode: this.statusCode };
  };

  function Listeners() {
    this.lists = {};
  }
  Listeners.prototype.add = function (event, fn) {
    (this.lists[event] = this.lists[event] || []).push(fn);
  };
  Listeners.prototype.remove = function (event, fn) {
    if (event === undefined) {
      this.lists = {};
    } else if (fn === undefined) {
      delete this.lists[event];
    } else {
      this.lists[event] = (this.lists[event] || []).filter(function (other) { return other !== fn && other.once !== fn; });
    }
  };
  Listeners.prototype.call = function (event, args) {
    (this.lists[event] || []).slice().forEach(function (fn) { fn.apply(null, args); });
  };

  function SailsSocket(options) {
    var own = options || {};
    for (var key in settings) {
      this[key] = own[key] === undefined ? settings[key] : own[key];
    }
    this.listeners = new Listeners();
    this.state = 'idle'; // connecting, connected, waiting
    this.waiting = []; // what is sent once it is connected
    this.answers = {}; // by the number of the message
    this.number = 0;
    this.attempt = 0;
    this.id = undefined;
    var self = this;
    this._raw = {
      emit: function () { self._emit(Array.prototype.slice.call(arguments)); },
      on: function (event, fn) { self.on(event, fn); }
    };
  }

  SailsSocket.prototype.isConnected = function () { return this.state === 'connected'; };
  SailsSocket.prototype.isConnecting = function () { return this.state === 'connecting' || this.state === 'waiting'; };
  SailsSocket.prototype.mightBeAboutToAutoConnect = function () { return this === io.socket && io.sails.autoConnect && this.state === 'idle'; };

  SailsSocket.prototype.on = function (event, fn) {
    if (typeof fn !== 'function') {
      throw new Error('io.socket.on() takes the name of an event and a function.');
    }
    this.listeners.add(event, fn);
    return this;
  };
  SailsSocket.prototype.once = function (event, fn) {
    var self = this;
    function first() {
      self.listeners.remove(event, first);
      fn.apply(null, arguments);
    }
    first.once = fn;
    return this.on(event, first);
  };
  SailsSocket.prototype.off = function (event, fn) { this.listeners.remove(event, fn); return this; };
  SailsSocket.prototype.removeListener = SailsSocket.prototype.off;
  SailsSocket.prototype.removeAllListeners = function (event) { this.listeners.remove(event); return this; };

  SailsSocket.prototype._address = function () {
    var base = new URL(this.url || '/', root.location.href);
    var target = new URL(this.path.replace(/\/?$/, '/'), base);
    target.protocol = base.protocol === 'https:' || base.protocol === 'wss:' ? 'wss:' : 'ws:';
    var extra = typeof this.query === 'string' ? this.query.replace(/^\?/, '') : '';
    target.search = '?EIO=3&transport=websocket&__sails_io_sdk_version=' + VERSION +
      '&__sails_io_sdk_platform=browser&__sails_io_sdk_language=javascript' + (extra ? '&' + extra : '');
    return target;
  };

  SailsSocket.prototype._connect = function () {
    var self = this, address = this._address();
    if (this.state === 'connecting' || this.state === 'connected') {
      return this;
    }
    clearTimeout(this.retry);
    this.state = 'connecting';
    var other = address.host !== root.location.host;
    if (!other || !this.useCORSRouteToGetCookie) {
      this._open(address);
      return this;
    }
    // The cookie of a server of another origin has to be there first.
    var route = this.useCORSRouteToGetCookie === true ? '/__getcookie' : this.useCORSRouteToGetCookie;
    var place = new URL(route, this.url);
    fetch(place.href, { credentials: 'include', mode: 'no-cors' }).catch(function () {}).then(function () {
      if (self.state === 'connecting') {
        self._open(address);
      }
    });
    return this;
  };

  SailsSocket.prototype._open = function (address) {
    var self = this, ws = new WebSocket(address.href);
    this.ws = ws;
    ws.binaryType = 'arraybuffer';
    var late = setTimeout(function () { ws.close(); }, this.timeout);
    ws.onmessage = function (event) {
      if (self.ws !== ws) {
        return;
      }
      if (typeof event.data !== 'string') {
        self._part(event.data.slice(1)); // the first byte says that it is a message
        return;
      }
      var kind = event.data.charAt(0), rest = event.data.slice(1);
      if (kind === '0') {
        self._opened(JSON.parse(rest));
      } else if (kind === '1') {
        ws.close();
      } else if (kind === '3') {
        clearTimeout(self.silence);
      } else if (kind === '4') {
        clearTimeout(late);
        self._packet(rest);
      }
    };
    ws.onclose = function () {
      clearTimeout(late);
      if (self.ws === ws) {
        self._closed();
      }
    };
  };

  SailsSocket.prototype._opened = function (hello) {
    var self = this, ws = this.ws;
    this.id = hello.sid;
    clearInterval(this.beat);
    this.beat = setInterval(function () {
      ws.send('2');
      clearTimeout(self.silence);
      self.silence = setTimeout(function () { ws.close(); }, hello.pingTimeout);
    }, hello.pingInterval);
  };

  // A packet of Socket.IO: its kind, the number of the message, and JSON. One with
  // bytes says how many parts follow, which its placeholders stand for.
  SailsSocket.prototype._packet = function (text) {
    var kind = text.charAt(0), bytes = /^[56](\d+)-/.exec(text);
    if (bytes) {
      this.partial = { text: (kind === '5' ? '2' : '3') + text.slice(bytes[0].length), left: Number(bytes[1]), parts: [] };
      if (this.partial.left === 0) {
        this._part();
      }
      return;
    }
    this._content(text, []);
  };

  SailsSocket.prototype._part = function (data) {
    var whole = this.partial;
    if (!whole) {
      return;
    }
    if (data !== undefined) {
      whole.parts.push(data);
    }
    if (whole.parts.length >= whole.left) {
      this.partial = undefined;
      this._content(whole.text, whole.parts);
    }
  };

  SailsSocket.prototype._content = function (text, bytes) {
    var kind = text.charAt(0), parts = /^(\d*)([\s\S]*)$/.exec(text.slice(1));
    var content = parts[2] ? JSON.parse(parts[2], function (key, v) {
      return v && v._placeholder === true && bytes[v.num] ? bytes[v.num] : v;
    }) : undefined;
    if (kind === '0') {
      this._connected();
    } else if (kind === '1') {
      this.ws.close();
    } else if (kind === '2') {
      this.listeners.call(content[0], content.slice(1));
    } else if (kind === '3') {
      var answered = this.answers[parts[1]];
      delete this.answers[parts[1]];
      if (answered) {
        answered(content[0]);
      }
    } else if (kind === '4') {
      this.listeners.call('error', [content]);
      this.listeners.call('connect_error', [content]);
    }
  };

  SailsSocket.prototype._connected = function () {
    var again = this.attempt > 0;
    this.state = 'connected';
    this.attempt = 0;
    var waiting = this.waiting;
    this.waiting = [];
    this.listeners.call('connect', []);
    if (again) {
      this.listeners.call('reconnect', []);
    }
    waiting.forEach(this._send, this);
  };

  SailsSocket.prototype._closed = function () {
    var self = this, was = this.state, answers = this.answers;
    clearInterval(this.beat);
    clearTimeout(this.silence);
    this.ws = undefined;
    this.answers = {};
    this.state = 'idle';
    Object.keys(answers).forEach(function (number) { answers[number](undefined, new Error('The socket was disconnected before the server answered.')); });
    if (was === 'connected') {
      this.listeners.call('disconnect', []);
    } else if (was === 'connecting') {
      this.listeners.call('connect_error', [new Error('The server cannot be reached over a WebSocket.')]);
    }
    if (was === 'closing' || !this.reconnection || this.attempt >= this.reconnectionAttempts) {
      return;
    }
    this.attempt++;
    this.state = 'waiting';
    this.listeners.call('reconnecting', [this.attempt]);
    // Not all of the clients of a server that was away come back at once.
    var pause = Math.min(this.reconnectionDelay * Math.pow(2, this.attempt - 1), this.reconnectionDelayMax) * (0.5 + Math.random() / 2);
    this.retry = setTimeout(function () { self._connect(); }, pause);
  };

  SailsSocket.prototype.disconnect = function () {
    clearTimeout(this.retry);
    if (!this.ws) {
      this.state = 'idle';
      return this;
    }
    var was = this.state;
    this.state = 'closing';
    this.ws.close();
    if (was === 'connected') {
      this.listeners.call('disconnect', []);
    }
    return this;
  };

  SailsSocket.prototype.reconnect = function () {
    if (this.state === 'connected' || this.state === 'connecting') {
      throw new Error('Cannot connect- socket is already connected');
    }
    return this._connect();
  };
  SailsSocket.prototype.connect = SailsSocket.prototype._connect;

  SailsSocket.prototype._send = function (message) {
    if (this.state !== 'connected') {
      this.waiting.push(message);
      return;
    }
    var number = '';
    if (message.answered) {
      number = this.number++;
      this.answers[number] = message.answered;
    }
    this.ws.send('42' + number + JSON.stringify(message.args));
  };

  SailsSocket.prototype._emit = function (args) {
    var last = args[args.length - 1];
    if (typeof last === 'function') {
      args.pop();
    }
    this._send({ args: args, answered: typeof last === 'function' ? last : undefined });
  };

  SailsSocket.prototype.request = function (options, done) {
    if (typeof options !== 'object' || options === null || typeof options.url !== 'string') {
      throw new Error('Usage: io.socket.request({ method, url, data, headers }, function (body, jwr) { … })');
    }
    var headers = {}, key;
    for (key in this.headers || {}) {
      headers[key.toLowerCase()] = this.headers[key];
    }
    for (key in options.headers || {}) {
      headers[key.toLowerCase()] = options.headers[key];
    }
    var method = String(options.method || 'get').toLowerCase();
    var data = options.data !== undefined ? options.data : options.params;
    this._send({
      args: [method, { method: method, headers: headers, data: data === undefined ? {} : data, url: options.url }],
      answered: done && function (answer, failed) {
        var jwr = new Answer(failed ? { statusCode: 0, error: failed } : answer || {});
        done(jwr.body, jwr);
      }
    });
    return this;
  };

  ['get', 'post', 'put', 'patch', 'delete'].forEach(function (method) {
    SailsSocket.prototype[method] = function (url, data, done) {
      if (typeof data === 'function') {
        done = data;
        data = undefined;
      }
      return this.request({ method: method, url: url, data: data }, done);
    };
  });

  function io() {
    return io.sails.connect.apply(null, arguments);
  }
  io.sails = settings;
  io.sails.connect = function (url, options) {
    var own = typeof url === 'object' && url !== null ? url : options || {};
    var socket = new SailsSocket(own);
    if (typeof url === 'string') {
      socket.url = url;
    }
    return socket._connect();
  };
  io.connect = io.sails.connect;
  io.JWR = Answer;
  io.SailsSocket = SailsSocket;
  io.socket = new SailsSocket();

  root.io = io;
  // Scripts behind this one may change io.sails first.
  setTimeout(function () {
    if (io.sails.autoConnect && io.socket.state === 'idle') {
      var listeners = io.socket.listeners, waiting = io.socket.waiting;
      for (var key in settings) {
        if (key !== 'connect') {
          io.socket[key] = settings[key];
        }
      }
      io.socket.listeners = listeners;
      io.socket.waiting = waiting;
      io.socket._connect();
    }
  }, 0);
})(typeof window === 'undefined' ? this : window);
