package sqldb

import (
	"context"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/value"
)

// aggregated is a result column of an aggregate query.
type aggregated struct {
	name string
	col  *column
	typ  bool // the value has the attribute's own type
}

// aggregate answers a query with aggregates: one record for each group, in
// the order in which the groups first occur, with the group keys before the
// aggregates; no record when nothing matches.
func (db *DB) aggregate(ctx context.Context, t *table, q *orm.Query) ([]*orm.Record, error) {
	var out []*orm.Record
	err := db.access.read(ctx, func(c *conn) error {
		out = nil
		b := c.builder(t)
		defer b.release(c)
		list := b.aggregate(q)
		if b.Err != nil {
			return b.Err
		}
		return c.query(b.Bytes, b.args, func(stmt *sqlite.Stmt) error {
			rec := &orm.Record{Map: *value.New(len(list)), Model: t.Model}
			for i, a := range list {
				if a.typ && a.col != nil {
					rec.Set(a.name, decode(a.col, stmt, i))
				} else {
					rec.Set(a.name, decodeAny(stmt, i))
				}
			}
			out = append(out, rec)
			return nil
		})
	})
	return out, located("aggregate", t, err)
}

func (b *builder) aggregate(q *orm.Query) []aggregated {
	var list []aggregated
	add := func(names []string, fn string, typ bool) {
		for _, name := range names {
			o, ok := b.operand(name)
			if !ok {
				b.Fail("no such column: %s in table %s", name, b.Name)
				continue
			}
			if len(list) > 0 {
				b.Add(", ")
			}
			b.Add(fn)
			b.Add("(")
			b.value(o)
			b.Add(")")
			list = append(list, aggregated{name, o.col, typ})
		}
	}
	b.Add("SELECT ")
	add(q.GroupBy, "", true)
	add(q.Sum, "sum", false)
	add(q.Average, "avg", false)
	add(q.Min, "min", true)
	add(q.Max, "max", true)
	b.Add(" FROM ")
	b.Add(b.Quoted)
	b.Where(q.Where, b.Logic, b)
	for i, name := range q.GroupBy {
		if i == 0 {
			b.Add(" GROUP BY ")
		} else {
			b.Add(", ")
		}
		if o, ok := b.operand(name); ok {
			b.value(o)
		}
	}
	b.Add(" HAVING count(*) > 0 ORDER BY min(")
	b.Add(b.RowID)
	b.Add(")")
	b.window(q)
	return list
}
