package serverdb

import (
	"context"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

// aggregated is a result column of an aggregate query.
type aggregated struct {
	column *column
	own    bool // the value has the attribute's own type, else it is a number
}

// aggregate answers a query with aggregates: one record for each group, in
// the order of the groups' first keys, with the group keys before the
// aggregates; no record when nothing matches.
func (db *DB) aggregate(ctx context.Context, t *table, q *orm.Query) ([]*orm.Record, error) {
	b := newBuilder(t)
	list := b.aggregate(q)
	if b.Err != nil {
		return nil, b.Err
	}
	var out []*orm.Record
	err := db.read(ctx, func(ctx context.Context, s statements) error {
		out = nil
		return s.query(ctx, string(b.Bytes), b.args, func(values [][]byte) error {
			rec := &orm.Record{Map: *value.New(len(list)), Model: t.Model}
			for i, a := range list {
				var v any
				switch {
				case a.own:
					v = decode(a.column, values[i])
				case values[i] != nil:
					v, _ = number(string(values[i]))
				}
				rec.Set(a.column.Name, v)
			}
			out = append(out, rec)
			return nil
		})
	})
	if err != nil {
		return nil, db.wrap("aggregate", t, err)
	}
	return out, nil
}

func (b *builder) aggregate(q *orm.Query) []aggregated {
	var list []aggregated
	add := func(names []string, fn string, own bool) {
		for _, name := range names {
			c := b.ByName[name]
			if c == nil {
				b.Fail("no such column: %s in table %s", name, b.table.Name)
				continue
			}
			if len(list) > 0 {
				b.Add(", ")
			}
			b.Add(fn)
			b.Add("(")
			b.value(c)
			if fn == "avg" && !b.Returning { // MySQL rounds averages of decimals to four digits
				b.Add(" + 0e0")
			}
			b.Add(")")
			list = append(list, aggregated{c, own})
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
		if c := b.ByName[name]; c != nil {
			b.value(c)
		}
	}
	b.Add(" HAVING count(*) > 0 ORDER BY min(")
	if b.PK.Storage == sqlstore.StoreUUID { // min() does not support it
		b.Add(b.Dialect.Text(b.PK.Quoted))
	} else {
		b.Add(b.PK.Quoted)
	}
	b.Add(")")
	b.window(q)
	return list
}
