package targets

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/httpd"
	"framework/engine/orm"
	"framework/engine/project"
	"framework/engine/response"
	"framework/engine/routes"
	"framework/engine/spelling"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/router"
)

// Options configure a Resolver.
type Options struct {
	Switches    Switches
	Controllers *Controllers
	Models      *orm.ORM
	Policies    *Policies
	Actions     *blueprints.Set
	// NoActions are default actions that the project has removed.
	NoActions []string
	// Blueprints are the functions below api/blueprints by their identities, in
	// BlueprintFiles.
	Blueprints     map[string]jsapi.Function
	BlueprintFiles []project.File
	// Responses are the functions below api/responses by their names.
	Responses map[string]jsapi.Function
	Answers   *response.Set
	Pages     response.ViewRenderer
	// Known reports whether a file is in the place of a view that a route names; Pages
	// also has the indexes of folders, and names in another case.
	Known func(view string) bool
	// NoViews: the hook views is switched off, so that routes lead to no view.
	NoViews bool
	// Views are the names of all views.
	Views func() []string
	// EncodeRedirect: a redirect encodes characters that a URL must not contain.
	EncodeRedirect bool
	// Grant grants CSRF tokens (1.x).
	Grant router.Handler
	Call  Call
}

// Resolver finds the handlers of routes. Safe for concurrent use.
type Resolver struct{ opts Options }

var (
	_ routes.Resolver     = (*Resolver)(nil)
	_ blueprints.Resolver = (*Resolver)(nil)
)

// New returns a resolver.
func New(opts Options) *Resolver { return &Resolver{opts} }

// With is the same resolver for other actions of the project.
func (r *Resolver) With(c *Controllers) *Resolver {
	opts := r.opts
	policies := *opts.Policies
	policies.opts.Controllers = c
	opts.Controllers, opts.Policies = c, &policies
	return New(opts)
}

// Action implements routes.Resolver.
func (r *Resolver) Action(controller, action string, _ *value.Map) (routes.Target, error) {
	controller, action = strings.ToLower(controller), strings.ToLower(action)
	of, model := r.opts.Controllers.byIdentity[controller], r.opts.Models.Model(controller)
	if of != nil {
		model = r.opts.Controllers.modelOf(of)
	}
	if of == nil && model == nil {
		return routes.Target{}, fmt.Errorf("there is no controller %q%s", controller, spelling.DidYouMean(controller, r.controllers()))
	}
	h, script, source := r.handler(of, action)
	if h == nil {
		return routes.Target{}, fmt.Errorf("the controller %q has no action %q%s", controller, action, spelling.DidYouMean(action, r.actions(of, model)))
	}
	ours := ""
	if len(script) == 0 {
		ours = action
		if model != nil {
			script = r.opts.Actions.Script(model)
		}
	}
	guarded, guard := r.Guard(controller, action, h)
	return routes.Target{
		Handler: guarded, Name: controller + "." + action, Source: source,
		Options: r.opts.Actions.ControllerOptions(controller, action, r.opts.Models.Model(controller)),
		Script:  slices.Concat(guard.Script(), script),
		Guard:   guard,
		Default: ours,
		Ends:    ours != "" || r.ends(controller, action),
	}, nil
}

// controllers are the identities that a route may name.
func (r *Resolver) controllers() []string {
	names := slices.Collect(maps.Keys(r.opts.Controllers.byIdentity))
	for _, m := range r.opts.Models.Models() {
		names = append(names, m.Identity)
	}
	return names
}

// actions are those of a controller (nil for none), and the default ones if it serves a
// model.
func (r *Resolver) actions(of *app.Controller, model *orm.Model) []string {
	var names []string
	if of != nil {
		for _, a := range of.Actions {
			names = append(names, a.Name)
		}
	}
	if model != nil {
		names = append(names, blueprints.ActionNames()...)
	}
	return names
}

// handler is the action itself: the one of the controller (nil for none), an
// override of api/blueprints, or the default one.
func (r *Resolver) handler(of *app.Controller, action string) (router.Handler, []string, string) {
	if of != nil {
		for _, a := range of.Actions {
			if strings.EqualFold(a.Name, action) && a.Kind == app.SwitchedOff {
				return nil, nil, ""
			}
		}
		if h, script, ok := r.Custom(of.Identity, action); ok {
			return h, script, of.Rel
		}
	}
	if h, script, ok := r.Override(action); ok {
		return h, script, ""
	}
	if slices.Contains(r.opts.NoActions, strings.ToLower(action)) {
		return nil, nil, ""
	}
	return r.opts.Actions.Handler(action), nil, ""
}

