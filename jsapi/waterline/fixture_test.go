package waterline_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/jsapi"
	"framework/jsapi/node"
	"framework/jsapi/waterline"
)

// model is a model file.
type model struct{ identity, globalID, source string }

// models are the model files of the tests, by identity; each is evaluated as
// the body of a module.
var models = []model{
	{"author", "Author", `module.exports = { attributes: {
		name: { type: 'string', required: true },
		born: 'integer',
		books: { collection: 'book', via: 'author' },
		desk: { type: 'string', protected: true },
		upper: function () { return this.name.toUpperCase(); },
	} };`},
	{"book", "Book", `module.exports = { attributes: {
		title: { type: 'string', required: true },
		pages: 'integer',
		tags: 'json',
		author: { model: 'Author' },
		toJSON: function () { var o = this.toObject(); delete o.tags; o.shown = true; return o; },
	} };`},
	{"citizen", "Citizen", `module.exports = {
		types: {
			even: function (v) { return v % 2 === 0; },
			confirmed: function (v) { return v === this.confirm; },
		},
		attributes: {
			name: { type: 'string', required: true },
			code: { type: 'string', regex: /^[A-Z]{2}\d{2}$/ },
			ahead: { type: 'string', regex: /^(?=ab)/ },
			lucky: { type: 'integer', even: true },
			pin: { type: 'string', confirmed: true },
			confirm: 'string',
			email: { type: 'string', unique: true },
			badge: { type: 'string', defaultsTo: function () { return 'B-' + this.name; } },
		},
		adults: function (cb) { return this.find({ name: { '!': 'x' } }).sort('id').exec(cb); },
		limit: 7,
	};`},
	{"crate", "Crate", `module.exports = { attributes: { code: { type: 'string', primaryKey: true }, size: 'integer' } };`},
	{"trace", "Trace", `var log = []; module.exports = {
		log: log,
		attributes: {
			word: { type: 'string', required: true }, n: 'integer', extra: 'json',
			stamp: function (v, next) { log.push('stamp'); v.extra = { list: [1, { two: 2 }] }; next(); },
		},
		beforeValidate: function (v, next) { log.push('beforeValidate'); next(); },
		afterValidate: async function (v) { await null; log.push('afterValidate'); },
		beforeCreate: ['stamp', function (v, next) {
			log.push('beforeCreate');
			v.n = (v.n || 0) + 100;
			delete v.gone;
			if (v.word === 'refused') { return next({ status: 400, refused: 'word' }); }
			if (v.word === 'thrown') { throw new TypeError('thrown in a callback'); }
			next();
			if (v.word === 'twice') { next(); }
		}],
		afterCreate: function (r, next) { log.push('afterCreate:' + r.id); r.seen = true; next(); },
		beforeUpdate: function (v, next) { var self = this; Trace.count().exec(function (err, n) { log.push('beforeUpdate:' + n + ':' + (self === Trace)); if (v.word) { v.word += '!'; } next(); }); },
		afterUpdate: function (r, next) { log.push('afterUpdate:' + r.word); next(); },
		beforeDestroy: function (c, next) { log.push('beforeDestroy:' + JSON.stringify(c.where)); next(); },
		afterDestroy: function (list, next) { log.push('afterDestroy:' + list.length); next(); },
	};`},
}

// world is an isolate with the test models bound as globals.
type world struct {
	t   testing.TB
	iso *jsapi.Isolate
	orm *orm.ORM
}

func open(t testing.TB) *world { return openOn(t, nil) }

// openOn is open with more models, on the store that wrap makes of the usual
// one. Models that ask for the connection log are in a database of their own.
func openOn(t testing.TB, wrap func(orm.Adapter) orm.Adapter, more ...model) *world {
	t.Helper()
	return openAs(t, waterline.Switches{}, wrap, more...)
}

