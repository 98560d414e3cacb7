package waterline

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"

	"framework/engine/orm"
	"framework/engine/value"
)

// attributes reads each attribute by one; hint is what they look like.
func (rd *reader) attributes(hint string, one func(name string, v goja.Value) error) error {
	list, ok := rd.file.Get("attributes").(*goja.Object)
	if !ok {
		return rd.fail("", "attributes has to be an object", hint)
	}
	for _, name := range list.Keys() {
		if err := one(name, list.Get(name)); err != nil {
			return err
		}
	}
	return nil
}

func (rd *reader) attribute(name string, v goja.Value) error {
	o, isObject := v.(*goja.Object)
	switch {
	case goja.IsString(v):
		rd.def.Attributes = append(rd.def.Attributes, orm.AttributeDef{Name: name, Type: typeWord(v)})
		return nil
	case !isObject && !v.ToBoolean():
		return nil // switched off
	case !isObject:
		rd.class.doubts = append(rd.class.doubts, fmt.Sprintf("the attribute %s is %s, so it has no column: if it is a setting of the model, write it next to attributes", name, v.String()))
		return nil
	case jsapi.IsArray(o):
		return rd.fail(name, "an attribute has to be an object, the name of a type, or an instance method",
			name+": { type: 'string' }")
	}
	if _, isFunction := goja.AssertFunction(o); isFunction {
		if name == "toJSON" {
			rd.def.ToJSON, rd.class.ownToJSON = true, true
		}
		return rd.class.methods.Set(name, o)
	}
	def := orm.AttributeDef{Name: name}
	for _, key := range o.Keys() {
		if err := rd.property(&def, key, o.Get(key)); err != nil {
			return err
		}
	}
	rd.def.Attributes = append(rd.def.Attributes, def)
	return nil
}

// property reads one property of an attribute.
func (rd *reader) property(def *orm.AttributeDef, key string, v goja.Value) error {
	if known, err := rd.sharedProperty(def, key, v); known {
		return err
	}
	switch key {
	case "type":
		if !goja.IsString(v) {
			return rd.fail(def.Name, "type has to be the name of a type", "type: 'string'")
		}
		def.Type, def.TypeAt = typeWord(v), len(def.Rules)
	case "primaryKey":
		def.PrimaryKey = v.ToBoolean()
	case "index":
		def.Index = v.ToBoolean()
	case "protected":
		def.Protected = v.ToBoolean()
	case "size":
		def.Size = int(v.ToInteger())
	case "defaultsTo":
		return rd.defaultsTo(def, v)
	case "example", "description", "extendedDescription", "moreInfoUrl", "validations",
		"validationMessage", "populateSettings", "groupKey", "foreignKey", "references", "on", "onKey":
		// Documentation, and names that Sails reserves.
	default:
		if key == "notNull" {
			def.NotNull = v.ToBoolean()
		}
		arg, err := rd.ruleArg(v)
		if err != nil {
			return rd.fail(def.Name, "the argument of rule "+key+" cannot be read: "+err.Error(), "")
		}
		def.Rules = append(def.Rules, orm.RuleDef{Name: key, Arg: arg})
	}
	return nil
}

// typeWord is the type that a definition names. An empty name is the name of no type, which
// refuses all values; an attribute without a type takes any.
func typeWord(v goja.Value) string {
	if word := strings.ToLower(v.String()); word != "" {
		return word
	}
	return "''"
}

// sharedProperty reads a property that means the same in every release; known is
// false for any other.
func (rd *reader) sharedProperty(def *orm.AttributeDef, key string, v goja.Value) (known bool, err error) {
	switch key {
	case "columnName":
		def.Column = v.String()
	case "autoIncrement":
		def.AutoIncrement = v.ToBoolean()
	case "unique":
		def.Unique = v.ToBoolean()
	case "protect":
		def.Sensitive = v.ToBoolean()
	case "model":
		def.Model = strings.ToLower(v.String())
	case "collection":
		def.Collection = strings.ToLower(v.String())
	case "via":
		def.Via = v.String()
	case "through":
		def.Through = strings.ToLower(v.String())
	case "dominant":
		def.Dominant = v.ToBoolean()
	case "meta":
		m, err := rd.bridge.realm.FromJS(v)
		if err != nil {
			return true, rd.fail(def.Name, "meta cannot be read: "+err.Error(), "")
		}
		def.Meta, _ = m.(*value.Map)
	default:
		return false, nil
	}
	return true, nil
}

func (rd *reader) defaultsTo(def *orm.AttributeDef, v goja.Value) error {
	if goja.IsUndefined(v) {
		return nil
	}
	def.HasDefault = true
	if fn, ok := goja.AssertFunction(v); ok {
		def.DefaultFunc = rd.class.computed("defaultsTo of "+def.Name, fn)
		return nil
	}
	val, err := rd.bridge.realm.FromJS(v)
	if err != nil {
		return rd.fail(def.Name, "defaultsTo cannot be read: "+err.Error(), "use a plain value or a function")
	}
	def.Default = val
	return nil
}

func (rd *reader) ruleArg(v goja.Value) (any, error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return rd.bridge.realm.FromJS(v)
	}
	if fn, ok := goja.AssertFunction(o); ok {
		return rd.class.ruleArgument(fn, int(o.Get("length").ToInteger())), nil
	}
	if o.ClassName() == "RegExp" {
		return rd.class.matcher(o), nil
	}
	return rd.bridge.realm.FromJS(v)
}

// types reads the model's own validation rules.
func (rd *reader) types() error {
	v, ok := rd.given("types")
	if !ok {
		return nil
	}
	o, isObject := v.(*goja.Object)
	if !isObject {
		return rd.fail("", "types has to be an object of functions", "types: { even: function (v) { return v % 2 === 0; } }")
	}
	rd.def.Types = map[string]orm.Rule{}
	for _, name := range o.Keys() {
		fn, ok := goja.AssertFunction(o.Get(name))
		if !ok {
			return rd.fail("", "the rule "+name+" in types is no function", name+": function (value) { return true; }")
		}
		rd.def.Types[name] = rd.class.rule(fn)
	}
	return nil
}
