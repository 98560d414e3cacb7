package waterline

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/jsapi"

	"framework/engine/orm"
	"framework/engine/value"
)

// modernTypes are the types, and the types of older releases that are synonyms.
var modernTypes = map[string]string{
	"string": "string", "number": "number", "boolean": "boolean", "json": "json", "ref": "ref",
	"text": "string", "mediumtext": "string", "longtext": "string", "integer": "number", "float": "number",
}

// oldTypes are types that 1.x has removed.
var oldTypes = map[string]string{
	"array": "type: 'json'", "date": "type: 'string', columnType: 'date'", "datetime": "type: 'string', columnType: 'datetime'",
	"binary": "type: 'ref', columnType: 'bytea' (PostgreSQL) or 'longblob' (MySQL)", "objectid": "type: 'ref', columnType: 'objectid'",
}

// documentation are properties that the server ignores.
var documentation = []string{
	"description", "extendedDescription", "moreInfoUrl", "example", "validationMessage", "populateSettings",
	"groupKey", "foreignKey", "references", "on", "onKey",
}

var attributeNames = regexp.MustCompile(`^[\p{L}_$][\p{L}\p{N}_$]*$`)

func (rd *reader) modernAttribute(name string, v goja.Value) error {
	if !attributeNames.MatchString(name) {
		return rd.fail(name, "an attribute's name has to be one that a variable could have", "")
	}
	o, isObject := v.(*goja.Object)
	switch {
	case goja.IsString(v):
		o = rd.bridge.rt.NewObject()
		if err := o.Set("type", v); err != nil {
			return rd.bridge.realm.Wrap(err)
		}
	case !isObject && !v.ToBoolean():
		return nil // switched off
	case isObject && isFunction(o):
		return rd.fail(name, "records have no methods in 1.0 and later: an attribute cannot be a function",
			"make it a function of the model, or a helper")
	case !isObject || jsapi.IsArray(o):
		return rd.fail(name, "an attribute has to be an object, or the name of a type", name+": { type: 'string' }")
	}
	def := orm.AttributeDef{Name: name}
	for _, key := range o.Keys() {
		if v := o.Get(key); !goja.IsUndefined(v) {
			if err := rd.modernProperty(&def, key, v); err != nil {
				return err
			}
		}
	}
	if err := rd.checkAttribute(&def); err != nil {
		return err
	}
	rd.def.Attributes = append(rd.def.Attributes, def)
	return nil
}

// modernProperty reads one property of an attribute.
func (rd *reader) modernProperty(def *orm.AttributeDef, key string, v goja.Value) error {
	if known, err := rd.sharedProperty(def, key, v); known {
		return err
	}
	switch key {
	case "type":
		word := strings.ToLower(v.String())
		typ, ok := modernTypes[word]
		if !ok {
			if instead := oldTypes[word]; instead != "" {
				return rd.fail(def.Name, fmt.Sprintf("there is no type %q in 1.0 and later", word), instead)
			}
			return rd.fail(def.Name, fmt.Sprintf("there is no type %q", v), "the types are string, number, boolean, json and ref")
		}
		def.Type = typ
	case "required":
		def.Required = v.ToBoolean()
	case "allowNull":
		def.AllowNull = v.ToBoolean()
	case "encrypt":
		def.Encrypt = v.ToBoolean()
	case "autoCreatedAt":
		def.AutoCreatedAt = v.ToBoolean()
	case "autoUpdatedAt":
		def.AutoUpdatedAt = v.ToBoolean()
	case "columnType":
		def.ColumnType = columnType(v.String())
	case "autoMigrations":
		o, ok := v.(*goja.Object)
		if !ok {
			return rd.fail(def.Name, "autoMigrations has to be an object", "autoMigrations: { columnType: 'text' }")
		}
		for _, name := range o.Keys() {
			if slices.Contains([]string{"columnType", "unique", "autoIncrement"}, name) {
				if err := rd.modernProperty(def, name, o.Get(name)); err != nil {
					return err
				}
			}
		}
	case "defaultsTo":
		return rd.modernDefault(def, v)
	case "validations":
		o, ok := v.(*goja.Object)
		if !ok {
			return rd.fail(def.Name, "validations has to be an object of rules", "validations: { isEmail: true }")
		}
		for _, name := range o.Keys() {
			if err := rd.modernRule(def, name, o.Get(name)); err != nil {
				return err
			}
		}
	case "primaryKey":
		return rd.fail(def.Name, "the primary key is a setting of the model in 1.0 and later", fmt.Sprintf("primaryKey: '%s', next to attributes", def.Name))
	case "protected":
		return rd.fail(def.Name, "there is no protected in 1.0 and later", "leave the attribute out in the model's customToJSON")
	case "index", "size", "notNull":
		return rd.fail(def.Name, "there is no "+key+" in 1.0 and later", "use columnType, or make the index with SQL")
	default:
		if slices.Contains(documentation, key) {
			return nil
		}
		return rd.modernRule(def, key, v)
	}
	return nil
}