// Custom implements blueprints.Resolver.
func (r *Resolver) Custom(controller, action string) (router.Handler, []string, bool) {
	of, a, ok := r.opts.Controllers.action(controller, action)
	if !ok && r.opts.Switches.GrantAction && joinIdentity(controller, action) == GrantIdentity {
		return r.opts.Grant, []string{"custom action"}, true
	}
	if !ok {
		return nil, nil, false
	}
	info := shim.Info{Controller: controller, Action: a.Name, Source: of.Rel, Kind: "action", Final: r.opts.Switches.ActionsEnd, NoNext: a.NoNext}
	if a.Source != "" {
		info.Source = a.Source
	}
	handlers := make([]router.Handler, len(a.Calls))
	for i, fn := range a.Calls {
		handlers[i] = r.opts.Call(fn, info)
	}
	return httpd.Chain(handlers...), []string{"custom action"}, true
}

// ends reports whether an action of the project cannot pass a request on.
func (r *Resolver) ends(controller, action string) bool {
	_, a, ok := r.opts.Controllers.action(controller, action)
	return ok && (a.NoNext || r.opts.Switches.ActionsEnd)
}

// Override implements blueprints.Resolver.
func (r *Resolver) Override(name string) (router.Handler, []string, bool) {
	name = strings.ToLower(name)
	fn, ok := r.opts.Blueprints[name]
	if !ok {
		return nil, nil, false
	}
	info := shim.Info{Action: name, Kind: "blueprint"}
	for _, f := range r.opts.BlueprintFiles {
		if f.Identity == name {
			info.Source = f.Rel
			break
		}
	}
	return r.opts.Call(fn, info), []string{"blueprint " + name}, true
}

// Guard implements blueprints.Resolver: it puts the policies of an action in
// front of a handler.
func (r *Resolver) Guard(controller, action string, h router.Handler) (router.Handler, *router.Guard) {
	return r.opts.Policies.Guard(controller, action, h)
}

// ActionAt implements routes.Resolver.
func (r *Resolver) ActionAt(identity string, _ *value.Map) (routes.Target, error) {
	controller, action := splitIdentity(identity)
	opts := value.Of("action", identity)
	source, ours := "", ""
	_, own, ok := r.opts.Controllers.action(controller, action)
	h, script, _ := r.Custom(controller, action)
	switch {
	case ok:
		source = own.Source
		opts.Set("_middlewareType", "ACTION: "+identity)
	case identity == GrantIdentity:
		h = r.opts.Grant
		opts.Set("_middlewareType", "ACTION: "+identity)
	default:
		model := r.opts.Models.Model(controller)
		if model == nil || model.Junction || r.opts.Actions.Handler(action) == nil {
			return routes.Target{}, fmt.Errorf("there is no action %q: add api/controllers/%s.js", identity, identity)
		}
		h, script, ours = r.opts.Actions.Handler(action), model.Script(), action
		for k, v := range r.opts.Actions.TargetOptions(model, value.New(0)).All() {
			opts.Set(k, v)
		}
		opts.Set("action", identity)
		opts.Set("_middlewareType", "BLUEPRINT: "+action)
	}
	guarded, guard := r.Guard(controller, action, h)
	return routes.Target{
		Handler: guarded, Name: identity, Source: source, Options: opts,
		Script: slices.Concat(guard.Script(), script), Guard: guard, Default: ours, Ends: true,
	}, nil
}

// Blueprint implements routes.Resolver.
func (r *Resolver) Blueprint(name, model, path string, options *value.Map) (routes.Target, error) {
	if h, script, ok := r.Override(name); ok {
		return r.overridden(h, script, name, model, path, options)
	}
	h, controller, action, opts, err := r.opts.Actions.Target(name, model, path, options)
	if err != nil {
		return routes.Target{}, err
	}
	var script []string
	if m := r.opts.Models.Model(model); m != nil {
		script = r.opts.Actions.Script(m)
	}
	guarded, guard := r.Guard(r.opts.Controllers.serving(controller), action, h)
	return routes.Target{
		Handler: guarded, Name: controller + "." + action, Options: opts, Script: slices.Concat(guard.Script(), script), Guard: guard, Default: action, Ends: true,
	}, nil
}

