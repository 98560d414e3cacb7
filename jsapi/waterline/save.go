package waterline

import (
	"context"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
)

// prepareSave copies a record object and its queued changes; after the save the
// object has the stored values. options are {populate}, for releases in which save
// returns the stored record.
func (c *Class) prepareSave(this, options goja.Value) (worker, error) {
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
		rec.SetAt(i, c.associationValue(r, k, v))
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
	plain, err := copied(c.bridge.realm, options)
	if err != nil {
		return nil, fmt.Errorf("save: the options cannot be used: %w", err)
	}
	return func(ctx context.Context) (any, error) {
		if err := c.model.Save(ctx, rec, changes); err != nil {
			return nil, err
		}
		result := &saved{into: r, rec: rec}
		if c.switches.SaveAnswers {
			var err error
			if result.answer, err = c.reload(ctx, rec.ID(), plain); err != nil {
				return nil, err
			}
		}
		return result, nil
	}, nil
}

// saved is the result of save: into is updated on the loop.
type saved struct {
	into   *record
	rec    *orm.Record
	answer *orm.Record
}

// reload reads a saved record with all of its associations; with populate: false
// without them, with a list of {key, query} with those.
func (c *Class) reload(ctx context.Context, id, options any) (*orm.Record, error) {
	q, err := c.model.Query(value.Of(c.model.PrimaryKey, id))
	if err != nil {
		return nil, err
	}
	m, _ := options.(*value.Map)
	switch wanted := m.Value("populate").(type) {
	case bool:
		if !wanted {
			return c.model.FindOne(ctx, q)
		}
	case []any:
		for _, each := range wanted {
			entry, _ := each.(*value.Map)
			key, _ := entry.Value("key").(string)
			if err := populate(c.orm, c.model, &q.Populate, key, entry.Value("query")); err != nil {
				return nil, err
			}
		}
		return c.model.FindOne(ctx, q)
	}
	for _, a := range c.model.Associations {
		q.Populate = append(q.Populate, orm.Populate{Alias: a.Alias})
	}
	return c.model.FindOne(ctx, q)
}

// associationValue converts the value of a model association for save: a populated
// record that code has changed is saved too, otherwise only its key is used.
func (c *Class) associationValue(r *record, key string, v any) any {
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

// unpopulate gives references their keys, and empties collections, as save of 0.12
// does.
func (r *record) unpopulate(stored *orm.Record) {
	for _, a := range r.rec.Model.Associations {
		if !r.data.Has(a.Alias) {
			continue
		}
		if a.Collection {
			list := r.class.bridge.rt.NewArray()
			r.collection(a.Alias, list)
			r.data.Set(a.Alias, list)
			continue
		}
		switch v := stored.Value(a.Alias).(type) {
		case *orm.Record:
			stored.Set(a.Alias, v.ID())
			r.data.Set(a.Alias, v.ID())
		case *value.Map:
		default:
			r.data.Set(a.Alias, v)
		}
	}
}

// refresh copies the stored values to the object, except populated records and
// nested values, to which code may have references.
func (r *record) refresh(stored *orm.Record) {
	r.copyData()
	if !r.class.switches.SaveAnswers {
		r.unpopulate(stored)
	}
	for k, v := range stored.All() {
		have, held := r.data.Value(k).(goja.Value)
		if held && (!scalar(v) || r.rec.Model.Association(k) != nil && recordOf(have) != nil) {
			continue
		}
		r.data.Set(k, v)
	}
}
