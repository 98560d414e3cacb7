package app

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/project"
	"framework/jsapi"
)

// ShowModules makes the app's modules: functions with these names, which hooks
// of the project call to load files, and which call back with their exports by
// identity.
func (a *App) ShowModules(kinds map[string][]project.File) error {
	rt := a.realm.Runtime()
	modules := rt.NewObject()
	for name, files := range kinds {
		load := func(call goja.FunctionCall) goja.Value {
			done, ok := goja.AssertFunction(call.Argument(0))
			if !ok {
				panic(rt.NewTypeError("modules." + name + " needs a function(err, modules)"))
			}
			args := []goja.Value{goja.Null(), goja.Undefined()}
			if loaded, err := a.exportsOf(files); err != nil {
				args = []goja.Value{a.realm.Error(err)}
			} else {
				args[1] = loaded
			}
			a.realm.Reserve()(func(r *jsapi.Realm) {
				if _, err := done(goja.Undefined(), args...); err != nil {
					r.Uncaught(err)
				}
			})
			return goja.Undefined()
		}
		if err := modules.Set(name, load); err != nil {
			return err
		}
	}
	return a.object.Set("modules", modules)
}

// exportsOf loads files, and gives an object of their exports by identity.
func (a *App) exportsOf(files []project.File) (*goja.Object, error) {
	list, err := a.LoadAll(files)
	if err != nil {
		return nil, err
	}
	out := a.realm.Runtime().NewObject()
	for _, m := range list {
		if err := out.Set(m.Identity, m.Exports); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Defined adds to modules those that the configuration has at path, by their names. One
// of the same identity takes the place of a file.
func (a *App) Defined(modules []*Module, source string, path ...string) ([]*Module, error) {
	o, ok := a.ConfigAt(path...).(*goja.Object)
	if !ok {
		return modules, nil
	}
	for _, name := range o.Keys() {
		def, ok := o.Get(name).(*goja.Object)
		if !ok {
			return nil, fmt.Errorf("%s: %s.%s has to be the definition of a model, an object", source, strings.Join(path, "."), name)
		}
		m := &Module{File: project.File{Rel: source, Identity: strings.ToLower(name), GlobalID: name}, Exports: def}
		replaced := false
		for i, file := range modules {
			if file.Identity == m.Identity {
				m.GlobalID = file.GlobalID
				modules[i], replaced = m, true
			}
		}
		stamp(def, "identity", m.Identity)
		stamp(def, "globalId", m.GlobalID)
		if !replaced {
			modules = append(modules, m)
		}
	}
	return modules, nil
}
