package waterline

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/querylog"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/node"
)

//go:embed *.js
var sources embed.FS

// scripts are the files of sources in the order in which they build on each
// other: each is a function(native, parts) that adds to parts.
var scripts = [...]string{"promise.js", "errors.js", "query.js", "stream.js", "finders.js", "store.js", "modern_query.js", "modern_composed.js", "modern_model.js", "model.js"}

var compiled = sync.OnceValues(func() ([]*goja.Program, error) {
	programs := make([]*goja.Program, len(scripts))
	for i, name := range scripts {
		text, err := sources.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if programs[i], err = compile.Source("framework:"+name, string(text), true); err != nil {
			return nil, err
		}
	}
	return programs, nil
})

type bridgeKey struct{}

// bridge is the state of this package in one realm. It is used on the loop only.
type bridge struct {
	realm   *jsapi.Realm
	offers  *goja.Object // native functions and settings that the scripts use
	rt      *goja.Runtime
	classes map[*orm.Model]*Class
	stores  map[string]*store
	scope   *goja.Symbol // keeps the *scope behind a connection object

	objects map[*goja.Object]*Class // by their model objects

	behind     goja.Callable // of the scripts
	isGiven    goja.Callable // of the scripts: a method that reading has made a member of a model
	makeRecord goja.Callable
	makeStore  goja.Callable
	giver      goja.Callable
	failure    goja.Callable
	parse      goja.Callable // JSON.parse
	coded      goja.Callable
	call       goja.Callable
	usage      goja.Callable
	named      goja.Callable
	envelope   goja.Callable
	// functions: functions are kept when values are copied.
	functions bool
	// dates: invalid Dates are copied as orm.InvalidDate.
	dates bool

	adapterError goja.Callable
	during       goja.Callable

	makeConnection goja.Callable

	descriptions []description
}

// bridgeOf returns the bridge of a realm and builds it at the first call.
func bridgeOf(r *jsapi.Realm) (*bridge, error) {
	if b, ok := r.Slot(bridgeKey{}).(*bridge); ok {
		return b, nil
	}
	programs, err := compiled()
	if err != nil {
		return nil, err
	}
	rt := r.Runtime()
	b := &bridge{
		realm: r, rt: rt, classes: map[*orm.Model]*Class{}, stores: map[string]*store{},
		objects: map[*goja.Object]*Class{},
		scope:   goja.NewSymbol("framework.connection"),
	}
	native := rt.NewObject()
	b.offers = native
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{
		"later": b.later,
		"asyncSnapshot": func(goja.FunctionCall) goja.Value {
			if querylog.WantsLines(r.Context()) {
				return r.AsyncSnapshotAt(r.Caller())
			}
			return r.AsyncSnapshot()
		},
		"warn": func(call goja.FunctionCall) goja.Value {
			r.Warn(call.Argument(0).String())
			return goja.Undefined()
		},
		"traced": func(call goja.FunctionCall) goja.Value {
			r.Trace(call.Argument(0).ToObject(rt), call.Argument(1).String())
			return goja.Undefined()
		},
		"rejection":   func(call goja.FunctionCall) goja.Value { return r.Rejection(call.Argument(0)) },
		"toObject":    b.toObject,
		"toJSON":      b.toJSON,
		"run":         b.run,
		"populates":   b.ofModel((*Class).populates),
		"finders":     b.ofModel((*Class).finders),
		"described":   b.ofModel((*Class).described),
		"instance":    b.ofModel((*Class).instance),
		"refusal":     b.ofModel((*Class).refusal),
		"memberModel": b.ofModel((*Class).memberModel),
		"inspect": func(call goja.FunctionCall) goja.Value {
			return rt.ToValue(node.Inspect(r, call.Argument(0)))
		},
	} {
		if err := native.Set(name, fn); err != nil {
			return nil, err
		}
	}
	parts := rt.NewObject()
	for i, program := range programs {
		factory, err := rt.RunProgram(program)
		if err != nil {
			return nil, r.Wrap(err)
		}
		start, ok := goja.AssertFunction(factory)
		if !ok {
			return nil, errors.New(scripts[i] + " gives no function")
		}
		if _, err := start(goja.Undefined(), native, parts); err != nil {
			return nil, r.Wrap(err)
		}
	}
	for name, into := range map[string]*goja.Callable{
		"behind": &b.behind, "isGiven": &b.isGiven, "makeRecord": &b.makeRecord, "makeStore": &b.makeStore, "giver": &b.giver,
		"makeConnection": &b.makeConnection, "failure": &b.failure, "parse": &b.parse, "coded": &b.coded,
		"call": &b.call, "during": &b.during, "usage": &b.usage, "adapterError": &b.adapterError, "named": &b.named, "envelope": &b.envelope,
	} {
		fn, ok := goja.AssertFunction(parts.Get(name))
		if !ok {
			return nil, fmt.Errorf("the scripts give no function %s", name)
		}
		*into = fn
	}
	if err := b.readDescriptions(parts.Get("descriptions").ToObject(rt)); err != nil {
		return nil, err
	}
	r.SetSlot(bridgeKey{}, b)
	r.OnToJS(b.recordToJS)
	r.OnFromJS(b.recordFromJS)
	r.OnError(b.errorToJS)
	r.OnStringify(Untouched)
	return b, nil
}

// storeNames lists the names of the datastores, for messages.
func storeNames(stores map[string]*store) string {
	names := slices.Sorted(maps.Keys(stores))
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// later is native.later(fn, …args): fn runs in a turn of its own on behalf of the
// current operation, so that its exception is an uncaught error.
func (b *bridge) later(call goja.FunctionCall) goja.Value {
	fn, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(b.rt.NewTypeError("a callback has to be a function"))
	}
	args := slices.Clone(call.Arguments[1:]) // which are the engine's, and used again
	b.realm.Reserve()(func(*jsapi.Realm) { b.invoke(fn, args...) })
	return goja.Undefined()
}

// invoke calls a function of the project whose result nothing uses. Its exception is
// an uncaught error of the current operation.
func (b *bridge) invoke(fn goja.Callable, args ...goja.Value) {
	if _, err := fn(goja.Undefined(), args...); err != nil {
		b.realm.Uncaught(err)
	}
}
