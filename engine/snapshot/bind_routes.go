package snapshot

import (
	"context"
	"slices"

	"framework/blueprints"
	"framework/engine/httpd"
	"framework/engine/problem"
	"framework/engine/realtime"
	"framework/engine/routes"
	"framework/engine/targets"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/router"
)

// routeParts are the routes of a project by where they come from.
type routeParts struct {
	front    []*router.Binding // in front of what guards are about
	explicit []*router.Binding
	after    []*router.Binding // what hooks and sockets have bound behind these
	shadow   []*router.Binding // those of default actions, and of actions by their names
	// shadowFirst has the shadow routes in front of those of the hooks.
	shadowFirst bool
}

// guarded are the routes whose options guards read.
func (p routeParts) guarded() []*router.Binding {
	if p.shadowFirst {
		return slices.Concat(p.explicit, p.shadow, p.after)
	}
	return slices.Concat(p.explicit, p.after, p.shadow)
}

// all are the bindings of the table, those of the guards among them.
func (p routeParts) all(guards httpd.Guards) []*router.Binding {
	return slices.Concat(answering(p.front), guards.Place(answering(p.guarded())))
}

// routes are the routes of the project.
func (b binder) routes(ctx context.Context, set actionSet, hooks hookSet, sockets *realtime.Settings) (routeParts, error) {
	parts := routeParts{shadowFirst: b.profile.ActionsBeforeHooks}
	var err error
	if parts.front, err = b.hookRoutes(ctx, set.resolver, hooks, app.PhaseBefore); err != nil {
		return parts, err
	}
	entries, err := b.cfg.Map("routes")
	if err != nil {
		return parts, err
	}
	opts := b.profile.Routes
	opts.Where = func(address string) string { return b.cfg.Source("routes." + address) }
	b.warn(set.suspect.MisspeltRoutes(entries)...)
	var problems []routes.Problem
	if parts.explicit, problems, err = routes.Build(entries, set.resolver, opts); err != nil {
		return parts, err
	}
	warnOfRoutes(b.build, problems)
	b.warn(set.suspect.Shadowed(answering(slices.Concat(parts.front, parts.explicit)), func(binding *router.Binding) string {
		if binding.Family == router.Before {
			return hookSource
		}
		return b.cfg.Source("routes." + binding.Address.String())
	})...)
	if parts.after, err = b.hookRoutes(ctx, set.resolver, hooks, app.PhaseAfter); err != nil {
		return parts, err
	}
	if !b.cfg.HookOff("blueprints") {
		var ignored []blueprints.Warning
		parts.shadow, ignored = set.defaults.Routes(b.profile.Targets.Routed(set.pairs), set.resolver)
		warnOf(b.build, ignored)
	}
	parts.front = append(parts.front, b.build.sockets.FrontRoutes(sockets)...)
	parts.after = append(parts.after, b.build.sockets.BackRoutes(sockets)...)
	return parts, nil
}

// hookSource is where routes come from that code has bound, as messages name it.
const hookSource = "a hook"

// families are those of what is bound in a phase.
var families = map[string]router.Family{app.PhaseBefore: router.Before, app.PhaseAfter: router.After}

// hookRoutes are what hooks and listeners of router:before or router:after bind.
func (b binder) hookRoutes(ctx context.Context, resolver *targets.Resolver, h hookSet, phase string) ([]*router.Binding, error) {
	var list []app.Route
	err := b.iso.Do(ctx, func(*jsapi.Realm) error {
		own, err := h.Routes(phase)
		if err != nil {
			return err
		}
		list, err = b.js.PhaseRoutes(phase, own)
		return err
	})
	if err != nil {
		return nil, err
	}
	out, problems, err := bindRoutes(b.profile.Routes, resolver, list, families[phase])
	warnOfRoutes(b.build, problems)
	return out, err
}

// bindRoutes makes bindings of routes that were not written into the configuration.
func bindRoutes(opts routes.Options, resolver *targets.Resolver, list []app.Route, family router.Family) ([]*router.Binding, []routes.Problem, error) {
	opts.Source = hookSource
	entries := make([]routes.Entry, len(list))
	for i, each := range list {
		entries[i] = routes.Entry(each)
	}
	return routes.BuildEach(entries, family, resolver, opts)
}

// answering leaves out the bindings that only set options for other routes.
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
		b.warn(problem.In(p.File, "%s", p.What()).Of(p.Address))
	}
}
