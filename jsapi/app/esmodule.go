package app

import (
	"slices"
	"strings"

	"github.com/dop251/goja"
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
		mark := o.Get("__esModule")
		if es = mark != nil && mark.ToBoolean(); es {
			exports = a.unwrapped(o)
		}
	})
	if ex != nil {
		return nil, false, a.realm.Wrap(ex)
	}
	return exports, es, nil
}

func (a *App) unwrapped(o *goja.Object) goja.Value {
	names := o.Keys()
	if slices.Contains(names, "default") {
		return o.Get("default")
	}
	plain := a.realm.Runtime().NewObject()
	for _, name := range names {
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
