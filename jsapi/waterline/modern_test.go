package waterline_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/node"
	"framework/jsapi/waterline"
)

// modernConfig is config.models of the tests of 1.x.
const modernConfig = `({
	schema: true, cascadeOnDestroy: true,
	attributes: {
		createdAt: { type: 'number', autoCreatedAt: true },
		updatedAt: { type: 'number', autoUpdatedAt: true },
		id: { type: 'number', autoIncrement: true },
	},
	dataEncryptionKeys: {
		default: 'LTCJ+NNaKq4GPFn6PDG+t0+8bsBV4M6zYRb4eHhVGlw=',
		older: 'AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
	},
})`

var modernModels = []model{
	{"user", "User", `module.exports = {
		attributes: {
			name: { type: 'string', required: true, maxLength: 10 },
			email: { type: 'string', isEmail: true, unique: true, allowNull: true },
			age: { type: 'number', min: 0, isInteger: true },
			role: { type: 'string', isIn: ['admin', 'guest'], defaultsTo: 'guest' },
			secret: { type: 'string', encrypt: true },
			pin: { type: 'number', encrypt: true },
			prefs: { type: 'json' },
			blob: { type: 'ref' },
			active: { type: 'boolean' },
			since: { type: 'string', autoCreatedAt: true },
			even: { type: 'number', custom: function (v) { return v % 2 === 0; } },
			code: { type: 'string', regex: /^(?=ab).+$/ },
			pets: { collection: 'pet', via: 'owner' },
			clubs: { collection: 'club', via: 'members' },
		},
		customToJSON: function () { const o = Object.assign({}, this); delete o.secret; o.shown = true; return o; },
		greet: async function () { return 'hello from ' + this.identity; },
	};`},
	{"pet", "Pet", `module.exports = { attributes: { name: 'string', owner: { model: 'user' }, toys: { collection: 'toy', via: 'pet' } } };`},
	{"toy", "Toy", `module.exports = { attributes: { name: 'string', pet: { model: 'pet', required: true } } };`},
	{"club", "Club", `module.exports = { attributes: { name: 'string', members: { collection: 'user', via: 'clubs' } }, cascadeOnDestroy: false };`},
	{"word", "Word", `module.exports = { primaryKey: 'text', schema: false, archiveModelIdentity: false, attributes: { id: false, text: { type: 'string', required: true }, n: 'number' } };`},
	{"trace", "Trace", `const log = []; module.exports = {
		log: log, fetchRecordsOnUpdate: true,
		attributes: { word: { type: 'string', required: true }, n: 'number', tags: { collection: 'trace', via: 'tagged' }, tagged: { collection: 'trace', via: 'tags' } },
		beforeCreate: function (v, proceed) {
			log.push('beforeCreate ' + v.word + ' ' + v.n + ' ' + v.id + ' ' + JSON.stringify(v.tags));
			if (v.word === 'refused') { return proceed(Object.assign(new Error('no'), { code: 'E_MINE' })); }
			if (v.word === 'thrown') { throw new TypeError('thrown'); }
			v.n += 100;
			return proceed();
		},
		afterCreate: function (r, proceed) { log.push('afterCreate ' + r.id); return proceed(); },
		beforeUpdate: async function (v) { log.push('beforeUpdate ' + Object.keys(v)); },
		afterUpdate: function (r, proceed) { log.push('afterUpdate ' + r.word); return proceed(); },
		beforeDestroy: function (c, proceed) { log.push('beforeDestroy ' + JSON.stringify(c)); return proceed(); },
		afterDestroy: function (r, proceed) { log.push('afterDestroy ' + r.word); return proceed(); },
	};`},
}