// overridden binds a blueprint of the project. Its model may not exist: then
// the function has to handle that.
func (r *Resolver) overridden(h router.Handler, script []string, name, model, path string, options *value.Map) (routes.Target, error) {
	opts := value.New(4)
	if model == "" {
		model = r.opts.Actions.ModelAt(path)
	}
	if model == "" {
		return routes.Target{}, fmt.Errorf("the model of the blueprint %q cannot be determined from the path: add model: '<identity>'", name)
	}
	if m := r.opts.Models.Model(strings.ToLower(model)); m != nil {
		opts = r.opts.Actions.TargetOptions(m, options)
	}
	guarded, guard := r.Guard(r.opts.Controllers.serving(strings.ToLower(model)), strings.ToLower(name), h)
	return routes.Target{Handler: guarded, Name: model + "." + name, Options: opts, Script: slices.Concat(guard.Script(), script), Guard: guard}, nil
}

// Function implements routes.Resolver.
func (r *Resolver) Function(v any, _ *value.Map) (routes.Target, bool) {
	fn, ok := app.Callable(v)
	if !ok {
		return routes.Target{}, false
	}
	h := r.opts.Call(fn, shim.Info{Source: "config/routes.js", Kind: "action"})
	return routes.Target{Handler: h, Name: "function", Script: []string{"function in config/routes.js"}, Guard: &router.Guard{}}, true
}

// Policy implements routes.Resolver.
func (r *Resolver) Policy(name string, _ *value.Map) (routes.Target, error) {
	h, err := r.opts.Policies.step(r.opts.Policies.set.Named(name))
	if err != nil {
		return routes.Target{}, fmt.Errorf("%w: let api/policies/%s.js export a function", err, name)
	}
	return routes.Target{Handler: h, Name: routes.PolicyTarget + name, Script: []string{"policy " + name}, MatchOnTimeout: true}, nil
}

// Response implements routes.Resolver.
func (r *Resolver) Response(name string) (routes.Target, error) {
	answers := r.opts.Answers
	var script []string
	if _, custom := r.opts.Responses[name]; custom {
		script = []string{"response " + name}
	} else if !slices.Contains(answers.Names(), name) {
		return routes.Target{}, fmt.Errorf("there is no response %q: add api/responses/%s.js", name, name)
	}
	h := router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		return answers.Respond(x, name, value.Undefined{})
	})
	return routes.Target{Handler: h, Name: "response " + name, Script: script, Ends: true}, nil
}

// View implements routes.Resolver.
func (r *Resolver) View(name string, options *value.Map) (routes.Target, error) {
	if r.opts.NoViews { // nothing is bound there
		pass := router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) { return router.Pass, nil })
		return routes.Target{Handler: pass, Name: "no view " + name + ", because the hook views is off"}, nil
	}
	pages := r.opts.Pages
	if strings.Contains(name, ".") {
		return routes.Target{}, errors.New("the name of a view has no dot: leave the extension out")
	}
	switch {
	case r.opts.Known(name):
	case r.opts.Known(name + "/index"):
		name += "/index" // by its own name: its layout is searched from its folder
	case pages.Exists(name): // in another case
	default:
		return routes.Target{}, fmt.Errorf("there is no view %q%s", name, spelling.DidYouMean(name, r.opts.Views()))
	}
	locals, _ := options.Value(routes.Locals).(*value.Map)
	return routes.Target{Handler: httpd.Page(pages, name, locals), Name: "view " + name, Script: []string{"view"}, Ends: true}, nil
}

// Redirect implements routes.Resolver.
func (r *Resolver) Redirect(url string) routes.Target {
	return routes.Target{Handler: httpd.Redirect(url, r.opts.EncodeRedirect), Name: "redirect to " + url, Ends: true}
}

// Expression implements routes.Resolver.
func (r *Resolver) Expression(v any) (source, flags string, ok bool) { return app.Expression(v) }
