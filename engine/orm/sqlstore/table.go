package sqlstore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"framework/engine/orm"
	"framework/engine/value"
)

// ExtraColumn is the hidden column of tables that keep attributes which the model does
// not declare.
const ExtraColumn = "_extra"

// Table is a model compiled for a database: names are quoted, kinds are known. It is not
// changed after Define.
type Table struct {
	*Dialect
	Model   *orm.Model
	Schema  string // PostgreSQL only
	Name    string // as in the database
	Quoted  string
	Columns []*Column // in the order of the model
	ByName  map[string]*Column
	PK      *Column // nil when the model has none, on SQLite only
	Names   []string
	// Selection is the list of all columns, the hidden one last.
	Selection string
	// Unmapped are attributes without a column, which are not stored.
	Unmapped map[string]bool
	// CaseSensitive says that text is compared exactly.
	CaseSensitive bool
	// Charset and Collation of a new table.
	Charset, Collation string
	// Indexes are the columns of the unique indexes by name.
	Indexes map[string][]string
	// Fills says that the database has defaults for columns.
	Fills bool

	// RowID is a name of the row number that no column hides, on SQLite only.
	RowID string
	// Sparse tables keep the difference between an absent attribute and null. In Document
	// tables null is unequal to every value. Extra says that there is the hidden column.
	Sparse, Document, Extra bool
	// Nulls are the comparisons of tables in which null is not as in SQL; nil where it is.
	Nulls NullRules
	// Counts says that the store numbers an attribute, see Column.Counts.
	Counts bool
	// all reads the rows of a table that is not sparse.
	all *Reader
}

// Compile compiles a model, except for the types of its columns. reserved are names that
// columns cannot have, in lower case, with what has them.
func Compile(m *orm.Model, d *Dialect, schema string, reserved map[string]string) (*Table, error) {
	t := &Table{Dialect: d, Model: m, Schema: schema, Name: m.Table, ByName: make(map[string]*Column, 2*len(m.Attributes))}
	if t.Name == "" {
		t.Name = m.Identity
	}
	if err := t.CheckName("", t.Name); err != nil {
		return nil, err
	}
	t.Requote()
	taken := map[string]string{}
	var key *orm.Attribute
	if i := slices.IndexFunc(m.Attributes, func(a *orm.Attribute) bool { return a.Name == m.PrimaryKey }); d.Renames && i >= 0 {
		key = m.Attributes[i]
		taken[strings.ToLower(cmp.Or(key.Column, key.Name))] = "the primary key"
	}
	for _, a := range m.Attributes {
		if !a.Stored {
			continue
		}
		c := &Column{Attr: a, Name: a.Name, Stored: a.Column, Kind: a.Kind, Index: len(t.Columns), Precision: 3}
		if c.Stored == "" {
			c.Stored = c.Name
		}
		if err := t.CheckName(a.Name, c.Stored); err != nil {
			return nil, err
		}
		folded, hint := c.Stored, "set columnName"
		if d.NamesFold {
			folded, hint = strings.ToLower(folded), "column names ignore case; set columnName"
		}
		if d.Renames && a != key && reserved[folded] == "" && taken[folded] != "" {
			c.Stored = distinct(c.Stored)
			folded = strings.ToLower(c.Stored)
		}
		other, ok := reserved[folded]
		if !ok && a != key {
			other, ok = taken[folded]
		}
		if ok {
			return nil, m.Fault(a.Name, fmt.Sprintf("the column %q is taken by %s", c.Stored, other), hint)
		}
		taken[folded] = "the attribute " + a.Name
		c.Quoted = d.Quote(c.Stored)
		c.Key = append(value.AppendString(nil, c.Name), ':')
		c.JSON = c.Kind == orm.KindArray || c.Kind == orm.KindJSON
		t.Columns = append(t.Columns, c)
		t.ByName[c.Name] = c
		if c.Name == m.PrimaryKey {
			t.PK = c
			c.Auto = c.Kind == orm.KindInteger && a.AutoIncrement
		}
	}
	for _, c := range t.Columns { // attribute names win over column names
		if _, ok := t.ByName[c.Stored]; !ok {
			t.ByName[c.Stored] = c
		}
	}
	return t, nil
}

