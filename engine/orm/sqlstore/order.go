package sqlstore

import "framework/engine/orm"

// Tail adds the order, the limit and the skip of a query. A record that is found by its
// number needs none of it.
func (b *Builder) Tail(q *orm.Query) {
	if q.Skip <= 0 && b.Single(q.Where) {
		return
	}
	b.orderBy(q)
	b.window(q)
}

// orderBy adds the order. Rows that are equal in it come in their natural order: that of
// their creation on SQLite (in the document store of 1.x that of their keys), that of
// their keys on servers.
func (b *Builder) orderBy(q *orm.Query) {
	b.Add(" ORDER BY ")
	keyed := false
	for _, s := range q.Sort {
		o, ok := b.Operand(s.Attr)
		if !ok {
			if !b.Sparse {
				b.Fail("no such column: %s in table %s", s.Attr, b.Table.Name)
			}
			continue
		}
		keyed = keyed || o.Column != nil && o.Column == b.PK
		b.Comparisons.Value(b, o)
		if s.Desc {
			b.Add(" DESC")
		}
		b.Add(", ")
	}
	switch {
	case keyed:
		b.Bytes = b.Bytes[:len(b.Bytes)-2]
	case b.RowID == "":
		b.Add(b.PK.Quoted)
	default:
		if b.Document && b.PK != nil && !b.PK.Auto {
			b.Comparisons.Value(b, Operand{Column: b.PK})
			b.Add(", ")
		}
		b.Add(b.RowID)
	}
}

// window adds the limit and the skip.
func (b *Builder) window(q *orm.Query) {
	if q.Limit > 0 {
		b.Add(" LIMIT ")
		b.Arg(int64(q.Limit), "int8")
		b.Add(b.Bound)
	} else if q.Skip > 0 {
		b.Add(b.All)
	}
	if q.Skip > 0 {
		b.Add(" OFFSET ")
		b.Arg(int64(q.Skip), "int8")
		b.Add(b.Bound)
	}
}
