package waterline_test

import (
	"testing"

	"framework/jsapi/waterline"
)

// TestAnswers compares with what Waterline answered in 0.12, and before it where that
// differs.
func TestAnswers(t *testing.T) {
	later, early := waterline.Switches{}, waterline.Switches{SaveAnswers: true, SaveErrorList: true, BareUsage: true}
	const failure = `const outcome = async p => { try { return ['ok', await p]; } catch (e) { return [e.constructor.name, e.code, e.originalError instanceof Error ? String(e.originalError) : e.originalError]; } };`
	for _, tc := range []struct {
		name, code, later, early string // early: as later
	}{
		{"findOne without criteria", `return outcome(Author.findOne());`, `["WLError","E_UNKNOWN","Error: .findOne() requires a criteria. If you want the first record try .find().limit(1)"]`, `["WLError","E_UNKNOWN",".findOne() requires a criteria. If you want the first record try .find().limit(1)"]`},
		{"findOne of an empty list", `return [(await outcome(Author.findOne([])))[1], (await outcome(Author.findOne({ id: [] })))[1], (await outcome(Author.findOne(false)))[1], (await outcome(Author.findOne('abc')))[0]];`, `["E_UNKNOWN","E_UNKNOWN","E_UNKNOWN","ok"]`, ""},
		{"criteria true", `return [(await Author.find(true)).map(a => a.id), await Author.count(true), await Author.count(false)];`, `[[1],1,0]`, ""},
		{"createEach of no list", `return (await outcome(Author.createEach({ name: 'x' }))).concat((await outcome(Author.createEach(['x'])))[2].split('\n')[0]);`, `["WLError","E_UNKNOWN","Invalid valuesList specified (should be an array!)\n==============================================\nProper usage :: \nAuthor.createEach(valuesList, callback)\n==============================================\n","Invalid valuesList specified (should be an array of valid values objects!)"]`, ""},
		{"create of a text", `return outcome(Author.create('x')).then(a => a.slice(0, 2));`, `["WLValidationError","E_VALIDATION"]`, ""},
		{"a later condition replaces", `const names = async q => (await q).map(a => a.name); return [await names(Author.find({ name: 'Ada' }).where({ name: 'Bob' })), await names(Author.find({ or: [{ id: 1 }] }).where({ or: [{ id: 2 }] })), await names(Author.find({ id: 1 }).where({ limit: 1, sort: 'id' })), await names(Author.find({ id: [1, 2] }).where({ where: { id: 2 } })), await names(Author.find({ id: 1 }).where('').where(0).where(null).where(false)), await names(Author.find({ id: 1 }).where({ id: [] }))];`, `[["Bob"],["Bob"],["Ada"],["Bob"],["Ada"],[]]`, ""},
		{"validation error", `const e = await Author.create({}).catch(e => e); const all = []; for (const k in e) { all.push(k); } return [Object.keys(e), all.includes('message'), e.errors, e.keys, e.length, e.rules, e.toString() === e.message, e.toPOJO().error, e.toLog().split('\n')[0], e.stack.split('\n')[0]];`, `[["invalidAttributes","model","_e","rawStack","reason","code","status","details"],true,{"name":["Value should be a string (instead of null, which is an object)","\"required\" validation rule failed for input: null\nSpecifically, it threw an error.  Details:\n undefined"]},["name"],1,{"name":["string","required"]},true,"E_VALIDATION","Error (E_VALIDATION) :: 1 attribute is invalid","Error (E_VALIDATION) :: 1 attribute is invalid"]`, ""},
		{"save and validate call back", `const args = f => new Promise(r => f((...a) => r(a.length))); const a = await Author.findOne(1); return [await args(f => a.save(f)), await args(f => a.validate(f)), await args(f => Author.validate({ name: 'x' }, f))];`, `[0,0,0]`, `[2,0,0]`},
		{"toObject", `const a = await Author.findOne(1); const o = a.toObject(); return [typeof o.createdAt, a.createdAt instanceof Date];`, `["string",true]`, ""},
		{"members of collections", `const a = await Author.findOne(1); const b = await Author.findOne(1).populate('books'); return [Object.keys(a.books), Object.keys(b.books).slice(-2), a.constructor.name];`, `[["add","remove"],["add","remove"],"child"]`, ""},
		{"errors of calls with a callback", `const direct = f => new Promise(r => f((...a) => r(a[0]))); const kind = e => e instanceof Error ? [e.constructor.name, e.message.slice(0, 18)] : e; return [kind(await direct(f => Trace.create({ word: 'refused' }, f))), kind(await direct(f => Trace.create({ word: 'thrown' }, f))), kind(await direct(f => Trace.create({ word: 'refused' }).exec(f))), kind(await direct(f => Author.findOne(undefined, f))), kind(await direct(f => Author.create({}, f))), await new Promise(r => Author.findOne(99, (...a) => r(a.length))), await new Promise(r => Author.findOne(99).exec((...a) => r(a.length)))];`, `[{"status":400,"refused":"word"},["TypeError","thrown in a callba"],["WLError","[Error (E_UNKNOWN)"],["Error",".findOne() require"],["WLValidationError","[Error (E_VALIDATI"],0,1]`, `[{"status":400,"refused":"word"},["TypeError","thrown in a callba"],["WLError","[Error (E_UNKNOWN)"],".findOne() requires a criteria. If you want the first record try .find().limit(1)",["WLValidationError","[Error (E_VALIDATI"],0,1]`},
		{"destroyed records", `const [a] = await Author.destroy(1); return [Object.keys(a).includes('books'), a.name];`, `[false,"Ada"]`, ""},
		{"select", `const b = await Book.create({ title: 'T', author: 1 }); return [Object.keys((await Author.find({ select: ['name'] }).limit(1))[0].toObject()), 'createdAt' in (await Author.find({ where: { id: 1 }, select: 'name' }))[0].toObject(), Object.keys((await Author.findOne({ where: { id: 1 }, select: ['name'] })).toObject()), Object.keys((await Author.findOne(1).populate('books', { select: ['title'] })).books[0].toObject())];`, `[["name","id"],true,["name","id"],["title","author","id"]]`, ""},
		{"populate with false", `await Book.create({ title: 'T', author: 1 }); return (await Author.findOne(1).populate('books', false)).books.length;`, `1`, ""},
		{"members of models", `const a = new Author._model({ name: 'New' }); return [a.upper(), a.constructor === Author._model, Author._validator.validations.name, Author._validator.reservedProperties.slice(0, 2), Object.keys(Author._instanceMethods), Author._transformer._transformations, Author._cast._types.name];`, `["NEW",true,{"type":"string","required":true},["defaultsTo","primaryKey"],["upper"],{},"string"]`, ""},
		{"promises", `class Own extends Error {} const fails = () => Author.find().then(() => { throw new Own('own'); }); return [await fails().catch(TypeError, () => 'no').catch(Own, e => e.message), await fails().catch({ message: 'own' }, () => 'by members'), await fails().catch(e => e.message === 'x', () => 'no').catch(() => 'any'), await Author.find().bind({ n: 5 }).then(function (l) { return this.n; }), await Author.find().then(() => ({ a: Author.count(), b: 2 })).props(), await Author.find().then(() => [Author.count(), 2]).spread((a, b) => a + b), await Author.find().mapSeries(async a => a.id), (await Author.find().reflect()).isFulfilled(), await Author.find().then(() => new Promise(() => {})).timeout(1, 'late').catch(e => [e.name, e.message])];`, `["own","by members","any",5,{"a":3,"b":2},5,[1,2,3],true,["TimeoutError","late"]]`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.early == "" {
				tc.early = tc.later
			}
			for _, each := range []struct {
				switches waterline.Switches
				want     string
			}{{later, tc.later}, {early, tc.early}} {
				w := openAs(t, each.switches, nil)
				w.must(`await Author.create([{ name: 'Ada' }, { name: 'Bob' }, { name: 'Cy' }]); return true;`)
				if got := w.must(failure + tc.code); got != each.want {
					t.Errorf("%+v:\ngot  %s\nwant %s", each.switches, got, each.want)
				}
			}
		})
	}
}
