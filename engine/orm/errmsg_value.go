package orm

import (
	"fmt"
	"math"
	"regexp"
	"time"

	"framework/engine/value"
)

// What modern models say about values of attributes.

// Function is a function of the project where a modern model expects a value:
// no type has it, and JSON holds its text.
type Function struct{ Name, Source string }

func (f *Function) String() string {
	if f.Name == "" {
		return "[Function (anonymous)]"
	}
	return "[Function: " + f.Name + "]"
}

// notOfType is the error for a v that is not of the expected type.
func notOfType(v any, typ string) string {
	if _, none := v.(value.Undefined); none {
		return fmt.Sprintf("1 error validating value: \n • Expecting '%s' (but got `undefined`)", typ)
	}
	return fmt.Sprintf("1 error validating value: \n • Specified value (a %s) doesn't match the expected type: '%s'", kindAndValue(v), typ)
}

// kindAndValue is a value behind the word for its kind: string: 'x'.
func kindAndValue(v any) string {
	switch v := v.(type) {
	case nil:
		return "null: null"
	case []any:
		return "array: " + value.Shown(v, math.MaxInt)
	case *value.Map:
		return "dictionary: " + value.Shown(v, math.MaxInt)
	case *Record:
		return "dictionary: " + value.Shown(&v.Map, math.MaxInt)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return "invalid number: " + shown(v)
		}
		return "number: " + shown(v)
	case int64:
		return "number: " + shown(v)
	case time.Time:
		return "Date: '" + shown(v) + "'"
	case []byte:
		return "Buffer: null"
	case *Function:
		return "function: " + v.Source
	}
	return typeOf(v) + ": " + shown(v)
}

func wrongType(a *Attribute, v any) *ValueError {
	return &ValueError{Code: "E_TYPE", Expected: a.Type, Reason: fmt.Sprintf("Specified value is not a valid `%s`.  %s", a.Name, notOfType(v, a.Type))}
}

// noNull is the error for null in an attribute that does not allow it.
func noNull(a *Attribute) *ValueError {
	base := map[string]string{"string": "`''` (empty string)", "number": "`0` (zero)", "boolean": "`false`"}[a.Type]
	reason := fmt.Sprintf("Specified value (`null`) is not a valid `%s`.  Even though this attribute is optional, it still does not allow `null` to be explicitly set, because `null` is not valid vs. the expected type: '%s'.  Instead, to indicate \"voidness\", please set the value for this attribute to the base value for its type, %s.  Or, if you specifically need to save `null`, then change this attribute to either `type: 'json'` or `type: 'ref'`.  ",
		a.Name, a.Type, base)
	if !a.HasDefault {
		reason += fmt.Sprintf("Also note: Since this attribute does not define a `defaultsTo`, the base value will be used as an implicit default if `%s` is omitted when creating a record.", a.Name)
	}
	return &ValueError{Code: "E_TYPE", Expected: a.Type, Reason: reason}
}

func noEmptyText() *ValueError {
	return &ValueError{Code: "E_REQUIRED", Reason: "Cannot set \"\" (empty string) for a required attribute."}
}

func noReference(a *Attribute) *ValueError {
	return &ValueError{Code: "E_REQUIRED", Reason: fmt.Sprintf("Cannot set `null` for required association (`%s`).", a.Name)}
}

func irregular(format string, args ...any) *ValueError {
	return &ValueError{Code: "E_HIGHLY_IRREGULAR", Reason: fmt.Sprintf(format, args...)}
}

func badReference(a *Attribute, target *Model, v any) *ValueError {
	return irregular("Expecting an id representing the associated record, or `null` to indicate there will be no associated record.  But the specified value is not a valid `%s`.  %s", a.Name, target.badKey(v))
}

func badMembers(a *Attribute, v any) *ValueError {
	return irregular("If specified, expected `%s` to be an array of ids (representing the records to associate).  But instead, got: %s", a.Name, shown(v))
}

// NamesAttribute reports a name that records without a schema may give to an
// attribute.
func NamesAttribute(name string) bool { return attributeName.MatchString(name) }

var attributeName = regexp.MustCompile(`^[\p{L}_$][\p{L}\p{N}_$]*$`)

// BadName is the error for an invalid name of an attribute.
func BadName(name string) *ValueError {
	if name == "" {
		return irregular("Empty string ('') is not a valid name for an attribute.")
	}
	return irregular("This is not a valid name for an attribute.")
}

// nounOf is how messages call a value of a type.
func nounOf(kind string) string {
	switch kind {
	case "json":
		return "a JSON-compatible value"
	case "ref":
		return "a value"
	}
	return "a " + kind
}

// missing is the error for a new record without a required attribute.
func (m *Model) missing(a *Attribute) *ValueError {
	what := nounOf(a.Type)
	target := m.orm.models[m.Sides[a.Name]] // of a column of a join table
	if a.Assoc != nil {
		target = m.orm.models[a.Assoc.Target]
	}
	if target != nil {
		what = fmt.Sprintf("%s (the %s of a %s)", nounOf(target.keyType()), target.PrimaryKey, target.Identity)
	}
	return &ValueError{Code: "E_REQUIRED", Missing: true, Reason: fmt.Sprintf("Missing value for required attribute `%s`.  Expected %s, but instead, got: undefined", a.Name, what)}
}

// describe is what is wrong with the value of an attribute in a new record, or in
// values to set.
func (e *ValueError) describe(name string, creating bool) string {
	switch {
	case e.Missing:
		return e.Reason
	case creating && e.Code == "E_TYPE":
		return fmt.Sprintf("New record contains the wrong type of data for property `%s`.  %s", name, e.Reason)
	}
	return fmt.Sprintf("Could not use specified `%s`.  %s", name, e.Reason)
}

// NotRecord is the error for values of a record that are no object.
func NotRecord(v any, creating bool) string {
	if !creating {
		return "Expecting a dictionary (plain JavaScript object) but instead, got: " + shown(v)
	}
	return "Expecting new record to be provided as a dictionary (plain JavaScript object) but instead, got: " + shown(v)
}

// NotOneRecord is NotRecord for methods that make one record.
func NotOneRecord(v any) string {
	if _, several := v.([]any); several {
		return "Got an array, but expected new record to be provided as a dictionary (plain JavaScript object).  Array usage is no longer supported as of Sails v1.0 / Waterline 0.13.  Instead, please explicitly call `.createEach()`."
	}
	return NotRecord(v, true)
}

// OneOfRecords is the error for one of several new records.
func OneOfRecords(reason string) string {
	return "Could not use one of the provided new records: " + reason
}
