package serverdb

import (
	"math"
	"strconv"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// storage is what a column holds, as its type in the database says. Whose
// values it gives is a matter of the attribute's kind.
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
	storeOther // types of the server that only it knows to read
)

// param is a value on its way to the server: typ is the type that a numbered
// parameter is given.
type param struct {
	value any
	typ   string
}

const stampLayout = "2006-01-02 15:04:05.999999"

// null is NULL as a parameter for the column.
func (c *column) null() param { return param{nil, c.paramType()} }

// paramType is the type of a parameter that is to be stored in the column.
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

// encode is the parameter that stores v in the column. What the column cannot
// take is sent as it is, for the server to refuse.
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
		// The server says that it does not fit.
		return param{strconv.FormatFloat(x, 'f', -1, 64), "int8"}
	}
	return param{c.textOf(v), c.paramType()}
}

// textOf is v as text.
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

// stamp is t as text that the column reads as that instant, as exactly as it
// holds one. What is beyond its precision is cut off, so that a date that was
// read finds its record again.
func (c *column) stamp(t time.Time) string {
	t = t.Truncate(c.unit())
	switch c.storage {
	case storeInstant:
		if c.zone != nil { // MySQL's timestamps travel in the zone of the connection
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

// unit is the shortest time that the column tells apart; milliseconds are as
// far as dates go.
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

// instant reads a value as a date.
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

// number reads decimal text; whole numbers have the type that ordered values
// have them in.
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

// operand is the parameter that the column is compared with; ok is false when
// the column's type has no such value, which compares as text.
func (c *column) operand(v any) (p param, ok bool) {
	switch c.storage {
	case storeInteger, storeReal, storeDouble, storeDecimal:
		p = c.encodeNumber(v)
		switch x := p.value.(type) {
		case int64:
			return p, true
		case float64:
			if c.storage == storeReal && math.Abs(x) < math.MaxFloat32 {
				// As it would have been stored: 1.1 of 4 bytes is not 1.1 of 8.
				return param{float64(float32(x)), "float4"}, true
			}
			return param{x, "float8"}, true
		}
		if c.storage == storeDecimal && p.typ == "numeric" {
			return p, validNumber(p.value)
		}
		if f, ok := v.(float64); ok { // a fraction beside integers
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

// normal is v as reading it back would give it, on servers that do not give
// inserted rows back.
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
		if c.storage == storeReal { // MySQL shows six digits of those
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
