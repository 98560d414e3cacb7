package waterline_test

import (
	"strings"
	"testing"

	"framework/engine/orm"
)

const seed = `
	const a = await Author.create({ name: 'Ada', born: 1815, desk: 'oak' });
	const b = await Author.create({ name: 'Bob', born: 1900, desk: 'elm' });
	await Author.create({ name: 'Cy', born: 1950 });
	await Book.create([{ title: 'Alpha', pages: 10, author: a.id, tags: ['x'] },
		{ title: 'Beta', pages: 20, author: a }, { title: 'Gamma', pages: 30, author: b.id }]);
`

func TestQueries(t *testing.T) { onDatabases(t, testQueries) }

func testQueries(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap)
	w.must(seed + "return true;")
	const names = `const names = l => l.map(a => a.name);`
	for _, tc := range []struct{ name, code, want string }{
		{"callback", `Author.find({ born: { '>': 1815 } }, (err, l) => done(names(l)));`, `["Bob","Cy"]`},
		{"callback only", `Author.find((err, l) => done([err, l.length]));`, `[null,3]`},
		{"exec", `Author.find().exec((err, l) => done(names(l)));`, `["Ada","Bob","Cy"]`},
		{"switchback", `Author.find().exec({ success: l => done(l.length), error: done });`, `3`},
		{"then", `return Author.find({ name: 'Bob' }).then(l => names(l));`, `["Bob"]`},
		{"await twice", `const q = Trace.create({ word: 'once' }); const r = [(await q).id, (await q).id, await Trace.count()]; await Trace.destroy(); Trace.log.length = 0; return r;`, `[1,1,1]`},
		{"lazy", `Trace.create({ word: 'never' }); return await Trace.count();`, `0`},
		{"real promise", `const p = Author.find().then(x => x); return [p instanceof Promise, (await p).length];`, `[true,3]`},
		{"catch", `return Author.findOne().catch(e => [e instanceof Error, e.code, e.status]);`, `[true,"E_UNKNOWN",500]`},
		{"fail", `return Author.create({}).fail(e => e.code);`, `"E_VALIDATION"`},
		{"finally", `let n = 0; await Author.find().finally(() => { n++; }); return n;`, `1`},
		{"spread", `return Author.find().spread((a, b) => [a.name, b.name]);`, `["Ada","Bob"]`},
		{"spread later", `return Author.find().then(l => l).spread((a, b) => b.name);`, `"Bob"`},
		{"asCallback", `Author.find().then(l => l.length).asCallback((e, n) => done([e, n]));`, `[null,3]`},
		{"chain", `return names(await Author.find().where({ born: { '>': 1800, '<': 1940 } }).sort('name DESC').skip(1).limit(1));`, `["Ada"]`},
		{"where twice", `return names(await Author.find({ born: { '>': 1815 } }).where({ born: { '<': 1950 } }));`, `["Ada","Bob"]`},
		{"where list", `return names(await Author.find().where([{ name: 'Ada' }, { name: 'Cy' }]));`, `["Ada","Cy"]`},
		{"sort twice", `return names(await Author.find().sort('desk').sort({ name: -1 }));`, `["Cy","Bob","Ada"]`},
		{"paginate", `return names(await Author.find().sort('id').paginate({ page: 2, limit: 2 }));`, `["Cy"]`},
		{"options", `return names(await Author.find({ born: { '>': 1 } }, { sort: 'name DESC', limit: 1 }));`, `["Cy"]`},
		{"id", `return (await Author.findOne(2)).name;`, `"Bob"`},
		{"ids", `return names(await Author.find([1, 3, 99]));`, `["Ada","Cy"]`},
		{"ids and chain", `return names(await Author.find([1, 3]).sort('id DESC'));`, `["Cy","Ada"]`},
		{"no ids", `return (await Author.find([])).length;`, `0`},
		{"none", `Author.findOne({ name: 'Nobody' }).exec((err, a) => done([!!err, a === undefined]));`, `[false,true]`},
		{"count", `return await Author.count({ born: { '<': 1940 } });`, `2`},
		{"finder", `return (await Author.findOneByName('Bob')).name;`, `"Bob"`},
		{"finders", `return [names(await Author.findByName(['Ada', 'Bob'])), await Author.countByBorn(1900), names(await Author.nameStartsWith('c')), names(await Author.nameContains('o'))];`, `[["Ada","Bob"],1,["Cy"],["Bob"]]`},
		{"finder callback", `Author.findOneByName('Cy', (err, a) => done(a.born));`, `1950`},
		{"legacy like", `return [names(await Author.startsWith({ name: 'a' })), names(await Author.findLike({ name: '%ob' }))];`, `[["Ada"],["Bob"]]`},
		{"finders are hidden", `return Object.keys(Author).filter(k => /By|Starts|find/.test(k));`, `[]`},
		{"unbound", `const { find } = Author; return (await find()).length;`, `3`},
		{"class method", `Citizen.adults.call(null, (err, l) => done([l.length, Citizen.limit]));`, `[0,7]`},
		{"added members stay", `Author.mine = 5; return Author.mine;`, `5`},
		{"update", `return names(await Author.update({ name: 'Cy' }, { name: 'Cyd' }));`, `["Cyd"]`},
		{"update set", `return names(await Author.update({ name: 'Cyd' }).set({ name: 'Cy' }));`, `["Cy"]`},
		{"update none", `Author.update({ name: 'Nobody' }, { born: 1 }).exec((err, l) => done([!!err, l]));`, `[false,[]]`},
		{"findOrCreate", `const x = await Author.findOrCreate({ name: 'Dee' }, { name: 'Dee', born: 1 }); const y = await Author.findOrCreate({ name: 'Dee' }); await Author.destroy(x.id); return [x.id === y.id, y.born];`, `[true,1]`},
		{"findOrCreateEach", `const l = await Author.findOrCreateEach(['name'], [{ name: 'Ada' }, { name: 'Eve' }]); await Author.destroy({ name: 'Eve' }); return names(l);`, `["Ada","Eve"]`},
		{"findOrCreate with criteria for other records", `return Author.findOrCreate([{ name: 'Ada' }], [{ name: 'Ada' }, { name: 'Bob' }]).catch(e => e.details);`, `"findOrCreate got 1 criteria for 2 records"`},
		{"findOrCreateEach of nothing", `return Author.findOrCreateEach([]).catch(e => e.code);`, `"E_UNKNOWN"`},
		{"findOrCreateEach of no records", `return Author.findOrCreateEach(['name'], []);`, `[]`},
		{"where", `return names(await Author.where({ name: { startsWith: 'a' } }));`, `["Ada"]`},
		{"describe", `return (await Author.describe()).id;`, `{"type":"integer","primaryKey":true,"autoIncrement":true,"unique":true}`},
		{"settings", `return [Author.autoPK, Author.autoCreatedAt, Author.autoUpdatedAt, Author.migrate];`, `[true,true,true,"drop"]`},
		{"record as criteria", `const a = await Author.findOne(1); return (await Book.find({ author: a })).length;`, `2`},
		{"validate", `Author.validate({}, err => done([err.code, Object.keys(err.invalidAttributes)]));`, `["E_VALIDATION",["name"]]`},
		{"populate unknown", `try { Author.find().populate('nothing'); } catch (e) { return e.message.split(': ').pop(); }`, `"the model author has no association called \"nothing\""`},
		{"stream", `const got = []; Author.stream({ sort: 'id' }).on('data', a => got.push(a.name)).on('end', () => done(got));`, `["Ada","Bob","Cy"]`},
		{"pipe", `let text = ''; Author.stream({ id: 1 }).pipe({ write(s) { text += s; }, end(s) { done(JSON.parse(text + s).length); } });`, `1`},
		{"findAll", `return Author.findAll().catch(e => e.code);`, `"E_UNKNOWN"`},
		{"adapter", `return [Author.adapter.identity, Author.adapter.collection, Author.adapter.query === Author, Object.keys(Author).indexOf('adapter')];`, `["author","author",true,-1]`},
		{
			"data", `return [Author.identity, Author.globalId, Author.primaryKey, Author.connection, Author.associations, typeof Author.attributes.upper, Author._attributes.name];`,
			`["author","Author","id",["ram"],[{"alias":"books","type":"collection","collection":"book","via":"author"}],"function",{"type":"string","required":true}]`,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sameOn(t, database, tc.name)
			w.t = t
			if got := w.must(names + tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestHostileCriteria(t *testing.T) {
	w := open(t)
	w.must(seed + "return true;")
	for _, tc := range []struct{ name, code, want string }{
		{"prototype key", `const c = JSON.parse('{"__proto__":{"name":"Ada"}}'); try { await Author.find(c); } catch (e) {} return ({}).name === undefined;`, `true`},
		{"cycle", `const c = {}; c.name = c; return Author.find(c).catch(e => e instanceof Error);`, `true`},
		{"cycle chained", `const c = {}; c.name = c; return Author.find().where(c).catch(e => e instanceof Error);`, `true`},
		{"cyclic values", `const c = { name: 'x' }; c.born = c; return Author.create(c).catch(e => e instanceof Error);`, `true`},
		{"large list", `return (await Author.find({ id: Array.from({ length: 5000 }, (_, i) => i) })).length;`, `3`},
		{"getter that throws", `return Author.find({ get name() { throw new Error('no'); } }).catch(e => e instanceof Error);`, `true`},
		{"function", `return Author.find({ where: () => 1 }).then(l => typeof l.length, e => 'number');`, `"number"`},
		{"sql", `return (await Author.find({ name: "'; DROP TABLE author; --" })).length;`, `0`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w.t = t
			if got := w.must(tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestErrorInCallbackFailsItsOperation(t *testing.T) {
	w := open(t)
	_, err := w.run(`Author.find().exec(() => { throw new RangeError('in a callback'); });`)
	if err == nil || !strings.Contains(err.Error(), "in a callback") {
		t.Errorf("got %v, want the error of the callback", err)
	}
}

func TestArgumentsAreCopiedAtTheStart(t *testing.T) {
	w := open(t)
	w.must(seed + "return true;")
	got := w.must(`const c = { name: 'Ada' }; Author.find(c).exec((err, l) => done([l[0].name, Object.keys(c)])); c.name = 'Bob';`)
	if want := `["Ada",["name"]]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
