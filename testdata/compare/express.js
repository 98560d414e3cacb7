// The compared routes on Express and better-sqlite3: node express.js host:port file
'use strict';
var addr = process.argv[2].split(':');
var db = require('better-sqlite3')(process.argv[3]);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE IF NOT EXISTS item (name TEXT, price REAL, count INTEGER, active INTEGER, note TEXT, code TEXT, createdAt TEXT, updatedAt TEXT, id INTEGER PRIMARY KEY AUTOINCREMENT)');
var one = db.prepare('SELECT * FROM item WHERE id = ?');
var list = db.prepare('SELECT * FROM item LIMIT ?');
var insert = db.prepare('INSERT INTO item (name, price, count, active, note, code, createdAt, updatedAt) VALUES (?,?,?,?,?,?,?,?)');
var update = db.prepare('UPDATE item SET count = ?, updatedAt = ? WHERE id = ?');
function compute() {
  let sum = 0;
  for (let i = 0; i < 20000; i++) { sum = (sum * 31 + i) % 1000003; }
  return { sum: sum };
}
var app = require('express')();
app.use(require('express').json());
app.get('/item/compute', function (req, res) { res.json(compute()); });
app.get('/item/hello', function (req, res) { res.json({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); });
app.get('/item/one/:id', function (req, res) { res.json(one.get(req.params.id)); });
app.get('/item/:id', function (req, res) { res.json(one.get(req.params.id)); });
app.get('/item', function (req, res) { res.json(list.all(+req.query.limit || 30)); });
app.post('/item', function (req, res) {
  var b = req.body, now = new Date().toISOString();
  var r = insert.run(b.name, b.price, b.count, b.active ? 1 : 0, b.note, b.code, now, now);
  res.status(201).json(Object.assign({}, b, { createdAt: now, updatedAt: now, id: r.lastInsertRowid }));
});
app.put('/item/:id', function (req, res) {
  update.run(req.body.count, new Date().toISOString(), req.params.id);
  res.json(one.get(req.params.id));
});
app.listen(+addr[1], addr[0]);
