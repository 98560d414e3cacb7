// cluster: several processes of one script that listen on the same ports. The project
// itself is one process, which cannot be started twice; processes of scripts can. The
// workers of a project (setting workers) are in one process, without a primary.
var EventEmitter = require('events'), child = require('child_process'), util = require('util');
var forked = Number(process.env.NODE_UNIQUE_ID) || 0, id = forked || native.worker();
var cluster = module.exports = new EventEmitter();
delete process.env.NODE_UNIQUE_ID;

function Worker(o) {
  if (!(this instanceof Worker)) { return new Worker(o); }
  EventEmitter.call(this);
  o = o || {};
  this.exitedAfterDisconnect = undefined;
  this.state = o.state || 'none';
  this.id = o.id | 0;
  var self = this, own = o.process;
  if (!own) { return; }
  this.process = own;
  own.on('error', function (code, signal) { self.emit('error', code, signal); });
  own.on('message', function (message, handle) { self.emit('message', message, handle); });
}
util.inherits(Worker, EventEmitter);
Worker.prototype.send = function () { return this.process.send.apply(this.process, arguments); };
Worker.prototype.isDead = function () { return this.process.exitCode !== null && this.process.exitCode !== undefined || !!this.process.signalCode; };
Worker.prototype.isConnected = function () { return !!this.process.connected; };

Object.assign(cluster, { isWorker: id > 0, isMaster: id === 0, isPrimary: id === 0, Worker: Worker });
if (forked) { inside(); } else if (id) { among(); } else { outside(); }

// among the workers of a project.
function among() {
  cluster.worker = new Worker({ id: id, process: process, state: 'online' });
  Worker.prototype.send = function () {
    throw Object.assign(new Error('the workers of a project have no primary process: share what they all need in a store or a datastore'), { code: 'ERR_IPC_CHANNEL_CLOSED' });
  };
  Worker.prototype.disconnect = function () {
    throw Object.assign(new Error('a worker of a project cannot leave the others: sails.lower() stops all of them'), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
  };
  Worker.prototype.destroy = Worker.prototype.kill = function () { process.exit(0); };
}

function outside() {
  var next = 1, chosen = false;
  cluster.workers = {};
  cluster.settings = {};
  cluster.SCHED_NONE = 1;
  cluster.SCHED_RR = 2;
  cluster.schedulingPolicy = 1; // the system deals out the connections
  cluster.setupPrimary = cluster.setupMaster = function (options) {
    var s = Object.assign({ args: process.argv.slice(2), exec: process.argv[1], execArgv: process.execArgv, silent: false }, cluster.settings, options);
    if (options && options.exec !== undefined) { chosen = true; }
    cluster.settings = s;
    process.nextTick(function () { cluster.emit('setup', s); });
  };
  cluster.fork = function (env) {
    if (!native.process && !chosen) {
      throw Object.assign(new Error('cluster.fork is not available here: ' + native.replacement + '. cluster.setupPrimary({ exec: file }) chooses a script that can be forked'), { code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM' });
    }
    cluster.setupPrimary();
    var s = cluster.settings, number = next++;
    var own = child.fork(s.exec, s.args, { cwd: s.cwd, env: Object.assign({}, process.env, env, { NODE_UNIQUE_ID: String(number) }), serialization: s.serialization, silent: s.silent, execPath: s.execPath, execArgv: s.execArgv, stdio: s.stdio, windowsHide: s.windowsHide });
    var worker = new Worker({ id: number, process: own });
    cluster.workers[number] = worker;
    worker.on('message', function (message, handle) { cluster.emit('message', worker, message, handle); });
    own.on('internalMessage', function (message) { if (message.cmd === 'NODE_CLUSTER') { heard(worker, message); } });
    own.once('disconnect', function () {
      if (worker.isDead()) { forget(worker); }
      worker.exitedAfterDisconnect = !!worker.exitedAfterDisconnect;
      worker.state = 'disconnected';
      worker.emit('disconnect');
      cluster.emit('disconnect', worker);
      worker._left = true;
      if (worker.isDead()) { forget(worker); }
    });
    own.once('exit', function (code, signal) {
      worker.exitedAfterDisconnect = !!worker.exitedAfterDisconnect;
      worker.state = 'dead';
      if (!own.connected) { forget(worker); }
      worker.emit('exit', code, signal);
      cluster.emit('exit', worker, code, signal);
    });
    process.nextTick(function () { cluster.emit('fork', worker); });
    return worker;
  };
  function forget(worker) { delete cluster.workers[worker.id]; cluster.emit('_gone'); }
  function heard(worker, message) {
    switch (message.act) {
      case 'online':
        worker.state = 'online';
        worker.emit('online');
        cluster.emit('online', worker);
        return;
      case 'listening':
        worker.state = 'listening';
        worker.emit('listening', message.address);
        cluster.emit('listening', worker, message.address);
        return;
      case 'exitedAfterDisconnect': worker.exitedAfterDisconnect = true;
    }
  }
  cluster.disconnect = function (done) {
    var all = Object.values(cluster.workers);
    if (typeof done === 'function') {
      if (!all.length) { process.nextTick(done); } else { cluster.on('_gone', function gone() { if (!Object.keys(cluster.workers).length) { cluster.removeListener('_gone', gone); done(); } }); }
    }
    all.forEach(function (worker) { if (worker.isConnected()) { worker.disconnect(); } });
  };
  Worker.prototype.disconnect = function () {
    this.exitedAfterDisconnect = true;
    this.process.send({ cmd: 'NODE_CLUSTER', act: 'disconnect' });
    return this;
  };
  Worker.prototype.destroy = Worker.prototype.kill = function (signal) {
    var own = this.process, name = signal || 'SIGTERM';
    if (this.isConnected()) { this.exitedAfterDisconnect = this.exitedAfterDisconnect || undefined; this.once('disconnect', function () { own.kill(name); }); own.disconnect(); } else { own.kill(name); }
  };
}
function inside() {
  var worker = cluster.worker = new Worker({ id: id, process: process, state: 'online' }), net = require('net'), servers = new Set();
  function say(act, more) { if (process.connected) { process.send(Object.assign({ cmd: 'NODE_CLUSTER', act: act }, more)); } }
  // Each process listens by itself; the system deals out the connections.
  net._shared = function (server, where) {
    servers.add(server);
    server.once('close', function () { servers.delete(server); });
    var own = server.address();
    say('listening', { address: { address: where.host || null, port: own && own.port !== undefined ? own.port : -1, addressType: where.path ? -1 : own && own.family === 'IPv6' ? 6 : 4, fd: undefined } });
  };
  function leave() {
    worker.exitedAfterDisconnect = true;
    say('exitedAfterDisconnect');
    var open = servers.size;
    function closed() { if (open-- === 0 && process.connected) { process.disconnect(); } }
    servers.forEach(function (server) { server.once('close', closed); server.close(); });
    closed();
  }
  process.on('internalMessage', function (message) { if (message.cmd === 'NODE_CLUSTER' && message.act === 'disconnect') { leave(); } });
  process.once('disconnect', function () {
    worker.emit('disconnect');
    // Without the primary there is nobody who would end this process.
    if (!worker.exitedAfterDisconnect) { process.exit(0); }
  });
  Worker.prototype.disconnect = function () { leave(); return this; };
  Worker.prototype.destroy = Worker.prototype.kill = function () {
    if (!process.connected) { process.exit(0); }
    this.exitedAfterDisconnect = true;
    say('exitedAfterDisconnect');
    process.once('disconnect', function () { process.exit(0); });
    process.disconnect();
  };
  say('online');
}
