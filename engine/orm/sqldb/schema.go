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

// createText is the CREATE TABLE statement for the table under that name.
func (t *table) createText(name string) string {
	var list []string
	for _, c := range t.columns {
		list = append(list, t.declaration(c))
	}
	if t.extra {
		list = append(list, quote(extraColumn)+" TEXT")
	}
	if len(list) == 0 {
		list = []string{quote("_") + " INTEGER"}
	}
	return "CREATE TABLE " + quote(name) + " (" + strings.Join(list, ", ") + ")"
}

// indexes are those of unique and indexed attributes and of references. Case
// is ignored by most comparisons of a sparse store's strings, so their
// indexes do, too; uniqueness is exact.
func (t *table) indexes() []index {
	var out []index
	for _, c := range t.columns {
		a := c.attr
		reference := a.Model != "" || a.Assoc != nil || t.model.Junction && c != t.pk
		if a.Unique && c != t.pk {
			out = append(out, index{t.name + "_" + c.stored + "_unique", c, true, false})
		}
		switch {
		case t.sparse && c.isText() && (a.Unique || a.Index || reference || c == t.pk):
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

func (t *table) indexText(x index) string {
	text := "CREATE INDEX IF NOT EXISTS "
	if x.unique {
		text = "CREATE UNIQUE INDEX IF NOT EXISTS "
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
	fmt.Fprintln(h, t.createText(t.name))
	for _, x := range t.indexes() {
		fmt.Fprintln(h, t.indexText(x))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
