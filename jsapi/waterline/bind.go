package waterline

import (
	"fmt"
	"log/slog"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
)

// Binding holds what a model object needs besides its class.
type Binding struct {
	// Class is what ReadDefinition returned; nil for a generated join model.
	Class *Class
	// Raw runs Model.query; nil for datastores without SQL.
	Raw orm.RawQuerier
	// Rules are the rules of the release, for models without a class.
	Rules Rules
	// Isolate and Log are for generated join models; a Class has its own.
	Isolate *jsapi.Isolate
	Log     *slog.Logger
}

// Bind makes the model object of m: the global User and sails.models.user.
// Properties that code adds to it stay.
func Bind(r *jsapi.Realm, o *orm.ORM, m *orm.Model, opts Binding) (*goja.Object, error) {
	b, err := bridgeOf(r)
	if err != nil {
		return nil, err
	}
	c := opts.Class
	if c == nil {
		c = &Class{
			source: m.Identity, iso: opts.Isolate, log: opts.Log, bridge: b,
			methods: b.rt.NewObject(), members: b.rt.NewObject(),
		}
		c.setRules(opts.Rules)
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	for _, text := range c.doubts {
		c.log.Warn(text, "model", c.source)
	}
	c.model, c.orm, c.raw = m, o, opts.Raw
	for _, a := range m.Associations {
		if a.Collection {
			c.collections = append(c.collections, a.Alias)
		}
	}
	c.lists = c.rules.lists(c.collections)
	if c.store, err = b.storeOf(m, c.iso); err != nil {
		return nil, err
	}
	if c.object, err = c.makeObject(); err != nil {
		return nil, fmt.Errorf("%s: binding the model: %w", c.source, r.Wrap(err))
	}
	b.classes[m], b.objects[c.object] = c, c
	return c.object, nil
}

// finderNames are the attributes that have findBy methods; dynamicFinders:
// false switches them off.
func (c *Class) finderNames() []any {
	names := []any{}
	if on, set := c.Flag("dynamicFinders"); set && !on || !c.rules.finders() {
		return names
	}
	for _, a := range c.model.Attributes {
		if a.Stored {
			names = append(names, a.Name)
		}
	}
	return names
}

// attributes returns the attributes of the model's file and those of every model.
func (c *Class) attributes() (goja.Value, error) {
	r := c.bridge.realm
	if c.model.Junction {
		return r.ToJS(c.sides()), nil
	}
	out := r.Runtime().NewObject()
	file := out
	if c.Exports != nil {
		if own, ok := c.Exports.Get("attributes").(*goja.Object); ok {
			file = own
		}
	}
	for _, k := range file.Keys() {
		v, err := c.lowered(file.Get(k))
		if err == nil {
			err = out.Set(k, v)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, pk := range []bool{true, false} { // the key comes first
		for _, a := range c.model.Attributes {
			if a.PrimaryKey != pk || file.Get(a.Name) != nil {
				continue
			}
			if err := out.Set(a.Name, r.ToJS(c.made(a))); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// lowered is the declaration of an attribute with the names of models as Waterline has
// them: in lower case.
func (c *Class) lowered(declared goja.Value) (goja.Value, error) {
	o, ok := declared.(*goja.Object)
	if !ok {
		return declared, nil
	}
	for _, member := range []string{"model", "collection"} {
		name, ok := o.Get(member).(goja.String)
		if !ok || name.String() == strings.ToLower(name.String()) {
			continue
		}
		own := c.bridge.rt.NewObject()
		for _, k := range o.Keys() {
			if err := own.Set(k, o.Get(k)); err != nil {
				return nil, err
			}
		}
		return own, own.Set(member, strings.ToLower(name.String()))
	}
	return declared, nil
}

// sides describes the attributes of a generated join model.
func (c *Class) sides() *value.Map {
	out := value.New(3)
	for _, a := range c.model.Attributes {
		entry := describe(a)
		if a.PrimaryKey {
			entry.Delete("unique")
		}
		if target := c.orm.Model(c.model.Sides[a.Name]); target != nil {
			key := target.Attribute(target.PrimaryKey)
			entry = value.Of("columnName", a.Column, "type", key.Type, "foreignKey", true, "references", target.Identity,
				"on", key.Column, "onKey", key.Name, "groupKey", target.Identity)
			for other := range c.model.Sides {
				if other != a.Name {
					entry.Set("via", other)
				}
			}
		}
		out.Set(a.Name, entry)
	}
	return out
}

// declares reports whether the model's file has an attribute.
func (c *Class) declares(name string) bool {
	if c.Exports == nil {
		return false
	}
	own, ok := c.Exports.Get("attributes").(*goja.Object)
	return ok && own.Get(name) != nil
}

// made describes an attribute that the model's file does not have: timestamps bear the
// mark of Waterline.
func (c *Class) made(a *orm.Attribute) *value.Map {
	out := describe(a)
	if d := c.model.Definition; d != nil && a.Name != "" && (a.Name == d.CreatedAt || a.Name == d.UpdatedAt) {
		out.Set("default", "NOW")
	}
	return out
}

// prototype returns the prototype of the model's records, made for the first one.
func (c *Class) prototype() (*goja.Object, error) {
	if c.recordProto == nil {
		proto, err := c.bridge.makeRecord(goja.Undefined(), c.object, c.methods)
		if err != nil {
			return nil, fmt.Errorf("%s: binding the model: %w", c.source, c.bridge.realm.Wrap(err))
		}
		c.recordProto = proto.ToObject(c.bridge.rt)
	}
	return c.recordProto, nil
}

// finders returns the names of finderNames as JavaScript array.
func (c *Class) finders(goja.FunctionCall) goja.Value { return c.bridge.realm.ToJS(c.finderNames()) }

// described makes a description of the model that code rarely reads.
func (c *Class) described(call goja.FunctionCall) goja.Value {
	m := c.model
	switch name := call.Argument(0).String(); name {
	case "associations":
		list := make([]any, len(m.Associations))
		for i, a := range m.Associations {
			list[i] = a.Describe()
		}
		return c.bridge.realm.ToJS(list)
	case "attributes":
		v, err := c.attributes()
		if err != nil {
			panic(c.bridge.realm.Error(err))
		}
		return v
	case "schema", "definition":
		return c.bridge.realm.ToJS(c.columns())
	case "_attributes":
		out := value.New(0)
		for _, a := range m.Attributes {
			if c.declares(a.Name) {
				out.Set(a.Name, describe(a))
			} else {
				out.Set(a.Name, c.made(a))
			}
		}
		return c.bridge.realm.ToJS(out)
	default:
		v, err := c.internal(name)
		if err != nil {
			panic(c.bridge.realm.Error(err))
		}
		return v
	}
}

// columns describes the stored attributes by their columns.
func (c *Class) columns() *value.Map {
	out := value.New(0)
	for _, a := range c.model.Attributes {
		if a.Stored {
			column := a.Column
			if column == "" {
				column = a.Name
			}
			out.Set(column, describe(a))
		}
	}
	return out
}

// describe returns the declaration of an attribute as data.
func describe(a *orm.Attribute) *value.Map {
	out := value.New(6)
	if a.Assoc != nil {
		if a.Assoc.Collection {
			out.Set("collection", a.Assoc.Target)
		} else {
			out.Set("model", a.Assoc.Target)
		}
		if a.Assoc.Via != "" {
			out.Set("via", a.Assoc.Via)
		}
	} else {
		out.Set("type", a.Type)
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{
		{"primaryKey", a.PrimaryKey},
		{"autoIncrement", a.AutoIncrement},
		{"unique", a.Unique},
		{"index", a.Index},
		{"protected", a.Protected},
	} {
		if flag.set {
			out.Set(flag.name, true)
		}
	}
	for _, rule := range a.Rules {
		switch arg := rule.Arg.(type) {
		case orm.Matcher:
			out.Set(rule.Name, arg.String())
		case orm.RuleArgFunc:
		default:
			out.Set(rule.Name, arg)
		}
	}
	if a.HasDefault && a.DefaultFunc == nil {
		out.Set("defaultsTo", a.Default)
	}
	return out
}
