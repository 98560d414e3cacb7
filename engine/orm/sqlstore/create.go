package sqlstore

import (
	"context"
	"fmt"
	"slices"

	"framework/engine/orm"
	"framework/engine/value"
)

// valuesAtOnce limits the parameters of one INSERT, far below the limits of servers.
const valuesAtOnce = 40_000

// Create implements orm.Adapter: all of the rows are stored, or none. Attributes that
// the model does not declare are an error, unless the table keeps them.
func (db *Store) Create(ctx context.Context, m *orm.Model, rows []*value.Map) ([]*orm.Record, error) {
	t, err := db.Table(m)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	s := db.builder(t)
	defer db.done(s)
	c := &creation{store: db, statement: s, table: t}
	if err := s.prepare(rows); err != nil {
		return nil, db.Wrap("create", t, err)
	}
	run := db.engine.Change
	if len(rows) == 1 && !s.insertions[0].follows(t) {
		run = db.engine.Write
	}
	if err := run(ctx, c); err != nil {
		return nil, db.Wrap("create", t, err)
	}
	return c.made, nil
}

// creation is one Create call.
type creation struct {
	store     *Store
	statement *statement
	table     *Table
	made      []*orm.Record
}

// insertion is one row to be stored.
type insertion struct {
	row   *value.Map
	cells []cell
	extra *value.Map // of the hidden column
	keyed bool       // the primary key is given
}

// cell is a value to be stored.
type cell struct {
	column *Column
	value  any
	param  Param
}

// prepare sets the insertions of the rows.
func (s *statement) prepare(rows []*value.Map) error {
	size := 0
	for _, row := range rows {
		size += row.Len()
	}
	s.insertions, s.cells = slices.Grow(s.insertions[:0], len(rows)), slices.Grow(s.cells[:0], size)
	for _, row := range rows {
		in := insertion{row: row}
		start := len(s.cells)
		for k, v := range row.All() {
			c, stored := s.Table.stores(k, v)
			switch {
			case !stored:
				if _, undefined := v.(value.Undefined); !undefined && s.Unknown(k) {
					return fmt.Errorf("no such column: %s", k)
				}
			case c == nil || v == nil && s.Sparse:
				if in.extra == nil {
					in.extra = value.New(4)
				}
				if c != nil {
					k = c.Name
				}
				in.extra.Set(k, v)
			case c.Name != c.Stored && slices.ContainsFunc(s.cells[start:], func(other cell) bool { return other.column == c }):
			default:
				in.keyed = in.keyed || c == s.PK
				s.cells = append(s.cells, cell{c, v, s.Encode(c, v)})
			}
		}
		in.cells = s.cells[start:len(s.cells):len(s.cells)]
		s.insertions = append(s.insertions, in)
	}
	return nil
}

// stores returns the column of a value of a new row, nil for one of the hidden column.
// stored is false if the value is not stored.
func (t *Table) stores(name string, v any) (c *Column, stored bool) {
	if _, undefined := v.(value.Undefined); undefined {
		return t.ByName[name], false
	}
	c = t.ByName[name]
	if c == nil {
		return nil, t.Extra
	}
	return c, v != nil || c != t.PK && !c.Attr.AutoIncrement
}

// follows reports whether storing the row takes more than one statement.
func (in *insertion) follows(t *Table) bool {
	if t.ReturnsInserted {
		return in.keyed && t.PK.Sequence != ""
	}
	return t.Fills || t.Counts
}

// Run implements Work: consecutive rows with the same columns are stored in one statement.
func (c *creation) Run(ctx context.Context, on Statements) error {
	t, list := c.table, c.statement.insertions
	c.made = make([]*orm.Record, 0, len(list))
	highest := int64(0)
	for len(list) > 0 {
		n, most := 1, min(t.RowsAtOnce, valuesAtOnce/max(len(list[0].cells), 1))
		if len(list[0].cells) == 0 {
			most = 1
		}
		for n < len(list) && n < most && sameRow(&list[0], &list[n]) {
			n++
		}
		chunk := list[:n]
		list = list[n:]
		if err := c.insertRows(ctx, on, chunk); err != nil {
			return err
		}
		if chunk[0].keyed && t.PK.Sequence != "" {
			for _, r := range c.made[len(c.made)-n:] {
				if id, ok := r.ID().(int64); ok {
					highest = max(highest, id)
				}
			}
		}
		// The next rows may get generated keys, which have to be larger.
		if highest > 0 && (len(list) == 0 || !list[0].keyed) {
			if err := on.Query(ctx, []byte(t.PassKey(t.PK.Sequence)), []any{highest}, ignored{}); err != nil {
				return err
			}
			highest = 0
		}
	}
	return nil
}

