package waterline

import (
	"errors"
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// populate adds the population of path to list, as the function populate does for
// older releases; false means none.
func (call *modernCall) populate(m *orm.Model, list *[]orm.Populate, path string, sub any) error {
	alias, rest, deeper := strings.Cut(path, ".")
	refused := func(reason string) error { return usage(orm.InvalidPopulates, "%s", reason) }
	a := m.Association(alias)
	if a == nil {
		return refused(m.BadPopulate(path, alias))
	}
	i := slices.IndexFunc(*list, func(p orm.Populate) bool { return p.Alias == alias })
	if sub == false {
		if i >= 0 && !deeper {
			*list = slices.Delete(*list, i, i+1)
		}
		return nil
	}
	if i < 0 {
		i = len(*list)
		// Only the records of the query itself are decrypted, not populated ones.
		*list = append(*list, orm.Populate{Alias: alias, Query: &orm.Query{}})
	}
	p := &(*list)[i]
	target := call.class.orm.Model(a.Target)
	if deeper {
		return call.populate(target, &p.Query.Populate, rest, sub)
	}
	criteria, isMap := sub.(*value.Map)
	if !isMap { // a key, or a list of them
		criteria = value.Of("where", sub)
	}
	switch sub := sub.(type) {
	case bool, value.Undefined:
		return nil
	case nil:
		if a.Collection {
			return nil
		}
	case *value.Map:
		criteria = sub
	}
	var inner any
	if target.Attribute("populate") == nil {
		criteria = criteria.Clone()
		inner = criteria.Value("populate")
		criteria.Delete("populate")
	}
	if !a.Collection && criteria.Len() > 0 {
		return refused(orm.NarrowedRecord(path, sub))
	}
	q, err := target.QueryWith(criteria, call.options)
	if err != nil {
		if e, ok := errors.AsType[*orm.UsageError](err); ok {
			return refused(orm.BadSubcriteria(path, e.Reason))
		}
		return err
	}
	q.Populate = p.Query.Populate
	p.Query = q
	return call.populateOn(target, &q.Populate, inner)
}

// populateOn reads the member populate of the criteria of a population.
func (call *modernCall) populateOn(m *orm.Model, list *[]orm.Populate, wanted any) error {
	switch wanted := wanted.(type) {
	case nil, value.Undefined:
	case string:
		return call.populate(m, list, wanted, nil)
	case []any:
		for _, each := range wanted {
			if err := call.populateOn(m, list, each); err != nil {
				return err
			}
		}
	case *value.Map:
		for path, sub := range wanted.All() {
			if err := call.populate(m, list, path, sub); err != nil {
				return err
			}
		}
	default:
		return usage(orm.InvalidPopulates, "populate in the criteria of a population takes 'pets', ['pets'] or { pets: {…} }")
	}
	return nil
}
