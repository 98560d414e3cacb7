package sqldb

import (
	"context"
	"slices"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
)

// FindGrouped implements orm.Joiner. Each given key is looked for exactly;
// members that two rows of a join model link to one parent come once.
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
	err = db.access.read(ctx, func(c *conn) error {
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
	r := g.table.Reader(g.query.Select)
	near, err := b.grouped(g, r, keys)
	if err != nil {
		return err
	}
	return c.query(b.Bytes, b.args, func(stmt *sqlite.Stmt) error {
		rec, err := r.Record(c.row(stmt), 1)
		if err != nil {
			return err
		}
		key := decode(near, stmt, 0)
		out[key] = append(out[key], rec)
		return nil
	})
}

// grouped builds the statement; its first column is the key. It returns the
// column that the key comes from.
func (b *builder) grouped(g *grouping, r *sqlstore.Reader, keys []any) (*column, error) {
	q := g.query
	owner := g.table
	if g.join != nil {
		owner = g.join
	}
	near := owner.ByName[g.by]
	if near == nil {
		return nil, owner.Model.Unstored(g.by)
	}
	key := near.Quoted
	if g.join != nil {
		key = `"__j"."__near"`
	}
	limited := q.Limit > 0 || q.Skip > 0
	if limited {
		b.Add("SELECT * FROM (")
	}
	b.Add("SELECT ")
	b.Add(key)
	b.Add(` AS "__key", `)
	b.Add(r.Selection)
	if limited {
		b.Add(", row_number() OVER (PARTITION BY ")
		b.Add(key)
		b.orderBy(q)
		b.Add(`) AS "__n"`)
	}
	b.Add(" FROM ")
	b.Add(b.Quoted)
	if g.join != nil {
		far := g.join.ByName[g.far]
		if far == nil || b.PK == nil {
			return nil, g.join.Model.Unstored(g.far)
		}
		b.Add(" JOIN (SELECT DISTINCT ")
		b.Add(near.Quoted)
		b.Add(` AS "__near", `)
		b.Add(far.Quoted)
		b.Add(` AS "__far" FROM `)
		b.Add(g.join.Quoted)
		b.Add(" WHERE ")
		b.Add(near.Quoted)
		b.list(keys)
		b.Add(`) AS "__j" ON "__j"."__far" = `)
		b.Add(b.PK.Quoted)
		b.Where(q.Where, b.Logic, b)
	} else {
		b.Add(" WHERE ")
		b.Add(near.Quoted)
		b.list(keys)
		if q.Where != nil {
			b.Add(" AND ")
			b.Condition(q.Where, b.Logic, b)
		}
	}
	if !limited {
		b.orderBy(q)
		return near, b.Err
	}
	b.Add(`) WHERE "__n" > `)
	b.arg(int64(max(q.Skip, 0)))
	if q.Limit > 0 {
		b.Add(` AND "__n" <= `)
		b.arg(int64(max(q.Skip, 0)) + int64(q.Limit))
	}
	b.Add(` ORDER BY "__n"`)
	return near, b.Err
}
