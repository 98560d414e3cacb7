package waterline

import (
	"errors"
	"fmt"
	"strings"

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

func (classic) dates() bool { return true }

func (classic) prototype(c *Class) (*goja.Object, error) { return c.prototype() }

func (classic) lists(collections []string) []string { return collections }

func (classic) criteria(q *orm.Query) *value.Map { return criteriaOf(q) }

func (classic) refused(c *Class, r *jsapi.Realm, e *CallbackError) {
	e.value, _ = c.bridge.errorToJS(e)
	shown := e.value
	if o, ok := e.value.(*goja.Object); ok && !c.errorMembers {
		shown = c.bridge.callToJSON(o)
	}
	v, err := r.FromJS(shown)
	if err != nil {
		return
	}
	e.members, _ = v.(*value.Map)
	if o, ok := shown.(*goja.Object); ok && c.errorMembers && e.members != nil {
		// The texts that its class makes count as members too.
		for _, name := range [...]string{"message", "stack"} {
			if text := o.Get(name); text != nil && !e.members.Has(name) {
				e.members.Set(name, text.String())
			}
		}
	}
}

// unknown returns the cause of an error for which Waterline has no class.
func (r classic) unknown(b *bridge, m *orm.Model, err error) goja.Value {
	members := value.New(2)
	members.Set("details", value.Undefined{})
	if r.bare(err) {
		return b.newWLError(members, b.rt.ToValue(err.Error()))
	}
	if m != nil {
		if _, isScript := errors.AsType[*jsapi.ScriptError](err); !isScript && !errors.Is(err, errNoCriteria) {
			members.Set("model", m.Identity)
		}
	}
	return b.newWLError(members, b.realm.Error(err))
}

// direct returns the error of a lifecycle callback of the project unchanged,
// and usage errors without the members of WLError.
func (r classic) direct(realm *jsapi.Realm, err error) goja.Value {
	refused, ok := errors.AsType[*CallbackError](err)
	_, saving := errors.AsType[*orm.SaveError](err)
	switch {
	case ok && !saving:
		return realm.Error(refused.Err)
	case r.bare(err):
		return realm.Runtime().ToValue(err.Error())
	case errors.Is(err, errNoCriteria):
		return realm.Error(err)
	}
	return nil
}

// bare reports whether Waterline has no Error but a text for err.
func (r classic) bare(err error) bool {
	_, wrong := errors.AsType[*callError](err)
	return wrong || r.switches.BareUsage && errors.Is(err, errNoCriteria)
}

// callError is a call of a method whose arguments cannot be used, with the text of
// Waterline.
type callError struct{ text string }

func (e *callError) Error() string { return e.text }

// wrongCall makes a callError that shows the arguments of the method.
func wrongCall(m *orm.Model, reason, method, arguments string) error {
	line := strings.Repeat("=", 46)
	return &callError{fmt.Sprintf("%s\n%s\nProper usage :: \n%s.%s(%s)\n%s\n", reason, line, m.GlobalID, method, arguments, line)}
}
