package serverdb

import (
	"math"
	"strconv"
	"strings"
	"time"

	"framework/engine/orm/sqlstore"
	"framework/engine/value"
)

// typed returns a parameter.
func typed(v any, typ string) param { return param{Value: v, Type: typ} }

const stampLayout = "2006-01-02 15:04:05.999999"

// null returns NULL as a parameter for the column.
func null(c *column) param { return typed(nil, paramType(c)) }

// paramType returns the type of a parameter for the column.
func paramType(c *column) string {
	switch c.Storage {
	case sqlstore.StoreInteger:
		return "int8"
	case sqlstore.StoreReal:
		return "float4"
	case sqlstore.StoreDouble:
		return "float8"
	case sqlstore.StoreDecimal:
		return "numeric"
	case sqlstore.StoreBoolean:
		return "bool"
	case sqlstore.StoreInstant:
		return "timestamptz"
	case sqlstore.StoreLocal:
		return "timestamp"
	case sqlstore.StoreDay:
		return "date"
	case sqlstore.StoreJSON:
		return "json"
	case sqlstore.StoreJSONB:
		return "jsonb"
	case sqlstore.StoreBinary:
		return "bytea"
	case sqlstore.StoreUUID:
		return "uuid"
	case sqlstore.StoreOther, sqlstore.StoreClock:
		return c.Declared
	}
	return "text"
}

// encode returns the parameter that stores v in the column. A value of another type is
// sent unchanged, and the server refuses it.
func encode(c *column, v any) param {
	switch x := v.(type) {
	case nil, value.Undefined:
		return null(c)
	case float64:
		if math.IsNaN(x) {
			return null(c)
		}
	}
	if c.IsJSON() && c.Storage != sqlstore.StoreBinary {
		return typed(string(value.Append(nil, v)), paramType(c))
	}
	switch c.Storage {
	case sqlstore.StoreInteger, sqlstore.StoreReal, sqlstore.StoreDouble, sqlstore.StoreDecimal:
		return encodeNumber(c, v)
	case sqlstore.StoreBoolean:
		if b, ok := boolean(v); ok {
			return typed(b, "bool")
		}
	case sqlstore.StoreInstant, sqlstore.StoreLocal, sqlstore.StoreDay, sqlstore.StoreClock:
		if t, ok := instant(v); ok {
			return typed(stamp(c, t), paramType(c))
		}
	case sqlstore.StoreJSON, sqlstore.StoreJSONB:
		return typed(string(value.Append(nil, v)), paramType(c))
	case sqlstore.StoreBinary:
		switch x := v.(type) {
		case []byte:
			return typed(x, "bytea")
		case string:
			return typed([]byte(x), "bytea")
		}
		return typed(value.Append(nil, v), "bytea")
	}
	return typed(sqlstore.TextOf(v), paramType(c))
}

func encodeNumber(c *column, v any) param {
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
			return typed(x, paramType(c))
		}
		v = n
	}
	switch x := v.(type) {
	case int64:
		switch c.Storage {
		case sqlstore.StoreInteger:
			return typed(x, "int8")
		case sqlstore.StoreDecimal:
			return typed(strconv.FormatInt(x, 10), "numeric")
		}
		return typed(float64(x), "float8")
	case float64:
		switch {
		case c.Storage == sqlstore.StoreDecimal && !math.IsInf(x, 0):
			return typed(strconv.FormatFloat(x, 'f', -1, 64), "numeric")
		case c.Storage != sqlstore.StoreInteger:
			return typed(x, "float8")
		case x == math.Trunc(x) && math.Abs(x) < 1<<63:
			return typed(int64(x), "int8")
		}
		// The server reports that it does not fit.
		return typed(strconv.FormatFloat(x, 'f', -1, 64), "int8")
	}
	return typed(sqlstore.TextOf(v), paramType(c))
}

// stamp returns t in the text format of the column. It is truncated to the precision of
// the column, so that a date that was read finds its record again.
func stamp(c *column, t time.Time) string {
	t = t.Truncate(unit(c))
	switch c.Storage {
	case sqlstore.StoreInstant:
		if c.Zone != nil { // MySQL sends timestamps in the zone of the connection
			return t.In(c.Zone).Format(stampLayout)
		}
		if t = t.UTC(); t.Year() <= 0 {
			return t.AddDate(1-2*t.Year(), 0, 0).Format(stampLayout+"-07:00") + " BC"
		}
		return t.Format(stampLayout + "-07:00")
	case sqlstore.StoreLocal:
		return t.In(c.Local).Format(stampLayout)
	case sqlstore.StoreDay:
		return t.In(c.Local).Format(time.DateOnly)
	case sqlstore.StoreClock:
		if c.Zone == nil {
			return t.UTC().Format("15:04:05.999-07:00")
		}
		return t.In(c.Local).Format("15:04:05.999")
	}
	return t.UTC().Format(value.DateLayout)
}

// unit returns the precision of the column; dates have at most milliseconds.
func unit(c *column) time.Duration {
	switch c.Precision {
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

// operandOf returns the parameter with which the column is compared. ok is false if the
// type of the column has no such value; then they are compared as text.
func operandOf(c *column, v any) (p param, ok bool) {
	switch c.Storage {
	case sqlstore.StoreInteger, sqlstore.StoreReal, sqlstore.StoreDouble, sqlstore.StoreDecimal:
		p = encodeNumber(c, v)
		switch x := p.Value.(type) {
		case int64:
			return p, true
		case float64:
			if c.Storage == sqlstore.StoreReal && math.Abs(x) < math.MaxFloat32 {
				// Rounded as when it was stored: 1.1 in 4 bytes is not equal to 1.1 in 8.
				return typed(float64(float32(x)), "float4"), true
			}
			return typed(x, "float8"), true
		}
		if c.Storage == sqlstore.StoreDecimal && p.Type == "numeric" {
			return p, validNumber(p.Value)
		}
		if f, ok := v.(float64); ok { // a fraction that is compared with integers
			return typed(f, "float8"), true
		}
		return p, false
	case sqlstore.StoreBoolean:
		b, ok := boolean(v)
		return typed(b, "bool"), ok
	case sqlstore.StoreInstant, sqlstore.StoreLocal:
		t, ok := instant(v)
		if !ok || t.Year() < -4000 || t.Year() > 200_000 {
			return p, false
		}
		return typed(stamp(c, t), paramType(c)), true
	case sqlstore.StoreDay:
		t, ok := instant(v)
		if !ok || t.Year() < -4000 || t.Year() > 200_000 {
			return p, false
		}
		return typed(stamp(c, t), "date"), true
	case sqlstore.StoreUUID:
		s, _ := v.(string)
		return typed(s, "uuid"), validUUID(s)
	case sqlstore.StoreBinary:
		switch x := v.(type) {
		case []byte:
			return typed(x, "bytea"), true
		case string:
			return typed([]byte(x), "bytea"), true
		}
		return p, false
	case sqlstore.StoreText:
		return typed(sqlstore.TextOf(v), "text"), true
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
func normal(c *column, v any) any {
	switch x := v.(type) {
	case time.Time:
		t := x.UTC().Truncate(unit(c))
		if c.Storage == sqlstore.StoreDay {
			y, m, d := x.In(c.Local).Date()
			t = time.Date(y, m, d, 0, 0, 0, 0, c.Local).UTC()
		}
		return t
	case float64:
		if c.Storage == sqlstore.StoreReal { // MySQL returns six digits of such a column
			v, _ := number(strconv.FormatFloat(x, 'g', 6, 32))
			return v
		}
	}
	return v
}
