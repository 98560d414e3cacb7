package snapshot

import (
	"context"
	"fmt"
	"slices"

	"framework/engine/realtime"
	"framework/engine/routes"
	"framework/engine/targets"
	"framework/engine/warnings"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/router"
)

// routes are the routes of the project in their order: those in front of what guards
// are about, and the rest.
func (b binder) routes(ctx context.Context, set actionSet, hooks hookSet, sockets *realtime.Settings) (front, rest []*router.Binding, err error) {
	if front, err = b.hookRoutes(ctx, set.resolver, hooks, "before", router.Before); err != nil {
		return nil, nil, err
	}
	entries, err := b.cfg.Map("routes")
	if err != nil {
		return nil, nil, err
	}
	opts := b.profile.Routes
	opts.Where = func(address string) string { return b.cfg.Source("routes." + address) }
	b.warn(set.suspect.MisspeltRoutes(entries)...)
	explicit, problems, err := routes.Build(entries, set.resolver, opts)
	if err != nil {
		return nil, nil, err
	}
	warnOfRoutes(b.build, problems)
	b.warn(warnings.Shadowed(answering(slices.Concat(front, explicit)), func(binding *router.Binding) string {
		if binding.Family == router.Before {
			return hookSource
		}
		return b.cfg.Source("routes." + binding.Address.String())
	})...)
	after, err := b.hookRoutes(ctx, set.resolver, hooks, "after", router.After)
	if err != nil {
		return nil, nil, err
	}
	shadow, ignored := set.defaults.Routes(set.pairs, set.resolver)
	warnOf(b.build, ignored)
	front = append(front, b.build.sockets.FrontRoutes(sockets)...)
	after = append(after, b.build.sockets.BackRoutes(sockets)...)
	if b.profile.ActionsBeforeHooks {
		after, shadow = shadow, after
	}
	return front, slices.Concat(explicit, after, shadow), nil
}

// hookSource is where routes come from that code has bound, as messages name it.
const hookSource = "a hook"

// hookRoutes are what hooks and listeners of router:before or router:after bind.
func (b binder) hookRoutes(ctx context.Context, resolver *targets.Resolver, h hookSet, phase string, family router.Family) ([]*router.Binding, error) {
	var list []app.Route
	err := b.iso.Do(ctx, func(*jsapi.Realm) error {
		own, err := h.Routes(phase)
		if err != nil {
			return err
		}
		if err := b.js.Emit("router:" + phase); err != nil {
			return err
		}
		bound, err := b.js.BoundRoutes()
		list = append(own, bound...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return bindRoutes(b.build, b.profile.Routes, resolver, list, family)
}

// bindRoutes makes bindings of routes that were not written into the configuration.
func bindRoutes(b *build, opts routes.Options, resolver *targets.Resolver, list []app.Route, family router.Family) ([]*router.Binding, error) {
	opts.Source = hookSource
	entries := make([]routes.Entry, len(list))
	for i, each := range list {
		entries[i] = routes.Entry(each)
	}
	out, problems, err := routes.BuildEach(entries, family, resolver, opts)
	warnOfRoutes(b, problems)
	return out, err
}

// rebind is the table of bound with the routes that the bootstrap has bound; the same
// one where there are none.
func rebind(ctx context.Context, b *build, c configuration, rt realm, bound routing) (router.Table, error) {
	var list []app.Route
	err := rt.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		list, err = rt.js.BoundRoutes()
		return err
	})
	if err != nil || len(list) == 0 {
		return bound.table, err
	}
	more, err := bindRoutes(b, c.profile.Routes, bound.resolver, list, router.Explicit)
	if err != nil {
		return nil, err
	}
	for _, binding := range more {
		for _, key := range []string{"cors", "csrf"} {
			if binding.Options.Has(key) {
				b.warn(fmt.Sprintf(
					"%s: %q: %s has no effect in a route that is bound while the bootstrap runs: write it into config/routes.js", hookSource, binding.Address, key))
			}
		}
	}
	return router.NewTable(append(bound.table.Bindings(), answering(more)...), c.profile.Table)
}

// answering leaves out what only says something about the routes of others.
func answering(bindings []*router.Binding) []*router.Binding {
	var out []*router.Binding
	for _, binding := range bindings {
		if binding.Handler != nil {
			out = append(out, binding)
		}
	}
	return out
}

func warnOfRoutes(b *build, problems []routes.Problem) {
	for _, p := range problems {
		b.warn(p.String())
	}
}
