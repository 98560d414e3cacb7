package app

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/project"
)

// ShowModules makes the app's modules: functions with these names, which hooks
// of the project call to load files, and which call back at once with their exports: by
// identity in lower case, and those of responses and blueprints as their files are named.
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
			if loaded, err := a.exportsOf(files, name == "loadResponses" || name == "loadBlueprints"); err != nil {
				args = []goja.Value{a.realm.Error(err)}
			} else {
				args[1] = loaded
			}
			if _, err := done(goja.Undefined(), args...); err != nil {
				panic(err)
			}
			return goja.Undefined()
		}
		if err := modules.Set(name, load); err != nil {
			return err
		}
	}
	return a.object.Set("modules", modules)
}

// exportsOf loads files, and gives an object of their exports, which get identity and
// globalId.
func (a *App) exportsOf(files []project.File, asNamed bool) (*goja.Object, error) {
	list, err := a.LoadAll(files)
	if err != nil {
		return nil, err
	}
	out := a.realm.Runtime().NewObject()
	for _, m := range list {
		key := strings.ToLower(m.Identity)
		if o, ok := m.Exports.(*goja.Object); ok {
			if err := errors.Join(o.Set("identity", key), o.Set("globalId", path.Join(path.Dir(m.Identity), m.GlobalID))); err != nil {
				return nil, err
			}
		}
		if asNamed {
			key = m.GlobalID
		}
		if err := out.Set(key, m.Exports); err != nil {
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
