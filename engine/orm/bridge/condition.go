package bridge

import (
	"slices"
	"strings"

	"framework/engine/orm"
)

// split divides a condition into what the adapter can be asked, nil for everything,
// and the rest, which is looked at here, nil for nothing. The first may hold for more
// records than the condition only where there is a rest. never says that nothing
// fulfils it.
func split(p protocol, e orm.Expr) (ask, rest orm.Expr, never bool) {
	switch e := e.(type) {
	case nil:
		return nil, nil, false
	case orm.And:
		return splitAll(p, e)
	case orm.Or:
		if len(e) == 0 {
			return nil, nil, true
		}
		parts, whole := make(orm.Or, 0, len(e)), true
		for _, part := range e {
			a, r, no := split(p, part)
			switch {
			case no:
			case r != nil && a == nil:
				return nil, e, false
			case r != nil:
				parts, whole = append(parts, a), false
			case a == nil:
				return nil, nil, false
			default:
				parts = append(parts, a)
			}
		}
		if len(parts) == 0 {
			return nil, nil, true
		}
		if !whole {
			rest = e
		}
		if len(parts) == 1 {
			return parts[0], rest, false
		}
		return parts, rest, false
	case orm.Compare:
		if list, ok := e.Value.([]any); ok && len(list) == 0 {
			switch e.Op {
			case orm.In:
				return nil, nil, true
			case orm.NotIn:
				return nil, nil, false
			}
		}
		switch {
		case p.says(e) && p.merges() && e.Exact && hasText(e.Value):
			return e, e, false // it is asked without case
		case p.says(e):
			return e, nil, false
		}
	}
	return nil, e, false
}

// hasText reports whether a comparison with v may regard case.
func hasText(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.ToLower(v) != strings.ToUpper(v)
	case []any:
		return slices.ContainsFunc(v, hasText)
	}
	return false
}

// splitAll splits a conjunction. Where its parts become one object, each attribute
// and the disjunction can be in it once.
func splitAll(p protocol, all orm.And) (ask, rest orm.Expr, never bool) {
	var asked, left orm.And
	taken := map[string]bool{}
	for _, part := range all {
		a, r, no := split(p, part)
		if no {
			return nil, nil, true
		}
		if r != nil {
			left = append(left, r)
		}
		if a == nil {
			continue
		}
		if !p.merges() {
			asked = append(asked, a)
			continue
		}
		if flat, ok := a.(orm.And); ok {
			for _, one := range flat {
				if name := memberName(one); taken[name] {
					left = append(left, one)
				} else {
					taken[name] = true
					asked = append(asked, one)
				}
			}
			continue
		}
		if name := memberName(a); taken[name] {
			left = append(left, a)
		} else {
			taken[name] = true
			asked = append(asked, a)
		}
	}
	return joined(asked), joined(left), false
}

// joined is the conjunction of parts; nil for none.
func joined(parts orm.And) orm.Expr {
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return parts[0]
	}
	return parts
}

// memberName is the member of a classic condition that says a part of it. Ranges of
// one attribute have one member for each operator.
func memberName(e orm.Expr) string {
	switch e := e.(type) {
	case orm.Compare:
		switch e.Op {
		case orm.Equal, orm.In:
			return e.Attr
		}
		return e.Attr + "\x00" + classicOperators[e.Op]
	}
	return "\x00or"
}

// escaped is text for a pattern, in which a % of the text stands for itself.
func escaped(text string) string { return strings.ReplaceAll(text, "%", `\%`) }