// openAs is openOn for the release that the switches describe.
func openAs(t testing.TB, switches waterline.Switches, wrap func(orm.Adapter) orm.Adapter, more ...model) *world {
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
	db, err := sqldb.Open(ctx, sqldb.Options{Sparse: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })

	stores := map[string]orm.Adapter{"ram": db}
	if wrap != nil {
		stores["ram"] = wrap(db)
	}
	if len(more) > 0 {
		log, err := sqldb.Open(ctx, sqldb.Options{Sparse: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = log.Close() })
		stores["log"] = log
	}
	var defs []*orm.Definition
	classes := map[string]*waterline.Class{}
	err = iso.Do(ctx, func(r *jsapi.Realm) error {
		if err := node.Globals(r, node.Options{Root: t.TempDir(), Log: slog.New(slog.DiscardHandler)}); err != nil {
			return err
		}
		for _, m := range slices.Concat(models, more) {
			def, class, err := readAs(r, iso, switches, m.identity, m.globalID, m.source)
			if err != nil {
				return err
			}
			defs = append(defs, def)
			classes[m.identity] = class
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	o, err := orm.Open(ctx, defs, orm.Options{Datastores: stores})
	if err != nil {
		t.Fatal(err)
	}
	err = iso.Do(ctx, func(r *jsapi.Realm) error {
		for _, m := range o.Models() {
			object, err := waterline.Bind(r, o, m, waterline.Binding{Class: classes[m.Identity], Raw: db, Isolate: iso})
			if err != nil {
				return err
			}
			if err := r.Runtime().Set(m.GlobalID, object); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return &world{t, iso, o}
}

func read(r *jsapi.Realm, iso *jsapi.Isolate, identity, globalID, source string) (*orm.Definition, *waterline.Class, error) {
	return readAs(r, iso, waterline.Switches{}, identity, globalID, source)
}

func readAs(r *jsapi.Realm, iso *jsapi.Isolate, switches waterline.Switches, identity, globalID, source string) (*orm.Definition, *waterline.Class, error) {
	exports, err := r.Runtime().RunString("(function () { var module = {}; " + source + "\nreturn module.exports; })()")
	if err != nil {
		return nil, nil, r.Wrap(err)
	}
	return waterline.ReadDefinition(r, exports, waterline.Defaults{
		Source: "api/models/" + globalID + ".js", Identity: identity, GlobalID: globalID,
		Datastore: "ram", Migrate: orm.Drop, Isolate: iso, Rules: waterline.Classic(switches),
	})
}

// run runs code as the body of an async function with a parameter done(value),
// and returns the JSON of what it calls done with, or of what it returns.
func (w *world) run(code string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	op := w.iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		fn, err := r.Runtime().RunString("(async function (done) {" + code + "\n})")
		if err != nil {
			op.Settle(nil, r.Wrap(err))
			return
		}
		done := func(call goja.FunctionCall) goja.Value {
			text, ok, err := r.Stringify(nil, call.Argument(0), "")
			if !ok {
				text = []byte("undefined")
			}
			op.Settle(string(text), err)
			return goja.Undefined()
		}
		call, _ := goja.AssertFunction(fn)
		p, err := call(goja.Undefined(), r.Runtime().ToValue(done))
		if err != nil {
			op.Settle(nil, r.Wrap(err))
			return
		}
		then, _ := goja.AssertFunction(p.ToObject(r.Runtime()).Get("then"))
		settled := func(call goja.FunctionCall) goja.Value {
			if v := call.Argument(0); !goja.IsUndefined(v) {
				return done(call)
			}
			return goja.Undefined()
		}
		failed := func(call goja.FunctionCall) goja.Value {
			op.Settle(nil, r.GoError(call.Argument(0)))
			return goja.Undefined()
		}
		if _, err := then(p, r.Runtime().ToValue(settled), r.Runtime().ToValue(failed)); err != nil {
			op.Settle(nil, r.Wrap(err))
		}
	})
	v, err := op.Wait()
	text, _ := v.(string)
	return text, err
}

func (w *world) must(code string) string {
	w.t.Helper()
	text, err := w.run(code)
	if err != nil {
		var script *jsapi.ScriptError
		if errors.As(err, &script) {
			w.t.Fatalf("%v\n%s\nin %s", err, script.Excerpt, strings.TrimSpace(code))
		}
		w.t.Fatalf("%v in %s", err, code)
	}
	return text
}
