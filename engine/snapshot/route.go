package snapshot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/httpd"
	"framework/engine/orm"
	"framework/engine/policy"
	"framework/engine/realtime"
	"framework/engine/response"
	"framework/engine/routes"
	"framework/engine/value"
	"framework/engine/warnings"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/jsapi/waterline"
	"framework/router"
)

// routing is which requests lead where: what stage Bind makes.
type routing struct {
	guards   httpd.Guards
	resolver *resolver // for routes that the bootstrap binds; no request reaches it
	table    router.Table
	actions  *blueprints.Set
	gates    *gates                              // nil where nobody asks them
	rules    func(model, action string) []string // names the policies of models' own actions, for audits
	depth    int                                 // of populate in requests
	asked    bool                                // blueprints.associationPolicies
}

// bind makes the actions behind their policies, and the table of routes.
func bind(ctx context.Context, b *build, given resolver, hooks hookSet, sockets *realtime.Settings) (routing, error) {
	r := &given
	cfg := r.cfg
	policies, err := cfg.Map("policies")
	if err != nil {
		return routing{}, err
	}
	names := make([]string, 0, len(r.tree.Policies))
	for _, f := range r.tree.Policies {
		names = append(names, f.Identity)
	}
	r.policies, err = policy.Compile(policies, policy.Options{
		Source: "config/policies.js", Names: names, Function: app.Function, Paths: r.profile.Modern,
	})
	if err != nil {
		return routing{}, err
	}
	suspect := suspicious(r)
	b.warn(suspect.UnknownPolicies()...)
	b.warn(suspect.MisspeltSettings()...)
	settings, err := prepareBlueprints(ctx, r)
	if err != nil {
		return routing{}, err
	}
	out := routing{resolver: r, actions: r.actions, asked: associationPolicies(cfg), depth: max(settings.PopulateDepth, 1)}
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
	bindings, problems, err := routes.Build(explicit, r, opts)
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
	pairs := pairsOf(r)
	out.rules = rulesOf(r.policies, pairs)
	shadow, ignored := r.actions.Routes(pairs, r)
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
	if asksPolicies(cfg) {
		if out.gates, err = newGates(r, out.table); err != nil {
			return routing{}, err
		}
	}
	adviseAssociations(r)
	return out, nil
}

