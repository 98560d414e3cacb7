package waterline_test

import (
	"testing"

	"framework/engine/orm"
)

// TestDeferred: everything that can be done with a query that was not started.
func TestDeferred(t *testing.T) { onDatabases(t, testDeferred) }

func testDeferred(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap)
	w.must(seed + "return true;")
	for _, tc := range []struct{ name, code, want string }{
		// Ways to the result.
		{"exec without a function", `const v = Trace.create({ word: 'x' }).exec(); return [v === undefined, await Trace.count()];`, `[true,0]`},
		{"exec gives nothing", `return Author.find().exec(() => {}) === undefined;`, `true`},
		{"switchback error", `Author.findOne().exec({ success: done, error: e => done(e.code) });`, `"E_UNKNOWN"`},
		{"switchback invalid", `Author.create({}).exec({ success: done, error: () => done('error'), invalid: e => done(Object.keys(e.invalidAttributes)) });`, `"error"`},
		{"switchback invalid only", `Author.create({}).exec({ success: done, invalid: e => done(Object.keys(e.invalidAttributes)) });`, `["name"]`},
		{"switchback without invalid", `Author.create({}).exec({ success: done, error: e => done(e.code) });`, `"E_VALIDATION"`},
		{"switchback without success", `Author.count().exec({ error: done }); return Author.count();`, `3`},
		{"toPromise", `const p = Author.find().toPromise(); return [p instanceof Promise, (await p).length];`, `[true,3]`},
		{"then twice", `const q = Author.count(); return Promise.all([q.then(n => n), q.then(n => n + 1)]);`, `[3,4]`},
		{"caught", `return Author.findOne().caught(e => e.code);`, `"E_UNKNOWN"`},
		{"lastly", `let n = 0; await Author.count().lastly(() => n++); return n;`, `1`},
		{"nodeify", `Author.count().nodeify((e, n) => done([e, n]));`, `[null,3]`},
		{"asCallback without a function", `return Author.count().asCallback();`, `3`},
		{"values in a callback", `Author.findOne({ name: 'none' }).exec(function () { const none = [].slice.call(arguments); Author.find({ name: 'none' }, function () { done([none, [].slice.call(arguments)]); }); });`, `[[null],[null,[]]]`},
		{"asCallback with an error", `Author.findOne().asCallback((e, n) => done([e.code, n]));`, `["E_UNKNOWN",null]`},
		{"tap", `let seen; const n = await Author.count().tap(v => { seen = v; return 9; }); return [n, seen];`, `[3,3]`},
		{"map", `return Author.find().sort('id').map((a, i, n) => [a.name, i, n]);`, `[["Ada",0,3],["Bob",1,3],["Cy",2,3]]`},
		{"filter", `return Author.find().sort('id').filter(async a => a.born > 1815).map(a => a.name);`, `["Bob","Cy"]`},
		{"reduce", `return [await Author.find().reduce((sum, a) => sum + a.born, 0), await Author.find().map(a => a.born).reduce((x, y) => Math.max(x, y))];`, `[5665,1950]`},
		{"each", `const seen = []; const l = await Author.find().sort('id').each(async a => { await null; seen.push(a.name); }); return [l.length, seen];`, `[3,["Ada","Bob","Cy"]]`},
		{"all", `return Author.find().sort('id').map(a => a.name).all();`, `["Ada","Bob","Cy"]`},
		{"get and call", `return [await Author.findOne(1).get('name'), await Author.findOne(1).call('upper')];`, `["Ada","ADA"]`},
		{"return, throw, delay", `return [await Author.count().return(1), await Author.count().thenReturn(2), await Author.count().throw(new Error('x')).catch(e => e.message), await Author.count().delay(1)];`, `[1,2,"x",3]`},
		{"done", `return new Promise(r => Author.count().done(r));`, `3`},
		{"spread with a refusal", `return Author.findOne().spread(() => 1, e => e.code);`, `"E_UNKNOWN"`},
		// Ways to say more.
		{"where replaces nothing", `return (await Author.find({ name: ['Ada', 'Bob'] }).where({ born: 1900 })).map(a => a.name);`, `["Bob"]`},
		{"where of a key", `return (await Author.find().where(2)).map(a => a.name);`, `["Bob"]`},
		{"where of keys", `return (await Author.find().where([1, 2]).sort('id')).map(a => a.name);`, `["Ada","Bob"]`},
		{"where of nothing", `return (await Author.find().where(undefined)).length;`, `3`},
		{"where false", `return (await Author.find().where(false)).length;`, `3`},
		{"where with or", `return (await Author.find().where({ or: [{ name: 'Ada' }, { born: { '>': 1940 } }] }).sort('id')).map(a => a.name);`, `["Ada","Cy"]`},
		{"limit and skip as text", `return (await Author.find().sort('id').limit('1').skip('1')).map(a => a.name);`, `["Bob"]`},
		{"limit 0 is none", `return (await Author.find().limit(0)).length;`, `3`},
		{"limit below 0 is none", `return (await Author.find().limit(-1).skip(-1)).length;`, `3`},
		{"sort by text in any case", `return (await Author.find().sort('name desc')).map(a => a.name);`, `["Cy","Bob","Ada"]`},
		{"sort 0 is descending", `return (await Author.find().sort({ name: 0 })).map(a => a.name);`, `["Cy","Bob","Ada"]`},
		{"sort by two in one text", `return Author.find().sort('name asc, born desc').catch(e => e.code);`, `"E_USAGE"`},
		{"sort by a list", `return Author.find().sort(['name']).catch(e => e.code);`, `"E_USAGE"`},
		{"sort sideways", `return Author.find().sort('name sideways').catch(e => [e.code, e.status, e.toJSON()]);`, `["E_USAGE",0,{"error":"E_USAGE","status":0,"summary":"Invalid usage"}]`},
		{"paginate", `const at = async o => (await Author.find().sort('id').paginate(o)).map(a => a.name); return [await at({ page: 0, limit: 2 }), await at({ page: 1, limit: 2 }), await at({ page: 2, limit: 2 }), await at({ page: '2', limit: '1' }), (await at()).length];`, `[["Ada","Bob"],["Ada","Bob"],["Cy"],["Bob"],3]`},
		{"select", `const a = await Author.findOne(1).select(['name']); return [a.name, a.born];`, `["Ada",null]`},
		{"select everything", `const a = await Author.findOne(1).select('*'); return [a.name, a.born];`, `["Ada",1815]`},
		{"select in criteria", `const a = (await Author.find({ where: { id: 1 }, select: ['born'] }))[0]; return [a.name, a.born];`, `[null,1815]`},
		{"select keeps the reference that is populated", `const b = await Book.findOne(1).select(['title']).populate('author'); return [b.title, b.author.name, b.pages];`, `["Alpha","Ada",null]`},
		{"meta", `return Author.count().meta({ anything: 1 });`, `3`},
		{"set on update", `const l = await Author.update({ name: 'Cy' }).set({ desk: 'new' }); return l[0].desk;`, `"new"`},
		{"set on create", `const c = await Citizen.create().set({ name: 'S' }); await c.destroy(); return c.name;`, `"S"`},
		{"populate nothing in particular", `return [{ books: true }, null, 5].map(v => { try { Author.find().populate(v); } catch (e) { return e.message.slice(0, 31); } });`, `["Encountered unexpected error wh","Encountered unexpected error wh","Encountered unexpected error wh"]`},
		{"populate a list with criteria", `const a = await Author.findOne(1).populate(['books'], { limit: 1 }); return a.books.length;`, `1`},
		{"populateAll with criteria", `const a = await Author.findOne(1).populateAll({ where: { title: 'Beta' } }); return a.books.map(b => b.title);`, `["Beta"]`},
		{"populate is thrown at once", `try { Author.find().populate('nope'); return 'no'; } catch (e) { return [e instanceof Error, e.code]; }`, `[true,null]`},
		{"on a query that counts", `return Author.count().where({ born: { '>': 1850 } });`, `2`},
		{"on a query that destroys", `await Citizen.create([{ name: 'a' }, { name: 'b' }]); const l = await Citizen.destroy().where({ name: 'a' }); const n = await Citizen.count(); await Citizen.destroy(); return [l.length, n];`, `[1,1]`},
		// Aggregates.
		{"sum", `return (await Book.find().sum('pages')).map(r => r.toObject());`, `[{"pages":60}]`},
		{"sum of several", `return (await Author.find({ desk: ['oak', 'elm'] }).sum('born', 'id')).map(r => [r.born, r.id]);`, `[[3715,3]]`},
		{"average", `return (await Book.find().average('pages')).map(r => r.pages);`, `[20]`},
		{"min and max", `return [(await Book.find().min('pages'))[0].pages, (await Book.find().max(['pages']))[0].pages];`, `[10,30]`},
		{"groupBy", `return (await Book.find().groupBy('author').sum('pages')).map(r => r.toObject());`, `[{"author":1,"pages":30},{"author":2,"pages":30}]`},
		{"aggregates in criteria", `return (await Book.find({ where: { author: 1 }, groupBy: ['author'], max: ['pages'] })).map(r => r.toObject());`, `[{"author":1,"pages":20}]`},
		{"aggregate of nothing", `const [one] = await Book.find({ title: 'none' }).sum('pages').max('id'); return [!one.pages, one.id];`, `[true,null]`},
		{"aggregate of an unknown attribute", `return Book.find().sum('nothing').then(l => l.length, e => e.code);`, `1`},
		// What is made of criteria.
		{"findOne without criteria", `return Author.findOne().catch(e => [e.code, e.toJSON().error]);`, `["E_UNKNOWN","E_UNKNOWN"]`},
		{"findOne of several", `return (await Author.findOne({ born: { '>': 1 } })).name;`, `"Ada"`},
		{"undefined is null", `return (await Author.find({ desk: undefined })).map(a => a.name);`, `[]`},
		{"where undefined is everything", `return (await Author.find({ where: undefined })).length;`, `3`},
		{"update of no keys", `return (await Author.update([], { born: 1 })).length;`, `0`},
		{"find with options", `return (await Author.find({ born: { '>': 1 } }, { sort: 'name DESC', skip: 1, limit: 1 })).map(a => a.name);`, `["Bob"]`},
		{"find with options and a callback", `Author.find({}, { limit: 2 }, (e, l) => done(l.length));`, `2`},
		{"the criteria of code stay", `const c = { name: 'Ada', limit: 1 }; await Author.find(c).where({ born: 1 }); return c;`, `{"name":"Ada","limit":1}`},
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

func TestFinders(t *testing.T) { onDatabases(t, testFinders) }

func testFinders(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap,
		model{"plain", "Plain", `module.exports = { dynamicFinders: false, attributes: { name: 'string' } };`},
		model{"brand", "Brand", `module.exports = { attributes: { brandAndName: 'string', AndNo: 'string', name: 'string', nameAndNo: 'string' },
			findOneByName: function () { return 'mine'; } };`})
	w.must(seed + "return true;")
	const names = `const names = l => l.map(a => a.name);`
	for _, tc := range []struct{ name, code, want string }{
		{"findBy", `return names(await Author.findByBorn(1900));`, `["Bob"]`},
		{"findBy criteria", `return names(await Author.findByBorn({ '>': 1850 }));`, `["Bob","Cy"]`},
		{"findBy the key", `return names(await Author.findById([1, 2]));`, `["Ada","Bob"]`},
		{"findBy the timestamps", `return (await Author.findByCreatedAt({ '<': new Date('2999-01-01') })).length;`, `3`},
		{"findBy chained", `return names(await Author.findByBorn({ '>': 1 }).sort('name DESC').limit(1));`, `["Cy"]`},
		{"findBy with options", `return names(await Author.findByBorn({ '>': 1 }, { limit: 1, sort: 'born DESC' }));`, `["Cy"]`},
		{"findBy with a callback", `Author.findByName('Ada', (e, l) => done(names(l)));`, `["Ada"]`},
		{"findByIn", `return names(await Author.findByNameIn(['Ada', 'Cy']));`, `["Ada","Cy"]`},
		{"findByLike", `return names(await Author.findByNameLike('%o%'));`, `["Bob"]`},
		{"findOneBy", `return (await Author.findOneByName('Ada')).born;`, `1815`},
		{"findOneByIn and findOneByLike", `return [(await Author.findOneByNameIn(['Cy'])).name, (await Author.findOneByNameLike('c%')).name];`, `["Cy","Cy"]`},
		{"countBy", `return [await Author.countByName('Ada'), await Author.countByNameIn(['Ada', 'Bob']), await Author.countByNameLike('%')];`, `[1,2,3]`},
		{"of a reference", `return (await Book.findByAuthor(1)).map(b => b.title);`, `["Alpha","Beta"]`},
		{"startsWith, contains, endsWith", `return [names(await Author.nameStartsWith('A')), names(await Author.nameContains('y')), names(await Author.nameEndsWith('b'))];`, `[["Ada"],["Cy"],["Bob"]]`},
		{"legacy", `return [names(await Author.findLike({ name: 'A%' })), (await Author.findOneLike({ name: 'b%' })).name, names(await Author.startsWith({ name: 'c' })), names(await Author.endsWith({ name: 'a' })), names(await Author.contains({ name: 'o' }))];`, `[["Ada"],"Bob",["Cy"],["Ada"],["Bob"]]`},
		{"legacy with a callback", `Author.startsWith({ name: 'a' }, (e, l) => done(names(l)));`, `["Ada"]`},
		// Several attributes.
		{"findOneByAnd", `return (await Author.findOneByIdAndName(1, 'Ada')).born;`, `1815`},
		{"findOneByAnd of none", `return await Author.findOneByIdAndName(1, 'Bob') === undefined;`, `true`},
		{"findByAnd of three", `return names(await Author.findByNameAndBornAndDesk('Bob', 1900, 'elm'));`, `["Bob"]`},
		{"findByAnd chained", `return names(await Author.findByNameAndBorn(['Ada', 'Bob'], { '>': 1 }).sort('name DESC'));`, `["Bob","Ada"]`},
		{"findByAnd with a callback", `Author.findByNameAndBorn('Ada', 1815, (e, l) => done(names(l)));`, `["Ada"]`},
		{"findByAnd with options", `return names(await Author.findByNameAndBorn(['Ada', 'Bob'], { '>': 1 }, { limit: 1 }));`, `["Ada"]`},
		{"countByAnd", `return Author.countByNameAndBorn('Ada', 1815);`, `1`},
		{"the same function", `return Author.findByNameAndBorn === Author.findByNameAndBorn;`, `true`},
		{"not of unknown attributes", `return [typeof Author.findByNameAndNothing, typeof Author.findByAndName, typeof Author.findByNameAnd, typeof Author.findBy];`, `["undefined","undefined","undefined","undefined"]`},
		{"names that hold And", `await Brand.create({ brandAndName: 'b', AndNo: 'n', name: 'x', nameAndNo: 'y' });
			return [await Brand.countByBrandAndName('b'), await Brand.countByBrandAndNameAndName('b', 'x'), await Brand.countByNameAndNo('y'), await Brand.countByNameAndAndNo('x', 'n'), await Brand.countByNameAndNoAndName('y', 'x')];`, `[1,1,1,1,1]`},
		{"a method of the model", `return Brand.findOneByName('x');`, `"mine"`},
		{"switched off", `return [typeof Plain.findByName, typeof Plain.nameContains, typeof Plain.findByNameAndId, typeof Plain.find];`, `["undefined","undefined","undefined","function"]`},
		// As Waterline 0.10 answers calls without a value, and with criteria in the options.
		{
			"without a value", `const said = fn => { try { return typeof fn(); } catch (e) { return [e.name, e.message]; } };
			return [said(() => Author.findOneByName()), said(() => Author.nameStartsWith(undefined, { limit: 1 })), said(() => Author.countByBorn(null)), said(() => Author.findByNameIn(undefined, e => [typeof e, e.length]))];`,
			`[["Error","No value specified!\n==============================================\nProper usage :: \nAuthor.findOneByName(someValue,[options],callback)\n==============================================\n"],["Error","No value specified!\n==============================================\nProper usage :: \nAuthor.nameStartsWith(someValue,[options],callback)\n==============================================\n"],"object","object"]`,
		},
		{"without a value, with a callback", `const given = Author.findOneByName(undefined, (e, v) => [typeof e, e.split('\n')[0], v]); return given;`, `["string","No value specified!",null]`},
		{
			"criteria in the options", `const said = fn => { try { return typeof fn(); } catch (e) { return e.message.split('\n')[0]; } };
			return [said(() => Author.findByNameIn('x', { where: { name: 'y' } })), said(() => Author.nameEndsWith('x', { where: { name: 'y' } })), Author.findOneByName('x', { where: {} }, e => e.split('\n')[3])];`,
			"[\"Cannot specify `where` option in a dynamic findBy*In*() query!\",\"Cannot specify `where` option in a dynamic *EndsWith*() query!\",\"Author.findOneByName(someValue,[options],callback)\"]",
		},
		{"what is nobody's", `return [Author.nothing, Author.toString === Object.prototype.toString, 'findOneByIdAndName' in Author, Author.__proto__ === Object.getPrototypeOf(Author)];`, `[null,true,false,true]`},
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

func TestStreams(t *testing.T) { onDatabases(t, testStreams) }

func testStreams(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap, model{"word", "Word", `module.exports = { autoPK: false, attributes: { text: { type: 'string', primaryKey: true }, n: 'integer' } };`})
	w.must(`await Book.create(Array.from({ length: 250 }, (_, i) => ({ title: 't' + i, pages: i % 7 })));
		await Word.create(Array.from({ length: 230 }, (_, i) => ({ text: 'w' + (i * 7 % 230), n: i % 3 }))); return true;`)
	const all = `const all = (s, fn) => new Promise((yes, no) => { const l = []; s.on('data', r => { l.push(r); if (fn) { fn(r, l); } }).on('end', () => yes(l)).on('error', no).on('close', () => yes(l)); });`
	for _, tc := range []struct{ name, code, want string }{
		{"all in order", `const l = await all(Book.stream()); return [l.length, l.every((b, i) => b.id === i + 1)];`, `[250,true]`},
		{"criteria", `return (await all(Book.stream({ pages: 3 }))).length;`, `36`},
		{"sorted", `const l = await all(Book.stream({ sort: 'pages DESC' })); return [l.length, l.every((b, i) => i === 0 || l[i - 1].pages >= b.pages), new Set(l.map(b => b.id)).size];`, `[250,true,250]`},
		{"limit and skip", `const l = await all(Book.stream({ limit: 120, skip: 5 })); return [l.length, l[0].id, l[119].id];`, `[120,6,125]`},
		{"limit and skip sorted", `const l = await all(Book.stream({ limit: 120, skip: 5, sort: { id: -1 } })); return [l.length, l[0].id, l[119].id];`, `[120,245,126]`},
		{"keys that are no numbers", `const l = await all(Word.stream()); return [l.length, new Set(l.map(b => b.text)).size];`, `[230,230]`},
		{"nothing", `return (await all(Book.stream({ id: [] }))).length;`, `0`},
		{"records", `return all(Book.stream({ id: 1 })).then(l => [typeof l[0].toJSON, l[0].title]);`, `["function","t0"]`},
		{"written meanwhile", `let work; const l = await all(Book.stream({ where: { title: { '!': 'new' } } }), () => { work = work || Promise.all([Book.destroy(5), Book.create({ title: 'new' })]); }); await work; await Book.destroy({ title: 'new' }); await Book.create({ id: 5, title: 't4', pages: 4 }); return [l.length, new Set(l.map(b => b.id)).size];`, `[250,250]`},
		{"pause and resume", `const s = Book.stream(); let most = 0, paused = false; const l = await all(s, (r, l) => { if (paused) { most = -1; } if (l.length === 10) { s.pause(); paused = s.isPaused(); setTimeout(() => { paused = false; most = l.length; s.resume(); }, 2); } }); return [l.length, most];`, `[250,10]`},
		{"destroyed", `const s = Book.stream(); const l = await all(s, (r, l) => { if (l.length === 3) { s.destroy(); } }); return l.length;`, `3`},
		{"piped", `let text = ''; return new Promise(yes => Book.stream({ id: [1, 2] }).pipe({ write(s) { text += s; }, end(s) { yes(JSON.parse(text + s).map(b => b.title)); } }));`, `["t0","t1"]`},
		{"piped nothing", `return new Promise(yes => Book.stream({ id: [] }).pipe({ write: yes, end: yes }));`, `"[]"`},
		{"piped into what is full", `let held = 0, most = 0, drained; return new Promise(yes => Book.stream().pipe({
			write() { held++; most = Math.max(most, held); setTimeout(() => { held--; if (held === 0 && drained) { const d = drained; drained = undefined; d(); } }, 1); return held < 4; },
			once(event, fn) { drained = fn; },
			end() { yes(most); } }));`, `4`},
		{"error", `return new Promise(yes => Book.stream({ sort: 'a b c' }).on('error', e => yes(e.code)));`, `"E_USAGE"`},
		{"error of a pipe", `return new Promise(yes => Book.stream({ sort: 'a b c' }).pipe({ write() {}, end() {}, emit(event, e) { yes([event, e.code]); } }));`, `["error","E_USAGE"]`},
		{"once and removeListener", `const s = Book.stream(); let n = 0, m = 0; const extra = () => m++; s.once('data', () => n++).on('data', extra).removeListener('data', extra); await all(s); return [n, m];`, `[1,0]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sameOn(t, database, tc.name)
			w.t = t
			if got := w.must(all + tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}
