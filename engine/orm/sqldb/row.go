package sqldb

import (
	"strconv"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// row is a result row.
type row struct {
	conn *conn
	stmt *sqlite.Stmt
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

// Int implements sqlstore.Row.
func (r *row) Int(i int) int64 { return r.stmt.ColumnInt64(i) }

// Text implements sqlstore.Row.
func (r *row) Text(i int) string { return r.conn.peekText(r.stmt, i) }

// AppendJSON implements sqlstore.Row.
func (r *row) AppendJSON(dst []byte, c *column, i int, w *sqltext.Rows) (out []byte, null bool) {
	switch r.stmt.ColumnType(i) {
	case sqlite.TypeNull:
		return append(dst, "null"...), true
	case sqlite.TypeInteger:
		if c.Kind != orm.KindBoolean && !c.IsDate() {
			return strconv.AppendInt(dst, r.stmt.ColumnInt64(i), 10), false
		}
	case sqlite.TypeFloat:
		return value.AppendNumber(dst, r.stmt.ColumnFloat(i)), false
	case sqlite.TypeText:
		switch {
		case c.IsDate():
			if text := r.Text(i); len(text) == isoLength && text[isoLength-1] == 'Z' {
				return value.AppendString(dst, text), false
			}
		case c.JSON:
		default:
			return value.AppendString(dst, r.Text(i)), false
		}
	}
	return w.Value(dst, decode(c, r.stmt, i)), false
}
