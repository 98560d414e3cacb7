package orm

import (
	"context"
	"fmt"
	"strings"

	"framework/engine/value"
)

// draft is the values of a write, and separately the nested associations that
// were among them.
type draft struct {
	// values still contain the collections, for callbacks.
	values *value.Map
	// references are objects given for to-one associations; collections are
	// what was given for plural ones.
	references  map[string]*value.Map
	collections []collectionValue
}

type collectionValue struct {
	assoc *Association
	items []any // keys, objects
}

func (d *draft) nested() bool { return len(d.references) > 0 || len(d.collections) > 0 }

// draft separates values from nested records. A record counts as its key.
func (m *Model) draft(values *value.Map) *draft {
	d := &draft{values: values}
	for _, a := range m.Associations {
		v, ok := d.values.Get(a.Alias)
		if !ok {
			continue
		}
		if a.Collection {
			if items, ok := Members(v); ok {
				d.collections = append(d.collections, collectionValue{a, items})
			}
			continue
		}
		switch v := v.(type) {
		case *Record:
			d.values.Set(a.Alias, v.ID())
		case *value.Map:
			if d.references == nil {
				d.references = map[string]*value.Map{}
			}
			d.references[a.Alias] = v
		}
	}
	return d
}

// Members reads what was given for a collection: a list, one member, or keys
// divided by commas; false for null, which says nothing about it.
func Members(v any) ([]any, bool) {
	switch v := v.(type) {
	case nil, value.Undefined:
		return nil, false
	case []any:
		return v, true
	case Records:
		list := make([]any, len(v))
		for i, r := range v {
			list[i] = r.ID()
		}
		return list, true
	case string:
		var list []any
		for part := range strings.SplitSeq(v, ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
		return list, true
	}
	return []any{v}, true
}

// makeReferences creates the records that were given as objects for to-one
// associations, and puts their keys into the values. One that has the key of a
// record stands for it; only those remain in d.references. With trust an object
// that has a numbered key stands for it whether there is such a record or not.
func (m *Model) makeReferences(ctx context.Context, d *draft, trust bool) error {
	for _, a := range m.Associations {
		object, ok := d.references[a.Alias]
		if !ok {
			continue
		}
		target := m.orm.Model(a.Target)
		var there bool
		switch object.Value(target.PrimaryKey).(type) {
		case string, int64, float64:
			key := target.byName[target.PrimaryKey]
			there = trust && key != nil && (key.AutoIncrement || target.givesKey(key))
		}
		if !there {
			var err error
			if there, err = target.hasRecord(ctx, object); err != nil {
				return err
			}
		}
		if there {
			d.values.Set(a.Alias, object.Value(target.PrimaryKey))
			continue
		}
		made, err := target.Create(ctx, object)
		if err != nil {
			return err
		}
		d.values.Set(a.Alias, made.ID())
		delete(d.references, a.Alias)
	}
	return nil
}

// updateReferences brings the records that d refers to up to date with the
// objects that were given for them.
func (m *Model) updateReferences(ctx context.Context, d *draft) error {
	for _, a := range m.Associations {
		if object, ok := d.references[a.Alias]; ok {
			if err := m.orm.Model(a.Target).updateGiven(ctx, object); err != nil {
				return err
			}
		}
	}
	return nil
}

// updateGiven brings the record whose key object has, if it has one, up to date
// with the other values of object.
func (m *Model) updateGiven(ctx context.Context, object *value.Map) error {
	key := object.Value(m.PrimaryKey)
	if key == nil || object.Len() < 2 {
		return nil
	}
	values := object.Clone()
	values.Delete(m.PrimaryKey)
	_, err := m.Update(ctx, m.byKeys(m.CastKey(key)), values)
	return err
}

// hasRecord reports whether there is a record with the key of object, which need
// not have one.
func (m *Model) hasRecord(ctx context.Context, object *value.Map) (bool, error) {
	key := object.Value(m.PrimaryKey)
	if key == nil {
		return false, nil
	}
	n, err := m.Count(ctx, m.byKeys(m.CastKey(key)))
	return n > 0, err
}

// link adds members to the collections of a record.
func (m *Model) link(ctx context.Context, r *Record, collections []collectionValue) error {
	for _, c := range collections {
		for _, item := range c.items {
			if err := m.add(ctx, r.ID(), c.assoc, item); err != nil {
				return err
			}
		}
	}
	return nil
}

// add puts one member, a key or an object, into the collection of the record
// with that key. In one-to-many the member moves away from its former parent.
// A link that exists already stays as it is; an object whose key no record has
// becomes a record.
func (m *Model) add(ctx context.Context, parent any, a *Association, item any) error {
	target := m.orm.Model(a.Target)
	key, object := memberOf(target, item)
	if given, ok := item.(*value.Map); ok && object == nil {
		there, err := target.hasRecord(ctx, given)
		if err != nil {
			return err
		}
		if !there {
			object = given
		}
	}
	if a.Through == "" {
		if object != nil {
			values := object.Clone()
			values.Set(a.Far, parent)
			_, err := target.Create(ctx, values)
			return err
		}
		_, err := target.Update(ctx, target.byKeys(target.CastKey(key)), value.Of(a.Far, parent))
		return err
	}
	if object != nil {
		made, err := target.Create(ctx, object)
		if err != nil {
			return err
		}
		key = made.ID()
	}
	key = target.CastKey(key)
	n, err := target.Count(ctx, target.byKeys(key))
	if err != nil {
		return err
	}
	if n == 0 {
		return &LinkError{Model: m.GlobalID, Alias: a.Alias, Key: key, Reason: "there is no such record"}
	}
	junction := m.orm.Model(a.Through)
	if n, err = junction.Count(ctx, linkQuery(a, parent, key)); err != nil || n > 0 {
		return err
	}
	_, err = junction.Create(ctx, value.Of(a.Near, parent, a.Far, key))
	return err
}

// remove takes the member with that key out of a collection; the member stays.
func (m *Model) remove(ctx context.Context, parent any, a *Association, item any) error {
	target := m.orm.Model(a.Target)
	key, _ := memberOf(target, item)
	if key == nil {
		return &LinkError{Model: m.GlobalID, Alias: a.Alias, Reason: "only a primary key can be removed"}
	}
	key = target.CastKey(key)
	if a.Through != "" {
		junction := m.orm.Model(a.Through)
		_, err := junction.Destroy(ctx, linkQuery(a, parent, key))
		return err
	}
	q := target.byKeys(key)
	q.Where = And{q.Where, Compare{Attr: a.Far, Op: Equal, Value: parent, Exact: true}}
	_, err := target.Update(ctx, q, value.Of(a.Far, nil))
	return err
}

func linkQuery(a *Association, parent, key any) *Query {
	return &Query{Where: And{
		Compare{Attr: a.Near, Op: Equal, Value: parent, Exact: true},
		Compare{Attr: a.Far, Op: Equal, Value: key, Exact: true},
	}}
}

// replace makes the members of a collection exactly those of items.
func (m *Model) replace(ctx context.Context, parent any, a *Association, list []any) error {
	target := m.orm.Model(a.Target)
	var keep []any
	for _, item := range list {
		if key, _ := memberOf(target, item); key != nil {
			keep = append(keep, target.CastKey(key))
		}
	}
	near := a.Near
	holder := target
	if a.Through != "" {
		holder = m.orm.Model(a.Through)
	} else {
		near = a.Far
	}
	q := &Query{Where: Compare{Attr: near, Op: Equal, Value: parent, Exact: true}}
	if len(keep) > 0 {
		member := a.Far
		if a.Through == "" {
			member = target.PrimaryKey
		}
		q.Where = And{q.Where, Compare{Attr: member, Op: NotIn, Value: keep, Exact: true}}
	}
	var err error
	if a.Through != "" {
		_, err = holder.Destroy(ctx, q)
	} else {
		_, err = holder.Update(ctx, q, value.Of(a.Far, nil))
	}
	if err != nil {
		return err
	}
	for _, item := range list {
		if object, ok := item.(*value.Map); ok {
			if err := target.updateGiven(ctx, object); err != nil {
				return err
			}
		}
		if err := m.add(ctx, parent, a, item); err != nil {
			return err
		}
	}
	return nil
}

// memberOf is the key of a member, or the object to make one of.
func memberOf(target *Model, item any) (key any, object *value.Map) {
	switch v := item.(type) {
	case *Record:
		return v.ID(), nil
	case *value.Map:
		if key := v.Value(target.PrimaryKey); key != nil {
			return key, nil
		}
		return nil, v
	}
	return item, nil
}

// LinkError is a member that cannot be put into, or taken out of, a collection.
type LinkError struct {
	Model, Alias string
	Key          any // nil for what is no key
	Reason       string
}

func (e *LinkError) Error() string {
	if e.Key == nil {
		return fmt.Sprintf("%s.%s: %s", e.Model, e.Alias, e.Reason)
	}
	return fmt.Sprintf("%s.%s: linking %v: %s", e.Model, e.Alias, e.Key, e.Reason)
}
