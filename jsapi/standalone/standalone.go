package standalone

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/modules"
	"framework/jsapi/waterline"
)

//go:embed standalone.js
var source string

var compiled = compile.Once("framework:standalone.js", source, true)

// Store is an open datastore; Release gives it back, once.
type Store struct {
	Adapter orm.Adapter
	Release func()
	// Bound is called on the loop with each model of the datastore, and its object; may
	// be nil.
	Bound func(r *jsapi.Realm, m *orm.Model, object goja.Value) error
}

// Options are what collections are opened with.
type Options struct {
	Isolate *jsapi.Isolate
	Log     *slog.Logger
	// Rules and Records are those of the release, for models and for what
	// JavaScript sees of them.
	Rules    orm.Rules
	Records  waterline.Rules
	Switches Switches
	// ErrorMembers is that of waterline.Defaults.
	ErrorMembers bool
	// Open opens the connection called name; settings are those given to
	// initialize, whose adapter is the name of a known one.
	Open func(ctx context.Context, name string, settings *value.Map) (Store, error)
	// Bridge opens one with an adapter for Waterline that initialize was given.
	Bridge func(ctx context.Context, name string, adapter goja.Value, settings *value.Map) (Store, error)
}

// Switches are the differences between releases of the package waterline that
// are values.
type Switches struct {
	// Utils: there is the package waterline-utils (1.x).
	Utils bool
	// Datastore and Migrate are those of collections that say nothing.
	Datastore string
	Migrate   orm.Migration
}

// adapters are the packages whose stores the server has.
var adapters = []string{"sails-memory", "sails-disk", "sails-sqlite3", "sails-sqlite", "sails-postgresql", "sails-mysql", "sails-mongo"}

// Modules are the package waterline and the stand-ins of its adapters, for
// require.
func Modules(opts Options) map[string]modules.Core {
	out := map[string]modules.Core{"waterline": func(r *jsapi.Realm, module *goja.Object) error {
		l, err := libraryOf(r, opts)
		if err != nil {
			return err
		}
		return module.Set("exports", l.exports.Get("Waterline"))
	}}
	if opts.Switches.Utils {
		out["waterline-utils"] = func(r *jsapi.Realm, module *goja.Object) error {
			l, err := libraryOf(r, opts)
			if err != nil {
				return err
			}
			return module.Set("exports", l.exports.Get("utils"))
		}
	}
	for _, name := range adapters {
		out[name] = func(r *jsapi.Realm, module *goja.Object) error {
			l, err := libraryOf(r, opts)
			if err != nil {
				return err
			}
			adapter, err := l.adapter(goja.Undefined(), r.Runtime().ToValue(name))
			if err != nil {
				return err
			}
			return module.Set("exports", adapter)
		}
	}
	return out
}

type libraryKey struct{}

// library is what this package keeps in one realm. It is used on the loop.
type library struct {
	opts    Options
	realm   *jsapi.Realm
	exports *goja.Object
	adapter goja.Callable

	sets []*set
	// classes are those bound last, by datastore and identity.
	classes map[string]*waterline.Class
}

// set is what one call of initialize opened.
type set struct {
	orm    *orm.ORM
	stores []Store
	named  map[string]Store
	closed bool
}

func (s *set) release() {
	if s.orm != nil {
		s.orm.Forget()
	}
	for _, st := range s.stores {
		st.Release()
	}
}

func libraryOf(r *jsapi.Realm, opts Options) (*library, error) {
	if l, ok := r.Slot(libraryKey{}).(*library); ok {
		return l, nil
	}
	program, err := compiled()
	if err != nil {
		return nil, err
	}
	rt := r.Runtime()
	factory, err := rt.RunProgram(program)
	if err != nil {
		return nil, err
	}
	call, ok := goja.AssertFunction(factory)
	if !ok {
		return nil, errors.New("standalone.js gives no function")
	}
	l := &library{opts: opts, realm: r, classes: map[string]*waterline.Class{}}
	native := rt.NewObject()
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{"open": l.open, "close": l.close, "migrate": l.migrate} {
		if err := native.Set(name, fn); err != nil {
			return nil, err
		}
	}
	v, err := call(goja.Undefined(), native)
	if err != nil {
		return nil, err
	}
	l.exports = v.ToObject(rt)
	l.adapter, _ = goja.AssertFunction(l.exports.Get("adapter"))
	r.SetSlot(libraryKey{}, l)
	return l, nil
}

