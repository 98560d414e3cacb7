// Questions to better-sqlite3: the function gets the package and returns a list of answers.
(async function (Database) {
  const fs = require('fs'), os = require('os'), path = require('path'), util = require('util');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bs3-'));
  const out = [];
  function show(v) {
    return util.inspect(v, { depth: 6, breakLength: Infinity, compact: 100, maxArrayLength: null }).split(folder).join('<folder>').replace(/\n\s*/g, ' ');
  }
  function told(e) { return 'throws ' + e.name + (e.code ? ' ' + e.code : '') + ': ' + String(e.message).split(folder).join('<folder>'); }
  function ask(fn) {
    const name = String(fn).replace(/^\(?\)? ?=> ?/, '').replace(/\s+/g, ' ');
    let answer;
    try { answer = show(fn()); } catch (e) { answer = told(e); }
    out.push(name + '  →  ' + answer);
  }
  async function later(fn) {
    const name = String(fn).replace(/^\(?\)? ?=> ?/, '').replace(/\s+/g, ' ');
    let answer;
    try { answer = show(await fn()); } catch (e) { answer = told(e); }
    out.push(name + '  →  ' + answer);
  }
  let db = new Database(':memory:');
  const file = path.join(folder, 'a.db');

  // The database object.
  ask(() => Object.keys(db));
  ask(() => Object.getOwnPropertyNames(Database.prototype).sort());
  ask(() => [db.open, db.inTransaction, db.name, db.memory, db.readonly, typeof db.close]);
  ask(() => Database(':memory:') instanceof Database);
  ask(() => [Database.name, Database.length, typeof Database.SqliteError]);
  ask(() => { return new Database(); });
  ask(() => new Database(5));
  ask(() => new Database(':memory:', 5));
  ask(() => new Database(':memory:', { readOnly: true }));
  ask(() => new Database(':memory:', { memory: true }));
  ask(() => new Database(':memory:', { timeout: -1 }));
  ask(() => new Database(':memory:', { timeout: 1.5 }));
  ask(() => new Database(':memory:', { verbose: 5 }));
  ask(() => new Database(':memory:', { readonly: true }));
  ask(() => new Database('', { readonly: true }));
  ask(() => new Database(path.join(folder, 'x', 'y.db')));
  ask(() => new Database(path.join(folder, 'none.db'), { fileMustExist: true }));
  ask(() => new Database(path.join(folder, 'none.db'), { readonly: true }));
  ask(() => { const d = new Database(); const r = [d.name, d.memory]; d.close(); return r; });
  ask(() => { const d = new Database(file); const r = [d.name, d.memory, d.readonly, d.open]; d.exec('create table t (a)'); d.close(); return r.concat(d.open, d.name); });
  ask(() => { const d = new Database(file, { readonly: true }); try { d.exec('insert into t values (1)'); } finally { d.close(); } });
  ask(() => { const d = new Database(file); d.close(); d.close(); return d.open; });
  ask(() => { const d = new Database(file); d.close(); d.prepare('select 1'); });
  ask(() => { const d = new Database(file); const s = d.prepare('select 1'); d.close(); return s.get(); });
  ask(() => { const d = new Database(file); const s = d.prepare('select 1'); d.close(); return s; });
  ask(() => { const d = new Database(file); d.close(); d.exec('select 1'); });
  ask(() => { const d = new Database(file); d.close(); return d.inTransaction; });
  ask(() => { fs.writeFileSync(path.join(folder, 'bad.db'), 'this is no database, is it?'.repeat(99)); const d = new Database(path.join(folder, 'bad.db')); d.prepare('select * from sqlite_master').all(); });

  // Exec and errors.
  ask(() => db.exec('create table t (a integer primary key, b text, c real, d blob); create table u (x unique, y not null, check (x <> 9))') === db);
  ask(() => db.exec());
  ask(() => db.exec('nonsense'));
  ask(() => db.exec('select * from missing'));
  ask(() => db.exec('select "a"'));
  ask(() => db.exec("insert into t values (100, 'x', 1, 2); select"));
  ask(() => db.exec("insert into u values (1, 1)"));
  ask(() => db.exec("insert into u values (1, 1)"));
  ask(() => db.exec("insert into u values (2, null)"));
  ask(() => db.exec("insert into u values (9, 1)"));
  ask(() => db.exec("insert into t values (100, 1, 1, 1)"));
  ask(() => db.exec("insert into t values ('x', 1, 1, 1)"));
  ask(() => db.exec('create table p (id integer primary key); create table k (p references p(id))'));
  ask(() => db.exec('insert into k values (7)'));
  ask(() => { try { db.exec("insert into u values (1, 1)"); } catch (e) { return [e instanceof Database.SqliteError, e instanceof Error, Object.keys(e), e.constructor.name, Object.prototype.toString.call(e), e.stack.split('\n')[0]]; } });
  ask(() => { const e = new Database.SqliteError('text', 'CODE'); return [e.name, e.message, e.code, String(e)]; });
  ask(() => new Database.SqliteError('text'));
  ask(() => Database.SqliteError('text', 'CODE') instanceof Database.SqliteError);

  // Statements.
  const insert = db.prepare('insert into t (b, c, d) values (?, ?, ?)');
  ask(() => [insert.reader, insert.readonly, insert.source, insert.busy, insert.database === db]);
  ask(() => Object.keys(insert));
  ask(() => Object.getOwnPropertyNames(Object.getPrototypeOf(insert)).sort());
  ask(() => insert.constructor.name);
  ask(() => new insert.constructor(db, 'select 1'));
  ask(() => db.prepare());
  ask(() => db.prepare(5));
  ask(() => db.prepare(''));
  ask(() => db.prepare('   '));
  ask(() => db.prepare(' -- only a comment\n'));
  ask(() => db.prepare('select 1; select 2'));
  ask(() => db.prepare('select 1; -- comment').get());
  ask(() => db.prepare('select 1;;;').get());
  ask(() => db.prepare('selec'));
  ask(() => db.prepare('select nothing'));
  ask(() => insert.run('x', 1.5, Buffer.from('abc')));
  ask(() => insert.run(['y', 2, null]));
  ask(() => insert.run('y', [2], null));
  ask(() => insert.run('z', 10n, new Uint8Array([1, 2])));
  ask(() => insert.run('z'));
  ask(() => insert.run('z', 1, null, 4));
  ask(() => insert.run());
  ask(() => insert.run(true, 1, null));
  ask(() => insert.run(undefined, 1, null));
  ask(() => insert.run(Symbol('x'), 1, null));
  ask(() => insert.run(() => 1, 1, null));
  ask(() => insert.run(new Date(0), 1, null));
  ask(() => insert.run({ b: 1 }, 1, null));
  ask(() => insert.run({ b: 1 }));
  ask(() => insert.run(12345678901234567890n, 1, null));
  ask(() => insert.get('x', 1, null));
  ask(() => insert.all('x', 1, null));
  ask(() => insert.iterate('x', 1, null));
  ask(() => insert.columns());
  ask(() => insert.pluck());
  ask(() => insert.raw());
  ask(() => insert.expand());
  const all = db.prepare('select * from t');
  ask(() => [all.reader, all.readonly, all.busy]);
  ask(() => all.run());
  ask(() => all.get());
  ask(() => all.all());
  ask(() => all.all().length);
  ask(() => all.get(1));
  ask(() => all.columns());
  ask(() => db.prepare('select a + 1, count(*) as n, t.b from t').columns());
  ask(() => db.prepare('select b from t').pluck().all());
  ask(() => db.prepare('select b from t').raw().all());
  ask(() => db.prepare('select b from t').expand().get());
  ask(() => db.prepare('select t.a, u.x, 1 as n from t, u limit 1').expand().get());
  ask(() => db.prepare('select t.a, u.x as a, 1 as a from t, u limit 1').get());
  ask(() => { const s = db.prepare('select a, b from t order by a limit 2'); return [s.pluck().all(), s.raw().all(), s.expand().all(), s.expand(false).all(), s.pluck(true).get(), s.pluck(false).get()]; });
  ask(() => all.pluck(1));
  ask(() => all.pluck('x'));
  ask(() => db.prepare('select * from t where a = 99999').get());
  ask(() => db.prepare('select * from t where a = 99999').all());
  ask(() => db.prepare('select * from t where a = 99999').pluck().get());
  ask(() => [...db.prepare('select a from t where a < 103').iterate()]);
  ask(() => { const it = db.prepare('select a from t').iterate(); return [typeof it.next, typeof it.return, it[Symbol.iterator]() === it, it.next(), it.return(), it.next()]; });
  ask(() => { const s = db.prepare('select a from t'); const got = []; for (const r of s.iterate()) { got.push(s.busy); try { s.get(); } catch (e) { got.push(told(e)); } break; } return got.concat(s.busy); });
  ask(() => { const s = db.prepare('select a from t'); for (const r of s.iterate()) { db.exec('insert into u values (50, 1)'); } });
  ask(() => { const s = db.prepare('select a from t'); for (const r of s.iterate()) { db.prepare('insert into u values (51, 1)').run(); } });
  ask(() => { const s = db.prepare('select a from t'); const got = []; for (const r of s.iterate()) { got.push(db.prepare('select 1 as one').get()); break; } return got; });
  ask(() => { const s = db.prepare('select a from t'); for (const r of s.iterate()) { db.close(); } });
  ask(() => { const s = db.prepare('select a from t'); for (const r of s.iterate()) { s.pluck(); } });
  ask(() => { const s = db.prepare('select a from t'); const it = s.iterate(); const r = [s.busy, told((() => { try { s.all(); } catch (e) { return e; } })())]; it.return(); return r.concat(s.busy); });

  // Parameters.
  ask(() => db.prepare('select @a as a, :b as b, $c as c, ? as d').get({ a: 1, b: 'two', c: null }, 4));
  ask(() => db.prepare('select @a as a, ? as d').get(4, { a: 1 }));
  ask(() => db.prepare('select @a as a').get({}));
  ask(() => db.prepare('select @a as a').get());
  ask(() => db.prepare('select @a as a').get(1));
  ask(() => db.prepare('select @a as a').get({ a: undefined }));
  ask(() => db.prepare('select @a as a').get({ a: 1, b: 2 }));
  ask(() => db.prepare('select @a as a').get({ '@a': 1 }));
  ask(() => db.prepare('select @a as a').get({ a: 1 }, { a: 2 }));
  ask(() => db.prepare('select @a as a, :a as b, @a as c').get({ a: 1 }));
  ask(() => db.prepare('select ? as a').get({ a: 1 }));
  ask(() => db.prepare('select ?1 as a, ?2 as b, ?1 as c').get('x', 'y'));
  ask(() => db.prepare('select ?1 as a, ?2 as b, ?1 as c').get({ 1: 'x', 2: 'y' }));
  ask(() => db.prepare('select ? as a').get(new (class X { constructor() { this.a = 1; } })()));
  ask(() => db.prepare('select @a as a').get(new (class X { constructor() { this.a = 1; } })()));
  ask(() => db.prepare('select @a as a').get(Object.create({ a: 1 })));
  ask(() => db.prepare('select @a as a').get(Object.assign(Object.create(null), { a: 1 })));
  ask(() => db.prepare('select 1 as a').get({}));
  ask(() => db.prepare('select 1 as a').get([]));
  ask(() => db.prepare('select 1 as a').get({ a: 1 }));
  ask(() => db.prepare('select ? as a, ? as b').get([1], [2]));
  ask(() => db.prepare('select typeof(?) as a, typeof(?) as b, typeof(?) as c, typeof(?) as d, typeof(?) as e').get(1, 1.5, 1n, 'x', Buffer.alloc(0)));
  ask(() => db.prepare('select ? as a, ? as b, ? as c, ? as d').get(NaN, Infinity, -0, 2 ** 53));
  ask(() => { const s = db.prepare('select ? as a').bind(5); return [s.get(), s.all(), told((() => { try { s.get(6); } catch (e) { return e; } })()), told((() => { try { s.bind(6); } catch (e) { return e; } })())]; });
  ask(() => db.prepare('select ? as a').bind());
  ask(() => db.prepare('select ? as a').get('é\u0000x😀').a);
  ask(() => db.prepare("select 'a' || char(0) || 'b' as a").get());
  ask(() => db.prepare("select x'' as a, x'00ff' as b, null as c, 1e999 as d, -1e999 as e").get());

  ask(() => db.prepare("select a, b as '__proto__' from t order by a limit 1").raw().get());
  ask(() => db.prepare('select 1; -- comment').source);
  ask(() => { const s = db.prepare('select 1 as a'); return [s.all === s.all, util.inspect(s).slice(0, 20), Object.prototype.toString.call(s), Object.prototype.toString.call(db)]; });

  // Integers.
  ask(() => db.prepare('select 9223372036854775807 as a, 9007199254740993 as b, 1 as c').get());
  ask(() => db.prepare('select 9223372036854775807 as a, 1 as c, 1.5 as d').safeIntegers().get());
  ask(() => db.prepare('select ? as a').safeIntegers().get(5));
  ask(() => db.prepare('select ? as a').get(5n));
  ask(() => { const d = new Database(':memory:').defaultSafeIntegers(); const s = d.prepare('select 1 as a'); return [s.get(), s.safeIntegers(false).get(), d.exec('create table t (a)').prepare('insert into t values (1)').run()]; });
  ask(() => db.defaultSafeIntegers(5));
  ask(() => db.prepare('select 1').safeIntegers('x'));

  // Results of run.
  ask(() => db.prepare('update t set c = 1').run());
  ask(() => db.prepare('delete from t where a = 100').run());
  ask(() => db.prepare('create table v (a)').run());
  ask(() => db.prepare('insert into v values (1), (2), (3)').run());
  ask(() => db.prepare('insert into v values (4) returning a').run());
  ask(() => db.prepare('insert into v values (5) returning a').get());
  ask(() => db.prepare('insert into v values (6), (7) returning a').pluck().all());
  ask(() => { const s = db.prepare('insert into v values (8) returning a'); return [s.reader, s.readonly]; });
  ask(() => db.prepare('begin').readonly);

  // Pragmas.
  ask(() => db.pragma('user_version'));
  ask(() => db.pragma('user_version', { simple: true }));
  ask(() => db.pragma('user_version = 7'));
  ask(() => db.pragma('user_version', { simple: true }));
  ask(() => db.pragma('foreign_keys', { simple: true }));
  ask(() => db.pragma('table_info(p)'));
  ask(() => db.pragma('nothing_like_it'));
  ask(() => db.pragma('nothing_like_it', { simple: true }));
  ask(() => db.pragma());
  ask(() => db.pragma('user_version', 5));
  ask(() => db.pragma('user_version', { simple: 5 }));
  ask(() => { const d = new Database(path.join(folder, 'wal.db')); const r = [d.pragma('journal_mode = WAL'), d.pragma('journal_mode', { simple: true }), d.pragma('synchronous', { simple: true }), d.pragma('cache_size', { simple: true }), d.pragma('busy_timeout', { simple: true })]; d.close(); return r; });

  // Transactions.
  const many = db.transaction((rows) => { for (const r of rows) { db.prepare('insert into v values (?)').run(r); } return db.inTransaction; });
  ask(() => [typeof many, typeof many.deferred, typeof many.immediate, typeof many.exclusive, typeof many.default, many.database === db, Object.keys(many)]);
  ask(() => many([1, 2]));
  ask(() => many.immediate([3]));
  ask(() => many.exclusive([3]));
  ask(() => many.deferred([3]));
  ask(() => { try { many([1, {}]); } catch (e) { return [told(e), db.inTransaction, db.prepare('select count(*) from v').pluck().get()]; } });
  ask(() => db.transaction(() => { many([9]); try { many([10, {}]); } catch (e) { /* rolled back to the savepoint */ } return db.prepare('select count(*) from v').pluck().get(); })());
  ask(() => db.transaction(5));
  ask(() => db.transaction(function () { return this; }).call('x') == 'x');
  ask(() => db.transaction(async () => 1)());
  ask(() => { const r = []; const t = db.transaction((x) => { r.push(x, db.inTransaction); }); t(1); t.deferred(2); r.push(db.inTransaction); return r; });
  ask(() => [many.name, many.length, many.immediate.name, many.default === many]);
  ask(() => db.transaction(() => { db.exec('rollback'); return 5; })());
  ask(() => db.inTransaction);
  ask(() => { db.exec('begin'); const r = [db.inTransaction]; db.exec('commit'); return r.concat(db.inTransaction); });

  // Functions.
  ask(() => db.function('plus', (a, b) => a + b) === db);
  ask(() => db.prepare('select plus(1, 2) as a, plus(?, ?) as b').get('x', 'y'));
  ask(() => db.prepare('select plus(1) as a').get());
  ask(() => db.function('many', { varargs: true }, (...args) => args.length).prepare('select many() as a, many(1, 2, 3) as b').get());
  ask(() => db.function('kinds', (v) => v === null ? 'null' : Buffer.isBuffer(v) ? 'buffer' : typeof v).prepare("select kinds(1) a, kinds(1.5) b, kinds('x') c, kinds(x'00') d, kinds(null) e").get());
  ask(() => db.function('gives', { deterministic: true, directOnly: true }, (n) => [1, 1.5, 'x', null, undefined, Buffer.from('q'), 5n][n]).prepare('select gives(0) a, gives(1) b, gives(2) c, gives(3) d, gives(4) e, gives(5) f, gives(6) g, typeof(gives(0)) h').get());
  ask(() => db.function('odd', () => ({})).prepare('select odd()').get());
  ask(() => db.function('truth', () => true).prepare('select truth()').get());
  ask(() => db.function('fails', () => { throw new TypeError('from the function'); }).prepare('select fails()').get());
  ask(() => { db.function('fails2', () => { throw 'text'; }); try { db.prepare('select fails2()').get(); } catch (e) { return e; } });
  ask(() => db.prepare('select fails() from t').all());
  ask(() => db.function('big', { safeIntegers: true }, (n) => typeof n).prepare('select big(1)').get());
  ask(() => db.function());
  ask(() => db.function('x'));
  ask(() => db.function('', () => 1));
  ask(() => db.function('x', { varargs: 1 }, () => 1));
  ask(() => db.function('closes', () => { db.close(); }).prepare('select closes()').get());
  ask(() => db.function('inner', () => db.prepare('select 42').pluck().get()).prepare('select inner() as a').get());
  ask(() => db.function('writes', () => { db.exec('delete from v'); return 1; }).prepare('select writes() as a').get());
  ask(() => db.aggregate('total2', { start: 0, step: (t, n) => t + n }) === db);
  ask(() => db.prepare('select total2(a) as t from v').get());
  ask(() => db.prepare('select total2(a) as t from v where 0').get());
  ask(() => db.aggregate('avg2', { start: () => [], step: (a, n) => { a.push(n); }, result: (a) => a.reduce((x, y) => x + y, 0) / a.length }).prepare('select avg2(a) as t from v where a is not null').get());
  ask(() => db.aggregate('win', { start: () => [], step: (a, n) => { a.push(n); }, inverse: (a, n) => { a.shift(); }, result: (a) => a.join() }).prepare('select win(value) over (order by value rows between 1 preceding and 1 following) as w from json_each(?)').pluck().all('[1,2,3,4]'));
  ask(() => db.prepare('select total2(value) over (order by value) as w from json_each(?)').pluck().all('[1,2,3,4]'));
  ask(() => db.aggregate('bad', { start: 0, step: (t, n) => { throw new Error('in step'); } }).prepare('select bad(a) from v').get());
  ask(() => db.aggregate('bad2', { start: () => { throw new Error('in start'); }, step: (t, n) => 1 }).prepare('select bad2(a) from v').get());
  ask(() => db.aggregate('bad3', { start: 0, step: (t, n) => t, result: () => { throw new Error('in result'); } }).prepare('select bad3(a) from v').get());
  ask(() => db.aggregate('x', {}));
  ask(() => db.aggregate('x', { step: 5 }));
  ask(() => db.aggregate('x'));
  ask(() => db.aggregate());

  // Copies.
  ask(() => { const d = new Database(db.serialize()); const r = [d.prepare('select count(*) as n from v').get(), d.memory, d.name.length]; d.close(); return r; });
  ask(() => Buffer.isBuffer(db.serialize()));
  ask(() => new Database(Buffer.alloc(0)).prepare('select 1 as a').get());
  await later(() => db.backup(path.join(folder, 'copy.db')));
  await later(async () => { const d = new Database(path.join(folder, 'copy.db')); const r = d.prepare('select count(*) as n from v').get(); d.close(); return r; });
  await later(async () => { const seen = []; const r = await db.backup(path.join(folder, 'copy2.db'), { progress(p) { seen.push(p); return 5; } }); return [seen, r]; });
  await later(() => db.backup());
  await later(() => db.backup(''));
  await later(() => db.backup(':memory:'));
  await later(() => db.backup(path.join(folder, 'no', 'copy.db')));
  await later(() => db.backup(path.join(folder, 'copy3.db'), { attached: 'none' }));
  await later(() => db.backup(path.join(folder, 'copy4.db'), { progress() { throw new Error('stop'); } }));
  await later(() => db.backup(path.join(folder, 'copy5.db'), { progress() { return 'x'; } }));

  // Two connections.
  ask(() => { const a = new Database(file), b = new Database(file, { timeout: 20 }); a.exec('begin immediate'); try { b.exec('begin immediate'); } finally { a.close(); b.close(); } });
  ask(() => { const said = []; const d = new Database(':memory:', { verbose: (t) => said.push(t) }); d.exec('create table t (a, b); insert into t values (1, 2)'); d.prepare('insert into t values (?, ?)').run('x', null); d.prepare('select * from t where a = @a').all({ a: 1 }); d.close(); return said; });
  ask(() => db.unsafeMode() === db);
  ask(() => { for (const r of db.prepare('select value from json_each(?)').iterate('[1,2]')) { db.prepare('insert into v values (?)').run(r.value); } return db.prepare('select count(*) from v').pluck().get(); });
  ask(() => db.unsafeMode(false) === db);
  ask(() => db.prepare("select json_extract('{\"a\":[1,2]}', '$.a[1]') as a, sqrt(16) as b, upper('x') as c").get());
  ask(() => db.exec("create virtual table f using fts5(t); insert into f values ('hello world')").prepare("select t from f where f match 'world'").get());
  ask(() => db.close() === db);
  ask(() => db.name);
  fs.rmSync(folder, { recursive: true });
  return out;
})
