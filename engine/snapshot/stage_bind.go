package snapshot

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"framework/blueprints"
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/httpd"
	"framework/engine/realtime"
	"framework/engine/response"
	"framework/engine/routes"
	"framework/engine/targets"
	"framework/engine/value"
	"framework/engine/warnings"
	"framework/jsapi"
	"framework/jsapi/app"
	jsblueprints "framework/jsapi/blueprints"
	"framework/jsapi/shim"
	"framework/jsapi/waterline"
	"framework/router"
)

// routing is which requests lead where: what stage Bind makes.
type routing struct {
	guards   httpd.Guards
	binder   *binder // for routes that the bootstrap binds; no request reaches it
	table    router.Table
	policies *targets.Policies
	actions  *blueprints.Set
	gates    *targets.Gates // nil where nobody asks them
	settings blueprints.Settings
}

// binder is what is known while routes are bound. Handlers keep what they need of
// it, not the binder.
type binder struct {
	*build
	configuration
	realm
	code
	data
	presentation
	controllers *targets.Controllers
	policies    *targets.Policies
	actions     *blueprints.Set
	resolver    *targets.Resolver
}

// bind makes the actions behind their policies, and the table of routes.
func bind(ctx context.Context, b *build, given binder, hooks hookSet, sockets *realtime.Settings) (routing, error) {
	r := &given
	cfg := r.cfg
	policies, err := cfg.Map("policies")
	if err != nil {
		return routing{}, err
	}
	r.policies, err = targets.NewPolicies(targets.PolicyOptions{
		Switches: r.profile.Targets, Rules: policies, Files: r.tree.Policies, Functions: r.policyCalls,
		Controllers: r.controllers, Answers: r.answers, Call: r.call(),
	})
	if err != nil {
		return routing{}, err
	}
	pairs, unknown := r.controllers.Pairs()
	suspect := &warnings.Project{
		Rules: r.profile.Checks, Config: cfg, ORM: r.orm, Policies: r.policies.Set(), Controllers: pairs,
		Blueprints: slices.Sorted(maps.Keys(r.code.blueprints)), ServerActions: []string{targets.GrantIdentity},
	}
	b.warn(suspect.UnknownPolicies()...)
	b.warn(suspect.MisspeltSettings()...)
	settings, err := prepareBlueprints(ctx, r)
	if err != nil {
		return routing{}, err
	}
	r.resolver = targets.New(targets.Options{
		Switches: r.profile.Targets, Controllers: r.controllers, Models: r.orm, Policies: r.policies, Actions: r.actions,
		Blueprints: r.blueprints, BlueprintFiles: r.tree.Blueprints, Responses: r.responses, Answers: r.answers, Pages: r.shim.Pages(r.iso), Known: r.known,
		EncodeRedirect: r.profile.Shim.EncodeRedirect, Grant: b.gateway.grant(r.answers, r.set.Production()), Call: r.call(),
	})
	out := routing{binder: r, policies: r.policies, actions: r.actions, settings: settings}
	before, err := hookRoutes(ctx, r, hooks, "before", router.Before)
	if err != nil {
		return routing{}, err
	}
	explicit, err := cfg.Map("routes")
	if err != nil {
		return routing{}, err
	}
	opts := r.profile.Routes
	opts.Where = func(address string) string { return cfg.Source("routes." + address) }
	b.warn(suspect.MisspeltRoutes(explicit)...)
	bindings, problems, err := routes.Build(explicit, r.resolver, opts)
	if err != nil {
		return routing{}, err
	}
	for _, p := range problems {
		b.warn(p.String())
	}
	b.warn(warnings.Shadowed(answering(slices.Concat(before, bindings)), func(binding *router.Binding) string {
		if binding.Family == router.Before {
			return "a hook"
		}
		return cfg.Source("routes." + binding.Address.String())
	})...)
	after, err := hookRoutes(ctx, r, hooks, "after", router.After)
	if err != nil {
		return routing{}, err
	}
	b.warn(unknown...)
	shadow, ignored := r.actions.Routes(pairs, r.resolver)
	warnOf(b, ignored)
	before = append(before, b.sockets.FrontRoutes(sockets)...)
	after = append(after, b.sockets.BackRoutes(sockets)...)
	if r.profile.ActionsBeforeHooks {
		after, shadow = shadow, after
	}
	bindings = slices.Concat(bindings, after, shadow)
	if out.guards, err = readGuards(ctx, r, slices.Concat(before, bindings)); err != nil {
		return routing{}, err
	}
	out.table, err = router.NewTable(slices.Concat(answering(before), out.guards.Place(answering(bindings))), r.profile.Table)
	if err != nil {
		return routing{}, err
	}
	if recheck, _ := cfg.Get("pubsub.recheck"); settings.AssociationPolicies || value.Truthy(recheck) {
		out.gates, err = targets.NewGates(targets.GateOptions{
			Switches: r.profile.Targets, Controllers: r.controllers, Models: r.orm, Policies: r.policies, Actions: r.actions,
			Table: out.table, Matching: r.profile.Table, Merge: r.profile.Merge,
		})
		if err != nil {
			return routing{}, err
		}
	}
	if b.opts.Inspect { // who looks at the project wants to know
		b.advise(suspect.OpenAssociations(r.policies.Of))
	}
	return out, nil
}

