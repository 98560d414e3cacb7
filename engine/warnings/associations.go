package warnings

import (
	"fmt"
	"slices"
	"strings"

	"framework/engine/orm"
)

// OpenAssociations names the associations through which requests reach models
// that policies guard; "" if there are none, and if the project sets
// associationPolicies. policies are those in front of an action of a model.
func (p *Project) OpenAssociations(policies func(m *orm.Model, action string) []string) string {
	if _, said := p.Config.Get("blueprints.associationPolicies"); said {
		return ""
	}
	var open []string
	for _, m := range p.ORM.Models() {
		for _, a := range m.Associations {
			target := p.ORM.Model(a.Target)
			for _, action := range []string{"find", "findone", "create", "update"} {
				if !covered(policies(target, action), policies(m, action)) {
					open = append(open, fmt.Sprintf("%s.%s", m.GlobalID, a.Alias))
					break
				}
			}
		}
	}
	if len(open) == 0 {
		return ""
	}
	const shown = 5
	more := ""
	if len(open) > shown {
		more, open = fmt.Sprintf(" and %d more", len(open)-shown), open[:shown]
	}
	return "config/blueprints.js: requests read and write records through " + strings.Join(open, ", ") + more +
		" without the policies of these records' own model; associationPolicies: true has them asked (docs/configuration.md, Policies of associations)"
}

// covered reports whether all of the policies are among others.
func covered(policies, others []string) bool {
	return !slices.ContainsFunc(policies, func(p string) bool { return !slices.Contains(others, p) })
}
