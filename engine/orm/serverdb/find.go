package serverdb

import (
	"context"
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// Find implements orm.Adapter. Inside a transaction the records are locked
// until its end.
func (db *DB) Find(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return nil, err
	}
	if q.Aggregates() {
		return db.aggregate(ctx, t, q)
	}
	r := t.reader(q.Select)
	b := t.builder()
	b.find(r, q)
	if db.transaction(ctx) != nil {
		b.Add(" FOR UPDATE")
	}
	if b.Err != nil {
		return nil, b.Err
	}
	var found []*orm.Record
	err = db.read(ctx, func(ctx context.Context, s statements) error {
		found, err = r.records(ctx, s, b)
		return err
	})
	if err != nil {
		return nil, db.wrap("find", t, err)
	}
	return found, nil
}

// find builds the SELECT of a query without aggregates.
func (b *builder) find(r *rowReader, q *orm.Query) {
	b.Add("SELECT ")
	b.Add(r.selection)
	b.Add(" FROM ")
	b.Add(b.quoted)
	b.Where(q.Where, b.logic, b)
	b.tail(q)
}

// Count implements orm.Adapter.
func (db *DB) Count(ctx context.Context, m *orm.Model, q *orm.Query) (int64, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return 0, err
	}
	b := t.builder()
	b.Add("SELECT count(*) FROM ")
	if q.Limit > 0 || q.Skip > 0 {
		b.Add("(SELECT 1 FROM ")
		b.Add(t.quoted)
		b.Where(q.Where, b.logic, b)
		b.window(q)
		b.Add(") AS counted")
	} else {
		b.Add(t.quoted)
		b.Where(q.Where, b.logic, b)
	}
	if b.Err != nil {
		return 0, b.Err
	}
	var n int64
	err = db.read(ctx, func(ctx context.Context, s statements) error {
		return s.query(ctx, string(b.Bytes), b.args, func(values [][]byte) error {
			v, _ := number(string(values[0]))
			n, _ = v.(int64)
			return nil
		})
	})
	return n, db.wrap("count", t, err)
}

// rowReader makes records of the rows of one query.
type rowReader struct {
	table     *table
	columns   []*column
	names     []string
	selection string
}

// reader returns the rowReader of the attributes in list, of all if it is empty. The
// primary key is always included.
func (t *table) reader(list []string) *rowReader {
	if len(list) == 0 {
		return &rowReader{table: t, columns: t.columns, names: t.names, selection: t.selection}
	}
	r := &rowReader{table: t}
	var selection []string
	for _, c := range t.columns {
		if c == t.pk || slices.Contains(list, c.name) || slices.Contains(list, c.stored) {
			r.columns = append(r.columns, c)
			r.names = append(r.names, c.name)
			selection = append(selection, c.quoted)
		}
	}
	r.selection = strings.Join(selection, ", ")
	return r
}

// record makes a record of the first values of a row; further ones are ignored.
func (r *rowReader) record(values [][]byte) *orm.Record {
	vals := make([]any, len(r.columns))
	for i, c := range r.columns {
		vals[i] = c.decode(values[i])
	}
	return &orm.Record{Map: *value.FromRow(r.names, vals), Model: r.table.model}
}

// records runs the statement and reads its rows.
func (r *rowReader) records(ctx context.Context, s statements, b *builder) ([]*orm.Record, error) {
	if b.Err != nil {
		return nil, b.Err
	}
	var out []*orm.Record
	err := s.query(ctx, string(b.Bytes), b.args, func(values [][]byte) error {
		out = append(out, r.record(values))
		return nil
	})
	return out, err
}
