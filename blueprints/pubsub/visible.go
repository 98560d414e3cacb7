package pubsub

import (
	"bytes"
	"context"

	"framework/engine/ordered"
	"framework/engine/orm"
)

// JSON is encoded JSON as a value: what toJSON made of a record.
type JSON []byte

// AppendJSON implements ordered.Appender; the text stays as it is.
func (j JSON) AppendJSON(dst []byte, _, _ string) []byte { return append(dst, j...) }

// visible is a record, or a plain object that stands for one, as clients may
// see it: as its toJSON gives it, without protected attributes.
func (s *Set) visible(ctx context.Context, m *orm.Model, v any) (any, error) {
	if members(v) == nil {
		return v, nil
	}
	if s.custom(m, v) {
		text, err := s.script.JSON(ctx, m, v)
		return JSON(text), err
	}
	if plain, ok := v.(*ordered.Map); ok {
		return s.unprotected(m, plain), nil
	}
	return v, nil
}

// custom reports whether a toJSON of the project has a part in a value of m.
func (s *Set) custom(m *orm.Model, v any) bool {
	values := members(v)
	if values == nil {
		return false
	}
	if m.Definition != nil && m.Definition.ToJSON {
		return true
	}
	for _, a := range m.Associations {
		target := s.opts.ORM.Model(a.Target)
		if target == nil {
			continue
		}
		switch inner := values.Value(a.Alias).(type) {
		case orm.Records:
			for _, r := range inner {
				if s.custom(target, r) {
					return true
				}
			}
		case []any:
			for _, each := range inner {
				if s.custom(target, each) {
					return true
				}
			}
		default:
			if s.custom(target, inner) {
				return true
			}
		}
	}
	return false
}

// unprotected is a plain object without the protected attributes of m, nor of
// the records in it. It is v itself where there are none.
func (s *Set) unprotected(m *orm.Model, v *ordered.Map) *ordered.Map {
	out := v
	for _, a := range m.Attributes {
		value, given := v.Get(a.Name)
		if !given {
			continue
		}
		var shown any
		if !a.Protected {
			if a.Assoc == nil {
				continue
			}
			target := s.opts.ORM.Model(a.Assoc.Target)
			switch inner := value.(type) {
			case *ordered.Map:
				shown = s.unprotected(target, inner)
			case []any:
				list := make([]any, len(inner))
				for i, each := range inner {
					list[i] = each
					if object, ok := each.(*ordered.Map); ok {
						list[i] = s.unprotected(target, object)
					}
				}
				shown = list
			default:
				continue
			}
		}
		if out == v {
			out = v.Clone()
		}
		if a.Protected {
			out.Delete(a.Name)
		} else {
			out.Set(a.Name, shown)
		}
	}
	return out
}

// visibleChanges is what of an update may be seen: of the attributes that the
// record shows, those that were set, as it shows them.
func (s *Set) visibleChanges(ctx context.Context, ev *Event, changes *ordered.Map) (any, error) {
	m := ev.Model
	basis := changes
	if ev.Record != nil {
		basis = ev.Record.Map.Clone()
		for k, v := range changes.All() {
			if !basis.Has(k) {
				basis.Set(k, v)
			}
		}
	}
	if !s.custom(m, basis) {
		return s.unprotected(m, changes), nil
	}
	text, err := s.script.JSON(ctx, m, basis)
	var shown *ordered.Map
	if err == nil {
		var v any
		if v, err = ordered.Parse(text); err == nil {
			shown, _ = v.(*ordered.Map)
		}
	}
	if err != nil {
		// It may rely on what the changes do not have: then nobody knows what it
		// would hide.
		s.opts.Log.Error("what was updated is not told, for the toJSON of the model failed", "model", m.GlobalID, "id", ev.ID, "error", err)
		return ordered.New(0), nil
	}
	out := ordered.New(changes.Len())
	for k, v := range changes.All() {
		seen, ok := shown.Get(k)
		if !ok {
			continue
		}
		if original, _ := basis.Get(k); !bytes.Equal(ordered.Append(nil, original), ordered.Append(nil, seen)) {
			v = seen
		}
		out.Set(k, v)
	}
	return s.unprotected(m, out), nil
}
