package serverdb

import (
	"encoding/hex"
	"strconv"
	"time"
	"unsafe"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// values converts the values of columns.
type values struct{}

// Encode implements sqlstore.Values.
func (values) Encode(c *column, v any) param { return encode(c, v) }

// Normal implements sqlstore.Values.
func (values) Normal(c *column, v any) any { return normal(c, v) }

// row is a result row: texts in the format of the server.
type row struct{ values [][]byte }

func (r *row) Null(i int) bool { return r.values[i] == nil }

func (r *row) Value(c *column, i int) any {
	if c != nil {
		return decode(c, r.values[i])
	}
	if r.values[i] == nil {
		return nil
	}
	v, _ := number(string(r.values[i]))
	return v
}

func (r *row) Int(i int) int64 {
	v, _ := number(peek(r.values[i]))
	n, _ := v.(int64)
	return n
}

func (r *row) Text(i int) string { return peek(r.values[i]) }

func (r *row) AppendJSON(dst []byte, c *column, i int, w *sqltext.Rows) (out []byte, null bool) {
	return appendJSON(c, dst, r.values[i], w), r.values[i] == nil
}

// decode parses the text of a value of the column; nil for NULL. Unless the
// attribute needs a conversion, the type in the database decides: a timestamp
// becomes a date, also if the attribute has another type, as in the drivers of
// Sails.
func decode(c *column, raw []byte) any {
	if raw == nil {
		return nil
	}
	switch c.Storage {
	case sqlstore.StoreInteger:
		n, err := strconv.ParseInt(peek(raw), 10, 64)
		switch {
		case err != nil: // an unsigned integer that is too large
			v, _ := number(string(raw))
			return v
		case c.Kind == orm.KindBoolean:
			return n != 0
		case c.IsDate():
			return time.UnixMilli(n).UTC()
		}
		return n
	case sqlstore.StoreReal, sqlstore.StoreDouble, sqlstore.StoreDecimal:
		if v, ok := number(peek(raw)); ok {
			if n, whole := v.(int64); whole && c.IsDate() {
				return time.UnixMilli(n).UTC()
			}
			return v
		}
	case sqlstore.StoreBoolean:
		return truth(raw)
	case sqlstore.StoreInstant, sqlstore.StoreLocal, sqlstore.StoreDay:
		if t, ok := parseDate(c, raw); ok {
			return t
		}
		if isZeroDate(raw) {
			return nil
		}
	case sqlstore.StoreJSON, sqlstore.StoreJSONB:
		if v, err := value.Parse(raw); err == nil {
			return v
		}
	case sqlstore.StoreBinary:
		return binary(c, raw)
	}
	switch {
	case c.IsJSON():
		if v, err := value.Parse(raw); err == nil {
			return v
		}
	case c.IsDate():
		if t, ok := parseStamp(raw, time.UTC); ok {
			return t
		}
	case c.Kind == orm.KindBoolean && c.Storage == sqlstore.StoreText:
		if b, ok := boolean(string(raw)); ok {
			return b
		}
	}
	return string(raw)
}

// parseDate parses a date in the zone of the column.
func parseDate(c *column, raw []byte) (time.Time, bool) {
	zone := c.Local
	if c.Storage == sqlstore.StoreInstant && c.Zone != nil {
		zone = c.Zone
	}
	return parseStamp(raw, zone)
}

func binary(c *column, raw []byte) any {
	if c.Zone != nil { // MySQL sends raw bytes
		if c.Kind == orm.KindBoolean && len(raw) == 1 { // BIT(1)
			return raw[0] != 0
		}
		return append([]byte(nil), raw...)
	}
	if len(raw) >= 2 && raw[0] == '\\' && raw[1] == 'x' {
		out := make([]byte, hex.DecodedLen(len(raw)-2))
		if _, err := hex.Decode(out, raw[2:]); err == nil {
			return out
		}
	}
	return append([]byte(nil), raw...)
}

// truth parses a boolean: t and f, or a number.
func truth(raw []byte) bool {
	return len(raw) > 0 && raw[0] != 'f' && raw[0] != '0' && raw[0] != 0
}

// appendJSON appends the value as in the JSON of the record.
func appendJSON(c *column, dst, raw []byte, w *sqltext.Rows) []byte {
	if raw == nil {
		return append(dst, "null"...)
	}
	switch c.Storage {
	case sqlstore.StoreInteger:
		if c.Kind != orm.KindBoolean && !c.IsDate() && raw[0] != '0' {
			return append(dst, raw...)
		}
	case sqlstore.StoreBoolean:
		return strconv.AppendBool(dst, truth(raw))
	case sqlstore.StoreInstant, sqlstore.StoreLocal, sqlstore.StoreDay:
		if t, ok := parseDate(c, raw); ok {
			return append(value.AppendDate(append(dst, '"'), t), '"')
		}
	case sqlstore.StoreText, sqlstore.StoreUUID, sqlstore.StoreOther, sqlstore.StoreClock:
		if !c.IsJSON() && !c.IsDate() && c.Kind != orm.KindBoolean {
			return value.AppendString(dst, peek(raw))
		}
	}
	return w.Value(dst, decode(c, raw))
}

// peek returns raw as a string without copying; it is valid as long as raw.
func peek(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	return unsafe.String(&raw[0], len(raw))
}

// isZeroDate reports whether raw is the zero date of MySQL, 0000-00-00.
func isZeroDate(raw []byte) bool {
	return len(raw) >= 10 && string(raw[:10]) == "0000-00-00"
}

// parseStamp parses the dates of servers and of ISO 8601: a day, optionally with a time
// after a space or a T, and a zone. A date without a zone is in the given one.
func parseStamp(raw []byte, zone *time.Location) (time.Time, bool) {
	s := peek(raw)
	bc := false
	if n := len(s); n > 3 && s[n-3:] == " BC" {
		s, bc = s[:n-3], true
	}
	year, s, ok := cut(s, 4, 6, '-')
	if !ok {
		return time.Time{}, false
	}
	if bc {
		year = 1 - year
	}
	month, s, ok := cut(s, 2, 2, '-')
	if !ok || month < 1 || month > 12 {
		return time.Time{}, false
	}
	day, s, ok := cut(s, 2, 2, 0)
	if !ok || day < 1 || day > 31 {
		return time.Time{}, false
	}
	if s == "" {
		return time.Date(year, time.Month(month), day, 0, 0, 0, 0, zone).UTC(), true
	}
	if s[0] != ' ' && s[0] != 'T' {
		return time.Time{}, false
	}
	hour, s, ok := cut(s[1:], 2, 2, ':')
	if !ok || hour > 24 {
		return time.Time{}, false
	}
	minute, s, ok := cut(s, 2, 2, ':')
	if !ok || minute > 59 {
		return time.Time{}, false
	}
	second, s, ok := cut(s, 2, 2, 0)
	if !ok || second > 60 {
		return time.Time{}, false
	}
	nanos := 0
	if s != "" && s[0] == '.' {
		end, unit := 1, int(time.Second)
		for ; end < len(s) && s[end] >= '0' && s[end] <= '9'; end++ {
			unit /= 10
			nanos += int(s[end]-'0') * unit
		}
		if end == 1 {
			return time.Time{}, false
		}
		s = s[end:]
	}
	offset, zoned, ok := parseOffset(s)
	if !ok {
		return time.Time{}, false
	}
	if !zoned {
		return time.Date(year, time.Month(month), day, hour, minute, second, nanos, zone).UTC(), true
	}
	return time.Date(year, time.Month(month), day, hour, minute, second-offset, nanos, time.UTC), true
}

// parseOffset parses Z, +02, +0230, +02:30 or +02:30:15 to seconds; zoned is false for
// the empty text.
func parseOffset(s string) (offset int, zoned, ok bool) {
	switch {
	case s == "":
		return 0, false, true
	case s == "Z":
		return 0, true, true
	case s[0] != '+' && s[0] != '-':
		return 0, false, false
	}
	sign := 1
	if s[0] == '-' {
		sign = -1
	}
	s = s[1:]
	for unit := 3600; s != ""; unit /= 60 {
		n, rest, ok := cut(s, 2, 2, 0)
		if !ok || unit == 0 {
			return 0, false, false
		}
		offset += n * unit
		s = rest
		if s != "" && s[0] == ':' {
			s = s[1:]
		}
	}
	return sign * offset, true, true
}

// cut parses a number of low to high digits at the start of s; the next character has
// to be after, unless that is 0.
func cut(s string, low, high int, after byte) (n int, rest string, ok bool) {
	i := 0
	for i < len(s) && i < high && s[i] >= '0' && s[i] <= '9' {
		n = n*10 + int(s[i]-'0')
		i++
	}
	if i < low {
		return 0, s, false
	}
	if after == 0 {
		return n, s[i:], true
	}
	if i >= len(s) || s[i] != after {
		return 0, s, false
	}
	return n, s[i+1:], true
}