// collection is a model being opened.
type collection struct {
	def   *orm.Definition
	class *waterline.Class
}

// open is native.open(definitions, connections, defaults, adapters, done): adapters are
// those that run by themselves, by connection; done gets an error, or null, the collections
// by identity and a handle for close.
func (l *library) open(call goja.FunctionCall) goja.Value {
	rt := l.realm.Runtime()
	done, ok := goja.AssertFunction(call.Argument(4))
	if !ok {
		panic(rt.NewTypeError("open needs a function"))
	}
	list, err := l.read(call.Argument(0).ToObject(rt), call.Argument(2))
	if err != nil {
		panic(l.realm.Error(err))
	}
	settings, err := l.realm.FromJS(call.Argument(1))
	if err != nil {
		panic(l.realm.Error(fmt.Errorf("the connections cannot be read: %w", err)))
	}
	connections, _ := settings.(*value.Map)
	opened := &set{named: map[string]Store{}}
	given := map[string]goja.Value{}
	if own, ok := call.Argument(3).(*goja.Object); ok {
		for _, name := range own.Keys() {
			given[name] = own.Get(name)
		}
	}
	l.realm.Async(func(ctx context.Context) (any, error) {
		o, err := l.connect(ctx, list, connections, given, opened)
		if err != nil {
			opened.release()
		}
		return o, err
	}, func(r *jsapi.Realm, v any, err error) {
		var collections *goja.Object
		if err == nil {
			if collections, err = l.bind(v.(*orm.ORM), list, opened); err != nil {
				opened.release()
			}
		}
		args := []goja.Value{goja.Null(), collections, goja.Undefined()}
		if err != nil {
			args[0], args[1] = r.Error(err), goja.Undefined()
		} else {
			l.sets = append(l.sets, opened)
			args[2] = rt.ToValue(len(l.sets) - 1)
		}
		if _, err := done(goja.Undefined(), args...); err != nil {
			r.Uncaught(err)
		}
	})
	return goja.Undefined()
}

// read reads the definitions. All that cannot be read is reported.
func (l *library) read(definitions *goja.Object, defaults goja.Value) ([]collection, error) {
	var out []collection
	var errs []error
	for _, key := range definitions.Keys() {
		o := definitions.Get(key).(*goja.Object)
		name := o.Get("identity")
		if name == nil || goja.IsUndefined(name) {
			name = o.Get("tableName")
		}
		def, class, err := waterline.ReadDefinition(l.realm, o, waterline.Defaults{
			Source: "the collection " + name.String(), Identity: strings.ToLower(name.String()), GlobalID: name.String(),
			Models: defaults, Datastore: l.opts.Switches.Datastore, Migrate: l.opts.Switches.Migrate,
			ErrorMembers: l.opts.ErrorMembers, Standalone: true, Rules: l.opts.Records, Isolate: l.opts.Isolate, Log: l.opts.Log,
		})
		if err != nil {
			errs = append(errs, err)
			continue
		}
		def.MayMiss = true
		out = append(out, collection{def, class})
	}
	return out, errors.Join(errs...)
}

