package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"framework/engine/config"
	"framework/engine/ordered"
	"framework/engine/project"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/machine"
)

// modern is what the build of a project of 1.x has besides.
type modern struct {
	kit     *machine.Kit
	helpers *machine.Helpers
	actions *app.Actions
}

// installModern gives the app object its register of actions and its helpers,
// before any hook runs.
func (b *builder) installModern(r *jsapi.Realm) error {
	files, err := project.ScanModern(b.tree.Root, b.paths)
	if err != nil {
		return err
	}
	b.modern.kit, err = machine.New(r, machine.Options{
		Require: b.js.Require(), Log: b.app.log, Production: b.set.Production(),
		SendData: func(res jsapi.Value, status int, data jsapi.Value) error { return b.shim.SendData(res, status, data) },
	})
	if err != nil {
		return err
	}
	usage := machine.Usage{}
	if tactic, err := b.cfg.String("implementationSniffingTactic", ""); err == nil && tactic == "analog" {
		usage.Analog = true
	}
	b.modern.actions, err = b.js.InstallActions(app.ActionOptions{
		Files: files.Actions, IsDefinition: b.modern.kit.IsDefinition,
		AsAction: func(def jsapi.Value, identity string) (jsapi.Value, error) {
			return b.modern.kit.Action(def, identity, usage)
		},
		Defaults: b.defaultIdentities,
		RunDefault: func(identity string, req jsapi.Value) error {
			h, err := b.defaultAction(identity)
			if err != nil {
				return err
			}
			return b.shim.HandOver(req, h)
		},
		Reload: func(ctx context.Context) error {
			_, err := b.app.Reload(ctx)
			return err
		},
	})
	if err != nil {
		return err
	}
	b.modern.helpers, err = b.modern.kit.Helpers(usage, func() jsapi.Value { return b.js.ConfigAt("helpers", "usageOpts") })
	if err != nil {
		return err
	}
	render, err := b.modern.kit.Deferring("renderView", b.js.Object().Get("renderView"))
	if err != nil {
		return err
	}
	return errors.Join(b.js.Set("renderView", render), b.js.Set("helpers", b.modern.helpers.Object()))
}

// loadHelpers fills the tree of helpers from api/helpers.
func (b *builder) loadHelpers() error {
	files, err := project.ScanModern(b.tree.Root, b.paths)
	if err != nil {
		return err
	}
	slices.SortFunc(files.Helpers, func(a, b project.File) int { return strings.Compare(a.GlobalID, b.GlobalID) })
	for _, f := range files.Helpers {
		m, err := b.js.Load(f)
		if err != nil {
			return err
		}
		if err := b.modern.helpers.Add(f.GlobalID, m.Exports); err != nil {
			return fmt.Errorf("%s: %w", f.Rel, err)
		}
	}
	if err := b.modern.helpers.Written(b.js.ConfigAt("helpers", "moduleDefinitions")); err != nil {
		return fmt.Errorf("config helpers.moduleDefinitions: %w", err)
	}
	return nil
}

// registerActions fills the register, and makes of it what routes lead to.
func (b *builder) registerActions(ctx context.Context) error {
	if !b.profile.Modern {
		return nil
	}
	if err := b.iso.Do(ctx, func(*jsapi.Realm) error { return b.modern.actions.Load() }); err != nil {
		return err
	}
	if skipped := b.modern.actions.Skipped(); len(skipped) > 0 {
		b.snapshot.Warnings = append(b.snapshot.Warnings, "no action in "+strings.Join(skipped, ", ")+
			": a file below api/controllers is a controller, as MyThingsController.js with functions, or an action, as do-this.js with a function or an object with one called fn")
	}
	b.middlewareOf = map[string][]jsapi.Function{}
	return b.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		if b.controllers, err = b.modern.actions.Controllers(); err != nil {
			return err
		}
		for _, identity := range b.actionIdentities() {
			list, err := b.modern.actions.Before(identity)
			if err != nil {
				return err
			}
			if len(list) > 0 {
				b.middlewareOf[identity] = list
			}
		}
		return nil
	})
}

// checkGlobals refuses settings of config.globals that 1.x does not take.
func (b *builder) checkGlobals() error {
	value, ok := b.cfg.Get("globals")
	if !ok || value == false {
		return nil
	}
	globals, ok := value.(*ordered.Map)
	if !ok {
		return &config.Error{Key: "globals", Source: b.cfg.Source("globals"), Want: "false or an object", Got: value}
	}
	for name, v := range globals.All() {
		_, isBool := v.(bool)
		key := "globals." + name
		switch name {
		case "sails", "models":
			if !isBool {
				return &config.Error{Key: key, Source: b.cfg.Source(key), Want: "true or false (E_BAD_GLOBAL_CONFIG)", Got: v}
			}
		case "_", "async":
			if _, plain := v.(*ordered.Map); v != false && !plain && !isOpaque(v) {
				return &config.Error{Key: key, Source: b.cfg.Source(key), Want: "false or the library, as require('lodash') (E_BAD_GLOBAL_CONFIG)", Got: v}
			}
		}
	}
	return nil
}

func isOpaque(v any) bool {
	_, ok := v.(app.Opaque)
	return ok
}

// modernGlobals are the globals that config.globals asks for.
func (b *builder) modernGlobals(r *jsapi.Realm) (map[string]jsapi.Value, error) {
	if err := b.checkGlobals(); err != nil {
		return nil, err
	}
	globals := map[string]jsapi.Value{}
	if b.global("sails") {
		globals["sails"], globals["framework"] = b.js.Object(), b.js.Object()
	}
	for _, name := range []string{"_", "async"} {
		if v, ok := b.cfg.Get("globals." + name); ok && v != false && b.global(name) {
			globals[name] = r.ToJS(v)
		}
	}
	return globals, nil
}
