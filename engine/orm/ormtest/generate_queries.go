package ormtest

import (
	"pgregory.net/rapid"

	"framework/engine/orm"
)

var (
	equalities = []orm.Op{orm.Equal, orm.NotEqual, orm.In, orm.NotIn}
	orders     = []orm.Op{orm.Less, orm.LessOrEqual, orm.Greater, orm.GreaterOrEqual}
	patterns   = []orm.Op{orm.Like, orm.NotLike, orm.Contains, orm.StartsWith, orm.EndsWith}
)

// where returns a random condition on m, nested up to depth.
func (s *suite) where(t *rapid.T, m *orm.Model, sc *schema, depth int) orm.Expr {
	kind := 0
	if depth > 0 {
		kind = rapid.IntRange(0, 5).Draw(t, "condition")
	}
	parts := func() []orm.Expr {
		list := make([]orm.Expr, rapid.IntRange(0, 3).Draw(t, "parts"))
		for i := range list {
			list[i] = s.where(t, m, sc, depth-1)
		}
		return list
	}
	switch kind {
	case 1:
		return orm.And(parts())
	case 2:
		return orm.Or(parts())
	case 3:
		return orm.Not{Expr: s.where(t, m, sc, depth-1)}
	}
	return s.comparison(t, m, sc)
}

// compared is an attribute that conditions can compare.
type compared struct {
	name string
	kind orm.Kind
	key  string // the kind of key that it refers to, "" if it is no reference
}

func (s *suite) comparable(m *orm.Model, sc *schema) []compared {
	var out []compared
	for _, a := range m.Attributes {
		switch {
		case !a.Stored:
		case a.PrimaryKey:
			out = append(out, compared{a.Name, a.Kind, sc.keys[m.Identity]})
		case a.Assoc != nil:
			out = append(out, compared{a.Name, a.Kind, sc.keys[a.Assoc.Target]})
		default:
			out = append(out, compared{a.Name, a.Kind, ""})
		}
	}
	if s.traits.Sparse {
		out = append(out, compared{"x", orm.KindString, ""}, compared{"y", orm.KindInteger, ""})
	}
	return out
}

func (s *suite) comparison(t *rapid.T, m *orm.Model, sc *schema) orm.Expr {
	c := rapid.SampledFrom(s.comparable(m, sc)).Draw(t, "attribute")
	var ops []orm.Op
	switch c.kind {
	case orm.KindArray, orm.KindJSON, orm.KindBinary:
		return orm.Compare{Attr: c.name, Op: rapid.SampledFrom([]orm.Op{orm.Equal, orm.NotEqual}).Draw(t, "op")}
	case orm.KindBoolean:
		ops = equalities
	case orm.KindFloat, orm.KindDate, orm.KindDatetime:
		ops = append(append(ops, equalities...), orders...)
	default:
		ops = append(append(append(ops, equalities...), orders...), patterns...)
	}
	op := rapid.SampledFrom(ops).Draw(t, "op")
	exact := rapid.IntRange(0, 5).Draw(t, "exact") == 0
	switch {
	case op >= orm.Like:
		return orm.Compare{Attr: c.name, Op: op, Value: s.word(t)}
	case op == orm.In || op == orm.NotIn:
		list := make([]any, rapid.IntRange(0, 4).Draw(t, "list"))
		for i := range list {
			list[i] = s.operand(t, c)
		}
		return orm.Compare{Attr: c.name, Op: op, Value: list, Exact: exact}
	}
	v := s.operand(t, c)
	if v == nil && s.traits.Sparse && op >= orm.Less && c.kind != orm.KindInteger {
		v = s.value(t, c.kind) // the order of null and other kinds is undefined
	}
	return orm.Compare{Attr: c.name, Op: op, Value: v, Exact: exact}
}

func (s *suite) operand(t *rapid.T, c compared) any {
	switch {
	case rapid.IntRange(0, 7).Draw(t, "null") == 0:
		return nil
	case c.key != "":
		return s.key(t, c.key)
	}
	return s.value(t, c.kind)
}

