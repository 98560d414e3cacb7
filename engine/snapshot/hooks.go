package snapshot

import (
	"context"
	"errors"
	"strings"

	"framework/engine/project"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/actions"
	"framework/jsapi/app"
)

// hookSet is the hooks of a project.
type hookSet struct {
	*app.Hooks
	count int
}

// prepareHooks loads the hooks of the project, has them set their part of the
// configuration, and reads it anew.
func prepareHooks(ctx context.Context, b *build, c configuration, rt realm, found actions.Source) (hookSet, configuration, error) {
	list, replaced := project.Hooks(c.tree.Root, c.tree.Hooks, c.profile.HookPackages)
	if len(replaced) > 0 && b.starting() && !b.opts.Inspect {
		b.log.Info("built in, so not loaded from node_modules: " + strings.Join(replaced, ", "))
	}
	given, _ := b.opts.Flags.Value("hooks").(*value.Map) // nil has no keys
	var h hookSet
	if err := awaitModules(ctx, rt, c.tree.Root, c.profile.HookTimeout, "api"); err != nil {
		return h, c, err
	}
	err := rt.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		if err := found.ExtendHooks(); err != nil {
			return err
		}
		h.Hooks, h.count, err = rt.js.PrepareHooks(list, given.Keys(), c.cfg.HookOff)
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

// lift notifies the hooks that the server is about to listen.
func (h hookSet) lift(ctx context.Context, rt realm) error {
	_, err := rt.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { h.Lift(op) }).Wait()
	return err
}
