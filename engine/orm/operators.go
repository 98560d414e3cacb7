package orm

import (
	"slices"
	"strings"

	"framework/engine/value"
)

// operatorOps are the comparisons by the names that MongoDB has for them.
var operatorOps = map[string]Op{
	"$eq": Equal, "$ne": NotEqual, "$lt": Less, "$lte": LessOrEqual, "$gt": Greater, "$gte": GreaterOrEqual, "$in": In, "$nin": NotIn,
}

// hasOperators reports whether criteria of the model may use operators of MongoDB.
func (p *parser) hasOperators() bool {
	return p.model.adapter != nil && p.model.adapter.Traits().Operators
}

// nativeOperators are those that only MongoDB knows, with what they take: it gets them as
// they are.
var nativeOperators = map[string]struct {
	what  string
	takes func(v any) bool
}{
	"$exists":    {"true or false", func(v any) bool { _, ok := v.(bool); return ok }},
	"$all":       {"a list of values", func(v any) bool { _, ok := v.([]any); return ok }},
	"$size":      {"a whole number", func(v any) bool { n, ok := v.(int64); return ok && n >= 0 }},
	"$mod":       {"a list of divisor and remainder", isDivision},
	"$elemMatch": {"an object with a condition", func(v any) bool { m, ok := v.(*value.Map); return ok && m.Len() > 0 }},
}

func isDivision(v any) bool {
	list, ok := v.([]any)
	if !ok || len(list) != 2 {
		return false
	}
	divisor, ok := list[0].(int64)
	_, also := list[1].(int64)
	return ok && also && divisor != 0
}

const operatorsHint = "of the operators of MongoDB criteria take $eq, $ne, $lt, $lte, $gt, $gte, $in, $nin, $exists, $all, $size, $mod, $elemMatch, $not, $or, $and and $nor; use Model.native() for others"

// operator reads { $gt: 1 }. Values have the types of the attribute, as with modifiers.
func (p *parser) operator(name string, a *Attribute, key string, v any) (Expr, error) {
	if key == "$not" {
		m, ok := v.(*value.Map)
		if !ok {
			return nil, misuse("where", "`$not` of `%s` has to be an object, not %s", name, describe(v))
		}
		return p.negated(name, a, m)
	}
	if native, ok := nativeOperators[key]; ok {
		if !native.takes(v) {
			return nil, misuse("where", "`%s` of `%s` has to be %s, not %s", key, name, native.what, describe(v))
		}
		if unknown := unknownOperator(v); unknown != "" {
			return nil, misuse("where", "`%s` inside of `%s` of `%s`: "+operatorsHint, unknown, key, name)
		}
		return Compare{Attr: name, Op: Native, Value: value.Of(key, v)}, nil
	}
	op, ok := operatorOps[key]
	if !ok {
		return nil, misuse("where", "`%s` in the condition of `%s`: "+operatorsHint, key, name)
	}
	if op != In && op != NotIn {
		return p.compare(name, a, op, v)
	}
	list, ok := v.([]any)
	if !ok {
		return nil, misuse("where", "`%s` of `%s` has to be a list of values, not %s", key, name, describe(v))
	}
	return p.in(name, a, list, op == NotIn)
}

// logical reads { $or: [ … ] }.
func (p *parser) logical(key string, v any, depth int) (Expr, error) {
	if key != "$or" && key != "$and" && key != "$nor" {
		return nil, misuse("where", "`%s`: "+operatorsHint, key)
	}
	list, ok := v.([]any)
	if !ok {
		return nil, misuse("where", "`%s` has to be a list of conditions, not %s", key, describe(v))
	}
	if key == "$and" {
		return p.list("and", list, depth)
	}
	e, err := p.list("or", list, depth)
	if err != nil || key == "$or" {
		return e, err
	}
	return negation(e), nil
}

// unknownOperator is an operator inside of a value that criteria do not take, as one that runs
// JavaScript; "" for none.
func unknownOperator(v any) string {
	switch v := v.(type) {
	case []any:
		for _, member := range v {
			if name := unknownOperator(member); name != "" {
				return name
			}
		}
	case *value.Map:
		for key, member := range v.All() {
			_, known := operatorOps[key]
			_, native := nativeOperators[key]
			known = known || native || slices.Contains([]string{"$not", "$or", "$and", "$nor"}, key)
			if strings.HasPrefix(key, "$") && !known {
				return key
			}
			if name := unknownOperator(member); name != "" {
				return name
			}
		}
	}
	return ""
}
