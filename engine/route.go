package engine

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/engine/policy"
	"framework/engine/response"
	"framework/engine/routes"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/jsapi/waterline"
	"framework/router"
)

// route makes everything that answers: actions behind their policies, the
// table, the middleware.
func (b *builder) route(ctx context.Context) error {
	policies, err := b.cfg.Map("policies")
	if err != nil {
		return err
	}
	names := make([]string, 0, len(b.tree.Policies))
	for _, f := range b.tree.Policies {
		names = append(names, f.Identity)
	}
	b.policies, err = policy.Compile(policies, policy.Options{
		Source: "config/policies.js", Names: names, Function: app.Function, Paths: b.profile.Modern,
	})
	if err != nil {
		return err
	}
	b.byIdentity = make(map[string]*app.Controller, len(b.controllers))
	for _, c := range b.controllers {
		if b.byIdentity[c.Identity] == nil {
			b.byIdentity[c.Identity] = c
		}
	}
	b.unknownPolicies()
	b.misspeltSettings()
	if err := b.prepareBlueprints(ctx); err != nil {
		return err
	}
	res := &resolver{b}
	b.snapshot.audited.asked = b.access() != nil
	b.snapshot.audited.depth = 1
	if !b.profile.Modern {
		b.snapshot.audited.depth = max(b.settings.PopulateDepth, 1)
	}
	before, err := b.hookRoutes(ctx, "before", router.Before, res)
	if err != nil {
		return err
	}
	explicit, err := b.cfg.Map("routes")
	if err != nil {
		return err
	}
	opts := b.profile.Routes
	opts.Where = func(address string) string { return b.cfg.Source("routes." + address) }
	b.misspeltRoutes(explicit)
	bindings, problems, err := routes.Build(explicit, res, opts)
	if err != nil {
		return err
	}
	for _, p := range problems {
		b.snapshot.Warnings = append(b.snapshot.Warnings, p.String())
	}
	b.shadowedRoutes(slices.Concat(before, bindings))
	after, err := b.hookRoutes(ctx, "after", router.After, res)
	if err != nil {
		return err
	}
	pairs := b.pairs()
	b.snapshot.audited.rules = rulesOf(b.policies, pairs)
	shadow, warnings := b.actions.Routes(pairs, res)
	b.warn(warnings)
	if b.snapshot.sockets.cookieScript && !b.snapshot.sockets.off {
		after = append(after, b.cookieBinding())
	}
	if b.hasFirehose() && !b.snapshot.sockets.off {
		before = append(before, b.firehoseBinding())
	}
	if b.profile.ActionsBeforeHooks {
		after, shadow = shadow, after
	}
	bindings = slices.Concat(bindings, after, shadow)
	own, err := b.protect(ctx, slices.Concat(before, bindings))
	if err != nil {
		return err
	}
	b.snapshot.Table, err = router.NewTable(slices.Concat(answering(before), place(own, answering(bindings))), b.profile.Table)
	if err != nil {
		return err
	}
	requests, err := b.newRequests(ctx)
	if err != nil {
		return err
	}
	b.snapshot.requests = requests
	if b.gates != nil {
		if err := b.gates.open(b); err != nil {
			return err
		}
	}
	b.gateway.update(func(f *finished) { f.requests = requests })
	b.adviseAssociations()
	return nil
}

// rebind adds the routes that the bootstrap bound.
func (b *builder) rebind(ctx context.Context) error {
	var list []app.Route
	err := b.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		list, err = b.js.BoundRoutes()
		return err
	})
	if err != nil || len(list) == 0 {
		return err
	}
	more, err := b.bindRoutes(list, router.Explicit, &resolver{b})
	if err != nil {
		return err
	}
	for _, binding := range more {
		for _, key := range []string{"cors", "csrf"} {
			if binding.Options.Has(key) {
				b.snapshot.Warnings = append(b.snapshot.Warnings, fmt.Sprintf(
					"a hook: %q: %s has no effect in a route that is bound while the bootstrap runs: write it into config/routes.js", binding.Address, key))
			}
		}
	}
	b.snapshot.Table, err = router.NewTable(append(b.snapshot.Table.Bindings(), answering(more)...), b.profile.Table)
	if err != nil {
		return err
	}
	requests, err := b.snapshot.requests.withTable(b.snapshot.Table)
	if err != nil {
		return err
	}
	b.snapshot.requests = requests
	b.gateway.update(func(f *finished) { f.requests = requests })
	return nil
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

