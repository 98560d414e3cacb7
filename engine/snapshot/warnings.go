package snapshot

import (
	"maps"
	"slices"

	"framework/engine/targets"
	"framework/engine/warnings"
)

// suspicious looks for what is likely a mistake of the project.
func suspicious(b *binder) *warnings.Project {
	p := &warnings.Project{
		Rules: b.profile.Checks, Config: b.cfg, ORM: b.orm, Policies: b.policies.Set(),
		Blueprints: slices.Sorted(maps.Keys(b.blueprints)), ServerActions: []string{targets.GrantIdentity},
	}
	for _, c := range b.controllers.All() {
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
func adviseAssociations(b *binder) {
	if _, said := b.cfg.Get("blueprints.associationPolicies"); said || !b.opts.Inspect {
		return
	}
	advice := warnings.OpenAssociations(b.orm, b.policies.Of)
	if advice != "" {
		b.advice = append(b.advice, advice)
	}
}
