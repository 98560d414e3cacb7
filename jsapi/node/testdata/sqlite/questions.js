// Questions to node:sqlite: the function gets the module and returns a list of answers.
(async function (sqlite) {
  const fs = require('fs'), os = require('os'), path = require('path'), util = require('util'), url = require('url');
  const { DatabaseSync, StatementSync, backup } = sqlite;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ns-'));
  const out = [];
  function clean(t) { return t.split(folder).join('<folder>').replace(/\n\s*/g, ' '); }
  function show(v) { return clean(util.inspect(v, { depth: 6, breakLength: Infinity, compact: 100, maxArrayLength: null })); }
  function told(e) { return 'throws ' + clean(e.name + (e.code ? ' ' + e.code : '') + (e.errcode ? ' ' + e.errcode + ' ' + e.errstr : '') + ': ' + e.message); }
  function name(fn) { return clean(String(fn).replace(/^(async )?\(?\)? ?=> ?/, '')); }
  function ask(fn) {
    let answer;
    try { answer = show(fn()); } catch (e) { answer = told(e); }
    out.push(name(fn) + '  →  ' + answer);
  }
  async function later(fn) {
    let answer;
    try { answer = show(await fn()); } catch (e) { answer = told(e); }
    out.push(name(fn) + '  →  ' + answer);
  }
  const db = new DatabaseSync(':memory:'), file = path.join(folder, 'a.db');
  ask(() => sqlite.constants);
  ask(() => [DatabaseSync.name, StatementSync.name, typeof backup, backup.name]);
  ask(() => [db.isOpen, db.isTransaction, db.location(), Object.keys(db)]);
  ask(() => { return new DatabaseSync(); });
  ask(() => { return new DatabaseSync(5); });
  ask(() => { return new DatabaseSync('a\u0000b'); });
  ask(() => { return new DatabaseSync(':memory:', 5); });
  ask(() => { return new DatabaseSync(':memory:', { open: 1 }); });
  ask(() => { return new DatabaseSync(':memory:', { readOnly: 1 }); });
  ask(() => { return new DatabaseSync(':memory:', { timeout: 'x' }); });
  ask(() => { return new DatabaseSync(':memory:', { enableForeignKeyConstraints: 1 }); });
  ask(() => { return new DatabaseSync(':memory:', { readBigInts: 1 }); });
  ask(() => { return new StatementSync(); });
  ask(() => { return new DatabaseSync(path.join(folder, 'x', 'y.db')); });
  ask(() => { return new DatabaseSync(path.join(folder, 'none.db'), { readOnly: true }); });
  ask(() => { const d = new DatabaseSync(file); const r = [d.location(), d.isOpen]; d.exec('create table t (a)'); d.close(); return r.concat(d.isOpen); });
  ask(() => { const d = new DatabaseSync(Buffer.from(file)); const r = d.location(); d.close(); return r; });
  ask(() => { const d = new DatabaseSync(url.pathToFileURL(file)); const r = d.location(); d.close(); return r; });
  ask(() => { const d = new DatabaseSync(new URL('http://a/b')); });
  ask(() => { const d = new DatabaseSync(file, { readOnly: true }); try { d.exec('insert into t values (1)'); } finally { d.close(); } });
  ask(() => { const d = new DatabaseSync(file, { open: false }); const r = [d.isOpen]; d.open(); r.push(d.isOpen); try { d.open(); } catch (e) { r.push(told(e)); } d.close(); return r; });
  ask(() => { const d = new DatabaseSync(file); d.close(); d.close(); });
  ask(() => { const d = new DatabaseSync(file); d.close(); d.prepare('select 1'); });
  ask(() => { const d = new DatabaseSync(file); d.close(); d.exec('select 1'); });
  ask(() => { const d = new DatabaseSync(file); d.close(); d.isTransaction; });
  ask(() => { const d = new DatabaseSync(file); d.close(); d.location(); });
  ask(() => { const d = new DatabaseSync(file); const s = d.prepare('select 1'); d.close(); return s.get(); });
  ask(() => { const d = new DatabaseSync(file); d[Symbol.dispose] && d[Symbol.dispose](); return typeof d[Symbol.dispose]; });

  ask(() => db.exec('create table t (a integer primary key, b text, c real, d blob); create table u (x unique, y not null, check (x <> 9))'));
  ask(() => db.exec());
  ask(() => db.exec('nonsense'));
  ask(() => db.exec('select "a"'));
  ask(() => db.exec('insert into u values (1, 1)'));
  ask(() => db.exec('insert into u values (1, 1)'));
  ask(() => db.exec('insert into u values (2, null)'));
  ask(() => db.exec('create table p (id integer primary key); create table k (p references p(id))'));
  ask(() => db.exec('insert into k values (7)'));
  ask(() => { const d = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false, enableDoubleQuotedStringLiterals: true }); return [d.prepare('pragma foreign_keys').get(), d.prepare('select "a" as b').get()]; });
  ask(() => { try { db.exec('insert into u values (1, 1)'); } catch (e) { return [e instanceof Error, Object.keys(e), e.constructor.name, e.stack.split('\n')[0]]; } });

  const insert = db.prepare('insert into t (b, c, d) values (?, ?, ?)');
  ask(() => [insert.sourceSQL, insert.expandedSQL, Object.keys(insert)]);
  ask(() => db.prepare());
  ask(() => db.prepare(5));
  ask(() => db.prepare('selec'));
  ask(() => db.prepare('select 1 as a; select 2 as b').get());
  ask(() => insert.run('x', 1.5, Buffer.from('abc')));
  ask(() => insert.run('y', 2));
  ask(() => insert.expandedSQL);
  ask(() => insert.run('z', 10n, new Uint8Array([1, 2])));
  ask(() => insert.run());
  ask(() => insert.run('z', 1, null, 4));
  ask(() => insert.run(true, 1, null));
  ask(() => insert.run(undefined, 1, null));
  ask(() => insert.run(Symbol('x'), 1, null));
  ask(() => insert.run(() => 1, 1, null));
  ask(() => insert.run('x', new Date(0), null));
  ask(() => insert.run('x', ['y'], null));
  ask(() => insert.run(12345678901234567890n, 1, null));
  ask(() => insert.get('g', 1, null));
  ask(() => insert.all('h', 1, null));
  const all = db.prepare('select * from t');
  ask(() => all.run());
  ask(() => all.get());
  ask(() => all.all());
  ask(() => all.get(1));
  ask(() => all.columns());
  ask(() => db.prepare('select a + 1, count(*) as n, t.b from t').columns());
  ask(() => insert.columns());
  ask(() => db.prepare('select t.a, u.x as a, 1 as a from t, u limit 1').get());
  ask(() => db.prepare('select * from t where a = 99999').get());
  ask(() => db.prepare('select * from t where a = 99999').all());
  ask(() => [...db.prepare('select a from t where a < 3').iterate()]);
  ask(() => { const it = db.prepare('select a from t').iterate(); return [typeof it.next, typeof it.return, it[Symbol.iterator]() === it, it.next(), it.return(), it.next()]; });
  ask(() => { const it = db.prepare('select a from t where a < 2').iterate(); return [it.next(), it.next()]; });
  ask(() => { const s = db.prepare('select a from t'); const it = s.iterate(); it.next(); s.all(); return it.next(); });
  ask(() => { let n = 0; for (const r of db.prepare('select a from t').iterate()) { db.exec('insert into u values (' + (50 + n++) + ', 1)'); } return n; });

  ask(() => db.prepare('select @a as a, :b as b, $c as c, ? as d').get({ a: 1, b: 'two', c: null }, 4));
  ask(() => db.prepare('select @a as a').get({ '@a': 1 }));
  ask(() => db.prepare('select $a as a').get({ $a: 1 }));
  ask(() => db.prepare('select @a as a').get({}));
  ask(() => db.prepare('select @a as a').get());
  ask(() => db.prepare('select @a as a').get(1));
  ask(() => db.prepare('select @a as a').get({ a: undefined }));
  ask(() => db.prepare('select @a as a').get({ a: 1, b: 2 }));
  ask(() => db.prepare('select @a as a, :a as b').get({ a: 1 }));
  ask(() => db.prepare('select @a as a, :a as b').get({ '@a': 1, ':a': 2 }));
  ask(() => { const s = db.prepare('select $a as a'); s.setAllowBareNamedParameters(false); return s.get({ a: 1 }); });
  ask(() => { const s = db.prepare('select $a as a'); s.setAllowUnknownNamedParameters(true); return s.get({ a: 1, b: 2 }); });
  ask(() => db.prepare('select 1').setAllowBareNamedParameters(5));
  ask(() => db.prepare('select 1').setAllowUnknownNamedParameters(5));
  ask(() => db.prepare('select ?1 as a, ?2 as b, ?1 as c').get('x', 'y'));
  ask(() => { const s = db.prepare('select ? as a, ? as b'); return [s.get(1, 2), s.get(3)]; });
  ask(() => db.prepare('select typeof(?) as a, typeof(?) as b, typeof(?) as c, typeof(?) as d, typeof(?) as e').get(1, 1.5, 1n, 'x', Buffer.alloc(0)));
  ask(() => db.prepare('select ? as a, ? as b, ? as c, ? as d').get(NaN, Infinity, -0, 2 ** 53));
  ask(() => db.prepare("select x'' as a, x'00ff' as b, null as c, 1e999 as d").get());
  ask(() => db.prepare('select ? as a, ? as b').get(new DataView(new ArrayBuffer(2)), new Uint16Array([1, 2])));

  ask(() => db.prepare('select 9007199254740993 as b').get());
  ask(() => db.prepare('select 9007199254740991 as b').get());
  ask(() => { const s = db.prepare('select 9223372036854775807 as a, 1 as c, 1.5 as d'); s.setReadBigInts(true); return [s.get(), s.all()]; });
  ask(() => db.prepare('select 1').setReadBigInts(5));
  ask(() => { const s = db.prepare('insert into t (b) values (1)'); s.setReadBigInts(true); return s.run(); });
  ask(() => { const s = db.prepare('select a, b from t limit 2'); s.setReturnArrays(true); return [s.get(), s.all(), [...s.iterate()]]; });
  ask(() => db.prepare('select 1').setReturnArrays(5));
  ask(() => { const d = new DatabaseSync(':memory:', { readBigInts: true, returnArrays: true, allowBareNamedParameters: false, allowUnknownNamedParameters: true }); return [d.prepare('select 1 as a').get(), d.prepare('select $a as a').get({ $a: 'x', $b: 1 })]; });
  ask(() => db.prepare('update t set c = 1').run());
  ask(() => db.prepare('create table v (a)').run());
  ask(() => db.prepare('insert into v values (1), (2), (3)').run());
  ask(() => db.prepare('insert into v values (4) returning a').get());
  ask(() => db.prepare('insert into v values (5) returning a').all());
  ask(() => { db.exec('begin'); const r = [db.isTransaction]; db.exec('commit'); return r.concat(db.isTransaction); });

  ask(() => db.function('plus', (a, b) => a + b));
  ask(() => db.prepare('select plus(1, 2) as a, plus(?, ?) as b').get('x', 'y'));
  ask(() => db.prepare('select plus(1) as a').get());
  ask(() => { db.function('many', { varargs: true }, (...args) => args.length); return db.prepare('select many() as a, many(1, 2, 3) as b').get(); });
  ask(() => { db.function('kinds', (v) => v === null ? 'null' : v instanceof Uint8Array ? v.constructor.name : typeof v); return db.prepare("select kinds(1) a, kinds(1.5) b, kinds('x') c, kinds(x'00') d, kinds(null) e").get(); });
  ask(() => { db.function('gives', { deterministic: true, directOnly: true }, (n) => [1, 1.5, 'x', null, undefined, Buffer.from('q'), 5n][n]); return db.prepare('select gives(0) a, gives(1) b, gives(2) c, gives(3) d, gives(4) e, gives(5) f, gives(6) g, typeof(gives(0)) h').get(); });
  ask(() => { db.function('odd', () => ({})); return db.prepare('select odd()').get(); });
  ask(() => { db.function('truth', () => true); return db.prepare('select truth()').get(); });
  ask(() => { db.function('promise', async () => 1); return db.prepare('select promise()').get(); });
  ask(() => { db.function('fails', () => { throw new TypeError('from the function'); }); return db.prepare('select fails()').get(); });
  ask(() => db.prepare('select fails() from t').all());
  ask(() => { db.function('big', { useBigIntArguments: true }, (n) => typeof n); return db.prepare('select big(1) as a').get(); });
  ask(() => { db.function('big2', (n) => typeof n); return db.prepare('select big2(9007199254740993) as a').get(); });
  ask(() => db.function());
  ask(() => db.function('x'));
  ask(() => db.function('x', 5));
  ask(() => db.function('x', {}, 5));
  ask(() => db.function('x', { varargs: 1 }, () => 1));
  ask(() => db.function('x', { deterministic: 1 }, () => 1));
  ask(() => { db.aggregate('total2', { start: 0, step: (t, n) => t + n }); return db.prepare('select total2(a) as t from v').get(); });
  ask(() => db.prepare('select total2(a) as t from v where 0').get());
  ask(() => { db.aggregate('avg2', { start: () => [], step: (a, n) => [...a, n], result: (a) => a.reduce((x, y) => x + y, 0) / a.length }); return db.prepare('select avg2(a) as t from v where a is not null').get(); });
  ask(() => { db.aggregate('win', { start: () => '', step: (a, n) => a + n, inverse: (a, n) => a.slice(1), result: (a) => a }); return db.prepare('select win(value) over (order by value rows between 1 preceding and 1 following) as w from json_each(?)').all('[1,2,3,4]'); });
  ask(() => { db.aggregate('bad', { start: 0, step: (t, n) => { throw new Error('in step'); } }); return db.prepare('select bad(a) from v').get(); });
  ask(() => { db.aggregate('bad2', { start: () => { throw new Error('in start'); }, step: (t, n) => 1 }); return db.prepare('select bad2(a) from v').get(); });
  ask(() => { db.aggregate('bad3', { start: 0, step: (t, n) => t, result: () => { throw new Error('in result'); } }); return db.prepare('select bad3(a) from v').get(); });
  ask(() => db.aggregate('x', {}));
  ask(() => db.aggregate('x', { start: 0 }));
  ask(() => db.aggregate('x', { start: 0, step: 5 }));

  await later(() => backup(db, path.join(folder, 'copy.db')));
  await later(async () => { const d = new DatabaseSync(path.join(folder, 'copy.db')); const r = d.prepare('select count(*) as n from v').get(); d.close(); return r; });
  await later(async () => { const seen = []; const r = await backup(db, path.join(folder, 'copy2.db'), { rate: 3, progress(p) { seen.push(p); } }); return [seen, r]; });
  await later(() => backup());
  await later(() => backup(db));
  await later(() => backup(db, path.join(folder, 'no', 'copy.db')));
  await later(() => backup(db, path.join(folder, 'copy3.db'), { source: 'none' }));
  await later(() => backup(db, path.join(folder, 'copy3.db'), { rate: 'x' }));
  await later(() => backup(db, path.join(folder, 'copy3.db'), { progress: 'x' }));
  await later(() => backup(db, path.join(folder, 'copy4.db'), { rate: 1, progress() { throw new Error('stop'); } }));

  ask(() => { const a = new DatabaseSync(file), b = new DatabaseSync(file); a.exec('begin immediate'); try { b.exec('begin immediate'); } finally { a.close(); b.close(); } });
  ask(() => db.enableLoadExtension(true));
  ask(() => db.loadExtension('x'));
  ask(() => db.prepare("select json_extract('{\"a\":[1,2]}', '$.a[1]') as a, sqrt(16) as b").get());
  ask(() => db.close());
  ask(() => db.isOpen);
  fs.rmSync(folder, { recursive: true });
  return out;
})
