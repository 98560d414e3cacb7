package waterline

import (
	"context"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/orm"
)

// prepareSave copies a record object and its queued changes; after the save
// the object has the values that were stored.
func (c *Class) prepareSave(this goja.Value) (worker, error) {
	r := recordOf(this)
	if r == nil {
		return nil, errors.New("save: the object is not a record of " + c.model.GlobalID)
	}
	rec, err := r.snapshot()
	if err != nil {
		return nil, fmt.Errorf("save: the record cannot be stored: %w", err)
	}
	for _, alias := range c.collections {
		rec.Delete(alias)
	}
	for i := range rec.Len() {
		k, v := rec.At(i)
		rec.SetAt(i, c.toOne(r, k, v))
	}
	changes := make([]orm.Change, 0, len(r.changes))
	for _, ch := range r.changes {
		child, err := c.bridge.realm.FromJS(ch.child)
		if err != nil {
			return nil, fmt.Errorf("save: a member of %s cannot be stored: %w", ch.alias, err)
		}
		changes = append(changes, orm.Change{Alias: ch.alias, Remove: ch.remove, Child: keysOf(child)})
	}
	r.changes = nil
	return func(ctx context.Context) (any, error) {
		if err := c.model.Save(ctx, rec, changes); err != nil {
			return nil, err
		}
		return onLoop(func() { r.refresh(rec) }), nil
	}, nil
}

// onLoop is a result that is finished on the loop.
type onLoop func()

// toOne is a value as save stores it: a populated record that code wrote to
// goes along with its values, one that it did not is its key.
func (c *Class) toOne(r *record, key string, v any) any {
	child, ok := v.(*orm.Record)
	if !ok {
		return keysOf(v)
	}
	if held := recordOf(r.Get(key)); held != nil && held.owned {
		for i := range child.Len() {
			_, member := child.At(i)
			child.SetAt(i, keysOf(member))
		}
		for _, alias := range held.class.collections {
			child.Delete(alias)
		}
		return &child.Map
	}
	return child.ID()
}

// refresh takes over the values that were stored, leaving what was populated
// and nested values that code may hold.
func (r *record) refresh(stored *orm.Record) {
	r.own()
	for k, v := range stored.All() {
		have, held := r.data.Value(k).(goja.Value)
		if held && (!scalar(v) || r.rec.Model.Association(k) != nil && recordOf(have) != nil) {
			continue
		}
		r.data.Set(k, v)
	}
}
