package serverdb

import (
	"context"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
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
	r := t.Reader(q.Select)
	b := newBuilder(t)
	b.find(r, q)
	if db.transaction(ctx) != nil {
		b.Add(" FOR UPDATE")
	}
	if b.Err != nil {
		return nil, b.Err
	}
	var found []*orm.Record
	err = db.read(ctx, func(ctx context.Context, s statements) error {
		found, err = records(ctx, r, s, b)
		return err
	})
	if err != nil {
		return nil, db.wrap("find", t, err)
	}
	return found, nil
}

// find builds the SELECT of a query without aggregates.
func (b *builder) find(r *sqlstore.Reader, q *orm.Query) {
	b.Add("SELECT ")
	b.Add(r.Selection)
	b.Add(" FROM ")
	b.Add(b.Quoted)
	b.Where(q.Where, b.Logic, b)
	b.tail(q)
}

// Count implements orm.Adapter.
func (db *DB) Count(ctx context.Context, m *orm.Model, q *orm.Query) (int64, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return 0, err
	}
	b := newBuilder(t)
	b.Add("SELECT count(*) FROM ")
	if q.Limit > 0 || q.Skip > 0 {
		b.Add("(SELECT 1 FROM ")
		b.Add(t.Quoted)
		b.Where(q.Where, b.Logic, b)
		b.window(q)
		b.Add(") AS counted")
	} else {
		b.Add(t.Quoted)
		b.Where(q.Where, b.Logic, b)
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

// records runs the statement and reads its rows.
func records(ctx context.Context, r *sqlstore.Reader, s statements, b *builder) ([]*orm.Record, error) {
	if b.Err != nil {
		return nil, b.Err
	}
	var out []*orm.Record
	var current row
	err := s.query(ctx, string(b.Bytes), b.args, func(values [][]byte) error {
		current.values = values
		rec, err := r.Record(&current, 0)
		out = append(out, rec)
		return err
	})
	return out, err
}