// readGuards makes what stands in front of bindings.
func readGuards(ctx context.Context, r *resolver, bindings []*router.Binding) (httpd.Guards, error) {
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
	r := bound.resolver
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
func prepareBlueprints(ctx context.Context, b *resolver) (blueprints.Settings, error) {
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
	iso, reqres := b.iso, b.shim
	_, customOK := b.responses["ok"]
	b.actions = blueprints.New(blueprints.Options{
		ORM: b.orm, Responses: b.answers, Settings: settings, Switches: b.profile.Blueprints, Log: b.log,
		Publisher: b.events, Why: b.events.Why, AutoWatch: autoWatch(b.classes), Access: newAccess(b),
		Indent: b.answers.Indent(), FastOK: !customOK, Production: b.set.Production(),
		Parser: parser,
		Parse: func(x *router.Exchange, parser any) (*value.Map, error) {
			return parseBlueprintOptions(reqres, iso, x, parser)
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
	return settings, b.iso.Do(ctx, func(r *jsapi.Realm) error { return exposePlans(r, b.js, b.shim, b.actions) })
}

// pairsOf are the controllers with the models that belong to them.
func pairsOf(b *resolver) []blueprints.Pair {
	pairs := make([]blueprints.Pair, 0, len(b.controllers))
	for _, c := range b.controllers {
		p := blueprints.Pair{Controller: c.Identity, Source: c.Rel, Config: c.Config}
		for _, a := range c.Actions {
			kind := blueprints.Function
			switch a.Kind {
			case app.FunctionList:
				kind = blueprints.List
			case app.SwitchedOff:
				kind = blueprints.Off
			}
			p.Actions = append(p.Actions, blueprints.ActionDef{Name: a.Name, Kind: kind})
		}
		name, ok := "", false
		if c.Config != nil {
			name, ok = c.Config.Value("model").(string)
		}
		if ok && b.orm.Model(strings.ToLower(name)) == nil {
			b.warn(fmt.Sprintf("%s: _config.model names %q, which is no model", c.Rel, name))
		}
		p.Model = b.modelOf(c)
		pairs = append(pairs, p)
	}
	return pairs
}

// modelOf is the model that a controller serves: the one its _config names,
// else the one of its identity.
func (r *resolver) modelOf(c *app.Controller) *orm.Model {
	if c.Config != nil {
		if name, ok := c.Config.Value("model").(string); ok {
			if m := r.orm.Model(strings.ToLower(name)); m != nil {
				return m
			}
		}
	}
	if m := r.orm.Model(c.Identity); m != nil && !m.Junction {
		return m
	}
	return nil
}

// resolver finds what routes lead to. It is there while a version is built:
// handlers keep what they need of it, not the resolver.
type resolver struct {
	*build
	configuration
	realm
	code
	data
	presentation
	actionList
	policies *policy.Set
	actions  *blueprints.Set
}

func (r *resolver) controller(identity string) *app.Controller {
	return r.byIdentity[identity]
}

// Action implements routes.Resolver.
func (r *resolver) Action(controller, action string, _ *value.Map) (routes.Target, error) {
	b := r
	controller, action = strings.ToLower(controller), strings.ToLower(action)
	c := r.controller(controller)
	model := b.orm.Model(controller)
	if c != nil {
		model = b.modelOf(c)
	}
	if c == nil && model == nil {
		return routes.Target{}, fmt.Errorf("there is no controller %q", controller)
	}
	h, script, source := r.handler(c, controller, action)
	ours := ""
	if len(script) == 0 {
		ours = action
	}
	if h == nil {
		return routes.Target{}, fmt.Errorf("the controller %q has no action %q", controller, action)
	}
	if len(script) == 0 && model != nil {
		script = b.actions.Script(model)
	}
	guarded, guard := r.Guard(controller, action, h)
	return routes.Target{
		Handler: guarded, Name: controller + "." + action, Source: source,
		Options: b.actions.ControllerOptions(controller, action, b.orm.Model(controller)),
		Script:  slices.Concat(guard.Script(), script),
		Guard:   guard,
		Default: ours,
		Ends:    ours != "" || r.ends(controller, action),
	}, nil
}

// handler is the action itself: the controller's own, an override of
// api/blueprints, or the default one.
func (r *resolver) handler(c *app.Controller, controller, action string) (router.Handler, []string, string) {
	if c != nil {
		for _, a := range c.Actions {
			if strings.EqualFold(a.Name, action) && a.Kind == app.SwitchedOff {
				return nil, nil, ""
			}
		}
		if h, script, ok := r.Custom(controller, action); ok {
			return h, script, c.Rel
		}
	}
	if h, script, ok := r.Override(action); ok {
		return h, script, ""
	}
	if h := r.actions.Handler(action); h != nil {
		return h, nil, ""
	}
	return nil, nil, ""
}

// Custom implements blueprints.Resolver.
func (r *resolver) Custom(controller, action string) (router.Handler, []string, bool) {
	c := r.controller(controller)
	if c == nil {
		return nil, nil, false
	}
	for _, a := range c.Actions {
		if !strings.EqualFold(a.Name, action) || a.Kind == app.SwitchedOff {
			continue
		}
		info := shim.Info{Controller: controller, Action: a.Name, Source: c.Rel, Kind: "action", Final: r.profile.Modern, NoNext: a.NoNext}
		if a.Source != "" {
			info.Source = a.Source
		}
		handlers := make([]router.Handler, len(a.Calls))
		for i, fn := range a.Calls {
			handlers[i] = r.shim.Handler(r.iso, fn, info)
		}
		return httpd.Chain(handlers...), []string{"custom action"}, true
	}
	return nil, nil, false
}

// ends reports whether an action of the project cannot pass a request on.
func (r *resolver) ends(controller, action string) bool {
	c := r.controller(controller)
	return c != nil && slices.ContainsFunc(c.Actions, func(a app.Action) bool {
		return strings.EqualFold(a.Name, action) && a.Kind != app.SwitchedOff && (a.NoNext || r.profile.Modern)
	})
}

// Override implements blueprints.Resolver.
func (r *resolver) Override(name string) (router.Handler, []string, bool) {
	fn, ok := r.blueprints[strings.ToLower(name)]
	if !ok {
		return nil, nil, false
	}
	name = strings.ToLower(name)
	info := shim.Info{Action: name, Source: r.source(name), Kind: "blueprint"}
	return r.shim.Handler(r.iso, fn, info), []string{"blueprint " + name}, true
}

func (r *resolver) source(blueprint string) string {
	for _, f := range r.tree.Blueprints {
		if f.Identity == blueprint {
			return f.Rel
		}
	}
	return ""
}

// Guard implements blueprints.Resolver: it puts the policies of an action in
// front of a handler.
func (r *resolver) Guard(controller, action string, h router.Handler) (router.Handler, *router.Guard) {
	steps, rule := r.policies.Decide(controller, action)
	guard := &router.Guard{Rule: rule}
	var front []router.Handler
	for _, step := range steps {
		p, err := r.step(step)
		if err != nil {
			// Compile has checked the names: this is a defect of ours.
			p = router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) { return router.Answered, err })
		}
		front = append(front, p)
		guard.Policies = append(guard.Policies, step.String())
	}
	front = append(front, r.before(controller, action, guard)...)
	if len(front) == 0 {
		return h, guard
	}
	return httpd.Chain(append(front, h)...), guard
}

func (r *resolver) step(step policy.Step) (router.Handler, error) {
	b := r
	if step.Deny {
		answers, plainly := b.answers, b.profile.DenyPlainly
		return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			if plainly {
				return router.Answered, answers.WriteStatus(x, http.StatusForbidden)
			}
			return answers.Respond(x, "forbidden", value.Undefined{})
		}), nil
	}
	fn, source := b.policyCalls[step.Name], "api/policies/"+step.Name+".js"
	if step.Inline != nil {
		fn, _ = app.Callable(step.Inline)
		source = "config/policies.js"
	}
	if fn == nil {
		return nil, fmt.Errorf("there is no policy %q", step.Name)
	}
	return b.shim.Handler(b.iso, fn, shim.Info{Action: step.Name, Source: source, Kind: "policy"}), nil
}

