package ormtest

import (
	"strings"
	"time"

	"pgregory.net/rapid"

	"framework/engine/orm"
	"framework/engine/value"
)

// words are short texts that differ by case, accent or space, or contain characters
// with a meaning in patterns or string literals.
var words = []string{
	"", "a", "A", "b", "B", "ab", "AB", "aB", "ba", " a", "a ", "Ä", "ä", "äb", "É", "é", "e\u0301", "ß", "ж", "Ж",
	"日本", "😀", "a😀", "%", "a%", "%a", "_", "a_", `\`, `a\`, `\%`, "'", `"`, "a'b", "--", "?", "$1", "0", "1", "12", "1.5",
	"null", "true", "a\nb", "\t", "2020-01-02", strings.Repeat("long ", 80),
}

func (s *suite) word(t *rapid.T) string {
	return among(t, orElse(s.traits.Keys, usualWords), orElse(s.traits.Words, words), "word")
}

// There are few usual values, so that values and operands are often equal.
var (
	usualWords    = []string{"a", "A", "ä", "Ä", "ab", "b", ""}
	usualIntegers = []int64{0, 1, 2}
	usualFloats   = []any{int64(0), int64(1), 0.5}
)

// among returns one of the usual values most of the time, else any.
func among[T any](t *rapid.T, usual, all []T, label string) T {
	if rapid.IntRange(0, 3).Draw(t, "usual") > 0 {
		return rapid.SampledFrom(usual).Draw(t, label)
	}
	return rapid.SampledFrom(all).Draw(t, label)
}

func orElse(list, other []string) []string {
	if len(list) > 0 {
		return list
	}
	return other
}

var integers = []int64{0, 1, 2, 3, -1, -2, 12, 100, 2147483647, -2147483648, 2147483648, 1<<53 - 1, -(1<<53 - 1)}

var floats = []any{int64(0), int64(1), int64(-3), 0.5, 1.5, -0.25, 0.1, 1e-7, 123456789.25, 1e15, 1.7976931348623157e308}

var times = []time.Time{
	time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC),
	time.Date(2020, 2, 29, 23, 59, 59, 999e6, time.UTC),
	time.Date(2020, 2, 29, 23, 59, 59, 998e6, time.UTC),
	time.Date(2021, 3, 28, 1, 30, 0, 1e6, time.UTC),
	time.Date(1969, 12, 31, 23, 59, 59, 500e6, time.UTC),
	time.Date(1001, 1, 2, 3, 4, 5, 6e6, time.UTC),
	time.Date(9998, 12, 31, 0, 0, 0, 0, time.UTC),
}

// value returns a random value of a kind, not null.
func (s *suite) value(t *rapid.T, kind orm.Kind) any {
	switch kind {
	case orm.KindInteger:
		return among(t, usualIntegers, integers, "integer")
	case orm.KindFloat:
		return among(t, usualFloats, floats, "float")
	case orm.KindBoolean:
		return rapid.Bool().Draw(t, "boolean")
	case orm.KindDate:
		v := among(t, times[:3], times, "date")
		if s.traits.DateOnly {
			v = v.Truncate(24 * time.Hour)
		}
		return v
	case orm.KindDatetime:
		return among(t, times[:3], times, "datetime")
	case orm.KindArray:
		return s.list(t, 2)
	case orm.KindJSON:
		if rapid.Bool().Draw(t, "object") {
			return s.object(t, 2)
		}
		return s.list(t, 2)
	case orm.KindBinary:
		return rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "bytes")
	}
	return s.word(t)
}

// json returns a random JSON value.
func (s *suite) json(t *rapid.T, depth int) any {
	switch rapid.IntRange(0, 4+min(depth, 1)*2).Draw(t, "json") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "boolean")
	case 2:
		return rapid.SampledFrom(integers).Draw(t, "integer")
	case 3:
		return rapid.SampledFrom(floats).Draw(t, "float")
	case 5:
		return s.list(t, depth-1)
	case 6:
		return s.object(t, depth-1)
	}
	return s.word(t)
}

func (s *suite) list(t *rapid.T, depth int) any {
	list := make([]any, rapid.IntRange(0, 3).Draw(t, "length"))
	for i := range list {
		list[i] = s.json(t, depth)
		if _, nested := list[i].([]any); nested && s.traits.Flat {
			list[i] = nil
		}
	}
	return list
}

// object returns a random JSON object. Some databases sort the members, so they are in
// an order that all databases keep.
func (s *suite) object(t *rapid.T, depth int) any {
	m := value.New(3)
	all := s.traits.SameMembers && rapid.Bool().Draw(t, "has all")
	for _, name := range []string{"a", "b", "Ä"} {
		if all || !s.traits.SameMembers && rapid.Bool().Draw(t, "has "+name) {
			m.Set(name, s.json(t, depth))
		}
	}
	return m
}

// stringKeys are few, so that keys are often equal; some differ by case only.
var (
	stringKeys  = []string{"a", "A", "b", "ä", "10", "x y", "%"}
	integerKeys = []int64{1, 2, 3, 7, -1, 1 << 40}
)

// key returns a random primary key of that kind.
func (s *suite) key(t *rapid.T, kind string) any {
	if kind == "string" {
		return rapid.SampledFrom(orElse(s.traits.Keys, stringKeys)).Draw(t, "key")
	}
	return rapid.SampledFrom(integerKeys).Draw(t, "key")
}

// row returns a random new record of m.
func (s *suite) row(t *rapid.T, m *orm.Model, sc *schema) *value.Map {
	row := value.New(6)
	kind := sc.keys[m.Identity]
	// If refused records use up automatic keys, the next ones cannot be predicted.
	if kind != "auto" || !s.traits.Gaps && rapid.IntRange(0, 6).Draw(t, "explicit key") == 0 {
		row.Set(m.PrimaryKey, s.key(t, kind))
	}
	s.fill(t, row, m, sc)
	return row
}

// fill sets random values of some attributes of m, except the key.
func (s *suite) fill(t *rapid.T, row *value.Map, m *orm.Model, sc *schema) {
	for _, a := range m.Attributes {
		if a.PrimaryKey || !a.Stored {
			continue
		}
		switch what := rapid.IntRange(0, 5).Draw(t, a.Name); {
		case what == 0:
		case what == 1:
			row.Set(a.Name, nil)
		case a.Assoc != nil:
			row.Set(a.Name, s.key(t, sc.keys[a.Assoc.Target]))
		default:
			row.Set(a.Name, s.value(t, a.Kind))
		}
	}
	if s.traits.Sparse && rapid.Bool().Draw(t, "undeclared text") {
		row.Set("x", s.word(t))
	}
	if s.traits.Sparse && rapid.Bool().Draw(t, "undeclared number") {
		row.Set("y", among(t, usualIntegers, integers, "y"))
	}
}
