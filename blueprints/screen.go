package blueprints

import (
	"framework/engine/orm"
	"framework/engine/value"
)

// reached leaves out of a query the collections whose members the request may not
// find, and narrows the others as policies say.
func (acc *access) reached(q *orm.Query) (*orm.Query, error) {
	if acc.req.set.opts.Access == nil || len(q.Populate) == 0 {
		return q, nil
	}
	out := *q
	var err error
	out.Populate, err = acc.admitted(acc.req.model, q.Populate)
	return &out, err
}

func (acc *access) admitted(m *orm.Model, wanted []orm.Populate) ([]orm.Populate, error) {
	out := make([]orm.Populate, 0, len(wanted))
	for _, p := range wanted {
		a := m.Association(p.Alias)
		if a == nil {
			out = append(out, p)
			continue
		}
		target := acc.req.set.opts.ORM.Model(a.Target)
		if a.Collection && acc.guarded(target, "find") && !acc.settled(m, p.Alias) {
			r := Reach{Model: target, Action: "find", Through: through(m, p.Alias)}
			if acc.members != nil {
				r.Query = acc.members
			}
			only, allowed, err := acc.mayFind(target, r)
			switch {
			case err != nil:
				return nil, err
			case !allowed && acc.explicit:
				return nil, &Refused{r}
			case !allowed:
				continue
			case only != nil:
				narrow := orm.Query{}
				if p.Query != nil {
					narrow = *p.Query
				}
				if narrow.Where != nil {
					only = orm.And{narrow.Where, only}
				}
				narrow.Where = only
				p.Query = &narrow
			}
		}
		if p.Query != nil && len(p.Query.Populate) > 0 {
			deeper := *p.Query
			var err error
			if deeper.Populate, err = acc.admitted(target, deeper.Populate); err != nil {
				return nil, err
			}
			p.Query = &deeper
		}
		out = append(out, p)
	}
	return out, nil
}

// settled reports whether the policies were already asked: the request is for
// one member of a collection by its key.
func (acc *access) settled(m *orm.Model, alias string) bool {
	return acc.memberAsked && m == acc.req.model && acc.req.target.alias == alias
}

// screen puts keys in the place of the records that others refer to and the
// request may not see.
func (acc *access) screen(m *orm.Model, records []*orm.Record, populated []orm.Populate) error {
	if acc.req.set.opts.Access == nil {
		return nil
	}
	for _, p := range populated {
		a := m.Association(p.Alias)
		if a == nil {
			continue
		}
		target := acc.req.set.opts.ORM.Model(a.Target)
		var inner []*orm.Record
		for _, r := range records {
			switch v := r.Value(p.Alias).(type) {
			case *orm.Record:
				if v == nil {
					continue
				}
				see := true
				if acc.guarded(target, "findone") {
					var err error
					if see, err = acc.maySee(target, v.ID(), through(m, p.Alias)); err != nil {
						return err
					}
				}
				switch {
				case see:
					inner = append(inner, v)
				case acc.explicit:
					return &Refused{Reach{Model: target, Action: "findone", Through: through(m, p.Alias)}}
				default:
					r.Set(p.Alias, v.ID())
				}
			case orm.Records:
				inner = append(inner, v...)
			}
		}
		if p.Query != nil && len(p.Query.Populate) > 0 {
			if err := acc.screen(target, inner, p.Query.Populate); err != nil {
				return err
			}
		}
	}
	return nil
}

// redacted is a record as its event shows it: of the records inside of it that
// policies keep from some clients, the keys alone.
func (acc *access) redacted(m *orm.Model, v any) any {
	if acc.req.set.opts.Access == nil {
		return v
	}
	var given *value.Map
	record, isRecord := v.(*orm.Record)
	switch {
	case isRecord && record != nil:
		given = &record.Map
	default:
		given, _ = v.(*value.Map)
	}
	if given == nil {
		return v
	}
	var out *value.Map
	for _, a := range m.Associations {
		target := acc.req.set.opts.ORM.Model(a.Target)
		inner, ok := given.Get(a.Alias)
		if !ok || !acc.guarded(target, "find") && !acc.guarded(target, "findone") {
			continue
		}
		if out == nil {
			out = given.Clone()
		}
		out.Set(a.Alias, keysIn(target, inner))
	}
	switch {
	case out == nil:
		return v
	case isRecord:
		return &orm.Record{Map: *out, Model: record.Model, Blank: record.Blank}
	}
	return out
}

// keysIn puts keys in the place of records and of the objects that stand for
// them; what has no key is left out.
func keysIn(target *orm.Model, v any) any {
	switch v := v.(type) {
	case *orm.Record:
		if v == nil {
			return nil
		}
		return v.ID()
	case *value.Map:
		return v.Value(target.PrimaryKey)
	case orm.Records:
		keys := make([]any, len(v))
		for i, r := range v {
			keys[i] = r.ID()
		}
		return keys
	case []any:
		keys := make([]any, 0, len(v))
		for _, each := range v {
			if key := keysIn(target, each); key != nil {
				keys = append(keys, key)
			}
		}
		return keys
	}
	return v
}
