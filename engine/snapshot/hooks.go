package snapshot

import (
	"context"
	"errors"
	"strings"

	"framework/engine/project"
	"framework/engine/routes"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/router"
)

// hookSet is the hooks of a project.
type hookSet struct {
	*app.Hooks
	count int
}

// prepareHooks loads the hooks of the project, has them set their part of the
// configuration, and reads it anew.
func prepareHooks(ctx context.Context, b *build, c configuration, rt realm, actions actionSource) (hookSet, configuration, error) {
	list, replaced := project.Hooks(c.tree.Root, c.tree.Hooks, project.HookRules{Listed: c.profile.ListedHooks})
	if len(replaced) > 0 && b.current.Load() == nil && !b.opts.Inspect {
		b.log.Info("built in, so not loaded from node_modules: " + strings.Join(replaced, ", "))
	}
	if !c.profile.InstalledHooks {
		own := list[:0:0]
		for _, h := range list {
			if h.Module == "" {
				own = append(own, h)
			}
		}
		list = own
	}
	var h hookSet
	err := rt.iso.Do(ctx, func(r *jsapi.Realm) (err error) {
		if err := actions.extendHooks(r, c); err != nil {
			return err
		}
		h.Hooks, h.count, err = rt.js.PrepareHooks(list)
		return err
	})
	if err == nil && h.count > 0 {
		c, err = c.reread(ctx, b, rt)
	}
	return h, c, err
}

// begin sets the hooks going: they are initialised while the models open, and
// may wait for what they need. It returns nil where they are only looked at.
func (h hookSet) begin(ctx context.Context, rt realm, inspect bool) (*jsapi.Op, error) {
	if err := rt.iso.Do(ctx, func(*jsapi.Realm) error { return h.Announce(false) }); err != nil || inspect {
		return nil, err
	}
	return rt.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { h.Load(op) }), nil
}

// await waits until all hooks are loaded, and reads the configuration anew.
func (h hookSet) await(ctx context.Context, b *build, c configuration, rt realm, loading *jsapi.Op) (configuration, error) {
	if err := rt.iso.Do(ctx, func(*jsapi.Realm) error { return h.Announce(true) }); err != nil {
		return c, err
	}
	if loading != nil {
		if _, err := loading.Wait(); err != nil {
			return c, err
		}
	}
	err := rt.iso.Do(ctx, func(*jsapi.Realm) error {
		return errors.Join(rt.js.Emit("hooks:builtIn:ready"), rt.js.Emit("middleware:registered"))
	})
	if err != nil || h.count == 0 {
		return c, err
	}
	return c.reread(ctx, b, rt)
}

// lift tells the hooks that the server is about to listen.
func (h hookSet) lift(ctx context.Context, rt realm) error {
	_, err := rt.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { h.Lift(op) }).Wait()
	return err
}

// hookRoutes binds what hooks and listeners of router:before or router:after
// have to say.
func hookRoutes(ctx context.Context, res *binder, h hookSet, phase string, family router.Family) ([]*router.Binding, error) {
	var list []app.Route
	err := res.iso.Do(ctx, func(*jsapi.Realm) error {
		own, err := h.Routes(phase)
		if err != nil {
			return err
		}
		if err := res.js.Emit("router:" + phase); err != nil {
			return err
		}
		bound, err := res.js.BoundRoutes()
		list = append(own, bound...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return bindRoutes(res, list, family)
}

// bindRoutes makes bindings of routes that were not written into the
// configuration.
func bindRoutes(res *binder, list []app.Route, family router.Family) ([]*router.Binding, error) {
	opts := res.profile.Routes
	opts.Source = "a hook"
	var out []*router.Binding
	for _, r := range list {
		bindings, problems, err := routes.Build(value.Of(r.Address, r.Target), res.resolver, opts)
		if err != nil {
			return nil, err
		}
		for _, p := range problems {
			res.warn(p.String())
		}
		for _, binding := range bindings {
			binding.Family = family
			out = append(out, binding)
		}
	}
	return out, nil
}
