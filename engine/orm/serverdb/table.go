package serverdb

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// table is a model compiled for a server. It is not changed after Define.
type table struct {
	*dialect
	model   *orm.Model
	logic   *sqltext.Logic
	schema  string // PostgreSQL only
	name    string
	quoted  string
	columns []*column // in the order of the model
	byName  map[string]*column
	pk      *column
	names   []string
	// absent are attributes that the table has no column for: they are not
	// stored.
	absent map[string]bool
	// selection is the list of all columns.
	selection string
	// charset and collation of the table, when it is made.
	charset, collation string
	// caseSensitive compares text exactly.
	caseSensitive bool
	// indexes are the columns of the unique indexes by name.
	indexes map[string][]string
	// fills says that the database gives columns values that an INSERT leaves
	// out.
	fills bool
}

// column is a stored attribute.
type column struct {
	attr    *orm.Attribute
	name    string // of the attribute
	stored  string // of the column
	quoted  string
	kind    orm.Kind
	storage storage
	// declared is the column's type in the server's words.
	declared string
	// precision is the number of decimals of a time's seconds.
	precision int
	// local is the zone of times that say none; zone, of MySQL only, is that
	// of timestamps.
	local, zone *time.Location
	index       int    // in table.columns
	key         []byte // "name": as JSON
	auto        bool   // numbered by the database: an integer primary key
	sequence    string // that numbers it, quoted
	// fallback is the SQL of the column's own default, and filled that it is NOT
	// NULL, where the attribute's column type says so.
	fallback string
	filled   bool
}

func (db *DB) compile(m *orm.Model) (*table, error) {
	d := db.driver.dialect()
	t := &table{
		dialect: d, model: m, logic: logic(), name: m.Table, byName: make(map[string]*column, 2*len(m.Attributes)),
		schema: db.schemaOf(m), caseSensitive: db.opts.CaseSensitive,
	}
	t.charset, t.collation = db.opts.textOptions()
	if t.name == "" {
		t.name = m.Identity
	}
	if err := t.checkName("", t.name); err != nil {
		return nil, err
	}
	t.quote()
	taken := map[string]string{}
	for _, a := range m.Attributes {
		if !a.Stored {
			continue
		}
		c := &column{attr: a, name: a.Name, stored: a.Column, kind: a.Kind, index: len(t.columns), local: db.local, precision: 3}
		if !d.numbered {
			c.zone = db.local
		}
		if c.stored == "" {
			c.stored = c.name
		}
		if err := t.checkName(a.Name, c.stored); err != nil {
			return nil, err
		}
		key := c.stored
		if !d.numbered { // MySQL's columns ignore case
			key = strings.ToLower(key)
		}
		if other, ok := taken[key]; ok {
			return nil, m.Fault(a.Name, fmt.Sprintf("the column %q is taken by the attribute %s", c.stored, other), "set columnName")
		}
		taken[key] = a.Name
		c.quoted = d.quote(c.stored)
		c.key = append(value.AppendString(nil, c.name), ':')
		t.columns = append(t.columns, c)
		t.byName[c.name] = c
		if c.name == m.PrimaryKey {
			t.pk = c
			c.auto = c.kind == orm.KindInteger && a.AutoIncrement
		}
	}
	if t.pk == nil {
		return nil, m.Fault("", "it has no primary key", "give one attribute primaryKey: true")
	}
	for _, c := range t.columns { // attribute names win over column names
		if _, ok := t.byName[c.stored]; !ok {
			t.byName[c.stored] = c
		}
		if c.attr.ColumnType != "" {
			c.declared, c.fallback, c.filled = splitType(c.attr.ColumnType)
			c.declared = d.word(c.declared)
		} else {
			c.declared = d.declare(t, c)
		}
		c.storage = d.storage(c.declared)
	}
	t.seal()
	return t, nil
}

// logic is that of SQL.
func logic() *sqltext.Logic {
	return &sqltext.Logic{True: "TRUE", False: "FALSE", Not: "(NOT ", EndNot: ")"}
}

// quote derives what depends on the table's name.
func (t *table) quote() {
	t.quoted = t.dialect.quote(t.name)
	if t.schema != "" {
		t.quoted = t.dialect.quote(t.schema) + "." + t.quoted
	}
}

// schemaOf is where a model's table is: meta.schemaName, else the datastore's.
func (db *DB) schemaOf(m *orm.Model) string {
	if !db.driver.dialect().numbered {
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

// seal derives what depends on the final set of columns.
func (t *table) seal() {
	list := make([]string, 0, len(t.columns))
	t.names = make([]string, 0, len(t.columns))
	for i, c := range t.columns {
		c.index = i
		list = append(list, c.quoted)
		t.names = append(t.names, c.name)
	}
	t.selection = strings.Join(list, ", ")
}

// remove drops a column that the database does not have.
func (t *table) remove(c *column) {
	if t.absent == nil {
		t.absent = map[string]bool{}
	}
	t.absent[c.name], t.absent[c.stored] = true, true
	t.columns = slices.DeleteFunc(t.columns, func(other *column) bool { return other == c })
	delete(t.byName, c.name)
	if t.byName[c.stored] == c {
		delete(t.byName, c.stored)
	}
}

// unknown reports a name that is not the model's at all.
func (t *table) unknown(name string) bool { return t.byName[name] == nil && !t.absent[name] }

// checkName refuses what cannot be a name on the server, or what the server
// would cut off.
func (t *table) checkName(attr, name string) error {
	if name == "" || strings.ContainsRune(name, 0) {
		return t.model.Fault(attr, fmt.Sprintf("%q cannot be a name in the database", name), "")
	}
	if n := t.length(name); n > t.maxName {
		return t.model.Fault(attr, fmt.Sprintf("the name %q is longer than the %d that %s has for names", name, t.maxName, t.dialect.name),
			"set tableName or columnName")
	}
	return nil
}

// length is the length of a name as the server counts it.
func (d *dialect) length(name string) int {
	if d.numbered {
		return len(name) // bytes
	}
	return len([]rune(name))
}

// literal is s as an SQL string literal. Only names from the catalog go
// through it.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
