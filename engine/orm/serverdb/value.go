package serverdb

import (
	"encoding/hex"
	"strconv"
	"time"
	"unsafe"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// decode parses the text of a value of the column; nil for NULL. Unless the
// attribute needs a conversion, the type in the database decides: a timestamp
// becomes a date, also if the attribute has another type, as in the drivers of
// Sails.
func (c *column) decode(raw []byte) any {
	if raw == nil {
		return nil
	}
	switch c.storage {
	case storeInteger:
		n, err := strconv.ParseInt(peek(raw), 10, 64)
		switch {
		case err != nil: // an unsigned integer that is too large
			v, _ := number(string(raw))
			return v
		case c.kind == orm.KindBoolean:
			return n != 0
		case c.isDate():
			return time.UnixMilli(n).UTC()
		}
		return n
	case storeReal, storeDouble, storeDecimal:
		if v, ok := number(peek(raw)); ok {
			if n, whole := v.(int64); whole && c.isDate() {
				return time.UnixMilli(n).UTC()
			}
			return v
		}
	case storeBoolean:
		return truth(raw)
	case storeInstant, storeLocal, storeDay:
		if t, ok := c.parseDate(raw); ok {
			return t
		}
		if isZeroDate(raw) {
			return nil
		}
	case storeJSON, storeJSONB:
		if v, err := value.Parse(raw); err == nil {
			return v
		}
	case storeBinary:
		return c.binary(raw)
	}
	switch {
	case c.isJSON():
		if v, err := value.Parse(raw); err == nil {
			return v
		}
	case c.isDate():
		if t, ok := parseStamp(raw, time.UTC); ok {
			return t
		}
	case c.kind == orm.KindBoolean && c.storage == storeText:
		if b, ok := boolean(string(raw)); ok {
			return b
		}
	}
	return string(raw)
}

// parseDate parses a date in the zone of the column.
func (c *column) parseDate(raw []byte) (time.Time, bool) {
	zone := c.local
	if c.storage == storeInstant && c.zone != nil {
		zone = c.zone
	}
	return parseStamp(raw, zone)
}

func (c *column) binary(raw []byte) any {
	if c.zone != nil { // MySQL sends raw bytes
		if c.kind == orm.KindBoolean && len(raw) == 1 { // BIT(1)
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
func (c *column) appendJSON(dst, raw []byte, w *sqltext.Rows) []byte {
	if raw == nil {
		return append(dst, "null"...)
	}
	switch c.storage {
	case storeInteger:
		if c.kind != orm.KindBoolean && !c.isDate() && raw[0] != '0' {
			return append(dst, raw...)
		}
	case storeBoolean:
		return strconv.AppendBool(dst, truth(raw))
	case storeInstant, storeLocal, storeDay:
		if t, ok := c.parseDate(raw); ok {
			return append(value.AppendDate(append(dst, '"'), t), '"')
		}
	case storeText, storeUUID, storeOther, storeClock:
		if !c.isJSON() && !c.isDate() && c.kind != orm.KindBoolean {
			return value.AppendString(dst, peek(raw))
		}
	}
	return w.Value(dst, c.decode(raw))
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
