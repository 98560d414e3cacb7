package standalone_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/orm/sqldb"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/modules"
	"framework/jsapi/node"
	"framework/jsapi/standalone"
)

// place is a realm with require('waterline') over databases of this test.
type place struct {
	t      *testing.T
	iso    *jsapi.Isolate
	loader *modules.Loader

	mu     sync.Mutex
	opened []string // names and adapters of connections, in order
	open   int
}

func newPlace(t *testing.T) *place {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	iso, err := jsapi.New(jsapi.Options{Root: root, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := iso.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	p := &place{t: t, iso: iso}
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		options := node.Options{Root: root, Log: slog.New(slog.DiscardHandler)}
		if err := node.Globals(r, options); err != nil {
			return err
		}
		core := node.Core(options)
		for name, m := range standalone.Modules(standalone.Options{Isolate: iso, Open: p.connect(root)}) {
			core[name] = m
		}
		p.loader, err = modules.Install(r, modules.Options{Root: root, Core: core})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// connect opens a file for each name, so that what was stored stays.
func (p *place) connect(root string) func(context.Context, string, *value.Map) (standalone.Store, error) {
	return func(ctx context.Context, name string, settings *value.Map) (standalone.Store, error) {
		if settings.Value("refuse") == true {
			return standalone.Store{}, errors.New("the connection is refused")
		}
		db, err := sqldb.Open(ctx, sqldb.Options{Sparse: true, Path: filepath.Join(root, name+".db"), Synchronous: "OFF"})
		if err != nil {
			return standalone.Store{}, err
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.opened = append(p.opened, fmt.Sprintf("%s:%s", name, settings.Value("adapter")))
		p.open++
		return standalone.Store{Adapter: db, Release: func() {
			p.mu.Lock()
			p.open--
			p.mu.Unlock()
			_ = db.Close()
		}}, nil
	}
}

// run runs code as the body of an async function and returns the JSON of what
// it returns.
func (p *place) run(code string) (string, error) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), "code.js")
	if err := os.WriteFile(file, []byte("module.exports = async function () {"+code+"\n};"), 0o644); err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(p.t.Context(), 20*time.Second)
	defer cancel()
	op := p.iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		v, err := p.loader.Require(file)
		if err != nil {
			op.Settle(nil, err)
			return
		}
		call, _ := goja.AssertFunction(v)
		promise, err := call(goja.Undefined())
		if err != nil {
			op.Settle(nil, r.Wrap(err))
			return
		}
		then, _ := goja.AssertFunction(promise.ToObject(r.Runtime()).Get("then"))
		_, err = then(promise, r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
			text, _, err := r.Stringify(nil, call.Argument(0), "")
			op.Settle(string(text), err)
			return goja.Undefined()
		}), r.Runtime().ToValue(func(call goja.FunctionCall) goja.Value {
			op.Settle(nil, r.GoError(call.Argument(0)))
			return goja.Undefined()
		}))
		if err != nil {
			op.Settle(nil, r.Wrap(err))
		}
	})
	v, err := op.Wait()
	text, _ := v.(string)
	return text, err
}

// pets defines two collections, ready to be opened as orm.
const pets = `
	var Waterline = require('waterline');
	var orm = new Waterline();
	var Base = Waterline.Collection.extend({ connection: 'home', attributes: { name: 'string' }, shout: function () { return this.identity.toUpperCase(); } });
	orm.loadCollection(Base.extend({ identity: 'Pet', attributes: { name: { type: 'string', required: true }, owner: { model: 'owner' }, bark: function () { return this.name + '!'; } } }));
	orm.loadCollection(Waterline.Collection.extend({ tableName: 'Owner', connection: 'home', attributes: { name: 'string', pets: { collection: 'pet', via: 'owner' } } }));
	var options = { adapters: { disk: { identity: 'sails-disk' } }, connections: { home: { adapter: 'disk', path: 'x' }, unused: { adapter: 'disk' } } };
`

