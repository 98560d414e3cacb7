// Questions to sqlite3: the function gets the package and returns a list of answers.
(async function (sqlite3) {
  const fs = require('fs'), os = require('os'), path = require('path'), util = require('util');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 's3-')), file = path.join(folder, 'a.db');
  const out = [];
  function clean(t) { return t.split(folder).join('<folder>').replace(/\n\s*/g, ' '); }
  function show(v) { return clean(util.inspect(v, { depth: 6, breakLength: Infinity, compact: 100, maxArrayLength: null })); }
  function told(e) { return 'throws ' + clean(e.name + (e.code ? ' ' + e.code + ' ' + e.errno : '') + ': ' + e.message); }
  function name(fn) { return clean(String(fn).replace(/^\((end)?\) ?=> ?/, '')); }
  function ask(fn) {
    let answer;
    try { answer = show(fn()); } catch (e) { answer = told(e); }
    out.push(name(fn) + '  →  ' + answer);
  }
  // later gives fn a callback, and shows with what it is called.
  async function later(fn) {
    let answer;
    try {
      answer = await new Promise((resolve, reject) => {
        fn(function (err, ...rest) { resolve(err instanceof Error ? told(err) : show([err, ...rest])); });
      });
    } catch (e) { answer = told(e); }
    out.push(name(fn) + '  →  ' + answer);
  }
  let db;
  ask(() => Object.keys(sqlite3).filter((k) => !/^(VERSION|SOURCE|path)/.test(k) && typeof sqlite3[k] !== 'number').sort());
  ask(() => ['OPEN_READONLY', 'OPEN_READWRITE', 'OPEN_CREATE', 'OPEN_FULLMUTEX', 'OPEN_URI', 'OPEN_SHAREDCACHE', 'OPEN_PRIVATECACHE', 'OK', 'ERROR', 'BUSY', 'CONSTRAINT', 'MISUSE', 'RANGE', 'NOTADB', 'LIMIT_LENGTH', 'LIMIT_VARIABLE_NUMBER'].map((k) => sqlite3[k]));
  ask(() => sqlite3.verbose() === sqlite3);
  ask(() => [typeof sqlite3.cached.Database, Object.keys(sqlite3.cached)]);
  ask(() => { return new sqlite3.Database(); });
  ask(() => { return new sqlite3.Database(5); });
  await later((end) => { db = new sqlite3.Database(':memory:', end); });
  ask(() => [db.open, db.filename, db.mode, Object.keys(db).filter((k) => !/^_/.test(k)).sort()]);
  await later((end) => { new sqlite3.Database(path.join(folder, 'x', 'y.db'), end); });
  await later((end) => { new sqlite3.Database(path.join(folder, 'none.db'), sqlite3.OPEN_READONLY, end); });
  await later((end) => { new sqlite3.Database(path.join(folder, 'x', 'y.db')).on('error', end); });
  await later((end) => { new sqlite3.Database(':memory:').on('open', end); });
  await later((end) => { const d = new sqlite3.Database(file, () => d.close(end)); });
  await later((end) => { const d = new sqlite3.Database(':memory:', () => d.close(() => d.close(end))); });
  await later((end) => { const d = new sqlite3.Database(':memory:', () => d.close(() => d.run('select 1', end))); });
  await later((end) => { const d = new sqlite3.Database(':memory:', () => d.close(() => end(null, d.open))); });
  await later((end) => { const d = new sqlite3.Database(':memory:'); d.prepare('select 1'); d.close(end); });

  await later((end) => db.exec('create table t (a integer primary key, b text, c real, d blob); create table u (x unique, y not null)', end));
  await later((end) => db.exec('nonsense', end));
  await later((end) => db.run('nonsense', end));
  await later((end) => db.get('nonsense', end));
  await later((end) => db.all('select * from missing', end));
  await later((end) => db.each('nonsense', end));
  await later((end) => db.prepare('nonsense', end));
  await later((end) => db.run('insert into t (b, c, d) values (?, ?, ?)', 'x', 1.5, Buffer.from('abc'), function (err) { end(err, this.lastID, this.changes, this.sql, this.constructor.name); }));
  await later((end) => db.run('insert into t (b, c, d) values (?, ?, ?)', ['y', 2, null], function (err) { end(err, this.lastID, this.changes); }));
  await later((end) => db.run('insert into t (b, c) values ($b, :c)', { $b: 'z', ':c': 3 }, function (err) { end(err, this.lastID, this.changes); }));
  await later((end) => db.run('insert into t (b, c) values (?1, ?2)', { 1: 'w', 2: 4 }, function (err) { end(err, this.lastID, this.changes); }));
  await later((end) => db.run('insert into t (b) values ($b)', { b: 'z' }, end));
  await later((end) => db.run('insert into t (b) values (?)', 'a', 'b', end));
  await later((end) => db.run('insert into t (b, c) values (?, ?)', 'only', function (err) { end(err, this.lastID); }));
  await later((end) => db.run('insert into t (b) values (?)', [undefined], function (err) { end(err, this.lastID); }));
  await later((end) => db.run('insert into u values (1, 1)', function (err) { end(err, this.lastID, this.changes); }));
  await later((end) => db.run('insert into u values (1, 1)', end));
  await later((end) => db.run('insert into u values (2, null)', end));
  await later((end) => db.run('update t set c = 1', function (err) { end(err, this.lastID, this.changes); }));
  await later((end) => db.run('create table v (a)', function (err) { end(err, this.lastID, this.changes); }));
  await later((end) => db.all('select * from t', end));
  await later((end) => db.get('select * from t', end));
  await later((end) => db.get('select * from t where a = 9999', end));
  await later((end) => db.all('select * from t where a = 9999', end));
  await later((end) => db.get('select typeof(?) a, typeof(?) b, typeof(?) c, typeof(?) d, typeof(?) e, typeof(?) f, typeof(?) g', 1, 1.5, 'x', Buffer.alloc(1), null, true, 5000000000, end));
  await later((end) => db.get('select ? a, ? b, ? c, ? d, ? e', [true, new Date(5), /re/, { a: 1 }, [1, 2]], end));
  await later((end) => db.get('select 9007199254740993 a, 1e999 b, x\'\' c', end));
  await later((end) => db.get("select 'é' || char(0) || '😀' as a", end));
  await later((end) => db.get('select 1', function (err, row) { end(err, row, this.constructor.name); }));
  await later((end) => { const rows = []; db.each('select a from t', (err, row) => rows.push(err, row.a), (err, n) => end(err, n, rows)); });
  await later((end) => { const rows = []; db.each('select a from t where a < ?', 3, (err, row) => rows.push(row.a), (err, n) => end(err, n, rows)); });
  await later((end) => db.each('select a from t where 0', () => {}, end));
  await later((end) => db.map('select a, b from t where a < 3', end));
  await later((end) => db.map('select a, b, c from t where a < 3', end));
  ask(() => [db.run('select 1') === db, db.all('select 1') === db, db.exec('select 1') === db, db.prepare('select 1').finalize().constructor.name]);
  ask(() => db.exec());
  await later((end) => db.prepare('nonsense').on('error', end));
  await later((end) => { db.once('error', end); db.exec('nonsense'); });

  await later((end) => { const s = db.prepare('select a from t where a < ?'); s.get(3, (e, r) => s.get((e2, r2) => s.get((e3, r3) => s.get((e4, r4) => s.finalize(() => end(e, r, r2, r3, r4)))))); });
  await later((end) => { const s = db.prepare('select a from t where a < ?', 3); s.all((e, r) => s.all((e2, r2) => { s.finalize(); end(e, r, r2); })); });
  await later((end) => { const s = db.prepare('insert into v values (?)'); s.run(1); s.run(2); s.run(3, function (err) { end(err, this === s, this.lastID, this.changes); }); s.finalize(); });
  await later((end) => { const s = db.prepare('select ? a'); s.bind(7, (err) => s.get((e, r) => { s.finalize(); end(err, e, r); })); });
  await later((end) => { const s = db.prepare('select a from v'); s.get((e, a) => s.reset(() => s.get((e2, b) => { s.finalize(); end(e, a, b); }))); });
  await later((end) => { const s = db.prepare('select 1'); s.finalize(() => s.get(end)); });
  await later((end) => { const s = db.prepare('select 1'); s.finalize(function (...args) { end(null, args.length, this === s); }); });
  ask(() => { const s = db.prepare('select 1'); const r = [s.sql, s.run() === s, s.finalize() === db]; return r; });
  await later((end) => { const seen = []; db.serialize(() => { db.run('delete from v', () => seen.push(1)); db.run('insert into v values (1)', () => seen.push(2)); db.get('select count(*) n from v', (e, r) => { seen.push(r.n); end(null, seen); }); }); });
  ask(() => [db.serialize() === db, db.parallelize() === db, db.serialize(function () { return 5; }) === db]);
  await later((end) => db.wait(end));
  ask(() => db.configure('busyTimeout', 100) === db);
  ask(() => db.configure('nothing', 1));
  ask(() => db.configure('busyTimeout', 'x'));
  await later((end) => { db.once('trace', (sql) => end(null, sql)); db.get('select ? as traced', 5, () => {}); });
  await later((end) => { db.once('profile', (sql, ms) => end(null, sql, typeof ms)); db.get('select 1 as profiled', () => {}); });
  await later((end) => { db.once('change', (...args) => end(null, args)); db.run('insert into v values (2)'); });
  await later((end) => { const a = new sqlite3.Database(file), b = new sqlite3.Database(file); b.configure('busyTimeout', 10); a.exec('begin exclusive', () => b.exec('begin exclusive', (err) => { a.close(() => b.close(() => end(err))); })); });
  await later((end) => { const a = new sqlite3.cached.Database(file, () => { const b = new sqlite3.cached.Database(file, () => { end(null, a === b); a.close(); }); }); });
  await later((end) => db.all("select json_extract('{\"a\":[1,2]}', '$.a[1]') as a, \"text\" as b", end));
  await later((end) => db.close(end));
  fs.rmSync(folder, { recursive: true });
  return out;
})
