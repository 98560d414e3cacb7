package ormtest

import (
	"math"

	"pgregory.net/rapid"

	"framework/engine/orm"
	"framework/engine/value"
)

// modifiers are the names of comparisons in criteria.
var modifiers = map[orm.Op][]string{
	orm.Equal: {"=", "equals"}, orm.NotEqual: {"!", "not"},
	orm.Less: {"<", "lessThan"}, orm.LessOrEqual: {"<=", "lessThanOrEqual"},
	orm.Greater: {">", "greaterThan"}, orm.GreaterOrEqual: {">=", "greaterThanOrEqual"},
	orm.Like: {"like"}, orm.Contains: {"contains"}, orm.StartsWith: {"startsWith"}, orm.EndsWith: {"endsWith"},
}

// criteria returns a query in one of the forms of criteria that projects use; false if
// there is none.
func criteria(t *rapid.T, m *orm.Model, q *orm.Query) (any, bool) {
	w := &writing{t: t, model: m, possible: true}
	where := any(value.New(0))
	if q.Where != nil {
		where = w.condition(q.Where)
	}
	if !w.possible {
		return nil, false
	}
	key, isKey := w.key(q.Where)
	clauses := value.New(4)
	if q.Limit > 0 {
		clauses.Set("limit", w.number(q.Limit))
	}
	if q.Skip > 0 {
		clauses.Set("skip", w.number(q.Skip))
	}
	if len(q.Sort) > 0 {
		clauses.Set("sort", w.sort(q.Sort))
	}
	switch {
	case isKey && clauses.Len() == 0 && w.either("a key alone"):
		return key, true
	case clauses.Len() == 0 && w.either("no where"):
		return where, true
	}
	clauses.Set("where", where)
	return clauses, true
}

// writing is the conversion of one query to criteria.
type writing struct {
	t        *rapid.T
	model    *orm.Model
	possible bool
}

func (w *writing) either(what string) bool { return rapid.Bool().Draw(w.t, what) }

// number returns a count in one of the forms of requests.
func (w *writing) number(n int) any {
	if w.either("as text") {
		return canonical(int64(n))
	}
	return int64(n)
}

// sort returns the order of a query. The first mention of an attribute counts.
func (w *writing) sort(list []orm.Order) any {
	if len(list) == 1 && w.either("as text") {
		return list[0].Attr + map[bool]string{false: " asc", true: " DESC"}[list[0].Desc]
	}
	out := value.New(len(list))
	for _, s := range list {
		if out.Has(s.Attr) {
			continue
		}
		var v any = map[bool]int64{false: 1, true: -1}[s.Desc]
		if w.either("as a word") {
			v = map[bool]string{false: "ASC", true: "desc"}[s.Desc]
		}
		out.Set(s.Attr, v)
	}
	return out
}

// key returns the condition as a key, or as a list of keys.
func (w *writing) key(e orm.Expr) (any, bool) {
	c, ok := e.(orm.Compare)
	switch {
	case !ok || c.Attr != w.model.PrimaryKey:
		return nil, false
	case c.Op == orm.Equal:
		return c.Value, c.Value != nil
	}
	return c.Value, c.Op == orm.In
}

func (w *writing) condition(e orm.Expr) *value.Map {
	switch e := e.(type) {
	case orm.And:
		return w.all(e)
	case orm.Or:
		return value.Of("or", w.conditions(e))
	case orm.Not:
		return value.Of("not", w.condition(e.Expr))
	}
	return w.comparison(e.(orm.Compare))
}

func (w *writing) conditions(parts []orm.Expr) []any {
	list := make([]any, len(parts))
	for i, part := range parts {
		list[i] = w.condition(part)
	}
	return list
}

// all returns a conjunction: a list, or one object if no name occurs twice.
func (w *writing) all(parts orm.And) *value.Map {
	list := w.conditions(parts)
	one := value.New(len(list))
	for _, part := range list {
		for name, v := range part.(*value.Map).All() {
			if one.Has(name) {
				return value.Of("and", list)
			}
			one.Set(name, v)
		}
	}
	if w.either("as a list") {
		return value.Of("and", list)
	}
	return one
}

func (w *writing) comparison(c orm.Compare) *value.Map {
	if c.Exact {
		w.possible = false
	}
	name := c.Attr
	if a := w.model.Attribute(name); a != nil && w.either("as the column") {
		name = a.Column
	}
	switch c.Op {
	case orm.Equal, orm.In:
		if w.either("plainly") {
			return value.Of(name, w.operand(c))
		}
		return value.Of(name, value.Of(w.modifier(orm.Equal), w.operand(c)))
	case orm.NotEqual, orm.NotIn:
		return value.Of(name, value.Of(w.modifier(orm.NotEqual), w.operand(c)))
	case orm.NotLike:
		return value.Of(name, value.Of(w.modifier(orm.NotEqual), value.Of("like", c.Value)))
	case orm.Like:
		if w.either("at the top") {
			return value.Of("like", value.Of(name, c.Value))
		}
	}
	return value.Of(name, value.Of(w.modifier(c.Op), w.operand(c)))
}

func (w *writing) modifier(op orm.Op) string {
	return rapid.SampledFrom(modifiers[op]).Draw(w.t, "modifier")
}

// operand returns the operand as in requests: numbers may be text.
func (w *writing) operand(c orm.Compare) any {
	a := w.model.Attribute(c.Attr)
	if n, ok := c.Value.(int64); ok && a != nil && c.Op < orm.Like && math.Abs(float64(n)) < 1<<53 && w.either("number as text") {
		return canonical(n)
	}
	return c.Value
}