func (b *builder) warn(warnings []blueprints.Warning) {
	for _, w := range warnings {
		b.snapshot.Warnings = append(b.snapshot.Warnings, w.String())
	}
}

// prepareResponses makes req and res, the views and the responses; they know
// each other, so the responses come in two steps.
func (b *builder) prepareResponses(ctx context.Context) error {
	opts := response.Options{
		Switches: b.profile.Response, Production: b.set.Production(),
		KeepErrors: b.set.KeepResponseErrors, Log: b.app.log,
	}
	secrets, err := b.secrets()
	if err != nil {
		return err
	}
	b.secret = secrets
	err = b.iso.Do(ctx, func(r *jsapi.Realm) error {
		views, err := b.views(r)
		if err != nil {
			return err
		}
		b.js.SetRender(views.RenderJS)
		translator, cookie, err := b.translations(r)
		if err != nil {
			return err
		}
		b.shim, err = shim.New(r, shim.Options{
			Translator: translator, LocaleCookie: cookie, Localized: b.localized,
			Socket: b.snapshot.sockets.set.Socket, Switches: b.profile.Shim, Responses: response.New(opts),
			Sails: func() jsapi.Value { return b.js.Object() }, Views: views,
			Require: func(name string) (jsapi.Value, error) { return b.js.Loader().Require(name) },
			Upload:  uploadOf, Root: b.tree.Root, Secret: secrets[0], Log: b.app.log,
		})
		if err != nil {
			return err
		}
		return b.js.OnHTTP(b.shim.Inherit)
	})
	if err != nil {
		return err
	}
	opts.Views = b.shim.Pages(b.iso)
	opts.Custom = b.customResponses()
	opts.Explain = func(x *router.Exchange, err error) error { return b.shim.Explain(x.Context(), b.iso, err) }
	b.answers = response.New(opts)
	b.snapshot.responses = b.answers
	return b.iso.Do(ctx, func(*jsapi.Realm) error {
		if err := b.shim.SetResponses(b.answers); err != nil {
			return err
		}
		for name, fn := range b.responses {
			if err := b.shim.AddResponse(name, fn); err != nil {
				return fmt.Errorf("api/responses/%s.js: %w", name, err)
			}
		}
		return nil
	})
}

func (b *builder) customResponses() response.CustomFunc {
	if len(b.responses) == 0 {
		return nil
	}
	custom := make(map[string]func(x *router.Exchange, data any) (router.Verdict, error), len(b.responses))
	for name, fn := range b.responses {
		custom[name] = b.shim.Response(b.iso, name, fn)
	}
	return func(x *router.Exchange, name string, data any) (router.Verdict, error, bool) {
		fn, ok := custom[name]
		if !ok {
			return router.Pass, nil, false
		}
		v, err := fn(x, data)
		return v, err, true
	}
}

