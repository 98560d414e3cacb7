package bridge

import (
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// aggregates computes the aggregates of a query from records.
func (m matcher) aggregates(t *table, q *orm.Query, list []*orm.Record) []*orm.Record {
	type group struct {
		keys   []any
		totals map[string]*total
	}
	var order []*group
	groups := map[string]*group{}
	for _, r := range list {
		keys := make([]any, len(q.GroupBy))
		for i, name := range q.GroupBy {
			keys[i] = at(r, name)
		}
		id := string(value.Append(nil, keys))
		g := groups[id]
		if g == nil {
			g = &group{keys: keys, totals: map[string]*total{}}
			groups[id] = g
			order = append(order, g)
		}
		for _, names := range [][]string{q.Sum, q.Average, q.Min, q.Max} {
			for _, name := range names {
				if g.totals[name] == nil {
					g.totals[name] = &total{}
				}
			}
		}
		for name, sum := range g.totals {
			sum.add(m, plain(at(r, name)))
		}
	}
	out := make([]*orm.Record, len(order))
	for i, g := range order {
		out[i] = orm.NewRecord(t.model)
		for k, name := range q.GroupBy {
			out[i].Set(name, g.keys[k])
		}
		for _, part := range []struct {
			names  []string
			result func(*total) any
		}{{q.Sum, (*total).summed}, {q.Average, (*total).average}, {q.Min, (*total).least}, {q.Max, (*total).most}} {
			for _, name := range part.names {
				out[i].Set(name, part.result(g.totals[name]))
			}
		}
	}
	return out
}

// total has the aggregates of the values of one attribute.
type total struct {
	sum      float64
	numbers  int
	min, max any
}

func (a *total) add(m matcher, v any) {
	switch v := v.(type) {
	case nil:
		return
	case int64:
		a.sum, a.numbers = a.sum+float64(v), a.numbers+1
	case float64:
		a.sum, a.numbers = a.sum+v, a.numbers+1
	}
	if order, ok := m.order(v, a.min); a.min == nil || ok && order < 0 {
		a.min = v
	}
	if order, ok := m.order(v, a.max); a.max == nil || ok && order > 0 {
		a.max = v
	}
}

func (a *total) summed() any { return value.Number(a.sum) }

func (a *total) average() any {
	if a.numbers == 0 {
		return nil
	}
	return value.Number(a.sum / float64(a.numbers))
}

func (a *total) least() any { return a.min }

func (a *total) most() any { return a.max }

// aggregatesOnly reports whether rows have nothing but what the aggregates of a query
// have: an adapter that takes no notice of them returns records.
func aggregatesOnly(t *table, q *orm.Query, rows []any) bool {
	wanted := map[string]bool{}
	for _, names := range [][]string{q.GroupBy, q.Sum, q.Average, q.Min, q.Max} {
		for _, name := range names {
			wanted[strings.ToLower(name)] = true
			wanted[strings.ToLower(t.column(name))] = true
		}
	}
	for _, row := range rows {
		m, ok := row.(*value.Map)
		if !ok {
			return false
		}
		for _, name := range m.Keys() {
			if !wanted[strings.ToLower(name)] {
				return false
			}
		}
	}
	return true
}
