package snapshot

import (
	"fmt"
	"slices"
	"strings"

	"framework/engine/orm"
)

// adviseAssociations names the associations through which requests reach what
// policies guard, in a project that does not say whether they shall be asked.
func adviseAssociations(b *resolver) {
	if _, said := b.cfg.Get("blueprints.associationPolicies"); said || !b.opts.Inspect {
		return
	}
	var open []string
	for _, m := range b.orm.Models() {
		for _, a := range m.Associations {
			target := b.orm.Model(a.Target)
			for _, action := range []string{"find", "findone", "create", "update"} {
				if !covered(policiesOf(b, target, action), policiesOf(b, m, action)) {
					open = append(open, fmt.Sprintf("%s.%s", m.GlobalID, a.Alias))
					break
				}
			}
		}
	}
	if len(open) == 0 {
		return
	}
	const shown = 5
	more := ""
	if len(open) > shown {
		more, open = fmt.Sprintf(" and %d more", len(open)-shown), open[:shown]
	}
	b.advice = append(b.advice, "config/blueprints.js: requests read and write records through "+strings.Join(open, ", ")+more+
		" without the policies of these records' own model; associationPolicies: true has them asked (docs/configuration.md, Policies of associations)")
}

// policiesOf are the policies in front of an action of a model.
func policiesOf(res *resolver, m *orm.Model, action string) []string {
	_, guard := res.Guard(res.serving(m.Identity), action, nil)
	return guard.Policies
}

// covered reports whether all of the policies are among others.
func covered(policies, others []string) bool {
	return !slices.ContainsFunc(policies, func(p string) bool { return !slices.Contains(others, p) })
}
