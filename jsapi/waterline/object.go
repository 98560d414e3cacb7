package waterline

import (
	"errors"

	"github.com/dop251/goja"
)

// description is a property of models that is made when it is first read.
type description struct {
	name       string
	get, set   goja.Value
	enumerable goja.Flag
}

// readDescriptions reads the property descriptors of model.js.
func (b *bridge) readDescriptions(from *goja.Object) error {
	for _, name := range from.Keys() {
		d, ok := from.Get(name).(*goja.Object)
		if !ok {
			return errors.New("model.js gives no descriptor of " + name)
		}
		b.descriptions = append(b.descriptions, description{name, d.Get("get"), d.Get("set"), goja.ToFlag(d.Get("enumerable").ToBoolean())})
	}
	return nil
}

// ofModel makes a native function of a method: the first argument is the model
// object, or an object that inherits from it, the others those of the method.
func (b *bridge) ofModel(method func(c *Class, call goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		c := b.classOf(call.Argument(0))
		call.Arguments = call.Arguments[1:]
		return method(c, call)
	}
}

// classOf returns the class of a model object or of one that inherits from it.
func (b *bridge) classOf(model goja.Value) *Class {
	o, _ := model.(*goja.Object)
	for ; o != nil; o = o.Prototype() {
		if c := b.objects[o]; c != nil {
			return c
		}
	}
	panic(b.rt.NewTypeError("a query needs the model that it is about"))
}

// makeObject makes the model object. Its own properties are the project's members,
// with functions bound, and the descriptions; the prototype has the query methods.
// It is made in Go for speed: a project may have a thousand models, and each reload
// makes all of them.
func (c *Class) makeObject() (*goja.Object, error) {
	b := c.bridge
	o := b.rt.NewObject()
	var failed error
	define := func(name string, v goja.Value, enumerable goja.Flag) {
		if err := o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, enumerable); err != nil && failed == nil {
			failed = err
		}
	}
	show := func(name string, v goja.Value) { define(name, v, goja.FLAG_TRUE) }
	hide := func(name string, v goja.Value) { define(name, v, goja.FLAG_FALSE) }
	hide("getDatastore", c.store.give)
	hide("transaction", c.store.transaction)
	for _, name := range c.members.Keys() {
		v, err := bound(c.members.Get(name), o)
		if err != nil {
			return nil, err
		}
		show(name, v)
	}
	if err := c.rules.describe(c, o, show, hide); err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, failed
	}
	// Last, so that the definitions above do not call it.
	behind, err := b.behind(goja.Undefined(), o, b.rt.ToValue(c.rules.kind()))
	if err != nil {
		return nil, err
	}
	return o, o.SetPrototype(behind.ToObject(b.rt))
}

// bound binds a function of the project to its model. A function with members is a
// class or a namespace, and is not bound.
func bound(v goja.Value, to *goja.Object) (goja.Value, error) {
	fn, ok := v.(*goja.Object)
	if !ok {
		return v, nil
	}
	if _, ok = goja.AssertFunction(fn); !ok || len(fn.Keys()) > 0 {
		return v, nil
	}
	bind, ok := goja.AssertFunction(fn.Get("bind"))
	if !ok {
		return v, nil
	}
	return bind(fn, to)
}

// shownKey is the name that code reads as primaryKey: of several keys the last one in 0.10
// to 0.12, although records are found by the first.
func (c *Class) shownKey() string {
	key := c.model.PrimaryKey
	if d := c.model.Definition; d != nil {
		for _, a := range d.Attributes {
			if a.PrimaryKey {
				key = a.Name
			}
		}
	}
	return key
}

// data defines the data properties of a model object.
func (c *Class) data(show func(name string, v goja.Value)) {
	m, rt := c.model, c.bridge.rt
	for _, text := range [...]struct{ name, value string }{
		{"identity", m.Identity}, {"globalId", m.GlobalID}, {"tableName", m.Table},
	} {
		if m.Junction && text.name == "globalId" {
			continue // such a model is no global
		}
		show(text.name, rt.ToValue(text.value))
	}
	show("connection", rt.NewArray(m.Datastore))
	show("datastore", rt.ToValue(m.Datastore))
	show("primaryKey", rt.ToValue(c.shownKey()))
	show("hasSchema", rt.ToValue(m.Schema))
	show("migrate", c.strategy())
	if d := m.Definition; d != nil {
		for _, setting := range [...]struct {
			name  string
			value any
		}{
			{"autoPK", d.AutoPK}, {"autoCreatedAt", d.CreatedAt != ""}, {"autoUpdatedAt", d.UpdatedAt != ""},
		} {
			if c.Setting(setting.name) == nil {
				show(setting.name, rt.ToValue(setting.value))
			}
		}
	}
}
