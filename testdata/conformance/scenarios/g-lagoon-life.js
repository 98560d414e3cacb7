var d = require('../../lib/dsl'), io = d.io, open = d.open, close = d.close, json = d.json, req = d.req;
function run(c, js, o) { return io(c, 'post /try/run', { js: js }, o); }
// left waits until so many have left
function left(n) { return io('a', 'post /try/later', { js: 'var t = setInterval(function () { if ((sails.left || []).length === ' + n + ') { clearInterval(t); answer(sails.left); } }, 10);' }); }
module.exports = {
  area: 'g-sails1', title: 'functions that run when sockets come and go in 1.x', app: 'lagoon', versions: ['1.5.18'],
  files: {
    'config/sockets.js': 'module.exports.sockets = {\n' +
      '  beforeConnect: function (handshake, proceed) { return proceed(undefined, handshake.headers["x-refuse"] !== "yes"); },\n' +
      '  onConnect: function (session, socket) { sails.seen = (sails.seen || []).concat(session.name || "nobody"); sails.sockets.join(socket, "all"); },\n' +
      '  afterDisconnect: function (session, socket, done) { sails.left = (sails.left || []).concat(session.name || "nobody"); return done(); }\n' +
      '};\n'
  },
  steps: [
    open('a'), open('b'), run('a', 'return sails.seen;'), run('b', 'sails.sockets.broadcast("all", "note", { n: 1 });'),
    close('b'), left(1), run('a', 'return sails.seen;'), run('a', 'sails.sockets.broadcast("all", "note", { n: 2 });'),
    req('GET /try/plain', { jar: 'j' }), json('POST /try/run', { js: 'req.session.name = "jay";' }, { jar: 'j' }), open('c', { jar: 'j' }), run('c', 'return req.session.name;'), open('d', { jar: 'j' }), run('d', 'return req.session.name;'), run('d', 'req.session.name = "dee";'), run('c', 'return req.session.name;'), json('POST /try/run', { js: 'return req.session.name;' }, { jar: 'j' }), close('d'), left(2),
    run('c', 'sails.sockets.leave(req, "all");'), run('a', 'sails.sockets.broadcast("all", "note", { n: 3 });'), close('c'), left(3), open('e'), run('e', 'return sails.seen;')
  ]
};
