package sqldb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/value"
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
		r := t.reader(q.Select)
		found, err = c.records(t, r, func(b *builder) { b.find(r, q) })
		return err
	})
	return found, located("find", t, err)
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

// records runs the statement that build makes and reads its rows.
func (c *conn) records(t *table, r *rowReader, build func(b *builder)) ([]*orm.Record, error) {
	b := c.builder(t)
	defer b.release(c)
	build(b)
	if b.Err != nil {
		return nil, b.Err
	}
	var out []*orm.Record
	err := c.query(b.Bytes, b.args, func(stmt *sqlite.Stmt) error {
		rec, err := r.record(stmt, 0)
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
			b.Add(t.quoted)
			b.Where(q.Where, b.logic, b)
			b.window(q)
			b.Add(")")
		} else {
			b.Add(t.quoted)
			b.Where(q.Where, b.logic, b)
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
	err = fmt.Errorf("%s in table %s: %w", operation, t.name, err)
	if strings.Contains(err.Error(), "no such table: "+t.name) {
		return &orm.MissingTableError{Err: err}
	}
	return err
}

// rowReader makes records of result rows. It serves one query, that of all
// columns of a table that is not sparse any number of them.
type rowReader struct {
	table     *table
	columns   []*column
	extra     bool
	selection string
	only      []string // undeclared attributes to return; nil for all

	// Rows of one query mostly have the same attributes: they share their keys.
	present, last []bool
	names         []string
}

// reader returns the rowReader of the attributes in list, of all when it is
// empty. The primary key is always among them.
func (t *table) reader(list []string) *rowReader {
	if len(list) == 0 && t.all != nil {
		return t.all
	}
	r := &rowReader{table: t, columns: t.columns, extra: t.extra, selection: t.selection}
	if len(list) == 0 {
		return r
	}
	r.columns, r.selection, r.extra = nil, "", false
	for _, c := range t.columns {
		if c == t.pk || slices.Contains(list, c.name) || slices.Contains(list, c.stored) {
			r.columns = append(r.columns, c)
			if r.selection != "" {
				r.selection += ", "
			}
			r.selection += c.quoted
		}
	}
	for _, name := range list {
		if t.byName[name] == nil {
			r.only = append(r.only, name)
		}
	}
	if t.extra { // nulls of declared attributes are there, too
		r.extra = true
		if r.selection != "" {
			r.selection += ", "
		}
		r.selection += quote(extraColumn)
		if r.only == nil {
			r.only = []string{}
		}
	}
	if r.selection == "" {
		r.selection = t.rowid
	}
	return r
}

// record reads the row whose first column of the selection is at offset.
func (r *rowReader) record(stmt *sqlite.Stmt, offset int) (*orm.Record, error) {
	n := len(r.columns)
	if !r.table.sparse {
		vals := make([]any, n)
		for i, c := range r.columns {
			vals[i] = c.decode(stmt, offset+i)
		}
		names := r.names
		if names == nil {
			names = r.namesOf(nil)
			if r != r.table.all { // which several goroutines use
				r.names = names
			}
		}
		rec := r.row(names, vals)
		if !r.extra || stmt.ColumnType(offset+n) == sqlite.TypeNull {
			return rec, nil
		}
		extra, err := parseExtra(stmt.ColumnText(offset + n))
		for k, v := range extra.All() {
			if r.isExtra(k) {
				rec.Set(k, v)
			}
		}
		return rec, err
	}
	var extra *value.Map
	if r.extra && stmt.ColumnType(offset+n) != sqlite.TypeNull {
		var err error
		if extra, err = parseExtra(stmt.ColumnText(offset + n)); err != nil {
			return nil, err
		}
	}
	vals := make([]any, 0, n+extra.Len())
	if r.present == nil {
		r.present, r.last = make([]bool, n), make([]bool, n)
	}
	present := r.present
	for i, c := range r.columns {
		v := c.decode(stmt, offset+i)
		if present[i] = v != nil || r.isNull(stmt, offset+i, extra, c); present[i] {
			vals = append(vals, v)
		}
	}
	if r.names == nil || !slices.Equal(present, r.last) {
		r.names = r.namesOf(present)
		r.present, r.last = r.last, r.present
	}
	rec := r.row(r.names, vals)
	for k, v := range extra.All() {
		if r.isExtra(k) {
			rec.Set(k, v)
		}
	}
	return rec, nil
}

// isNull reports whether a column without a value was set to null: it is
// marked in the hidden column, or its JSON says null.
func (r *rowReader) isNull(stmt *sqlite.Stmt, i int, extra *value.Map, c *column) bool {
	return extra.Has(c.name) || !r.extra || stmt.ColumnType(i) != sqlite.TypeNull
}

// isExtra reports whether a member of the hidden column is an attribute.
func (r *rowReader) isExtra(name string) bool {
	if c := r.table.byName[name]; c != nil && c.name == name {
		return false
	}
	return r.only == nil || slices.Contains(r.only, name)
}

func (r *rowReader) row(names []string, vals []any) *orm.Record {
	return &orm.Record{Map: *value.FromRow(names, vals), Model: r.table.model}
}

func (r *rowReader) namesOf(present []bool) []string {
	names := make([]string, 0, len(r.columns))
	for i, c := range r.columns {
		if present == nil || present[i] {
			names = append(names, c.name)
		}
	}
	return names
}

func parseExtra(text string) (*value.Map, error) {
	v, err := value.Parse([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the column %s is damaged: %w", extraColumn, err)
	}
	m, ok := v.(*value.Map)
	if !ok {
		return nil, fmt.Errorf("the column %s holds no JSON object", extraColumn)
	}
	return m, nil
}
