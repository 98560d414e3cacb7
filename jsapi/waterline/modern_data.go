package waterline

import (
	"errors"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
)

// modernData returns the data properties of the object of a 1.x model.
func (c *Class) modernData() (*goja.Object, error) {
	m := c.model
	associations := make([]any, len(m.Associations))
	for i, a := range m.Associations {
		associations[i] = a.Describe()
	}
	attributes, schema := value.New(len(m.Attributes)), value.New(len(m.Attributes))
	for _, a := range m.Attributes {
		entry := modernDescription(a)
		switch {
		case m.Junction:
			c.describeSide(a, entry)
		case c.Exports == nil && !a.PrimaryKey: // the archive
			entry.Set("autoMigrations", value.Of("columnType", columnTypeOf(a)))
		}
		attributes.Set(a.Name, entry)
		schema.Set(a.Name, c.schemaOf(a, entry))
		if m.Junction && a.PrimaryKey {
			schema.Value(a.Name).(*value.Map).Set("required", false)
		}
	}
	archive := any(false)
	cascade := false
	if d := m.Definition; d != nil {
		cascade = d.CascadeOnDestroy
		if d.ArchiveIn != "" {
			archive = d.ArchiveIn
		}
	}
	out := c.bridge.realm.ToJS(value.Of(
		"identity", m.Identity, "globalId", m.GlobalID, "tableName", m.Table, "datastore", m.Datastore, "primaryKey", m.PrimaryKey,
		"migrate", "", "meta", metaOf(m), "hasSchema", m.Schema, "cascadeOnDestroy", cascade, "archiveModelIdentity", archive,
		"attributes", attributes, "schema", schema, "associations", associations,
	)).ToObject(c.bridge.rt)
	if err := out.Set("migrate", c.strategy()); err != nil {
		return nil, err
	}
	if m.Junction {
		if err := errors.Join(out.Set("junctionTable", true), out.Set("_private", true), out.Delete("globalId")); err != nil {
			return nil, err
		}
	}
	return out, c.declare(out.Get("attributes"))
}

// metaOf is what a model says in meta, an empty object if nothing.
func metaOf(m *orm.Model) *value.Map {
	if m.Definition == nil || m.Definition.Meta == nil {
		return value.New(0)
	}
	return m.Definition.Meta
}

// describeSide completes the description of an attribute of a generated join model, of
// which the declaration has only the name.
func (c *Class) describeSide(a *orm.Attribute, out *value.Map) {
	out.Set("columnName", a.Column)
	target := c.orm.Model(c.model.Sides[a.Name])
	if target == nil {
		return
	}
	key := target.Attribute(target.PrimaryKey)
	for name, v := range value.Of(
		"type", key.Type, "foreignKey", true, "model", target.Identity, "references", target.Identity, "referenceIdentity", target.Identity,
		"on", key.Column, "onKey", key.Name, "groupKey", target.Identity,
		"autoMigrations", value.Of("columnType", columnTypeOf(key)),
	).All() {
		out.Set(name, v)
	}
}

// declare adds properties to the description of each attribute that the ORM does
// not know: protect, description, and the project's own.
func (c *Class) declare(described goja.Value) error {
	if c.Exports == nil {
		return nil
	}
	declared, ok := c.Exports.Get("attributes").(*goja.Object)
	if !ok {
		return nil
	}
	attributes := described.ToObject(c.bridge.rt)
	for _, name := range declared.Keys() {
		from, isObject := declared.Get(name).(*goja.Object)
		to, known := attributes.Get(name).(*goja.Object)
		if !isObject || !known {
			continue
		}
		for _, member := range from.Keys() {
			rules, _ := to.Get("validations").(*goja.Object)
			if rules != nil && rules.Get(member) != nil {
				if err := rules.Set(member, from.Get(member)); err != nil { // functions and expressions themselves
					return c.bridge.realm.Wrap(err)
				}
				continue
			}
			if to.Get(member) != nil || movedMember(member) {
				continue
			}
			if err := to.Set(member, from.Get(member)); err != nil {
				return c.bridge.realm.Wrap(err)
			}
		}
	}
	return nil
}

// movedMember reports whether a member of a declaration stands elsewhere: in
// autoMigrations, or in the schema.
func movedMember(name string) bool {
	switch name {
	case "unique", "autoIncrement", "columnType", "columnName":
		return true
	}
	return false
}

