package serverdb

import (
	"context"
	"fmt"
	"slices"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

const (
	// rowsAtOnce and valuesAtOnce limit the rows and parameters of one INSERT, far below
	// the limits of the servers.
	rowsAtOnce   = 2_000
	valuesAtOnce = 40_000
)

// Create implements orm.Adapter: all of the rows are stored, or none.
// Attributes that the model does not declare are an error.
func (db *DB) Create(ctx context.Context, m *orm.Model, rows []*value.Map) ([]*orm.Record, error) {
	t, err := db.table(m)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	list := make([]*insertion, len(rows))
	for i, row := range rows {
		if list[i], err = newInsertion(t, row); err != nil {
			return nil, db.wrap("create", t, err)
		}
	}
	var made []*orm.Record
	run := func(ctx context.Context, s statements) error {
		made = make([]*orm.Record, 0, len(rows))
		return insertAll(ctx, t, s, list, &made)
	}
	if len(rows) == 1 && !list[0].follows(t) {
		err = db.write(ctx, run)
	} else {
		err = db.transactional(ctx, run)
	}
	if err != nil {
		return nil, db.wrap("create", t, db.uniqueness(t, err, rows...))
	}
	return made, nil
}

// insertion is one row to be stored.
type insertion struct {
	columns []*column
	params  []param
	values  []any
	keyed   bool // the primary key is given
}

func newInsertion(t *table, row *value.Map) (*insertion, error) {
	in := &insertion{
		columns: make([]*column, 0, row.Len()), params: make([]param, 0, row.Len()), values: make([]any, 0, row.Len()),
	}
	for k, v := range row.All() {
		if _, undefined := v.(value.Undefined); undefined {
			continue
		}
		c := t.ByName[k]
		if t.Unknown(k) {
			return nil, fmt.Errorf("no such column: %s", k)
		}
		if c == nil {
			continue
		}
		if v == nil && (c == t.PK || c.Attr.AutoIncrement) {
			continue
		}
		if slices.Contains(in.columns, c) {
			continue
		}
		in.keyed = in.keyed || c == t.PK
		in.columns = append(in.columns, c)
		in.params = append(in.params, encode(c, v))
		in.values = append(in.values, v)
	}
	return in, nil
}

// follows reports whether storing the row takes more than one statement.
func (in *insertion) follows(t *table) bool {
	if t.Returning {
		return in.keyed && t.PK.Sequence != ""
	}
	return t.Fills
}

// insertAll stores the rows; consecutive rows with the same columns in one statement.
func insertAll(ctx context.Context, t *table, s statements, list []*insertion, made *[]*orm.Record) error {
	highest := int64(0)
	for len(list) > 0 {
		n, most := 1, min(rowsAtOnce, valuesAtOnce/max(len(list[0].columns), 1))
		if len(list[0].columns) == 0 {
			most = 1
		}
		for n < len(list) && n < most && sameRow(list[0], list[n]) {
			n++
		}
		chunk := list[:n]
		list = list[n:]
		var err error
		if t.Returning {
			err = insertReturning(ctx, t, s, chunk, made)
		} else {
			err = insertNumbered(ctx, t, s, chunk, made)
		}
		if err != nil {
			return err
		}
		if chunk[0].keyed && t.PK.Sequence != "" {
			for _, r := range (*made)[len(*made)-n:] {
				if id, ok := r.ID().(int64); ok {
					highest = max(highest, id)
				}
			}
		}
		// The next rows may get generated keys, which have to be larger.
		if highest > 0 && (len(list) == 0 || !list[0].keyed) {
			if err := passKey(ctx, t, s, highest); err != nil {
				return err
			}
			highest = 0
		}
	}
	return nil
}

// passKey moves the sequence of the primary key past a key that was given. If the key
// is near, it draws the numbers in between: other transactions draw too, and the
// sequence must never go back.
func passKey(ctx context.Context, t *table, s statements, key int64) error {
	text := "SELECT CASE WHEN $1::int8 - drawn > 1000 THEN setval(" + sqlstore.Literal(t.PK.Sequence) + "::regclass, $1::int8)" +
		" ELSE (SELECT count(nextval(" + sqlstore.Literal(t.PK.Sequence) + "::regclass)) FROM generate_series(drawn + 1, $1::int8)) END" +
		" FROM (SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS drawn FROM " + t.PK.Sequence + ") AS sequence WHERE drawn < $1::int8"
	return s.query(ctx, text, []any{key}, func([][]byte) error { return nil })
}

// sameRow reports whether one statement can store both rows.
func sameRow(a, b *insertion) bool {
	if !slices.Equal(a.columns, b.columns) {
		return false
	}
	for i := range a.params {
		if a.params[i].Type != b.params[i].Type {
			return false
		}
	}
	return true
}

// insertReturning stores rows on a server that supports RETURNING.
func insertReturning(ctx context.Context, t *table, s statements, rows []*insertion, made *[]*orm.Record) error {
	b := newBuilder(t)
	if len(rows) == 1 || !rows[0].plural() {
		b.insert(rows)
	} else {
		b.insertArrays(rows)
	}
	r := t.Reader(nil)
	b.Add(" RETURNING ")
	b.Add(r.Selection)
	got, err := records(ctx, r, s, b)
	if err != nil {
		return err
	}
	if len(got) != len(rows) {
		return fmt.Errorf("the server stored %d of %d rows: a trigger or rule of the table keeps the others out", len(got), len(rows))
	}
	*made = append(*made, got...)
	return nil
}

// insert adds INSERT … VALUES.
func (b *builder) insert(rows []*insertion) {
	b.Add("INSERT INTO ")
	b.Add(b.Quoted)
	if len(rows[0].columns) == 0 {
		b.Add(b.Defaults)
		return
	}
	b.columnList(rows[0].columns)
	b.Add(" VALUES ")
	for i, in := range rows {
		if i > 0 {
			b.Add(", ")
		}
		b.Add("(")
		for j, p := range in.params {
			if j > 0 {
				b.Add(",")
			}
			b.arg(p)
		}
		b.Add(")")
	}
}

func (b *builder) columnList(columns []*column) {
	b.Add(" (")
	for i, c := range columns {
		if i > 0 {
			b.Add(", ")
		}
		b.Add(c.Quoted)
	}
	b.Add(")")
}

// plural reports whether the values of the row can be sent as elements of arrays: not
// those of types that only the server knows.
func (in *insertion) plural() bool {
	return !slices.ContainsFunc(in.columns, func(c *column) bool { return c.Storage == sqlstore.StoreOther })
}

// insertArrays adds an INSERT with one array parameter for each column: the statement
// is the same for any number of rows, so it is prepared once.
func (b *builder) insertArrays(rows []*insertion) {
	columns := rows[0].columns
	b.Add("INSERT INTO ")
	b.Add(b.Quoted)
	b.columnList(columns)
	b.Add(" SELECT * FROM unnest(")
	values := make([]any, len(rows))
	for j := range columns {
		if j > 0 {
			b.Add(", ")
		}
		for i, in := range rows {
			values[i] = in.params[j].Value
		}
		b.arg(typed(arrayText(values), rows[0].params[j].Type+"[]"))
	}
	b.Add(")")
}

// insertNumbered stores rows on a server that returns only the generated key of the
// first one. The keys of one INSERT have a constant step.
func insertNumbered(ctx context.Context, t *table, s statements, rows []*insertion, made *[]*orm.Record) error {
	b := newBuilder(t)
	b.insert(rows)
	if b.Err != nil {
		return b.Err
	}
	first, err := s.exec(ctx, string(b.Bytes), b.args)
	if err != nil {
		return err
	}
	start := len(*made)
	for i, in := range rows {
		vals := make([]any, len(t.Columns))
		for j, c := range in.columns {
			vals[c.Index] = normal(c, in.values[j])
		}
		if !in.keyed && t.PK.Auto {
			vals[t.PK.Index] = first + int64(i)*t.Step
		}
		*made = append(*made, &orm.Record{Map: *value.FromRow(t.Names, vals), Model: t.Model})
	}
	if !t.Fills {
		return nil
	}
	keys := make([]any, len(rows))
	for i, r := range (*made)[start:] {
		keys[i] = r.ID()
	}
	again, err := byKeys(ctx, t, s, keys)
	if err != nil {
		return err
	}
	for i, r := range (*made)[start:] {
		if full := again[r.ID()]; full != nil {
			(*made)[start+i] = full
		}
	}
	return nil
}

// byKeys reads the records with those keys.
func byKeys(ctx context.Context, t *table, s statements, keys []any) (map[any]*orm.Record, error) {
	out := make(map[any]*orm.Record, len(keys))
	r := t.Reader(nil)
	for chunk := range slices.Chunk(keys, rowsAtOnce) {
		b := newBuilder(t)
		b.Add("SELECT ")
		b.Add(r.Selection)
		b.Add(" FROM ")
		b.Add(t.Quoted)
		b.Add(" WHERE ")
		b.exactly(t.PK, chunk)
		found, err := records(ctx, r, s, b)
		if err != nil {
			return nil, err
		}
		for _, rec := range found {
			out[rec.ID()] = rec
		}
	}
	return out, nil
}
