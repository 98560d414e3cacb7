package sqlstore

import (
	"context"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
)

// Find implements orm.Adapter. In a sparse table a record lacks the attributes that were
// never set. Inside a transaction servers lock the records until its end.
func (db *Store) Find(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return nil, err
	}
	if q.Aggregates() {
		return db.aggregate(ctx, t, q)
	}
	s := db.builder(t)
	defer db.done(s)
	s.row = (*statement).readRecord
	s.reader = t.Reader(q.Select)
	s.find(s.reader, q)
	if err := db.read(ctx, "find", s); err != nil {
		return nil, err
	}
	return s.records, nil
}

// read runs a SELECT of an operation. Inside a transaction it locks the rows. Errors of
// the criteria name the table already.
func (db *Store) read(ctx context.Context, operation string, s *statement) error {
	if s.Lock != "" && s.reader != nil && db.engine.Inside(ctx) {
		s.Add(s.Lock)
	}
	if s.Err != nil {
		return s.Err
	}
	return db.Wrap(operation, s.Table, db.engine.Read(ctx, s))
}

// AppendFind implements orm.JSONFinder. Put between "[" and, when there were
// records and an indent was given, a new line with prefix, and "]", the text
// is what orm.Records writes for the same records at the same place.
// Protected attributes are left out.
func (db *Store) AppendFind(ctx context.Context, dst []byte, m *orm.Model, q *orm.Query, prefix, indent string) ([]byte, int, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return dst, 0, err
	}
	rows := sqltext.NewRows(prefix, indent)
	if q.Aggregates() {
		found, err := db.aggregate(ctx, t, q)
		for i, r := range found {
			dst = rows.Row(dst, i, r)
		}
		return dst, len(found), err
	}
	s := db.builder(t)
	defer db.done(s)
	s.row, s.rows = (*statement).readJSON, rows
	s.text, s.start = dst, len(dst)
	s.reader = t.Reader(q.Select)
	s.find(s.reader, q)
	if err := db.read(ctx, "find", s); err != nil {
		return dst, 0, err
	}
	return s.text, s.end, nil
}

// Count implements orm.Adapter.
func (db *Store) Count(ctx context.Context, m *orm.Model, q *orm.Query) (int64, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return 0, err
	}
	s := db.builder(t)
	defer db.done(s)
	s.row = (*statement).readCount
	s.Builder.count(q)
	if err := db.read(ctx, "count", s); err != nil {
		return 0, err
	}
	return s.count, nil
}

// aggregate answers a query with aggregates.
func (db *Store) aggregate(ctx context.Context, t *Table, q *orm.Query) ([]*orm.Record, error) {
	s := db.builder(t)
	defer db.done(s)
	s.row = (*statement).readAggregates
	s.list = s.Builder.aggregate(q)
	if err := db.read(ctx, "aggregate", s); err != nil {
		return nil, err
	}
	return s.records, nil
}
