package sqldb

import (
	"strings"

	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

// merge adds the assignment of the hidden column. A null of a declared
// attribute stays marked when the attribute gets a value: the value wins.
func merge(b *builder, set *value.Map) {
	b.Add(`"_extra" = `)
	b.Add(strings.Repeat("json_set(", 1+set.Len()/setAtOnce))
	b.Add(`coalesce("_extra", '{}')`)
	n, left := 0, set.Len()/setAtOnce
	for k, v := range set.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		col := b.ByName[k]
		if col != nil && (v != nil || !b.Sparse) {
			continue
		}
		if col != nil {
			k = col.Name
		}
		if n++; n > setAtOnce {
			n = 1
			left--
			b.Add(")")
		}
		b.Add(", ")
		b.Arg(sqlstore.JSONPath(k), "")
		b.Add(", json(")
		b.Arg(jsonText(value.Append(nil, v)), "")
		b.Add(")")
	}
	b.Add(strings.Repeat(")", 1+left))
}

// setAtOnce is how many values one json_set is given: functions of SQLite take
// a thousand arguments at most.
const setAtOnce = 400
