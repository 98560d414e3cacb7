package orm

import (
	"context"

	"framework/engine/value"
)

// change is a change of the members of a collection.
type collectionChange uint8

const (
	addMembers collectionChange = iota
	removeMembers
	replaceAllMembers
)

// AddToCollection puts the records with the keys members into the collection
// alias of the records with the keys targets. It is not checked whether these
// records exist; existing links stay. Keys may be one key or a list; a name
// that is not that of a collection is refused.
func (m *Model) AddToCollection(ctx context.Context, targets, alias, members any) error {
	return m.changeCollection(ctx, addMembers, targets, alias, members)
}

// RemoveFromCollection takes members out of a collection.
func (m *Model) RemoveFromCollection(ctx context.Context, targets, alias, members any) error {
	return m.changeCollection(ctx, removeMembers, targets, alias, members)
}

// ReplaceCollection makes members all that there is in a collection.
func (m *Model) ReplaceCollection(ctx context.Context, targets, alias, members any) error {
	return m.changeCollection(ctx, replaceAllMembers, targets, alias, members)
}

func (m *Model) changeCollection(ctx context.Context, change collectionChange, targets, alias, members any) error {
	refused := func(code, reason string) error {
		return &UsageError{Code: code, Reason: reason, Method: collectionMethods[change], Model: m.Identity}
	}
	a, wrong := m.collection(alias)
	if wrong != "" {
		return refused(InvalidCollection, wrong)
	}
	keys, err := m.modernKeys(targets)
	if err != nil {
		return refused(InvalidTargetIDs, err.Error())
	}
	list, err := m.orm.Model(a.Target).modernKeys(members)
	if err != nil {
		return refused(InvalidAssociatedIDs, err.Error())
	}
	keys, list = distinct(keys), distinct(list)
	if len(keys) == 0 || len(list) == 0 && change != replaceAllMembers {
		return nil
	}
	return m.Transact(ctx, func(ctx context.Context) error {
		switch change {
		case addMembers:
			return m.linkMembers(ctx, keys, a, list)
		case removeMembers:
			return m.unlinkMembers(ctx, keys, a, list)
		}
		return m.replaceMembers(ctx, keys, a, list)
	})
}

// sharing refuses members that would belong to several records.
func (m *Model) sharing(a *Association, change collectionChange) error {
	return &UsageError{Code: InvalidTargetIDs, Reason: m.shared(a), Method: collectionMethods[change], Model: m.Identity}
}

func distinct(keys []any) []any {
	seen := make(map[any]bool, len(keys))
	out := keys[:0:0]
	for _, k := range keys {
		if !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}

// holder is the model whose records hold the links of an association, and its
// attribute with the key of this model's records.
func (m *Model) holder(a *Association) (holder *Model, near string) {
	if a.Through != "" {
		return m.orm.Model(a.Through), a.Near
	}
	return m.orm.Model(a.Target), a.Far
}

func isIn(attr string, keys []any) Expr {
	if len(keys) == 1 {
		return Compare{Attr: attr, Op: Equal, Value: keys[0], Exact: true}
	}
	return Compare{Attr: attr, Op: In, Value: keys, Exact: true}
}

func (m *Model) linkMembers(ctx context.Context, parents []any, a *Association, members []any) error {
	holder, near := m.holder(a)
	if a.Through == "" {
		if len(parents) > 1 {
			return m.sharing(a, addMembers)
		}
		return holder.point(ctx, isIn(holder.PrimaryKey, members), near, parents[0])
	}
	there, err := holder.queries.Find(ctx, holder, &Query{Where: And{isIn(near, parents), isIn(a.Far, members)}})
	if err != nil {
		return m.adapterError("addToCollection", err)
	}
	type link struct{ parent, member any }
	have := make(map[link]bool, len(there))
	for _, r := range there {
		have[link{keyOf(r.Value(near)), keyOf(r.Value(a.Far))}] = true
	}
	now := instantNow()
	var rows []*value.Map
	for _, parent := range parents {
		for _, member := range members {
			if have[link{keyOf(parent), keyOf(member)}] {
				continue
			}
			bad := &refusal{creating: true}
			row, err := holder.newRecord(ctx, value.Of(near, parent, a.Far, member), now, bad)
			if err != nil {
				return err
			}
			if err := bad.error(InvalidNewRecord); err != nil {
				return err
			}
			holder.takeMembers(row)
			if row.Value(holder.PrimaryKey) == nil {
				row.Delete(holder.PrimaryKey)
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := holder.queries.Create(ctx, holder, rows); err != nil {
		return m.adapterError("addToCollection", err)
	}
	return nil
}

func (m *Model) unlinkMembers(ctx context.Context, parents []any, a *Association, members []any) error {
	holder, near := m.holder(a)
	if a.Through != "" {
		if _, err := holder.queries.Destroy(ctx, holder, &Query{Where: And{isIn(near, parents), isIn(a.Far, members)}}); err != nil {
			return m.adapterError("removeFromCollection", err)
		}
		return nil
	}
	if holder.byName[near].Required {
		return &UsageError{Code: InvalidValuesToSet, Reason: noReference(holder.byName[near]).describe(near, false)}
	}
	return holder.point(ctx, And{isIn(near, parents), isIn(holder.PrimaryKey, members)}, near, nil)
}

// replaceMembers makes the members of a collection of all parents exactly those.
func (m *Model) replaceMembers(ctx context.Context, parents []any, a *Association, members []any) error {
	holder, near := m.holder(a)
	if a.Through == "" && len(members) > 0 && len(parents) > 1 {
		return m.sharing(a, replaceAllMembers)
	}
	where := And{isIn(near, parents)}
	if len(members) > 0 {
		member := a.Far
		if a.Through == "" {
			member = holder.PrimaryKey
		}
		where = append(where, Compare{Attr: member, Op: NotIn, Value: members, Exact: true})
	}
	switch {
	case a.Through != "":
		if _, err := holder.queries.Destroy(ctx, holder, &Query{Where: where}); err != nil {
			return m.adapterError("replaceCollection", err)
		}
	case holder.byName[near].Required:
		n, err := holder.queries.Count(ctx, holder, &Query{Where: where})
		if err != nil {
			return m.adapterError("replaceCollection", err)
		}
		if n > 0 {
			return &CollisionError{Model: m.Identity, Alias: a.Alias, Target: a.Target, Reference: near, Count: n, Wipes: len(members) == 0}
		}
	default:
		if err := holder.point(ctx, where, near, nil); err != nil {
			return err
		}
	}
	if len(members) == 0 {
		return nil
	}
	return m.linkMembers(ctx, parents, a, members)
}

// point makes the reference of the matching records another one; their
// callbacks do not run.
func (m *Model) point(ctx context.Context, where Expr, reference string, key any) error {
	set := value.Of(reference, key)
	now := instantNow()
	for _, a := range m.Attributes {
		if a.AutoUpdatedAt {
			set.Set(a.Name, a.stamp(now))
		}
	}
	if _, err := m.queries.Update(ctx, m, &Query{Where: where}, set); err != nil {
		return m.adapterError("update", err)
	}
	return nil
}