// schemaOf is the description of an attribute with its column, and for associations
// with what they refer to.
func (c *Class) schemaOf(a *orm.Attribute, described *value.Map) *value.Map {
	out := described.DeepClone()
	if out.Value("required") == false {
		out.Delete("required")
	}
	if a.Stored {
		out.Set("columnName", a.Column)
	}
	if migrations, ok := out.Value("autoMigrations").(*value.Map); ok && a.PrimaryKey {
		migrations.Set("primaryKey", true)
	}
	if a.Assoc == nil {
		return out
	}
	target, on := c.orm.Model(a.Assoc.Target), a.Assoc.Far
	switch {
	case !a.Assoc.Collection:
		on = target.PrimaryKey
		key := target.Attribute(on)
		out.Set("type", key.Type)
		out.Set("foreignKey", true)
	case a.Assoc.Through != "":
		target, on = c.orm.Model(a.Assoc.Through), a.Assoc.Near
		if out.Has("through") {
			out.Delete("through")
		} else {
			out.Delete("via")
		}
	}
	if key := target.Attribute(on); key != nil && key.Column != "" {
		on = key.Column
	}
	onKey := on
	if !a.Assoc.Collection {
		onKey = target.PrimaryKey
	}
	for name, v := range value.Of("references", target.Identity, "referenceIdentity", target.Identity, "on", on, "onKey", onKey).All() {
		out.Set(name, v)
	}
	return out
}

// columnTypeOf is the type of the column, also where the model names none.
func columnTypeOf(a *orm.Attribute) string {
	switch {
	case a.ColumnType != "":
		return a.ColumnType
	case a.Assoc != nil || a.PrimaryKey:
		if a.Kind == orm.KindString || a.Kind == orm.KindText {
			return "_stringkey"
		}
		return "_numberkey"
	case a.AutoCreatedAt || a.AutoUpdatedAt:
		return "_" + a.Type + "timestamp"
	}
	return "_" + a.Type
}

// modernDescription returns an attribute as its model declares it.
func modernDescription(a *orm.Attribute) *value.Map {
	out := value.New(6)
	switch {
	case a.Collection != "":
		out.Set("collection", a.Collection)
		for name, v := range map[string]string{"via": a.Via, "through": a.Through} {
			if v != "" {
				out.Set(name, v)
			}
		}
		out.Set("required", false)
		return out
	case a.Model != "":
		out.Set("model", a.Model)
	default:
		out.Set("type", a.Type)
	}
	out.Set("required", a.Required)
	for _, flag := range []struct {
		name string
		set  bool
	}{{"allowNull", a.AllowNull}, {"encrypt", a.Encrypt}, {"autoCreatedAt", a.AutoCreatedAt}, {"autoUpdatedAt", a.AutoUpdatedAt}} {
		if flag.set {
			out.Set(flag.name, true)
		}
	}
	if a.HasDefault {
		out.Set("defaultsTo", value.CloneValue(a.Default))
	}
	validations := value.New(len(a.Rules))
	for _, rule := range a.Rules {
		switch arg := rule.Arg.(type) {
		case orm.Matcher:
			validations.Set(rule.Name, arg.String())
		case orm.Test:
			validations.Set(rule.Name, true)
		default:
			validations.Set(rule.Name, arg)
		}
	}
	if validations.Len() > 0 {
		out.Set("validations", validations)
	}
	if a.AutoCreatedAt || a.AutoUpdatedAt {
		out.Set("autoMigrations", value.Of("columnType", columnTypeOf(a)))
	} else {
		out.Set("autoMigrations", value.Of("unique", a.Unique, "autoIncrement", a.AutoIncrement, "columnType", columnTypeOf(a)))
	}
	return out
}

// wholeCriteria converts a query to the complete criteria for beforeDestroy in 1.x.
func wholeCriteria(q *orm.Query) *value.Map {
	limit := int64(1<<53 - 1)
	if q.Limit > 0 {
		limit = int64(q.Limit)
	}
	sort := make([]any, len(q.Sort))
	for i, s := range q.Sort {
		direction := "ASC"
		if s.Desc {
			direction = "DESC"
		}
		sort[i] = value.Of(s.Attr, direction)
	}
	return value.Of("where", orm.Condition(q.Where, nil), "limit", limit, "skip", int64(q.Skip), "sort", sort,
		"select", []any{"*"}, "omit", []any{})
}