// ignored takes rows that nobody needs.
type ignored struct{}

func (ignored) Row(Row) error { return nil }

// sameRow reports whether one statement can store both rows.
func sameRow(a, b *insertion) bool {
	return slices.EqualFunc(a.cells, b.cells, func(x, y cell) bool { return x.column == y.column && x.param.Type == y.param.Type })
}

// insertRows stores rows in one statement.
func (c *creation) insertRows(ctx context.Context, on Statements, rows []insertion) error {
	var err error
	if c.table.ReturnsInserted {
		err = c.returning(ctx, on, rows)
	} else {
		err = c.numbered(ctx, on, rows)
	}
	if err == nil {
		return nil
	}
	values := make([]*value.Map, len(rows))
	for i := range rows {
		values[i] = rows[i].row
	}
	return c.store.uniqueness(c.table, err, values...)
}

// returning stores rows in a database that returns them.
func (c *creation) returning(ctx context.Context, on Statements, rows []insertion) error {
	s := c.statement
	s.restart(c.table)
	if len(rows) == 1 || !plural(rows[0].cells) {
		s.insert(rows, rows[0].cells)
	} else {
		s.insertArrays(rows)
	}
	s.reader, s.row = c.table.Reader(nil), (*statement).readRecord
	s.Add(" RETURNING ")
	s.Add(s.reader.Selection)
	if err := s.Run(ctx, on); err != nil {
		return err
	}
	if len(s.records) != len(rows) {
		return fmt.Errorf("the server stored %d of %d rows: a trigger or rule of the table keeps the others out", len(s.records), len(rows))
	}
	c.made = append(c.made, s.records...)
	return nil
}

// insert adds INSERT … VALUES. cells are those of the first row.
func (b *Builder) insert(rows []insertion, cells []cell) {
	b.Add("INSERT INTO ")
	b.Add(b.Quoted)
	extra := rows[0].extra
	if len(cells) == 0 && extra == nil {
		b.Add(b.Defaults)
		return
	}
	b.columnList(cells, extra != nil)
	b.Add(" VALUES ")
	for i := range rows {
		if i > 0 {
			b.Add(", ")
			cells = rows[i].cells
		}
		b.Add("(")
		for j := range cells {
			if j > 0 {
				b.Add(",")
			}
			b.Param(cells[j].param)
		}
		if extra != nil {
			if len(cells) > 0 {
				b.Add(",")
			}
			b.Arg(string(value.Append(nil, extra)), "")
		}
		b.Add(")")
	}
}

func (b *Builder) columnList(cells []cell, extra bool) {
	b.Add(" (")
	for i := range cells {
		if i > 0 {
			b.Add(", ")
		}
		b.Add(cells[i].column.Quoted)
	}
	if extra {
		if len(cells) > 0 {
			b.Add(", ")
		}
		b.Add(b.Dialect.Quote(ExtraColumn))
	}
	b.Add(")")
}

// plural reports whether values can be sent as elements of arrays: not those of types
// that only the server knows.
func plural(cells []cell) bool {
	return !slices.ContainsFunc(cells, func(c cell) bool { return c.column.Storage == StoreOther })
}

// insertArrays adds an INSERT with one array parameter for each column: the statement
// is the same for any number of rows, so it is prepared once.
func (b *Builder) insertArrays(rows []insertion) {
	cells := rows[0].cells
	b.Add("INSERT INTO ")
	b.Add(b.Quoted)
	b.columnList(cells, false)
	b.Add(" SELECT * FROM unnest(")
	values := make([]any, len(rows))
	for j := range cells {
		if j > 0 {
			b.Add(", ")
		}
		for i := range rows {
			values[i] = rows[i].cells[j].param.Value
		}
		b.Arg(b.Array(values), cells[j].param.Type+"[]")
	}
	b.Add(")")
}