// call makes handlers of functions of the project.
func (b *binder) call() targets.Call {
	reqres, iso := b.shim, b.iso
	return func(fn jsapi.Function, info shim.Info) router.Handler { return reqres.Handler(iso, fn, info) }
}

// readGuards makes what stands in front of bindings.
func readGuards(ctx context.Context, r *binder, bindings []*router.Binding) (httpd.Guards, error) {
	var out httpd.Guards
	err := r.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		out, err = httpd.ReadGuards(httpd.GuardOptions{
			Switches: r.profile.HTTP, Config: r.cfg, Production: r.set.Production(), Bindings: bindings, Responses: r.answers,
			CSRF: csrf.Options{Key: r.profile.SecretKey, SameOrigin: cors.SameOrigin, Expression: app.Expression},
		})
		if err != nil || out.CSRF == nil {
			return err
		}
		return r.shim.SetTokens(out.CSRF)
	})
	r.warn(out.Warnings...)
	return out, err
}

// rebind is the table with the routes that the bootstrap bound; the same one
// where there are none.
func (bound routing) rebind(ctx context.Context) (router.Table, error) {
	r := bound.binder
	var list []app.Route
	err := r.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		list, err = r.js.BoundRoutes()
		return err
	})
	if err != nil || len(list) == 0 {
		return bound.table, err
	}
	more, err := bindRoutes(r, list, router.Explicit)
	if err != nil {
		return nil, err
	}
	for _, binding := range more {
		for _, key := range []string{"cors", "csrf"} {
			if binding.Options.Has(key) {
				r.warn(fmt.Sprintf(
					"a hook: %q: %s has no effect in a route that is bound while the bootstrap runs: write it into config/routes.js", binding.Address, key))
			}
		}
	}
	return router.NewTable(append(bound.table.Bindings(), answering(more)...), r.profile.Table)
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

func warnOf(b *build, warnings []blueprints.Warning) {
	for _, w := range warnings {
		b.warn(w.String())
	}
}

// prepareBlueprints makes the default actions.
func prepareBlueprints(ctx context.Context, b *binder) (blueprints.Settings, error) {
	global, err := b.cfg.Map("blueprints")
	if err != nil {
		return blueprints.Settings{}, err
	}
	settings, warnings, err := b.profile.Blueprints.ReadSettings(global)
	if err != nil {
		return blueprints.Settings{}, err
	}
	warnOf(b.build, warnings)
	var parser any
	if _, ok := app.Callable(global.Value("parseBlueprintOptions")); ok && b.profile.Blueprints.ProjectPlans {
		parser = global.Value("parseBlueprintOptions")
	}
	iso, requests := b.iso, b.shim
	_, customOK := b.responses["ok"]
	b.actions = blueprints.New(blueprints.Options{
		ORM: b.orm, Responses: b.answers, Settings: settings, Switches: b.profile.Blueprints, Log: b.log,
		Publisher: b.events, Why: b.events.Why, AutoWatch: autoWatch(b.classes), Access: newAccess(b, settings),
		Indent: b.answers.Indent(), FastOK: !customOK, Production: b.set.Production(),
		Parser: parser,
		Parse: func(x *router.Exchange, parser any) (*value.Map, error) {
			return jsblueprints.Parse(iso, requests, x, parser)
		},
		Admit:   iso.Admit,
		Encoded: func(body []byte) any { return &response.Payload{Kind: response.JSON, Body: body} },
		ToJSON: func(ctx context.Context, dst []byte, v any, prefix, indent string) ([]byte, error) {
			return waterline.AppendJSON(ctx, iso, dst, v, prefix, indent)
		},
	})
	if !b.profile.Blueprints.ProjectPlans {
		return settings, nil
	}
	return settings, jsblueprints.Expose(ctx, iso, b.js, requests, b.actions)
}

// newAccess is nil where the setting is off.
func newAccess(b *binder, settings blueprints.Settings) blueprints.Access {
	if !settings.AssociationPolicies {
		return nil
	}
	return targets.NewAccess(targets.AccessOptions{
		Switches: b.profile.Targets, Models: b.orm, Policies: b.policies, Live: b.gateway.live, Log: b.log,
	})
}