// columnType returns a column type of the database. Those that begin with _ name the
// default type of an attribute.
func columnType(text string) string {
	if strings.HasPrefix(text, "_") {
		return ""
	}
	return text
}

func (rd *reader) modernRule(def *orm.AttributeDef, key string, v goja.Value) error {
	name, ok := orm.ModernRule(key)
	if !ok {
		return rd.fail(def.Name, "`"+key+"` is neither a property of attributes nor a validation rule", "the rules are "+strings.Join(orm.ModernRules(), ", "))
	}
	o, isObject := v.(*goja.Object)
	fn, isFunction := goja.AssertFunction(v)
	var arg any
	var err error
	switch {
	case name == "custom" && !isFunction:
		return rd.fail(def.Name, "custom has to be a function", "custom: function (value) { return value % 2 === 0; }")
	case name == "custom":
		arg = rd.class.test(fn)
	case isFunction:
		return rd.fail(def.Name, "the rule "+name+" cannot be a function in 1.0 and later", "use custom")
	case name == "regex" && (!isObject || o.ClassName() != "RegExp"):
		return rd.fail(def.Name, "regex has to be a regular expression", "regex: /^[a-z]+$/")
	case name == "regex":
		arg = rd.class.expression(o)
	default:
		if arg, err = rd.bridge.realm.FromJS(v); err != nil {
			return rd.fail(def.Name, "the rule "+name+" cannot be read: "+err.Error(), "")
		}
		if _, isList := arg.([]any); (name == "isIn" || name == "isNotIn") && !isList {
			return rd.fail(def.Name, name+" has to be a list of values", name+": ['one', 'two']")
		}
	}
	def.Rules = append(def.Rules, orm.RuleDef{Name: name, Arg: arg})
	return nil
}

func (rd *reader) modernDefault(def *orm.AttributeDef, v goja.Value) error {
	if isFunction(v) {
		return rd.fail(def.Name, "defaultsTo cannot be a function in 1.0 and later", "use a constant, or set the value in beforeCreate")
	}
	val, err := rd.bridge.realm.FromJS(v)
	if err != nil {
		return rd.fail(def.Name, "defaultsTo cannot be read: "+err.Error(), "use a constant")
	}
	def.HasDefault, def.Default = true, val
	return nil
}

// checkAttribute returns an error for properties that exclude each other.
func (rd *reader) checkAttribute(def *orm.AttributeDef) error {
	association := def.Model != "" || def.Collection != ""
	timestamp := def.AutoCreatedAt || def.AutoUpdatedAt
	refuse := func(reason, hint string) error { return rd.fail(def.Name, reason, hint) }
	switch {
	case association && def.Type != "":
		return refuse("an association has no type", "remove type")
	case !association && def.Type == "":
		return refuse("it has neither a type nor an association", "type: 'string'")
	case def.Collection != "" && def.Required:
		return refuse("a collection cannot be required", "remove required")
	case def.Collection != "" && def.Column != "":
		return refuse("a collection has no column", "remove columnName")
	case def.Required && def.HasDefault:
		return refuse("it is required and has a default, which would never be used", "remove one of the two")
	case def.Required && def.AllowNull:
		return refuse("it is required and may be null", "remove one of the two")
	case def.Required && timestamp:
		return refuse("a timestamp is given by the server: it cannot be required", "remove required")
	case def.AllowNull && (association || timestamp || def.Type == "json" || def.Type == "ref"):
		return refuse("allowNull is for strings, numbers and booleans; others hold null anyhow, or never", "remove allowNull")
	case def.HasDefault && (association || timestamp):
		return refuse("it cannot have a default", "remove defaultsTo")
	case timestamp && def.Type != "number" && def.Type != "string" && def.Type != "ref":
		return refuse("a timestamp has to be a number, a string or a ref", "type: 'number'")
	case def.Encrypt && (association || timestamp || def.HasDefault || def.Type == "ref"):
		return refuse("it cannot be encrypted: associations, timestamps, refs and attributes with a default cannot", "remove encrypt")
	case def.Encrypt && rd.unusable != nil:
		return rd.unusable
	case def.Encrypt && rd.def.Keys == nil:
		return refuse("it is encrypted, and there is no key", "set dataEncryptionKeys: { default: '<32 bytes in base64>' } in config/models.js")
	case association:
		def.Rules = nil // they say nothing about keys
		return nil
	}
	for _, r := range def.Rules {
		if !orm.ModernRuleFits(r.Name, def.Type) {
			return refuse(fmt.Sprintf("the rule %s is not for a %s", r.Name, def.Type), "")
		}
	}
	if def.HasDefault && !orm.ModernDefault(def) {
		return refuse(fmt.Sprintf("defaultsTo is %s, which is no %s", value.Inspect(def.Default), def.Type), "")
	}
	return nil
}
