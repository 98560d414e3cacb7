package waterline_test

import (
	"strconv"
	"testing"

	"framework/engine/orm"
	"framework/engine/testenv"
)

// steps is a model that notes its callbacks, with the values they see.
const steps = `var log = []; function note(name) { return function (v, next) { log.push(name + ':' + (Array.isArray(v) ? v.map(r => r.name).join('+') : v.where ? JSON.stringify(v.where) : v.name)); if (v.name === 'bad-' + name) { return next(new Error('bad')); } next(); }; }
	module.exports = { log: log, schema: true,
		attributes: { name: { type: 'string', required: true, minLength: 2 }, n: { type: 'integer', defaultsTo: function () { log.push('default'); return 1; } }, parent: { model: 'step' }, kids: { collection: 'step', via: 'parent' } },
		beforeValidate: note('bV'), afterValidate: note('aV'), beforeCreate: note('bC'), afterCreate: note('aC'),
		beforeUpdate: note('bU'), afterUpdate: note('aU'), beforeDestroy: note('bD'), afterDestroy: note('aD') };`

// TestOrderOfCallbacks, in single and bulk operations, where they fail and
// where records bring others along.
func TestOrderOfCallbacks(t *testing.T) {
	testenv.Slow(t)
	const say = `const log = async p => { Step.log.length = 0; const r = await p().then(v => v, e => e.code || e.message); const l = Step.log.slice(); return l.join(' ') + (typeof r === 'string' ? ' -> ' + r : ''); };`
	for _, tc := range []struct{ name, code, want string }{
		{"create", `log(() => Step.create({ name: 'a1' }))`, `default bV:a1 aV:a1 bC:a1 aC:a1`},
		{"create with a value for the default", `log(() => Step.create({ name: 'a1', n: 2 }))`, `bV:a1 aV:a1 bC:a1 aC:a1`},
		{"create that is invalid", `log(() => Step.create({ name: 'x' }))`, `default bV:x -> E_VALIDATION`},
		{"create refused in beforeValidate", `log(() => Step.create({ name: 'bad-bV' }))`, `default bV:bad-bV -> E_UNKNOWN`},
		{"create refused in afterValidate", `log(() => Step.create({ name: 'bad-aV' }))`, `default bV:bad-aV aV:bad-aV -> E_UNKNOWN`},
		{"create refused in beforeCreate", `log(() => Step.create({ name: 'bad-bC' }))`, `default bV:bad-bC aV:bad-bC bC:bad-bC -> E_UNKNOWN`},
		{"create refused in afterCreate", `log(() => Step.create({ name: 'bad-aC' }))`, `default bV:bad-aC aV:bad-aC bC:bad-aC aC:bad-aC -> E_UNKNOWN`},
		// Every item runs the whole pipeline, step by step with the others.
		{"create several", `log(() => Step.create([{ name: 'a1' }, { name: 'b1' }]))`, `default default bV:a1 bV:b1 aV:a1 bC:a1 aV:b1 bC:b1 aC:a1 aC:b1`},
		{"createEach", `log(() => Step.createEach([{ name: 'a1' }, { name: 'b1' }]))`, `default default bV:a1 bV:b1 aV:a1 bC:a1 aV:b1 bC:b1 aC:a1 aC:b1`},
		{"create several of which one is invalid", `log(() => Step.create([{ name: 'a1' }, { name: 'x' }]))`, `default default bV:a1 bV:x aV:a1 bC:a1 -> E_VALIDATION`},
		{"create none", `log(() => Step.create([]))`, ``},
		{"create with children", `log(() => Step.create({ name: 'p1', kids: [{ name: 'k1' }, { name: 'k2' }] }))`, `default bV:p1 aV:p1 bC:p1 default bV:k1 aV:k1 bC:k1 aC:k1 default bV:k2 aV:k2 bC:k2 aC:k2 aC:p1`},
		{"create with a parent", `log(() => Step.create({ name: 'k1', parent: { name: 'p1' } }))`, `default default bV:p1 aV:p1 bC:p1 aC:p1 bV:k1 aV:k1 bC:k1 aC:k1`},
		{"update", `Step.create({ name: 'a1' }).then(() => log(() => Step.update({ name: 'a1' }, { name: 'b1' })))`, `bV:b1 aV:b1 bU:b1 aU:b1`},
		{"update several", `Step.create([{ name: 'a1' }, { name: 'a2' }]).then(() => log(() => Step.update({}, { n: 5 })))`, `bV:undefined aV:undefined bU:undefined aU:a1 aU:a2`},
		{"update none", `log(() => Step.update({ name: 'none' }, { name: 'b1' }))`, `bV:b1 aV:b1 bU:b1`},
		{"update that is invalid", `log(() => Step.update({}, { name: 'x' }))`, `bV:x -> E_VALIDATION`},
		{"update of what is absent", `Step.create({ name: 'a1' }).then(() => log(() => Step.update({}, { n: 2 })))`, `bV:undefined aV:undefined bU:undefined aU:a1`},
		{"update refused in beforeUpdate", `log(() => Step.update({}, { name: 'bad-bU' }))`, `bV:bad-bU aV:bad-bU bU:bad-bU -> E_UNKNOWN`},
		{"destroy", `Step.create([{ name: 'a1' }, { name: 'a2' }]).then(() => log(() => Step.destroy({ n: 1 })))`, `bD:{"n":1} aD:a1+a2`},
		{"destroy none", `log(() => Step.destroy({ name: 'none' }))`, `bD:{"name":"none"} aD:`},
		{"findOrCreate that finds", `Step.create({ name: 'a1' }).then(() => log(() => Step.findOrCreate({ name: 'a1' }, { name: 'a1' })))`, ``},
		{"findOrCreate that creates", `log(() => Step.findOrCreate({ name: 'a1' }, { name: 'a1' }))`, `default bV:a1 aV:a1 bC:a1 aC:a1`},
		{"save", `Step.create({ name: 'a1' }).then(a => log(() => { a.name = 'b1'; return a.save(); }))`, `bV:b1 aV:b1 bU:b1 aU:b1`},
		{"save with a new child", `Step.create({ name: 'a1' }).then(a => log(() => { a.kids.add({ name: 'k1' }); return a.save(); }))`, `bV:a1 aV:a1 bU:a1 aU:a1 default bV:k1 aV:k1 bC:k1 aC:k1`},
		{"save with a child that moves", `Step.create([{ name: 'a1' }, { name: 'k1' }]).then(l => log(() => { l[0].kids.add(l[1].id); return l[0].save(); }))`, `bV:a1 aV:a1 bU:a1 aU:a1 bV:undefined aV:undefined bU:undefined aU:k1`},
		{"record destroy", `Step.create({ name: 'a1' }).then(a => log(() => a.destroy()))`, `bD:{"id":1} aD:a1`},
		{"validate", `log(() => Step.validate({ name: 'a1' }))`, `bV:a1 aV:a1`},
		{"validate what is present", `log(() => new Promise((yes, no) => Step.validate({ n: 1 }, true, e => e ? no(e) : yes())))`, `bV:undefined aV:undefined`},
		{"record validate", `Step.create({ name: 'a1' }).then(a => log(() => { a.name = 'x'; return a.validate(); }))`, `bV:x -> E_VALIDATION`},
		{"in a transaction", `log(() => Step.transaction(() => Step.create({ name: 'a1' })))`, `default bV:a1 aV:a1 bC:a1 aC:a1`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := openOn(t, nil, model{"step", "Step", steps})
			if got := w.must(say + `return ` + tc.code + `;`); got != strconv.Quote(tc.want) {
				t.Errorf("got  %s\nwant %q", got, tc.want)
			}
		})
	}
}

