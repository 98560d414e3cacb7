package targets

import (
	"fmt"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi/app"
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

// Identities are those of all actions of a project of 1.x, the default ones of its
// models included.
func Identities(controllers []*app.Controller, models *orm.ORM) []string {
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

// GrantIdentity is the action that hands out tokens.
const GrantIdentity = "security/grant-csrf-token"

// DefaultIdentities are the actions that the server has for a project of 1.x: its
// own, and those of the models, which are nil before they are known.
func DefaultIdentities(models *orm.ORM) []string {
	out := []string{GrantIdentity}
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

// DefaultAction is the default action of that identity as a project calls it: without
// the policies of a route, which have run by then.
func DefaultAction(identity string, models *orm.ORM, actions *blueprints.Set) (router.Handler, error) {
	controller, action := splitIdentity(identity)
	model, h := models.Model(controller), actions.Handler(action)
	if model == nil || h == nil {
		return nil, fmt.Errorf("there is no action %q", identity)
	}
	opts := actions.TargetOptions(model, value.New(0))
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		for k, v := range opts.All() {
			x.SetOption(k, v)
		}
		x.SetOption("action", identity) // whose beginning is the model
		return h.Serve(x)
	}), nil
}
