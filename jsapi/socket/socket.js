// Sockets in JavaScript. Evaluates to a function that makes io and the socket objects
// from native functions.
(function (native, EventEmitter) {
  'use strict';

  // Reserved events are neither sent nor accepted from clients.
  const own = ['connect', 'connection', 'disconnect', 'disconnecting', 'error', 'newListener', 'removeListener'];
  const sockets = new Map(); // sockets that JavaScript has used, by id
  const namespaces = new Map(); // by name

  function define(proto, members) {
    Object.keys(members).forEach(function (name) {
      Object.defineProperty(proto, name, { value: members[name], writable: true, configurable: true, enumerable: false });
    });
  }

  function compute(proto, members) {
    Object.keys(members).forEach(function (name) {
      Object.defineProperty(proto, name, {
        get: members[name],
        set: function (v) { Object.defineProperty(this, name, { value: v, writable: true, configurable: true, enumerable: true }); },
        configurable: true, enumerable: false
      });
    });
  }

  function list(rooms) { return Array.isArray(rooms) ? rooms.map(String) : [String(rooms)]; }

  function done(callback) { if (typeof callback === 'function') { setImmediate(callback, null); } }

  // Target selects the sockets of a namespace: those in the rooms, or all without rooms.
  function Target(namespace, rooms, omitted) {
    keep(this, 'nsp', namespace);
    this.rooms = rooms;
    this.omitted = omitted;
  }
  define(Target.prototype, {
    to: function (room) { return new Target(this.nsp, (this.rooms || []).concat(list(room)), this.omitted); },
    except: function (room) { return new Target(this.nsp, this.rooms, (this.omitted || []).concat(list(room))); },
    emit: function (event) {
      const args = Array.prototype.slice.call(arguments, 1);
      if (typeof args[args.length - 1] === 'function') { throw new Error('an event to many sockets cannot be acknowledged: emit "' + event + '" to each socket for that'); }
      native.broadcast(this.nsp.name, this.rooms, this.omitted, String(event), args);
      return this;
    },
    send: function () { return this.emit.apply(this, ['message'].concat(Array.prototype.slice.call(arguments))); },
    // clients lists ids: calls a callback, or returns them like socket.io 0.9.
    clients: function (callback) {
      const nsp = this.nsp, ids = native.members(nsp.name, this.rooms);
      if (typeof callback === 'function') { setImmediate(callback, null, ids); return this; }
      return ids.map(function (id) { return make(id, nsp); });
    },
    // Operations of socket.io 4 on all sockets of a target, on this server.
    fetchSockets: function () {
      const nsp = this.nsp;
      return Promise.resolve(aimed(this).map(function (id) { return make(id, nsp); }));
    },
    allSockets: function () { return Promise.resolve(new Set(aimed(this))); },
    socketsJoin: function (rooms) {
      const nsp = this.nsp;
      aimed(this).forEach(function (id) { native.join(nsp.name, id, list(rooms)); });
    },
    socketsLeave: function (rooms) {
      const nsp = this.nsp;
      aimed(this).forEach(function (id) { native.leave(nsp.name, id, list(rooms)); });
    },
    disconnectSockets: function (close) {
      aimed(this).forEach(function (id) { native.disconnect(id, !!close); });
    }
  });
  // aimed returns the ids of a target.
  function aimed(target) {
    const omitted = target.omitted && target.omitted.length ? native.members(target.nsp.name, target.omitted).concat(target.omitted) : [];
    return native.members(target.nsp.name, target.rooms).filter(function (id) { return omitted.indexOf(id) < 0; });
  }
  define(Target.prototype, { in: Target.prototype.to, write: Target.prototype.send, of: function (name) { return of(name); } });
  compute(Target.prototype, {
    volatile: function () { return this; },
    json: function () { return this; },
    local: function () { return this; },
    broadcast: function () { return this; }
  });

  function Socket(id, namespace) {
    EventEmitter.call(this);
    Object.defineProperty(this, 'id', { value: id, enumerable: true, writable: true, configurable: true });
    keep(this, 'nsp', namespace);
  }
  Object.setPrototypeOf(Socket, EventEmitter);
  Socket.prototype = Object.create(EventEmitter.prototype, { constructor: { value: Socket, writable: true, configurable: true } });
  const listen = EventEmitter.prototype.on, emit = EventEmitter.prototype.emit;
  // soon runs fn when a socket is connected; it is not yet connected while middleware
  // runs.
  function soon(socket, fn) {
    if (socket.waiting) { socket.waiting.push(fn); } else { fn(); }
    return socket;
  }

  function on(event, fn) { native.listens(); return listen.call(this, event, fn); }
  define(Socket.prototype, {
    on: on,
    addListener: on,
    once: function (event, fn) { native.listens(); return EventEmitter.prototype.once.call(this, event, fn); },
    emit: function (event) {
      if (own.indexOf(event) >= 0) { return emit.apply(this, arguments); }
      const args = Array.prototype.slice.call(arguments, 1);
      const answered = typeof args[args.length - 1] === 'function' ? args.pop() : undefined;
      const id = this.id;
      return soon(this, function () { native.emit(id, String(event), args, answered); });
    },
    send: function () { return this.emit.apply(this, ['message'].concat(Array.prototype.slice.call(arguments))); },
    join: function (rooms, callback) {
      const s = this;
      return soon(s, function () { native.join(s.nsp.name, s.id, list(rooms)); done(callback); });
    },
    leave: function (rooms, callback) {
      const s = this;
      return soon(s, function () { native.leave(s.nsp.name, s.id, list(rooms)); done(callback); });
    },
    leaveAll: function () { native.leave(this.nsp.name, this.id, native.roomsOf(this.nsp.name, this.id)); return this; },
    to: function (room) { return new Target(this.nsp, list(room), [this.id]); },
    except: function (room) { return new Target(this.nsp, null, [this.id].concat(list(room))); },
    disconnect: function (close) {
      const id = this.id;
      return soon(this, function () { native.disconnect(id, close !== undefined && !!close); });
    },
    // get and set store data of a socket in socket.io 0.9.
    set: function (key, value, callback) { this.data[key] = value; done(callback); return this; },
    get: function (key, callback) { setImmediate(callback, null, this.data[key] === undefined ? null : this.data[key]); return this; },
    has: function (key, callback) { setImmediate(callback, null, this.data[key] !== undefined); return this; },
    del: function (key, callback) { delete this.data[key]; done(callback); return this; },
    // use adds middleware for events of the socket. Virtual requests, which come in on
    // "/", do not pass it: it throws there, because it may be meant as an access check.
    use: function (fn) {
      if (this.nsp === io.sockets) {
        throw new Error('socket.use() is not there in the namespace "/", where requests come in: check them in a policy, and connections with sails.io.use() or in beforeConnect of config/sockets.js');
      }
      middleware(this, fn);
      return this;
    },
    toString: function () { return '[socket ' + this.id + ']'; },
    toJSON: function () { return { id: this.id }; },
    inspect: function () { return this.toString(); }
  });
  define(Socket.prototype, { in: Socket.prototype.to, write: Socket.prototype.send, compress: function () { return this; } });
  compute(Socket.prototype, {
    handshake: function () { return keep(this, 'handshake', native.handshake(this.id) || {}); },
    data: function () { return keep(this, 'data', {}); },
    connected: function () { return native.has(this.nsp.name, this.id); },
    disconnected: function () { return !native.has(this.nsp.name, this.id); },
    rooms: function () {
      const names = native.roomsOf(this.nsp.name, this.id);
      if (native.roomsShape === 'array') { return names; }
      if (native.roomsShape === 'set') { return new Set(names); }
      const rooms = {};
      names.forEach(function (name) { rooms[name] = name; });
      return rooms;
    },
    broadcast: function () { return new Target(this.nsp, null, [this.id]); },
    volatile: function () { return this; },
    json: function () { return this; },
    namespace: function () { return this.nsp; },
    server: function () { return io; },
    manager: function () { return io; },
    transport: function () { return native.transport(this.id); },
    request: function () {
      const h = this.handshake;
      return keep(this, 'request', { headers: h.headers, url: h.url, method: 'GET', query: h.query, _query: h.query, connection: { remoteAddress: h.remoteAddress }, socket: { remoteAddress: h.remoteAddress } });
    },
    conn: function () {
      return { id: this.id, remoteAddress: this.handshake.remoteAddress, transport: { name: native.transport(this.id) }, request: this.request };
    },
    client: function () { return { id: this.id, conn: this.conn, request: this.request, server: io }; }
  });

  // keep defines a member with a computed value.
  function keep(o, name, v) {
    Object.defineProperty(o, name, { value: v, writable: true, configurable: true, enumerable: false });
    return v;
  }

  // middleware adds a function to a list of middleware.
  function middleware(o, fn) {
    if (typeof fn !== 'function') { throw new TypeError('use() takes a function, function (socket, next) or, of a socket, function (packet, next); it was given ' + typeof fn); }
    if (!o.fns) { keep(o, 'fns', []); }
    o.fns.push(fn);
  }

  // pass calls a list of middleware until one fails; settle gets the error, and whether it
  // was thrown.
  function pass(fns, what, settle) {
    fns = (fns || []).slice();
    (function step() {
      const fn = fns.shift();
      if (!fn) { return settle(null); }
      let called = false;
      function next(err) {
        if (called) { return; }
        called = true;
        if (err) { settle(err); } else { step(); }
      }
      function fail(err) {
        if (called) { throw err; }
        called = true;
        settle(err || new Error('undefined was thrown'), true);
      }
      let result;
      try { result = fn(what, next); } catch (err) { return fail(err); }
      if (result && typeof result.then === 'function') { result.then(undefined, fail); }
    })();
  }

  // make returns the object of a socket; the same object while it is connected.
  function make(id, namespace) {
    id = String(id);
    let s = sockets.get(id);
    if (!s) {
      s = new Socket(id, namespace || io.sockets);
      if (native.has(s.nsp.name, id)) { meet(s); }
    }
    return s;
  }

  function meet(s) {
    sockets.set(s.id, s);
    native.met(s.id);
  }

  function of(name) {
    if (name === undefined || name === '/' || name === '') { return io.sockets; }
    if (typeof name !== 'string') { throw new TypeError('io.of() takes the name of a namespace, such as "/chat"; patterns and functions are not supported: open each namespace by its name, also later, from within an action'); }
    if (name[0] !== '/') { name = '/' + name; }
    if (/[^!-~]|[#,?]/.test(name)) { throw new Error('io.of("' + name + '"): a name is ASCII without spaces and without # , ?'); }
    let nsp = namespaces.get(name);
    if (!nsp) {
      nsp = new Namespace(name);
      namespaces.set(name, nsp);
      io.nsps[name] = nsp;
      native.declare(name);
    }
    return nsp;
  }

  // Namespace is a namespace of Socket.IO; io has the methods of "/".
  function Namespace(name) {
    EventEmitter.call(this);
    Object.defineProperty(this, 'name', { value: name, enumerable: true, writable: true, configurable: true });
    keep(this, 'server', typeof io === 'undefined' ? this : io);
  }
  Namespace.prototype = Object.create(EventEmitter.prototype, { constructor: { value: Namespace, writable: true, configurable: true } });
  function self(n) { return n === io ? io.sockets : n; }
  function everyone(n) { return new Target(self(n), null, null); }
  function connection(event, fn, once) {
    native.listens();
    if (event === 'connect') { event = 'connection'; }
    return once ? EventEmitter.prototype.once.call(this, event, fn) : listen.call(this, event, fn);
  }
  define(Namespace.prototype, {
    on: function (event, fn) { return connection.call(self(this), event, fn); },
    addListener: function (event, fn) { return connection.call(self(this), event, fn); },
    once: function (event, fn) { return connection.call(self(this), event, fn, true); },
    emit: function () { const to = everyone(this); to.emit.apply(to, arguments); return this; },
    send: function () { const to = everyone(this); to.send.apply(to, arguments); return this; },
    to: function (room) { return everyone(this).to(room); },
    except: function (room) { return everyone(this).except(room); },
    of: of,
    // use adds middleware for sockets that connect.
    use: function (fn) {
      const n = self(this);
      middleware(n, fn);
      native.listens();
      native.guard(n.name);
      return this;
    },
    // authorization is use in socket.io 0.9.
    authorization: function (fn) {
      return this.use(function (socket, next) {
        fn(socket.handshake, function (err, authorized) { next(err || (authorized ? null : new Error('unauthorized'))); });
      });
    },
    // socket returns the socket of an id, as in socket.io 0.9.
    socket: function (id) { return make(id, self(this)); },
    clients: function (room, callback) {
      const all = typeof room === 'string' ? everyone(this).to(room) : everyone(this);
      return all.clients(typeof room === 'function' ? room : callback);
    },
    get: function () { return undefined; },
    set: function () { return this; },
    enable: function () { return this; },
    disable: function () { return this; }
  });
  ['fetchSockets', 'allSockets', 'socketsJoin', 'socketsLeave', 'disconnectSockets'].forEach(function (name) {
    const method = {};
    method[name] = function (argument) { return everyone(this)[name](argument); };
    define(Namespace.prototype, method);
  });
  define(Namespace.prototype, { in: Namespace.prototype.to, write: Namespace.prototype.send });
  compute(Namespace.prototype, {
    // connected returns the sockets of this server by their ids.
    connected: function () {
      const all = {}, n = self(this);
      native.members(n.name, null).forEach(function (id) {
        Object.defineProperty(all, id, { get: function () { return make(id, n); }, enumerable: true, configurable: true });
      });
      return all;
    },
    sockets: function () { return this.connected; },
    volatile: function () { return this; },
    json: function () { return this; },
    local: function () { return this; },
    adapter: function () { return { rooms: this.rooms, nsp: self(this) }; },
    // rooms returns the members of every room by their ids.
    rooms: function () {
      const all = {}, nsp = self(this).name;
      native.rooms(nsp).forEach(function (name) {
        Object.defineProperty(all, name, {
          get: function () {
            const members = {};
            const ids = native.members(nsp, [name]);
            ids.forEach(function (id) { members[id] = true; });
            return { sockets: members, length: ids.length };
          },
          enumerable: true, configurable: true
        });
      });
      return all;
    }
  });

  var io = new Namespace('/');
  keep(io, 'sockets', new Namespace('/'));
  namespaces.set('/', io.sockets);
  io.nsps = { '/': io.sockets };

  return {
    io: io,
    make: make,
    // admit runs the middleware of a namespace for a socket; settle gets the error or
    // null, and whether it was thrown.
    admit: function (id, name, settle) {
      const nsp = namespaces.get(name);
      if (!nsp) { return settle(new Error('Invalid namespace')); }
      const s = new Socket(id, nsp);
      keep(s, 'waiting', []);
      meet(s);
      pass(nsp.fns, s, settle);
    },
    // connect emits connection to the listeners of a namespace.
    connect: function (id, name) {
      const nsp = namespaces.get(name);
      if (!nsp || !nsp.listenerCount('connection') && !sockets.has(id)) { return; }
      const s = make(id, nsp), waiting = s.waiting || [];
      keep(s, 'waiting', null);
      waiting.forEach(function (fn) { fn(); });
      emit.call(nsp, 'connection', s);
    },
    // forget drops a socket that was refused.
    forget: function (id) { sockets.delete(id); },
    // event emits an event of a client.
    event: function (id, name, args, ack) {
      const s = sockets.get(id);
      if (!s || own.indexOf(name) >= 0) { return; }
      const packet = [name].concat(args, ack ? [ack] : []);
      pass(s.fns, packet, function (err, thrown) {
        if (thrown) { throw err; }
        if (!err) {
          emit.apply(s, packet);
        } else if (s.listenerCount('error')) {
          emit.call(s, 'error', err);
        }
      });
    },
    // end emits disconnect to the listeners of a socket.
    end: function (id, reason) {
      const s = sockets.get(id);
      if (!s) { return; }
      try {
        emit.call(s, 'disconnecting', reason);
        emit.call(s, 'disconnect', reason);
      } finally { sockets.delete(id); }
    }
  };
})
