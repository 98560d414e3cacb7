package warnings

import (
	"fmt"

	"framework/router"
)

// Shadowed warns about routes that no request reaches, because an earlier one answers
// all of theirs. An action that can call next may pass requests on, so it shadows
// nothing. place says where a route is written.
func Shadowed(bindings []*router.Binding, place func(*router.Binding) string) []string {
	var out []string
	fronts := router.Shadowed(bindings)
	named := func(b *router.Binding) string { return fmt.Sprintf("%q (%s)", b.Address.String(), b.Target) }
	for _, b := range bindings {
		if front := fronts[b]; front != nil {
			out = append(out, fmt.Sprintf("%s: %s is never reached: %s in %s comes before it and answers all its requests",
				place(b), named(b), named(front), place(front)))
		}
	}
	return out
}
