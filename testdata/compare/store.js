// The records of the compared servers in better-sqlite3, and what they compute.
'use strict';
module.exports = function (file) {
  var db = require('better-sqlite3')(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE IF NOT EXISTS item (name TEXT, price REAL, count INTEGER, active INTEGER, note TEXT, code TEXT, createdAt TEXT, updatedAt TEXT, id INTEGER PRIMARY KEY AUTOINCREMENT)');
  var one = db.prepare('SELECT * FROM item WHERE id = ?');
  var list = db.prepare('SELECT * FROM item LIMIT ?');
  var insert = db.prepare('INSERT INTO item (name, price, count, active, note, code, createdAt, updatedAt) VALUES (?,?,?,?,?,?,?,?)');
  var update = db.prepare('UPDATE item SET count = ?, updatedAt = ? WHERE id = ?');
  return {
    one: function (id) { return one.get(id); },
    list: function (limit) { return list.all(+limit || 30); },
    create: function (b) {
      var now = new Date().toISOString();
      var r = insert.run(b.name, b.price, b.count, b.active ? 1 : 0, b.note, b.code, now, now);
      return Object.assign({}, b, { createdAt: now, updatedAt: now, id: r.lastInsertRowid });
    },
    update: function (id, b) {
      update.run(b.count, new Date().toISOString(), id);
      return one.get(id);
    },
    compute: function () {
      let sum = 0;
      for (let i = 0; i < 20000; i++) { sum = (sum * 31 + i) % 1000003; }
      return { sum: sum };
    }
  };
};
