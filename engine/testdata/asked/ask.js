// ask.js asks an installed Sails what the projects of this folder ask, and keeps its
// answers, which TestAsked compares with those of the server:
//
//     node ask.js /folder/with/node_modules [names of projects]
//
// A project is a txtar file. In front of its files stand the requests, one on a line, with
// headers behind bars, or SOCKET in front of those of sails.io.js; `headers`, with the names of the headers that are compared;
// `environment`, `settings` for the lift, and `releases`, if not all of them are asked. Lines that begin with A:, B: or C: are
// requests of three sockets, those with HTTP: of nobody; a body in JSON follows the address. They are asked in their order,
// after all others, and what each socket has heard until then is kept with the answer.
'use strict';
var fs = require('fs'), path = require('path'), os = require('os'), http = require('http');
var spawnSync = require('child_process').spawnSync;

var home = path.resolve(process.argv[2]);
var version = JSON.parse(fs.readFileSync(path.join(home, 'node_modules/sails/package.json'))).version;

// parse reads a project.
function parse(name) {
  var blocks = fs.readFileSync(path.join(__dirname, name + '.txtar'), 'utf8').split(/^-- /m);
  var out = { requests: [], sockets: [], talk: [], headers: [], environment: 'development', settings: {}, files: {} };
  blocks[0].split('\n').forEach(function (line) {
    var words = line.trim().split(/\s+/);
    if (/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|[A-Z]+) \//.test(line)) { out.requests.push(line); }
    if (/^SOCKET [a-z]+ \//.test(line)) { out.sockets.push(line); }
    if (/^(A|B|C|HTTP): /.test(line)) { out.talk.push(line); }
    if (words[0] === 'headers') { out.headers = words.slice(1); }
    if (words[0] === 'environment') { out.environment = words[1]; }
    if (words[0] === 'settings') { out.settings = JSON.parse(line.trim().slice(9)); }
    if (words[0] === 'releases') { out.releases = words.slice(1); }
  });
  blocks.slice(1).forEach(function (block) {
    var m = /^(.*?) --\n([^]*)$/.exec(block);
    out.files[m[1]] = m[2];
  });
  return out;
}

function write(dir, name, text) {
  path.dirname(name).split('/').reduce(function (at, part) {
    at = path.join(at, part);
    if (!fs.existsSync(at)) { fs.mkdirSync(at); }
    return at;
  }, dir);
  fs.writeFileSync(path.join(dir, name), text);
}

function ask(port, line, headers, done) {
  var parts = line.split(' | '), first = parts[0].split(' '), sent = {};
  parts.slice(1).forEach(function (h) { sent[h.slice(0, h.indexOf(':'))] = h.slice(h.indexOf(':') + 1).trim(); });
  var req = http.request({ method: first[0], path: first[1], host: '127.0.0.1', port: port, headers: sent, agent: false }, function (res) {
    var text = '';
    res.setEncoding('utf8');
    res.on('data', function (d) { text += d; });
    res.on('end', function () {
      var answer = { status: res.statusCode };
      headers.forEach(function (h) { if (res.headers[h.toLowerCase()] !== undefined) { (answer.headers = answer.headers || {})[h] = masked(res.headers[h.toLowerCase()]); } });
      try { answer.body = JSON.parse(text, function (k, v) { return k === 'stack' ? 'stack' : v; }); } catch (e) { answer.body = text.replace(/\n\s+at [^]*/, ''); }
      done(answer);
    });
  });
  req.on('error', function (err) { done({ status: 0, body: String(err) }); });
  req.end(first.slice(2).join(' ') || undefined);
}

// connect connects with the client of sockets that is installed next to Sails.
function connect(port) {
  var client = require(path.join(home, 'node_modules/socket.io-client'));
  var sdk = { '0.1': '0.13.8', '1.5': '1.2.1' }[version.slice(0, 3)], query = '__sails_io_sdk_version=' + (version.slice(0, 4) === '0.10' ? '0.10.0' : sdk) + '&__sails_io_sdk_platform=node&__sails_io_sdk_language=javascript';
  return client.connect('http://127.0.0.1:' + port + (version[0] === '0' ? '?' + query : ''), { query: query, transports: ['websocket'], 'force new connection': true, extraHeaders: { origin: 'http://x.example' } });
}

// request sends a virtual request, and calls then once: with the answer, or where there is none after a while.
function request(socket, method, sent, then) {
  var over = false;
  function answered(a) { if (!over) { over = true; then(a || {}); } }
  socket.emit(method, version.slice(0, 4) === '0.10' ? JSON.stringify(sent) : sent, answered);
  setTimeout(function () { answered({ body: 'no answer' }); }, 5000);
}

// talk asks with three sockets, and keeps what they hear.
function talk(port, lines, done) {
  if (!lines.length) { return done({}); }
  var names = ['A', 'B', 'C'], sockets = {}, ids = {}, heard = {}, answers = {}, left = lines.slice();
  function send(name, line, then) {
    var m = /^(\w+) (\S+) ?([^]*)$/.exec(line), method = m[1].toLowerCase();
    request(sockets[name], method, { url: m[2], method: method, data: m[3] ? JSON.parse(m[3]) : {}, headers: {} }, then);
  }
  function hear(then) { // everything that came before the answer to two requests of each
    var open = 0;
    ['A', 'B', 'C', 'A', 'B', 'C'].forEach(function (name) { open++; send(name, 'get /__nothing_is_here', function () { if (!--open) { then(); } }); });
  }
  function named(v) {
    var text = JSON.stringify(v === undefined ? 'none' : v);
    names.forEach(function (n) { text = text.split(ids[n]).join('socket ' + n); });
    return JSON.parse(text, function (k, v) { return k === 'stack' ? 'stack' : /At$/.test(k) && v ? 'date' : typeof v === 'string' ? v.replace(/\n\s+at [^]*/, '') : v; });
  }
  function heardOf(name) { // keys of 0.10 and 0.12 are texts where the address had them
    return JSON.parse(JSON.stringify(named(heard[name])), function (k, v) { return typeof v === 'string' && /^\d+$/.test(v) ? Number(v) : v; });
  }
  function next() {
    var line = left.shift();
    if (!line) { names.forEach(function (n) { sockets[n].disconnect(); }); return done(answers); }
    var who = line.slice(0, line.indexOf(':')), rest = line.slice(line.indexOf(':') + 2), key = line, n = 1;
    while (answers[key]) { key = line + ' #' + ++n; }
    answers[key] = true;
    names.forEach(function (n) { heard[n] = []; });
    function answered(status, body) {
      hear(function () {
        var all = {};
        names.forEach(function (n) { if (heard[n].length) { all[n] = heardOf(n); } });
        answers[key] = { status: status, body: named(body), heard: all };
        next();
      });
    }
    if (who === 'HTTP') { return ask(port, rest + ' | Content-Type: application/json', [], function (a) { answered(a.status, a.body); }); }
    send(who, rest, function (a) { answered(a.statusCode === undefined ? a.status : a.statusCode, a.body); });
  }
  (function open(waiting) {
    if (!waiting.length) { return hear(next); }
    var name = waiting[0], socket = sockets[name] = connect(port);
    function came() { if (arguments[0] !== 'connect') { heard[name].push([].slice.call(arguments)); } }
    heard[name] = [];
    if (version.slice(0, 4) === '0.10') { var emitted = socket.$emit; socket.$emit = function (event) { if (['message', 'anything', 'connect', 'connecting', 'disconnect'].indexOf(event) < 0) { came.apply(null, arguments); } else if (event === 'message') { came('message', arguments[1]); } return emitted.apply(this, arguments); }; }
    else { var onevent = socket.onevent; socket.onevent = function (packet) { came.apply(null, packet.data); return onevent.call(this, packet); }; }
    socket.on('connect', function () {
      ids[name] = socket.id || socket.socket.sessionid;
      open(waiting.slice(1));
    });
  })(names);
}

// askSocket asks with a socket of its own.
function askSocket(port, lines, headers, done) {
  if (!lines.length) { return done({}); }
  var answers = {}, left = lines.slice(), socket = connect(port);
  socket.on('connect', function next() {
    var line = left.shift();
    if (!line) { socket.disconnect(); return done(answers); }
    var words = line.split(' ');
    request(socket, words[1], { url: words[2], data: {}, headers: {} }, function (a) {
      var answer = answers[line] = { status: a.statusCode, body: a.body === undefined ? 'none' : a.body };
      headers.forEach(function (h) { var v = (a.headers || {})[h] || (a.headers || {})[h.toLowerCase()]; if (v !== undefined) { (answer.headers = answer.headers || {})[h] = masked(v); } });
      if (answer.body && answer.body.stack) { answer.body.stack = 'stack'; }
      if (typeof answer.body === 'string') { answer.body = answer.body.replace(/\n\s+at [^]*/, ''); }
      next();
    });
  });
}

// masked replaces what differs from one run to the next.
function masked(text) {
  return String(text).replace(/^(W\/)?".*"$/, '$1"tag"').replace(/boundary=.*/, 'boundary=').replace(/^\w{3}, \d.* GMT$/, 'date').replace(/127\.0\.0\.1:\d+/, 'HOST');
}

// one lifts a project and prints its answers.
function one(name) {
  var project = parse(name), modern = version[0] === '1';
  var dir = fs.mkdtempSync(path.join(os.tmpdir(), 'asked-'));
  fs.mkdirSync(path.join(dir, 'node_modules'));
  ['', '@sailshq'].forEach(function (scope) {
    if (scope && !fs.existsSync(path.join(home, 'node_modules', scope))) { return; }
    if (scope) { fs.mkdirSync(path.join(dir, 'node_modules', scope)); }
    fs.readdirSync(path.join(home, 'node_modules', scope)).forEach(function (p) {
      if (p !== '@sailshq' && p !== '.bin') { fs.symlinkSync(path.join(home, 'node_modules', scope, p), path.join(dir, 'node_modules', scope, p)); }
    });
  });
  var pkg = { name: 'asked', dependencies: modern ? { sails: version, 'sails-hook-orm': '*', 'sails-hook-sockets': '*' } : { sails: version } };
  write(dir, 'package.json', JSON.stringify(pkg));
  if (modern) { write(dir, 'config/own.js', "module.exports = { models: { migrate: 'MIGRATE', attributes: { id: { type: 'number', autoIncrement: true } } }, sockets: { onlyAllowOrigins: ['http://x.example'] }, session: { secret: 'x' } };".replace('MIGRATE', project.environment === 'production' ? 'safe' : 'drop')); }
  else { write(dir, 'config/own.js', "module.exports = { models: { migrate: 'drop' }, session: { secret: 'x' } };"); }
  Object.keys(project.files).forEach(function (f) { write(dir, f, project.files[f]); });
  if (JSON.parse(fs.readFileSync(path.join(dir, 'package.json'))).dependencies['sails-hook-orm'] === undefined && modern) { fs.unlinkSync(path.join(dir, 'node_modules/sails-hook-orm')); }
  if (JSON.parse(fs.readFileSync(path.join(dir, 'package.json'))).dependencies['sails-hook-sockets'] === undefined && modern) { fs.unlinkSync(path.join(dir, 'node_modules/sails-hook-sockets')); }
  process.chdir(dir);
  process.env.NODE_ENV = project.environment;
  var port = 20000 + process.pid % 20000;
  var sails = require(path.join(dir, 'node_modules/sails'));
  sails.lift(Object.assign({ appPath: dir, port: port, environment: project.environment, log: { level: 'silent' }, hooks: Object.assign({ grunt: false }, project.settings.hooks) }), function (err) {
    if (err) { console.log('ANSWER ' + JSON.stringify({ lift: [err.code, err.identity, String(err).split('\n')[0].split(dir).join('').slice(0, 200)] })); process.exit(0); }
    var answers = { lift: true }, left = project.requests.slice();
    (function next() {
      var line = left.shift();
      if (!line) {
        return askSocket(port, project.sockets, project.headers, function (more) {
          talk(port, project.talk, function (said) {
            fs.writeSync(1, 'ANSWER ' + JSON.stringify(Object.assign(answers, more, said)).split(dir).join('DIR') + '\n');
            process.exit(0);
          });
        });
      }
      ask(port, line, project.headers, function (answer) { answers[line] = answer; next(); });
    })();
  });
}

// lines writes each answer on a line of its own.
function lines(answers) {
  function members(o, indent, write) {
    return '{\n' + Object.keys(o).map(function (k) { return indent + JSON.stringify(k) + ': ' + write(o[k]); }).join(',\n') + '\n' + indent.slice(1) + '}';
  }
  return members(answers, ' ', function (project) { return members(project, '  ', JSON.stringify); }) + '\n';
}

if (process.env.ASK_ONE) { one(process.env.ASK_ONE); } else {
  var file = path.join(__dirname, 'recorded', version + '.json');
  var out = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file)) : {};
  fs.readdirSync(__dirname).filter(function (f) { return /\.txtar$/.test(f); }).forEach(function (f) {
    var name = f.slice(0, -6), project = parse(name);
    if (process.argv[3] && process.argv.slice(3).indexOf(name) < 0) { return; }
    if (project.releases && project.releases.every(function (r) { return version.indexOf(r) !== 0; })) { return; }
    var p = spawnSync(process.execPath, [__filename, home], { encoding: 'utf8', timeout: 90000, env: Object.assign({}, process.env, { ASK_ONE: name }), maxBuffer: 1 << 26 });
    var m = /^ANSWER (.*)$/m.exec(p.stdout);
    out[name] = m ? JSON.parse(m[1]) : { lift: 'the process ended' };
    if (!m || out[name].lift !== true) { process.stderr.write(version + ' ' + name + ': ' + (p.stdout + p.stderr).slice(0, 1500) + '\n'); }
  });
  var sorted = {};
  Object.keys(out).sort().forEach(function (k) { sorted[k] = out[k]; });
  fs.writeFileSync(file, lines(sorted));
}
