package waterline

import (
	"slices"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
)

// reserved are the properties of attributes that are no validation rules.
var reserved = []string{
	"defaultsTo", "primaryKey", "autoIncrement", "unique", "index", "collection", "dominant", "through", "columnName",
	"foreignKey", "references", "on", "groupKey", "model", "via", "size", "example", "validationMessage", "validations",
	"populateSettings", "onKey", "protected",
}

// internal makes a member of models that Waterline keeps for itself, but packages of
// projects read.
func (c *Class) internal(name string) (goja.Value, error) {
	r := c.bridge.realm
	switch name {
	case "_model":
		proto, err := c.prototype()
		if err != nil {
			return nil, err
		}
		return proto.Get("constructor"), nil
	case "_instanceMethods":
		return c.methods, nil
	case "_validator":
		return c.validator()
	case "meta":
		meta := value.Of("junctionTable", c.Exports == nil)
		for name, v := range metaOf(c.model).All() {
			meta.Set(name, v)
		}
		return r.ToJS(meta), nil
	case "syncable":
		return r.ToJS(true), nil
	case "pkFormat":
		if a := c.model.Attribute(c.model.PrimaryKey); a != nil && a.Kind != orm.KindInteger {
			return r.ToJS("string"), nil
		}
		return r.ToJS("integer"), nil
	}
	columns, types := value.New(0), value.New(0)
	for _, a := range c.model.Attributes {
		if !a.Stored {
			continue
		}
		if a.Column != "" && a.Column != a.Name {
			columns.Set(a.Name, a.Column)
		}
		types.Set(a.Name, a.Type)
	}
	switch name {
	case "_transformer":
		return r.ToJS(value.Of("_transformations", columns)), nil
	case "_cast":
		return r.ToJS(value.Of("_types", types)), nil
	}
	return r.ToJS(value.Of("schema", c.columns(), "hasSchema", c.model.Schema)), nil
}

// validator is model._validator: the rules of each attribute of the file.
func (c *Class) validator() (goja.Value, error) {
	rt := c.bridge.rt
	rules := rt.NewObject()
	if c.Exports != nil {
		declared, _ := c.Exports.Get("attributes").(*goja.Object)
		if declared == nil {
			declared = rt.NewObject()
		}
		for _, name := range declared.Keys() {
			if err := c.rulesOf(rules, name, declared.Get(name)); err != nil {
				return nil, err
			}
		}
	}
	names := make([]any, len(reserved))
	for i, name := range reserved {
		names[i] = name
	}
	out := rt.NewObject()
	if err := out.Set("validations", rules); err != nil {
		return nil, err
	}
	return out, out.Set("reservedProperties", rt.NewArray(names...))
}

// rulesOf adds the rules of an attribute to into.
func (c *Class) rulesOf(into *goja.Object, name string, declared goja.Value) error {
	rt := c.bridge.rt
	own := rt.NewObject()
	if o, ok := declared.(*goja.Object); ok {
		if _, isMethod := goja.AssertFunction(o); isMethod {
			return nil
		}
		for _, key := range o.Keys() {
			if slices.Contains(reserved, key) {
				continue
			}
			rule := key
			if key == "enum" {
				rule = "in"
			}
			if err := own.Set(rule, o.Get(key)); err != nil {
				return err
			}
		}
	} else if err := own.Set("type", declared); err != nil {
		return err
	}
	return into.Set(name, own)
}

// instance is new model._model(values): a record that is not stored.
func (c *Class) instance(call goja.FunctionCall) goja.Value {
	rec := orm.NewRecord(c.model)
	if o, ok := call.Argument(0).(*goja.Object); ok {
		v, err := c.bridge.realm.FromJS(o)
		if err != nil {
			panic(c.bridge.realm.Error(err))
		}
		values, _ := v.(*value.Map)
		if given, ok := v.(*orm.Record); ok {
			values = &given.Map
		}
		for k, v := range values.All() {
			rec.Set(k, v)
		}
	}
	return c.bridge.record(rec)
}