// TestErrors: what callers see of errors, and what their JSON is.
func TestErrors(t *testing.T) { onDatabases(t, testErrors) }

func testErrors(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap, model{"rule", "Rule", `module.exports = {
		validationMessages: { name: { required: 'a name, please', minLength: 'longer', unique: 'taken' } },
		attributes: { name: { type: 'string', required: true, unique: true, minLength: 3 }, mail: { type: 'email' }, n: { type: 'integer', max: 3, min: 1 }, tag: { maxLength: 3, type: 'email', minLength: 9 }, clubs: { collection: 'league', via: 'rules' } } };`},
		model{"league", "League", `module.exports = { attributes: { name: 'string', rules: { collection: 'rule', via: 'clubs' } } };`})
	for _, tc := range []struct{ name, code, want string }{
		{
			"invalid", `return Rule.create({ name: 'abc', mail: 'nope', n: 9 }).catch(e => [e.code, e.status, e.reason, e.model, e.length, e.keys, e.rules, e instanceof Error]);`,
			`["E_VALIDATION",400,"2 attributes are invalid","Rule",2,["mail","n"],{"mail":["email"],"n":["max"]},true]`,
		},
		{"type rule first", `return Rule.create({ name: 'abc', n: 'x' }).catch(e => e.invalidAttributes.n.map(f => f.rule));`, `["integer"]`},
		{"rules in their order", `return Rule.create({ name: 'abc', tag: 'nope' }).catch(e => e.invalidAttributes.tag.map(f => f.rule));`, `["maxLength","email","minLength"]`},
		{"messages", `return Rule.create({ name: 'abc', mail: 'nope' }).catch(e => e.messages.mail);`, `["Value should be an email (instead of \"nope\", which is a string)"]`},
		{"JSON", `return Rule.create({ name: 'abc', mail: 'nope' }).catch(e => e.toJSON());`, `{"error":"E_VALIDATION","status":400,"summary":"1 attribute is invalid","model":"Rule","invalidAttributes":{"mail":[{"rule":"email","message":"Value should be an email (instead of \"nope\", which is a string)"}]}}`},
		{"validationMessages", `return Rule.create({ name: 'x', mail: 'nope' }).catch(e => [Object.keys(e).indexOf('Errors'), e.Errors]);`, `[-1,{"name":[{"rule":"minLength","message":"longer"}],"mail":[{"rule":"email","message":"Value should be an email (instead of \"nope\", which is a string)"}]}]`},
		{"an assigned Errors is copied", `return Rule.create({ name: 'x', mail: 'nope' }).catch(e => { e.Errors = { own: true }; return Object.assign({}, e).Errors; });`, `{"own":true}`},
		{"validationMessages of update", `return Rule.update({}, { name: 'x' }).catch(e => e.Errors.name[0].message);`, `"longer"`},
		{
			"unique", `await Rule.create({ name: 'same' }); return Rule.create({ name: 'same' }).catch(e => [e.code, e.status, e.toJSON(), e.Errors]);`,
			"[\"E_VALIDATION\",400,{\"error\":\"E_VALIDATION\",\"status\":400,\"summary\":\"1 attribute is invalid\",\"invalidAttributes\":{\"name\":[{\"value\":\"same\",\"rule\":\"unique\",\"message\":\"A record with that `name` already exists (`same`).\"}]}},{\"name\":[{\"value\":\"same\",\"rule\":\"unique\",\"message\":\"taken\"}]}]",
		},
		{"no messages of its own", `return League.update({}, { rules: 5 }).then(() => 1, e => e.Errors === undefined);`, `1`},
		{"usage", `return Rule.find().sort('a b c').catch(e => [e.code, e.status, e.toJSON().error, e.reason]);`, `["E_USAGE",0,"E_USAGE","Invalid usage"]`},
		{"of the database", `return Rule.query('SELECT nonsense FROM nowhere').catch(e => [e.code, e.status, e.model, e.originalError instanceof Error, e.toJSON()]);`, `["E_UNKNOWN",500,"rule",true,{"error":"E_UNKNOWN","status":500,"summary":"Encountered an unexpected error","raw":{}}]`},
		{"a link to nobody", `const r = await Rule.create({ name: 'link' }); r.clubs.add(99); return r.save().catch(e => [e.code, e.originalError.failedTransactions.map(f => [f.type, f.collection, f.values])]);`, `["E_UNKNOWN",[["insert","league",99]]]`},
		{"removing what has no key", `const r = await Rule.findOne({ name: 'link' }); r.clubs.remove({ name: 'x' }); return r.save().catch(e => e.originalError.failedTransactions[0].type);`, `"remove"`},
		{"a save that fails leaves nothing", `const r = await Rule.create({ name: 'half' }); r.n = 2; r.clubs.add({ name: 'made' }); r.clubs.add(99); await r.save().catch(() => {}); return [(await Rule.findOne({ name: 'half' })).n, await League.count({ name: 'made' })];`, `[null,0]`},
		{"uncaught rejection names its code", `return Rule.findOne().catch(e => String(e).slice(0, 20));`, `"[Error (E_UNKNOWN) E"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sameOn(t, database, tc.name)
			w.t = t
			if got := w.must(tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// TestRecordMethods of a record that comes from the store.
func TestRecordMethods(t *testing.T) { onDatabases(t, testRecordMethods) }

func testRecordMethods(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap, practice...)
	w.must(practiceSeed + "return true;")
	for _, tc := range []struct{ name, code, want string }{
		{"save writes everything", `const p = await Person.findOne(1); await Person.update(1, { name: 'Other' }); await p.save(); return (await Person.findOne(1)).name;`, `"Ada"`},
		{"save refreshes", `const p = await Person.findOne(1); const before = p.updatedAt; await new Promise(r => setTimeout(r, 2)); await p.save(); return p.updatedAt > before;`, `true`},
		{"save gives nothing", `const p = await Person.findOne(1); return [await p.save() === undefined, await new Promise(r => p.save((e, v) => r([e, v])))];`, `[true,[null,null]]`},
		{"save of a changed reference", `const p = await Pet.findOne(4); p.owner = 2; await p.save(); const q = await Pet.findOne(4).populate('owner'); q.owner = null; await q.save(); return [(await Pet.findOne(4)).owner];`, `[null]`},
		{"save writes into what was populated", `const p = await Pet.findOne(1).populate('owner'); p.owner.name = 'Ada!'; await p.save(); const n = (await Person.findOne(1)).name; await Person.update(1, { name: 'Ada' }); return n;`, `"Ada!"`},
		{"save of a record that is gone", `const p = await Person.create({ name: 'tmp' }); await Person.destroy(p.id); return p.save().catch(e => e.code);`, `"E_UNKNOWN"`},
		{"add of a key, a record, an object and a list", `const v = await Vet.create({ name: 'new' }); v.patients.add(1); v.patients.add(await Pet.findOne(2)); v.patients.add({ name: 'made' }); v.patients.add([3, { name: 'too' }]); await v.save();
			const l = (await Vet.findOne(v.id).populate('patients', { sort: 'id' })).patients.map(p => p.name); await Pet.destroy({ name: ['made', 'too'] }); await Pet.update([1, 3], { vet: 1 }); await Pet.update(2, { vet: 2 }); return l;`, `["x","y","z","made","too"]`},
		{"add twice", `const c = await Club.findOne({ name: 'one' }); c.members.add(1); c.members.add(1); await c.save(); return (await Club.findOne(c.id).populate('members')).members.length;`, `2`},
		{"remove of a key and of a record", `const c = await Club.create({ name: 'three', members: [1, 2, 3] }); c.members.remove(1); c.members.remove(await Pet.findOne(2)); await c.save(); const l = (await Club.findOne(c.id).populate('members')).members.map(p => p.id); await c.destroy(); return l;`, `[3]`},
		{"remove of one that is not there", `const c = await Club.findOne({ name: 'one' }); c.members.remove(2); await c.save(); return (await Club.findOne(c.id).populate('members')).members.length;`, `2`},
		{"add and remove in one save", `const c = await Club.create({ name: 'four', members: [1] }); c.members.remove(1); c.members.add(2); await c.save(); const l = (await Club.findOne(c.id).populate('members')).members.map(p => p.id); await c.destroy(); return l;`, `[2]`},
		{"queued once", `const c = await Club.create({ name: 'five' }); c.members.add(1); await c.save(); await Club.update(c.id, { members: [] }); await c.save(); const l = (await Club.findOne(c.id).populate('members')).members.length; await c.destroy(); return l;`, `0`},
		{"destroy", `const p = await Pet.create({ name: 'gone', clubs: [1] }); const v = await p.destroy(); return [v.length === 1 && v[0].name === 'gone', await Pet.findOne(p.id) === undefined, (await Club.findOne(1).populate('members')).members.length];`, `[true,true,2]`},
		{"destroy with a callback", `const p = await Pet.create({ name: 'gone' }); p.destroy(async e => done([e, await Pet.count({ name: 'gone' })]));`, `[null,0]`},
		{"children keep their reference", `const p = await Person.create({ name: 'tmp', pets: [{ name: 'orphan' }] }); await p.destroy(); const q = await Pet.findOne({ name: 'orphan' }); await q.destroy(); return q.owner === p.id;`, `true`},
		{"validate", `const p = await Person.findOne(1); return await p.validate() === undefined;`, `true`},
		{"toObject", `const p = await Person.findOne(1); p.fn = () => 1; const o = p.toObject(); return [o !== p, o.name, 'pets' in o, 'fn' in o, o.createdAt instanceof Date, o.save === undefined];`, `[true,"Ada",false,false,false,true]`},
		{"toObject of what was populated", `const p = await Person.findOne(1).populate('pets'); const o = p.toObject(); return [o.pets.map(q => q.name), typeof o.pets[0].save];`, `[["x","y"],"undefined"]`},
		{"toJSON", `const p = await Person.findOne(1); return Object.keys(p.toJSON());`, `["name","createdAt","updatedAt","id"]`},
		{"toJSON of a list", `return JSON.parse(JSON.stringify(await Clinic.find()));`, `["<C>"]`},
		{"dangling reference", `const q = await Pet.create({ name: 'd', owner: 99 }); const r = await Pet.findOne(q.id).populate('owner'); await q.destroy(); return [r.owner === undefined, 'owner' in r.toJSON()];`, `[true,false]`},
		{"empty reference", `const r = await Pet.findOne(4).populate('vet'); return [r.vet === undefined, 'vet' in r.toJSON()];`, `[true,false]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sameOn(t, database, tc.name)
			w.t = t
			if got := w.must(tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// TestWrites of the methods that make and find.
func TestWrites(t *testing.T) { onDatabases(t, testWrites) }

func testWrites(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap)
	w.must(seed + "return true;")
	for _, tc := range []struct{ name, code, want string }{
		{"create with a callback", `Citizen.create({ name: 'cb' }, async (e, c) => { await c.destroy(); done([e, c.name]); });`, `[null,"cb"]`},
		{"create several with a callback", `Citizen.create([{ name: 'a' }, { name: 'b' }], async (e, l) => { await Citizen.destroy(); done(l.map(c => c.name)); });`, `["a","b"]`},
		{"createEach", `const l = await Citizen.createEach([{ name: 'a' }, { name: 'b' }]); await Citizen.destroy(); return [Array.isArray(l), l.map(c => c.name)];`, `[true,["a","b"]]`},
		{"createEach of nothing", `return Citizen.createEach([]);`, `[]`},
		{"createEach with one that is refused", `const e = await Citizen.createEach([{ name: 'a' }, {}]).catch(e => e.code); return [e, await Citizen.count()];`, `["E_VALIDATION",0]`},
		{"update gives a list", `const l = await Author.update(1, { desk: 'oak' }); return [Array.isArray(l), l.length, l[0].name];`, `[true,1,"Ada"]`},
		{"update with a callback", `Author.update({ name: 'Ada' }, { desk: 'oak' }, (e, l) => done([e, l.length]));`, `[null,1]`},
		{"update of keys", `return (await Author.update([1, 2], { born: 1900 })).length;`, `2`},
		{"update of undefined", `return Author.update(3, { name: undefined }).catch(e => e.code);`, `"E_VALIDATION"`},
		{"destroy gives a list", `await Citizen.create({ name: 'x' }); const l = await Citizen.destroy({ name: 'x' }); return [Array.isArray(l), l[0].name];`, `[true,"x"]`},
		{"destroy of nothing in particular", `await Citizen.create([{ name: 'x' }, { name: 'y' }]); return (await Citizen.destroy()).length;`, `2`},
		{"destroy of no keys", `await Citizen.create({ name: 'x' }); const n = (await Citizen.destroy([])).length; await Citizen.destroy(); return n;`, `0`},
		{"destroy with a callback", `Citizen.destroy((e, l) => done([e, l]));`, `[null,[]]`},
		{"findOrCreate by values", `const a = await Citizen.findOrCreate({ name: 'f' }); const b = await Citizen.findOrCreate({ name: 'f' }); await Citizen.destroy(); return a.id === b.id;`, `true`},
		{"findOrCreate with a callback", `Citizen.findOrCreate({ name: 'f' }, { name: 'f', confirm: 'y' }, async (e, c) => { await c.destroy(); done([e, c.confirm]); });`, `[null,"y"]`},
		{"findOrCreate of lists", `await Citizen.create({ name: 'f' }); const l = await Citizen.findOrCreate([{ name: 'f' }, { name: 'g' }], [{ name: 'f' }, { name: 'g' }]); const n = await Citizen.count(); await Citizen.destroy(); return [l.map(c => c.name), n];`, `[["f","g"],2]`},
		{"findOrCreateEach by values", `await Citizen.create({ name: 'f' }); const l = await Citizen.findOrCreateEach([{ name: 'f' }, { name: 'g' }]); const n = await Citizen.count(); await Citizen.destroy(); return [l.map(c => c.name), n];`, `[["f","g"],2]`},
		{"findOrCreateEach by attributes", `await Citizen.create({ name: 'f', confirm: 'old' }); const l = await Citizen.findOrCreateEach(['name'], [{ name: 'f', confirm: 'new' }, { name: 'g' }]); await Citizen.destroy(); return l.map(c => [c.name, c.confirm]);`, `[["f","old"],["g",null]]`},
		{"findOrCreateEach of one twice", `const l = await Citizen.findOrCreateEach(['name'], [{ name: 'f' }, { name: 'f' }]); await Citizen.destroy(); return l[0].id === l[1].id;`, `true`},
		{"findOrCreateEach of no list", `return Citizen.findOrCreateEach({ name: 'f' }).catch(e => e.code);`, `"E_UNKNOWN"`},
		{"findOrCreateEach with a callback", `Citizen.findOrCreateEach(['name'], [{ name: 'f' }], async (e, l) => { await Citizen.destroy(); done(l.length); });`, `1`},
		{"findOrCreate at once", `const l = await Promise.all([1, 2, 3, 4].map(() => Citizen.findOrCreate({ name: 'once' }))); const n = await Citizen.count(); await Citizen.destroy(); return [n, new Set(l.map(c => c.id)).size];`, `[1,1]`},
		{"findOrCreate at once by what is unique", `const l = await Promise.all([1, 2, 3, 4].map(() => Citizen.findOrCreate({ email: 'o@x.y' }, { name: 'once', email: 'o@x.y' }))); const n = await Citizen.count(); await Citizen.destroy(); return [n, new Set(l.map(c => c.id)).size];`, `[1,1]`},
		{"findOrCreate of a value that another one has", `await Citizen.create({ name: 'first', email: 'o@x.y' }); const e = await Citizen.findOrCreate({ name: 'second' }, { name: 'second', email: 'o@x.y' }).catch(e => e.code); await Citizen.destroy(); return e;`, `"E_VALIDATION"`},
		{"count with criteria and a callback", `Author.count({ born: { '<': 1 } }, (e, n) => done([e, n]));`, `[null,0]`},
		{"validate", `return [await Author.validate({ name: 'x' }) === undefined, await Author.validate({}).catch(e => e.code), await new Promise(r => Author.validate({ born: 1 }, true, (...args) => r(args.length === 0)))];`, `[true,"E_VALIDATION",true]`},
		{"query", `return Author.query('SELECT name FROM author WHERE born > ? AND name <> ? ORDER BY id', [1, 'Bob']);`, `[{"name":"Ada"},{"name":"Cy"}]`},
		{"query with one value", `return Author.query('SELECT ? AS x', 5);`, `[{"x":5}]`},
		{"query with a callback", `Author.query('SELECT count(*) AS n FROM author', (e, rows) => done([e, rows]));`, `[null,[{"n":3}]]`},
		{"query with values and a callback", `Author.query('SELECT ? AS x', ['y'], (e, rows) => done(rows[0].x));`, `"y"`},
		{"query that writes", `return Author.query('UPDATE author SET desk = ? WHERE id = 3', ['q']).then(async r => [r, (await Author.findOne(3)).desk]);`, `[[],"q"]`},
		{"query without text", `return Author.query().catch(e => e.code);`, `"E_USAGE"`},
		{"query that begins", `return Author.query('BEGIN').catch(e => [e.code, /transaction/.test(e.details)]);`, `["E_USAGE",true]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sameOn(t, database, tc.name)
			w.t = t
			if got := w.must(tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}