// prepareBlueprints makes the default actions.
func (b *builder) prepareBlueprints(ctx context.Context) error {
	global, err := b.cfg.Map("blueprints")
	if err != nil {
		return err
	}
	base := blueprints.DefaultSettings()
	var parser any
	if b.profile.Modern {
		base = blueprints.ModernSettings()
		gone, err := blueprints.CheckModern(global)
		if err != nil {
			return err
		}
		b.warn(gone)
		if _, ok := app.Callable(global.Value("parseBlueprintOptions")); ok {
			parser = global.Value("parseBlueprintOptions")
		}
	}
	var warnings []blueprints.Warning
	b.settings, warnings = blueprints.ReadSettings(base, global)
	b.warn(warnings)
	_, customOK := b.responses["ok"]
	b.actions = blueprints.New(blueprints.Options{
		ORM: b.orm, Responses: b.answers, Settings: b.settings, Switches: b.profile.Blueprints, Log: b.app.log,
		Publisher: b.pubsub, Why: b.pubsub.Why, AutoWatch: b.autoWatch(), Access: b.access(),
		Indent: b.answers.Indent(), FastOK: !customOK, Production: b.set.Production(),
		Parser: parser, Parse: b.parseBlueprintOptions,
		Admit:   b.iso.Admit,
		Encoded: func(body []byte) any { return &response.Payload{Kind: response.JSON, Body: body} },
		ToJSON: func(ctx context.Context, dst []byte, v any, prefix, indent string) ([]byte, error) {
			return waterline.AppendJSON(ctx, b.iso, dst, v, prefix, indent)
		},
	})
	if !b.profile.Modern {
		return nil
	}
	return b.iso.Do(ctx, b.exposePlans)
}

// pairs are the controllers with the models that belong to them.
func (b *builder) pairs() []blueprints.Pair {
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
		p.Model = b.modelOf(c)
		pairs = append(pairs, p)
	}
	return pairs
}

// modelOf is the model that a controller serves: the one its _config names,
// else the one of its identity.
func (b *builder) modelOf(c *app.Controller) *orm.Model {
	if c.Config != nil {
		if name, ok := c.Config.Value("model").(string); ok {
			if m := b.orm.Model(strings.ToLower(name)); m != nil {
				return m
			}
			b.snapshot.Warnings = append(b.snapshot.Warnings, fmt.Sprintf("%s: _config.model names %q, which is no model", c.Rel, name))
		}
	}
	if m := b.orm.Model(c.Identity); m != nil && !m.Junction {
		return m
	}
	return nil
}

// resolver finds what routes lead to.
type resolver struct{ b *builder }

func (r *resolver) controller(identity string) *app.Controller {
	return r.b.byIdentity[identity]
}

// Action implements routes.Resolver.
func (r *resolver) Action(controller, action string, _ *ordered.Map) (routes.Target, error) {
	b := r.b
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
	if h := r.b.actions.Handler(action); h != nil {
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
		info := shim.Info{Controller: controller, Action: a.Name, Source: c.Rel, Kind: "action", Final: r.b.profile.Modern, NoNext: a.NoNext}
		if a.Source != "" {
			info.Source = a.Source
		}
		handlers := make([]router.Handler, len(a.Calls))
		for i, fn := range a.Calls {
			handlers[i] = r.b.shim.Handler(r.b.iso, fn, info)
		}
		return chain(handlers...), []string{"custom action"}, true
	}
	return nil, nil, false
}

// ends reports whether an action of the project cannot pass a request on.
func (r *resolver) ends(controller, action string) bool {
	c := r.controller(controller)
	return c != nil && slices.ContainsFunc(c.Actions, func(a app.Action) bool {
		return strings.EqualFold(a.Name, action) && a.Kind != app.SwitchedOff && (a.NoNext || r.b.profile.Modern)
	})
}

// Override implements blueprints.Resolver.
func (r *resolver) Override(name string) (router.Handler, []string, bool) {
	fn, ok := r.b.blueprints[strings.ToLower(name)]
	if !ok {
		return nil, nil, false
	}
	name = strings.ToLower(name)
	info := shim.Info{Action: name, Source: r.source(name), Kind: "blueprint"}
	return r.b.shim.Handler(r.b.iso, fn, info), []string{"blueprint " + name}, true
}

func (r *resolver) source(blueprint string) string {
	for _, f := range r.b.tree.Blueprints {
		if f.Identity == blueprint {
			return f.Rel
		}
	}
	return ""
}

