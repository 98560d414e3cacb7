package snapshot

import (
	"fmt"

	"framework/router"
)

// shadowedRoutes warns about routes of the project that no request reaches,
// because an earlier one answers all of theirs. An action that can call next may
// pass requests on, so it shadows nothing.
func shadowedRoutes(b *resolver, bindings []*router.Binding) {
	bindings = answering(bindings)
	fronts := router.Shadowed(bindings)
	named := func(binding *router.Binding) string {
		return fmt.Sprintf("%q (%s)", binding.Address.String(), binding.Target)
	}
	place := func(binding *router.Binding) string {
		if binding.Family == router.Before {
			return "a hook"
		}
		return b.cfg.Source("routes." + binding.Address.String())
	}
	for _, binding := range bindings {
		if front := fronts[binding]; front != nil {
			b.warn(fmt.Sprintf("%s: %s is never asked: %s in %s stands in front of it and answers all its requests",
				place(binding), named(binding), named(front), place(front)))
		}
	}
}
