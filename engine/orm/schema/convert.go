package schema

import "fmt"

// conversion is how the values of a column become values of another kind.
type conversion struct {
	// valid holds for the values that can be converted, exact for those of
	// them that stay what they are; both see a value that is not NULL, and ""
	// is all of them.
	valid, exact string
	// prepare is the value to set before the type changes, "" for none; using
	// is the value of the new type (PostgreSQL), "" for the database's own
	// cast.
	prepare, using string
	// finish is the value to set after the type has changed, "" for none.
	finish string
	// value is what it comes to on MySQL, "" for the same.
	value string
}

const (
	wholeNumber  = `^[[:space:]]*[+-]?[0-9]+[[:space:]]*$`
	anyNumber    = `^[[:space:]]*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9][0-9]?[0-9]?)?[[:space:]]*$`
	leadingZeros = `^[[:space:]]*[+-]?0[0-9]`
	structured   = `^[[:space:]]*[[{]`
	dayPattern   = `[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])`
	timePattern  = `([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,6})?)?`
	zonePattern  = `(Z|[+-][0-9]{2}(:?[0-9]{2})?)?`
)

// The instants, in milliseconds, that are worth being one.
const (
	yearOne  = "-62135596800000"
	year9999 = "253402300799999"
)

// integerRange is the range of an integer of that many bytes, as SQL.
func integerRange(bytes int64) string {
	limit := uint64(1) << (8*bytes - 1)
	return fmt.Sprintf("BETWEEN -%d AND %d", limit, limit-1)
}

// convert is the conversion of the column q; ok is false when there is none,
// and none of its values can stay.
func (d Dialect) convert(q string, have, want kind) (c conversion, ok bool) {
	switch d {
	case SQLite:
		return convertSQLite(q, want), true
	case MySQL:
		return convertMySQL(q, have, want)
	}
	return convertPostgreSQL(q, have, want)
}

// isoText is an instant as the ORM writes it.
const isoText = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

func convertPostgreSQL(q string, have, want kind) (conversion, bool) {
	number := fmt.Sprintf("CASE WHEN %s ~ '%s' THEN %s::numeric %s ELSE false END", q, wholeNumber, q, integerRange(max(want.capacity, 2)))
	utc := q
	if have.zoned {
		utc = "(" + q + " AT TIME ZONE 'UTC')"
	}
	zoned := func(value string) string {
		if want.zoned {
			return "(" + value + ") AT TIME ZONE 'UTC'"
		}
		return value
	}
	switch [2]class{have.class, want.class} {
	case [2]class{text, integer}:
		return conversion{valid: number, exact: q + "::numeric::text = " + q}, true
	case [2]class{text, float}:
		return conversion{
			valid: fmt.Sprintf("%s ~ '%s'", q, anyNumber),
			exact: fmt.Sprintf("%s !~ '%s' AND %s::numeric = %s::%s::numeric", q, leadingZeros, q, q, floatType(want)),
		}, true
	case [2]class{text, boolean}:
		return conversion{valid: "lower(" + q + ") IN ('true', 'false', 't', 'f', '1', '0')"}, true
	case [2]class{text, instant}:
		c := conversion{valid: fmt.Sprintf("%s ~ '^%s([T ]%s%s)?$'", q, dayPattern, timePattern, zonePattern)}
		// A text without a zone is in UTC, whatever the session's is.
		c.using = fmt.Sprintf("CASE WHEN %s ~ ':.*(Z|[+-][0-9:]+)$' THEN %s ELSE %s END", q,
			map[bool]string{true: q + "::timestamptz", false: "(" + q + "::timestamptz AT TIME ZONE 'UTC')"}[want.zoned], zoned(q+"::timestamp"))
		return c, true
	case [2]class{text, day}:
		return conversion{
			valid: fmt.Sprintf("%s ~ '^%s([T ]%s%s)?$'", q, dayPattern, timePattern, zonePattern),
			exact: "length(" + q + ") = 10", using: "left(" + q + ", 10)::date",
		}, true
	case [2]class{text, clock}:
		return conversion{valid: fmt.Sprintf("%s ~ '^%s%s$'", q, timePattern, zonePattern)}, true
	case [2]class{text, document}:
		// What does not look like a list or an object is text.
		return conversion{using: fmt.Sprintf("CASE WHEN %s ~ '%s' THEN %s::%s ELSE to_%s(%s) END", q, structured, q, want.raw, want.raw, q)}, true
	case [2]class{document, text}:
		return conversion{using: q + " #>> '{}'"}, true
	case [2]class{integer, text}, [2]class{float, text}, [2]class{boolean, text},
		[2]class{day, text}, [2]class{clock, text}:
		return conversion{}, true
	case [2]class{instant, text}:
		return conversion{using: "to_char(" + utc + ", " + isoText + ")"}, true
	case [2]class{instant, clock}:
		return conversion{}, false
	case [2]class{blob, text}:
		return conversion{using: "encode(" + q + ", 'base64')"}, true
	case [2]class{integer, float}:
		return conversion{exact: q + "::numeric = " + q + "::" + floatType(want) + "::numeric"}, true
	case [2]class{float, integer}:
		return conversion{valid: q + "::numeric " + integerRange(want.capacity), exact: q + " = trunc(" + q + "::numeric)"}, true
	case [2]class{integer, boolean}, [2]class{float, boolean}:
		return conversion{exact: q + " IN (0, 1)", using: q + " <> 0"}, true
	case [2]class{boolean, integer}, [2]class{boolean, float}:
		return conversion{using: q + "::int"}, true
	case [2]class{day, instant}:
		return conversion{using: zoned(q + "::timestamp")}, true
	case [2]class{integer, instant}, [2]class{float, instant}: // milliseconds
		c := conversion{
			valid: q + " BETWEEN " + yearOne + " AND " + year9999, exact: q + " = trunc(" + q + ")",
			using: "to_timestamp(" + q + " / 1000.0)",
		}
		if !want.zoned {
			c.using += " AT TIME ZONE 'UTC'"
		}
		return c, true
	case [2]class{instant, integer}, [2]class{instant, float}:
		if want.capacity < 8 {
			return conversion{}, false
		}
		return conversion{
			using: "floor(extract(epoch FROM " + q + ") * 1000)",
			exact: q + " = date_trunc('milliseconds', " + q + ")",
		}, true
	}
	if have.class == want.class || have.class == other || want.class == other {
		return conversion{}, true // the database knows
	}
	return conversion{}, false
}

