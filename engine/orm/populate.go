package orm

import (
	"context"
	"fmt"
	"slices"
	"time"

	"framework/engine/value"
)

// checkPopulate refuses populations of associations that the model lacks.
func (m *Model) checkPopulate(q *Query) error {
	for _, p := range q.Populate {
		a := m.Association(p.Alias)
		if a == nil {
			return &UsageError{Reason: fmt.Sprintf("%s has no association %q to populate", m.GlobalID, p.Alias)}
		}
		if p.Query != nil {
			if err := m.orm.Model(a.Target).checkPopulate(p.Query); err != nil {
				return err
			}
		}
	}
	return nil
}

// selecting is q with the references among its selection that it populates.
func (m *Model) selecting(q *Query) *Query {
	if len(q.Select) == 0 || len(q.Populate) == 0 {
		return q
	}
	wide := *q
	wide.Select = slices.Clone(q.Select)
	for _, p := range q.Populate {
		if !m.Association(p.Alias).Collection {
			wide.Select = append(wide.Select, p.Alias)
		}
	}
	return &wide
}

// populate replaces the associations of records by what they stand for: one
// query for each, for all records together. Populated associations come first
// in a record.
func (m *Model) populate(ctx context.Context, records []*Record, wanted []Populate) error {
	members := make(map[string][]any, len(wanted)) // by alias, one for each record
	var aliases []string
	for _, a := range m.Associations {
		i := slices.IndexFunc(wanted, func(p Populate) bool { return p.Alias == a.Alias })
		if i < 0 {
			continue
		}
		q := wanted[i].Query
		if q == nil {
			q = &Query{}
		}
		var values []any
		var err error
		if a.Collection {
			values, err = m.collections(ctx, records, a, q)
		} else {
			values, err = m.references(ctx, records, a, q)
		}
		if err != nil {
			return fmt.Errorf("populating %s.%s: %w", m.GlobalID, a.Alias, err)
		}
		members[a.Alias] = values
		aliases = append(aliases, a.Alias)
	}
	blank, empty := m.orm.rules.blank(m, aliases), m.orm.rules.emptyReferences()
	for i, r := range records {
		r.Blank = blank
		full := value.New(r.Len() + len(aliases))
		for _, alias := range aliases {
			if v := members[alias][i]; v != nil || empty {
				full.Set(alias, v)
			}
		}
		for k, v := range r.All() {
			if _, populated := members[k]; !populated {
				full.Set(k, v)
			}
		}
		r.Map = *full
	}
	return nil
}

// references finds the records that to-one associations refer to; nil where
// there is none.
func (m *Model) references(ctx context.Context, records []*Record, a *Association, q *Query) ([]any, error) {
	target := m.orm.Model(a.Target)
	var keys []any
	seen := map[any]bool{}
	for _, r := range records {
		if k := keyOf(r.Value(a.Alias)); k != nil && !seen[k] {
			seen[k] = true
			keys = append(keys, k)
		}
	}
	values := make([]any, len(records))
	if len(keys) == 0 || q.Nothing {
		return values, nil
	}
	sub := *q
	sub.Skip, sub.Limit, sub.Sort = 0, 0, nil
	sub.Where = both(target.byKeys(keys...).Where, q.Where)
	found, err := target.Find(ctx, &sub)
	if err != nil {
		return nil, err
	}
	byKey := make(map[any]*Record, len(found))
	for _, r := range found {
		byKey[keyOf(r.ID())] = r
	}
	used := map[*Record]bool{}
	for i, r := range records {
		child := byKey[keyOf(r.Value(a.Alias))]
		if child == nil {
			continue
		}
		if used[child] {
			child = child.copy() // no two parents share a record
		}
		used[child] = true
		values[i] = child
	}
	return values, nil
}

func (r *Record) copy() *Record { return &Record{Map: *r.Clone(), Model: r.Model, Blank: r.Blank} }

// collections finds the members of a collection for every record.
func (m *Model) collections(ctx context.Context, records []*Record, a *Association, q *Query) ([]any, error) {
	keys := make([]any, 0, len(records))
	for _, r := range records {
		if k := keyOf(r.ID()); k != nil {
			keys = append(keys, k)
		}
	}
	groups := map[any][]*Record{}
	if !q.Nothing && len(keys) > 0 {
		var err error
		if groups, err = m.members(ctx, a, keys, q); err != nil {
			return nil, err
		}
	}
	values := make([]any, len(records))
	for i, r := range records {
		values[i] = append(Records{}, groups[keyOf(r.ID())]...)
	}
	return values, nil
}

