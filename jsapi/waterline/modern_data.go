package waterline

import (
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
		attributes.Set(a.Name, entry)
		stored := entry.Clone()
		if a.Stored {
			stored.Set("columnName", a.Column)
		}
		schema.Set(a.Name, stored)
	}
	archive := any(false)
	cascade := false
	if d := m.Definition; d != nil {
		cascade = d.CascadeOnDestroy
		if d.ArchiveIn != "" {
			archive = d.ArchiveIn
		}
	}
	migrate := ""
	if v := c.Setting("migrate"); v != nil {
		migrate = v.String()
	} else if m.Definition != nil {
		migrate = string(m.Definition.Migrate)
	}
	out := c.bridge.realm.ToJS(value.Of(
		"identity", m.Identity, "globalId", m.GlobalID, "tableName", m.Table, "datastore", m.Datastore, "primaryKey", m.PrimaryKey,
		"migrate", migrate, "hasSchema", m.Schema, "cascadeOnDestroy", cascade, "archiveModelIdentity", archive,
		"attributes", attributes, "schema", schema, "associations", associations,
	)).ToObject(c.bridge.rt)
	return out, c.declare(out.Get("attributes"))
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
			if to.Get(member) != nil {
				continue
			}
			if err := to.Set(member, from.Get(member)); err != nil {
				return c.bridge.realm.Wrap(err)
			}
		}
	}
	return nil
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
	if a.Column != a.Name {
		out.Set("columnName", a.Column)
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
	migrations := value.New(3)
	if a.ColumnType != "" {
		migrations.Set("columnType", a.ColumnType)
	}
	if a.Unique {
		migrations.Set("unique", true)
	}
	if a.AutoIncrement {
		migrations.Set("autoIncrement", true)
	}
	if migrations.Len() > 0 {
		out.Set("autoMigrations", migrations)
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
