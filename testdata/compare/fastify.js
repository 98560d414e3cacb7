// The compared routes on Fastify and better-sqlite3: node fastify.js host:port file
'use strict';
var addr = process.argv[2].split(':'), items = require('./store')(process.argv[3]);
var app = require('fastify')();
app.get('/item/compute', function (req, reply) { reply.send(items.compute()); });
app.get('/item/hello', function (req, reply) { reply.send({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); });
app.get('/item/one/:id', function (req, reply) { reply.send(items.one(req.params.id)); });
app.get('/item/:id', function (req, reply) { reply.send(items.one(req.params.id)); });
app.get('/item', function (req, reply) { reply.send(items.list(req.query.limit)); });
app.post('/item', function (req, reply) { reply.code(201).send(items.create(req.body)); });
app.put('/item/:id', function (req, reply) { reply.send(items.update(req.params.id, req.body)); });
app.listen({ host: addr[0], port: +addr[1] });
