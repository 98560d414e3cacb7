package sqldb

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"framework/engine/orm"
)

// index is an index of a table.
type index struct {
	name   string
	column *column
	unique bool
	nocase bool
}

// declaration is the column as CREATE TABLE has it.
func declaration(t *table, c *column) string {
	d := c.Quoted + " " + c.Declared
	switch {
	case c == t.PK && c.Auto:
		return d + " PRIMARY KEY AUTOINCREMENT"
	case c == t.PK && c.Kind == orm.KindInteger:
		// "INT" keeps an integer key that is not numbered from becoming the
		// row number, which SQLite would number.
		return c.Quoted + " INT PRIMARY KEY NOT NULL"
	case c == t.PK:
		return d + " PRIMARY KEY NOT NULL"
	case c.Attr.NotNull:
		return d + " NOT NULL"
	}
	return d
}

// createText is the CREATE TABLE statement for the table under that name, with
// the defaults of the one that has it now and more clauses at the end.
func createText(t *table, name string, has *existing, more []string) string {
	var list []string
	for _, c := range t.Columns {
		d := declaration(t, c)
		if has != nil && c != t.PK {
			if f := has.column(c.Stored); f != nil && f.fallback != "" {
				d += " DEFAULT (" + f.fallback + ")"
			}
		}
		list = append(list, d)
	}
	if t.Extra {
		list = append(list, quote(extraColumn)+" TEXT")
	}
	list = append(list, more...)
	if len(list) == 0 {
		list = []string{quote("_") + " INTEGER"}
	}
	return "CREATE TABLE " + quote(name) + " (" + strings.Join(list, ", ") + ")"
}

// added is the column as ALTER TABLE adds it: records that are there already
// get the value that they are due.
func added(c *column) string {
	d := c.Quoted + " " + c.Declared
	if v := sqlText(c, c.Attr.Backfill); v != "" {
		return d + " DEFAULT " + v
	}
	return d
}

// sqlText is the SQL of a value of the column, "" for what has none.
func sqlText(c *column, v any) string {
	switch v := encode(c, v).(type) {
	case string:
		return literal(v)
	case jsonText:
		return literal(string(v))
	case bool:
		return map[bool]string{true: "1", false: "0"}[v]
	case int64, float64:
		return fmt.Sprint(v)
	}
	return ""
}

// filling is the SQL of the value for records that have to have one: the
// attribute's default, else the empty value of its type.
func filling(c *column) string {
	if c.Attr.HasDefault && c.Attr.DefaultFunc == nil {
		if v := sqlText(c, c.Attr.Default); v != "" {
			return v
		}
	}
	return emptyValue(c)
}

// emptyValue is the SQL of the value of the type that says the least.
func emptyValue(c *column) string {
	switch c.Kind {
	case orm.KindInteger, orm.KindFloat, orm.KindBoolean:
		return "0"
	case orm.KindDate, orm.KindDatetime:
		return literal("1970-01-01T00:00:00.000Z")
	case orm.KindArray:
		return literal("[]")
	case orm.KindJSON:
		return literal("{}")
	case orm.KindBinary:
		return "x''"
	}
	return "''"
}

// indexes are those of unique and indexed attributes and of references. Most
// comparisons of strings ignore case, so the indexes for them do, too, except
// those that distinguish keys; uniqueness is exact.
func indexes(t *table) []index {
	var out []index
	for _, c := range t.Columns {
		a := c.Attr
		reference := a.Model != "" || a.Assoc != nil || t.Model.Junction && c != t.PK
		if a.Unique && c != t.PK {
			out = append(out, index{t.Name + "_" + c.Stored + "_unique", c, true, false})
		}
		switch {
		case !t.CaseSensitive && c.IsText() && (a.Unique || a.Index || reference || c == t.PK):
			out = append(out, index{t.Name + "_" + c.Stored + "_nocase", c, false, true})
			if reference {
				out = append(out, index{t.Name + "_" + c.Stored + "_index", c, false, false})
			}
		case (a.Index || reference) && !a.Unique && c != t.PK:
			out = append(out, index{t.Name + "_" + c.Stored + "_index", c, false, false})
		}
	}
	return out
}

// why is the reason of the index, for a plan.
func (x *index) why() string {
	switch {
	case x.unique:
		return fmt.Sprintf("%q is unique", x.column.Name)
	case x.nocase:
		return fmt.Sprintf("records are found by %q, whose case does not matter", x.column.Name)
	}
	return fmt.Sprintf("records are found by %q", x.column.Name)
}

func indexText(t *table, x index) string {
	text := "CREATE INDEX "
	if x.unique {
		text = "CREATE UNIQUE INDEX "
	}
	text += quote(x.name) + " ON " + t.Quoted + " (" + x.column.Quoted
	if x.nocase {
		text += " COLLATE NOCASE"
	}
	return text + ")"
}

// fingerprint identifies the schema of the table; it changes with anything
// that a migration would have to do.
func fingerprint(t *table) string {
	h := sha256.New()
	fmt.Fprintln(h, createText(t, t.Name, nil, nil))
	for _, x := range indexes(t) {
		fmt.Fprintln(h, indexText(t, x))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