// openModern is open for models of 1.x.
func openModern(t testing.TB, models ...model) *world {
	t.Helper()
	w, err := tryModern(t, sqldb.Options{Document: true, CaseSensitive: true}, models...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func tryModern(t testing.TB, opts sqldb.Options, models ...model) (*world, error) {
	t.Helper()
	ctx := context.Background()
	iso, err := jsapi.New(jsapi.Options{Root: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = iso.Close(ctx)
	})
	db, err := sqldb.Open(ctx, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	var defs []*orm.Definition
	classes := map[string]*waterline.Class{}
	err = iso.Do(ctx, func(r *jsapi.Realm) error {
		if err := node.Globals(r, node.Options{Root: t.TempDir(), Log: slog.New(slog.DiscardHandler)}); err != nil {
			return err
		}
		shared, err := r.Runtime().RunString(modernConfig)
		if err != nil {
			return err
		}
		for _, m := range models {
			exports, err := r.Runtime().RunString("(function () { var module = {}; " + m.source + "\nreturn module.exports; })()")
			if err != nil {
				return r.Wrap(err)
			}
			def, class, err := waterline.ReadDefinition(r, exports, waterline.Defaults{
				Source: "api/models/" + m.globalID + ".js", Identity: m.identity, GlobalID: m.globalID, Models: shared,
				Datastore: "default", Migrate: orm.Drop, Isolate: iso, Rules: waterline.Modern(),
			})
			if err != nil {
				return err
			}
			defs = append(defs, def)
			classes[m.identity] = class
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	o, err := orm.Open(ctx, defs, orm.Options{Datastores: map[string]orm.Adapter{"default": db}, Rules: orm.Modern()})
	if err != nil {
		return nil, err
	}
	err = iso.Do(ctx, func(r *jsapi.Realm) error {
		for _, m := range o.Models() {
			object, err := waterline.Bind(r, o, m, waterline.Binding{Class: classes[m.Identity], Raw: db, Rules: waterline.Modern(), Isolate: iso})
			if err != nil {
				return err
			}
			if err := r.Runtime().Set(m.GlobalID, object); err != nil {
				return err
			}
		}
		return nil
	})
	return &world{t, iso, o}, err
}

// modernHelpers are at hand in the code of the tables.
const modernHelpers = `
	const names = l => l.map(r => r.name);
	const failure = async f => { try { await f(); return 'no error'; } catch (e) { return [e.name, e.code]; } };
	const details = async f => { try { await f(); return 'no error'; } catch (e) { return e.details; } };
	const clean = r => { const o = Object.assign({}, r); delete o.createdAt; delete o.updatedAt; delete o.since; return o; };
`

func TestModernMethods(t *testing.T) {
	testenv.Slow(t)
	const seed = `
		const ada = await User.create({ name: 'Ada', email: 'ada@x.org', age: 36, role: 'admin', prefs: { a: [1, null] } }).fetch();
		const bob = await User.create({ name: 'Bob', age: 20 }).fetch();
		const cy = await User.create({ name: 'Cy', age: 50, active: true }).fetch();
		await Pet.createEach([{ name: 'Rex', owner: ada.id }, { name: 'Tom', owner: ada.id }, { name: 'Kit' }]);
		await Club.createEach([{ name: 'chess' }, { name: 'go' }]);
		await User.addToCollection(ada.id, 'clubs', [1, 2]);
	`
	for _, tc := range []struct{ name, code, want string }{
		{"create gives nothing", `return [await Pet.create({ name: 'x' })];`, `[null]`},
		{"create and fetch", `return clean(await User.create({ name: 'Dee', nowhere: 1 }).fetch());`, `{"id":4,"name":"Dee","email":null,"age":0,"role":"guest","secret":"","pin":0,"prefs":null,"blob":null,"active":false,"even":0,"code":""}`},
		{"timestamps", `return [typeof ada.createdAt, ada.createdAt === ada.updatedAt, new Date(ada.since).getTime() === ada.createdAt];`, `["number",true,true]`},
		{"createEach", `return [await Pet.createEach([]), names(await Pet.createEach([{ name: 'p' }, { name: 'q' }]).fetch())];`, `[null,["p","q"]]`},
		{"create with members", `const u = await User.create({ name: 'Eve', clubs: [1] }); return [u.clubs, names((await User.findOne(u.id).populate('clubs')).clubs)];`, `[null,["chess"]]`},
		{"values are coerced", `const u = await User.create({ name: 5, age: '7', active: 1 }).fetch(); return [u.name, u.age, u.active];`, `["5",7,true]`},
		{"find", `return names(await User.find({ age: { '>': 20 } }));`, `["Ada","Cy"]`},
		{"find by key", `return [names(await User.find(2)), names(await User.find([1, '3'])), names(await User.find([]))];`, `[["Bob"],["Ada","Cy"],[]]`},
		{"whole criteria", `return names(await User.find({ where: { or: [{ name: 'Ada' }, { age: 50 }] }, sort: 'name DESC', limit: 1, skip: 0 }));`, `["Cy"]`},
		{"modifiers", `const f = async w => names(await User.find(w).sort('id'));
			return [await f({ name: { '!=': 'Ada' } }), await f({ name: { in: ['Ada', 'Bob'] } }), await f({ name: { nin: ['Ada'] } }), await f({ name: ['Cy'] }),
				await f({ name: { startsWith: 'A' } }), await f({ name: { contains: 'o' } }), await f({ name: { endsWith: 'b' } }), await f({ name: { like: '_d%' } }), await f({ name: { like: 'A%' } }), await f({ email: null }),
				await f({ and: [{ age: { '>=': 20 } }, { age: { '<=': 36 } }] })];`, `[["Bob","Cy"],["Ada","Bob"],["Bob","Cy"],["Cy"],["Ada"],["Bob"],["Bob"],[],["Ada"],["Bob","Cy"],["Ada","Bob"]]`},
		{"case counts", `return [await User.count({ name: 'ada' }), await User.count({ name: { startsWith: 'a' } }), await User.count({ name: { startsWith: 'a' } }).meta({ makeLikeModifierCaseInsensitive: true })];`, `[0,0,1]`},
		{"null is unequal", `return names(await User.find({ email: { '!=': 'ada@x.org' } }).sort('id'));`, `["Bob","Cy"]`},
		{"chain", `return names(await User.find().where({ age: { '>': 1 } }).sort([{ age: 'DESC' }, { name: 'ASC' }]).limit(2).skip(1));`, `["Ada","Bob"]`},
		{"the last where counts", `return names(await User.find({ name: 'Ada' }).where({ name: 'Bob' }));`, `["Bob"]`},
		{"pages count from 0", `return [names(await User.find().sort('id').paginate(1, 2)), names(await User.find().sort('id').paginate({ page: 0, limit: 1 }))];`, `[["Cy"],["Ada"]]`},
		{"limit 0", `return [await User.find().limit(0), (await User.find().limit(-1)).length];`, `[[],3]`},
		{"select", `return [await Pet.find({ select: ['name'] }).limit(1), Object.keys((await User.find().omit(['age', 'name']).limit(1))[0]).includes('age')];`, `[[{"id":1,"name":"Rex"}],false]`},
		{"populate", `const u = await User.findOne(1).populate('pets', { where: { name: 'Tom' } }).populate('clubs', { sort: 'name DESC' }); return [names(u.pets), names(u.clubs)];`, `[["Tom"],["go","chess"]]`},
		{"populate to one", `const l = await Pet.find().populate('owner').sort('id'); return l.map(p => p.owner && p.owner.name);`, `["Ada","Ada",null]`},
		{"populates", `const l = await User.find({ id: 1 }, { pets: { limit: 1 }, clubs: false }); return [names(l[0].pets), 'clubs' in l[0]];`, `[["Rex"],false]`},
		{"populate on", `const u = await User.findOne(1).populate('pets.toys'); return u.pets[0].toys;`, `[]`},
		{"populateAll", `const u = await User.findOne(1).populateAll(); return Object.keys(u).slice(0, 2);`, `["pets","clubs"]`},
		{"findOne", `return [(await User.findOne({ name: 'Bob' })).age, await User.findOne({ name: 'Nobody' })];`, `[20,null]`},
		{"update", `return [await User.update({ name: 'Bob' }, { age: 21 }), (await User.findOne(2)).age, names(await User.update({}, { active: true }).fetch())];`, `[null,21,["Ada","Bob","Cy"]]`},
		{"update nothing", `return [await User.update({ name: 'Nobody' }).set({ age: 1 }).fetch(), await User.update([]).set({ age: 1 }).fetch()];`, `[[],[]]`},
		{"update members", `const l = await User.update(1).set({ clubs: [2] }); return [l.length, names((await User.findOne(1).populate('clubs')).clubs)];`, `[1,["go"]]`},
		{"update leaves undefined out", `await User.update(1).set({ name: undefined, age: 1 }); return (await User.findOne(1)).name;`, `"Ada"`},
		{"updateOne", `return [(await User.updateOne({ name: 'Cy' }).set({ age: 51 })).age, await User.updateOne(99).set({ age: 1 })];`, `[51,null]`},
		{"destroy", `return [await Pet.destroy({ name: 'Kit' }), names(await Pet.destroy({ owner: 1 }).fetch()), await Pet.count()];`, `[null,["Rex","Tom"],0]`},
		{"destroyOne", `return [(await Pet.destroyOne(3)).name, await Pet.destroyOne(3)];`, `["Kit",null]`},
		{"cascade", `await User.destroy(1); return [await Pet.count({ owner: null }), (await Club.findOne(1).populate('members')).members.length, (await User.getDatastore().sendNativeQuery('SELECT count(*) AS n FROM club_members__user_clubs')).rows[0].n];`, `[3,0,0]`},
		{"no cascade", `await User.destroy(1).meta({ cascade: false }); return [await Pet.count({ owner: 1 }), await User.count()];`, `[2,2]`},
		{"archive", `const gone = await User.archiveOne({ name: 'Ada' }); const a = await Archive.find(); return [gone.name, await User.count(), a.length, a[0].fromModel, a[0].originalRecordId, a[0].originalRecord.prefs];`, `["Ada",2,1,"user",1,{"a":[1,null]}]`},
		{"archive many", `return [await User.archive({ age: { '<': 40 } }), names(await User.archive({}).fetch()), await Archive.count()];`, `[null,["Cy"],3]`},
		{"count", `return [await User.count(), await User.count({ age: { '>': 30 } }), await User.count().where({ name: 'Bob' })];`, `[3,2,1]`},
		{"sum and avg", `return [await User.sum('age'), await User.avg('age', { name: ['Ada', 'Bob'] }), await User.sum('age').where({ name: 'Nobody' })];`, `[106,28,0]`},
		{"findOrCreate", `const x = await User.findOrCreate({ name: 'Ada' }, { name: 'Ada' }); return new Promise(done => User.findOrCreate({ name: 'New' }, { name: 'New' }).exec((err, u, created) => done([x.id, err, u.name, created])));`, `[1,null,"New",true]`},
		{"values in a callback", `return new Promise(done => User.findOne({ name: 'none' }).exec(function () { const none = arguments.length; User.count().exec(function () { done([none, arguments.length, arguments[1] > 0]); }); }));`, `[0,2,true]`},
		{"collections", `const of = async () => names((await User.findOne(1).populate('clubs', { sort: 'id' })).clubs);
			const out = [await of()];
			await User.removeFromCollection(1, 'clubs', 1); out.push(await of());
			await User.addToCollection([1, 2], 'clubs').members([1, 2]); out.push(await of());
			await User.replaceCollection(1, 'clubs').members([]); out.push(await of());
			out.push((await Club.findOne(1).populate('members')).members.length); return out;`, `[["chess","go"],["go"],["chess","go"],[],1]`},
		{"one parent", `await User.addToCollection(2, 'pets', [1, 3]); const a = (await User.findOne(2).populate('pets', { sort: 'id' })).pets; await User.replaceCollection(2, 'pets', [2]); return [names(a), names((await User.findOne(2).populate('pets')).pets), await Pet.count({ owner: null })];`, `[["Rex","Kit"],["Tom"],2]`},
		{"stream", `const got = []; await User.stream().sort('id').eachRecord(async u => { await null; got.push(u.name); }); await User.stream({ age: { '>': 30 } }).eachBatch(1, (l, next) => { got.push(l.length); next(); }); return got;`, `["Ada","Bob","Cy",1,1]`},
		{"stream whose function throws", `return failure(() => User.stream().eachRecord(() => { throw Object.assign(new Error('mine'), { code: 'E_MINE' }); }));`, `["Error","E_MINE"]`},
		{"stream whose function says so", `return failure(() => User.stream().eachRecord((u, next) => next(Object.assign(new Error('mine'), { code: 'E_MINE' }))));`, `["Error","E_MINE"]`},
		{"stream that fails", `return failure(() => User.stream().eachRecord(async () => { throw Object.assign(new Error('mine'), { code: 'E_MINE' }); }));`, `["Error","E_MINE"]`},
		{"callbacks", `return new Promise(done => User.find({ name: 'Ada' }, (err, l) => done([err, names(l)])));`, `[null,["Ada"]]`},
		{"explicit meta", `return new Promise(done => User.create({ name: 'M' }, (err, u) => done(u.name), { fetch: true }));`, `"M"`},
		{"await twice", `const q = Pet.create({ name: 'once' }).fetch(); return [(await q).id === (await q).id, await Pet.count()];`, `[true,4]`},
		{"lazy", `Pet.create({ name: 'never' }); return await Pet.count();`, `3`},
		{"intercept", `const f = g => g(User.create({ name: 'Twin', email: 'ada@x.org' })).then(() => 'no error', e => [e.name, e.code, e.message, e.raw]);
			return [await f(q => q.intercept('E_UNIQUE', () => new Error('taken'))), await f(q => q.intercept('E_UNIQUE', 'emailTaken')), await f(q => q.intercept({ code: 'E_OTHER' }, () => 'x').intercept(e => Object.assign(new Error('all'), { code: e.code })))];`, `[["Error",null,"taken",null],["Envelope","E_NON_ERROR","emailTaken","emailTaken"],["Error","E_UNIQUE","all",null]]`},
		{"tolerate", `const q = () => User.create({ name: 'Twin', email: 'ada@x.org' }); return [await q().tolerate('E_UNIQUE'), await q().tolerate(['E_A', 'E_UNIQUE'], e => e.attrNames), await failure(() => q().tolerate('E_OTHER'))];`, `[null,["email"],["AdapterError","E_UNIQUE"]]`},
		{"catch", `return [await User.findOne({}).catch(e => e.code), await User.findOne({}).catch('E_INVALID_CRITERIA', () => 'caught')];`, `["E_INVALID_CRITERIA","caught"]`},
		{"descriptions", `const { role, pets } = User.attributes; return [role.required, role.autoMigrations, 'isIn' in role, pets && pets.required, User.schema.id.autoMigrations, 'required' in User.schema.role];`, `[false,{"unique":false,"autoIncrement":false,"columnType":"_string"},false,false,{"unique":true,"autoIncrement":true,"columnType":"_numberkey","primaryKey":true},false]`},
		{"model functions", `return [await User.greet(), User.primaryKey, User.identity, User.datastore, User.attributes.role.validations, User.schema.id.columnName, User.getDatastore().name];`, `["hello from user","id","user","default",{"isIn":["admin","guest"]},"id","default"]`},
		{"records are plain", `const u = await User.findOne(1); return [Object.getPrototypeOf(u) === Object.prototype, Object.keys(u).includes('toJSON'), JSON.parse(JSON.stringify(u)).shown, 'secret' in JSON.parse(JSON.stringify([u]))[0], typeof u.save];`, `[true,false,true,false,"undefined"]`},
		{"a copy is free", `const u = await User.findOne(1); const c = { ...u }; c.name = 'x'; u.extra = 1; delete u.age; return [u.name, u.extra, 'age' in u, c.age];`, `["Ada",1,false,36]`},
		{"refs", `const u = await User.create({ name: 'R', blob: new Date(5) }).fetch(); const b = await User.create({ name: 'B', blob: Buffer.from('hi') }).fetch(); const again = await User.findOne(u.id); return [again.blob instanceof Date, again.blob.getTime(), (await User.findOne(b.id)).blob.toString()];`, `[true,5,"hi"]`},
		{"text keys", `await Word.create({ text: 'one', n: 1, more: { a: 1 } }); return [await Word.findOne('one'), await Word.find({ more: 'x' }), await failure(() => Word.findOne(1))];`, `[{"createdAt":0,"updatedAt":0,"text":"one","n":1,"more":{"a":1}},[],"no error"]`},
		{"validate", `const why = f => { try { return f(); } catch (e) { return [e.code, e.ruleViolations && e.ruleViolations[0].rule]; } };
			return [User.validate('age', '7'), why(() => User.validate('age', 'x')), why(() => User.validate('email', 'x')), why(() => User.validate('even', 3)), why(() => User.validate('code', 'xx')), User.validate('code', 'abc'), why(() => User.validate('name', '')), why(() => User.validate('pets', [0]))];`, `[7,["E_TYPE",null],["E_VIOLATES_RULES","isEmail"],["E_VIOLATES_RULES","custom"],["E_VIOLATES_RULES","regex"],"abc",["E_REQUIRED",null],["E_HIGHLY_IRREGULAR",null]]`},
		{"transaction", `const ds = User.getDatastore(); await failure(() => ds.transaction(async db => { await Pet.create({ name: 'gone' }).usingConnection(db); throw new Error('back'); }));
			const n = await ds.transaction(async db => { await Pet.create({ name: 'stays' }).usingConnection(db); return Pet.count().usingConnection(db); }); return [n, await Pet.count()];`, `[4,4]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := openModern(t, modernModels...)
			got := w.must(modernHelpers + seed + tc.code)
			if tc.name == "text keys" {
				got = stamps.ReplaceAllString(got, `${1}0`)
			}
			if got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestModernRefusals(t *testing.T) {
	w := openModern(t, modernModels...)
	w.must(`await User.createEach([{ name: 'Ada', email: 'ada@x.org', age: 1 }, { name: 'Bob', age: 2 }]); await Pet.create({ name: 'Rex', owner: 1 }); await Toy.create({ name: 'ball', pet: 1 }); return 1;`)
	for _, tc := range []struct {
		name, code string
		want       string // name and code
		details    string // part of the details or of the message
	}{
		{"destroy by undefined", `User.destroy({ id: undefined })`, `["UsageError","E_INVALID_CRITERIA"]`, "the value of `id` is undefined"},
		{"archive by undefined", `User.archive({ where: { id: undefined } })`, `["UsageError","E_INVALID_CRITERIA"]`, "undefined"},
		{"update by undefined", `User.update({ name: undefined }, { age: 1 })`, `["UsageError","E_INVALID_CRITERIA"]`, "every record of `user` would be meant"},
		{"destroy where undefined in or", `User.destroy({ or: [{ id: undefined }] })`, `["UsageError","E_INVALID_CRITERIA"]`, "undefined"},
		{"destroy without criteria", `User.destroy()`, `["UsageError","E_INVALID_CRITERIA"]`, "{}"},
		{"destroy null", `User.destroy(null)`, `["UsageError","E_INVALID_CRITERIA"]`, "{}"},
		{"update without criteria", `User.update(undefined, { age: 1 })`, `["UsageError","E_INVALID_CRITERIA"]`, "{}"},
		{"findOne of anything", `User.findOne({})`, `["UsageError","E_INVALID_CRITERIA"]`, "find().limit(1)"},
		{"findOne of several", `User.findOne({ age: { '>': 0 } })`, `["Error",null]`, ""},
		{"updateOne of several", `User.updateOne({ age: { '>': 0 } }).set({ age: 9 })`, `["Error",null]`, ""},
		{"destroyOne of several", `User.destroyOne({ age: { '>': 0 } })`, `["Error",null]`, ""},
		{"unknown attribute", `User.find({ nam: 'x' })`, `["UsageError","E_INVALID_CRITERIA"]`, "`nam` is not a recognized attribute for this model (`user`)"},
		{"collection as attribute", `User.find({ pets: 1 })`, `["UsageError","E_INVALID_CRITERIA"]`, "plural association"},
		{"dotted attribute", `User.find({ 'prefs.a': 1 })`, `["UsageError","E_INVALID_CRITERIA"]`, "enableExperimentalDeepTargets"},
		{"mixed criteria", `User.find({ name: 'x', limit: 1 })`, `["UsageError","E_INVALID_CRITERIA"]`, "inside the `where` clause"},
		{"misspelt clause", `User.find({ where: {}, limmit: 1 })`, `["UsageError","E_INVALID_CRITERIA"]`, "unrecognized property: 'limmit'"},
		{"bad limit", `User.find().limit('x')`, `["UsageError","E_INVALID_CRITERIA"]`, "limit"},
		{"bad skip", `User.find().skip(-1)`, `["UsageError","E_INVALID_CRITERIA"]`, "skip"},
		{"bad sort", `User.find().sort('a b c')`, `["UsageError","E_INVALID_CRITERIA"]`, "sort"},
		{"sort 0", `User.find().sort({ name: 0 })`, `["UsageError","E_INVALID_CRITERIA"]`, "-1 and 1"},
		{"sort twice", `User.find().sort(['name ASC', { name: 'DESC' }])`, `["UsageError","E_INVALID_CRITERIA"]`, "twice"},
		{"bad page", `User.find().paginate('x')`, `["UsageError","E_INVALID_CRITERIA"]`, "skip"},
		{"modifier", `User.find({ age: { gt: 1 } })`, `["UsageError","E_INVALID_CRITERIA"]`, "Unrecognized modifier (`gt`)"},
		{"in without a list", `User.find({ age: { in: 1 } })`, `["UsageError","E_INVALID_CRITERIA"]`, "array"},
		{"null in a list", `User.find({ email: [null] })`, `["UsageError","E_INVALID_CRITERIA"]`, "Please use `or"},
		{"contains in a number", `User.find({ age: { contains: '1' } })`, `["UsageError","E_INVALID_CRITERIA"]`, "string"},
		{"more than true", `User.find({ active: { '>': true } })`, `["UsageError","E_INVALID_CRITERIA"]`, "boolean"},
		{"more than null", `User.find({ age: { '>': null } })`, `["UsageError","E_INVALID_CRITERIA"]`, "null"},
		{"wrong type", `User.find({ age: 'abc' })`, `["UsageError","E_INVALID_CRITERIA"]`, "'number'"},
		{"bad key", `User.find('abc')`, `["UsageError","E_INVALID_CRITERIA"]`, "expected type: 'number'"},
		{"select and omit", `User.find({ where: {}, select: ['name'], omit: ['age'] })`, `["UsageError","E_INVALID_CRITERIA"]`, "one or the other"},
		{"select an association", `User.find().select(['pets'])`, `["UsageError","E_INVALID_CRITERIA"]`, "pets"},
		{"omit the key", `User.find().omit(['id'])`, `["UsageError","E_INVALID_CRITERIA"]`, "primary key"},
		{"select without a schema", `Word.find().select(['n'])`, `["UsageError","E_INVALID_CRITERIA"]`, "schema: true"},
		{"aggregates in criteria", `User.find().max('age')`, `["UsageError","E_INVALID_CRITERIA"]`, "native query"},
		{"count with a limit", `User.count({ where: {}, limit: 1 })`, `["UsageError","E_INVALID_CRITERIA"]`, "limit"},
		{"update with select", `User.update({ where: { id: 1 }, select: ['name'] }).set({ age: 1 })`, `["UsageError","E_INVALID_CRITERIA"]`, "select"},
		{"populate nothing", `User.find().populate('pet')`, `["UsageError","E_INVALID_POPULATES"]`, "pet"},
		{"populate an attribute", `User.find().populate('name')`, `["UsageError","E_INVALID_POPULATES"]`, "thus cannot be populated"},
		{"populate one by criteria", `Pet.find().populate('owner', { name: 'x' })`, `["UsageError","E_INVALID_POPULATES"]`, "singular"},
		{"populate by bad criteria", `User.find().populate('pets', { nam: 1 })`, `["UsageError","E_INVALID_POPULATES"]`, "nam"},
		{"create a list", `User.create([{ name: 'x' }])`, `["UsageError","E_INVALID_NEW_RECORD"]`, "createEach"},
		{"create nothing", `User.create()`, `["UsageError","E_INVALID_NEW_RECORD"]`, "undefined"},
		{"missing value", `User.create({})`, `["UsageError","E_INVALID_NEW_RECORD"]`, "Missing value for required attribute `name`"},
		{"function as a value", `User.create({ name: 'x', age: () => 1 })`, `["UsageError","E_INVALID_NEW_RECORD"]`, "Specified value (a function: () => 1)"},
		{"function in criteria", `User.find({ name: function () {} })`, `["UsageError","E_INVALID_CRITERIA"]`, "Specified value (a function: function () {})"},
		{"function as members", `User.addToCollection(1, 'pets', [() => 1])`, `["UsageError","E_INVALID_ASSOCIATED_IDS"]`, "got: [Function (anonymous)]"},
		{"null", `User.create({ name: 'x', age: null })`, `["UsageError","E_INVALID_NEW_RECORD"]`, "base value"},
		{"rule", `User.create({ name: 'x', role: 'king' })`, `["UsageError","E_INVALID_NEW_RECORD"]`, "whitelist (admin, guest)"},
		{"too long", `User.create({ name: 'much too long' })`, `["UsageError","E_INVALID_NEW_RECORD"]`, "maximum length (10)"},
		{"nested", `User.create({ name: 'x', pets: [{ name: 'y' }] })`, `["UsageError","E_INVALID_NEW_RECORD"]`, "array of ids"},
		{"nested one", `Pet.create({ owner: { name: 'y' } })`, `["UsageError","E_INVALID_NEW_RECORD"]`, "id"},
		{"several records", `User.createEach([{ name: 'x' }, {}])`, `["UsageError","E_INVALID_NEW_RECORDS"]`, "one of the provided new records"},
		{"bad values to set", `User.update(1).set({ age: 'x' })`, `["UsageError","E_INVALID_VALUES_TO_SET"]`, "age"},
		{"no values to set", `User.update(1)`, `["UsageError","E_INVALID_VALUES_TO_SET"]`, "undefined"},
		{"empty required", `User.update(1).set({ name: '' })`, `["UsageError","E_INVALID_VALUES_TO_SET"]`, "name"},
		{"unique", `User.create({ name: 'x', email: 'ada@x.org' })`, `["AdapterError","E_UNIQUE"]`, ""},
		{"meta", `User.find().meta({ decrypt: 'yes' })`, `["UsageError","E_INVALID_META"]`, "decrypt"},
		{"sum of text", `User.sum('name')`, `["UsageError","E_INVALID_NUMERIC_ATTR_NAME"]`, "number"},
		{"stream without a function", `User.stream()`, `["UsageError","E_INVALID_STREAM_ITERATEE"]`, "eachRecord"},
		{"targets", `User.addToCollection('x', 'pets', [1])`, `["UsageError","E_INVALID_TARGET_RECORD_IDS"]`, "x"},
		{"two parents", `User.addToCollection([1, 2], 'pets', [1])`, `["UsageError","E_INVALID_TARGET_RECORD_IDS"]`, "exclusive"},
		{"no collection", `User.addToCollection(1, 'name', [1])`, `["UsageError","E_INVALID_COLLECTION_ATTR_NAME"]`, "name"},
		{"no members", `User.addToCollection(1, 'pets')`, `["UsageError","E_INVALID_ASSOCIATED_IDS"]`, "got a undefined"},
		{"required reference", `Pet.removeFromCollection(1, 'toys', [1])`, `["UsageError","E_INVALID_VALUES_TO_SET"]`, "required"},
		{"replaced required reference", `Pet.replaceCollection(1, 'toys', [])`, `["PropagationError","E_COLLISIONS_WHEN_NULLING_OUT_REQUIRED_FK"]`, ""},
		{"no archive", `Word.archive({})`, `["UsageError","E_INVALID_CRITERIA"]`, "archiveModelIdentity"},
		{"native query", `User.getDatastore().sendNativeQuery('SELECT nonsense')`, `["Error","E_QUERY_FAILED"]`, ""},
		{"statement", `User.getDatastore().sendStatement({ select: ['*'], from: 'user' })`, `["Error","E_NOT_SUPPORTED"]`, ""},
		{"driver", `Promise.resolve().then(() => User.getDatastore().driver.compileStatement({}))`, `["Error","E_NOT_SUPPORTED"]`, ""},
		{"manager", `Promise.resolve().then(() => User.getDatastore().manager)`, `["Error","E_NOT_SUPPORTED"]`, ""},
		{"methods that are not", `Promise.resolve().then(() => User.find().fetch())`, `["TypeError",null]`, ""},
		{"exec without a function", `Promise.resolve().then(() => User.find().exec())`, `["UsageError",null]`, ""},
		{"timeout", `User.stream().eachRecord(() => new Promise(() => {})).timeout(1)`, `["TimeoutError","E_TIMEOUT"]`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := w.must(modernHelpers + "return failure(() => " + tc.code + ");"); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
			if tc.details != "" {
				if got := w.must(modernHelpers + "return details(() => " + tc.code + ");"); !strings.Contains(got, tc.details) {
					t.Errorf("the details are %s, want %q in them", got, tc.details)
				}
			}
		})
	}
	w.must(`await Word.getDatastore().sendNativeQuery('DROP TABLE word'); return 1;`)
	for _, call := range []string{"Word.find()", "Word.create({ text: 'x' })", "Word.update({}, { n: 1 })", "Word.destroy({})", "Word.count()"} {
		if got := w.must(modernHelpers + "return failure(() => " + call + ");"); got != `["AdapterError","E_NO_SUCH_PHYSICAL_MODEL"]` {
			t.Errorf("%s without a table gives %s", call, got)
		}
	}
	const left = `return [await User.count(), (await User.findOne(1)).age, await Pet.count({ owner: 1 }), await Toy.count({ pet: 1 })];`
	if got := w.must(left); got != `[2,1,1,1]` {
		t.Errorf("after all that was refused there are %s", got)
	}
}

// TestModernErrors looks at what the errors are made of.
func TestModernErrors(t *testing.T) {
	w := openModern(t, modernModels...)
	for _, tc := range []struct{ name, code, want string }{
		{"usage", `const e = await User.create({ name: 'x', email: 'no', age: -1.5 }).catch(e => e); return [e instanceof Error, Object.keys(e), e.message.split('\n').slice(0, 2), Object.keys(e.invalidAttributes), e.invalidAttributes.age.map(f => f.rule)];`, `[true,["cause","isOperational","code","details"],["Invalid new record.","Details:"],["email","age"],["min","isInteger"]]`},
		{"unique", `await User.create({ name: 'x', email: 'a@b.co' }); const e = await User.create({ name: 'y', email: 'a@b.co' }).catch(e => e); return [e.attrNames, e.modelIdentity, e.adapterMethodName, e.raw.footprint, Object.keys(JSON.parse(JSON.stringify(e)))];`, `[["email"],"user","create",{"identity":"notUnique","keys":["email"]},["code","message","modelIdentity","attrNames"]]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := w.must(modernHelpers + tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestModernLifecycle(t *testing.T) {
	for _, tc := range []struct{ name, code, want string }{
		{"create", `await Trace.create({ word: 'a' });`, `["beforeCreate a 0 null []"]`},
		{"create and fetch", `const r = await Trace.create({ word: 'a', n: 1 }).fetch(); Trace.log.push(r.n);`, `["beforeCreate a 1 null []","afterCreate 1",101]`},
		{"createEach", `await Trace.createEach([{ word: 'a' }, { word: 'b' }]);`, `["beforeCreate a 0 null []","beforeCreate b 0 null []"]`},
		{"update", `await Trace.create({ word: 'a' }); Trace.log.length = 0; await Trace.update({}, { word: 'b' });`, `["beforeUpdate word,updatedAt","afterUpdate b"]`},
		{"updateOne", `await Trace.create({ word: 'a' }); Trace.log.length = 0; await Trace.updateOne(1).set({ word: 'c' });`, `["beforeUpdate word,updatedAt","afterUpdate c"]`},
		{"destroy", `await Trace.create({ word: 'a' }); Trace.log.length = 0; await Trace.destroy({ word: 'a' });`, `["beforeDestroy {\"where\":{\"word\":\"a\"},\"limit\":9007199254740991,\"skip\":0,\"sort\":[],\"select\":[\"*\"],\"omit\":[]}"]`},
		{"destroyOne", `await Trace.create({ word: 'a' }); Trace.log.length = 0; await Trace.destroyOne({ word: 'a' });`, `["beforeDestroy {\"where\":{\"word\":\"a\"},\"limit\":9007199254740991,\"skip\":0,\"sort\":[],\"select\":[\"*\"],\"omit\":[]}","afterDestroy a"]`},
		{"collections call none", `await Trace.createEach([{ word: 'a' }, { word: 'b' }]); Trace.log.length = 0; await Trace.addToCollection(1, 'tags', 2); await Trace.replaceCollection(1, 'tags', []);`, `[]`},
		{"skipped", `await Trace.create({ word: 'refused', n: 1 }).meta({ skipAllLifecycleCallbacks: true }); Trace.log.push((await Trace.findOne(1)).n);`, `[1]`},
		{"validated before", `await Trace.create({ n: 1 }).catch(e => Trace.log.push(e.code));`, `["E_INVALID_NEW_RECORD"]`},
		{"refused", `await Trace.create({ word: 'refused' }).catch(e => Trace.log.push(e.message, e.code, e.constructor.name, e.cause.constructor === Error, e instanceof Error)); Trace.log.push(await Trace.count());`, `["beforeCreate refused 0 null []","no","E_MINE","OperationalError",true,true,0]`},
		{"thrown", `await Trace.create({ word: 'thrown' }).catch(e => Trace.log.push(e.name, e.message));`, `["beforeCreate thrown 0 null []","TypeError","thrown"]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := openModern(t, modernModels...)
			if got := w.must(tc.code + "return Trace.log;"); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestModernEncryption(t *testing.T) {
	w := openModern(t, modernModels...)
	for _, tc := range []struct{ name, code, want string }{
		{"at rest", `const u = await User.create({ name: 'a', secret: 'tell', pin: 42 }).fetch(); const raw = (await User.getDatastore().sendNativeQuery('SELECT secret, pin FROM user')).rows[0];
			return [u.secret.split('$').length, raw.secret === u.secret, typeof raw.pin, Buffer.from(u.secret.split('$')[0], 'base64').toString()];`, `[4,true,"string","aes-256-gcm$$default"]`},
		{"in clear", `const u = await User.findOne({ name: 'a' }).decrypt(); return [u.secret, u.pin];`, `["tell",42]`},
		{"on create", `const u = await User.create({ name: 'b', secret: 'x' }).fetch().decrypt(); return [u.secret, u.pin];`, `["x",0]`},
		{"on update", `return [(await User.updateOne({ name: 'b' }).set({ secret: 'y', pin: 7 }).decrypt()).pin, (await User.update({ name: 'b' }).set({ secret: 'y' }).fetch())[0].secret === 'y'];`, `[7,false]`},
		{"another key", `const u = await User.create({ name: 'c', secret: 'old' }).meta({ encryptWith: 'older', fetch: true }); return [Buffer.from(u.secret.split('$')[0], 'base64').toString(), (await User.findOne({ name: 'c' }).decrypt()).secret];`, `["aes-256-gcm$$older","old"]`},
		{"not at all", `const u = await User.create({ name: 'd', secret: 'open' }).meta({ skipEncryption: true, fetch: true }); return u.secret;`, `"open"`},
		{"in populations", `const u = await User.findOne({ name: 'a' }); await Pet.create({ owner: u.id }); const [p] = await Pet.find().populate('owner').decrypt(); return p.owner.secret === 'tell';`, `false`},
		{"damaged", `await User.getDatastore().sendNativeQuery("UPDATE user SET secret = replace(secret, '$', '$AA') WHERE name = 'b'"); return User.findOne({ name: 'b' }).decrypt().then(u => u.secret, e => e.message.includes('the record 2 of the model ` + "`user`" + `'));`, `true`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := w.must(tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestModernDefinitions(t *testing.T) {
	attributes := func(text string) string { return "module.exports = { attributes: { " + text + " } };" }
	for _, tc := range []struct{ source, want string }{
		{attributes("a: { type: 'array' }"), "json"},
		{attributes("a: { type: 'datetime' }"), "columnType: 'datetime'"},
		{attributes("a: { type: 'text2' }"), "string, number, boolean, json and ref"},
		{attributes("a: {}"), "neither a type nor an association"},
		{attributes("a: function () {}"), "records have no methods"},
		{attributes("'a b': 'string'"), "name"},
		{attributes("a: { type: 'string', primaryKey: true }"), "primaryKey: 'a'"},
		{attributes("a: { type: 'string', protected: true }"), "customToJSON"},
		{attributes("a: { type: 'string', index: true }"), "no index"},
		{attributes("a: { type: 'string', isEmial: true }"), "isEmail"},
		{attributes("a: { type: 'number', isEmail: true }"), "is not for a number"},
		{attributes("a: { type: 'string', required: true, defaultsTo: 'x' }"), "required"},
		{attributes("a: { type: 'string', required: true, allowNull: true }"), "required"},
		{attributes("a: { type: 'string', defaultsTo: function () { return 1; } }"), "beforeCreate"},
		{attributes("a: { type: 'number', defaultsTo: 'x' }"), "no number"},
		{attributes("a: { type: 'json', allowNull: true }"), "allowNull"},
		{attributes("a: { type: 'json', autoCreatedAt: true }"), "timestamp"},
		{attributes("a: { type: 'ref', encrypt: true }"), "encrypted"},
		{attributes("a: { collection: 'pet', required: true }"), "collection"},
		{attributes("a: { type: 'string', isIn: 'x' }"), "list"},
		{attributes("a: { type: 'string', custom: true }"), "function"},
		{attributes("id: false"), "config/models.js"},
		{attributes("id: { type: 'json' }"), "string or a number"},
		{"module.exports = { connection: 'x' };", "datastore"},
		{"module.exports = { autoPK: false };", "removed in 1.0"},
		{"module.exports = { autoCreatedAt: false };", "autoCreatedAt: true"},
		{"module.exports = { types: {} };", "custom"},
		{"module.exports = { primaryKey: 'nope' };", "nope"},
		{"module.exports = { customToJSON: () => 1 };", "arrow"},
		{"module.exports = { beforeCreate: 'x' };", "beforeCreate"},
		{"module.exports = { dataEncryptionKeys: { default: 'short' }, attributes: { a: { type: 'string', encrypt: true } } };", "32 bytes"},
		{"module.exports = { dataEncryptionKeys: { other: 'LTCJ+NNaKq4GPFn6PDG+t0+8bsBV4M6zYRb4eHhVGlw=' }, attributes: { a: { type: 'string', encrypt: true } } };", "default"},
		{"module.exports = 5;", "exports no object"},
	} {
		_, err := tryModern(t, sqldb.Options{}, model{"bad", "Bad", tc.source})
		var refused *orm.DefinitionError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), tc.want) || refused.Source != "api/models/Bad.js" {
			t.Errorf("%s\ngives %v, want %q in it", tc.source, err, tc.want)
		}
	}
}

// TestUnusedKeys: a key that cannot be used does not end the lift where nothing is
// encrypted.
func TestUnusedKeys(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"{ default: 'short' }", "{ default: 5 }", "{ other: 'x' }", "{}"} {
		w, err := tryModern(t, sqldb.Options{}, model{"note", "Note", "module.exports = { dataEncryptionKeys: " + keys + ", attributes: { text: { type: 'string' } } };"})
		if err != nil {
			t.Errorf("%s: %v", keys, err)
			continue
		}
		if got := w.must(`return (await Note.create({ text: 'a' }).fetch()).text;`); got != `"a"` {
			t.Errorf("%s: create gives %s", keys, got)
		}
	}
}

// TestModernNames: join tables are called as 1.x calls them.
func TestModernNames(t *testing.T) {
	w := openModern(t,
		model{"user", "User", `module.exports = { attributes: { favPets: { collection: 'pet', via: 'favedBy' }, friends: { collection: 'user' }, followers: { collection: 'user', via: 'following' }, following: { collection: 'user', via: 'followers' } } };`},
		model{"pet", "Pet", `module.exports = { attributes: { favedBy: { collection: 'user', via: 'favPets' }, toys: { collection: 'toy' } } };`},
		model{"toy", "Toy", `module.exports = { attributes: { name: 'string' } };`})
	var got []string
	for _, m := range w.orm.Models() {
		if m.Junction {
			got = append(got, fmt.Sprintf("%s %s %s %s", m.Identity, m.Table, m.Attributes[1].Column, m.Attributes[2].Column))
		}
	}
	want := []string{
		"pet_favedby__user_favpets pet_favedBy__user_favPets pet_favedBy user_favPets",
		"user_friends__user_friends_user user_friends__user_friends_user user_friends user_friends_user",
		"user_followers__user_following user_followers__user_following user_followers user_following",
		"pet_toys__toy_toys_toy pet_toys__toy_toys_toy pet_toys toy_toys_toy",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var stamps = regexp.MustCompile(`("(?:created|updated)At":)\d+`)

// BenchmarkModernModels compares the calls of modern models with those of
// classic ones of about as many attributes, from JavaScript and back.
func BenchmarkModernModels(b *testing.B) {
	classic := openOn(b, nil, model{"pet", "Pet", `module.exports = { connection: 'ram', attributes: { name: { type: 'string', required: true }, age: 'integer' } };`})
	modern := openModern(b, model{"pet", "Pet", `module.exports = { attributes: { name: { type: 'string', required: true }, age: 'number' } };`})
	for _, w := range []struct {
		name string
		*world
	}{{"classic", classic}, {"modern", modern}} {
		w.must(`await Pet.create({ name: 'Rex', age: 3 }); return 1;`)
		for _, c := range []struct{ name, code string }{
			{"findOne", `Pet.findOne({ id: 1 })`},
			{"find", `Pet.find({ age: { '>': 1 } }).sort('name').limit(1)`},
			{"create", `Pet.create({ name: 'x', age: 0 })`},
			{"update", `Pet.update({ id: 1 }, { age: 4 })`},
		} {
			b.Run(c.name+"/"+w.name, func(b *testing.B) {
				code := fmt.Sprintf("for (let i = 0; i < %d; i++) { await %s; } return 1;", 200, c.code)
				b.ReportAllocs()
				for b.Loop() {
					w.must(code)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200, "ns/call")
			})
		}
	}
}
