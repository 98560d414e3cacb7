package orm

import (
	"context"
	"maps"
	"slices"

	"framework/engine/problem"
	"framework/engine/spelling"
	"framework/engine/value"
)

// classic are the Rules of 0.10 to 0.12.
type classic struct{ switches Switches }

func (r classic) values() Switches { return r.switches }

func (classic) declare(*compiler) {}

// attribute warns of an unknown type: no value is valid for it. A collection whose via
// names itself is one without via.
func (classic) attribute(c *compiler, d *Definition, a *Attribute) {
	if a.Via == a.Name && a.Collection == d.Identity && a.Through == "" {
		c.orm.warnings = append(c.orm.warnings, problem.In(d.Source, "%s.%s: via names the attribute itself, and has no effect", d.GlobalID, a.Name).Advise("leave it out").Of(a.Name))
		a.Via = ""
	}
	if a.Model != "" || a.Collection != "" || knownType(d, a.Type) {
		return
	}
	c.orm.warnings = append(c.orm.warnings, problem.In(d.Source, "%s.%s: there is no type %q, so every value is refused", d.GlobalID, a.Name, a.Type).
		Advise(spelling.DidYouMean(a.Type, slices.Collect(maps.Keys(types)))).Of(a.Name))
}

// modelWins leaves the collection out: the attribute is a reference.
func (classic) modelWins(c *compiler, d *Definition, a *AttributeDef) bool {
	c.orm.warnings = append(c.orm.warnings, problem.In(d.Source, "%s.%s has both model and collection: it refers to one record, and collection has no effect", d.GlobalID, a.Name).Of(a.Name))
	a.Collection, a.Via, a.Through = "", "", ""
	return true
}

// keyless: Waterline lifts such models, and keeps their records without a key. Here they
// get one, because stores and requests find records by it.
func (classic) keyless(c *compiler, d *Definition) bool {
	c.orm.warnings = append(c.orm.warnings, problem.In(d.Source, "%s has autoPK: false and no primary key: its records get one, id, which they show", d.GlobalID).
		Advise("mark an attribute primaryKey: true to have another").Of("autoPK"))
	return true
}

// impliedKey: for Waterline such a model has no key, and its records may lack the attribute, even
// a required one. Here numbers are counted, and texts made, so that create works without one.
func (classic) impliedKey(c *compiler, m *Model, id *Attribute) {
	d := m.Definition
	if id.AutoIncrement || id.HasDefault || id.Assoc != nil || m.adapter.Traits().MakesKeys || m.givesKey(id) {
		return
	}
	var done string
	switch id.Kind {
	case KindInteger:
		id.AutoIncrement = true
		done = "it is counted where no value is given"
	case KindString, KindText:
		if slices.ContainsFunc(id.Rules, func(r RuleDef) bool {
			return r.Name != "required" && r.Name != "unique" && r.Name != "index" && r.Name != id.Type
		}) {
			return // the text might break the rule
		}
		id.HasDefault = true
		id.DefaultFunc = func(context.Context, *value.Map) (any, error) { return documentKey(), nil }
		done = "a text is made where no value is given"
	default:
		return
	}
	c.orm.warnings = append(c.orm.warnings, problem.In(d.Source, "%s.id is not marked primaryKey: true, but is the key of the records: %s", d.GlobalID, done).
		Advise("mark it primaryKey: true to have to give one").Of("id"))
}

func (classic) joinTable(_ *Model, d *Definition, _, _ string) { d.AutoPK = true }

// nearFirst: the sides stand in reverse order of their declaration.
func (classic) nearFirst(_, _ string) bool { return false }

func (classic) joinRefers() bool { return false }

func (classic) plainVia() bool { return true }

func (classic) query(m *Model, criteria any, _ CriteriaOptions) (*Query, error) {
	p := parser{model: m}
	q := &Query{}
	if err := p.criteria(q, criteria); err != nil {
		return nil, err
	}
	if len(q.GroupBy) > 0 && len(q.Sum)+len(q.Average)+len(q.Min)+len(q.Max) == 0 {
		return nil, misuse("groupBy", "groupBy needs something to work out for each group: sum, average, min or max")
	}
	return q, nil
}

func (classic) queryOf(m *Model, c Clauses) (*Query, error) {
	p := parser{model: m}
	q := &Query{}
	where, err := p.inner(q, c.Where)
	if err == nil && c.Sort != nil {
		q.Sort, err = p.sort(c.Sort)
	}
	if err == nil {
		err = p.where(q, where)
	}
	if err != nil {
		return nil, err
	}
	return q, nil
}

func (classic) keyed(m *Model, v any) (*Query, error) {
	p := parser{model: m}
	e, err := p.value(m.PrimaryKey, v)
	if err != nil {
		return nil, err
	}
	q := &Query{}
	q.narrow(e)
	return q, nil
}

func (classic) key(m *Model, v any) any {
	key, _ := m.operand(m.byName[m.PrimaryKey], v)
	return key
}

func (r classic) create(ctx context.Context, m *Model, values *value.Map, meta Meta) (*Record, error) {
	records, err := r.createEach(ctx, m, []*value.Map{values}, meta)
	if err != nil {
		return nil, err
	}
	return records[0], nil
}

func (classic) candidates() int { return 1 }

func (classic) emptyReferences() bool { return false }

// blank: collections that hold records of a model that one of the populated ones
// without a join table does; see Record.Blank.
func (classic) blank(m *Model, populated []string) []string {
	var out []string
	for _, a := range m.Associations {
		if a.Collection && !slices.Contains(populated, a.Alias) && slices.ContainsFunc(populated, func(alias string) bool {
			other := m.Association(alias)
			return other.Through == "" && other.Target == a.Target
		}) {
			out = append(out, a.Alias)
		}
	}
	return out
}

func (classic) failed(_ *Model, _ string, err error) error { return err }
