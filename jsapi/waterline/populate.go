package waterline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/orm"
	"framework/engine/value"
)

// populates is model._populates(path): the error in the path of an association
// ("pets", "pets.vet"), undefined if it is valid.
func (c *Class) populates(call goja.FunctionCall) goja.Value {
	m := c.model
	for alias := range strings.SplitSeq(call.Argument(0).String(), ".") {
		a := m.Association(alias)
		if a == nil {
			return c.bridge.rt.ToValue(noAssociation(m, alias))
		}
		m = c.orm.Model(a.Target)
	}
	return goja.Undefined()
}

func noAssociation(m *orm.Model, alias string) string {
	return fmt.Sprintf("the model %s has no association called %q", m.Identity, alias)
}

// populate adds the population of path, aliases separated by dots, to list. sub are
// the criteria of the last alias; their member populate populates its associations:
// a path, a list of paths, or an object of criteria by path. If an association is
// populated twice, the later criteria apply.
func populate(o *orm.ORM, m *orm.Model, list *[]orm.Populate, path string, sub any) error {
	alias, rest, deeper := strings.Cut(path, ".")
	a := m.Association(alias)
	if a == nil {
		return &orm.UsageError{Reason: noAssociation(m, alias)}
	}
	target := o.Model(a.Target)
	i := slices.IndexFunc(*list, func(p orm.Populate) bool { return p.Alias == alias })
	if i < 0 {
		i = len(*list)
		*list = append(*list, orm.Populate{Alias: alias})
	}
	p := &(*list)[i]
	if deeper {
		if p.Query == nil {
			p.Query = &orm.Query{}
		}
		return populate(o, target, &p.Query.Populate, rest, sub)
	}
	if _, ok := sub.(bool); ok || isAbsent(sub) {
		return nil
	}
	sub = keysOf(sub)
	var inner any
	if criteria, ok := sub.(*value.Map); ok && target.Attribute("populate") == nil {
		inner = criteria.Value("populate")
		criteria.Delete("populate")
	}
	q, err := target.Query(sub)
	if err != nil {
		return err
	}
	if p.Query != nil {
		q.Populate = p.Query.Populate
	}
	p.Query = q
	return populateOn(o, target, &q.Populate, inner)
}

// populateOn reads the member populate of criteria.
func populateOn(o *orm.ORM, m *orm.Model, list *[]orm.Populate, wanted any) error {
	switch wanted := wanted.(type) {
	case nil, value.Undefined:
	case string:
		return populate(o, m, list, wanted, nil)
	case []any:
		for _, each := range wanted {
			if err := populateOn(o, m, list, each); err != nil {
				return err
			}
		}
	case *value.Map:
		for path, sub := range wanted.All() {
			if sub == false {
				continue
			}
			if err := populate(o, m, list, path, sub); err != nil {
				return err
			}
		}
	default:
		return &orm.UsageError{Reason: "populate in the criteria of a population takes 'pets', ['pets'] or { pets: {…} }"}
	}
	return nil
}
