package waterline

import (
	"errors"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/jsapi"
)

// File is the file of a model, as it was loaded.
type File struct {
	Source   string // as people write it
	Identity string // lower case, of the file's name
	GlobalID string // the file's base name
	Exports  goja.Value
}

// Models are those of a project as it has written them.
type Models struct {
	defaults Defaults
	defs     []*orm.Definition
	classes  map[string]*Class // by identity
	written  []Written
}

// Written is the keys of a model's file, and those of its attributes.
type Written struct {
	File
	Keys       []string
	Attributes []WrittenAttribute
	Types      []string // names of the model's own validation rules
}

// WrittenAttribute is the keys of an attribute that is an object.
type WrittenAttribute struct {
	Name string
	Keys []string
}

// Written are the keys of all models, also of those that cannot be read. It belongs on
// the loop.
func (m *Models) Written() []Written { return m.written }

func keysWritten(f File) Written {
	w := Written{File: f}
	file, ok := f.Exports.(*goja.Object)
	if !ok {
		return w
	}
	w.Keys = file.Keys()
	if types, ok := file.Get("types").(*goja.Object); ok {
		w.Types = types.Keys()
	}
	attributes, ok := file.Get("attributes").(*goja.Object)
	if !ok {
		return w
	}
	for _, name := range attributes.Keys() {
		if o, ok := attributes.Get(name).(*goja.Object); ok && !isFunction(o) && !jsapi.IsArray(o) {
			w.Attributes = append(w.Attributes, WrittenAttribute{name, o.Keys()})
		}
	}
	return w
}

// ReadModels reads the definitions of models. All that cannot be read is reported;
// defaults say nothing of one file.
func ReadModels(r *jsapi.Realm, files []File, defaults Defaults) (*Models, error) {
	m := &Models{defaults: defaults, classes: make(map[string]*Class, len(files))}
	b, err := bridgeOf(r)
	if err != nil {
		return nil, err
	}
	if err := b.offers.Set("traces", !defaults.Production); err != nil {
		return nil, err
	}
	var errs []error
	for _, f := range files {
		m.written = append(m.written, keysWritten(f))
		d := defaults
		d.Source, d.Identity, d.GlobalID = f.Source, f.Identity, f.GlobalID
		def, class, err := ReadDefinition(r, f.Exports, d)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		m.defs = append(m.defs, def)
		m.classes[def.Identity] = class
	}
	return m, errors.Join(errs...)
}

// Definitions are what the ORM is made of.
func (m *Models) Definitions() []*orm.Definition { return m.defs }

// Bind makes the objects of all models, those of join tables as well, and hands them
// out in the order of the ORM.
func (m *Models) Bind(r *jsapi.Realm, o *orm.ORM, bound func(model *orm.Model, object goja.Value) error) error {
	b, err := bridgeOf(r)
	if err != nil {
		return err
	}
	b.stores = map[string]*store{} // those of another app in the realm are not of this project
	for _, model := range o.Models() {
		raw, _ := model.Adapter().(orm.RawQuerier)
		object, err := Bind(r, o, model, Binding{
			Class: m.classes[model.Identity], Raw: raw, Rules: m.defaults.Rules, Isolate: m.defaults.Isolate, Log: m.defaults.Log,
		})
		if err != nil {
			return err
		}
		if err := bound(model, object); err != nil {
			return err
		}
	}
	return nil
}

// AutoWatch are the models, by their identities, that say of themselves whether
// sockets that find their records watch them. It belongs on the loop.
func (m *Models) AutoWatch() map[string]bool {
	out := map[string]bool{}
	for identity, class := range m.classes {
		if on, set := class.Flag("autoWatch"); set {
			out[identity] = on
		}
	}
	return out
}
