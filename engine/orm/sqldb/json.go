package sqldb

import (
	"context"
	"strconv"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// AppendFind implements orm.JSONFinder. Put between "[" and, when there were
// records and an indent was given, a new line with prefix, and "]", the text
// is what orm.Records writes for the same records at the same place.
// Protected attributes are left out.
func (db *DB) AppendFind(ctx context.Context, dst []byte, m *orm.Model, q *orm.Query, prefix, indent string) ([]byte, int, error) {
	t, q, err := db.asked(m, q)
	if err != nil || q.Nothing {
		return dst, 0, err
	}
	if q.Aggregates() {
		found, err := db.aggregate(ctx, t, q)
		w := sqltext.NewRows(prefix, indent)
		for i, r := range found {
			dst = w.Row(dst, i, r)
		}
		return dst, len(found), err
	}
	start, n := len(dst), 0
	err = db.access.read(ctx, func(c *conn) error {
		r := t.Reader(q.Select)
		w := sqltext.NewRows(prefix, indent)
		b := c.builder(t)
		defer b.release(c)
		b.find(r, q)
		if b.Err != nil {
			return b.Err
		}
		dst, n = dst[:start], 0
		return c.query(b.Bytes, b.args, func(stmt *sqlite.Stmt) (err error) {
			dst, err = r.AppendJSON(w.Start(dst, n), c.row(stmt), &w)
			n++
			return err
		})
	})
	if err != nil {
		return dst[:start], 0, located("find", t, err)
	}
	return dst, n, nil
}

// row is a result row.
type row struct {
	conn *conn
	stmt *sqlite.Stmt
}

// row returns the current row of a statement; a connection reads one at a time.
func (c *conn) row(stmt *sqlite.Stmt) *row {
	c.reading = row{c, stmt}
	return &c.reading
}

// Null implements sqlstore.Row.
func (r *row) Null(i int) bool { return r.stmt.ColumnType(i) == sqlite.TypeNull }

// Value implements sqlstore.Row.
func (r *row) Value(c *column, i int) any {
	if c == nil {
		return decodeAny(r.stmt, i)
	}
	return decode(c, r.stmt, i)
}

// Text implements sqlstore.Row.
func (r *row) Text(i int) string { return r.conn.peekText(r.stmt, i) }

// AppendJSON implements sqlstore.Row.
func (r *row) AppendJSON(dst []byte, c *column, i int, w *sqltext.Rows) []byte {
	switch r.stmt.ColumnType(i) {
	case sqlite.TypeNull:
		return append(dst, "null"...)
	case sqlite.TypeInteger:
		if c.Kind != orm.KindBoolean && !c.IsDate() {
			return strconv.AppendInt(dst, r.stmt.ColumnInt64(i), 10)
		}
	case sqlite.TypeFloat:
		return value.AppendNumber(dst, r.stmt.ColumnFloat(i))
	case sqlite.TypeText:
		switch {
		case c.IsDate():
			if text := r.Text(i); len(text) == isoLength && text[isoLength-1] == 'Z' {
				return value.AppendString(dst, text)
			}
		case c.JSON:
		default:
			return value.AppendString(dst, r.Text(i))
		}
	}
	return w.Value(dst, decode(c, r.stmt, i))
}
