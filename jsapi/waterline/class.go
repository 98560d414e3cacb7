package waterline

import (
	"log/slog"
	"time"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/sequence"
	"framework/jsapi"
)

// Class is the JavaScript side of one model in one realm: the project's model and
// instance methods, and the objects that Bind makes of them. Its JavaScript values
// may be used on the loop only; it does not change after Bind.
type Class struct {
	// Exports is the model of the project with the defaults of config.models, from
	// which settings such as autosubscribe and autoWatch are read. Nil for a
	// generated join model.
	Exports *goja.Object

	source string
	iso    *jsapi.Isolate
	log    *slog.Logger
	// unanswered is how long a lifecycle callback may run before the log says so.
	unanswered time.Duration
	bridge     *bridge
	members    *goja.Object // own members of the model object
	methods    *goja.Object // instance methods
	// doubts are warnings about the definition, for the log.
	doubts []string
	// ownToJSON: records have a toJSON of the project.
	ownToJSON bool
	// errorMembers is Defaults.ErrorMembers.
	errorMembers bool
	rules        Rules
	switches     Switches // those of rules
	// fetches and customToJSON are settings of modern models.
	fetches      fetches
	customToJSON goja.Value

	model       *orm.Model
	orm         *orm.ORM
	raw         orm.RawQuerier
	store       *store
	writes      sequence.Line // those outside of transactions
	brief       brief
	object      *goja.Object
	recordProto *goja.Object // see prototype
	collections []string     // aliases of plural associations
	lists       []string     // those of them that records show as lists
	// successor is set by ReplaceWith.
	successor *Class
}

// setRules sets the rules of the release; nil means Classic(Switches{}).
func (c *Class) setRules(rules Rules) {
	if rules == nil {
		rules = Classic(Switches{})
	}
	c.rules, c.switches = rules, rules.values()
}

// ReplaceWith makes the model object of c use the model of next from now on: a
// connection was closed and opened again, and code still holds the old object.
func (c *Class) ReplaceWith(next *Class) { c.successor = next }

// Setting returns a member of the model file, nil if it is missing.
func (c *Class) Setting(name string) goja.Value {
	if c.Exports == nil {
		return nil
	}
	return c.Exports.Get(name)
}

// strategy is the member migrate of the model: as the project writes it, since the ORM makes the
// tables of embedded stores whatever it is.
func (c *Class) strategy() goja.Value {
	if v := c.Setting("migrate"); v != nil {
		return v
	}
	if d := c.model.Definition; d != nil {
		return c.bridge.rt.ToValue(string(d.Migrate))
	}
	return c.bridge.rt.ToValue("")
}

// Flag returns a member of the model file as boolean, and whether it is set.
func (c *Class) Flag(name string) (on, set bool) {
	v := c.Setting(name)
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return false, false
	}
	return v.ToBoolean(), true
}

// this returns the this of the project's functions.
func (c *Class) this() goja.Value {
	if c.object == nil {
		return goja.Undefined()
	}
	return c.object
}
