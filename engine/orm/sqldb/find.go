package sqldb

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
)

// Find implements orm.Adapter. In a sparse store a record lacks the
// attributes that were never set. Without a sort, records come in the order of
// their creation.
func (db *DB) Find(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return nil, err
	}
	if q.Aggregates() {
		return db.aggregate(ctx, t, q)
	}
	var found []*orm.Record
	err = db.access.read(ctx, func(c *conn) error {
		r := t.Reader(q.Select)
		found, err = c.records(t, r, func(b *builder) { b.find(r, q) })
		return err
	})
	return found, located("find", t, err)
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

// records runs the statement that build makes and reads its rows.
func (c *conn) records(t *table, r *sqlstore.Reader, build func(b *builder)) ([]*orm.Record, error) {
	b := c.builder(t)
	defer b.release(c)
	build(b)
	if b.Err != nil {
		return nil, b.Err
	}
	var out []*orm.Record
	err := c.query(b.Bytes, b.args, func(stmt *sqlite.Stmt) error {
		rec, err := r.Record(c.row(stmt), 0)
		if err == nil {
			out = append(out, rec)
		}
		return err
	})
	return out, err
}

// Count implements orm.Adapter.
func (db *DB) Count(ctx context.Context, m *orm.Model, q *orm.Query) (int64, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return 0, err
	}
	var n int64
	err = db.access.read(ctx, func(c *conn) error {
		b := c.builder(t)
		defer b.release(c)
		b.Add("SELECT count(*) FROM ")
		if q.Limit > 0 || q.Skip > 0 {
			b.Add("(SELECT 1 FROM ")
			b.Add(t.Quoted)
			b.Where(q.Where, b.Logic, b)
			b.window(q)
			b.Add(")")
		} else {
			b.Add(t.Quoted)
			b.Where(q.Where, b.Logic, b)
		}
		if b.Err != nil {
			return b.Err
		}
		return c.query(b.Bytes, b.args, func(stmt *sqlite.Stmt) error {
			n = stmt.ColumnInt64(0)
			return nil
		})
	})
	return n, located("count", t, err)
}

// located adds the operation and the table to an error, except to errors of use
// and of uniqueness, which do not need them.
func located(operation string, t *table, err error) error {
	if err == nil {
		return nil
	}
	var usage *orm.UsageError
	var unique *orm.UniqueError
	if errors.As(err, &usage) || errors.As(err, &unique) {
		return err
	}
	err = fmt.Errorf("%s in table %s: %w", operation, t.Name, err)
	if strings.Contains(err.Error(), "no such table: "+t.Name) {
		return &orm.MissingTableError{Err: err}
	}
	return err
}