// numbered stores rows in a database that returns only the generated key of the first
// one. The keys of one INSERT have a constant step.
func (c *creation) numbered(ctx context.Context, on Statements, rows []insertion) error {
	t, s := c.table, c.statement
	cells := rows[0].cells
	if t.Counts {
		var err error
		if cells, err = s.number(ctx, on, cells); err != nil {
			return err
		}
	}
	s.restart(t)
	s.insert(rows, cells)
	first, err := on.Exec(ctx, s.Bytes, s.Args)
	if err != nil {
		return err
	}
	start := len(c.made)
	for i := range rows {
		if i > 0 {
			cells = rows[i].cells
		}
		c.made = append(c.made, t.stored(&rows[i], cells, first+int64(i)*t.Step))
	}
	if !t.Fills {
		return nil
	}
	keys := make([]any, len(rows))
	for i, r := range c.made[start:] {
		keys[i] = r.ID()
	}
	again, err := s.byKeys(ctx, on, keys)
	if err != nil {
		return err
	}
	for i, r := range c.made[start:] {
		if full := again[r.ID()]; full != nil {
			c.made[start+i] = full
		}
	}
	return nil
}

// number adds the attributes that the store numbers, each by the number after the
// highest one.
func (s *statement) number(ctx context.Context, on Statements, cells []cell) ([]cell, error) {
	for _, c := range s.Columns {
		if !s.NumbersColumn(c) || slices.ContainsFunc(cells, func(other cell) bool { return other.column == c }) {
			continue
		}
		s.restart(s.Table)
		s.Add("SELECT coalesce(max(")
		s.Add(c.Quoted)
		s.Add("), 0) + 1 FROM ")
		s.Add(s.Quoted)
		s.row = (*statement).readCount
		if err := s.Run(ctx, on); err != nil {
			return nil, err
		}
		cells = append(cells, cell{c, s.count, Param{Value: s.count}})
	}
	return cells, nil
}

// stored returns the record of a row that was stored. key is the generated one.
func (t *Table) stored(in *insertion, cells []cell, key int64) *orm.Record {
	if !t.GivenOrder {
		vals := make([]any, len(t.Columns))
		for _, c := range cells {
			vals[c.column.Index] = t.Normal(c.column, c.value)
		}
		if !in.keyed && t.PK.Auto {
			vals[t.PK.Index] = key
		}
		return &orm.Record{Map: *value.FromRow(t.Names, vals), Model: t.Model}
	}
	rec := newRecord(t, in.row.Len()+1)
	for k, v := range in.row.All() {
		switch c, stored := t.stores(k, v); {
		case !stored:
		case c == nil || v == nil && t.Sparse:
			rec.Set(k, v)
		default:
			rec.Set(c.Name, t.Normal(c, v))
		}
	}
	for _, c := range cells[len(in.cells):] {
		rec.Set(c.column.Name, c.value)
	}
	if !in.keyed && t.PK != nil && t.PK.Auto {
		rec.Set(t.PK.Name, key)
	}
	if !t.Sparse {
		for _, c := range t.Columns {
			if !rec.Has(c.Name) {
				rec.Set(c.Name, nil)
			}
		}
	}
	return rec
}

// byKeys reads the records with those keys.
func (s *statement) byKeys(ctx context.Context, on Statements, keys []any) (map[any]*orm.Record, error) {
	out := make(map[any]*orm.Record, len(keys))
	s.reader, s.row = s.Table.Reader(nil), (*statement).readRecord
	for chunk := range slices.Chunk(keys, s.RowsAtOnce) {
		s.restart(s.Table)
		s.Add("SELECT ")
		s.Add(s.reader.Selection)
		s.Add(" FROM ")
		s.Add(s.Quoted)
		s.Add(" WHERE ")
		s.Keys(&s.Builder, s.PK, chunk)
		if err := s.Run(ctx, on); err != nil {
			return nil, err
		}
		for _, rec := range s.records {
			out[rec.ID()] = rec
		}
	}
	return out, nil
}
