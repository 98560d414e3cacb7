package pubsub

import (
	"context"
	"slices"

	"framework/engine/orm"
	"framework/engine/value"
)

// reverse is the association of the other model that is the other side of a;
// nil when there is none.
func (s *Set) reverse(m *orm.Model, a *orm.Association) (*orm.Model, *orm.Association) {
	target := s.opts.ORM.Model(a.Target)
	if target == nil {
		return nil, nil
	}
	if a.Collection && a.Through == "" {
		return target, target.Association(a.Far)
	}
	for _, b := range target.Associations {
		if b == a || b.Target != m.Identity {
			continue
		}
		switch {
		case a.Collection:
			if b.Through == a.Through && b.Near == a.Far {
				return target, b
			}
		case b.Collection:
			if b.Through == "" && b.Far == a.Alias {
				return target, b
			}
		case target.Attribute(b.Alias).Via == a.Alias || m.Attribute(a.Alias).Via == b.Alias:
			return target, b
		}
	}
	return target, nil
}

// publishLinked publishes an event of the other record of an association: it
// refers to the event's record now.
func (s *Set) publishLinked(ctx context.Context, ev *Event, a *orm.Association, other any) error {
	return s.publishReverse(ctx, ev, a, other, true, false)
}

// publishUnlinked publishes that it does not any more.
func (s *Set) publishUnlinked(ctx context.Context, ev *Event, a *orm.Association, other any) error {
	return s.publishReverse(ctx, ev, a, other, false, false)
}

// publishReverse publishes an event of the other side. openly follows OpenReverse, where that side is a collection.
func (s *Set) publishReverse(ctx context.Context, ev *Event, a *orm.Association, other any, on, openly bool) error {
	target, b := s.reverse(ev.Model, a)
	if b == nil || !isKey(other) {
		return nil
	}
	out := Event{Model: target, ID: other, By: ev.By, NoReverse: true}
	switch {
	case !b.Collection && on:
		out.Verb, out.Data = Updated, value.Of(b.Alias, ev.ID)
	case !b.Collection:
		out.Verb, out.Data = Updated, value.Of(b.Alias, nil)
	case on:
		out.Verb, out.Alias, out.Child = AddedTo, b.Alias, ev.ID
	default:
		out.Verb, out.Alias, out.Child = RemovedFrom, b.Alias, ev.ID
	}
	if openly && s.opts.Switches.OpenReverse && b.Collection {
		// There the options stand where the request should.
		out.By, out.NoReverse, out.NoSubscribe = Request{Origin: value.Of("noReverse", true)}, false, true
	}
	return s.publish(ctx, &out)
}

// publishRelinked publishes events of the records that an association referred
// to before an update, and of those that it refers to now.
func (s *Set) publishRelinked(ctx context.Context, ev *Event, a *orm.Association, before *value.Map, val any) error {
	old, known := before.Get(a.Alias)
	if a.Collection && !known {
		return nil // the former members are not known
	}
	was, is := s.formerKeys(a, old), s.keysOf(a, val, true)
	gone, fresh := without(was, is), without(is, was)
	for _, other := range gone {
		if err := s.publishReverse(ctx, ev, a, other, false, true); err != nil {
			return err
		}
	}
	for _, other := range fresh {
		if err := s.publishReverse(ctx, ev, a, other, true, true); err != nil {
			return err
		}
	}
	return nil
}

// formerKeys are the keys in a value of the record as it was: in collections only records have one, as in all
// releases.
func (s *Set) formerKeys(a *orm.Association, v any) []any {
	if list, ok := v.([]any); ok && a.Collection {
		v = slices.DeleteFunc(slices.Clone(list), func(each any) bool { return members(each) == nil })
	}
	return s.keysOf(a, v, true)
}

// keysOf are the keys in a value of an association, in the type in which they
// are stored: it may be a key or, if they count, a record, or a list of these.
func (s *Set) keysOf(a *orm.Association, v any, records bool) []any {
	target := s.opts.ORM.Model(a.Target)
	if target == nil {
		return nil
	}
	var list []any
	switch v := v.(type) {
	case nil, value.Undefined:
		return nil
	case []any:
		list = v
	case orm.Records:
		for _, r := range v {
			list = append(list, r)
		}
	default:
		list = []any{v}
	}
	out := make([]any, 0, len(list))
	for _, each := range list {
		if m := members(each); m != nil && records {
			each = m.Value(target.PrimaryKey)
		}
		if isKey(each) {
			out = append(out, Key(target, each))
		}
	}
	return out
}

// without is list less what is in taken.
func without(list, taken []any) []any {
	var out []any
next:
	for _, v := range list {
		for _, t := range taken {
			if v == t {
				continue next
			}
		}
		out = append(out, v)
	}
	return out
}

// members are the attributes of a record or a plain object; nil for anything
// else.
func members(v any) *value.Map {
	switch v := v.(type) {
	case *orm.Record:
		if v != nil {
			return &v.Map
		}
	case *value.Map:
		return v
	}
	return nil
}
