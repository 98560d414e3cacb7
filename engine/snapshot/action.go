package snapshot

import (
	"fmt"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/csrf"
	"framework/engine/httpd"
	"framework/engine/orm"
	"framework/engine/routes"
	"framework/engine/value"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/router"
)

// splitIdentity divides the identity of an action of 1.x into the part that
// it shares with its neighbours, "" for none, and its own.
func splitIdentity(identity string) (controller, action string) {
	at := strings.LastIndexByte(identity, '/')
	return identity[:max(at, 0)], identity[at+1:]
}

// joinIdentity is the identity of an action.
func joinIdentity(controller, action string) string {
	return strings.ToLower(strings.TrimPrefix(controller+"/"+action, "/"))
}

// actionIdentities are those of all actions of a project of 1.x, the default
// ones of its models included.
func actionIdentities(controllers []*app.Controller, models *orm.ORM) []string {
	var out []string
	for _, c := range controllers {
		for _, a := range c.Actions {
			out = append(out, joinIdentity(c.Identity, a.Name))
		}
	}
	for _, m := range models.Models() {
		for _, name := range blueprints.ModernActionNames() {
			out = append(out, joinIdentity(m.Identity, name))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// grantIdentity is the action that hands out tokens.
const grantIdentity = "security/grant-csrf-token"

// defaultIdentities are the actions that the server has for a project of 1.x:
// its own, and those of the models once they are known.
func (g *gateway) defaultIdentities() []string {
	out := []string{grantIdentity}
	models := g.now().models
	if models == nil {
		return out
	}
	for _, m := range models.Models() {
		if m.Identity == "archive" {
			continue
		}
		for _, name := range blueprints.ModernActionNames() {
			out = append(out, joinIdentity(m.Identity, name))
		}
	}
	return out
}

// protection is that of requests against other sites; nil for none.
func (g *gateway) protection() *csrf.Protection { return g.now().requests.CSRF() }

// defaultAction is one of defaultIdentities as a project calls it: without the
// policies of a route, which have run by then.
func (g *gateway) defaultAction(identity string) (router.Handler, error) {
	live := g.now()
	if live.requests == nil {
		return nil, fmt.Errorf("the action %q cannot run before the app is lifted", identity)
	}
	if identity == grantIdentity {
		return httpd.GrantToken(g.protection, live.requests.Responses(), live.settings.Production()), nil
	}
	controller, action := splitIdentity(identity)
	model, h := live.models.Model(controller), live.actions.Handler(action)
	if model == nil || h == nil {
		return nil, fmt.Errorf("there is no action %q", identity)
	}
	opts := live.actions.TargetOptions(model, value.New(0))
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		for k, v := range opts.All() {
			x.SetOption(k, v)
		}
		x.SetOption("action", identity) // whose beginning is the model
		return h.Serve(x)
	}), nil
}

// ActionAt implements routes.Resolver.
func (r *resolver) ActionAt(identity string, _ *value.Map) (routes.Target, error) {
	b := r
	controller, action := splitIdentity(identity)
	opts := value.Of("action", identity)
	source, ours := "", ""
	h, script, ok := r.Custom(controller, action)
	if ok {
		for _, a := range r.controller(controller).Actions {
			if strings.EqualFold(a.Name, action) {
				source = a.Source
			}
		}
		opts.Set("_middlewareType", "ACTION: "+identity)
	} else if identity == grantIdentity {
		h = httpd.GrantToken(b.gateway.protection, b.answers, b.set.Production())
		opts.Set("_middlewareType", "ACTION: "+identity)
	} else {
		model := b.orm.Model(controller)
		if model == nil || model.Junction || b.actions.Handler(action) == nil {
			return routes.Target{}, fmt.Errorf("there is no action %q: add api/controllers/%s.js", identity, identity)
		}
		h, script, ours = b.actions.Handler(action), model.Script(), action
		for k, v := range b.actions.TargetOptions(model, value.New(0)).All() {
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

// before are the functions that were registered to run in front of an action, in 1.x.
func (r *resolver) before(controller, action string, guard *router.Guard) []router.Handler {
	var out []router.Handler
	for _, fn := range r.middlewareOf[joinIdentity(controller, action)] {
		out = append(out, r.shim.Handler(r.iso, fn, shim.Info{Action: action, Source: "registerActionMiddleware", Kind: "policy"}))
		guard.Policies = append(guard.Policies, "action middleware")
	}
	return out
}
