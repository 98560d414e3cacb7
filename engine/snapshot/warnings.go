package snapshot

import (
	"maps"
	"slices"

	"framework/engine/orm"
	"framework/engine/warnings"
)

// suspicious looks for what is likely a mistake of the project.
func suspicious(b *resolver) *warnings.Project {
	p := &warnings.Project{
		Rules: b.profile.Checks, Config: b.cfg, ORM: b.orm, Policies: b.policies,
		Blueprints: slices.Sorted(maps.Keys(b.blueprints)), ServerActions: []string{grantIdentity},
	}
	for _, c := range b.controllers {
		found := warnings.Controller{File: c.Rel, Identity: c.Identity, Config: c.Config}
		for _, a := range c.Actions {
			found.Actions = append(found.Actions, a.Name)
		}
		p.Controllers = append(p.Controllers, found)
	}
	return p
}

// adviseAssociations tells who looks at a project which associations lead around
// policies, where the project does not say whether they shall be asked.
func adviseAssociations(b *resolver) {
	if _, said := b.cfg.Get("blueprints.associationPolicies"); said || !b.opts.Inspect {
		return
	}
	advice := warnings.OpenAssociations(b.orm, func(m *orm.Model, action string) []string { return policiesOf(b, m, action) })
	if advice != "" {
		b.advice = append(b.advice, advice)
	}
}

// policiesOf are the policies in front of an action of a model.
func policiesOf(res *resolver, m *orm.Model, action string) []string {
	_, guard := res.Guard(res.serving(m.Identity), action, nil)
	return guard.Policies
}
