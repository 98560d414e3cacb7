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

// columnType is the declared type of a column of that kind. SQLite keeps
// values that do not convert as they are.
func (c *column) columnType() string {
	switch c.kind {
	case orm.KindInteger, orm.KindBoolean:
		return "INTEGER"
	case orm.KindFloat:
		return "REAL"
	case orm.KindBinary:
		return "BLOB"
	}
	return "TEXT"
}

// declaration is the column as CREATE TABLE has it.
func (t *table) declaration(c *column) string {
	d := c.quoted + " " + c.columnType()
	switch {
	case c == t.pk && c.auto:
		return d + " PRIMARY KEY AUTOINCREMENT"
	case c == t.pk && c.kind == orm.KindInteger:
		// "INT" keeps an integer key that is not numbered from becoming the
		// row number, which SQLite would number.
		return c.quoted + " INT PRIMARY KEY NOT NULL"
	case c == t.pk:
		return d + " PRIMARY KEY NOT NULL"
	case c.attr.NotNull:
		return d + " NOT NULL"
	}
	return d
}

// createText is the CREATE TABLE statement for the table under that name, with
// the defaults of the one that has it now and more clauses at the end.
func (t *table) createText(name string, has *existing, more []string) string {
	var list []string
	for _, c := range t.columns {
		d := t.declaration(c)
		if has != nil && c != t.pk {
			if f := has.column(c.stored); f != nil && f.fallback != "" {
				d += " DEFAULT (" + f.fallback + ")"
			}
		}
		list = append(list, d)
	}
	if t.extra {
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
func (c *column) added() string {
	d := c.quoted + " " + c.columnType()
	switch v := c.encode(c.attr.Backfill).(type) {
	case string:
		return d + " DEFAULT " + literal(v)
	case jsonText:
		return d + " DEFAULT " + literal(string(v))
	case bool:
		return d + map[bool]string{true: " DEFAULT 1", false: " DEFAULT 0"}[v]
	case int64, float64:
		return d + fmt.Sprintf(" DEFAULT %v", v)
	}
	return d
}

// filling is the SQL of the value for records that have to have one: the
// attribute's default, else the empty value of its type.
func (c *column) filling() string {
	if c.attr.HasDefault && c.attr.DefaultFunc == nil {
		switch v := c.encode(c.attr.Default).(type) {
		case string:
			return literal(v)
		case jsonText:
			return literal(string(v))
		case bool:
			if v {
				return "1"
			}
			return "0"
		case int64, float64:
			return fmt.Sprint(v)
		}
	}
	switch c.kind {
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
func (t *table) indexes() []index {
	var out []index
	for _, c := range t.columns {
		a := c.attr
		reference := a.Model != "" || a.Assoc != nil || t.model.Junction && c != t.pk
		if a.Unique && c != t.pk {
			out = append(out, index{t.name + "_" + c.stored + "_unique", c, true, false})
		}
		switch {
		case !t.exact && c.isText() && (a.Unique || a.Index || reference || c == t.pk):
			out = append(out, index{t.name + "_" + c.stored + "_nocase", c, false, true})
			if reference {
				out = append(out, index{t.name + "_" + c.stored + "_index", c, false, false})
			}
		case (a.Index || reference) && !a.Unique && c != t.pk:
			out = append(out, index{t.name + "_" + c.stored + "_index", c, false, false})
		}
	}
	return out
}

// why is the reason of the index, for a plan.
func (x *index) why() string {
	switch {
	case x.unique:
		return fmt.Sprintf("%q is unique", x.column.name)
	case x.nocase:
		return fmt.Sprintf("records are found by %q, whose case does not matter", x.column.name)
	}
	return fmt.Sprintf("records are found by %q", x.column.name)
}

func (t *table) indexText(x index) string {
	text := "CREATE INDEX "
	if x.unique {
		text = "CREATE UNIQUE INDEX "
	}
	text += quote(x.name) + " ON " + t.quoted + " (" + x.column.quoted
	if x.nocase {
		text += " COLLATE NOCASE"
	}
	return text + ")"
}

// fingerprint identifies the schema of the table; it changes with anything
// that a migration would have to do.
func (t *table) fingerprint() string {
	h := sha256.New()
	fmt.Fprintln(h, t.createText(t.name, nil, nil))
	for _, x := range t.indexes() {
		fmt.Fprintln(h, t.indexText(x))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
