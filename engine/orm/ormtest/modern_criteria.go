package ormtest

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"framework/engine/value"
)

// criteria draws a condition as callers write it, and returns the rows that fulfil it.
func (w *modernWorld) criteria() (any, []*value.Map) {
	criteria, holds := w.condition(2)
	var matching []*value.Map
	for _, row := range w.rows {
		if holds(row) {
			matching = append(matching, row)
		}
	}
	return criteria, matching
}

type predicate func(row *value.Map) bool

func (w *modernWorld) condition(depth int) (*value.Map, predicate) {
	kind := "attribute"
	if depth > 0 {
		kind = rapid.SampledFrom([]string{"attribute", "attribute", "and", "or", "several", "all"}).Draw(w.t, "kind")
	}
	switch kind {
	case "all":
		return value.New(0), func(*value.Map) bool { return true }
	case "several":
		one, first := w.condition(0)
		two, second := w.condition(0)
		name, v := two.At(0)
		if one.Has(name) {
			return one, first
		}
		one.Set(name, v)
		return one, func(row *value.Map) bool { return first(row) && second(row) }
	case "and", "or":
		var list []any
		var parts []predicate
		for range rapid.IntRange(1, 3).Draw(w.t, "parts") {
			criteria, holds := w.condition(depth - 1)
			list, parts = append(list, criteria), append(parts, holds)
		}
		all := kind == "and"
		return value.Of(kind, list), func(row *value.Map) bool {
			return slices.ContainsFunc(parts, func(p predicate) bool { return p(row) != all }) != all
		}
	}
	return w.comparison()
}

// comparison draws a condition on one attribute.
func (w *modernWorld) comparison() (*value.Map, predicate) {
	name := rapid.SampledFrom([]string{"s", "n", "b", "sn", "nn", "d", "owner", "id"}).Draw(w.t, "attribute")
	operand := func() modernValue {
		if name == "id" {
			id := int64(1)
			if len(w.rows) > 0 {
				id = rapid.SampledFrom(w.rows).Draw(w.t, "id").Value("id").(int64)
			}
			return same(id)
		}
		fitting := slices.DeleteFunc(slices.Clone(modernValues[name]), func(v modernValue) bool { return v.refused || v.given == nil })
		return rapid.SampledFrom(fitting).Draw(w.t, "operand")
	}
	text := name == "s" || name == "sn" || name == "d"
	kinds := []string{"equal", "unequal", "in", "nin", "null", "notnull"}
	switch {
	case text:
		kinds = append(kinds, "contains", "startsWith", "endsWith", "like")
	case name == "n" || name == "nn" || name == "id":
		kinds = append(kinds, "<", "<=", ">", ">=")
	}
	switch kind := rapid.SampledFrom(kinds).Draw(w.t, "comparison"); kind {
	case "null":
		return value.Of(name, nil), func(row *value.Map) bool { return row.Value(name) == nil }
	case "notnull":
		return value.Of(name, value.Of("!=", nil)), func(row *value.Map) bool { return row.Value(name) != nil }
	case "in", "nin":
		var given, stored []any
		for range rapid.IntRange(0, 3).Draw(w.t, "values") {
			v := operand()
			given, stored = append(given, v.given), append(stored, v.stored)
		}
		if given == nil {
			given = []any{}
		}
		criteria := value.Of(name, value.Of(kind, given))
		if kind == "in" && rapid.Bool().Draw(w.t, "plainly") {
			criteria = value.Of(name, given)
		}
		return criteria, func(row *value.Map) bool {
			v := row.Value(name)
			switch {
			case kind == "in":
				return slices.Contains(stored, v)
			case v == nil && len(stored) > 0:
				return w.traits.NullDiffers
			}
			return !slices.Contains(stored, v)
		}
	case "equal":
		v := operand()
		return value.Of(name, v.given), func(row *value.Map) bool { return row.Value(name) == v.stored }
	case "unequal":
		v := operand()
		return value.Of(name, value.Of("!=", v.given)), func(row *value.Map) bool {
			if row.Value(name) == nil {
				return w.traits.NullDiffers
			}
			return row.Value(name) != v.stored
		}
	case "<", "<=", ">", ">=":
		v := operand()
		return value.Of(name, value.Of(kind, v.given)), func(row *value.Map) bool {
			if row.Value(name) == nil {
				return false
			}
			a, b := number(row.Value(name)), number(v.stored)
			return map[string]bool{"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[kind]
		}
	default:
		pattern := rapid.SampledFrom([]string{"a", "b", "%", "_", "b%", "ab", "c"}).Draw(w.t, "pattern")
		return value.Of(name, value.Of(kind, pattern)), func(row *value.Map) bool {
			s, ok := row.Value(name).(string)
			return ok && fits(kind, s, pattern)
		}
	}
}

// fits reports whether a text matches a pattern; only like has a wildcard.
func fits(kind, s, pattern string) bool {
	switch kind {
	case "contains":
		return strings.Contains(s, pattern)
	case "startsWith":
		return strings.HasPrefix(s, pattern)
	case "endsWith":
		return strings.HasSuffix(s, pattern)
	}
	before, after, wild := strings.Cut(pattern, "%")
	if !wild {
		return s == pattern
	}
	return len(s) >= len(before)+len(after) && strings.HasPrefix(s, before) && strings.HasSuffix(s, after)
}
