package ormtest

import (
	"context"
	"slices"

	"framework/engine/orm"
)

// populated returns the expected result of a find with populate, record by record,
// without the joins of the ORM: populated associations come first, in the order of
// the model.
func (n *Naive) populated(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	wide := *q
	wide.Populate = nil
	for _, p := range q.Populate {
		if a := m.Association(p.Alias); len(q.Select) > 0 && !a.Collection {
			wide.Select = append(slices.Clone(wide.Select), p.Alias)
		}
	}
	found, err := n.Find(ctx, m, &wide)
	if err != nil || len(q.Populate) == 0 {
		return found, err
	}
	for i, r := range found {
		full := orm.NewRecord(m)
		replaced := map[string]bool{}
		for _, a := range m.Associations {
			for _, p := range q.Populate {
				if p.Alias != a.Alias {
					continue
				}
				replaced[a.Alias] = true
				v, err := n.associated(ctx, m, a, r, p.Query)
				if err != nil {
					return nil, err
				}
				if v != nil {
					full.Set(a.Alias, v)
				}
			}
		}
		for name, v := range r.All() {
			if !replaced[name] {
				full.Set(name, v)
			}
		}
		found[i] = full
	}
	return found, nil
}

// associated returns the value of one populated association of one record.
func (n *Naive) associated(ctx context.Context, m *orm.Model, a *orm.Association, r *orm.Record, q *orm.Query) (any, error) {
	if q == nil {
		q = &orm.Query{}
	}
	target := m.ORM().Model(a.Target)
	narrowed := *q
	with := func(e orm.Expr) {
		if narrowed.Where = e; q.Where != nil {
			narrowed.Where = orm.And{e, q.Where}
		}
	}
	exactly := func(attr string, v any) orm.Expr {
		return orm.Compare{Attr: attr, Op: orm.Equal, Value: v, Exact: true}
	}
	if !a.Collection {
		if r.Value(a.Alias) == nil {
			return nil, nil
		}
		with(exactly(target.PrimaryKey, r.Value(a.Alias)))
		narrowed.Sort, narrowed.Skip, narrowed.Limit = nil, 0, 0
		list, err := n.populated(ctx, target, &narrowed)
		if err != nil || len(list) == 0 {
			return nil, err
		}
		return list[0], nil
	}
	if a.Through == "" {
		with(exactly(a.Far, r.ID()))
		if len(q.Select) > 0 { // members contain the key by which they are found
			narrowed.Select = append(slices.Clone(q.Select), a.Far)
		}
	} else {
		links, err := n.Find(ctx, m.ORM().Model(a.Through), &orm.Query{Where: exactly(a.Near, r.ID())})
		if err != nil {
			return nil, err
		}
		some := orm.Or{}
		for _, link := range links {
			some = append(some, exactly(target.PrimaryKey, link.Value(a.Far)))
		}
		with(some)
	}
	list, err := n.populated(ctx, target, &narrowed)
	return append(orm.Records{}, list...), err
}