// Blueprint implements routes.Resolver.
func (r *resolver) Blueprint(name, model, path string, options *value.Map) (routes.Target, error) {
	b := r
	if h, script, ok := r.Override(name); ok {
		return r.overridden(h, script, name, model, path, options)
	}
	h, controller, action, opts, err := b.actions.Target(name, model, path, options)
	if err != nil {
		return routes.Target{}, err
	}
	var script []string
	if m := b.orm.Model(model); m != nil {
		script = b.actions.Script(m)
	}
	guarded, guard := r.Guard(r.serving(controller), action, h)
	return routes.Target{
		Handler: guarded, Name: controller + "." + action, Options: opts, Script: slices.Concat(guard.Script(), script), Guard: guard, Default: action, Ends: true,
	}, nil
}

// rulesOf returns a function that names the policies in front of a model's own
// actions, which are those of the controller that serves it.
func rulesOf(policies *policy.Set, pairs []blueprints.Pair) func(model, action string) []string {
	serving := map[string]string{}
	for _, p := range pairs {
		if p.Model != nil && (serving[p.Model.Identity] == "" || p.Controller == p.Model.Identity) {
			serving[p.Model.Identity] = p.Controller
		}
	}
	return func(model, action string) []string {
		controller := serving[model]
		if controller == "" {
			controller = model
		}
		steps, _ := policies.Decide(controller, action)
		out := make([]string, len(steps))
		for i, step := range steps {
			out[i] = step.String()
		}
		return out
	}
}