// members reads the members of a collection by the key of their parent, with
// skip and limit counted for each parent.
func (m *Model) members(ctx context.Context, a *Association, keys []any, q *Query) (map[any][]*Record, error) {
	target := m.orm.Model(a.Target)
	plain := *target.selecting(q)
	plain.Populate = nil
	var groups map[any][]*Record
	var err error
	if a.Through == "" {
		// Members show what they are found by, whatever was selected of them.
		if len(plain.Select) > 0 && !slices.Contains(plain.Select, a.Far) {
			plain.Select = append(slices.Clone(plain.Select), a.Far)
		}
		groups, err = target.grouped(ctx, nil, a.Far, keys, &plain)
	} else {
		junction := m.orm.Model(a.Through)
		groups, err = target.grouped(ctx, &Join{Model: junction, Near: a.Near, Far: a.Far}, a.Near, keys, &plain)
	}
	if err != nil {
		return nil, err
	}
	out := make(map[any][]*Record, len(groups))
	var all []*Record
	for k, list := range groups {
		out[keyOf(k)] = list
		all = append(all, list...)
	}
	if err := target.showDecrypted(all, q.Meta.Decrypt); err != nil {
		return nil, err
	}
	if len(q.Populate) > 0 && len(all) > 0 {
		err = target.populate(ctx, all, q.Populate)
	}
	return out, err
}

// grouped queries the store for members by parent, or groups them itself.
func (m *Model) grouped(ctx context.Context, join *Join, by string, keys []any, q *Query) (map[any][]*Record, error) {
	if j, ok := m.adapter.(Joiner); ok && (join == nil || join.Model.adapter == m.adapter) {
		var groups map[any][]*Record
		err := m.counted(func() (err error) {
			groups, err = j.FindGrouped(ctx, m, join, by, keys, q)
			return err
		})
		return groups, err
	}
	if join == nil {
		sub := *q
		sub.Skip, sub.Limit = 0, 0
		sub.Where = both(Compare{Attr: by, Op: In, Value: keys, Exact: true}, q.Where)
		found, err := m.queries.Find(ctx, m, &sub)
		if err != nil {
			return nil, err
		}
		groups := map[any][]*Record{}
		for _, r := range found {
			k := keyOf(r.Value(by))
			groups[k] = append(groups[k], r)
		}
		return cut(groups, q), nil
	}
	links, err := join.Model.queries.Find(ctx, join.Model, &Query{Where: Compare{Attr: by, Op: In, Value: keys, Exact: true}})
	if err != nil {
		return nil, err
	}
	parents := map[any][]any{} // by the key of the member
	var members []any
	for _, l := range links {
		k := keyOf(l.Value(join.Far))
		if len(parents[k]) == 0 {
			members = append(members, k)
		}
		if parent := keyOf(l.Value(join.Near)); !slices.Contains(parents[k], parent) {
			parents[k] = append(parents[k], parent)
		}
	}
	if len(members) == 0 {
		return nil, nil
	}
	sub := *q
	sub.Skip, sub.Limit = 0, 0
	sub.Where = both(m.byKeys(members...).Where, q.Where)
	found, err := m.queries.Find(ctx, m, &sub)
	if err != nil {
		return nil, err
	}
	groups := map[any][]*Record{}
	for _, r := range found {
		for _, parent := range parents[keyOf(r.ID())] {
			groups[parent] = append(groups[parent], r.copy())
		}
	}
	return cut(groups, q), nil
}

// cut applies skip and limit to each group.
func cut(groups map[any][]*Record, q *Query) map[any][]*Record {
	for k, list := range groups {
		list = list[min(max(q.Skip, 0), len(list)):]
		if q.Limit > 0 {
			list = list[:min(q.Limit, len(list))]
		}
		groups[k] = list
	}
	return groups
}

func both(a, b Expr) Expr {
	if b == nil {
		return a
	}
	return And{a, b}
}

// keyOf brings a key into the form that keys are compared in; nil for none.
// Binary keys cannot be compared.
func keyOf(v any) any {
	switch v := v.(type) {
	case nil, value.Undefined:
		return nil
	case *Record:
		return keyOf(v.ID())
	case *value.Map, []any, Records, []byte:
		return nil
	case float64:
		if i := int64(v); float64(i) == v {
			return i
		}
		return v
	case int:
		return int64(v)
	case time.Time:
		return v.UTC().Format(value.DateLayout)
	}
	return v
}
