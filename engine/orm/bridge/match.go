package bridge

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// matcher decides about records what the adapter cannot be asked. Null equals null
// and what is absent; only values of one type have an order.
type matcher struct {
	// folds: text is compared without case.
	folds bool
}

func (m matcher) match(r *orm.Record, e orm.Expr) bool {
	switch e := e.(type) {
	case orm.And:
		return !slices.ContainsFunc(e, func(part orm.Expr) bool { return !m.match(r, part) })
	case orm.Or:
		return slices.ContainsFunc(e, func(part orm.Expr) bool { return m.match(r, part) })
	case orm.Not:
		return !m.match(r, e.Expr)
	case orm.Compare:
		return m.compare(at(r, e.Attr), e)
	}
	return true
}

// at is the value of an attribute, or at a path into it.
func at(r *orm.Record, name string) any {
	if v, ok := r.Get(name); ok {
		return v
	}
	parts := strings.Split(name, ".")
	var v any = &r.Map
	for _, part := range parts {
		m, ok := v.(*value.Map)
		if !ok {
			return nil
		}
		v = m.Value(part)
	}
	return v
}

func (m matcher) compare(v any, e orm.Compare) bool {
	switch e.Op {
	case orm.Equal:
		return m.equal(v, e.Value, e.Exact)
	case orm.NotEqual:
		return !m.equal(v, e.Value, e.Exact)
	case orm.In, orm.NotIn:
		list, _ := e.Value.([]any)
		found := slices.ContainsFunc(list, func(member any) bool { return m.equal(v, member, e.Exact) })
		return found == (e.Op == orm.In)
	case orm.Less, orm.LessOrEqual, orm.Greater, orm.GreaterOrEqual:
		order, ok := m.order(v, e.Value)
		if !ok {
			return false
		}
		switch e.Op {
		case orm.Less:
			return order < 0
		case orm.LessOrEqual:
			return order <= 0
		case orm.Greater:
			return order > 0
		}
		return order >= 0
	case orm.NotLike:
		return !m.like(v, e)
	}
	return m.like(v, e)
}

func (m matcher) equal(a, b any, exact bool) bool {
	a, b = plain(a), plain(b)
	if s, ok := a.(string); ok {
		if t, ok := b.(string); ok {
			return s == t || m.folds && !exact && strings.EqualFold(s, t)
		}
	}
	if order, ok := m.order(a, b); ok {
		return order == 0
	}
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return value.EqualJSON(value.Plain(a), value.Plain(b))
}

// plain is the key of a record, and null for what is undefined.
func plain(v any) any {
	switch v := v.(type) {
	case *orm.Record:
		return v.ID()
	case value.Undefined:
		return nil
	case int:
		return int64(v)
	}
	return v
}

// order compares two values of one type.
func (m matcher) order(a, b any) (int, bool) {
	a, b = plain(a), plain(b)
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			if m.folds {
				x, y = strings.ToLower(x), strings.ToLower(y)
			}
			return cmp.Compare(x, y), true
		}
	case int64:
		switch y := b.(type) {
		case int64:
			return cmp.Compare(x, y), true
		case float64:
			return cmp.Compare(float64(x), y), true
		}
	case float64:
		switch y := b.(type) {
		case int64:
			return cmp.Compare(x, float64(y)), true
		case float64:
			return cmp.Compare(x, y), true
		}
	case bool:
		if y, ok := b.(bool); ok {
			return cmp.Compare(number(x), number(y)), true
		}
	case time.Time:
		if y, ok := b.(time.Time); ok {
			return x.Compare(y), true
		}
	case []byte:
		if y, ok := b.([]byte); ok {
			return bytes.Compare(x, y), true
		}
	}
	return 0, false
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (m matcher) like(v any, e orm.Compare) bool {
	text, ok := v.(string)
	if !ok {
		return false
	}
	pattern, ok := e.Value.(string)
	if !ok {
		pattern = string(value.Append(nil, e.Value))
	}
	body := regexp.QuoteMeta(pattern)
	if !e.Literal {
		body = strings.ReplaceAll(body, "%", `[\s\S]*`)
	}
	switch e.Op {
	case orm.Contains:
		body = `[\s\S]*` + body + `[\s\S]*`
	case orm.StartsWith:
		body += `[\s\S]*`
	case orm.EndsWith:
		body = `[\s\S]*` + body
	}
	if m.folds || e.IgnoreCase {
		body = "(?i)" + body
	}
	re, err := regexp.Compile("^(?:" + body + ")$")
	return err == nil && re.MatchString(text)
}

// rank orders values of different types: nothing first.
func rank(v any) int {
	switch v.(type) {
	case nil:
		return 0
	case bool:
		return 1
	case int64, float64:
		return 2
	case time.Time:
		return 3
	case string:
		return 4
	}
	return 5
}

// sort orders records as the query asks.
func (m matcher) sort(list []*orm.Record, by []orm.Order) {
	slices.SortStableFunc(list, func(a, b *orm.Record) int {
		for _, o := range by {
			x, y := plain(at(a, o.Attr)), plain(at(b, o.Attr))
			order, ok := m.order(x, y)
			if !ok {
				order = cmp.Compare(rank(x), rank(y))
			}
			if o.Desc {
				order = -order
			}
			if order != 0 {
				return order
			}
		}
		return 0
	})
}

// window cuts a list to the window of a query.
func window(list []*orm.Record, q *orm.Query) []*orm.Record {
	list = list[min(max(q.Skip, 0), len(list)):]
	if q.Limit > 0 {
		list = list[:min(q.Limit, len(list))]
	}
	return list
}
