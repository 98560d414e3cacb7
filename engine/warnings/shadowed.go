package warnings

import (
	"fmt"

	"framework/engine/problem"
	"framework/router"
)

// Shadowed warns about routes that no request reaches, because an earlier one answers
// all of theirs. An action that can call next may pass requests on, so it shadows
// nothing. place says where a route is written.
func (p *Project) Shadowed(bindings []*router.Binding, place func(*router.Binding) string) []problem.Problem {
	var out []problem.Problem
	fronts := router.Shadowed(bindings)
	named := func(b *router.Binding) string { return fmt.Sprintf("%q (%s)", b.Address.String(), b.Target) }
	for _, b := range bindings {
		if front := fronts[b]; front != nil {
			out = append(out, p.Scripts.Locate(problem.In(place(b), "%s is never reached: %s in %s comes before it and answers all its requests",
				named(b), named(front), place(front)).Of(b.Address.String())))
		}
	}
	return out
}
