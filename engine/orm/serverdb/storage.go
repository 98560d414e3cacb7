package serverdb

import (
	"math"
	"strconv"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// storage is the class of a column's type in the database. The kind of the attribute
// decides to which values its content is converted.
type storage uint8

const (
	storeText storage = iota
	storeInteger
	storeReal // 4 bytes
	storeDouble
	storeDecimal
	storeBoolean
	storeInstant // a point in time
	storeLocal   // date and time of day without a zone
	storeDay
	storeClock
	storeJSON
	storeJSONB
	storeBinary
	storeUUID
	storeOther // other types, which are passed on as text
)

// param is a parameter; typ is the type that a numbered parameter is cast to.
type param struct {
	value any
	typ   string
}

const stampLayout = "2006-01-02 15:04:05.999999"

// null returns NULL as a parameter for the column.
func (c *column) null() param { return param{nil, c.paramType()} }

// paramType returns the type of a parameter for the column.
func (c *column) paramType() string {
	switch c.storage {
	case storeInteger:
		return "int8"
	case storeReal:
		return "float4"
	case storeDouble:
		return "float8"
	case storeDecimal:
		return "numeric"
	case storeBoolean:
		return "bool"
	case storeInstant:
		return "timestamptz"
	case storeLocal:
		return "timestamp"
	case storeDay:
		return "date"
	case storeJSON:
		return "json"
	case storeJSONB:
		return "jsonb"
	case storeBinary:
		return "bytea"
	case storeUUID:
		return "uuid"
	case storeOther, storeClock:
		return c.declared
	}
	return "text"
}

// encode returns the parameter that stores v in the column. A value of another type is
// sent unchanged, and the server refuses it.
func (c *column) encode(v any) param {
	switch x := v.(type) {
	case nil, value.Undefined:
		return c.null()
	case float64:
		if math.IsNaN(x) {
			return c.null()
		}
	}
	if c.isJSON() && c.storage != storeBinary {
		return param{string(value.Append(nil, v)), c.paramType()}
	}
	switch c.storage {
	case storeInteger, storeReal, storeDouble, storeDecimal:
		return c.encodeNumber(v)
	case storeBoolean:
		if b, ok := boolean(v); ok {
			return param{b, "bool"}
		}
	case storeInstant, storeLocal, storeDay, storeClock:
		if t, ok := instant(v); ok {
			return param{c.stamp(t), c.paramType()}
		}
	case storeJSON, storeJSONB:
		return param{string(value.Append(nil, v)), c.paramType()}
	case storeBinary:
		switch x := v.(type) {
		case []byte:
			return param{x, "bytea"}
		case string:
			return param{[]byte(x), "bytea"}
		}
		return param{value.Append(nil, v), "bytea"}
	}
	return param{c.textOf(v), c.paramType()}
}

func (c *column) encodeNumber(v any) param {
	switch x := v.(type) {
	case bool:
		v = int64(0)
		if x {
			v = int64(1)
		}
	case time.Time:
		v = x.UnixMilli()
	case int:
		v = int64(x)
	case string:
		n, ok := number(strings.TrimSpace(x))
		if !ok {
			return param{x, c.paramType()}
		}
		v = n
	}
	switch x := v.(type) {
	case int64:
		switch c.storage {
		case storeInteger:
			return param{x, "int8"}
		case storeDecimal:
			return param{strconv.FormatInt(x, 10), "numeric"}
		}
		return param{float64(x), "float8"}
	case float64:
		switch {
		case c.storage == storeDecimal && !math.IsInf(x, 0):
			return param{strconv.FormatFloat(x, 'f', -1, 64), "numeric"}
		case c.storage != storeInteger:
			return param{x, "float8"}
		case x == math.Trunc(x) && math.Abs(x) < 1<<63:
			return param{int64(x), "int8"}
		}
		// The server reports that it does not fit.
		return param{strconv.FormatFloat(x, 'f', -1, 64), "int8"}
	}
	return param{c.textOf(v), c.paramType()}
}

// textOf returns v as text.
func (c *column) textOf(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case []byte:
		return string(x)
	case time.Time:
		return x.UTC().Format(value.DateLayout)
	}
	return strings.Trim(string(value.Append(nil, v)), `"`)
}

// stamp returns t in the text format of the column. It is truncated to the precision of
// the column, so that a date that was read finds its record again.
func (c *column) stamp(t time.Time) string {
	t = t.Truncate(c.unit())
	switch c.storage {
	case storeInstant:
		if c.zone != nil { // MySQL sends timestamps in the zone of the connection
			return t.In(c.zone).Format(stampLayout)
		}
		if t = t.UTC(); t.Year() <= 0 {
			return t.AddDate(1-2*t.Year(), 0, 0).Format(stampLayout+"-07:00") + " BC"
		}
		return t.Format(stampLayout + "-07:00")
	case storeLocal:
		return t.In(c.local).Format(stampLayout)
	case storeDay:
		return t.In(c.local).Format(time.DateOnly)
	case storeClock:
		if c.zone == nil {
			return t.UTC().Format("15:04:05.999-07:00")
		}
		return t.In(c.local).Format("15:04:05.999")
	}
	return t.UTC().Format(value.DateLayout)
}

