package sqldb

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/schema"
	"framework/engine/value"
)

// index is an index of a table.
type index struct {
	name   string
	column *column
	unique bool
	nocase bool
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

// fingerprint identifies the schema of the table; it changes with anything
// that a migration would have to do.
func fingerprint(t *table) string {
	wanted := describe(t)
	wanted.Name = strings.ToLower(wanted.Name)
	sum := sha256.Sum256(value.Append(nil, schema.EncodeState([]schema.Table{wanted})))
	return hex.EncodeToString(sum[:16])
}
