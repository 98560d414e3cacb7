package orm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// junction makes the join model of the collection a of m and its partner on
// the target, nil when the association is one-way. Names are those of the
// classic releases, so that their tables can be used: each side's column is
// called after its model and attribute and holds the key of that model; the
// table is called after both, in the order of the identities, in lower case
// in the classic releases.
func (c *compiler) junction(m *Model, a *Attribute, target *Model, other *Attribute) {
	far := target.Identity + "_" + a.Name + "_" + target.Identity
	if other != nil {
		far = target.Identity + "_" + other.Name
	}
	c.junctionNamed(m, a, target, other, far)
}

// junctionNamed is junction with the name of the column that holds the key of
// target.
func (c *compiler) junctionNamed(m *Model, a *Attribute, target *Model, other *Attribute, far string) {
	near := m.Identity + "_" + a.Name
	first, second := near, far
	firstModel, secondModel := m, target
	if m.Identity > target.Identity || m.Identity == target.Identity && !c.orm.rules.nearFirst(near, far) {
		first, second = far, near
		firstModel, secondModel = target, m
	}
	identity := strings.ToLower(first + "__" + second)
	if taken := c.orm.models[identity]; taken != nil {
		c.fail(m.Definition, a.Name, "", "its join model would be called %q like %s", identity, taken.Definition.Source)
		return
	}
	home := c.home(m, a, target, other)
	if home == nil || c.stores[home.Datastore] == nil {
		return // reported
	}
	schema := true
	d := &Definition{
		Identity: identity, GlobalID: identity, Source: m.Definition.Source, Datastore: home.Datastore,
		Schema: &schema, Migrate: junctionMigration(m.Definition.Migrate, target.Definition.Migrate),
		MayMiss: m.Definition.MayMiss, Attributes: []AttributeDef{{Name: first}, {Name: second}},
	}
	c.orm.rules.joinTable(m, d, first, second)
	c.model(d)
	join := c.orm.models[identity]
	join.Junction, join.Sides = true, map[string]string{first: firstModel.Identity, second: secondModel.Identity}
	c.side(join, first, firstModel)
	c.side(join, second, secondModel)
	a.Assoc.Through, a.Assoc.Near, a.Assoc.Far = identity, near, far
	if other != nil {
		other.Assoc.Through, other.Assoc.Near, other.Assoc.Far = identity, far, near
	}
}

// side makes a column of a join table a reference to the model of its side.
func (c *compiler) side(join *Model, name string, model *Model) {
	column := join.byName[name]
	if column == nil {
		return
	}
	c.references[column] = model
	if c.orm.rules.joinRefers() {
		column.Assoc = &Association{Alias: name, Target: model.Identity}
		join.Associations = append(join.Associations, column.Assoc)
	}
}

// home is the model whose datastore holds the join table, nil when the
// definitions do not say.
func (c *compiler) home(m *Model, a *Attribute, target *Model, other *Attribute) *Model {
	switch {
	case m.Datastore == target.Datastore || a.Dominant || other == nil:
		return m
	case other.Dominant:
		return target
	}
	c.fail(m.Definition, a.Name, fmt.Sprintf("add dominant: true here or to %s.%s", target.GlobalID, other.Name),
		"the two sides are in different datastores, %s and %s", m.Datastore, target.Datastore)
	return nil
}

// junctionMigration is the more careful of the two sides' migrations.
func junctionMigration(a, b Migration) Migration {
	for _, careful := range []Migration{Safe, Create, Alter} {
		if a == careful || b == careful {
			return careful
		}
	}
	return cmp.Or(a, b)
}

// ChangesMembers reports whether the members of a collection of m are changed when
// they are put into it or taken out: they hold the key of the record, or have a
// collection that is the other side.
func (o *ORM) ChangesMembers(m *Model, a *Association) bool {
	if a.Through == "" {
		return true
	}
	return slices.ContainsFunc(o.Model(a.Target).Associations, func(b *Association) bool {
		return b.Through == a.Through && b.Target == m.Identity && b.Near == a.Far
	})
}