// query returns a random query without populate.
func (s *suite) query(t *rapid.T, m *orm.Model, sc *schema) *orm.Query {
	q := &orm.Query{}
	if rapid.IntRange(0, 4).Draw(t, "where") > 0 {
		q.Where = s.where(t, m, sc, 3)
	}
	sortable := s.comparable(m, sc)
	for range rapid.IntRange(0, 2).Draw(t, "sort") {
		c := rapid.SampledFrom(sortable).Draw(t, "key")
		if c.kind == orm.KindArray || c.kind == orm.KindJSON || c.kind == orm.KindBinary {
			continue
		}
		q.Sort = append(q.Sort, orm.Order{Attr: c.name, Desc: rapid.Bool().Draw(t, "desc")})
	}
	if s.traits.unordered() {
		q.Sort = append(q.Sort, orm.Order{Attr: m.PrimaryKey})
	}
	if rapid.IntRange(0, 3).Draw(t, "limit") == 0 {
		q.Limit = rapid.IntRange(1, 3).Draw(t, "limit")
	}
	if rapid.IntRange(0, 3).Draw(t, "skip") == 0 {
		q.Skip = rapid.IntRange(1, 2).Draw(t, "skip")
	}
	return q
}

// selecting sometimes selects some attributes only.
func (s *suite) selecting(t *rapid.T, m *orm.Model, sc *schema, q *orm.Query) {
	if rapid.IntRange(0, 3).Draw(t, "select") > 0 {
		return
	}
	for _, c := range s.comparable(m, sc) {
		if rapid.Bool().Draw(t, "select "+c.name) {
			q.Select = append(q.Select, c.name)
		}
	}
}

// populating makes q populate some associations of m, each with its own query, up to
// depth.
func (s *suite) populating(t *rapid.T, m *orm.Model, sc *schema, q *orm.Query, depth int) {
	for _, a := range m.Associations {
		if depth == 0 || rapid.IntRange(0, 2).Draw(t, "populate "+a.Alias) == 0 {
			continue
		}
		p := orm.Populate{Alias: a.Alias}
		if rapid.Bool().Draw(t, "plain") && !s.traits.unordered() {
			q.Populate = append(q.Populate, p)
			continue
		}
		target := m.ORM().Model(a.Target)
		p.Query = s.query(t, target, sc)
		s.selecting(t, target, sc, p.Query)
		s.populating(t, target, sc, p.Query, depth-1)
		q.Populate = append(q.Populate, p)
	}
}

// aggregating turns q into a query with aggregates of numbers and dates.
func (s *suite) aggregating(t *rapid.T, m *orm.Model, sc *schema, q *orm.Query) {
	q.Select, q.Sort, q.Populate = nil, nil, nil
	if s.traits.unordered() {
		q.Limit, q.Skip = 0, 0
	}
	for _, c := range s.comparable(m, sc) {
		if m.Attribute(c.name) == nil {
			continue
		}
		switch c.kind {
		case orm.KindInteger, orm.KindBoolean:
			if rapid.IntRange(0, 2).Draw(t, "group by "+c.name) == 0 {
				q.GroupBy = append(q.GroupBy, c.name)
				continue
			}
		}
		switch c.kind {
		case orm.KindInteger:
			switch rapid.IntRange(0, 4).Draw(t, "aggregate "+c.name) {
			case 1:
				q.Sum = append(q.Sum, c.name)
			case 2:
				q.Average = append(q.Average, c.name)
			case 3:
				q.Min = append(q.Min, c.name)
			case 4:
				q.Max = append(q.Max, c.name)
			}
		case orm.KindFloat, orm.KindDatetime:
			switch rapid.IntRange(0, 2).Draw(t, "aggregate "+c.name) {
			case 1:
				q.Min = append(q.Min, c.name)
			case 2:
				q.Max = append(q.Max, c.name)
			}
		}
	}
}
