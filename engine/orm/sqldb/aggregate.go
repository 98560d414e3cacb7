package sqldb

import (
	"context"

	"zombiezen.com/go/sqlite"

	"framework/engine/ordered"
	"framework/engine/orm"
)

func aggregates(q *orm.Query) bool {
	return len(q.GroupBy)+len(q.Sum)+len(q.Average)+len(q.Min)+len(q.Max) > 0
}

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
	err := db.read(ctx, func(c *conn) error {
		out = nil
		b := c.builder(t)
		defer b.release(c)
		list := b.aggregate(q)
		if b.err != nil {
			return b.err
		}
		return c.query(b.text, b.args, func(stmt *sqlite.Stmt) error {
			rec := &orm.Record{Map: *ordered.New(len(list)), Model: t.model}
			for i, a := range list {
				if a.typ && a.col != nil {
					rec.Set(a.name, a.col.decode(stmt, i))
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
				b.fail("no such column: %s in table %s", name, b.name)
				continue
			}
			if len(list) > 0 {
				b.add(", ")
			}
			b.add(fn)
			b.add("(")
			b.value(o)
			b.add(")")
			list = append(list, aggregated{name, o.col, typ})
		}
	}
	b.add("SELECT ")
	add(q.GroupBy, "", true)
	add(q.Sum, "sum", false)
	add(q.Average, "avg", false)
	add(q.Min, "min", true)
	add(q.Max, "max", true)
	b.add(" FROM ")
	b.add(b.quoted)
	b.where(q.Where)
	for i, name := range q.GroupBy {
		if i == 0 {
			b.add(" GROUP BY ")
		} else {
			b.add(", ")
		}
		if o, ok := b.operand(name); ok {
			b.value(o)
		}
	}
	b.add(" HAVING count(*) > 0 ORDER BY min(")
	b.add(b.rowid)
	b.add(")")
	b.window(q)
	return list
}
