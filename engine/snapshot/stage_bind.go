package snapshot

import (
	"context"
	"slices"

	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/httpd"
	"framework/engine/realtime"
	"framework/engine/targets"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/actions"
	"framework/jsapi/app"
	"framework/router"
)

// routing is which requests lead where: what stage Bind makes.
type routing struct {
	actionSet
	guards httpd.Guards
	parts  routeParts
	table  *router.Live
	gates  *targets.Gates // nil if they are not needed
	// sockets is set if pages may connect sockets.
	sockets bool
}

// binder is what is known when routes are bound. Handlers keep what they need of it,
// not the binder.
type binder struct {
	*build
	configuration
	realm
	code
	data
	presentation
}

// bind makes the actions behind their policies, and the table of routes.
func bind(ctx context.Context, b binder, found actions.Source, hooks hookSet, sockets *realtime.Settings) (routing, error) {
	set, err := b.actions(ctx, found)
	if err != nil {
		return routing{}, err
	}
	out := routing{actionSet: set}
	out.sockets = !sockets.Off()
	if out.parts, err = b.routes(ctx, set, hooks, sockets); err != nil {
		return routing{}, err
	}
	if out.guards, err = b.guards(ctx, slices.Concat(out.parts.front, out.parts.guarded())); err != nil {
		return routing{}, err
	}
	if out.table, err = router.NewLive(out.parts.all(out.guards), b.profile.Table); err != nil {
		return routing{}, err
	}
	if recheck, _ := b.cfg.Get("pubsub.recheck"); set.settings.AssociationPolicies || value.Truthy(recheck) {
		out.gates, err = targets.NewGates(targets.GateOptions{
			Switches: b.profile.Targets, Controllers: set.controllers, Models: b.orm, Policies: set.policies, Actions: set.defaults,
			Table: out.table, Matching: b.profile.Table, Merge: b.profile.Merge,
		})
	}
	return out, err
}

// guards makes what stands in front of bindings.
func (b binder) guards(ctx context.Context, bindings []*router.Binding) (httpd.Guards, error) {
	var out httpd.Guards
	err := b.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		out, err = httpd.ReadGuards(httpd.GuardOptions{
			Switches: b.profile.HTTP, Config: b.cfg, Production: b.set.Production(), Bindings: bindings, Responses: b.answers,
			CSRF: csrf.Options{Key: b.profile.SecretKey, SameOrigin: cors.SameOrigin, Expression: app.Expression},
		})
		if err != nil || out.CSRF == nil {
			return err
		}
		return b.shim.SetTokens(out.CSRF)
	})
	b.warn(out.Warnings...)
	return out, err
}

// readSockets reads config.sockets.
func readSockets(ctx context.Context, b *build, c configuration, rt realm) (*realtime.Settings, error) {
	var out *realtime.Settings
	_, hook := c.tree.Package.Dependencies["sails-hook-sockets"]
	err := rt.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		out, err = b.sockets.ReadSettings(realtime.Project{
			Config: c.cfg, Switches: c.profile.Sockets, Production: c.set.Production(), BodyValues: c.set.BodyValues, HasHook: hook, Warn: b.warn,
		})
		return err
	})
	return out, err
}
