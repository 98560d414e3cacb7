package waterline_test

import (
	"context"
	"strconv"
	"testing"

	"framework/engine/orm"
	"framework/jsapi"
	"framework/jsapi/waterline"
)

// TestSaveErrorList is save in the releases that return a list of the changes
// that could not be made, not an error.
func TestSaveErrorList(t *testing.T) {
	w := openAs(t, waterline.Switches{SaveErrorList: true}, nil)
	for code, want := range map[string]string{
		`const a = await Author.create({ name: 'Eve' }); a.books.remove({ title: 'x' }); a.save(err => done([Array.isArray(err), err.length, err[0].type, err[0].collection, err[0].err instanceof Error]));`: `[true,1,"remove","book",true]`,
		`const a = await Author.create({ name: 'Eve' }); a.books.add({ pages: 3 }); return a.save().catch(err => [err[0].type, err[0].values, err[0].err.code]);`:                                             `["insert",{"pages":3},"E_VALIDATION"]`,
		`const a = await Author.create({ name: 'Eve' }); a.books.add({ pages: 3 }); return a.save().catch(err => [err.failedTransactions === err, Object.keys(err)]);`:                                        `[true,["0"]]`,
		`const a = await Author.create({ name: 'Eve' }); a.name = null; return a.save().catch(err => err.code);`:                                                                                              `"E_VALIDATION"`,
	} {
		if got := w.must(code); got != want {
			t.Errorf("%s\n got %s, want %s", code, got, want)
		}
	}
}

func TestRecords(t *testing.T) { onDatabases(t, testRecords) }

