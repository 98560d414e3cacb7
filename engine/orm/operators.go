package orm

import "framework/engine/value"

// operatorOps are the comparisons by the names that MongoDB has for them.
var operatorOps = map[string]Op{
	"$eq": Equal, "$ne": NotEqual, "$lt": Less, "$lte": LessOrEqual, "$gt": Greater, "$gte": GreaterOrEqual, "$in": In, "$nin": NotIn,
}

// hasOperators reports whether criteria of the model may use operators of MongoDB.
func (p *parser) hasOperators() bool {
	return p.model.adapter != nil && p.model.adapter.Traits().Operators
}

const operatorsHint = "of the operators of MongoDB criteria take $eq, $ne, $lt, $lte, $gt, $gte, $in, $nin, $not, $or, $and and $nor; use Model.native() for others"

// operator reads { $gt: 1 }. Values have the types of the attribute, as with modifiers.
func (p *parser) operator(name string, a *Attribute, key string, v any) (Expr, error) {
	if key == "$not" {
		m, ok := v.(*value.Map)
		if !ok {
			return nil, misuse("where", "`$not` of `%s` has to be an object, not %s", name, describe(v))
		}
		return p.negated(name, a, m)
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
