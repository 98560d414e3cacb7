package sqlstore

import (
	"context"
	"slices"

	"framework/engine/orm"
)

// FindGrouped implements orm.Joiner. Keys are compared exactly; a member that two rows
// of a join model link to one parent is returned once.
func (db *Store) FindGrouped(ctx context.Context, m *orm.Model, join *orm.Join, by string, keys []any, q *orm.Query) (map[any][]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil {
		return nil, err
	}
	g := &grouping{store: db, table: t, by: by, keys: keys, query: q, groups: make(map[any][]*orm.Record, len(keys))}
	if q.Nothing || len(keys) == 0 {
		return g.groups, nil
	}
	if join != nil {
		if g.join, err = db.Table(join.Model); err != nil {
			return nil, err
		}
		g.far = join.Far
	}
	if err := db.engine.Read(ctx, g); err != nil {
		return nil, db.Wrap("populate", t, err)
	}
	return g.groups, nil
}

// grouping is one FindGrouped call.
type grouping struct {
	store  *Store
	table  *Table
	join   *Table // nil if the members have the key themselves
	by     string
	far    string
	keys   []any
	query  *orm.Query
	reader *Reader
	near   *Column // the one with the key
	groups map[any][]*orm.Record
}

// Run implements Work.
func (g *grouping) Run(ctx context.Context, on Statements) error {
	clear(g.groups)
	b := g.store.builder(g.table)
	defer g.store.done(b)
	for chunk := range slices.Chunk(g.keys, g.table.KeysAtOnce) {
		b.restart(g.table)
		g.reader = g.table.Reader(g.query.Select)
		g.build(&b.Builder, chunk)
		if b.Err != nil {
			return b.Err
		}
		if err := on.Query(ctx, b.Bytes, b.Args, g); err != nil {
			return err
		}
	}
	return nil
}

// Row implements Receiver.
func (g *grouping) Row(row Row) error {
	key := row.Value(g.near, 0)
	rec, err := g.reader.Record(row, 1)
	g.groups[key] = append(g.groups[key], rec)
	return err
}

// build adds the statement. Its first result column is the key.
func (g *grouping) build(b *Builder, keys []any) {
	q := g.query
	owner := g.table
	if g.join != nil {
		owner = g.join
	}
	near := owner.ByName[g.by]
	if near == nil {
		b.Err = owner.Model.Unstored(g.by)
		return
	}
	g.near = near
	key := func() {
		if g.join != nil {
			b.name("__near")
		} else {
			b.Add(near.Quoted)
		}
	}
	limited := q.Limit > 0 || q.Skip > 0
	if limited {
		b.Add("SELECT * FROM (")
	}
	b.Add("SELECT ")
	key()
	b.Add(" AS ")
	b.name("__key")
	b.Add(", ")
	b.Add(g.reader.Selection)
	if limited {
		b.Add(", row_number() OVER (PARTITION BY ")
		key()
		b.orderBy(q)
		b.Add(") AS ")
		b.name("__n")
	}
	b.Add(" FROM ")
	b.Add(b.Quoted)
	if g.join != nil {
		far := g.join.ByName[g.far]
		if far == nil || b.PK == nil {
			b.Err = g.join.Model.Unstored(g.far)
			return
		}
		b.Add(" JOIN (SELECT DISTINCT ")
		b.Add(near.Quoted)
		b.Add(" AS ")
		b.name("__near")
		b.Add(", ")
		b.Add(far.Quoted)
		b.Add(" AS ")
		b.name("__far")
		b.Add(" FROM ")
		b.Add(g.join.Quoted)
		b.Add(" WHERE ")
		b.Comparisons.Keys(b, near, keys)
		b.Add(") AS ")
		b.name("__j")
		b.Add(" ON ")
		b.name("__far")
		b.Add(" = ")
		b.Add(b.Quoted)
		b.Add(".")
		b.Add(b.PK.Quoted)
		b.Where(q.Where)
	} else {
		b.Add(" WHERE ")
		b.Comparisons.Keys(b, near, keys)
		if q.Where != nil {
			b.Add(" AND ")
			b.Condition(q.Where)
		}
	}
	if !limited {
		b.orderBy(q)
		return
	}
	b.Add(") AS grouped WHERE ")
	b.name("__n")
	b.Add(" > ")
	b.Arg(int64(max(q.Skip, 0)), "int8")
	if q.Limit > 0 {
		b.Add(" AND ")
		b.name("__n")
		b.Add(" <= ")
		b.Arg(int64(max(q.Skip, 0))+int64(q.Limit), "int8")
	}
	b.Add(" ORDER BY ")
	b.name("__n")
}

// name adds a name that no model chose.
func (b *Builder) name(name string) {
	b.Add(b.Mark)
	b.Add(name)
	b.Add(b.Mark)
}
