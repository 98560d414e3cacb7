package blueprints

import (
	"fmt"
	"math"

	"framework/engine/orm"
)

// askable refuses what a request must not ask of a model: by the answers to
// comparisons with a protected attribute, or by the order of records sorted by
// it, its values could be found out; and numbers without an end mean something
// else to every store.
func (r *request) askable(m *orm.Model, q *orm.Query) error {
	if name := endless(q.Where); name != "" {
		return r.set.release.refuse(fmt.Sprintf("`%s` cannot be compared with a number without an end.", name))
	}
	if name := compares(q.Where, m.Conceals); name != "" {
		return r.set.release.refuse(concealed("where", name))
	}
	for _, by := range q.Sort {
		if m.Conceals(by.Attr) {
			return r.set.release.refuse(concealed("sort", by.Attr))
		}
	}
	for clause, names := range map[string][]string{
		"select": q.Select, "groupBy": q.GroupBy, "sum": q.Sum, "average": q.Average, "min": q.Min, "max": q.Max,
	} {
		for _, name := range names {
			if m.Conceals(name) && (clause != "select" || !q.Omits) {
				return r.set.release.refuse(concealed(clause, name))
			}
		}
	}
	return nil
}

func concealed(clause, name string) string {
	return fmt.Sprintf("`%s` cannot be used in `%s`: the attribute is protected, so requests cannot look for, sort by or select it.", name, clause)
}

// compares is the first attribute of a condition that is one of some; "" when
// there is none.
func compares(e orm.Expr, some func(name string) bool) string {
	return search(e, func(c orm.Compare) bool { return some(c.Attr) })
}

// endless is the first attribute of a condition that is compared with an
// infinite number or with none.
func endless(e orm.Expr) string {
	bad := func(v any) bool {
		f, ok := v.(float64)
		return ok && (math.IsInf(f, 0) || math.IsNaN(f))
	}
	return search(e, func(c orm.Compare) bool {
		if list, ok := c.Value.([]any); ok {
			for _, v := range list {
				if bad(v) {
					return true
				}
			}
		}
		return bad(c.Value)
	})
}

// search is the attribute of the first comparison that is wanted.
func search(e orm.Expr, wanted func(c orm.Compare) bool) string {
	var parts []orm.Expr
	switch e := e.(type) {
	case orm.And:
		parts = e
	case orm.Or:
		parts = e
	case orm.Not:
		return search(e.Expr, wanted)
	case orm.Compare:
		if wanted(e) {
			return e.Attr
		}
	}
	for _, part := range parts {
		if name := search(part, wanted); name != "" {
			return name
		}
	}
	return ""
}
