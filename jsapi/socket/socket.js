// Sockets as JavaScript sees them. Evaluates to a function that makes io and
// the objects of sockets of what is native.
(function (native, EventEmitter) {
  'use strict';

  // Events with a meaning of their own here are not sent, nor taken from clients.
  const own = ['connect', 'connection', 'disconnect', 'disconnecting', 'error', 'newListener', 'removeListener'];
  const sockets = new Map(); // those that JavaScript has met, by id

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

  // Target is where an event goes: rooms, or everywhere without any.
  function Target(rooms, omitted) {
    this.rooms = rooms;
    this.omitted = omitted;
  }
  define(Target.prototype, {
    to: function (room) { return new Target((this.rooms || []).concat(list(room)), this.omitted); },
    emit: function (event) {
      const args = Array.prototype.slice.call(arguments, 1);
      if (typeof args[args.length - 1] === 'function') { throw new Error('an event to many sockets cannot be acknowledged: emit "' + event + '" to each socket for that'); }
      native.broadcast(this.rooms, this.omitted, String(event), args);
      return this;
    },
    send: function () { return this.emit.apply(this, ['message'].concat(Array.prototype.slice.call(arguments))); },
    // clients lists ids: to a callback, or as socket.io 0.9 did.
    clients: function (callback) {
      const ids = native.members(this.rooms);
      if (typeof callback === 'function') { setImmediate(callback, null, ids); return this; }
      return ids.map(make);
    }
  });
  define(Target.prototype, { in: Target.prototype.to, write: Target.prototype.send, of: function (name) { return of(name); } });
  compute(Target.prototype, {
    volatile: function () { return this; },
    json: function () { return this; },
    local: function () { return this; },
    broadcast: function () { return this; }
  });

  function Socket(id) {
    EventEmitter.call(this);
    Object.defineProperty(this, 'id', { value: id, enumerable: true, writable: true, configurable: true });
  }
  Object.setPrototypeOf(Socket, EventEmitter);
  Socket.prototype = Object.create(EventEmitter.prototype, { constructor: { value: Socket, writable: true, configurable: true } });
  const listen = EventEmitter.prototype.on, tell = EventEmitter.prototype.emit;
  function on(event, fn) { native.listens(); return listen.call(this, event, fn); }
  define(Socket.prototype, {
    on: on,
    addListener: on,
    once: function (event, fn) { native.listens(); return EventEmitter.prototype.once.call(this, event, fn); },
    emit: function (event) {
      if (own.indexOf(event) >= 0) { return tell.apply(this, arguments); }
      const args = Array.prototype.slice.call(arguments, 1);
      const answered = typeof args[args.length - 1] === 'function' ? args.pop() : undefined;
      native.emit(this.id, String(event), args, answered);
      return this;
    },
    send: function () { return this.emit.apply(this, ['message'].concat(Array.prototype.slice.call(arguments))); },
    join: function (rooms, callback) { native.join(this.id, list(rooms)); done(callback); return this; },
    leave: function (rooms, callback) { native.leave(this.id, list(rooms)); done(callback); return this; },
    leaveAll: function () { native.leave(this.id, native.roomsOf(this.id)); return this; },
    to: function (room) { return new Target(list(room), [this.id]); },
    disconnect: function (close) { native.disconnect(this.id, close !== undefined && !!close); return this; },
    // get and set kept data with a socket in socket.io 0.9.
    set: function (key, value, callback) { this.data[key] = value; done(callback); return this; },
    get: function (key, callback) { setImmediate(callback, null, this.data[key] === undefined ? null : this.data[key]); return this; },
    has: function (key, callback) { setImmediate(callback, null, this.data[key] !== undefined); return this; },
    del: function (key, callback) { delete this.data[key]; done(callback); return this; },
    use: function () { throw new Error('socket.use() is not there: check requests in a policy, and connections in beforeConnect of config/sockets.js'); },
    toString: function () { return '[socket ' + this.id + ']'; },
    toJSON: function () { return { id: this.id }; },
    inspect: function () { return this.toString(); }
  });
  define(Socket.prototype, { in: Socket.prototype.to, write: Socket.prototype.send, compress: function () { return this; } });
  compute(Socket.prototype, {
    handshake: function () { return keep(this, 'handshake', native.handshake(this.id) || {}); },
    data: function () { return keep(this, 'data', {}); },
    connected: function () { return native.has(this.id); },
    disconnected: function () { return !native.has(this.id); },
    rooms: function () {
      const names = native.roomsOf(this.id);
      if (native.roomsShape === 'array') { return names; }
      if (native.roomsShape === 'set') { return new Set(names); }
      const rooms = {};
      names.forEach(function (name) { rooms[name] = name; });
      return rooms;
    },
    broadcast: function () { return new Target(null, [this.id]); },
    volatile: function () { return this; },
    json: function () { return this; },
    nsp: function () { return io.sockets; },
    namespace: function () { return io.sockets; },
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

  // keep makes what was computed once a member.
  function keep(o, name, v) {
    Object.defineProperty(o, name, { value: v, writable: true, configurable: true, enumerable: false });
    return v;
  }

  // make is the object of a socket, the same as long as it is connected.
  function make(id) {
    id = String(id);
    let s = sockets.get(id);
    if (!s) {
      s = new Socket(id);
      if (native.has(id)) {
        sockets.set(id, s);
        native.met(id);
      }
    }
    return s;
  }

  function of(name) {
    if (name === undefined || name === '/' || name === '') { return io.sockets; }
    throw new Error('io.of("' + name + '"): there is only the namespace "/"; use rooms to tell sockets apart');
  }

  // Namespace is "/", which io stands for as well.
  function Namespace() { EventEmitter.call(this); }
  Namespace.prototype = Object.create(EventEmitter.prototype, { constructor: { value: Namespace, writable: true, configurable: true } });
  const everyone = new Target(null, null);
  function connection(event, fn, once) {
    native.listens();
    if (event === 'connect') { event = 'connection'; }
    return once ? EventEmitter.prototype.once.call(this, event, fn) : listen.call(this, event, fn);
  }
  define(Namespace.prototype, {
    on: function (event, fn) { return connection.call(io.sockets, event, fn); },
    addListener: function (event, fn) { return connection.call(io.sockets, event, fn); },
    once: function (event, fn) { return connection.call(io.sockets, event, fn, true); },
    emit: function () { return everyone.emit.apply(everyone, arguments); },
    send: function () { return everyone.send.apply(everyone, arguments); },
    write: function () { return everyone.send.apply(everyone, arguments); },
    to: function (room) { return everyone.to(room); },
    in: function (room) { return everyone.to(room); },
    of: of,
    use: function () { throw new Error('io.use() is not there: decide who may connect in beforeConnect of config/sockets.js'); },
    // socket is that of an id, as socket.io 0.9 looked it up.
    socket: function (id) { return make(id); },
    clients: function (room, callback) {
      const all = typeof room === 'string' ? everyone.to(room) : everyone;
      return all.clients(typeof room === 'function' ? room : callback);
    },
    get: function () { return undefined; },
    set: function () { return this; },
    enable: function () { return this; },
    disable: function () { return this; }
  });
  compute(Namespace.prototype, {
    name: function () { return '/'; },
    // connected are the sockets of this server by their ids.
    connected: function () {
      const all = {};
      native.members(null).forEach(function (id) {
        Object.defineProperty(all, id, { get: function () { return make(id); }, enumerable: true, configurable: true });
      });
      return all;
    },
    volatile: function () { return this; },
    json: function () { return this; },
    local: function () { return this; },
    adapter: function () { return { rooms: rooms(), nsp: io.sockets }; },
    rooms: rooms
  });

  // rooms are the members of every room by their ids.
  function rooms() {
    const all = {};
    native.rooms().forEach(function (name) {
      Object.defineProperty(all, name, {
        get: function () {
          const members = {};
          const ids = native.members([name]);
          ids.forEach(function (id) { members[id] = true; });
          return { sockets: members, length: ids.length };
        },
        enumerable: true, configurable: true
      });
    });
    return all;
  }

  const io = new Namespace();
  keep(io, 'sockets', new Namespace());
  Object.defineProperty(io.sockets, 'sockets', { get: function () { return io.sockets.connected; }, enumerable: false });
  Object.defineProperty(io.sockets, 'server', { value: io, enumerable: false });
  io.nsps = { '/': io.sockets };

  return {
    io: io,
    make: make,
    // connect tells the listeners of io of a socket.
    connect: function (id) {
      if (!io.sockets.listenerCount('connection')) { return; }
      tell.call(io.sockets, 'connection', make(id));
    },
    // event hands on what a client emitted; false when nobody listens.
    event: function (id, name, args, ack) {
      const s = sockets.get(id);
      if (!s || own.indexOf(name) >= 0 || !s.listenerCount(name)) { return false; }
      return tell.apply(s, [name].concat(args, ack ? [ack] : []));
    },
    // end tells the listeners of a socket that it is gone.
    end: function (id, reason) {
      const s = sockets.get(id);
      if (!s) { return; }
      try {
        tell.call(s, 'disconnecting', reason);
        tell.call(s, 'disconnect', reason);
      } finally { sockets.delete(id); }
    }
  };
})
