package openapi

import (
	"framework/engine/describe"
	"framework/engine/orm"
	"framework/engine/value"
)

// schemaName is the name of a model among the schemas of a document.
func schemaName(m *orm.Model) string { return outside.ReplaceAllString(m.GlobalID, "_") }

func ref(name string) *value.Map { return value.Of("$ref", "#/components/schemas/"+name) }

func typed(name string) *value.Map { return value.Of("type", name) }

// ofKind is the schema of values of an attribute in JSON.
func ofKind(a *orm.Attribute) *value.Map {
	switch a.Kind {
	case orm.KindString, orm.KindText, orm.KindTime:
		return typed("string")
	case orm.KindInteger:
		return typed("integer")
	case orm.KindFloat:
		return typed("number")
	case orm.KindBoolean:
		return typed("boolean")
	case orm.KindDate, orm.KindDatetime:
		return value.Of("type", "string", "format", "date-time")
	case orm.KindArray:
		return value.Of("type", "array", "items", value.New(0))
	default:
		return value.New(0) // anything
	}
}

// attribute is the schema of an attribute with its rules.
func attribute(a *orm.Attribute) *value.Map {
	out := ofKind(a)
	if list := a.Choices(); list != nil {
		out.Set("enum", list)
	}
	for _, r := range a.Rules {
		switch {
		case r.Name == "email" || r.Name == "isEmail":
			out.Set("format", "email")
		case r.Name == "url" || r.Name == "isURL":
			out.Set("format", "uri")
		case r.Name == "uuid" || r.Name == "isUUID":
			out.Set("format", "uuid")
		case r.Name == "min" && isNumber(r.Arg):
			out.Set("minimum", r.Arg)
		case r.Name == "max" && isNumber(r.Arg):
			out.Set("maximum", r.Arg)
		case r.Name == "minLength" && isNumber(r.Arg):
			out.Set("minLength", r.Arg)
		case r.Name == "maxLength" && isNumber(r.Arg):
			out.Set("maxLength", r.Arg)
		}
	}
	if text, ok := a.Meta.Value("swagger").(*value.Map); ok {
		for key, v := range text.All() {
			out.Set(key, v)
		}
	}
	return out
}

func isNumber(v any) bool {
	switch v.(type) {
	case int64, float64, int:
		return true
	}
	return false
}

// key is the schema of a model's primary key.
func key(m *orm.Model) *value.Map {
	if m != nil {
		if a := m.Attribute(m.PrimaryKey); a != nil {
			return ofKind(a)
		}
	}
	return value.New(0)
}

func orNull(schema *value.Map) *value.Map {
	if kind, ok := schema.Value("type").(string); ok && !schema.Has("enum") {
		schema.Set("type", []any{kind, "null"})
		return schema
	}
	return orNullAny(schema)
}

// record is the schema of a record as it is answered.
func (p *Project) record(m *orm.Model) *value.Map {
	members := value.New(len(m.Attributes))
	for _, a := range m.Attributes {
		if a.Protected {
			continue
		}
		schema := attribute(a)
		if a.Assoc != nil {
			target := p.ORM.Model(a.Assoc.Target)
			switch {
			case target == nil:
				schema = value.New(0)
			case a.Assoc.Collection:
				schema = value.Of("type", "array", "items", ref(schemaName(target)))
			default:
				schema = value.Of("description", "The key of the record, or the record where it is populated.", "anyOf", []any{key(target), ref(schemaName(target)), typed("null")})
			}
		} else if !a.Needed() && a.Name != m.PrimaryKey {
			schema = orNull(schema)
		}
		members.Set(a.Name, schema)
	}
	out := value.Of("type", "object", "properties", members)
	if m.Attribute(m.PrimaryKey) != nil {
		out.Set("required", []any{m.PrimaryKey})
	}
	return out
}

// values is the schema of the values of a new record, or of changes.
func (p *Project) values(m *orm.Model, changes bool) *value.Map {
	members := value.New(len(m.Attributes))
	var needed []any
	for _, a := range m.Attributes {
		if a.Clock || a.AutoCreatedAt || a.AutoUpdatedAt {
			continue
		}
		schema := attribute(a)
		switch {
		case a.Assoc != nil && a.Assoc.Collection:
			schema = value.Of("type", "array", "items", p.member(a.Assoc))
		case a.Assoc != nil:
			schema = orNullAny(p.member(a.Assoc))
		case !a.Needed() && a.Name != m.PrimaryKey:
			schema = orNull(schema)
		}
		members.Set(a.Name, schema)
		if a.Needed() && !a.HasDefault && !changes && !a.AutoIncrement {
			needed = append(needed, a.Name)
		}
	}
	out := value.Of("type", "object", "properties", members)
	if len(needed) > 0 {
		out.Set("required", needed)
	}
	return out
}

// member is a record that an association refers to: its key, or where the release takes
// that, the record.
func (p *Project) member(a *orm.Association) *value.Map {
	target := p.ORM.Model(a.Target)
	if !p.Dialect.bodies || target == nil {
		return key(target)
	}
	return value.Of("anyOf", []any{key(target), typed("object")})
}

func orNullAny(schema *value.Map) *value.Map {
	if schema.Len() == 0 {
		return schema
	}
	return value.Of("anyOf", []any{schema, typed("null")})
}

// ofInput is the schema of an input's type.
func ofInput(t any) *value.Map {
	switch t := t.(type) {
	case string:
		switch t {
		case "string", "number", "boolean":
			return typed(t)
		}
	case []any:
		if len(t) > 0 {
			return value.Of("type", "array", "items", ofInput(t[0]))
		}
		return value.Of("type", "array", "items", value.New(0))
	case map[string]any:
		out := typed("object")
		if len(t) > 0 {
			members := value.New(len(t))
			for _, name := range sortedKeys(t) {
				members.Set(name, ofInput(t[name]))
			}
			out.Set("properties", members)
		}
		return out
	}
	return value.New(0)
}

// input is the schema of an input with its rules.
func input(i *describe.Input) *value.Map {
	out := ofInput(i.Type)
	if i.IsInteger && out.Value("type") == "number" {
		out.Set("type", "integer")
	}
	if len(i.IsIn) > 0 {
		out.Set("enum", plain(i.IsIn))
	}
	for name, on := range map[string]bool{"email": i.IsEmail, "uri": i.IsURL, "uuid": i.IsUUID} {
		if on {
			out.Set("format", name)
		}
	}
	bounds := []struct {
		name string
		v    *float64
	}{{"minLength", i.MinLength}, {"maxLength", i.MaxLength}, {"minimum", i.Min}, {"maximum", i.Max}}
	for _, b := range bounds {
		if b.v != nil {
			out.Set(b.name, *b.v)
		}
	}
	if i.Default != nil {
		out.Set("default", plain(i.Default))
	}
	if i.Example != nil {
		out.Set("examples", []any{plain(i.Example)})
	}
	if i.AllowNull {
		out = orNull(out)
	}
	if i.Description != "" {
		out.Set("description", i.Description)
	}
	return out
}

// plain is a value of encoding/json as package value has it.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case map[string]any:
		out := value.New(len(v))
		for _, name := range sortedKeys(v) {
			out.Set(name, plain(v[name]))
		}
		return out
	}
	return v
}
