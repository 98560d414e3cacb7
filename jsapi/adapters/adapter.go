package adapters

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// Options describe an adapter that is to be loaded.
type Options struct {
	// Name is the one that datastores call it by.
	Name string
	// Source is its file or package, for messages.
	Source  string
	Isolate *jsapi.Isolate
	Log     *slog.Logger
}

// Adapter is an adapter for Waterline. Its methods that return Go values are safe for
// concurrent use.
type Adapter struct {
	opts    Options
	object  *goja.Object // used on the loop only
	methods map[string]bool
	members *value.Map
}

// Load loads an adapter; require is called on the loop and gives what its module
// exports.
func Load(ctx context.Context, opts Options, require func(r *jsapi.Realm) (goja.Value, error)) (*Adapter, error) {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	a := &Adapter{opts: opts}
	err := opts.Isolate.Do(ctx, func(r *jsapi.Realm) error {
		exports, err := require(r)
		if err != nil {
			return fmt.Errorf("the adapter %s (%s) cannot be loaded: %w", opts.Name, opts.Source, err)
		}
		return a.read(r, exports)
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// read reads what the adapter has. An ES module exports it as its default.
func (a *Adapter) read(r *jsapi.Realm, exports goja.Value) error {
	o, ok := exports.(*goja.Object)
	if ok {
		if own, isObject := o.Get("default").(*goja.Object); isObject && o.Get("find") == nil {
			o = own
		}
	}
	if !ok {
		return fmt.Errorf("%s: expected module.exports to be an adapter, an object with methods such as find, not %s", a.opts.Source, exports)
	}
	a.object = o
	a.methods, a.members = map[string]bool{}, value.New(4)
	for _, name := range a.names() {
		v := o.Get(name)
		if _, callable := goja.AssertFunction(v); callable {
			a.methods[name] = true
			continue
		}
		switch name {
		case "identity", "defaults", "syncable", "pkFormat", "adapterApiVersion", "migrate", "schema":
			data, err := r.FromJS(v)
			if err != nil {
				return fmt.Errorf("%s: the member %s of the adapter cannot be read: %w", a.opts.Source, name, err)
			}
			a.members.Set(name, data)
		}
	}
	return nil
}

// names are the members of the adapter: its own, and for instances of a class those of
// the class.
func (a *Adapter) names() []string {
	names := a.object.Keys()
	for proto := a.object.Prototype(); proto != nil && proto.Prototype() != nil; proto = proto.Prototype() {
		for _, name := range proto.GetOwnPropertyNames() {
			if name != "constructor" {
				names = append(names, name)
			}
		}
	}
	return names
}

// Name is the one that datastores call it by.
func (a *Adapter) Name() string { return a.opts.Name }

// Source is its file or package.
func (a *Adapter) Source() string { return a.opts.Source }

// Has reports whether the adapter has a method.
func (a *Adapter) Has(method string) bool { return a.methods[method] }

// Members are those that are no functions.
func (a *Adapter) Members() *value.Map { return a.members }