func testRecords(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap)
	w.must(seed + "return true;")
	for _, tc := range []struct{ name, code, want string }{
		{
			"keys", `const a = await Author.findOne(1); return [Object.keys(a), Object.keys(a.toObject())];`,
			`[["books","name","born","desk","createdAt","updatedAt","id"],["name","born","desk","createdAt","updatedAt","id"]]`,
		},
		{"own properties", `const a = await Author.findOne(1); return [a.hasOwnProperty('name'), a.hasOwnProperty('upper'), 'upper' in a, 'nothing' in a, a.propertyIsEnumerable('name')];`, `[true,false,true,false,true]`},
		{"for in", `const a = await Author.findOne(1); const keys = []; for (const k in a) { keys.push(k); } return keys.slice(7);`, `["constructor","toObject","save","destroy","_defineAssociations","_normalizeAssociations","_cast","validate","toJSON","upper"]`},
		{"spread", `const a = await Author.findOne(1); const c = Object.assign({}, a); return [c.name, { ...a }.born];`, `["Ada",1815]`},
		{"dates", `const a = await Author.findOne(1); return [a.createdAt instanceof Date, a.createdAt === a.createdAt];`, `[true,true]`},
		{"methods", `return (await Author.findOne(1)).upper();`, `"ADA"`},
		{"protected", `const a = await Author.findOne(1); return [a.desk, 'desk' in JSON.parse(JSON.stringify(a)), 'desk' in a.toJSON(), a.toObject().desk];`, `["oak",false,false,"oak"]`},
		{"protected by us", `const a = await Author.findOne(1); delete a.createdAt; delete a.updatedAt; return a;`, `{"name":"Ada","born":1815,"id":1}`},
		{"own toJSON", `const b = await Book.findOne(1); return Object.keys(JSON.parse(JSON.stringify(b)));`, `["title","pages","author","createdAt","updatedAt","id","shown"]`},
		{"child toJSON", `const a = await Author.findOne(1).populate('books'); return JSON.parse(JSON.stringify(a)).books.map(b => [b.shown, 'tags' in b]);`, `[[true,false],[true,false]]`},
		{"child toJSON in a copy", `const a = await Author.findOne(1).populate('books'); return a.toJSON().books.map(b => b.shown);`, `[true,true]`},
		{"undeclared", `const a = await Author.findOne(1); a.extra = { deep: [1] }; a.extra.deep.push(2); delete a.born; return [a.extra, 'born' in a, JSON.parse(JSON.stringify(a)).extra];`, `[{"deep":[1,2]},false,{"deep":[1,2]}]`},
		{"functions stay out", `const a = await Author.findOne(1); a.hello = () => 'hi'; return [a.hello(), 'hello' in a.toObject()];`, `["hi",false]`},
		{"changed in place", `const b = await Book.findOne(1); b.tags.push('y'); return [b.tags, b.toObject().tags];`, `[["x","y"],["x","y"]]`},
		{"empty collection", `const a = await Author.findOne(3); return [a.books, Array.isArray(a.books), typeof a.books.add, a.books === a.books, 'books' in JSON.parse(JSON.stringify(a))];`, `[[],true,"function",true,false]`},
		{"populated", `const a = await Author.findOne(1).populate('books', { sort: 'pages DESC', limit: 1 }); return [a.books.map(b => b.title), Object.keys(a.books)];`, `[["Beta"],["0","add","remove"]]`},
		{"to one", `const b = await Book.findOne(3).populateAll(); return [b.author.name, b.author.upper()];`, `["Bob","BOB"]`},
		{"save", `const a = await Author.findOne(3); a.born = 1951; await a.save(); return (await Author.findOne(3)).born;`, `1951`},
		{"save callback", `Author.findOne(3).exec((e, a) => { a.name = 'Cyr'; a.save((...args) => Author.findOne(3).exec((e, b) => done([args.length === 0, b.name]))); });`, `[true,"Cyr"]`},
		{"save that fails", `const a = await Author.findOne(3); a.books.remove({ title: 'x' });
			try { await a.save(); } catch (err) {
				const f = err.failedTransactions; return [f.length, f[0].type, f[0].collection, err.originalError.failedTransactions === f, 'failedTransactions' in err.toJSON()];
			}`, `[1,"remove","book",true,false]`},
		{"save of a member that is refused", `const a = await Author.findOne(3); a.books.add({ pages: 3 });
			try { await a.save(); } catch (err) { const f = err.failedTransactions; return [err.code, f[0].type, f[0].values]; }`, `["E_VALIDATION","insert",{"pages":3}]`},
		{"save nested value", `const b = await Book.findOne(1); b.tags.push('z'); await b.save(); return (await Book.findOne(1)).tags;`, `["x","z"]`},
		{"save populated", `const a = await Author.findOne(1).populate('books'); a.born = 1816; await a.save(); return [a.books.length, (await Author.findOne(1).populate('books')).books.length];`, `[0,2]`},
		{"add and remove", `const a = await Author.findOne(3); a.books.add({ title: 'New' }); a.books.add([3]); await a.save();
			const b = await Author.findOne(3).populate('books'); const titles = b.books.map(x => x.title).sort(); b.books.remove(3); await b.save();
			return [titles, (await Author.findOne(3).populate('books')).books.map(x => x.title)];`, `[["Gamma","New"],["New"]]`},
		{"destroy", `const a = await Author.create({ name: 'Tmp' }); await a.destroy(); return (await Author.findOne(a.id)) === undefined;`, `true`},
		{"keys that differ by case", `await Crate.create([{ code: 'a' }, { code: 'A' }]); const a = await Crate.find({ sort: 'code' }); a[1].size = 1; await a[1].save(); await a[0].destroy(); return (await Crate.find()).map(c => c.code + c.size);`, `["a1"]`},
		{"nested create", `const a = await Author.create({ name: 'Nest', books: [{ title: 'Egg' }] }); return (await Author.findOne(a.id).populate('books')).books[0].title;`, `"Egg"`},
		{"to string", `return Object.prototype.toString.call(await Author.findOne(1));`, `"[object Object]"`},
		{"replacer", `return JSON.parse(JSON.stringify(await Author.findOne(2), ['name', 'id']));`, `{"name":"Bob","id":2}`},
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

func TestAppendJSONCallsToJSON(t *testing.T) {
	w := open(t)
	w.must(seed + "return true;")
	ctx := context.Background()
	m := w.orm.Model("book")
	q, err := m.Query(nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := m.Find(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range list {
		rec.Delete("createdAt")
		rec.Delete("updatedAt")
	}
	got, err := waterline.AppendJSON(ctx, w.iso, []byte("x"), orm.Records(list[1:2]), "", "")
	if want := `x[{"title":"Beta","pages":20,"author":1,"id":2,"shown":true}]`; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	got, err = waterline.AppendJSON(ctx, w.iso, nil, list[2], "  ", "  ")
	if want := "{\n    \"title\": \"Gamma\",\n    \"pages\": 30,\n    \"author\": 2,\n    \"id\": 3,\n    \"shown\": true\n  }"; err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

func TestUntouched(t *testing.T) {
	w := open(t)
	w.must(seed + "return true;")
	for _, tc := range []struct {
		model, touch string
		populate     bool
		want         bool
	}{
		{"author", ``, false, true},
		{"author", `a.name; Object.keys(a); a.books.length;`, false, true},
		{"author", `a.createdAt;`, false, false},
		{"author", `a.name = 'x';`, false, false},
		{"author", ``, true, false}, // books have a toJSON of their own
		{"book", ``, false, false},
	} {
		m := w.orm.Model(tc.model)
		q, err := m.Query(int64(1))
		if err != nil {
			t.Fatal(err)
		}
		if tc.populate {
			q.Populate = []orm.Populate{{Alias: "books"}}
		}
		rec, err := m.FindOne(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		err = w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
			v := r.ToJS(rec)
			if err := r.Runtime().Set("a", v); err != nil {
				return err
			}
			if _, err := r.Runtime().RunString(tc.touch); err != nil {
				return err
			}
			out, got := waterline.Untouched(v.ToObject(r.Runtime()))
			if got != tc.want {
				t.Errorf("%s after %q: untouched is %t", tc.model, tc.touch, got)
			}
			if got {
				text, _, err := r.Stringify(nil, v, "  ")
				if direct := out.AppendJSON(nil, "", "  "); err != nil || string(direct) != string(text) {
					t.Errorf("%s is written as %s, %v, and directly as %s", tc.model, text, err, direct)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkStringify30(b *testing.B) {
	w := open(b)
	w.must(`for (let i = 0; i < 30; i++) { await Author.create({ name: 'Author ' + i, born: 1900 + i, desk: 'd' }); } return true;`)
	ctx := context.Background()
	m := w.orm.Model("author")
	q, err := m.Query(nil)
	if err != nil {
		b.Fatal(err)
	}
	list, err := m.Find(ctx, q)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("go", func(b *testing.B) {
		b.ReportAllocs()
		var dst []byte
		for b.Loop() {
			dst = orm.Records(list).AppendJSON(dst[:0], "", "")
		}
	})
	for _, touch := range []bool{false, true} {
		name := "untouched"
		if touch {
			name = "materialised"
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			err := w.iso.Do(ctx, func(r *jsapi.Realm) error {
				var dst []byte
				for b.Loop() {
					v := r.ToJS(orm.Records(list))
					if touch {
						for i := range len(list) {
							rec := v.ToObject(r.Runtime()).Get(strconv.Itoa(i)).ToObject(r.Runtime())
							_, _ = rec.Get("createdAt"), rec.Get("updatedAt")
						}
					}
					var err error
					if dst, _, err = r.Stringify(dst[:0], v, ""); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
