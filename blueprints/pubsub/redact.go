package pubsub

import (
	"context"
	"slices"

	"framework/engine/orm"
	"framework/engine/value"
)

// redact is a record, or a plain object in place of one, as clients may see it:
// without what its toJSON hides, and with what toJSON changes in the changed
// form. What toJSON adds is included for records only, if whole is set.
func (s *Set) redact(ctx context.Context, m *orm.Model, v any, whole bool) (any, error) {
	record := s.asRecord(m, v)
	if record == nil {
		return v, nil
	}
	if !s.custom(record) {
		return record, nil
	}
	shown, err := s.shown(ctx, record)
	if _, plain := v.(*value.Map); !plain && whole || err != nil {
		return shown, err
	}
	return shared(v, shown), nil
}

// shared is what shown has of v, at every depth.
func shared(v, shown any) any {
	if list, ok := shown.([]any); ok {
		var inner []any
		switch v := v.(type) {
		case []any:
			inner = v
		case orm.Records:
			for _, r := range v {
				inner = append(inner, r)
			}
		}
		if len(inner) != len(list) {
			return shown
		}
		out := make([]any, len(list))
		for i := range list {
			out[i] = shared(inner[i], list[i])
		}
		return out
	}
	given := members(v)
	object, ok := shown.(*value.Map)
	if given == nil || !ok {
		return shown
	}
	out := value.New(given.Len())
	for k, inner := range given.All() {
		if seen, ok := object.Get(k); ok {
			out.Set(k, shared(inner, seen))
		}
	}
	return out
}

// shown is what the toJSON of a record shows.
func (s *Set) shown(ctx context.Context, r *orm.Record) (v any, err error) {
	err = s.script.Turn(ctx, func(ctx context.Context) (err error) {
		v, err = s.script.Shown(ctx, r)
		return err
	})
	return v, err
}

// asRecord is a record, or a plain object as the record that it stands for, with
// those in it; nil for anything else.
func (s *Set) asRecord(m *orm.Model, v any) *orm.Record {
	plain, ok := v.(*value.Map)
	if !ok || plain == nil {
		record, _ := v.(*orm.Record)
		return record
	}
	out := &orm.Record{Map: *plain, Model: m}
	shared := true
	for _, a := range m.Associations {
		target := s.opts.ORM.Model(a.Target)
		inner := plain.Value(a.Alias)
		list, isList := inner.([]any)
		object, isObject := inner.(*value.Map)
		if target == nil || !isList && !isObject {
			continue
		}
		if shared {
			out.Map, shared = *plain.Clone(), false
		}
		if isObject {
			out.Set(a.Alias, s.asRecord(target, object))
			continue
		}
		members := make([]any, len(list))
		for i, each := range list {
			members[i] = each
			if record := s.asRecord(target, each); record != nil {
				members[i] = record
			}
		}
		out.Set(a.Alias, members)
	}
	return out
}

// custom reports whether a toJSON of the project has a part in a record.
func (s *Set) custom(r *orm.Record) bool {
	if r == nil {
		return false
	}
	if r.Model.Definition != nil && r.Model.Definition.ToJSON {
		return true
	}
	for _, a := range r.Model.Associations {
		switch inner := r.Value(a.Alias).(type) {
		case *orm.Record:
			if s.custom(inner) {
				return true
			}
		case orm.Records:
			if slices.ContainsFunc(inner, s.custom) {
				return true
			}
		case []any:
			for _, each := range inner {
				if member, ok := each.(*orm.Record); ok && s.custom(member) {
					return true
				}
			}
		}
	}
	return false
}

// redactChanges is what of an update may be seen: of the attributes that the
// record shows, those that were set, as it shows them.
func (s *Set) redactChanges(ctx context.Context, ev *Event, changes *value.Map) (any, error) {
	m := ev.Model
	if r, ok := s.withCollections(ev, ev.Data).(*orm.Record); ok {
		changes = &r.Map
	}
	changed := s.asRecord(m, changes)
	basis := changed
	if ev.Record != nil {
		basis = &orm.Record{Map: *ev.Record.Clone(), Model: m}
		for k, v := range changed.All() {
			if !basis.Has(k) {
				basis.Set(k, v)
			}
		}
	}
	if !s.custom(basis) {
		return changed, nil
	}
	seen, err := s.shown(ctx, basis)
	if err != nil {
		// It may rely on attributes that the changes do not have: then it is
		// not known what it would hide.
		s.opts.Log.Error("the values of an update were left out of its event: the toJSON of the model failed", "model", m.GlobalID, "id", ev.ID, "error", err)
		return value.New(0), nil
	}
	shown, _ := seen.(*value.Map)
	out := orm.NewRecord(m)
	for k, v := range changed.All() {
		now, ok := shown.Get(k)
		if !ok {
			continue
		}
		if original, _ := basis.Get(k); !value.EqualJSON(original, now) {
			v = now
		}
		out.Set(k, v)
	}
	return out, nil
}
