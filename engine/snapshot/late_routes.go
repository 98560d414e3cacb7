package snapshot

import (
	"log/slog"
	"strings"
	"sync"

	"framework/engine/config"
	"framework/engine/httpd"
	"framework/engine/orm"
	"framework/engine/problem"
	"framework/engine/routes"
	"framework/engine/targets"
	"framework/engine/value"
	"framework/jsapi/actions"
	"framework/jsapi/app"
	"framework/router"
)

// lateRoutes binds what code of the project binds when there are routes already:
// while the bootstrap runs, and for as long as the version is served. Its methods are
// called on the loop; requests that are under way keep the routes with which they
// started.
type lateRoutes struct {
	options  routes.Options
	config   *config.Config
	resolver *targets.Resolver
	models   *orm.ORM
	found    actions.Source
	hooks    hookSet
	js       *app.App
	parts    routeParts
	guards   httpd.Guards
	table    *router.Live
	log      *slog.Logger

	warned   sync.Mutex
	warnings []problem.Problem // while the version is built
	served   bool
}

// late binds more routes to those of bound.
func (b binder) late(found actions.Source, hooks hookSet, bound routing) *lateRoutes {
	return &lateRoutes{
		options: b.profile.Routes, config: b.cfg, resolver: bound.resolver, models: b.orm, found: found, hooks: hooks, js: b.js,
		parts: bound.parts, guards: bound.guards, table: bound.table, log: b.log,
	}
}

var _ app.Router = (*lateRoutes)(nil)

// Routes implements app.Router.
func (l *lateRoutes) Routes() []app.BoundRoute { return boundRoutes(l.parts.all(l.guards)) }

// Bind implements app.Router.
func (l *lateRoutes) Bind(r app.Route) ([]app.BoundRoute, error) {
	more, err := l.make([]app.Route{r}, router.Explicit)
	if err != nil {
		return nil, err
	}
	return boundRoutes(more), l.table.Update(func(list []*router.Binding) []*router.Binding { return append(list, more...) })
}

// boundRoutes are bindings as code sees them.
func boundRoutes(list []*router.Binding) []app.BoundRoute {
	out := make([]app.BoundRoute, len(list))
	for i, b := range list {
		out[i] = app.BoundRoute{Verb: strings.ToLower(b.Address.Verb), Path: b.Address.Path, Options: b.Options}
		if b.Address.Regexp != "" {
			out[i].Path, out[i].Regexp = b.Address.Regexp, true
		}
	}
	return out
}

// Unbind implements app.Router.
func (l *lateRoutes) Unbind(path, verb string) {
	if path == "*" {
		path = "/*"
	}
	_ = l.table.Update(func(list []*router.Binding) []*router.Binding { return router.Without(list, path, verb) }) // which adds no address
}

// Reset implements app.Router.
func (l *lateRoutes) Reset() {
	_ = l.table.Update(func([]*router.Binding) []*router.Binding { return nil }) // as above
}

// Flush implements app.Router.
func (l *lateRoutes) Flush(explicit *value.Map) error {
	parts := l.parts
	front, err := l.phase(app.PhaseBefore) // which refreshes the actions too
	if err != nil {
		return err
	}
	opts := l.options
	opts.Source = "the routes given to flush"
	opts.Where = func(address string) string { return l.config.Source("routes." + address) }
	var problems []routes.Problem
	if parts.explicit, problems, err = routes.Build(explicit, l.resolver, opts); err != nil {
		return err
	}
	l.complain(problems)
	after, err := l.phase(app.PhaseAfter)
	if err != nil {
		return err
	}
	parts.front, parts.after = append(front, serversOwn(parts.front)...), append(after, serversOwn(parts.after)...)
	return l.table.Update(func([]*router.Binding) []*router.Binding { return parts.all(l.guards) })
}

// serversOwn are the bindings among those of hooks that no hook has made.
func serversOwn(list []*router.Binding) []*router.Binding {
	var out []*router.Binding
	for _, b := range list {
		if b.Source != hookSource {
			out = append(out, b)
		}
	}
	return out
}

// phase is what hooks and listeners bind in a phase.
func (l *lateRoutes) phase(name string) ([]*router.Binding, error) {
	own, err := l.hooks.Routes(name)
	if err != nil {
		return nil, err
	}
	list, err := l.js.PhaseRoutes(name, own)
	if err != nil {
		return nil, err
	}
	return l.make(list, families[name])
}

// refresh has routes find the actions that were registered meanwhile.
func (l *lateRoutes) refresh() error {
	if !l.found.Changed() {
		return nil
	}
	list, err := l.found.Controllers()
	if err != nil {
		return err
	}
	before, err := l.found.Before(func() []string { return targets.Identities(list, l.models) })
	if err != nil {
		return err
	}
	l.resolver = l.resolver.With(targets.NewControllers(list, l.models, before))
	return nil
}

// make makes bindings of routes.
func (l *lateRoutes) make(list []app.Route, family router.Family) ([]*router.Binding, error) {
	if err := l.refresh(); err != nil {
		return nil, err
	}
	out, problems, err := bindRoutes(l.options, l.resolver, list, family)
	if err != nil {
		return nil, err
	}
	l.complain(problems)
	for _, binding := range out {
		for _, key := range routes.GuardOptions() {
			if binding.Options.Has(key) {
				l.warn(problem.In(hookSource, "%q: %s has no effect in a route that is bound by code", binding.Address, key).Advise("write it into config/routes.js"))
			}
		}
	}
	return answering(out), nil
}

func (l *lateRoutes) complain(problems []routes.Problem) {
	for _, p := range problems {
		l.warn(problem.In(p.File, "%s", p.What()))
	}
}

// warn adds to the warnings of the version, or logs what is found once it is served.
func (l *lateRoutes) warn(p problem.Problem) {
	l.warned.Lock()
	defer l.warned.Unlock()
	if l.served {
		l.log.Warn(p.String())
		return
	}
	l.warnings = append(l.warnings, p)
}

// finish returns the warnings so far; later ones are logged.
func (l *lateRoutes) finish() []problem.Problem {
	l.warned.Lock()
	defer l.warned.Unlock()
	l.served = true
	return l.warnings
}
