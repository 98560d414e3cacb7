package serverdb

import (
	"context"
	"slices"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
)

// keysAtOnce is the maximum number of parents in one statement.
const keysAtOnce = 10_000

// FindGrouped implements orm.Joiner. Keys are compared exactly; a member that two rows
// of a join model link to one parent is returned once.
func (db *DB) FindGrouped(ctx context.Context, m *orm.Model, join *orm.Join, by string, keys []any, q *orm.Query) (map[any][]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil {
		return nil, err
	}
	out := make(map[any][]*orm.Record, len(keys))
	if q.Nothing || len(keys) == 0 {
		return out, nil
	}
	g := &grouping{table: t, by: by, query: q}
	if join != nil {
		if g.join, err = db.table(join.Model); err != nil {
			return nil, err
		}
		g.far = join.Far
	}
	err = db.read(ctx, func(ctx context.Context, s statements) error {
		clear(out)
		for chunk := range slices.Chunk(keys, keysAtOnce) {
			if err := g.run(ctx, s, chunk, out); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, db.wrap("populate", t, err)
	}
	return out, nil
}

// grouping is one FindGrouped call.
type grouping struct {
	table *table
	join  *table // nil if the members have the key themselves
	by    string
	far   string
	query *orm.Query
}

func (g *grouping) run(ctx context.Context, s statements, keys []any, out map[any][]*orm.Record) error {
	b := newBuilder(g.table)
	r := g.table.Reader(g.query.Select)
	near := b.grouped(g, r, keys)
	if b.Err != nil {
		return b.Err
	}
	var current row
	return s.query(ctx, string(b.Bytes), b.args, func(values [][]byte) error {
		current.values = values
		rec, err := r.Record(&current, 1)
		key := decode(near, values[0])
		out[key] = append(out[key], rec)
		return err
	})
}

// grouped builds the statement; its first result column is the key. It returns the
// column with the key.
func (b *builder) grouped(g *grouping, r *sqlstore.Reader, keys []any) *column {
	q := g.query
	owner := g.table
	if g.join != nil {
		owner = g.join
	}
	near := owner.ByName[g.by]
	if near == nil {
		b.Err = owner.Model.Unstored(g.by)
		return nil
	}
	nearName, position, farName := b.Dialect.Quote("__near"), b.Dialect.Quote("__n"), b.Dialect.Quote("__far")
	key := near.Quoted
	if g.join != nil {
		key = nearName
	}
	limited := q.Limit > 0 || q.Skip > 0
	if limited {
		b.Add("SELECT * FROM (")
	}
	b.Add("SELECT ")
	b.Add(key)
	b.Add(" AS ")
	b.Add(b.Dialect.Quote("__key"))
	b.Add(", ")
	b.Add(r.Selection)
	if limited {
		b.Add(", row_number() OVER (PARTITION BY ")
		b.Add(key)
		b.orderBy(q)
		b.Add(") AS ")
		b.Add(position)
	}
	b.Add(" FROM ")
	b.Add(b.Quoted)
	if g.join != nil {
		far := g.join.ByName[g.far]
		if far == nil {
			b.Err = g.join.Model.Unstored(g.far)
			return nil
		}
		b.Add(" JOIN (SELECT DISTINCT ")
		b.Add(near.Quoted)
		b.Add(" AS ")
		b.Add(nearName)
		b.Add(", ")
		b.Add(far.Quoted)
		b.Add(" AS ")
		b.Add(farName)
		b.Add(" FROM ")
		b.Add(g.join.Quoted)
		b.Add(" WHERE ")
		b.exactly(near, keys)
		b.Add(") AS ")
		b.Add(b.Dialect.Quote("__j"))
		b.Add(" ON ")
		b.Add(farName)
		b.Add(" = ")
		b.Add(b.Quoted)
		b.Add(".")
		b.Add(b.PK.Quoted)
		b.Where(q.Where, b.Logic, b)
	} else {
		b.Add(" WHERE ")
		b.exactly(near, keys)
		if q.Where != nil {
			b.Add(" AND ")
			b.Condition(q.Where, b.Logic, b)
		}
	}
	if !limited {
		b.orderBy(q)
		return near
	}
	b.Add(") AS grouped WHERE ")
	b.Add(position)
	b.Add(" > ")
	b.arg(typed(int64(max(q.Skip, 0)), "int8"))
	if q.Limit > 0 {
		b.Add(" AND ")
		b.Add(position)
		b.Add(" <= ")
		b.arg(typed(int64(max(q.Skip, 0))+int64(q.Limit), "int8"))
	}
	b.Add(" ORDER BY ")
	b.Add(position)
	return near
}

// exactly adds the exact comparison of a key column with keys.
func (b *builder) exactly(c *column, keys []any) {
	values := make([]any, 0, len(keys))
	typ := paramType(c)
	for _, k := range keys {
		if p, ok := operand(c, k); ok {
			values = append(values, p.Value)
			typ = p.Type
		}
	}
	if len(values) == 0 {
		b.Add("FALSE")
		return
	}
	b.Add(c.Quoted)
	b.list(values, typ)
}