// unit returns the precision of the column; dates have at most milliseconds.
func (c *column) unit() time.Duration {
	switch c.precision {
	case 0:
		return time.Second
	case 1:
		return 100 * time.Millisecond
	case 2:
		return 10 * time.Millisecond
	}
	return time.Millisecond
}

// instant converts a value to a date.
func instant(v any) (time.Time, bool) {
	switch x := v.(type) {
	case time.Time:
		return x, true
	case int64:
		return time.UnixMilli(x), true
	case string:
		t, ok := parseStamp([]byte(x), time.UTC)
		return t, ok
	}
	return time.Time{}, false
}

func boolean(v any) (val, ok bool) {
	switch x := v.(type) {
	case bool:
		return x, true
	case int64:
		return x != 0, true
	case float64:
		return x != 0, true
	case string:
		switch strings.ToLower(x) {
		case "true", "t", "1":
			return true, true
		case "false", "f", "0":
			return false, true
		}
	}
	return false, false
}

// number parses decimal text, to the types that package value uses for numbers.
func number(s string) (any, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	if s == "" || strings.ContainsAny(s, "xXpPnN_") {
		return nil, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, false
	}
	return value.Number(f), true
}

// operand returns the parameter with which the column is compared. ok is false if the
// type of the column has no such value; then they are compared as text.
func (c *column) operand(v any) (p param, ok bool) {
	switch c.storage {
	case storeInteger, storeReal, storeDouble, storeDecimal:
		p = c.encodeNumber(v)
		switch x := p.value.(type) {
		case int64:
			return p, true
		case float64:
			if c.storage == storeReal && math.Abs(x) < math.MaxFloat32 {
				// Rounded as when it was stored: 1.1 in 4 bytes is not equal to 1.1 in 8.
				return param{float64(float32(x)), "float4"}, true
			}
			return param{x, "float8"}, true
		}
		if c.storage == storeDecimal && p.typ == "numeric" {
			return p, validNumber(p.value)
		}
		if f, ok := v.(float64); ok { // a fraction that is compared with integers
			return param{f, "float8"}, true
		}
		return p, false
	case storeBoolean:
		b, ok := boolean(v)
		return param{b, "bool"}, ok
	case storeInstant, storeLocal:
		t, ok := instant(v)
		if !ok || t.Year() < -4000 || t.Year() > 200_000 {
			return p, false
		}
		return param{c.stamp(t), c.paramType()}, true
	case storeDay:
		t, ok := instant(v)
		if !ok || t.Year() < -4000 || t.Year() > 200_000 {
			return p, false
		}
		return param{c.stamp(t), "date"}, true
	case storeUUID:
		s, _ := v.(string)
		return param{s, "uuid"}, validUUID(s)
	case storeBinary:
		switch x := v.(type) {
		case []byte:
			return param{x, "bytea"}, true
		case string:
			return param{[]byte(x), "bytea"}, true
		}
		return p, false
	case storeText:
		return param{c.textOf(v), "text"}, true
	}
	return p, false
}

func validNumber(v any) bool {
	s, ok := v.(string)
	if ok {
		_, ok = number(s)
	}
	return ok
}

func validUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		switch b := s[i] | 0x20; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if s[i] != '-' {
				return false
			}
		case (b < '0' || b > '9' || s[i] < '0') && (b < 'a' || b > 'f'):
			return false
		}
	}
	return true
}

// normal returns v as it would be read from the column, for servers that do not return
// inserted rows.
func (c *column) normal(v any) any {
	switch x := v.(type) {
	case time.Time:
		t := x.UTC().Truncate(c.unit())
		if c.storage == storeDay {
			y, m, d := x.In(c.local).Date()
			t = time.Date(y, m, d, 0, 0, 0, 0, c.local).UTC()
		}
		return t
	case float64:
		if c.storage == storeReal { // MySQL returns six digits of such a column
			v, _ := number(strconv.FormatFloat(x, 'g', 6, 32))
			return v
		}
	}
	return v
}

// isText says that the column holds strings, whose comparison may ignore case.
func (c *column) isText() bool { return c.storage == storeText && !c.isJSON() }

func (c *column) isJSON() bool { return c.kind == orm.KindArray || c.kind == orm.KindJSON }

func (c *column) isDate() bool { return c.kind == orm.KindDate || c.kind == orm.KindDatetime }
