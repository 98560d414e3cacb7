package orm

import (
	"math"
	"strings"

	"framework/engine/value"
)

// count reads limit and skip; values that are no number above zero are ignored.
func count(v any) int {
	var n any
	switch v := v.(type) {
	case string:
		n = parseInt(v)
	case int64, int, float64:
		n = v
	}
	switch n := n.(type) {
	case int64:
		return int(max(0, min(n, maxSafe)))
	case int:
		return max(0, n)
	case float64:
		if n >= maxSafe {
			return maxSafe
		}
		if n >= 1 { // false for NaN
			return int(math.Trunc(n))
		}
	}
	return 0
}

// sort reads 'name', 'name DESC' and { name: 1, born: 'desc' }.
func (p *parser) sort(v any) ([]Order, error) {
	switch v := v.(type) {
	case nil, value.Undefined:
		return nil, nil
	case bool:
		if !v {
			return nil, nil
		}
	case string:
		words := strings.Fields(v)
		switch len(words) {
		case 0:
			return nil, nil
		case 1:
			name, _ := p.name(words[0])
			return []Order{{Attr: name}}, nil
		case 2:
			if desc, ok := direction(words[1]); ok {
				name, _ := p.name(words[0])
				return []Order{{Attr: name, Desc: desc}}, nil
			}
		}
		return nil, misuse("sort", "%s is no order: sort takes 'name', 'name ASC' or 'name DESC'", describe(v))
	case *value.Map:
		orders := make([]Order, 0, v.Len())
		for key, order := range v.All() {
			desc, ok := direction(order)
			if !ok {
				return nil, misuse("sort", "the order of `%s` has to be 1, -1, 'asc' or 'desc', not %s", key, describe(order))
			}
			name, _ := p.name(key)
			orders = append(orders, Order{Attr: name, Desc: desc})
		}
		return orders, nil
	}
	return nil, misuse("sort", "sort takes 'name DESC' or { name: 'desc' }, not %s", describe(v))
}

// direction reads the order of one attribute; 0 means descending, as the
// classic releases have it.
func direction(v any) (desc, ok bool) {
	switch v := v.(type) {
	case int64:
		return v <= 0, v >= -1 && v <= 1
	case int:
		return v <= 0, v >= -1 && v <= 1
	case float64:
		return v <= 0, v == 0 || v == 1 || v == -1
	case string:
		switch strings.ToLower(v) {
		case "asc", "1":
			return false, true
		case "desc", "-1", "0":
			return true, true
		}
	}
	return false, false
}

// names reads the attributes of select and of the aggregates.
func (p *parser) names(clause string, v any) ([]string, error) {
	var list []any
	switch v := v.(type) {
	case nil, value.Undefined:
		return nil, nil
	case string:
		list = []any{v}
	case []any:
		list = v
	default:
		return nil, misuse(clause, "%s takes the name of an attribute or a list of names, not %s", clause, describe(v))
	}
	names := make([]string, 0, len(list))
	for _, member := range list {
		text, ok := member.(string)
		if !ok {
			return nil, misuse(clause, "%s takes names of attributes, not %s", clause, describe(member))
		}
		name, _ := p.name(text)
		names = append(names, name)
	}
	return names, nil
}
