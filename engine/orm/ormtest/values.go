package ormtest

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// stored returns v as a store returns it: whole numbers as int64, times in UTC with
// milliseconds.
func stored(v any) any {
	switch v := v.(type) {
	case int:
		return int64(v)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) <= 1<<53-1 {
			return int64(v)
		}
	case time.Time:
		return v.UTC().Truncate(time.Millisecond)
	case []byte:
		return slices.Clone(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = stored(v[i])
		}
		return list
	case *value.Map:
		m := value.New(v.Len())
		for name, member := range v.All() {
			m.Set(name, stored(member))
		}
		return m
	}
	return v
}

func isNumber(v any) bool {
	switch v.(type) {
	case int64, float64:
		return true
	}
	return false
}

func float(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return math.NaN()
}

// order compares two values that are not null, for sorting.
func (t Traits) order(a, b any) int {
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			return t.collate(x, y)
		}
	case int64:
		if y, ok := b.(int64); ok {
			return cmp.Compare(x, y)
		}
	case bool:
		if y, ok := b.(bool); ok && x != y {
			return map[bool]int{false: -1, true: 1}[x]
		}
		return 0
	case time.Time:
		if y, ok := b.(time.Time); ok {
			return x.Compare(y)
		}
	case []byte:
		if y, ok := b.([]byte); ok {
			return bytes.Compare(x, y)
		}
	}
	return cmp.Compare(float(a), float(b))
}

// sorted returns a sorted copy of list; the sort is stable.
func (n *Naive) sorted(list []*value.Map, by []orm.Order) []*value.Map {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *value.Map) int {
		for _, key := range by {
			order := n.traits.orderNulls(a.Value(key.Attr), b.Value(key.Attr))
			if key.Desc {
				order = -order
			}
			if order != 0 {
				return order
			}
		}
		return 0
	})
	return list
}

func (t Traits) orderNulls(a, b any) int {
	first := -1
	if t.NullsLast {
		first = 1
	}
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return first
	case b == nil:
		return -first
	}
	return t.order(a, b)
}

// canonical returns a text of v that identifies value and type: equal numbers have the
// same text; dates and binary data differ from text.
func canonical(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case value.Undefined:
		return "undefined"
	case time.Time:
		return "date(" + v.UTC().Format(time.RFC3339Nano) + ")"
	case []byte:
		return "bytes(" + hex.EncodeToString(v) + ")"
	case *orm.Record:
		return canonical(&v.Map)
	case orm.Records:
		parts := make([]string, len(v))
		for i, r := range v {
			parts[i] = canonical(r)
		}
		return "records[" + strings.Join(parts, ", ") + "]"
	case []any:
		parts := make([]string, len(v))
		for i, member := range v {
			parts[i] = canonical(member)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *value.Map:
		var parts []string
		for name, member := range v.All() {
			parts = append(parts, name+": "+canonical(member))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return string(value.Append(nil, v))
}

func lines(records []*orm.Record) []string {
	out := make([]string, len(records))
	for i, r := range records {
		out[i] = canonical(r)
	}
	return out
}
