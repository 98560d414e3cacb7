package orm

import (
	"context"
	"fmt"
)

// AddToCollection puts children, by their keys, into a collection of every
// parent. What is a member already stays one; keys that no record has are left
// out. All of it happens, or nothing.
func (m *Model) AddToCollection(ctx context.Context, parents []any, alias string, children []any) error {
	return m.membership(ctx, parents, alias, children, func(ctx context.Context, parent any, a *Association, keys []any) error {
		for _, key := range keys {
			if err := m.add(ctx, parent, a, key); err != nil {
				return err
			}
		}
		return nil
	})
}

// RemoveFromCollection takes children out of a collection of every parent; the
// children themselves stay.
func (m *Model) RemoveFromCollection(ctx context.Context, parents []any, alias string, children []any) error {
	return m.membership(ctx, parents, alias, children, func(ctx context.Context, parent any, a *Association, keys []any) error {
		for _, key := range keys {
			if err := m.remove(ctx, parent, a, key); err != nil {
				return err
			}
		}
		return nil
	})
}

// ReplaceCollection makes children the only members of a collection of every
// parent.
func (m *Model) ReplaceCollection(ctx context.Context, parents []any, alias string, children []any) error {
	return m.membership(ctx, parents, alias, children, m.replace)
}

// membership does something with a collection of each parent and those of the
// children that exist.
func (m *Model) membership(ctx context.Context, parents []any, alias string, children []any, do func(ctx context.Context, parent any, a *Association, keys []any) error) error {
	a := m.Association(alias)
	if a == nil || !a.Collection {
		return &UsageError{Reason: fmt.Sprintf("%s has no collection %q", m.GlobalID, alias)}
	}
	target := m.orm.Model(a.Target)
	keys := make([]any, len(children))
	for i, key := range children {
		keys[i] = target.CastKey(key)
	}
	return m.Transact(ctx, func(ctx context.Context) error {
		var there []any
		if len(keys) > 0 {
			records, err := target.Find(ctx, target.byKeys(keys...))
			if err != nil {
				return err
			}
			for _, r := range records {
				there = append(there, r.ID())
			}
		}
		for _, parent := range parents {
			if err := do(ctx, m.CastKey(parent), a, there); err != nil {
				return err
			}
		}
		return nil
	})
}