func TestWaterline(t *testing.T) {
	for _, tc := range []struct{ name, code, want string }{
		{
			"initialize with a callback", pets + `return await new Promise(function (resolve, reject) {
				orm.initialize(options, function (err, o) {
					if (err) { return reject(err); }
					resolve([Object.keys(o.collections), Object.keys(o.connections), o.connections.home._collections, o.collections === orm.collections, o.connections.home.config.adapter]);
				});
			});`, `[["pet","owner"],["home","unused"],["pet","owner"],true,"sails-disk"]`,
		},
		{
			"queries and associations", pets + `var c = (await orm.initialize(options)).collections;
			var ada = await c.owner.create({ name: 'Ada', pets: [{ name: 'Rex' }] });
			var rex = await c.pet.findOne({ name: 'rex' }).populate('owner');
			return [rex.owner.name, rex.bark(), c.pet.shout(), c.pet.identity, c.owner.tableName, (await c.owner.findOne(ada.id).populate('pets')).pets.length];`,
			`["Ada","Rex!","PET","pet","Owner",1]`,
		},
		{
			"defaults", pets + `var c = (await orm.initialize(Object.assign({ defaults: { migrate: 'drop', autoUpdatedAt: false } }, options))).collections;
			return [c.pet.migrate, c.pet.autoUpdatedAt, c.pet.autoPK, Object.keys(await c.owner.describe())];`,
			`["drop",false,true,["name","createdAt","id"]]`,
		},
		{
			"teardown keeps what was stored, and collections follow the next connection", pets + `
			var old = (await orm.initialize(options)).collections;
			await old.pet.create({ name: 'Rex' });
			await orm.teardown();
			var closed = await old.pet.find().then(function () { return 'open'; }, function () { return 'closed'; });
			var again = new Waterline();
			orm._classes.forEach(function (c) { again.loadCollection(c); });
			await again.initialize(options);
			return [closed, (await old.pet.find()).length, await orm.teardown() === undefined, (await old.pet.find()).length];`,
			`["closed",1,true,1]`,
		},
		{
			"drop", pets + `var c = (await orm.initialize(options)).collections;
			await c.pet.create({ name: 'Rex' });
			await c.pet.drop();
			return [(await c.pet.describe()) === undefined, await c.pet.find().then(function () { return 'there'; }, function () { return 'gone'; })];`,
			`[true,"gone"]`,
		},
		{
			"the adapters' packages", pets + `var disk = require('sails-disk');
			options.adapters.disk = disk;
			var c = (await orm.initialize(options)).collections;
			await c.pet.create({ name: 'Rex' });
			function call(name) { return new Promise(function (resolve, reject) { disk[name]('home', 'pet', function (err, v) { if (err) { reject(err); } else { resolve(v); } }); }); }
			var columns = Object.keys(await call('describe'));
			await new Promise(function (resolve) { disk.drop('home', 'pet', [], resolve); });
			await new Promise(function (resolve) { disk.drop('home', 'nothing', [], resolve); });
			await new Promise(function (resolve) { disk.teardown('home', resolve); });
			return [disk.identity, require('sails-postgresql').identity, columns, await call('describe') === undefined];`,
			`["sails-disk","sails-postgresql",["name","owner","createdAt","updatedAt","id"],true]`,
		},
		{
			"a table that safe does not find", `var Waterline = require('waterline'); var orm = new Waterline();
			orm.loadCollection(Waterline.Collection.extend({ identity: 'safe', migrate: 'safe', connection: 'home', attributes: {} }));
			var c = (await orm.initialize({ connections: { home: { adapter: 'sails-disk' } } })).collections;
			return (await c.safe.describe()) === undefined;`, `true`,
		},
		{
			"start and stop", `var Waterline = require('waterline');
			var orm = await Waterline.start({ connections: { home: { adapter: 'sails-disk' } }, models: { pet: { connection: 'home', attributes: { name: 'string' } } } });
			await orm.collections.pet.create({ name: 'Rex' });
			var n = (await orm.collections.pet.find()).length;
			await new Promise(function (resolve) { Waterline.stop(orm, resolve); });
			return n;`, `1`,
		},
		{"extend keeps constructors and statics", `var C = require('waterline').Collection;
			function Own() {} ; var A = C.extend({ constructor: Own, a: 1 }, { kind: 'x' }); var B = A.extend({ b: 2 });
			return [A === Own, B.kind, new B().a, new B() instanceof A, typeof B.extend];`, `[true,"x",1,true,"function"]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPlace(t)
			got, err := p.run(tc.code)
			if err != nil {
				t.Fatal(err)
			}
			if got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	for _, tc := range []struct{ name, code, want string }{
		{"no connections", pets + `await orm.initialize({});`, "initialize needs the connections"},
		{"an unknown adapter", pets + `delete options.adapters.disk; await orm.initialize(options);`, `there is no adapter called "disk" among none`},
		{"an unknown connection", pets + `delete options.connections.home; await orm.initialize(options);`, `the collection Pet: there is no connection called "home"`},
		{"a connection that is refused", pets + `options.connections.home.refuse = true; await orm.initialize(options);`, "the collection Pet: the connection is refused"},
		{"no name", `var W = require('waterline'); var orm = new W(); orm.loadCollection(W.Collection.extend({})); await orm.initialize({ connections: {} });`, "neither an identity nor a tableName"},
		{"an association to nothing", pets + `orm._classes.pop(); await orm.initialize(options);`, `the collection Pet: model Pet.owner: there is no model "owner"`},
		{"all that is wrong", `var W = require('waterline'); var orm = new W();
			orm.loadCollection(W.Collection.extend({ identity: 'a', migrate: 'x' })); orm.loadCollection(W.Collection.extend({ identity: 'b', attributes: { c: { type: 5 } } })); await orm.initialize({ connections: {} });`, "the collection b: model b.c"},
		{"to the callback", pets + `await new Promise(function (resolve, reject) { orm.initialize({}, function (err, o) { reject(err); }); });`, "initialize needs the connections"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPlace(t)
			_, err := p.run(tc.code)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
			if p.open != 0 {
				t.Errorf("%d connections stay open", p.open)
			}
		})
	}
}

// TestConnections: those that are used are opened once for each initialize,
// under the name that the adapter says it has.
func TestConnections(t *testing.T) {
	p := newPlace(t)
	if _, err := p.run(pets + `await orm.initialize(options); await orm.teardown(); await orm.teardown();`); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.opened, " "); got != "home:sails-disk" || p.open != 0 {
		t.Errorf("opened %s, %d are open", got, p.open)
	}
}
