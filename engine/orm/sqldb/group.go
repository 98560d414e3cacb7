package sqldb

import (
	"context"
	"slices"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
)

// FindGrouped implements orm.Joiner. Each given key is looked for exactly;
// members that two rows of a join model link to one parent come once.
func (db *DB) FindGrouped(ctx context.Context, m *orm.Model, join *orm.Join, by string, keys []any, q *orm.Query) (map[any][]*orm.Record, error) {
	t, err := db.table(m)
	if err != nil {
		return nil, err
	}
	if q == nil {
		q = everything
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
	err = db.read(ctx, func(c *conn) error {
		clear(out)
		for chunk := range slices.Chunk(keys, maxParams) {
			if err := c.grouped(g, chunk, out); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, located("populate", t, err)
	}
	return out, nil
}

// grouping is one FindGrouped call.
type grouping struct {
	table *table
	join  *table // nil when the members hold the key themselves
	by    string
	far   string
	query *orm.Query
}

func (c *conn) grouped(g *grouping, keys []any, out map[any][]*orm.Record) error {
	b := c.builder(g.table)
	defer b.release(c)
	r := g.table.reader(g.query.Select)
	near, err := b.grouped(g, r, keys)
	if err != nil {
		return err
	}
	return c.query(b.text, b.args, func(stmt *sqlite.Stmt) error {
		rec, err := r.record(stmt, 1)
		if err != nil {
			return err
		}
		key := near.decode(stmt, 0)
		out[key] = append(out[key], rec)
		return nil
	})
}

// grouped builds the statement; its first column is the key. It returns the
// column that the key comes from.
func (b *builder) grouped(g *grouping, r *rowReader, keys []any) (*column, error) {
	q := g.query
	owner := g.table
	if g.join != nil {
		owner = g.join
	}
	near := owner.byName[g.by]
	if near == nil {
		return nil, unknownAttribute(owner, g.by)
	}
	key := near.quoted
	if g.join != nil {
		key = `"__j"."__near"`
	}
	limited := q.Limit > 0 || q.Skip > 0
	if limited {
		b.add("SELECT * FROM (")
	}
	b.add("SELECT ")
	b.add(key)
	b.add(` AS "__key", `)
	b.add(r.selection)
	if limited {
		b.add(", row_number() OVER (PARTITION BY ")
		b.add(key)
		b.orderBy(q)
		b.add(`) AS "__n"`)
	}
	b.add(" FROM ")
	b.add(b.quoted)
	if g.join != nil {
		far := g.join.byName[g.far]
		if far == nil || b.pk == nil {
			return nil, unknownAttribute(g.join, g.far)
		}
		b.add(" JOIN (SELECT DISTINCT ")
		b.add(near.quoted)
		b.add(` AS "__near", `)
		b.add(far.quoted)
		b.add(` AS "__far" FROM `)
		b.add(g.join.quoted)
		b.add(" WHERE ")
		b.add(near.quoted)
		b.list(keys)
		b.add(`) AS "__j" ON "__j"."__far" = `)
		b.add(b.pk.quoted)
		b.where(q.Where)
	} else {
		b.add(" WHERE ")
		b.add(near.quoted)
		b.list(keys)
		if q.Where != nil {
			b.add(" AND ")
			b.expr(q.Where, 0)
		}
	}
	if !limited {
		b.orderBy(q)
		return near, b.err
	}
	b.add(`) WHERE "__n" > `)
	b.arg(int64(max(q.Skip, 0)))
	if q.Limit > 0 {
		b.add(` AND "__n" <= `)
		b.arg(int64(max(q.Skip, 0)) + int64(q.Limit))
	}
	b.add(` ORDER BY "__n"`)
	return near, b.err
}

func unknownAttribute(t *table, name string) error {
	return &orm.UsageError{Reason: "the model " + t.model.Identity + " stores no attribute `" + name + "`"}
}
