package sqldb

import (
	"context"
	"strconv"

	"zombiezen.com/go/sqlite"

	"framework/engine/ordered"
	"framework/engine/orm"
)

// AppendFind implements orm.JSONFinder. Put between "[" and, when there were
// records and an indent was given, a new line with prefix, and "]", the text
// is what orm.Records writes for the same records at the same place.
// Protected attributes are left out.
func (db *DB) AppendFind(ctx context.Context, dst []byte, m *orm.Model, q *orm.Query, prefix, indent string) ([]byte, int, error) {
	t, err := db.table(m)
	if err != nil {
		return dst, 0, err
	}
	if q == nil {
		q = everything
	}
	if q.Nothing {
		return dst, 0, nil
	}
	if aggregates(q) {
		found, err := db.aggregate(ctx, t, q)
		w := jsonWriter{prefix: prefix + indent, indent: indent}
		for i, r := range found {
			dst = w.start(dst, i)
			dst = r.AppendJSON(dst, w.prefix, indent)
		}
		return dst, len(found), err
	}
	start, n := len(dst), 0
	err = db.read(ctx, func(c *conn) error {
		r := t.reader(q.Select)
		w := jsonWriter{conn: c, reader: r, prefix: prefix + indent, indent: indent}
		w.inner = w.prefix + indent
		b := c.builder(t)
		defer b.release(c)
		b.find(r, q)
		if b.err != nil {
			return b.err
		}
		dst, n = dst[:start], 0
		return c.query(b.text, b.args, func(stmt *sqlite.Stmt) (err error) {
			dst = w.start(dst, n)
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
	conn   *conn
	reader *rowReader
	prefix string // of the line a record stands on
	inner  string // of the lines of its members
	indent string
}

// start adds what comes before the n-th record.
func (w *jsonWriter) start(dst []byte, n int) []byte {
	if n > 0 {
		dst = append(dst, ',')
	}
	if w.indent != "" {
		dst = append(append(dst, '\n'), w.prefix...)
	}
	return dst
}

// member adds what comes before the value of a member.
func (w *jsonWriter) member(dst []byte, members int, key []byte) []byte {
	if members > 0 {
		dst = append(dst, ',')
	}
	if w.indent == "" {
		return append(dst, key...)
	}
	dst = append(append(dst, '\n'), w.inner...)
	return append(append(dst, key...), ' ')
}

func (w *jsonWriter) row(dst []byte, stmt *sqlite.Stmt) ([]byte, error) {
	r := w.reader
	n := len(r.columns)
	var extra *ordered.Map
	if r.extra && stmt.ColumnType(n) != sqlite.TypeNull {
		var err error
		if extra, err = parseExtra(w.conn.peekText(stmt, n)); err != nil {
			return dst, err
		}
	}
	dst = append(dst, '{')
	members := 0
	for i, c := range r.columns {
		if c.attr.Protected {
			continue
		}
		typ := stmt.ColumnType(i)
		if typ == sqlite.TypeNull && r.extra && !extra.Has(c.name) {
			continue
		}
		dst = w.member(dst, members, c.key)
		dst = w.value(dst, stmt, i, c, typ)
		members++
	}
	for k, v := range extra.All() {
		if r.isExtra(k) {
			dst = w.member(dst, members, append(ordered.AppendString(nil, k), ':'))
			dst = ordered.AppendNested(dst, v, w.inner, w.indent)
			members++
		}
	}
	if members > 0 && w.indent != "" {
		dst = append(append(dst, '\n'), w.prefix...)
	}
	return append(dst, '}'), nil
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
		return ordered.AppendNumber(dst, stmt.ColumnFloat(i))
	case sqlite.TypeText:
		switch {
		case c.isDate():
			if text := w.conn.peekText(stmt, i); len(text) == isoLength && text[isoLength-1] == 'Z' {
				return ordered.AppendString(dst, text)
			}
		case c.isJSON():
		default:
			return ordered.AppendString(dst, w.conn.peekText(stmt, i))
		}
	}
	return ordered.AppendNested(dst, c.decode(stmt, i), w.inner, w.indent)
}
