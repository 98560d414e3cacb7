package sqldb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/huandu/go-sqlbuilder"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// extraColumn is the hidden column of sparse tables.
const extraColumn = "_extra"

// table is a model compiled for SQL: names quoted, kinds known. It is not
// changed after Define.
type table struct {
	model  *orm.Model
	logic  *sqltext.Logic
	name   string // as in the database
	quoted string
	sparse bool
	// document says that null is unequal to every value.
	document bool
	// exact says that text compares with its case everywhere.
	exact bool
	// extra says that the table has the hidden column.
	extra   bool
	columns []*column // in the order of the model
	byName  map[string]*column
	pk      *column // nil when the model has none
	rowid   string  // a name of the row number that no column hides
	names   []string
	// counts says that this package numbers an attribute, see column.counts.
	counts bool
	// all reads the rows of a table that is not sparse.
	all *rowReader
	// selection is the list of all columns, the hidden one last.
	selection string
}

// column is a stored attribute.
type column struct {
	attr   *orm.Attribute
	name   string // of the attribute
	stored string // of the column
	quoted string
	kind   orm.Kind
	index  int // in table.columns
	// path is the JSON path of the attribute in the hidden column, as an SQL
	// literal.
	path string
	key  []byte // "name": as JSON
	auto bool   // numbered by the database: an integer primary key
}

func quote(name string) string { return sqlbuilder.SQLite.Quote(name) }

// literal is s as an SQL string literal. Only text of model definitions goes
// through it.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// jsonPath is the path of a top-level member of a JSON object.
func jsonPath(name string) string { return string(value.AppendString([]byte("$."), name)) }

func compile(m *orm.Model, opts *Options) (*table, error) {
	t := &table{
		model: m, logic: logic(opts.Sparse), name: m.Table, sparse: opts.Sparse, exact: opts.CaseSensitive, extra: opts.Sparse || opts.Document && !m.Schema,
		document: opts.Document,
		byName:   make(map[string]*column, 2*len(m.Attributes)),
	}
	if t.name == "" {
		t.name = m.Identity
	}
	if strings.HasPrefix(strings.ToLower(t.name), "sqlite_") || strings.EqualFold(t.name, fingerprintTable) {
		return nil, m.Fault("", fmt.Sprintf("the table name %q is reserved", t.name), "choose another tableName")
	}
	if err := checkName(m, "", t.name); err != nil {
		return nil, err
	}
	t.quoted = quote(t.name)
	taken := map[string]string{extraColumn: "the hidden column of undeclared attributes"}
	for _, a := range m.Attributes {
		if !a.Stored {
			continue
		}
		c := &column{attr: a, name: a.Name, stored: a.Column, kind: a.Kind, index: len(t.columns)}
		if c.stored == "" {
			c.stored = c.name
		}
		if err := checkName(m, a.Name, c.stored); err != nil {
			return nil, err
		}
		lower := strings.ToLower(c.stored)
		if other, ok := taken[lower]; ok {
			return nil, m.Fault(a.Name, fmt.Sprintf("the column %q is taken by %s", c.stored, other), "column names ignore case; set columnName")
		}
		taken[lower] = "the attribute " + a.Name
		c.quoted = quote(c.stored)
		c.path = literal(jsonPath(c.name))
		c.key = append(value.AppendString(nil, c.name), ':')
		t.columns = append(t.columns, c)
		t.names = append(t.names, c.name)
		t.byName[c.name] = c
		if c.name == m.PrimaryKey {
			t.pk = c
			c.auto = c.kind == orm.KindInteger && a.AutoIncrement
		}
	}
	for _, c := range t.columns { // attribute names win over column names
		if _, ok := t.byName[c.stored]; !ok {
			t.byName[c.stored] = c
		}
	}
	for _, name := range []string{"rowid", "_rowid_", "oid"} {
		if _, ok := taken[name]; !ok {
			t.rowid = name
			break
		}
	}
	if t.rowid == "" {
		return nil, m.Fault("rowid", "attributes called rowid, _rowid_ and oid leave no name for the row number", "rename one of the columns")
	}
	t.seal()
	return t, nil
}

// logic is that of SQL or, in sparse stores, one that knows no unknown.
func logic(sparse bool) *sqltext.Logic {
	l := &sqltext.Logic{True: "1", False: "0", Not: "(NOT ", EndNot: ")"}
	if sparse {
		l.Not, l.EndNot = "(", " IS NOT TRUE)"
	}
	return l
}

// seal derives what depends on the final set of columns.
func (t *table) seal() {
	list := make([]string, 0, len(t.columns)+1)
	t.counts = false
	for _, c := range t.columns {
		t.counts = t.counts || c.counts()
		list = append(list, c.quoted)
	}
	if t.extra {
		list = append(list, quote(extraColumn))
	}
	t.selection = strings.Join(list, ", ")
	t.all = nil
	if !t.sparse {
		t.all = &rowReader{table: t, columns: t.columns, extra: t.extra, selection: t.selection, names: t.names}
	}
}

// keep drops the columns that are not in the database, for tables that are
// not ours to change. It reports the attributes that are lost.
func (t *table) keep(existing map[string]bool) (missing []string) {
	t.extra = t.extra && existing[extraColumn]
	t.columns = slices.DeleteFunc(t.columns, func(c *column) bool {
		if existing[strings.ToLower(c.stored)] {
			return false
		}
		missing = append(missing, c.name)
		delete(t.byName, c.name)
		delete(t.byName, c.stored)
		return true
	})
	t.names = t.names[:0]
	for i, c := range t.columns {
		c.index = i
		t.names = append(t.names, c.name)
	}
	t.seal()
	return missing
}

// checkName refuses what SQLite cannot have as a name.
func checkName(m *orm.Model, attr, name string) error {
	if name == "" || strings.ContainsRune(name, 0) {
		return m.Fault(attr, fmt.Sprintf("%q cannot be a name in the database", name), "")
	}
	return nil
}

// isText says that the column's values are strings, whose comparison ignores
// case unless the options say otherwise.
func (c *column) isText() bool {
	switch c.kind {
	case orm.KindString, orm.KindText, orm.KindTime:
		return true
	}
	return false
}

func (c *column) isJSON() bool {
	return c.kind == orm.KindArray || c.kind == orm.KindJSON || c.kind == orm.KindRef
}

func (c *column) isDate() bool { return c.kind == orm.KindDate || c.kind == orm.KindDatetime }

func (c *column) isNumber() bool { return c.kind == orm.KindInteger || c.kind == orm.KindFloat }

// stores returns the declared column of that name, nil when there is none.
func (t *table) stores(name string) *column {
	for _, c := range t.columns {
		if strings.EqualFold(c.stored, name) {
			return c
		}
	}
	return nil
}
