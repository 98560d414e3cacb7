package serverdb

import (
	"context"
	"slices"

	"framework/engine/orm"
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
	b := g.table.builder()
	r := g.table.reader(g.query.Select)
	near := b.grouped(g, r, keys)
	if b.Err != nil {
		return b.Err
	}
	return s.query(ctx, string(b.Bytes), b.args, func(values [][]byte) error {
		key := near.decode(values[0])
		out[key] = append(out[key], r.record(values[1:]))
		return nil
	})
}

// grouped builds the statement; its first result column is the key. It returns the
// column with the key.
func (b *builder) grouped(g *grouping, r *rowReader, keys []any) *column {
	q := g.query
	owner := g.table
	if g.join != nil {
		owner = g.join
	}
	near := owner.byName[g.by]
	if near == nil {
		b.Err = owner.model.Unstored(g.by)
		return nil
	}
	nearName, position, farName := b.dialect.quote("__near"), b.dialect.quote("__n"), b.dialect.quote("__far")
	key := near.quoted
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
	b.Add(b.dialect.quote("__key"))
	b.Add(", ")
	b.Add(r.selection)
	if limited {
		b.Add(", row_number() OVER (PARTITION BY ")
		b.Add(key)
		b.orderBy(q)
		b.Add(") AS ")
		b.Add(position)
	}
	b.Add(" FROM ")
	b.Add(b.quoted)
	if g.join != nil {
		far := g.join.byName[g.far]
		if far == nil {
			b.Err = g.join.model.Unstored(g.far)
			return nil
		}
		b.Add(" JOIN (SELECT DISTINCT ")
		b.Add(near.quoted)
		b.Add(" AS ")
		b.Add(nearName)
		b.Add(", ")
		b.Add(far.quoted)
		b.Add(" AS ")
		b.Add(farName)
		b.Add(" FROM ")
		b.Add(g.join.quoted)
		b.Add(" WHERE ")
		b.exactly(near, keys)
		b.Add(") AS ")
		b.Add(b.dialect.quote("__j"))
		b.Add(" ON ")
		b.Add(farName)
		b.Add(" = ")
		b.Add(b.quoted)
		b.Add(".")
		b.Add(b.pk.quoted)
		b.Where(q.Where, b.logic, b)
	} else {
		b.Add(" WHERE ")
		b.exactly(near, keys)
		if q.Where != nil {
			b.Add(" AND ")
			b.Condition(q.Where, b.logic, b)
		}
	}
	if !limited {
		b.orderBy(q)
		return near
	}
	b.Add(") AS grouped WHERE ")
	b.Add(position)
	b.Add(" > ")
	b.arg(param{int64(max(q.Skip, 0)), "int8"})
	if q.Limit > 0 {
		b.Add(" AND ")
		b.Add(position)
		b.Add(" <= ")
		b.arg(param{int64(max(q.Skip, 0)) + int64(q.Limit), "int8"})
	}
	b.Add(" ORDER BY ")
	b.Add(position)
	return near
}

// exactly adds the exact comparison of a key column with keys.
func (b *builder) exactly(c *column, keys []any) {
	values := make([]any, 0, len(keys))
	typ := c.paramType()
	for _, k := range keys {
		if p, ok := c.operand(k); ok {
			values = append(values, p.value)
			typ = p.typ
		}
	}
	if len(values) == 0 {
		b.Add("FALSE")
		return
	}
	b.Add(c.quoted)
	b.list(values, typ)
}
