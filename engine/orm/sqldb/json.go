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
		r := t.reader(q.Select)
		w := jsonWriter{Rows: sqltext.NewRows(prefix, indent), conn: c, reader: r}
		b := c.builder(t)
		defer b.release(c)
		b.find(r, q)
		if b.Err != nil {
			return b.Err
		}
		dst, n = dst[:start], 0
		return c.query(b.Bytes, b.args, func(stmt *sqlite.Stmt) (err error) {
			dst = w.Start(dst, n)
			dst, err = w.row(dst, stmt)
			n++
			return err
		})
	})
	if err != nil {
		return dst[:start], 0, located("find", t, err)
	}
	return dst, n, nil
}

// jsonWriter writes result rows as JSON objects.
type jsonWriter struct {
	sqltext.Rows
	conn   *conn
	reader *rowReader
}

func (w *jsonWriter) row(dst []byte, stmt *sqlite.Stmt) ([]byte, error) {
	r := w.reader
	n := len(r.columns)
	var extra *value.Map
	if r.extra && stmt.ColumnType(n) != sqlite.TypeNull {
		var err error
		if extra, err = parseExtra(w.conn.peekText(stmt, n)); err != nil {
			return dst, err
		}
	}
	members := 0
	for i, c := range r.columns {
		if c.attr.Protected {
			continue
		}
		typ := stmt.ColumnType(i)
		if typ == sqlite.TypeNull && r.table.sparse && r.extra && !extra.Has(c.name) {
			continue
		}
		dst = w.Member(dst, members, c.key)
		dst = w.value(dst, stmt, i, c, typ)
		members++
	}
	for k, v := range extra.All() {
		if r.isExtra(k) {
			dst = w.Member(dst, members, append(value.AppendString(nil, k), ':'))
			dst = w.Value(dst, v)
			members++
		}
	}
	return w.End(dst, members), nil
}

func (w *jsonWriter) value(dst []byte, stmt *sqlite.Stmt, i int, c *column, typ sqlite.ColumnType) []byte {
	switch typ {
	case sqlite.TypeNull:
		return append(dst, "null"...)
	case sqlite.TypeInteger:
		if c.kind != orm.KindBoolean && !c.isDate() {
			return strconv.AppendInt(dst, stmt.ColumnInt64(i), 10)
		}
	case sqlite.TypeFloat:
		return value.AppendNumber(dst, stmt.ColumnFloat(i))
	case sqlite.TypeText:
		switch {
		case c.isDate():
			if text := w.conn.peekText(stmt, i); len(text) == isoLength && text[isoLength-1] == 'Z' {
				return value.AppendString(dst, text)
			}
		case c.isJSON():
		default:
			return value.AppendString(dst, w.conn.peekText(stmt, i))
		}
	}
	return w.Value(dst, c.decode(stmt, i))
}