func floatType(want kind) string {
	switch want.capacity {
	case 4:
		return "real"
	case 8:
		return "float8"
	}
	return "numeric"
}

func convertMySQL(q string, have, want kind) (conversion, bool) {
	decimal := "CAST(" + q + " AS DECIMAL(65,0))"
	switch [2]class{have.class, want.class} {
	case [2]class{text, integer}:
		return conversion{
			valid: fmt.Sprintf("%s REGEXP '%s' AND length(%s) < 60 AND %s %s", q, wholeNumber, q, decimal, integerRange(want.capacity)),
			exact: "CAST(" + decimal + " AS CHAR) = BINARY " + q,
			value: decimal,
		}, true
	case [2]class{text, float}:
		return conversion{
			valid: fmt.Sprintf("%s REGEXP '%s'", q, anyNumber),
			exact: fmt.Sprintf("%s NOT REGEXP '%s'", q, leadingZeros),
			value: q + " + 0e0",
		}, true
	case [2]class{text, boolean}:
		return conversion{
			valid:   "lower(" + q + ") IN ('true', 'false', 't', 'f', '1', '0')",
			prepare: "CASE WHEN lower(" + q + ") IN ('true', 't', '1') THEN '1' ELSE '0' END",
			value:   "lower(" + q + ") IN ('true', 't', '1')",
		}, true
	case [2]class{text, instant}:
		return conversion{
			valid:   fmt.Sprintf("%s REGEXP '^%s([T ]%sZ?)?$'", q, dayPattern, timePattern),
			prepare: "replace(replace(" + q + ", 'T', ' '), 'Z', '')",
			value:   "CAST(replace(replace(" + q + ", 'T', ' '), 'Z', '') AS DATETIME(" + fmt.Sprint(want.capacity) + "))",
		}, true
	case [2]class{text, day}:
		return conversion{
			valid:   fmt.Sprintf("%s REGEXP '^%s([T ]%sZ?)?$'", q, dayPattern, timePattern),
			exact:   "length(" + q + ") = 10",
			prepare: "left(" + q + ", 10)",
			value:   "left(" + q + ", 10)",
		}, true
	case [2]class{text, clock}:
		return conversion{valid: fmt.Sprintf("%s REGEXP '^%s$'", q, timePattern)}, true
	case [2]class{text, document}:
		return conversion{prepare: fmt.Sprintf("CASE WHEN %s REGEXP '%s' AND json_valid(%s) THEN %s ELSE json_quote(%s) END", q, structured, q, q, q)}, true
	case [2]class{document, text}:
		return conversion{finish: "json_unquote(" + q + ")", value: "json_unquote(" + q + ")"}, true
	case [2]class{integer, text}, [2]class{float, text}, [2]class{boolean, text}, [2]class{day, text}, [2]class{clock, text},
		[2]class{instant, text}, [2]class{boolean, integer}, [2]class{boolean, float}, [2]class{day, instant}:
		return conversion{}, true
	case [2]class{integer, float}:
		c := conversion{}
		if have.capacity == 8 && want.capacity <= 8 {
			c.exact = q + " BETWEEN -9007199254740992 AND 9007199254740992"
		} else if have.capacity > 2 && want.capacity == 4 {
			c.exact = q + " BETWEEN -16777216 AND 16777216"
		}
		return c, true
	case [2]class{float, integer}:
		return conversion{valid: q + " " + integerRange(want.capacity), exact: q + " = truncate(" + q + ", 0)", value: "round(" + q + ")"}, true
	case [2]class{float, boolean}:
		return conversion{exact: q + " IN (0, 1)", prepare: q + " <> 0", value: q + " <> 0"}, true
	}
	if have.class == want.class || have.class == other || want.class == other {
		return conversion{}, true
	}
	return conversion{}, false
}

// emptyValue is the SQL of the value that says the least.
func (k kind) emptyValue() string {
	switch k.class {
	case integer, float:
		return "0"
	case boolean:
		return "false"
	case instant:
		return "'1970-01-01 00:00:00'"
	case day:
		return "'1970-01-01'"
	case clock:
		return "'00:00:00'"
	case document:
		return "'{}'"
	}
	return "''"
}
