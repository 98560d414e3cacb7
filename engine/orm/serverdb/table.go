package serverdb

import (
	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
)

type (
	table   = sqlstore.Table
	column  = sqlstore.Column
	storage = sqlstore.Storage
	param   = sqlstore.Param
)

func (db *DB) compile(m *orm.Model) (*table, error) {
	d := db.driver.dialect()
	t, err := sqlstore.Compile(m, &d.Dialect, db.schemaOf(m), nil)
	if err != nil {
		return nil, err
	}
	if t.PK == nil {
		return nil, m.Fault("", "it has no primary key", "give one attribute primaryKey: true")
	}
	t.CaseSensitive = db.opts.CaseSensitive
	t.Charset, t.Collation = db.opts.textOptions()
	for _, c := range t.Columns {
		c.Local = db.local
		if !d.Numbered {
			c.Zone = db.local
		}
		if c.Attr.ColumnType != "" {
			c.Declared, c.Fallback, c.Filled = splitType(c.Attr.ColumnType)
			c.Declared = d.word(c.Declared)
		} else {
			c.Declared = d.declare(t, c)
		}
		c.Storage = d.storage(c.Declared)
	}
	t.Seal()
	return t, nil
}

// schemaOf returns the schema of a model's table: meta.schemaName, else that of the
// datastore.
func (db *DB) schemaOf(m *orm.Model) string {
	if !db.driver.dialect().Numbered {
		return ""
	}
	if m.Definition != nil && m.Definition.Meta != nil {
		if name, ok := m.Definition.Meta.Value("schemaName").(string); ok && name != "" {
			return name
		}
	}
	if db.opts.Schema != "" {
		return db.opts.Schema
	}
	return "public"
}
