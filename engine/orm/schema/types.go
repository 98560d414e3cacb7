package schema

import (
	"cmp"
	"strings"

	"ariga.io/atlas/sql/mysql"
	"ariga.io/atlas/sql/postgres"
	"ariga.io/atlas/sql/schema"
)

// class is what values a type holds.
type class uint8

const (
	other class = iota // types that only their own database knows
	text
	integer
	float
	boolean
	instant
	day
	clock
	document
	blob
)

// kind is a type without what does not matter about it.
type kind struct {
	class class
	// capacity orders the types of a class: bytes of numbers, characters of
	// text, digits below the second.
	capacity int64
	zoned    bool   // of an instant: the database keeps it in UTC
	raw      string // the name, of other types and documents
}

// unlimited is the capacity of text without a length.
const unlimited = 1 << 32

// capacities of the types whose name alone says it.
var capacities = map[string]int64{
	"tinyint": 1, "smallint": 2, "int2": 2, "smallserial": 2, "mediumint": 3, "int": 4, "integer": 4, "int4": 4, "bigint": 8, "int8": 8,
	"real": 4, "float4": 4, "float": 8, "double": 8, "double precision": 8, "float8": 8,
	"tinytext": 1<<8 - 1, "text": 1<<16 - 1, "mediumtext": 1<<24 - 1, "longtext": unlimited,
	"tinyblob": 1<<8 - 1, "blob": 1<<16 - 1, "mediumblob": 1<<24 - 1, "longblob": unlimited,
}

// parseType reads a type as CREATE TABLE has it.
func (d Dialect) parseType(s string) (schema.Type, error) {
	if !strings.ContainsAny(s, `'"`) {
		s = strings.ToLower(s)
	}
	switch d {
	case MySQL:
		return mysql.ParseType(s)
	case SQLite:
		return &schema.UnsupportedType{T: s}, nil // only its affinity matters
	}
	return postgres.ParseType(s)
}

func (d Dialect) formatType(t schema.Type) string {
	if t, ok := t.(*schema.UnsupportedType); ok && d == SQLite {
		return strings.ToUpper(cmp.Or(t.T, "no type"))
	}
	format := postgres.FormatType
	if d == MySQL {
		format = mysql.FormatType
	}
	s, err := format(t)
	if err != nil {
		return "an unknown type" // only shown to people
	}
	return s
}

// kindOf is the kind of a type of that dialect.
func (d Dialect) kindOf(t schema.Type) kind {
	switch t := t.(type) {
	case *schema.UnsupportedType:
		if d == SQLite {
			return affinity(t.T)
		}
	case *schema.StringType:
		return kind{class: text, capacity: d.textCapacity(t)}
	case *schema.IntegerType:
		return kind{class: integer, capacity: capacities[strings.ToLower(t.T)]}
	case *postgres.SerialType:
		return d.kindOf(t.IntegerType())
	case *schema.FloatType:
		name := strings.ToLower(t.T)
		k := kind{class: float, capacity: capacities[name]}
		switch {
		case d == MySQL && name == "real":
			k.capacity = 8
		case name == "float" && (d == MySQL || t.Precision > 0) && t.Precision <= 24:
			k.capacity = 4
		}
		return k
	case *schema.DecimalType:
		return kind{class: float, capacity: 16}
	case *schema.BoolType:
		return kind{class: boolean}
	case *schema.TimeType:
		return d.timeKind(t)
	case *schema.JSONType:
		return kind{class: document, raw: strings.ToLower(t.T)}
	case *schema.BinaryType:
		k := kind{class: blob, capacity: unlimited}
		if d == MySQL {
			k.capacity = capacities[strings.ToLower(t.T)]
			if t.Size != nil {
				k.capacity = int64(*t.Size)
			}
		}
		return k
	case *postgres.UserDefinedType:
		if strings.EqualFold(t.T, "citext") {
			return kind{class: text, capacity: unlimited}
		}
	}
	return kind{raw: d.formatType(t)}
}

func (d Dialect) textCapacity(t *schema.StringType) int64 {
	name := strings.ToLower(t.T)
	switch {
	case t.Size > 0:
		return int64(t.Size)
	case d == PostgreSQL && (name == "char" || name == "character"):
		return 1
	case d == PostgreSQL:
		return unlimited
	}
	return capacities[name]
}

func (d Dialect) timeKind(t *schema.TimeType) kind {
	name := strings.ToLower(t.T)
	k := kind{class: instant, capacity: 6}
	if t.Precision != nil {
		k.capacity = int64(*t.Precision)
	} else if d == MySQL {
		k.capacity = 0
	}
	switch {
	case name == "date":
		return kind{class: day}
	case strings.HasPrefix(name, "datetime"):
	case strings.HasPrefix(name, "timestamp"):
		k.zoned = strings.Contains(name, "tz") || strings.Contains(name, "with time zone")
	case strings.HasPrefix(name, "time"):
		k.class = clock
	default: // year
		return kind{raw: name}
	}
	return k
}

// fits says that a column of the kind can stay when want is wanted.
func (d Dialect) fits(have, want kind) bool {
	switch {
	case have.class == want.class:
		return have.capacity >= want.capacity && (have.class != other || strings.EqualFold(have.raw, want.raw))
	case d == SQLite:
		return have == numeric && want.class == integer
	case have.class == other && want.class == text:
		return true // enumerations, uuids: their values are read as text
	case have.class == instant && want.class == day:
		return true
	case d == MySQL && have.class == integer && want.class == boolean:
		return true
	}
	return false
}
