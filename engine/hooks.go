package engine

import (
	"context"
	"errors"
	"strings"

	"framework/engine/ordered"
	"framework/engine/project"
	"framework/engine/routes"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/router"
)

// prepareHooks loads the hooks of the project, has them set their part of the
// configuration, and reads it anew.
func (b *builder) prepareHooks(ctx context.Context) error {
	list, replaced := project.Hooks(b.tree.Root, b.tree.Hooks, project.HookRules{Listed: b.profile.Modern})
	if len(replaced) > 0 && b.app.current.Load() == nil && !b.app.opts.Inspect {
		b.app.log.Info("built in, so not loaded from node_modules: " + strings.Join(replaced, ", "))
	}
	if !b.profile.InstalledHooks {
		own := list[:0:0]
		for _, h := range list {
			if h.Module == "" {
				own = append(own, h)
			}
		}
		list = own
	}
	err := b.iso.Do(ctx, func(r *jsapi.Realm) (err error) {
		if b.profile.Modern {
			if err := b.exposeHelpersHook(r); err != nil {
				return err
			}
		}
		b.hooks, b.hookCount, err = b.js.PrepareHooks(list)
		return err
	})
	if err != nil {
		return err
	}
	return b.rereadConfig(ctx)
}

// rereadConfig makes what hooks changed in the configuration count.
func (b *builder) rereadConfig(ctx context.Context) error {
	if b.hookCount == 0 {
		return nil
	}
	err := b.iso.Do(ctx, func(*jsapi.Realm) error {
		b.cfg.Values = b.js.ReadConfig()
		return nil
	})
	if err != nil {
		return err
	}
	b.set, err = b.cfg.Settings()
	b.snapshot.Settings = b.set
	b.gateway.update(func(f *finished) { f.settings = b.set })
	return err
}

// beginHooks sets the hooks going: they are initialised while the models open,
// and may wait for what they need.
func (b *builder) beginHooks(ctx context.Context) error {
	if err := b.iso.Do(ctx, func(*jsapi.Realm) error { return b.hooks.Announce(false) }); err != nil {
		return err
	}
	if !b.app.opts.Inspect {
		b.hooksLoaded = b.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { b.hooks.Load(op) })
	}
	return nil
}

// awaitHooks waits until all hooks are loaded.
func (b *builder) awaitHooks(ctx context.Context) error {
	if err := b.iso.Do(ctx, func(*jsapi.Realm) error { return b.hooks.Announce(true) }); err != nil {
		return err
	}
	if b.hooksLoaded != nil {
		if _, err := b.hooksLoaded.Wait(); err != nil {
			return err
		}
	}
	err := b.iso.Do(ctx, func(*jsapi.Realm) error {
		return errors.Join(b.js.Emit("hooks:builtIn:ready"), b.js.Emit("middleware:registered"))
	})
	if err != nil {
		return err
	}
	return b.rereadConfig(ctx)
}

// liftHooks tells the hooks that the server is about to listen.
func (b *builder) liftHooks(ctx context.Context) error {
	if b.app.opts.Inspect {
		return nil
	}
	_, err := b.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { b.hooks.Lift(op) }).Wait()
	return err
}

// hookRoutes binds what hooks and listeners of router:before or router:after
// have to say.
func (b *builder) hookRoutes(ctx context.Context, phase string, family router.Family, res routes.Resolver) ([]*router.Binding, error) {
	var list []app.Route
	err := b.iso.Do(ctx, func(*jsapi.Realm) error {
		own, err := b.hooks.Routes(phase)
		if err != nil {
			return err
		}
		if err := b.js.Emit("router:" + phase); err != nil {
			return err
		}
		bound, err := b.js.BoundRoutes()
		list = append(own, bound...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return b.bindRoutes(list, family, res)
}

// bindRoutes makes bindings of routes that were not written into the
// configuration.
func (b *builder) bindRoutes(list []app.Route, family router.Family, res routes.Resolver) ([]*router.Binding, error) {
	opts := b.profile.Routes
	opts.Source = "a hook"
	var out []*router.Binding
	for _, r := range list {
		bindings, problems, err := routes.Build(ordered.Of(r.Address, r.Target), res, opts)
		if err != nil {
			return nil, err
		}
		for _, p := range problems {
			b.snapshot.Warnings = append(b.snapshot.Warnings, p.String())
		}
		for _, binding := range bindings {
			binding.Family = family
			out = append(out, binding)
		}
	}
	return out, nil
}
