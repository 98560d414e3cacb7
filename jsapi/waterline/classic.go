package waterline

import (
	"errors"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// classic are the Rules of 0.10 to 0.12.
type classic struct{ switches Switches }

func (r classic) values() Switches { return r.switches }

func (classic) inherits(bool) bool { return true }

func (classic) begin(def *orm.Definition) {
	def.AutoPK, def.CreatedAt, def.UpdatedAt = true, "createdAt", "updatedAt"
}

func (classic) describe(c *Class, o *goja.Object, show, _ func(string, goja.Value)) error {
	for _, d := range c.bridge.descriptions {
		if err := o.DefineAccessorProperty(d.name, d.get, d.set, goja.FLAG_TRUE, d.enumerable); err != nil {
			return err
		}
	}
	c.data(show)
	return nil
}

func (classic) kind() string { return "classic" }

func (classic) finders() bool { return true }

func (classic) functions() bool { return false }

func (classic) prototype(c *Class) (*goja.Object, error) { return c.prototype() }

func (classic) lists(collections []string) []string { return collections }

func (classic) criteria(q *orm.Query) *value.Map { return criteriaOf(q) }

func (classic) refused(c *Class, r *jsapi.Realm, e *CallbackError) {
	e.value, _ = c.bridge.errorToJS(e)
	shown := e.value
	if o, ok := e.value.(*goja.Object); ok && !c.errorMembers {
		shown = c.bridge.callToJSON(o)
	}
	if v, err := r.FromJS(shown); err == nil {
		e.members, _ = v.(*value.Map)
	}
}

// unknown returns the cause of an error for which Waterline has no class.
func (classic) unknown(b *bridge, m *orm.Model, err error) goja.Value {
	members := value.New(2)
	members.Set("details", value.Undefined{})
	if m != nil {
		if _, isScript := errors.AsType[*jsapi.ScriptError](err); !isScript && !errors.Is(err, errNoCriteria) {
			members.Set("model", m.Identity)
		}
	}
	return b.newWLError(members, b.realm.Error(err))
}
