package sqldb

import (
	"fmt"
	"math"
	"time"
	"unsafe"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

// jsonText marks a parameter that is JSON text already.
type jsonText string

// bind gives a statement's parameter a value.
func bind(stmt *sqlite.Stmt, i int, v any) error {
	switch v := v.(type) {
	case nil, value.Undefined:
		stmt.BindNull(i)
	case string:
		stmt.BindText(i, v)
	case jsonText:
		stmt.BindText(i, string(v))
	case int64:
		stmt.BindInt64(i, v)
	case int:
		stmt.BindInt64(i, int64(v))
	case float64:
		if math.IsNaN(v) {
			stmt.BindNull(i)
			return nil
		}
		stmt.BindFloat(i, v)
	case bool:
		stmt.BindBool(i, v)
	case time.Time:
		stmt.BindText(i, v.UTC().Format(value.DateLayout))
	case []byte:
		stmt.BindBytes(i, v)
	case []any, *value.Map, value.Appender:
		stmt.BindText(i, string(value.Append(nil, v)))
	default:
		return fmt.Errorf("a value of Go type %T cannot be stored", v)
	}
	return nil
}

// values converts the values of columns.
type values struct{}

// Encode implements sqlstore.Values.
func (values) Encode(c *column, v any) sqlstore.Param { return sqlstore.Param{Value: encode(c, v)} }

// Normal implements sqlstore.Values.
func (values) Normal(_ *column, v any) any {
	if t, ok := v.(time.Time); ok {
		return t.UTC().Truncate(time.Millisecond)
	}
	return v
}

// encode is the parameter that stores v in the column.
func encode(c *column, v any) any {
	if v == nil {
		return nil
	}
	if c.Kind == orm.KindRef {
		return encodeRef(v)
	}
	if c.IsJSON() {
		return jsonText(value.Append(nil, v))
	}
	if f, ok := v.(float64); ok && c.Kind == orm.KindInteger && f == math.Trunc(f) && math.Abs(f) < 1<<63 {
		return int64(f)
	}
	return v
}

// decode reads the column at position i of a result row; nil for NULL.
func decode(c *column, stmt *sqlite.Stmt, i int) any {
	switch stmt.ColumnType(i) {
	case sqlite.TypeNull:
		return nil
	case sqlite.TypeInteger:
		n := stmt.ColumnInt64(i)
		switch {
		case c.Kind == orm.KindBoolean:
			return n != 0
		case c.IsDate():
			return time.UnixMilli(n).UTC()
		}
		return n
	case sqlite.TypeFloat:
		return value.Number(stmt.ColumnFloat(i))
	case sqlite.TypeBlob:
		return columnBytes(stmt, i)
	}
	if c.IsDate() && stmt.ColumnLen(i) == isoLength {
		var stored [isoLength]byte
		stmt.ColumnBytes(i, stored[:])
		if t, ok := parseStored(unsafe.String(&stored[0], isoLength)); ok {
			return t
		}
	}
	text := stmt.ColumnText(i)
	switch {
	case c.IsDate():
		if t, ok := parseDate(text); ok {
			return t
		}
	case c.IsJSON():
		if v, err := value.Parse([]byte(text)); err == nil {
			if c.Kind == orm.KindRef {
				return decodeRef(v)
			}
			return v
		}
	}
	return text
}

// dateMember marks the milliseconds of a date that stands among JSON, as the
// files of the Sails store do.
const dateMember = "$$date"

// encodeRef is a value of any kind as it is stored: bytes as they are, anything
// else as JSON, in which a date is an object.
func encodeRef(v any) any {
	switch v := v.(type) {
	case []byte:
		return v
	case time.Time:
		return jsonText(value.Append(nil, value.Of(dateMember, v.UnixMilli())))
	}
	return jsonText(value.Append(nil, v))
}

func decodeRef(v any) any {
	if m, ok := v.(*value.Map); ok && m.Len() == 1 {
		if at, ok := m.Value(dateMember).(int64); ok {
			return time.UnixMilli(at).UTC()
		}
	}
	return v
}

// decodeAny reads a result column of no declared kind.
func decodeAny(stmt *sqlite.Stmt, i int) any {
	switch stmt.ColumnType(i) {
	case sqlite.TypeInteger:
		return stmt.ColumnInt64(i)
	case sqlite.TypeFloat:
		return value.Number(stmt.ColumnFloat(i))
	case sqlite.TypeText:
		return stmt.ColumnText(i)
	case sqlite.TypeBlob:
		return columnBytes(stmt, i)
	}
	return nil
}

func columnBytes(stmt *sqlite.Stmt, i int) []byte {
	b := make([]byte, stmt.ColumnLen(i))
	stmt.ColumnBytes(i, b)
	return b
}

// peekText reads a text column without allocating: the string is valid until
// the next use of the connection's scratch.
func (c *conn) peekText(stmt *sqlite.Stmt, i int) string {
	n := stmt.ColumnLen(i)
	if n == 0 {
		return ""
	}
	if cap(c.blob) < n {
		c.blob = make([]byte, n+n/2)
	}
	b := c.blob[:n]
	stmt.ColumnBytes(i, b)
	return unsafe.String(&b[0], n)
}

// isoLength is the length of a date as this package stores it.
const isoLength = len("2006-01-02T15:04:05.000Z")

// parseDate reads the ISO forms that this package and SQL clients write.
func parseDate(s string) (time.Time, bool) {
	if t, ok := parseStored(s); ok {
		return t, true
	}
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999", time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// parseStored reads a date in value.DateLayout, at a fifth of the cost of
// time.Parse: lists have two dates a row.
func parseStored(s string) (time.Time, bool) {
	if len(s) != isoLength || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' || s[19] != '.' || s[23] != 'Z' {
		return time.Time{}, false
	}
	year, month, day := digits(s[0:4]), digits(s[5:7]), digits(s[8:10])
	hour, minute, second, milli := digits(s[11:13]), digits(s[14:16]), digits(s[17:19]), digits(s[20:23])
	if year|month|day|hour|minute|second|milli < 0 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, milli*int(time.Millisecond), time.UTC), true
}

// digits reads a number, -1 when s is none.
func digits(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return -1
		}
		n = n*10 + int(s[i]-'0')
	}
	return n
}
