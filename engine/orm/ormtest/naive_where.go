package ormtest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// truth is a value of the three-valued logic of SQL.
type truth int

const (
	no      truth = -1
	unknown truth = 0
	yes     truth = 1
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// holds reports whether a row fulfils a condition.
func (n *Naive) holds(m *orm.Model, e orm.Expr, row *value.Map) (truth, error) {
	switch e := e.(type) {
	case nil:
		return yes, nil
	case orm.And:
		all := yes
		for _, part := range e {
			one, err := n.holds(m, part, row)
			if err != nil {
				return no, err
			}
			all = min(all, one)
		}
		return all, nil
	case orm.Or:
		any := no
		for _, part := range e {
			one, err := n.holds(m, part, row)
			if err != nil {
				return no, err
			}
			any = max(any, one)
		}
		return any, nil
	case orm.Not:
		part, err := n.holds(m, e.Expr, row)
		return -part, err
	case orm.Compare:
		return n.compare(m, e, row)
	}
	return no, fmt.Errorf("unknown condition %T", e)
}

// compare evaluates one comparison; in a sparse store it is never unknown.
func (n *Naive) compare(m *orm.Model, e orm.Compare, row *value.Map) (truth, error) {
	a := m.Attribute(e.Attr)
	if a == nil && !n.traits.Sparse {
		return no, fmt.Errorf("%w: %s", errNoColumn, e.Attr)
	}
	c := comparison{traits: n.traits, declared: a != nil}
	c.traits.CaseSensitive = c.traits.CaseSensitive || e.Exact && e.Op < orm.Like && !c.traits.UniqueFolds
	c.value, c.present = row.Get(e.Attr)
	if n.traits.Documents {
		return truthOf(c.document(e.Op, e.Value)), nil
	}
	if n.traits.Sparse {
		return truthOf(c.sparse(e.Op, e.Value)), nil
	}
	return c.sql(e.Op, e.Value), nil
}

// comparison is one value of a row that is compared.
type comparison struct {
	traits   Traits
	declared bool
	value    any
	present  bool
}

// sql compares as SQL does: comparisons with null are unknown, except for null itself.
func (c comparison) sql(op orm.Op, operand any) truth {
	switch op {
	case orm.Equal:
		if operand == nil {
			return truthOf(c.value == nil)
		}
	case orm.NotEqual:
		if operand == nil {
			return truthOf(c.value != nil)
		}
	case orm.In, orm.NotIn:
		// Nulls in a list never match, and an empty list matches nothing.
		list := withoutNulls(operand.([]any))
		if len(list) == 0 {
			return truthOf(op == orm.NotIn)
		}
		if c.value == nil {
			return unknown
		}
		return truthOf(c.among(list) == (op == orm.In))
	case orm.Less, orm.LessOrEqual, orm.Greater, orm.GreaterOrEqual:
		if operand == nil {
			return unknown
		}
	}
	if c.value == nil {
		return unknown
	}
	switch op {
	case orm.Equal:
		return truthOf(c.equals(operand))
	case orm.NotEqual:
		return truthOf(!c.equals(operand))
	case orm.Less, orm.LessOrEqual, orm.Greater, orm.GreaterOrEqual:
		return truthOf(ordersAs(op, c.order(c.value, operand)))
	case orm.NotLike:
		return truthOf(!c.like(op, operand))
	}
	return truthOf(c.like(op, operand))
}

// sparse compares as document stores do: null and the empty string are equal, an
// absent attribute equals nothing, and null sorts like zero, the empty text, or before
// all dates.
func (c comparison) sparse(op orm.Op, operand any) bool {
	blank := func(v any) bool { return v == nil || v == "" }
	equals := func(operand any) bool {
		if blank(operand) || blank(c.value) {
			return c.present && blank(operand) && blank(c.value)
		}
		return c.equals(operand)
	}
	switch op {
	case orm.Equal:
		return equals(operand)
	case orm.NotEqual:
		return c.present && !equals(operand)
	case orm.In, orm.NotIn:
		in := false
		for _, v := range operand.([]any) {
			in = in || equals(v) || blank(v) && !c.present
		}
		return in == (op == orm.In)
	case orm.Less, orm.LessOrEqual, orm.Greater, orm.GreaterOrEqual:
		if !c.present {
			return false
		}
		if operand == nil {
			operand = int64(0)
		}
		loose := !c.declared && c.traits.Sparse
		if text, ok := operand.(string); ok && loose {
			if f, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
				operand = f
			}
		}
		if c.value != nil {
			val, operand := c.value, operand
			if loose {
				var ok bool
				if val, operand, ok = uncast(val, operand); !ok {
					return false
				}
			}
			return ordersAs(op, c.order(val, operand))
		}
		switch operand.(type) {
		case string:
			return ordersAs(op, c.order("", operand))
		case time.Time:
			return ordersAs(op, -1)
		}
		return ordersAs(op, c.order(int64(0), operand))
	case orm.NotLike:
		return c.value == nil || !c.like(op, operand)
	}
	return c.value != nil && c.like(op, operand)
}