// Guard implements blueprints.Resolver: it puts the policies of an action in
// front of a handler.
func (r *resolver) Guard(controller, action string, h router.Handler) (router.Handler, *router.Guard) {
	steps, rule := r.b.policies.Decide(controller, action)
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
	return chain(append(front, h)...), guard
}

func (r *resolver) step(step policy.Step) (router.Handler, error) {
	b := r.b
	if step.Deny {
		return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			if b.profile.DenyPlainly {
				return router.Answered, b.answers.WriteStatus(x, http.StatusForbidden)
			}
			return b.answers.Respond(x, "forbidden", ordered.Undefined{})
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
func (r *resolver) Blueprint(name, model, path string, options *ordered.Map) (routes.Target, error) {
	b := r.b
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
	for _, c := range r.b.controllers {
		if m := r.b.modelOf(c); m != nil && m.Identity == model {
			return c.Identity
		}
	}
	return model
}

// overridden binds a blueprint of the project. Its model may be missing: then
// the function has to find one.
func (r *resolver) overridden(h router.Handler, script []string, name, model, path string, options *ordered.Map) (routes.Target, error) {
	b := r.b
	opts := ordered.New(4)
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
func (r *resolver) Function(v any, _ *ordered.Map) (routes.Target, bool) {
	fn, ok := app.Callable(v)
	if !ok {
		return routes.Target{}, false
	}
	h := r.b.shim.Handler(r.b.iso, fn, shim.Info{Source: "config/routes.js", Kind: "action"})
	return routes.Target{Handler: h, Name: "function", Script: []string{"function in config/routes.js"}, Guard: &router.Guard{}}, true
}

// Policy implements routes.Resolver.
func (r *resolver) Policy(name string, _ *ordered.Map) (routes.Target, error) {
	h, err := r.step(r.b.policies.Named(name))
	if err != nil {
		return routes.Target{}, fmt.Errorf("%w: create api/policies/%s.js", err, name)
	}
	return routes.Target{Handler: h, Name: routes.PolicyTarget + name, Script: []string{"policy " + name}, Strict: true}, nil
}

// Response implements routes.Resolver.
func (r *resolver) Response(name string) (routes.Target, error) {
	b := r.b
	var script []string
	if _, custom := b.responses[name]; custom {
		script = []string{"response " + name}
	} else if !slices.Contains(b.answers.Names(), name) {
		return routes.Target{}, fmt.Errorf("there is no response %q: add api/responses/%s.js", name, name)
	}
	h := router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		return b.answers.Respond(x, name, ordered.Undefined{})
	})
	return routes.Target{Handler: h, Name: "response " + name, Script: script, Ends: true}, nil
}

// View implements routes.Resolver.
func (r *resolver) View(name string, options *ordered.Map) (routes.Target, error) {
	pages := r.b.shim.Pages(r.b.iso)
	if strings.Contains(name, ".") {
		return routes.Target{}, errors.New("the name of a view has no dot: leave the extension out")
	}
	if !pages.Exists(name) {
		if !pages.Exists(name + "/index") {
			return routes.Target{}, fmt.Errorf("there is no view %q", name)
		}
		name += "/index"
	}
	locals, _ := options.Value("locals").(*ordered.Map)
	h := router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		return router.Answered, r.b.page(x, name, locals)
	})
	return routes.Target{Handler: h, Name: "view " + name, Script: []string{"view"}, Ends: true}, nil
}

// Redirect implements routes.Resolver.
func (r *resolver) Redirect(url string) routes.Target {
	h := router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		return router.Answered, redirect(x, url, r.b.profile.Shim.EncodeRedirect)
	})
	return routes.Target{Handler: h, Name: "redirect to " + url, Ends: true}
}

// Expression implements routes.Resolver.
func (r *resolver) Expression(v any) (source, flags string, ok bool) { return app.Expression(v) }
