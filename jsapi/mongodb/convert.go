package mongodb

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/orm/document"
	"framework/engine/value"
)

// fromJS converts objects of the types of BSON, of this package or of the package bson,
// and regular expressions.
func (t *types) fromJS(o *goja.Object) (any, bool) {
	if o.ClassName() == "RegExp" {
		return document.Regexp{Pattern: o.Get("source").String(), Options: optionsOf(o.Get("flags").String())}, true
	}
	kind := o.Get("_bsontype")
	if kind == nil || !goja.IsString(kind) {
		return nil, false
	}
	v, err := t.typeOf(goja.Undefined(), o)
	if err != nil {
		panic(err)
	}
	described, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	part := func(i int) goja.Value { return described.Get(strconv.Itoa(i)) }
	switch part(0).String() {
	case "ObjectID":
		id, ok := document.ParseObjectID(part(1).String())
		return id, ok
	case "Long":
		n, err := strconv.ParseInt(part(1).String(), 10, 64)
		return document.Long(n), err == nil
	case "Timestamp":
		return document.Timestamp{Seconds: uint32(part(2).ToInteger()), Increment: uint32(part(1).ToInteger())}, true //nolint:gosec // made with >>> 0
	case "Double":
		return document.Double(part(1).ToFloat()), true
	case "Decimal":
		return document.Decimal(part(1).String()), true
	case "Binary":
		data, _ := t.bytes(part(2))
		return document.Binary{Subtype: byte(part(1).ToInteger()), Data: data}, true //nolint:gosec // a subtype is one byte
	case "Code":
		return document.Code(part(1).String()), true
	case "MinKey":
		return document.MinKey{}, true
	case "MaxKey":
		return document.MaxKey{}, true
	case "Regexp":
		return document.Regexp{Pattern: part(1).String(), Options: part(2).String()}, true
	case "Value":
		out, err := t.realm.FromJS(part(1))
		return out, err == nil
	}
	return nil, false
}

func (t *types) bytes(v goja.Value) ([]byte, bool) {
	out, err := t.realm.FromJS(v)
	if err != nil {
		return nil, false
	}
	data, ok := out.([]byte)
	return data, ok
}

// optionsOf are the flags of a regular expression that BSON has, in their order.
func optionsOf(flags string) string {
	var out strings.Builder
	for _, flag := range "ims" {
		if strings.ContainsRune(flags, flag) {
			out.WriteRune(flag)
		}
	}
	return out.String()
}

// toJS makes objects of values of package document.
func (t *types) toJS(v any) (goja.Value, bool) {
	rt := t.realm.Runtime()
	made := func(name string, args ...any) (goja.Value, bool) {
		list := make([]goja.Value, len(args))
		for i, arg := range args {
			list[i] = t.realm.ToJS(arg)
		}
		out, err := t.makers[name](goja.Undefined(), list...)
		if err != nil {
			panic(err)
		}
		return out, true
	}
	switch v := v.(type) {
	case document.ObjectID:
		return made("ObjectID", v.Hex())
	case document.Long:
		return made("Long", strconv.FormatInt(int64(v), 10))
	case document.Double:
		return rt.ToValue(float64(v)), true
	case document.Decimal:
		return made("Decimal", string(v))
	case document.Binary:
		return made("Binary", int64(v.Subtype), v.Data)
	case document.Regexp:
		return made("Regexp", v.Pattern, v.Options)
	case document.Timestamp:
		return made("Timestamp", int64(v.Increment), int64(v.Seconds))
	case document.Code:
		return made("Code", string(v))
	case document.MinKey:
		return made("MinKey")
	case document.MaxKey:
		return made("MaxKey")
	case value.Undefined:
		return goja.Undefined(), true
	}
	return nil, false
}