// document compares as MongoDB does.
func (c comparison) document(op orm.Op, operand any) bool {
	folded := c.traits
	c.traits.CaseSensitive = true // except where Sails ignores case
	c.declared = true             // values are compared as they are
	equals := func(operand any) bool {
		if list, is := c.value.([]any); is && operand == nil && slices.ContainsFunc(list, func(v any) bool { return v == nil }) {
			return true // a list equals each of its members
		}
		if operand == nil || c.value == nil {
			return operand == nil && c.value == nil
		}
		return c.equals(operand)
	}
	switch op {
	case orm.Equal:
		c.traits = folded
		return equals(operand)
	case orm.NotEqual:
		return !equals(operand)
	case orm.In, orm.NotIn:
		return slices.ContainsFunc(operand.([]any), equals) == (op == orm.In)
	case orm.Less, orm.LessOrEqual, orm.Greater, orm.GreaterOrEqual:
		if operand == nil {
			return c.value == nil && (op == orm.LessOrEqual || op == orm.GreaterOrEqual)
		}
		return c.value != nil && sameType(c.value, operand) && ordersAs(op, c.order(c.value, operand))
	}
	text, isText := c.value.(string)
	pattern := orm.Like
	c.traits.CaseSensitive = c.traits.ExactPatterns
	switch op {
	case orm.Contains:
		return isText && strings.Contains(c.traits.fold(text), c.traits.fold(operand.(string)))
	case orm.StartsWith:
		return isText && strings.HasPrefix(c.traits.fold(text), c.traits.fold(operand.(string)))
	case orm.EndsWith:
		return isText && strings.HasSuffix(c.traits.fold(text), c.traits.fold(operand.(string)))
	}
	return (isText && c.like(pattern, operand)) == (op == orm.Like)
}

func sameType(a, b any) bool {
	return isNumber(a) && isNumber(b) || reflect.TypeOf(a) == reflect.TypeOf(b)
}

// uncast converts text to a number if the other operand is a number: so undeclared
// values are ordered. Other texts and numbers have no order.
func uncast(val, operand any) (any, any, bool) {
	if !isNumber(operand) {
		_, text := val.(string)
		return val, operand, text
	}
	if text, ok := val.(string); ok {
		f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		return f, operand, err == nil
	}
	return val, operand, true
}

func withoutNulls(list []any) []any {
	var out []any
	for _, v := range list {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

func (c comparison) among(list []any) bool {
	for _, v := range list {
		if c.equals(v) {
			return true
		}
	}
	return false
}

// equals compares two values that are not null. Undeclared attributes are not cast, so
// 12 equals "12" there.
func (c comparison) equals(operand any) bool {
	switch v := c.value.(type) {
	case string:
		if text, ok := operand.(string); ok {
			return c.traits.fold(v) == c.traits.fold(text)
		}
		return !c.declared && isNumber(operand) && v == canonical(operand)
	case int64, float64:
		if text, ok := operand.(string); ok && !c.declared {
			number, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			return err == nil && number == float(v)
		}
	}
	return canonical(stored(c.value)) == canonical(stored(operand))
}

// order compares two values of one kind.
func (c comparison) order(a, b any) int {
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok {
			return c.traits.collate(c.traits.fold(x), c.traits.fold(y))
		}
	}
	return c.traits.order(a, b)
}

func ordersAs(op orm.Op, order int) bool {
	switch op {
	case orm.Less:
		return order < 0
	case orm.LessOrEqual:
		return order <= 0
	case orm.Greater:
		return order > 0
	}
	return order >= 0
}

// like matches the text of a value with a pattern whose wildcard is %.
func (c comparison) like(op orm.Op, operand any) bool {
	pattern, _ := operand.(string)
	switch op {
	case orm.Contains:
		pattern = "%" + pattern + "%"
	case orm.StartsWith:
		pattern += "%"
	case orm.EndsWith:
		pattern = "%" + pattern
	}
	return matches(c.traits.fold(textOf(c.value)), c.traits.fold(pattern))
}

func matches(s, pattern string) bool {
	head, tail, wild := strings.Cut(pattern, "%")
	if !strings.HasPrefix(s, head) {
		return false
	}
	s = s[len(head):]
	if !wild {
		return s == ""
	}
	for i := range len(s) + 1 {
		if matches(s[i:], tail) {
			return true
		}
	}
	return false
}

// textOf returns the text that patterns are matched with.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case time.Time:
		return v.Format(value.DateLayout)
	}
	return canonical(v)
}