// distinct is a name of a column that says which letters of name are capitals, so that names
// that differ in their case only have different ones.
func distinct(name string) string {
	var capitals []string
	for i, r := range []rune(name) {
		if unicode.IsUpper(r) {
			capitals = append(capitals, strconv.Itoa(i))
		}
	}
	return name + "$" + strings.Join(capitals, "_")
}

// Requote computes what depends on the name of the table.
func (t *Table) Requote() {
	t.Quoted = t.Quote(t.Name)
	if t.Schema != "" {
		t.Quoted = t.Quote(t.Schema) + "." + t.Quoted
	}
}

// Seal computes what depends on the final set of columns.
func (t *Table) Seal() {
	list := make([]string, 0, len(t.Columns)+1)
	t.Names = make([]string, 0, len(t.Columns))
	t.Counts = false
	for i, c := range t.Columns {
		c.Index = i
		list = append(list, c.Quoted)
		t.Names = append(t.Names, c.Name)
		t.Counts = t.Counts || t.NumbersColumn(c)
	}
	if t.Extra {
		list = append(list, t.Quote(ExtraColumn))
	}
	t.Selection = strings.Join(list, ", ")
	t.all = nil
	if !t.Sparse {
		t.all = t.Reader(nil)
	}
}

// Remove drops a column that the database does not have. Seal has to follow.
func (t *Table) Remove(c *Column) {
	if t.Unmapped == nil {
		t.Unmapped = map[string]bool{}
	}
	t.Unmapped[c.Name], t.Unmapped[c.Stored] = true, true
	t.Columns = slices.DeleteFunc(t.Columns, func(other *Column) bool { return other == c })
	delete(t.ByName, c.Name)
	if t.ByName[c.Stored] == c {
		delete(t.ByName, c.Stored)
	}
}

// Column returns the declared column that the database has under that name, whose case
// does not matter; nil when there is none.
func (t *Table) Column(stored string) *Column {
	for _, c := range t.Columns {
		if strings.EqualFold(c.Stored, stored) {
			return c
		}
	}
	return nil
}

// Unknown reports whether the model has no attribute or column of that name.
func (t *Table) Unknown(name string) bool { return t.ByName[name] == nil && !t.Unmapped[name] }

// Migration is how the table follows its model.
func (t *Table) Migration() orm.Migration {
	if t.Model.Definition == nil || t.Model.Definition.Migrate == "" {
		return orm.Alter
	}
	return t.Model.Definition.Migrate
}

// Single reports whether a condition holds for one record at most.
func (t *Table) Single(e orm.Expr) bool {
	c, ok := e.(orm.Compare)
	return ok && c.Op == orm.Equal && t.PK != nil && t.ByName[c.Attr] == t.PK && t.PK.Storage == StoreInteger
}

// NumbersColumn says that the store numbers the attribute: it has autoIncrement without
// being the integer primary key, which the database numbers.
func (t *Table) NumbersColumn(c *Column) bool {
	return t.SelfNumbering && c.Attr.AutoIncrement && !c.Auto && c.Kind == orm.KindInteger
}

// CheckName refuses names that the database does not support or would cut off.
func (t *Table) CheckName(attr, name string) error {
	if name == "" || strings.ContainsRune(name, 0) {
		return t.Model.Fault(attr, fmt.Sprintf("%q cannot be a name in the database", name), "")
	}
	if n := t.Length(name); t.MaxName > 0 && n > t.MaxName {
		return t.Model.Fault(attr, fmt.Sprintf("the name %q is longer than the %d that %s has for names", name, t.MaxName, t.Dialect.Name),
			"set tableName or columnName")
	}
	return nil
}
