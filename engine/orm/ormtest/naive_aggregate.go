package ormtest

import (
	"framework/engine/orm"
	"framework/engine/value"
)

// aggregate returns one record for each group of rows, in the order of their first
// rows.
func (n *Naive) aggregate(m *orm.Model, found []*value.Map, q *orm.Query) []*orm.Record {
	var order []string
	groups := map[string][]*value.Map{}
	for _, row := range found {
		key := ""
		for _, name := range q.GroupBy {
			key += canonical(row.Value(name)) + "\x00"
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], row)
	}
	var list []*value.Map
	for _, key := range order {
		group := groups[key]
		out := value.New(4)
		for _, name := range q.GroupBy {
			out.Set(name, group[0].Value(name))
		}
		for _, name := range q.Sum {
			out.Set(name, n.sum(group, name, false))
		}
		for _, name := range q.Average {
			out.Set(name, n.sum(group, name, true))
		}
		for _, name := range q.Min {
			out.Set(name, n.extreme(group, name, -1))
		}
		for _, name := range q.Max {
			out.Set(name, n.extreme(group, name, 1))
		}
		list = append(list, out)
	}
	var records []*orm.Record
	for _, out := range window(list, q) {
		records = append(records, &orm.Record{Map: *out, Model: m})
	}
	return records
}

// sum returns the sum of the values, null if there are none.
func (n *Naive) sum(group []*value.Map, name string, average bool) any {
	sum, whole, count := 0.0, int64(0), 0
	exact := true // all are whole numbers
	for _, row := range group {
		v := row.Value(name)
		if v == nil {
			continue
		}
		number, isWhole := v.(int64)
		exact = exact && isWhole
		sum += float(v)
		whole += number
		count++
	}
	switch {
	case count == 0 && n.traits.Documents && !average:
		return int64(0)
	case count == 0:
		return nil
	case exact && !average:
		return whole
	case exact:
		sum = float64(whole)
	}
	if average {
		sum /= float64(count)
	}
	return stored(sum)
}

// extreme returns the smallest or, with sign 1, the largest value; null if there are
// none.
func (n *Naive) extreme(group []*value.Map, name string, sign int) any {
	var best any
	for _, row := range group {
		v := row.Value(name)
		if v != nil && (best == nil || n.traits.order(v, best)*sign > 0) {
			best = v
		}
	}
	return best
}
