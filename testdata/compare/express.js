// The compared routes on Express and better-sqlite3: node express.js host:port file
'use strict';
var addr = process.argv[2].split(':'), items = require('./store')(process.argv[3]);
var app = require('express')();
app.use(require('express').json());
app.get('/item/compute', function (req, res) { res.json(items.compute()); });
app.get('/item/hello', function (req, res) { res.json({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); });
app.get('/item/one/:id', function (req, res) { res.json(items.one(req.params.id)); });
app.get('/item/:id', function (req, res) { res.json(items.one(req.params.id)); });
app.get('/item', function (req, res) { res.json(items.list(req.query.limit)); });
app.post('/item', function (req, res) { res.status(201).json(items.create(req.body)); });
app.put('/item/:id', function (req, res) { res.json(items.update(req.params.id, req.body)); });
app.listen(+addr[1], addr[0]);
