package waterline

import (
	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// modern are the Rules of 1.x.
type modern struct{}

func (modern) values() Switches { return Switches{} }

// inherits: with the standalone package, models do not inherit attributes.
func (modern) inherits(standalone bool) bool { return !standalone }

// begin: primary key and timestamps are declared as attributes in the file.
func (modern) begin(*orm.Definition) {}

func (modern) describe(c *Class, _ *goja.Object, show, hide func(string, goja.Value)) error {
	data, err := c.modernData()
	if err != nil {
		return err
	}
	for _, name := range data.Keys() {
		show(name, data.Get(name))
	}
	if c.members.Get("validate") == nil { // of the model's file
		hide("validate", c.bridge.rt.ToValue(c.validate))
	}
	return nil
}

func (modern) kind() string { return "modern" }

func (modern) finders() bool { return false }

func (modern) functions() bool { return true }

// dates: what is not null for an attribute refuses null.
func (modern) dates() bool { return false }

func (modern) prototype(*Class) (*goja.Object, error) { return nil, nil }

func (modern) lists([]string) []string { return nil }

func (modern) criteria(q *orm.Query) *value.Map {
	shown := *q
	if q.Asked != nil {
		shown.Where = q.Asked
	}
	return wholeCriteria(&shown)
}

// refused: what is no error becomes one.
func (modern) refused(c *Class, r *jsapi.Realm, e *CallbackError) {
	e.value = r.Error(e.Err)
	if o, ok := e.value.(*goja.Object); !ok || o.ClassName() != "Error" {
		if made, err := c.bridge.envelope(goja.Undefined(), e.value); err == nil {
			e.value, e.Err = made, r.GoError(made)
			return
		}
	}
	if v, err := r.FromJS(e.value); err == nil {
		e.members, _ = v.(*value.Map)
	}
}

func (modern) direct(*jsapi.Realm, error) goja.Value { return nil }

func (modern) unknown(b *bridge, _ *orm.Model, err error) goja.Value { return b.realm.Error(err) }