// serving is the controller whose policies guard the records of a model: the
// one of its name, else the one that serves it under another.
func (r *resolver) serving(model string) string {
	if r.controller(model) != nil {
		return model
	}
	for _, c := range r.controllers {
		if m := r.modelOf(c); m != nil && m.Identity == model {
			return c.Identity
		}
	}
	return model
}

// overridden binds a blueprint of the project. Its model may be missing: then
// the function has to find one.
func (r *resolver) overridden(h router.Handler, script []string, name, model, path string, options *value.Map) (routes.Target, error) {
	b := r
	opts := value.New(4)
	if model == "" {
		model = b.actions.ModelAt(path)
	}
	if model == "" {
		return routes.Target{}, fmt.Errorf("the model of the blueprint %q cannot be told from the path: add model: '<identity>'", name)
	}
	if m := b.orm.Model(strings.ToLower(model)); m != nil {
		opts = b.actions.TargetOptions(m, options)
	}
	guarded, guard := r.Guard(r.serving(strings.ToLower(model)), strings.ToLower(name), h)
	return routes.Target{Handler: guarded, Name: model + "." + name, Options: opts, Script: slices.Concat(guard.Script(), script), Guard: guard}, nil
}

// Function implements routes.Resolver.
func (r *resolver) Function(v any, _ *value.Map) (routes.Target, bool) {
	fn, ok := app.Callable(v)
	if !ok {
		return routes.Target{}, false
	}
	h := r.shim.Handler(r.iso, fn, shim.Info{Source: "config/routes.js", Kind: "action"})
	return routes.Target{Handler: h, Name: "function", Script: []string{"function in config/routes.js"}, Guard: &router.Guard{}}, true
}

// Policy implements routes.Resolver.
func (r *resolver) Policy(name string, _ *value.Map) (routes.Target, error) {
	h, err := r.step(r.policies.Named(name))
	if err != nil {
		return routes.Target{}, fmt.Errorf("%w: create api/policies/%s.js", err, name)
	}
	return routes.Target{Handler: h, Name: routes.PolicyTarget + name, Script: []string{"policy " + name}, MatchOnTimeout: true}, nil
}

// Response implements routes.Resolver.
func (r *resolver) Response(name string) (routes.Target, error) {
	b := r
	var script []string
	if _, custom := b.responses[name]; custom {
		script = []string{"response " + name}
	} else if !slices.Contains(b.answers.Names(), name) {
		return routes.Target{}, fmt.Errorf("there is no response %q: add api/responses/%s.js", name, name)
	}
	answers := b.answers
	h := router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		return answers.Respond(x, name, value.Undefined{})
	})
	return routes.Target{Handler: h, Name: "response " + name, Script: script, Ends: true}, nil
}

// View implements routes.Resolver.
func (r *resolver) View(name string, options *value.Map) (routes.Target, error) {
	pages := r.shim.Pages(r.iso)
	if strings.Contains(name, ".") {
		return routes.Target{}, errors.New("the name of a view has no dot: leave the extension out")
	}
	if !pages.Exists(name) && !r.known(name) {
		if !pages.Exists(name+"/index") && !r.known(name+"/index") {
			return routes.Target{}, fmt.Errorf("there is no view %q", name)
		}
		name += "/index"
	}
	locals, _ := options.Value("locals").(*value.Map)
	return routes.Target{Handler: httpd.Page(pages, name, locals), Name: "view " + name, Script: []string{"view"}, Ends: true}, nil
}

// Redirect implements routes.Resolver.
func (r *resolver) Redirect(url string) routes.Target {
	return routes.Target{Handler: httpd.Redirect(url, r.profile.Shim.EncodeRedirect), Name: "redirect to " + url, Ends: true}
}

// Expression implements routes.Resolver.
func (r *resolver) Expression(v any) (source, flags string, ok bool) { return app.Expression(v) }
