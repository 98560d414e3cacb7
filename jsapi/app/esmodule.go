package app

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// require returns what a file of the project exports. Of an ES module that is its
// default export if it has one, else a plain object of the named ones, which may be
// changed like module.exports.
func (a *App) require(path string) (exports goja.Value, es bool, err error) {
	exports, err = a.loader.Require(path)
	if err != nil {
		return nil, false, err
	}
	o, ok := exports.(*goja.Object)
	if !ok {
		return exports, false, nil
	}
	ex := a.realm.Runtime().Try(func() { // a getter may throw
		if es = modules.IsNamespace(o); !es { // it may be what a compiler has made of an ES module
			mark := o.Get("__esModule")
			es = mark != nil && mark.ToBoolean()
		}
		if es {
			exports = a.unwrapped(o)
		}
	})
	if ex != nil {
		return nil, false, a.realm.Wrap(ex)
	}
	return exports, es, nil
}

// Exports is what a script exports, see require.
func (a *App) Exports(path string) (goja.Value, error) {
	exports, _, err := a.require(path)
	return exports, err
}

// MayAwait reports whether AwaitModule has to be asked about a file.
func (a *App) MayAwait(path string) bool { return a.loader.MayAwait(path) }

// AwaitModule runs a file of the project that awaits something at its top level, and
// settles op when it has run; it returns false for any other file. What the file throws is
// thrown again when it is required.
func (a *App) AwaitModule(op *jsapi.Op, path string) bool {
	promise, err := a.loader.Pending(path)
	if promise == nil || err != nil { // require gives the error
		return false
	}
	settle := func(goja.Value) { op.Settle(nil, nil) }
	return a.realm.WhenSettled(promise, settle, settle)
}

func (a *App) unwrapped(o *goja.Object) goja.Value {
	names := o.Keys()
	if slices.Contains(names, "default") {
		return o.Get("default")
	}
	plain := a.realm.Runtime().NewObject()
	for _, name := range names {
		if name == "__esModule" {
			continue
		}
		if err := plain.Set(name, o.Get(name)); err != nil {
			panic(err)
		}
	}
	return plain
}

// actionNames returns the names of the members that may be actions: own ones, and the
// methods of its class if o is an instance of one.
func (a *App) actionNames(o *goja.Object) []string {
	names := o.Keys()
	if _, isFunction := goja.AssertFunction(o); isFunction {
		return names
	}
	root := a.realm.Runtime().Get("Object").ToObject(a.realm.Runtime()).Get("prototype")
	for proto := o.Prototype(); proto != nil && !proto.SameAs(root); proto = proto.Prototype() {
		for _, name := range proto.GetOwnPropertyNames() {
			if name == "constructor" || slices.Contains(names, name) {
				continue
			}
			if _, isFunction := goja.AssertFunction(o.Get(name)); isFunction {
				names = append(names, name)
			}
		}
	}
	return names
}

// classError is the error of a controller that is an ES module whose default export
// is a class, nil for any other. Sails has no use for a class either, and says nothing;
// it does not load ES modules.
func (m *Module) classError() error {
	if _, isFunction := m.Function(); !m.es || !isFunction || !strings.HasPrefix(m.Exports.String(), "class") {
		return nil
	}
	return &ExportError{m.Rel, "an object of actions", "a class has none: export an instance, as in export default new Pets()"}
}
