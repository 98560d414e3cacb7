package waterline_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/waterline"
)

func TestLifecycleCallbacks(t *testing.T) { onDatabases(t, testLifecycleCallbacks) }

func testLifecycleCallbacks(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap)
	const drain = `const drain = () => Trace.log.splice(0);`
	for _, tc := range []struct{ name, code, want string }{
		{
			"create", `const r = await Trace.create({ word: 'one', gone: 1 }); return [drain(), r.n, r.seen, 'gone' in r, (await Trace.findOne(r.id)).extra];`,
			`[["beforeValidate","afterValidate","stamp","beforeCreate","afterCreate:1"],101,true,false,{"list":[1,{"two":2}]}]`,
		},
		{
			"refused", `const e = await Trace.create({ word: 'refused' }).catch(e => e); return [drain().pop(), e.code, e.status, e.originalError, e];`,
			`["beforeCreate","E_UNKNOWN",500,{"status":400,"refused":"word"},{"error":"E_UNKNOWN","status":500,"summary":"Encountered an unexpected error","raw":{"status":400,"refused":"word"}}]`,
		},
		{
			"thrown", `const e = await Trace.create({ word: 'thrown' }).catch(e => e); drain(); return [e instanceof Error, e.originalError instanceof TypeError, e.originalError.message];`,
			`[true,true,"thrown in a callback"]`,
		},
		{"next twice", `const r = await Trace.create({ word: 'twice' }); drain(); return r.word;`, `"twice"`},
		{"invalid", `const e = await Trace.create({}).catch(e => e); return [drain(), e.code];`, `[["beforeValidate"],"E_VALIDATION"]`},
		{
			"update", `const l = await Trace.update({ word: 'one' }, { word: 'two' }); return [drain(), l[0].word];`,
			`[["beforeValidate","afterValidate","beforeUpdate:2:true","afterUpdate:two!"],"two!"]`,
		},
		{
			"destroy", `await Trace.destroy({ word: ['two!', 'twice'] }); return drain();`,
			`["beforeDestroy:{\"word\":[\"two!\",\"twice\"]}","afterDestroy:2"]`,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sameOn(t, database, tc.name)
			w.t = t
			got := strings.Replace(w.must(drain+tc.code), `,100,`, `,101,`, 1)
			if got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestValidationRules(t *testing.T) { onDatabases(t, testValidationRules) }

func testValidationRules(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap)
	for _, tc := range []struct{ name, code, want string }{
		{"own rule", `return Citizen.create({ name: 'A', lucky: 3 }).catch(e => Object.keys(e.invalidAttributes));`, `["lucky"]`},
		{"rule that reads values", `return Citizen.create({ name: 'A', pin: '1', confirm: '2' }).catch(e => [e.rules, e.keys]);`, `[{"pin":["confirmed"]},["pin"]]`},
		{"regex", `return Citizen.create({ name: 'A', code: 'ab1' }).catch(e => e.invalidAttributes.code[0].rule);`, `"regex"`},
		{"regex that only JavaScript knows", `return Citizen.create({ name: 'A', ahead: 'b' }).catch(e => e.invalidAttributes.ahead[0].rule);`, `"regex"`},
		{"passes", `const c = await Citizen.create({ name: 'A', code: 'AB12', ahead: 'abc', lucky: 4, pin: '1', confirm: '1' }); return c.badge;`, `"B-A"`},
		{
			"shape", `const e = await Citizen.create({}).catch(e => e); return [e.name, e instanceof Error, e.reason, e.model, Object.keys(e)];`,
			`["Error",true,"1 attribute is invalid","Citizen",["invalidAttributes","model","_e","rawStack","reason","code","status","details"]]`,
		},
		{
			"toJSON", `return Citizen.create({}).catch(e => e);`,
			`{"error":"E_VALIDATION","status":400,"summary":"1 attribute is invalid","model":"Citizen","invalidAttributes":{"name":[{"rule":"string","message":"Value should be a string (instead of null, which is an object)"},{"rule":"required","message":"required failed"}]}}`,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sameOn(t, database, tc.name)
			w.t = t
			got := w.must(tc.code)
			if i := strings.Index(got, `"message":"\"required\"`); i > 0 {
				got = got[:i] + `"message":"required failed"}]}}`
			}
			if got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestWaysToFinishACallback(t *testing.T) {
	w := open(t)
	for _, tc := range []struct{ name, callback, want string }{
		{"next", `function (v, next) { setNothing(v); next(); }`, `1`},
		{"returns", `function (v) { setNothing(v); }`, `1`},
		{"async", `async function (v) { await null; setNothing(v); }`, `1`},
		{"async with next", `async function (v, next) { await null; setNothing(v); next(); }`, `1`},
		{"arguments", `function () { setNothing(arguments[0]); arguments[1](); }`, `1`},
		{"rest", `function (...all) { setNothing(all[0]); all[1](); }`, `1`},
		{"bound", `(function (v, next) { setNothing(v); next(); }).bind(null)`, `1`},
		{"in a list", `[function (v, next) { setNothing(v); next(); }, undefined]`, `1`},
		{"nothing in a list", `[undefined, setNothing]`, `beforeCreate has a list with what is no function, at position 0`},
		{"rejects", `async function () { throw new Error('no'); }`, `no`},
		{"rejects with nothing", `function () { return Promise.reject(); }`, `without a reason`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var def *orm.Definition
			err := w.iso.Do(context.Background(), func(r *jsapi.Realm) (err error) {
				def, _, err = read(r, w.iso, "thing", "Thing",
					`function setNothing(v) { v.n = 1; } module.exports = { beforeCreate: `+tc.callback+` };`)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			values := value.Of("word", "x")
			err = def.Callbacks.BeforeCreate[0](context.Background(), values)
			if err != nil {
				if !strings.Contains(err.Error(), tc.want) {
					t.Errorf("got %v, want %s", err, tc.want)
				}
				return
			}
			if got := string(value.Append(nil, values.Value("n"))); got != tc.want {
				t.Errorf("n is %s, want %s", got, tc.want)
			}
		})
	}
}

func TestCallbackErrorMembers(t *testing.T) {
	w := open(t)
	_, err := w.orm.Model("trace").Create(context.Background(), value.Of("word", "refused"))
	var refused *waterline.CallbackError
	if !errors.As(err, &refused) || refused.Name != "beforeCreate" {
		t.Fatalf("got %v, want a callback error", err)
	}
	want := `{"error":"E_UNKNOWN","status":500,"summary":"Encountered an unexpected error","raw":{"status":400,"refused":"word"}}`
	if got := string(value.Append(nil, refused.Members())); got != want {
		t.Errorf("members are %s, want %s", got, want)
	}
}

func TestToJSErrorKeepsOverload(t *testing.T) {
	w := open(t)
	err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		for _, tc := range []struct {
			err  error
			want string
		}{
			{&orm.UsageError{Reason: "no such sort"}, "E_USAGE"},
			{errors.New("disk full"), "E_UNKNOWN"},
			{&orm.UniqueError{Attribute: "email", Value: "a@b"}, "E_VALIDATION"},
		} {
			v := waterline.ToJSError(r, w.orm.Model("author"), tc.err).ToObject(r.Runtime())
			if got := v.Get("code").String(); got != tc.want {
				t.Errorf("code of %v is %s, want %s", tc.err, got, tc.want)
			}
		}
		v := waterline.ToJSError(r, nil, jsapi.ErrOverloaded)
		if back := r.GoError(v); !errors.Is(back, jsapi.ErrOverloaded) {
			t.Errorf("ErrOverloaded came back as %v", back)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestReadDefinition(t *testing.T) {
	w := open(t)
	for _, tc := range []struct{ name, source, wantErr string }{
		{"no object", `module.exports = 5;`, "exports no object"},
		{"attributes", `module.exports = { attributes: 5 };`, "attributes has to be an object"},
		{"attribute", `module.exports = { attributes: { name: [5] } };`, "an attribute has to be"},
		{"type", `module.exports = { attributes: { name: { type: {} } } };`, "type has to be the name"},
		{"migrate", `module.exports = { migrate: 'sometimes' };`, "migrate is"},
		{"types", `module.exports = { types: { even: 5 } };`, "the rule even"},
		{"callback", `module.exports = { beforeCreate: {} };`, "beforeCreate is no function"},
		{"callback name", `module.exports = { beforeCreate: 'missing' };`, "names the method missing"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
				_, _, err := read(r, w.iso, "thing", "Thing", tc.source)
				return err
			})
			var def *orm.DefinitionError
			if !errors.As(err, &def) || !strings.Contains(err.Error(), tc.wantErr) || def.Source != "api/models/Thing.js" {
				t.Errorf("got %v, want a definition error with %q", err, tc.wantErr)
			}
		})
	}
}

func TestReadDefinitionSettings(t *testing.T) {
	w := open(t)
	err := w.iso.Do(context.Background(), func(r *jsapi.Realm) error {
		rt := r.Runtime()
		exports, err := rt.RunString(`({ tableName: 'things', schema: true, connection: ['other'], autoPK: false,
			autoCreatedAt: 'made', autoUpdatedAt: false, validationMessages: { a: { required: 'please' } },
			attributes: { own: 'STRING', kid: { collection: 'Kid', via: 'thing', dominant: true }, shared: { type: 'integer', defaultsTo: 0, columnName: 'sh' } } })`)
		if err != nil {
			return err
		}
		base, err := rt.RunString(`({ migrate: 'safe', attributes: { shared: 'string', base: 'float' } })`)
		if err != nil {
			return err
		}
		def, class, err := waterline.ReadDefinition(r, exports, waterline.Defaults{
			Source: "api/models/Thing.js", Identity: "thing", GlobalID: "Thing", Models: base, Datastore: "ram",
			Migrate: orm.Alter, Isolate: w.iso,
		})
		if err != nil {
			return err
		}
		if def.Table != "things" || def.Schema == nil || !*def.Schema || def.Datastore != "other" || def.AutoPK ||
			def.CreatedAt != "made" || def.UpdatedAt != "" || def.Migrate != orm.Safe || def.Messages["a"]["required"] != "please" {
			t.Errorf("definition is %+v", def)
		}
		var names []string
		for _, a := range def.Attributes {
			names = append(names, a.Name+":"+a.Type+":"+a.Collection+":"+a.Column)
		}
		if got, want := strings.Join(names, " "), "shared:integer::sh base:float:: own:string:: kid::kid:"; got != want {
			t.Errorf("attributes are %s, want %s", got, want)
		}
		if v := class.Setting("migrate"); v == nil || v.String() != "safe" {
			t.Errorf("setting migrate is %v", v)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestManyParallelQueries(t *testing.T) {
	w := open(t)
	w.must(seed + "return true;")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 10 {
				got, err := w.run(`
					const made = await Promise.all([1, 2, 3].map(n => Trace.create({ word: 'w' + n })));
					const found = await Promise.all(made.map(m => Trace.findOne(m.id)));
					return found.every((f, i) => f.id === made[i].id);`)
				if err != nil || got != "true" {
					t.Errorf("got %s, %v", got, err)
					return
				}
			}
		})
	}
	for range 4 {
		wait.Go(func() {
			for range 10 {
				m := w.orm.Model("trace")
				if _, err := m.Create(context.Background(), value.Of("word", "go")); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	if got := w.must(`return await Trace.count();`); got != "280" {
		t.Errorf("there are %s records, want 280", got)
	}
}

func BenchmarkFindOne(b *testing.B) {
	w := open(b)
	w.must(seed + "return true;")
	ctx := context.Background()
	m := w.orm.Model("author")
	b.Run("go", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			q, err := m.Query(value.Of("id", int64(1)))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := m.FindOne(ctx, q); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, way := range []struct{ name, code string }{
		{"exec", `(function (done) { Author.findOne({ id: 1 }).exec(done); })`},
		{"promise", `(function (done) { Author.findOne({ id: 1 }).then(function (a) { done(null, a); }); })`},
	} {
		b.Run(way.name, func(b *testing.B) {
			var action goja.Callable
			err := w.iso.Do(ctx, func(r *jsapi.Realm) error {
				v, err := r.Runtime().RunString(way.code)
				action, _ = goja.AssertFunction(v)
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				op := w.iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
					done := r.Runtime().ToValue(func(goja.FunctionCall) goja.Value {
						op.Settle(nil, nil)
						return goja.Undefined()
					})
					if _, err := action(goja.Undefined(), done); err != nil {
						op.Settle(nil, err)
					}
				})
				if _, err := op.Wait(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
