package orm

import (
	"fmt"
	"maps"

	"framework/engine/problem"
	"framework/engine/spelling"
)

// link resolves the associations of all compiled models and gives foreign
// keys the kind of the key they hold.
func (c *compiler) link() {
	c.references = map[*Attribute]*Model{}
	declared := c.orm.order[:len(c.orm.order):len(c.orm.order)]
	for _, m := range declared {
		for _, a := range m.Attributes {
			c.associate(m, a)
		}
	}
	for _, m := range declared {
		for _, a := range m.Associations {
			if a.Collection {
				c.collection(m, m.byName[a.Alias])
			}
		}
	}
	for a, target := range c.references {
		a.Kind = c.keyKind(target, 0)
	}
}

// associate gives an attribute that names another model its association.
func (c *compiler) associate(m *Model, a *Attribute) {
	identity := a.Model
	if identity == "" {
		identity = a.Collection
	}
	if identity == "" {
		return
	}
	target := c.orm.models[identity]
	if target == nil {
		c.fail(m.Definition, a.Name, c.modelsHint(identity), "there is no model %q", identity)
		return
	}
	a.Assoc = &Association{Alias: a.Name, Collection: a.Collection != "", Target: identity}
	if a.Assoc.Collection {
		a.Assoc.Via = a.Via
	} else {
		c.references[a] = target
	}
	m.Associations = append(m.Associations, a.Assoc)
}

func (c *compiler) modelsHint(identity string) string {
	if near := spelling.Nearest(identity, maps.Keys(c.orm.models)); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "models are named by their file, in api/models"
}

// keyKind is the kind of the target's primary key, which may be a reference
// itself.
func (c *compiler) keyKind(target *Model, depth int) Kind {
	key := target.byName[target.PrimaryKey]
	if key == nil || depth > len(c.orm.order) {
		return KindInteger
	}
	if next := c.references[key]; next != nil {
		return c.keyKind(next, depth+1)
	}
	return key.Kind
}

// collection finds out how the members of a collection are held.
func (c *compiler) collection(m *Model, a *Attribute) {
	d, target := m.Definition, c.orm.models[a.Collection]
	if a.Through != "" {
		c.through(m, a, target)
		return
	}
	if a.Assoc.Through != "" {
		return // linked from the other side
	}
	other := partner(m, a, target)
	switch {
	case a.Via == "" && other == nil:
		c.junction(m, a, target, nil)
	case other == nil:
		hint := fmt.Sprintf("add %s: { model: '%s' } to %s", a.Via, m.Identity, target.GlobalID)
		if near := spelling.Nearest(a.Via, maps.Keys(target.byName)); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		c.fail(d, a.Name, hint, "via names no attribute of %s: %q", target.GlobalID, a.Via)
	case other == a:
		c.fail(d, a.Name, "name another attribute, or leave via out", "via names the attribute itself")
	case other.Assoc == nil:
		switch {
		case other.Model != "" || other.Collection != "": // that one is reported
		case c.orm.rules.plainVia():
			c.orm.warnings = append(c.orm.warnings, problem.In(d.Source, "%s.%s: via names %s.%s, which is no association: the members are kept as without via",
				m.GlobalID, a.Name, target.GlobalID, other.Name).Of(a.Name))
			c.junctionNamed(m, a, target, nil, target.Identity+"_"+other.Name)
		default:
			c.fail(d, a.Name, fmt.Sprintf("%s: { model: '%s' }", a.Via, m.Identity),
				"via names %s.%s, which is no association", target.GlobalID, a.Via)
		}
	case other.Assoc.Target != m.Identity && other.Assoc.Collection && other.Through == "":
		// The peer takes it as it comes: members are kept in a join table of
		// this side's own.
		c.orm.warnings = append(c.orm.warnings, problem.In(d.Source, "%s.%s: via names %s.%s, which is about %s: the two sides do not see each other's members",
			m.GlobalID, a.Name, target.GlobalID, other.Name, other.Assoc.Target).Of(a.Name))
		c.junctionNamed(m, a, target, nil, target.Identity+"_"+other.Name)
	case other.Assoc.Target != m.Identity:
		c.fail(d, a.Name, "both sides have to name each other",
			"via names %s.%s, which is about %s", target.GlobalID, other.Name, other.Assoc.Target)
	case !other.Assoc.Collection:
		a.Assoc.Far = other.Name
	case other.Through != "":
		c.fail(d, a.Name, fmt.Sprintf("add through: '%s'", other.Through),
			"%s.%s goes through %s", target.GlobalID, other.Name, other.Through)
	case other.Via != "" && other.Via != a.Name && !c.orm.rules.plainVia():
		c.orm.warnings = append(c.orm.warnings, problem.In(d.Source, "%s.%s: via names %s.%s, whose via is %q: the two sides do not see each other's members",
			m.GlobalID, a.Name, target.GlobalID, other.Name, other.Via).Of(a.Name))
		c.junctionNamed(m, a, target, nil, target.Identity+"_"+other.Name)
	case other.Via != "" && other.Via != a.Name:
		c.fail(d, a.Name, "both sides have to name each other",
			"via names %s.%s, whose via is %q", target.GlobalID, other.Name, other.Via)
	default:
		c.junction(m, a, target, other)
	}
}

// partner is the attribute of the target that belongs to the collection a of
// m: the one that its via names, or the collection that names a.
func partner(m *Model, a *Attribute, target *Model) *Attribute {
	if a.Via != "" {
		return target.byName[a.Via]
	}
	for _, b := range target.Attributes {
		if b != a && b.Collection == m.Identity && b.Via == a.Name && b.Through == "" {
			return b
		}
	}
	return nil
}

// through links a collection whose links are records of a model of the
// project. Its via names the reference back to m on that model.
func (c *compiler) through(m *Model, a *Attribute, target *Model) {
	d, join := m.Definition, c.orm.models[a.Through]
	if join == nil {
		c.fail(d, a.Name, c.modelsHint(a.Through), "there is no model %q to go through", a.Through)
		return
	}
	near := join.byName[a.Via]
	if near == nil || near.Model != m.Identity {
		near = reference(join, m.Identity, nil)
	}
	if near == nil {
		c.fail(d, a.Name, fmt.Sprintf("declare one with { model: '%s' } and name it in via", m.Identity),
			"no attribute of %s refers to %s", join.GlobalID, m.GlobalID)
		return
	}
	var far *Attribute
	for _, b := range target.Attributes {
		if b != a && b.Collection == m.Identity && b.Through == a.Through {
			if r := join.byName[b.Via]; r != nil && r != near && r.Model == target.Identity {
				far = r
			}
		}
	}
	if far == nil {
		far = reference(join, target.Identity, near)
	}
	if far == nil {
		c.fail(d, a.Name, fmt.Sprintf("declare one with { model: '%s' }", target.Identity),
			"no attribute of %s refers to %s", join.GlobalID, target.GlobalID)
		return
	}
	a.Assoc.Through, a.Assoc.Near, a.Assoc.Far = join.Identity, near.Name, far.Name
}

// reference is the first attribute of m, other than not, that refers to the
// model with that identity.
func reference(m *Model, identity string, not *Attribute) *Attribute {
	for _, a := range m.Attributes {
		if a != not && a.Model == identity {
			return a
		}
	}
	return nil
}
