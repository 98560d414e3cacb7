package sqlstore

import "framework/engine/orm"

// find builds the SELECT of a query without aggregates.
func (b *Builder) find(r *Reader, q *orm.Query) {
	b.Add("SELECT ")
	b.Add(r.Selection)
	b.Add(" FROM ")
	b.Add(b.Quoted)
	b.Where(q.Where)
	b.Tail(q)
}

func (b *Builder) count(q *orm.Query) {
	b.Add("SELECT count(*) FROM ")
	if q.Limit <= 0 && q.Skip <= 0 {
		b.Add(b.Quoted)
		b.Where(q.Where)
		return
	}
	b.Add("(SELECT 1 FROM ")
	b.Add(b.Quoted)
	b.Where(q.Where)
	b.window(q)
	b.Add(") AS counted")
}

// aggregated is a result column of an aggregate query.
type aggregated struct {
	name   string
	column *Column // nil if the value has the type that the database says
}

// aggregate builds a query with aggregates: one row for each group, in the order of the
// groups' first rows, with the group keys before the aggregates; none when nothing matches.
func (b *Builder) aggregate(q *orm.Query) []aggregated {
	var list []aggregated
	add := func(names []string, fn, factor string, own bool) {
		for _, name := range names {
			o, ok := b.Operand(name)
			if !ok {
				b.Fail("no such column: %s in table %s", name, b.Table.Name)
				continue
			}
			if len(list) > 0 {
				b.Add(", ")
			}
			b.Add(fn)
			b.Add("(")
			b.Comparisons.Value(b, o)
			b.Add(factor)
			b.Add(")")
			a := aggregated{name: name}
			if o.Column != nil {
				a.name = o.Column.Name
			}
			if own {
				a.column = o.Column
			}
			list = append(list, a)
		}
	}
	b.Add("SELECT ")
	add(q.GroupBy, "", "", true)
	add(q.Sum, "sum", "", false)
	add(q.Average, "avg", b.Averaged, false)
	add(q.Min, "min", "", true)
	add(q.Max, "max", "", true)
	b.Add(" FROM ")
	b.Add(b.Quoted)
	b.Where(q.Where)
	for i, name := range q.GroupBy {
		if i == 0 {
			b.Add(" GROUP BY ")
		} else {
			b.Add(", ")
		}
		if o, ok := b.Operand(name); ok {
			b.Comparisons.Value(b, o)
		}
	}
	b.Add(" HAVING count(*) > 0 ORDER BY min(")
	switch {
	case b.RowID != "":
		b.Add(b.RowID)
	case b.PK.Storage == StoreUUID: // min() does not support it
		b.Add(b.Text(b.PK.Quoted))
	default:
		b.Add(b.PK.Quoted)
	}
	b.Add(")")
	b.window(q)
	return list
}
