// The benchmarked routes on Fastify: node fastify.js host:port
'use strict';
var addr = process.argv[2].split(':'), path = require('path'), fs = require('fs'), ejs = require('ejs'), rows = require('./rows');
var app = require('fastify')();
function template(name) {
  var file = path.join(__dirname, 'views', name + '.ejs');
  return ejs.compile(fs.readFileSync(file, 'utf8'), { filename: file });
}
var page = template('page'), layout = template('layout');
app.register(require('@fastify/cookie'));
app.register(require('@fastify/session'), { secret: 'a benchmark needs a secret of thirty-two bytes', saveUninitialized: false, cookieName: 'sid', cookie: { secure: false } });
app.get('/web/hello', function (req, reply) { reply.send({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); });
app.get('/web/login', function (req, reply) { req.session.set('user', { id: 7, name: 'Ann' }); reply.send({ ok: true }); });
app.get('/web/session', function (req, reply) { reply.send({ user: req.session.get('user') }); });
function one(req, reply, done) { req.one = 1; done(); }
function two(req, reply, done) { if (req.one) { req.two = 2; return done(); } reply.code(403).send(); }
function three(req, reply, done) { if (req.headers['x-nothing']) { return reply.code(403).send(); } req.three = req.one + req.two; done(); }
app.get('/web/chain', { preHandler: [one, two, three] }, function (req, reply) { reply.send({ sum: req.three }); });
app.get('/web/page', function (req, reply) {
  reply.type('text/html').send(layout({ body: page({ title: 'Things', rows: rows }) }));
});
app.listen({ host: addr[0], port: +addr[1] });
