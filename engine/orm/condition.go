package orm

import "framework/engine/value"

var operatorNames = map[Op]string{
	NotEqual: "!=", In: "in", NotIn: "nin", Less: "<", LessOrEqual: "<=", Greater: ">",
	GreaterOrEqual: ">=", Like: "like", Contains: "contains", StartsWith: "startsWith", EndsWith: "endsWith",
}

// Condition is a condition as the criteria of modern models have it. called
// renames attributes; nil leaves their names.
func Condition(e Expr, called func(attribute string) string) *value.Map {
	list := func(parts []Expr) []any {
		out := make([]any, len(parts))
		for i, part := range parts {
			out[i] = Condition(part, called)
		}
		return out
	}
	switch e := e.(type) {
	case And:
		return value.Of("and", list(e))
	case Or:
		return value.Of("or", list(e))
	case Compare:
		name := e.Attr
		if called != nil {
			name = called(name)
		}
		if op, ok := operatorNames[e.Op]; ok {
			return value.Of(name, value.Of(op, e.Value))
		}
		return value.Of(name, e.Value)
	}
	return value.New(0)
}

// criteriaOf converts a query for one record to the criteria for the store.
func (m *Model) criteriaOf(q *Query) *value.Map {
	column := func(name string) string {
		if a := m.byName[name]; a != nil && a.Column != "" {
			return a.Column
		}
		return name
	}
	out := value.Of("where", Condition(q.Where, column))
	var chosen []any
	for _, name := range q.Select {
		chosen = append(chosen, column(name))
	}
	if len(chosen) > 0 && !q.Omits {
		out.Set("select", chosen)
	}
	out.Set("limit", int64(2))
	out.Set("skip", int64(0))
	out.Set("sort", []any{})
	if len(chosen) == 0 && m.Schema {
		for _, a := range m.Attributes {
			if a.Stored {
				chosen = append(chosen, column(a.Name))
			}
		}
	}
	if len(chosen) > 0 {
		out.Set("select", chosen)
	}
	return out
}
