// sails.sockets: messages to sockets, and the rooms of sockets.
(function (native, parts) {
  'use strict';
  const DEFAULT = 'message';
  const hasOwn = Object.prototype.hasOwnProperty;
  function isFunction(v) { return typeof v === 'function'; }
  function list(v) { return Array.isArray(v) ? v : [v]; }
  // failure makes an error as Sails does: an object with the prototype of errors, whose members are all shown.
  function failure(code, status, message) {
    const err = Object.create(Error.prototype);
    err.code = 'SAILS:HOOK:SOCKETS:' + code;
    err.name = 'Error (' + err.code + '):';
    err.status = status;
    err.message = message;
    err.stack = new Error(message).stack;
    return err;
  }
  function usage(message) { return failure('USAGE', 500, message); }
  function noSuchSocket(message) { return failure('NO_SUCH_SOCKET', 404, message); }

  function isSocket(x) { return typeof x.id === 'string' && isFunction(x.emit) && isFunction(x.join); }

  // socketOf returns the socket of a request or the socket itself; undefined for other
  // values.
  function socketOf(x) {
    if (x === null || typeof x !== 'object') { return undefined; }
    if (isSocket(x)) { return x; }
    const inner = x.socket;
    return inner !== null && typeof inner === 'object' && isSocket(inner) ? inner : undefined;
  }
  // idOf returns the id of a socket, of the socket of a request, or the id itself.
  function idOf(x) {
    if (typeof x === 'string') { return x; }
    const socket = socketOf(x);
    return socket && socket.id;
  }
  function idsOf(sockets, method) {
    const ids = [];
    list(sockets).forEach(function (x) {
      const id = idOf(x);
      if (native.refuseUnknown && (id === undefined ? x === undefined || x === null : !native.has(id))) {
        throw noSuchSocket('Cannot find socket with id=`' + (id === undefined ? x : id) + '`');
      }
      if (id === undefined) {
        native.warn('sails.sockets.' + method + '(): ' + native.inspect(x) + ' is no socket, nor a request that came in on one: it is ignored');
      } else { ids.push(id); }
    });
    return ids;
  }
  // named throws for a call without any socket.
  function named(who, method) {
    if (who === undefined || who === null) {
      throw usage('sails.sockets.' + method + '() needs a socket, its id, a request that came in on one, or a list of these, not ' + who);
    }
  }
  // names are names of rooms: as in Sails the text of whatever is given.
  function names(rooms, method) {
    return list(rooms).map(function (r) {
      if (typeof r !== 'string' && typeof r !== 'number') {
        native.warn('sails.sockets.' + method + '(): ' + native.inspect(r) + ' is no name of a room: the room is called "' + r + '"');
      }
      return String(r);
    });
  }
  // omitted is the socket that does not get a message. As in Sails it is a socket or a
  // request, and an id leaves out nobody.
  function omitted(omit) {
    const socket = socketOf(omit);
    return socket ? [socket.id] : [];
  }
  // settle calls a callback asynchronously, with as many arguments as Sails.
  function settle(cb, work, gives) {
    let result;
    if (!isFunction(cb)) { return work(); }
    try { result = work(); } catch (err) {
      if (native.refuseUnknown) { throw err; }
      setImmediate(cb, err);
      return true;
    }
    if (gives) { setImmediate(cb, null, result); } else if (native.prefix) { setImmediate(cb); } else { setImmediate(cb, null); }
    return result;
  }

  // message reads the arguments (event, data, omit). As in Sails the event may be left out where the data is an object,
  // and what stands behind the data leaves out nobody then.
  function message(args) {
    if (typeof args[0] === 'object') { return { event: DEFAULT, data: args[0], omit: args[2] }; }
    return { event: args[0] ? String(args[0]) : DEFAULT, data: args[1], omit: args[2] };
  }

  const sockets = {
    DEFAULT_EVENT_NAME: DEFAULT,

    join: function (who, rooms, cb) {
      return settle(cb, function () {
        const to = names(rooms, 'join');
        if (isFunction(cb)) { named(who, 'join'); }
        idsOf(who, 'join').forEach(function (id) { native.join(id, to); });
        return true;
      });
    },
    leave: function (who, rooms, cb) {
      return settle(cb, function () {
        const from = names(rooms, 'leave');
        if (isFunction(cb)) { named(who, 'leave'); }
        idsOf(who, 'leave').forEach(function (id) { native.leave(id, from); });
        return true;
      });
    },
    leaveAll: function (source, options, cb) {
      if (isFunction(options)) { cb = options; options = undefined; }
      options = options || {};
      return settle(cb, function () {
        names(source, 'leaveAll').forEach(function (name) {
          native.leaveAll(name, !!options.includeSocketRooms, options.includeSourceRoom !== false);
        });
      });
    },
    addRoomMembersToRooms: function (source, rooms, cb) {
      return settle(cb, function () {
        const to = names(rooms, 'addRoomMembersToRooms');
        names(source, 'addRoomMembersToRooms').forEach(function (name) { native.joinMembers(name, to); });
      });
    },
    removeRoomMembersFromRooms: function (source, rooms, cb) {
      return settle(cb, function () {
        const from = names(rooms, 'removeRoomMembersFromRooms');
        names(source, 'removeRoomMembersFromRooms').forEach(function (name) { native.leaveMembers(name, from); });
      });
    },

    broadcast: function (rooms) {
      const m = message(Array.prototype.slice.call(arguments, 1));
      const to = names(rooms, 'broadcast');
      if (to.length) { native.broadcast(to, omitted(m.omit), m.event, m.data); }
    },
    blast: function () {
      const m = message(arguments);
      native.blast(omitted(m.omit), m.event, m.data);
    },
    emit: function (ids) {
      if (native.refuseUnknown && Array.isArray(ids)) { return sockets.emitToAll.apply(sockets, arguments); }
      const m = message(Array.prototype.slice.call(arguments, 1));
      const to = list(ids).map(idOf).filter(function (id) { return id !== undefined; });
      if (native.refuseUnknown && !Array.isArray(ids) && !native.has(String(to[0]))) {
        throw noSuchSocket('The socket ID (' + (to[0] || native.inspect(ids)) + ') you are trying to emit from does not exist.');
      }
      if (to.length) { native.broadcast(to, [], m.event, m.data); }
    },
    emitToAll: function (ids) {
      const known = {};
      list(ids).forEach(function (id) { known[idOf(id)] = native.has(idOf(id)); });
      const m = message(Array.prototype.slice.call(arguments, 1)), to = list(ids).map(idOf).filter(function (id) { return id !== undefined; });
      if (to.length) { native.broadcast(to, [], m.event, m.data); }
      return native.refuseUnknown ? known : undefined;
    },

    getId: function (x) {
      const socket = socketOf(x);
      return socket && socket.id;
    },
    parseSocket: socketOf,
    get: function (id) {
      if (id === undefined || id === null || id === '') {
        throw usage('`sails.sockets.get()` cannot lookup socket w/o an id (got: `' + id + '`)');
      }
      if (!native.has(String(id))) {
        throw noSuchSocket('Cannot find socket with id=`' + id + '`');
      }
      return native.socket(String(id));
    },
    rooms: function () { return native.rooms(); },
    socketRooms: function (x) {
      const id = idOf(x), refused = '`sails.sockets.socketRooms()` cannot lookup room membership ';
      if (!x) { throw usage(refused + 'w/o an id or socket instance (got: `' + x + '`)'); }
      if (id === undefined || !native.has(id)) {
        throw usage(refused + (native.refuseUnknown ? ':: Invalid id or socket instance: undefined' : ':: Invalid socket instance'));
      }
      return native.roomsOf(id);
    },
    subscribers: function (room, objects, cb) {
      if (isFunction(objects)) { cb = objects; objects = false; }
      return settle(cb, function () {
        const ids = native.members(String(room));
        return objects ? ids.map(native.socket) : ids;
      }, true);
    },

    subscribeToFirehose: function (x) { if (native.firehose) { sockets.join(x, native.firehose); } },
    unsubscribeFromFirehose: function (x) { if (native.firehose) { sockets.leave(x, native.firehose); } },
    publishToFirehose: function (data) { if (native.firehose) { native.broadcast([native.firehose], [], 'firehose', data); } }
  };
  sockets.id = sockets.getId;

  parts.sockets = sockets;
  parts.socketOf = socketOf;
  parts.idOf = idOf;
  parts.isFunction = isFunction;
  parts.list = list;
})
