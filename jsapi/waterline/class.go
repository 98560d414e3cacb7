package waterline

import (
	"log/slog"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/jsapi"
)

// Class is the JavaScript side of one model in one realm: the project's model
// and instance methods, and the objects made of them by Bind. Its JavaScript values
// are used on the loop only; nothing of it changes after Bind.
type Class struct {
	// Exports is the model as the project wrote it, config.models merged under
	// it: what autosubscribe, autoWatch and other settings are read from.
	// Nil for a generated join model.
	Exports *goja.Object

	source  string
	iso     *jsapi.Isolate
	log     *slog.Logger
	bridge  *bridge
	members *goja.Object // own members of the model object
	methods *goja.Object // instance methods
	// ownToJSON says that records have a toJSON of the project.
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
	object      *goja.Object
	recordProto *goja.Object // see prototype
	collections []string     // aliases of plural associations
	lists       []string     // those of them that records show as lists
	// successor answers for the class since Succeed.
	successor *Class
}

// follow makes the class one of a release; nil stands for Classic(Switches{}).
func (c *Class) follow(rules Rules) {
	if rules == nil {
		rules = Classic(Switches{})
	}
	c.rules, c.switches = rules, rules.values()
}

// Succeed makes the model object of c answer with the model of next from now
// on: a connection was closed and opened again, and code still holds the
// object.
func (c *Class) Succeed(next *Class) { c.successor = next }

// Setting is a member of the model file as a JavaScript value, nil when absent.
func (c *Class) Setting(name string) goja.Value {
	if c.Exports == nil {
		return nil
	}
	return c.Exports.Get(name)
}

// Flag is a member of the model file as a truth, and whether it is set at all.
func (c *Class) Flag(name string) (on, set bool) {
	v := c.Setting(name)
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return false, false
	}
	return v.ToBoolean(), true
}

// this is what the project's functions are called on.
func (c *Class) this() goja.Value {
	if c.object == nil {
		return goja.Undefined()
	}
	return c.object
}
