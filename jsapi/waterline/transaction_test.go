package waterline_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/jsapi"
	"framework/jsapi/waterline"
)

// expose gives the test's code an app object with the datastores.
func (w *world) expose() {
	w.t.Helper()
	err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		members, err := waterline.BindDatastores(r, waterline.Datastores{Default: "ram"})
		if err != nil {
			return err
		}
		app := r.Runtime().NewObject()
		for name, v := range members {
			if err := app.Set(name, v); err != nil {
				return err
			}
		}
		return r.Runtime().Set("framework", app)
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func TestTransactions(t *testing.T) { onDatabases(t, testTransactions) }

func testTransactions(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap)
	w.expose()
	// left returns which authors there are at the end, and removes them.
	const left = `
		const left = async () => { const l = (await Author.find().sort('id')).map(a => a.name); await Author.destroy(); await Book.destroy(); return l; };
		const fails = p => p.then(() => 'no error', e => e && (e.code || e.message) || String(e));
		const add = name => Author.create({ name: name });
		const later = ms => new Promise(r => setTimeout(r, ms));
		const ds = framework.getDatastore();
	`
	for _, tc := range []struct{ name, code, want string }{
		{"commits and gives the result", `const v = await Author.transaction(async tx => { await add('a'); return [tx.datastore, 7]; }); return [v, await left()];`, `[["ram",7],["a"]]`},
		{"throws", `const e = await fails(Author.transaction(async () => { await add('a'); throw new Error('no'); })); return [e, await left()];`, `["no",[]]`},
		{"throws at once", `const e = await fails(Author.transaction(() => { throw new TypeError('now'); })); return [e, await left()];`, `["now",[]]`},
		{"the same error", `const mine = { mine: 1 }; return Author.transaction(async () => { throw mine; }).catch(e => e === mine);`, `true`},
		{"rejects with nothing", `return Author.transaction(() => Promise.reject()).catch(e => e instanceof Error);`, `true`},
		{"a refused query", `const e = await fails(Author.transaction(async () => { await add('a'); await Author.create({}); })); return [e, await left()];`, `["E_VALIDATION",[]]`},
		{"a refused query that is caught", `await Author.transaction(async () => { await add('a'); await Author.create({}).catch(() => {}); await add('b'); }); return left();`, `["a","b"]`},
		{"no promise", `return Author.transaction(() => 5);`, `5`},
		{"a deferred", `return Author.transaction(() => add('a')).then(async r => [r.name, await left()]);`, `["a",["a"]]`},
		{"other models of the datastore", `await fails(Author.transaction(async () => { const a = await add('a'); await Book.create({ title: 't', author: a }); throw 1; })); return [await Book.count(), await left()];`, `[0,[]]`},
		{"after timers and callbacks", `await fails(Author.transaction(async () => {
			await later(1);
			await new Promise((yes, no) => add('a').exec(e => e ? no(e) : setImmediate(yes)));
			await add('b');
			throw 1;
		})); return left();`, `[]`},
		{"callbacks of models", `Trace.log.length = 0; await fails(Trace.transaction(async () => {
			const t = await Trace.create({ word: 'w' });
			await Trace.update(t.id, { word: 'x' });
			throw 1;
		})); const n = await Trace.count(); return [n, Trace.log.filter(l => /^beforeUpdate/.test(l))];`, `[0,["beforeUpdate:1:true"]]`},
		{"at once inside", `await Author.transaction(async () => { await Promise.all(['a', 'b', 'c', 'd'].map(add)); }); return (await left()).length;`, `4`},
		{"code outside is not in it", `let go; const gate = new Promise(r => { go = r; });
			const t = fails(Author.transaction(async () => { await add('in'); go(); await later(5); throw new Error('undone'); }));
			await gate; await add('out'); return [await t, await left()];`, `["undone",["out"]]`},
		{"after it ends", `await Author.transaction(async () => { await add('a'); }); await add('b'); return left();`, `["a","b"]`},
		{"a query that is late", `let late; await Author.transaction(async () => { late = (async () => { await later(5); return add('late'); })(); late.catch(() => {}); }); return [await fails(late), await left()];`, `["E_TRANSACTION_OVER",[]]`},
		{"nested", `await Author.transaction(async () => {
			await add('a');
			await fails(Author.transaction(async () => { await add('b'); throw 1; }));
			await Author.transaction(async () => { await add('c'); });
		}); return left();`, `["a","c"]`},
		{"nested and undone with it", `await fails(Author.transaction(async () => { await Author.transaction(() => add('a')); throw 1; })); return left();`, `[]`},
		{"nested at once", `await Author.transaction(async () => {
			await Promise.all(['a', 'b', 'c', 'd'].map((n, i) => fails(Author.transaction(async () => { await add(n); if (i % 2) { throw 1; } }))));
		}); return (await left()).sort();`, `["a","c"]`},
		{"the outer one from the inner one", `await Author.transaction(async outer => {
			await fails(Author.transaction(async () => { await add('a').usingConnection(outer); throw 1; }));
		}); return left();`, `[]`},
		{"usingConnection", `let go, tx, end; const given = new Promise(r => { go = r; }), over = new Promise(r => { end = r; });
			const t = fails(Author.transaction(async db => { tx = db; go(); await over; throw new Error('undone'); }));
			await given; await add('a').usingConnection(tx); const n = (await Author.find().usingConnection(tx)).length; end(); return [await t, n, await left()];`, `["undone",1,[]]`},
		{"usingConnection with nothing", `await add('a').usingConnection(null); await add('b').usingConnection(undefined); return left();`, `["a","b"]`},
		{"usingConnection with something else", `return fails(Author.find().usingConnection({}));`, `"E_USAGE"`},
		{"proceed", `const v = await ds.transaction((db, proceed) => { add('a').exec(e => proceed(e, 5)); }); return [v, await left()];`, `[5,["a"]]`},
		{"proceed with an error", `const e = await fails(ds.transaction((db, proceed) => { add('a').exec(() => proceed(new Error('no'))); })); return [e, await left()];`, `["no",[]]`},
		{"exec", `ds.transaction(async () => { await add('a'); return 3; }).exec(async (e, v) => done([e, v, await left()]));`, `[null,3,["a"]]`},
		{"callback", `ds.transaction(async () => 3, (e, v) => done([e, v]));`, `[null,3]`},
		{"lazy", `ds.transaction(async () => add('never')); await later(2); return left();`, `[]`},
		{"no function", `try { Author.transaction(); } catch (e) { return e instanceof TypeError; }`, `true`},
		{"time-out", `const e = await Author.transaction(async () => { await add('a'); await new Promise(() => {}); }, { timeout: 20 }).catch(e => e); return [e.code, /20ms.*rolled back/.test(e.message), await left()];`, `["E_TIMEOUT",true,[]]`},
		{"time-out of a statement", `return fails(ds.transaction(async db => db.sendNativeQuery('WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r')).timeout(20));`, `"E_TIMEOUT"`},
		{"a query after the time-out", `let late; await fails(Author.transaction(async () => { late = later(40).then(() => add('a')); late.catch(() => {}); await later(100); }, { timeout: 10 })); return [await fails(late), await left()];`, `["E_TIMEOUT",[]]`},
		{"nested within the time of the outer one", `return fails(Author.transaction(() => Author.transaction(() => new Promise(() => {}), { timeout: 60000 }), { timeout: 20 }));`, `"E_TIMEOUT"`},
		{"an uncaught error inside", `const e = await fails(Author.transaction(async () => { await add('a'); setTimeout(() => { throw new Error('in a timer'); }, 1); await new Promise(() => {}); })); return [e, await left()];`, `["in a timer",[]]`},
		{"lease", `const n = await ds.leaseConnection(async db => { await add('a').usingConnection(db); return (await db.sendNativeQuery('SELECT count(*) AS n FROM author')).rows[0].n; }); return [n, await left()];`, `[1,["a"]]`},
		{"lease fails without undoing", `await fails(ds.leaseConnection(async () => { await add('a'); throw 1; })); return left();`, `["a"]`},
		{"transaction in a lease", `await fails(ds.leaseConnection(db => db.transaction(async () => { await add('a'); throw 1; }))); return left();`, `[]`},
		{"native query", `await add('a'); const r = await ds.sendNativeQuery('SELECT name, $2 AS two, $1 AS one FROM author WHERE name = $1', ['a', '2']); await left(); return r;`, `{"command":"SELECT","rowCount":1,"rows":[{"name":"a","two":"2","one":"a"}],"fields":[{"name":"name"},{"name":"two"},{"name":"one"}]}`},
		{"native query in a transaction", `await fails(ds.transaction(async db => { await ds.sendNativeQuery("INSERT INTO author (name) VALUES ('x')"); throw 1; })); return left();`, `[]`},
		{"native query refused", `return ds.sendNativeQuery('SELEC').catch(e => [e.code, typeof e.raw.message]);`, `["E_QUERY_FAILED","string"]`},
		{"native query callback", `ds.sendNativeQuery('SELECT 1 AS x', (e, r) => done([e, r.rows]));`, `[null,[{"x":1}]]`},
		{"native values that are no list", `return fails(ds.sendNativeQuery('SELECT $1', 5));`, `"E_USAGE"`},
		{"raw query in a transaction", `await fails(ds.transaction(async () => { await Author.query("INSERT INTO author (name) VALUES ('x')"); throw 1; })); return left();`, `[]`},
		{"record methods in a transaction", `const a = await add('a'); await fails(ds.transaction(async () => { a.name = 'b'; await a.save(); throw 1; })); return left();`, `["a"]`},
		{"streams in a transaction", `return ds.transaction(async () => { await add('a'); const n = await new Promise(r => { let n = 0; Author.stream().on('data', () => n++).on('end', () => r(n)); }); await Author.destroy(); return n; });`, `1`},
		{"shortcuts", `const n = await framework.transaction(async () => (await framework.sendNativeQuery('SELECT 1 AS x')).rows.length); return [n, framework.getDatastore('default') === ds, Author.getDatastore() === ds, ds.name];`, `[1,true,true,"ram"]`},
		{"no such datastore", `try { framework.getDatastore('nope'); } catch (e) { return e.message; }`, `"there is no datastore called \"nope\" that a model uses; the models use ram"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sameOn(t, database, tc.name)
			w.t = t
			if got := w.must(left + tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// plainStore is a store that can do no more than it must.
type plainStore struct{ orm.Adapter }

// TestUnsupported names what a store lacks.
func TestUnsupported(t *testing.T) {
	w := openOn(t, func(db orm.Adapter) orm.Adapter { return plainStore{db} })
	w.expose()
	for _, code := range []string{
		`Author.transaction(async () => 1)`, `framework.leaseConnection(async () => 1)`, `framework.sendNativeQuery('SELECT 1')`,
	} {
		if got := w.must(`return ` + code + `.catch(e => [e.code, /datastore "ram" has no/.test(e.message)]);`); got != `["E_NOT_SUPPORTED",true]` {
			t.Errorf("%s: got %s", code, got)
		}
	}
}

// TestConnectionOfAnotherDatastore refuses what cannot be meant.
func TestConnectionOfAnotherDatastore(t *testing.T) {
	w := openOn(t, nil, model{"visit", "Visit", `module.exports = { connection: 'log', attributes: { path: 'string' } };`})
	w.expose()
	got := w.must(`
		const out = [];
		await Author.transaction(async tx => {
			await Visit.create({ path: '/' }); // not of this datastore: it stays
			await Visit.find().usingConnection(tx).catch(e => out.push(e.code, /datastore "ram", the query to "log"/.test(e.details)));
			throw 1;
		}).catch(() => {});
		out.push(await Visit.count());
		await Author.transaction(() => Visit.transaction(async () => {
			await Author.create({ name: 'a' });
			await Visit.create({ path: '/b' });
			throw 1;
		})).catch(() => {});
		out.push(await Author.count(), await Visit.count(), framework.getDatastore('log').name);
		return out;`)
	if want := `["E_USAGE",true,1,0,1,"log"]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// awayStore is a store whose server does not answer.
type awayStore struct{ orm.Adapter }

var errAway = &orm.UnavailableError{Datastore: "test", Reason: "it is away"}

func (awayStore) Find(context.Context, *orm.Model, *orm.Query) ([]*orm.Record, error) {
	return nil, errAway
}

func (awayStore) Transact(context.Context, func(context.Context) error) error { return errAway }

// TestUnavailable: code can detect that a database is unavailable; an error
// that it does not catch reaches the caller.
func TestUnavailable(t *testing.T) {
	w := openOn(t, func(db orm.Adapter) orm.Adapter { return awayStore{db} })
	got := w.must(`const see = p => p.catch(e => [e.code, e.status, e.toJSON().error]); return [await see(Author.find()), await see(Author.transaction(async () => 1))];`)
	if want := `[["E_UNAVAILABLE",503,"E_UNAVAILABLE"],["E_UNAVAILABLE",503,"E_UNAVAILABLE"]]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, code := range []string{`await Author.find();`, `await Author.transaction(async () => 1);`, `await Author.create({ name: 'x' }).then(() => Author.findOne(1));`} {
		if _, err := w.run(code); !errors.Is(err, errAway) {
			t.Errorf("%s gave %v", code, err)
		}
	}
}

// TestNoUpdateIsLost counts in transactions that read first, all at once.
func TestNoUpdateIsLost(t *testing.T) {
	onDatabases(t, func(t *testing.T, _ string, wrap func(orm.Adapter) orm.Adapter) {
		w := openOn(t, wrap)
		got := w.must(`
			const a = await Author.create({ name: 'counter', born: 0 });
			let n = 0;
			const once = () => Author.transaction(async () => { const c = await Author.findOne(a.id); c.born++; await c.save(); n++; });
			await Promise.all(Array.from({ length: 8 }, async () => { for (let i = 0; i < 10; i++) { await once(); } }));
			return [n, (await Author.findOne(a.id)).born];`)
		if got != "[80,80]" {
			t.Errorf("got %s, want every count", got)
		}
	})
}

// TestRawQueries have the results of the classic adapters.
func TestRawQueries(t *testing.T) {
	onDatabases(t, func(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
		w := openOn(t, wrap)
		w.must(seed + "return true;")
		one := map[string]string{"PostgreSQL": "$1"}[database]
		if one == "" {
			one = "?"
		}
		for _, tc := range []struct {
			name, code string
			want       map[string]string
		}{
			{"reads", `return Author.query('SELECT name FROM author WHERE born > ` + one + ` ORDER BY id', [1850]);`, map[string]string{
				"SQLite": `[{"name":"Bob"},{"name":"Cy"}]`, "MySQL": `[{"name":"Bob"},{"name":"Cy"}]`,
				"PostgreSQL": `{"command":"SELECT","rowCount":2,"rows":[{"name":"Bob"},{"name":"Cy"}],"fields":[{"name":"name"}]}`,
			}},
			{"writes", `const r = await Author.query('UPDATE author SET desk = ` + one + ` WHERE id = 3', ['q']); return [r.rowCount, r.affectedRows, (await Author.findOne(3)).desk];`, map[string]string{
				"SQLite": `[null,null,"q"]`, "MySQL": `[null,1,"q"]`, "PostgreSQL": `[1,null,"q"]`,
			}},
		} {
			t.Run(tc.name, func(t *testing.T) {
				w.t = t
				if got := w.must(tc.code); got != tc.want[database] {
					t.Errorf("got  %s\nwant %s", got, tc.want[database])
				}
			})
		}
	})
}

// TestDrivers: code that was written for the drivers of pg and mysql finds
// their pool behind the datastore of a server.
func TestDrivers(t *testing.T) {
	onDatabases(t, func(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
		w := openOn(t, wrap)
		w.expose()
		w.must(seed + "return true;")
		for _, tc := range []struct {
			name string
			code map[string]string
			want string
		}{
			{"pool", map[string]string{
				"PostgreSQL": `const r = await pool.query('SELECT name FROM author WHERE born > $1 ORDER BY id', [1850]); return [r.command, r.rowCount, r.rows];`,
				"MySQL":      `return new Promise((yes, no) => pool.query('SELECT name FROM author WHERE born > ? ORDER BY id', [1850], (err, rows, fields) => err ? no(err) : yes(['SELECT', rows.length, rows])));`,
			}, `["SELECT",2,[{"name":"Bob"},{"name":"Cy"}]]`},
			{"pool with an object", map[string]string{
				"PostgreSQL": `return new Promise((yes, no) => pool.query({ text: 'SELECT name FROM author WHERE id = $1', values: [1] }, (err, r) => err ? no(err) : yes(r.rows)));`,
				"MySQL":      `return pool.query({ sql: 'SELECT name FROM author WHERE id = ?', values: [1] });`,
			}, `[{"name":"Ada"}]`},
			{"connection", map[string]string{
				"PostgreSQL": `const c = await pool.connect(); try { await c.query("SET application_name = 'x'"); return (await c.query('SHOW application_name')).rows[0].application_name; } finally { c.release(); }`,
				"MySQL":      `return new Promise((yes, no) => pool.getConnection((err, c) => { if (err) { return no(err); } c.query("SET @a = 'x'", err => c.query('SELECT @a AS a', (err, rows) => { c.release(); if (err) { no(err); } else { yes(rows[0].a); } })); }));`,
			}, `"x"`},
			{"leased connection", map[string]string{
				"PostgreSQL": `return ds.leaseConnection(async db => (await db.query('SELECT $1::int AS n', [4])).rows[0].n);`,
				"MySQL":      `return ds.leaseConnection(async db => (await db.query('SELECT ? AS n', [4]))[0].n);`,
			}, `4`},
			{"failure", map[string]string{
				"": `try { await pool.query('SELECT nonsense'); } catch (err) { return err.code; }`,
			}, `"E_QUERY_FAILED"`},
			{"transaction by hand", map[string]string{
				"": `try { await pool.query('BEGIN'); } catch (err) { return /transaction of the datastore/.test(err.message); }`,
			}, `true`},
		} {
			t.Run(tc.name, func(t *testing.T) {
				w.t = t
				code := tc.code[database]
				if code == "" {
					code = tc.code[""]
				}
				want := tc.want
				if database == "SQLite" {
					code, want = `try { return ds.manager; } catch (err) { return err.code; }`, `"E_NOT_SUPPORTED"`
				}
				if got := w.must("const ds = framework.getDatastore(), pool = " + map[bool]string{true: "undefined", false: "ds.manager.pool"}[database == "SQLite"] + "; " + code); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			})
		}
		w.t = t
		if got := w.must(`try { Author.getDatastore('ram'); } catch (err) { return err.message; }`); !strings.Contains(got, `sails.getDatastore(`) {
			t.Errorf("a model's getDatastore with a name gives %s", got)
		}
	})
}
