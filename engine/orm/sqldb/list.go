package sqldb

import (
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// maxParams is how many parameters a list may take; longer lists travel as one
// JSON parameter. SQLite's own limit is 32766 for the whole statement.
const maxParams = 512

// in adds a list comparison; a list without values matches nothing. In a
// sparse store null in the list stands for null, the empty string and an
// absent attribute, and "not in" holds for those unless null is in the list;
// elsewhere null never matches.
func (b *builder) in(o operand, list []any, not bool) {
	exact := make([]any, 0, len(list)) // numbers, booleans; ASCII text
	var folded []any                   // other text, lower-cased
	ignore := b.ignoresCase(o)
	text, null := false, false
	for _, v := range list {
		v = b.normalize(o, v)
		switch s := v.(type) {
		case nil:
			null = b.Sparse
			continue
		case string:
			text = true
			if s == "" && b.Sparse {
				null = true
				continue
			}
			if ignore && !isASCII(s) {
				if list := spellings(s); list != nil && len(exact) < maxParams {
					exact = append(exact, list...)
				} else {
					folded = append(folded, fold(s))
				}
				continue
			}
			if f, ok := numeric(s); ok && o.col == nil {
				exact = append(exact, f)
			}
		case int64, float64:
			if o.col == nil {
				exact = append(exact, string(value.Append(nil, v)))
			}
		}
		exact = append(exact, v)
	}
	loose := b.Sparse || b.Document
	if not && loose {
		b.Add("((")
	} else if not {
		b.Add("NOT (")
	} else {
		b.Add("(")
	}
	if len(exact) == 0 && len(folded) == 0 {
		b.Add("0")
	}
	if len(exact) > 0 {
		b.value(o)
		if ignore && text {
			b.Add(" COLLATE NOCASE")
		}
		b.list(exact)
	}
	if len(folded) > 0 {
		if len(exact) > 0 {
			b.Add(" OR ")
		}
		b.Add("fw_lower(")
		b.value(o)
		b.Add(")")
		b.list(folded)
	}
	if null {
		b.Add(" OR ifnull(")
		b.value(o)
		b.Add(", '') = ''")
	}
	b.Add(")")
	if not && loose {
		b.Add(" IS NOT TRUE)")
	}
}

// list adds " IN (...)". Short lists are padded to a power of two so that few
// statements serve all lengths.
func (b *builder) list(values []any) {
	if len(values) > maxParams && plainJSON(values) {
		b.Add(" IN (SELECT value FROM json_each(")
		b.arg(jsonText(value.Append(nil, values)))
		b.Add("))")
		return
	}
	b.Add(" IN (")
	n := 1
	for n < len(values) {
		n *= 2
	}
	if n > maxParams {
		n = len(values)
	}
	for i := range n {
		if i > 0 {
			b.Add(",")
		}
		b.arg(values[min(i, len(values)-1)])
	}
	b.Add(")")
}

// plainJSON reports whether the values come back unchanged from JSON text.
func plainJSON(values []any) bool {
	for _, v := range values {
		switch v := v.(type) {
		case int64, float64:
		case string:
			if strings.ContainsRune(v, 0) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// tail adds the order, the limit and the skip of a query. Rows that the order
// leaves equal come in their natural order. A record that is found by
// its number needs none of it.
func (b *builder) tail(q *orm.Query) {
	if q.Skip <= 0 && b.Single(q.Where) {
		return
	}
	b.orderBy(q)
	b.window(q)
}

func (b *builder) orderBy(q *orm.Query) {
	b.Add(" ORDER BY ")
	for _, s := range q.Sort {
		o, ok := b.operand(s.Attr)
		if !ok {
			if !b.Sparse {
				b.Fail("no such column: %s in table %s", s.Attr, b.Name)
			}
			continue
		}
		b.value(o)
		if s.Desc {
			b.Add(" DESC")
		}
		b.Add(", ")
	}
	b.natural()
}

// natural adds an order for rows that are equal in all others: their creation,
// in the document store of 1.x the primary key.
func (b *builder) natural() {
	if b.Document && b.PK != nil && !b.PK.Auto {
		if o, ok := b.operand(b.PK.Name); ok {
			b.value(o)
			b.Add(", ")
		}
	}
	b.Add(b.RowID)
}

func (b *builder) window(q *orm.Query) {
	if q.Limit <= 0 && q.Skip <= 0 {
		return
	}
	// A bare parameter makes the planner look at its value and compile the
	// statement again for each one; an expression does not.
	b.Add(" LIMIT ")
	if q.Limit > 0 {
		b.arg(int64(q.Limit))
		b.Add("+0")
	} else {
		b.Add("-1")
	}
	if q.Skip > 0 {
		b.Add(" OFFSET ")
		b.arg(int64(q.Skip))
		b.Add("+0")
	}
}