// connect opens the connections that collections use and compiles the models.
func (l *library) connect(ctx context.Context, list []collection, connections *value.Map, given map[string]goja.Value, opened *set) (*orm.ORM, error) {
	stores := map[string]orm.Adapter{}
	var defs []*orm.Definition
	for _, c := range list {
		defs = append(defs, c.def)
		name := c.def.Datastore
		if stores[name] != nil {
			continue
		}
		settings, ok := connections.Value(name).(*value.Map)
		if !ok {
			return nil, fmt.Errorf("%s: there is no connection called %q", c.def.Source, name)
		}
		var st Store
		var err error
		if adapter := given[name]; adapter != nil && l.opts.Bridge != nil {
			st, err = l.opts.Bridge(ctx, name, adapter, settings)
		} else {
			st, err = l.opts.Open(ctx, name, settings)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.def.Source, err)
		}
		opened.stores = append(opened.stores, st)
		opened.named[name] = st
		stores[name] = st.Adapter
	}
	var err error
	opened.orm, err = orm.Open(ctx, defs, orm.Options{Datastores: stores, Rules: l.opts.Rules})
	return opened.orm, err
}

// bind makes the collections. One that code still holds from a connection of
// the same name follows the new one.
func (l *library) bind(o *orm.ORM, list []collection, opened *set) (*goja.Object, error) {
	classes := make(map[string]*waterline.Class, len(list))
	for _, c := range list {
		classes[c.def.Identity] = c.class
	}
	out := l.realm.Runtime().NewObject()
	for _, m := range o.Models() {
		raw, _ := m.Adapter().(orm.RawQuerier)
		object, err := waterline.Bind(l.realm, o, m, waterline.Binding{
			Class: classes[m.Identity], Raw: raw, Rules: l.opts.Records, Isolate: l.opts.Isolate, Log: l.opts.Log,
		})
		if err != nil {
			return nil, err
		}
		if err := out.Set(m.Identity, object); err != nil {
			return nil, err
		}
		if bound := opened.named[m.Datastore].Bound; bound != nil {
			if err := bound(l.realm, m, object); err != nil {
				return nil, err
			}
		}
		if c := classes[m.Identity]; c != nil {
			key := m.Datastore + "\n" + m.Identity
			if before := l.classes[key]; before != nil {
				before.ReplaceWith(c)
			}
			l.classes[key] = c
		}
	}
	return out, nil
}

// migrate is native.migrate(handle, strategy, done): migrates the tables of a
// set of collections to fit their models.
func (l *library) migrate(call goja.FunctionCall) goja.Value {
	rt := l.realm.Runtime()
	done, ok := goja.AssertFunction(call.Argument(2))
	if !ok {
		panic(rt.NewTypeError("migrate needs a function"))
	}
	handle, strategy := int(call.Argument(0).ToInteger()), orm.Migration(call.Argument(1).String())
	l.realm.Async(func(ctx context.Context) (any, error) {
		switch {
		case handle < 0 || handle >= len(l.sets) || l.sets[handle].closed:
			return nil, errors.New("autoMigrations needs the ORM that initialize gave, before its teardown")
		case strategy != orm.Alter && strategy != orm.Drop && strategy != orm.Safe:
			return nil, fmt.Errorf("there is no migration %q: it can be alter, drop or safe", strategy)
		}
		s := l.sets[handle]
		for _, m := range s.orm.Models() {
			m.Definition.Migrate = strategy
		}
		return nil, s.orm.Define(ctx)
	}, func(r *jsapi.Realm, _ any, err error) {
		arg := goja.Undefined()
		if err != nil {
			arg = r.Error(err)
		}
		if _, err := done(goja.Undefined(), arg); err != nil {
			r.Uncaught(err)
		}
	})
	return goja.Undefined()
}

// close is native.close(handle, done).
func (l *library) close(call goja.FunctionCall) goja.Value {
	done, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		panic(l.realm.Runtime().NewTypeError("close needs a function"))
	}
	handle := int(call.Argument(0).ToInteger())
	if handle < 0 || handle >= len(l.sets) {
		panic(l.realm.Runtime().NewTypeError("there is no such set of collections"))
	}
	s := l.sets[handle]
	was := s.closed
	s.closed = true
	l.realm.Async(func(context.Context) (any, error) {
		if !was {
			s.release()
		}
		return nil, nil
	}, func(r *jsapi.Realm, _ any, _ error) {
		if _, err := done(goja.Undefined()); err != nil {
			r.Uncaught(err)
		}
	})
	return goja.Undefined()
}
