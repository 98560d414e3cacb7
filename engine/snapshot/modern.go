package snapshot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"framework/engine/config"
	"framework/engine/project"
	"framework/engine/value"
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
func installModern(r *jsapi.Realm, b *build, c configuration, rt realm) (modern, error) {
	var m modern
	gate := b.gateway
	files, err := project.ScanModern(c.tree.Root, c.paths)
	if err != nil {
		return m, err
	}
	m.kit, err = machine.New(r, machine.Options{
		Require: rt.js.Require(), Log: b.log, Production: c.set.Production(),
		SendData: func(res jsapi.Value, status int, data jsapi.Value) error {
			return gate.now().shim.SendData(res, status, data)
		},
	})
	if err != nil {
		return m, err
	}
	usage := machine.Usage{}
	if tactic, err := c.cfg.String("implementationSniffingTactic", ""); err == nil && tactic == "analog" {
		usage.Analog = true
	}
	m.actions, err = rt.js.InstallActions(app.ActionOptions{
		Files: files.Actions, IsDefinition: m.kit.IsDefinition,
		AsAction: func(def jsapi.Value, identity string) (jsapi.Value, error) {
			return m.kit.Action(def, identity, usage)
		},
		Defaults: gate.defaultIdentities,
		RunDefault: func(identity string, req jsapi.Value) error {
			h, err := gate.defaultAction(identity)
			if err != nil {
				return err
			}
			return gate.now().shim.Forward(req, h)
		},
		Reload: b.reload,
	})
	if err != nil {
		return m, err
	}
	m.helpers, err = m.kit.Helpers(usage, func() jsapi.Value { return rt.js.ConfigAt("helpers", "usageOpts") })
	if err != nil {
		return m, err
	}
	render, err := m.kit.Deferring("renderView", rt.js.Object().Get("renderView"))
	if err != nil {
		return m, err
	}
	b.gateway.update(func(f *finished) { f.kit = m.kit })
	return m, errors.Join(rt.js.Set("renderView", render), rt.js.Set("helpers", m.helpers.Object()))
}

// loadHelpers fills the tree of helpers from api/helpers.
func loadHelpers(c configuration, rt realm, extra modern) error {
	files, err := project.ScanModern(c.tree.Root, c.paths)
	if err != nil {
		return err
	}
	slices.SortFunc(files.Helpers, func(a, b project.File) int { return strings.Compare(a.GlobalID, b.GlobalID) })
	for _, f := range files.Helpers {
		m, err := rt.js.Load(f)
		if err != nil {
			return err
		}
		if err := extra.helpers.Add(f.GlobalID, m.Exports); err != nil {
			return fmt.Errorf("%s: %w", f.Rel, err)
		}
	}
	if err := extra.helpers.Written(rt.js.ConfigAt("helpers", "moduleDefinitions")); err != nil {
		return fmt.Errorf("config helpers.moduleDefinitions: %w", err)
	}
	return nil
}

// actionList is what routes may lead to.
type actionList struct {
	controllers []*app.Controller
	byIdentity  map[string]*app.Controller
	// middlewareOf are the functions registered in front of an action (1.x).
	middlewareOf map[string][]jsapi.Function
}

func newActionList(controllers []*app.Controller) actionList {
	a := actionList{controllers: controllers, byIdentity: make(map[string]*app.Controller, len(controllers))}
	for _, c := range controllers {
		if a.byIdentity[c.Identity] == nil {
			a.byIdentity[c.Identity] = c
		}
	}
	return a
}

// registerActions makes of the controllers, and of the register of actions in
// 1.x, what routes lead to.
func registerActions(ctx context.Context, b *build, c configuration, rt realm, extra modern, loaded code, data data) (actionList, error) {
	if !c.profile.Modern {
		return newActionList(loaded.classic), nil
	}
	if err := rt.iso.Do(ctx, func(*jsapi.Realm) error { return extra.actions.Load() }); err != nil {
		return actionList{}, err
	}
	if skipped := extra.actions.Skipped(); len(skipped) > 0 {
		b.warn("no action in " + strings.Join(skipped, ", ") +
			": a file below api/controllers is a controller, as MyThingsController.js with functions, or an action, as do-this.js with a function or an object with one called fn")
	}
	var out actionList
	err := rt.iso.Do(ctx, func(*jsapi.Realm) error {
		controllers, err := extra.actions.Controllers()
		if err != nil {
			return err
		}
		out = newActionList(controllers)
		out.middlewareOf = map[string][]jsapi.Function{}
		for _, identity := range actionIdentities(controllers, data.orm) {
			list, err := extra.actions.Before(identity)
			if err != nil {
				return err
			}
			if len(list) > 0 {
				out.middlewareOf[identity] = list
			}
		}
		return nil
	})
	return out, err
}

// checkGlobals refuses settings of config.globals that 1.x does not take.
func checkGlobals(cfg *config.Config) error {
	val, ok := cfg.Get("globals")
	if !ok || val == false {
		return nil
	}
	globals, ok := val.(*value.Map)
	if !ok {
		return &config.Error{Key: "globals", Source: cfg.Source("globals"), Want: "false or an object", Got: val}
	}
	for name, v := range globals.All() {
		_, isBool := v.(bool)
		key := "globals." + name
		switch name {
		case "sails", "models":
			if !isBool {
				return &config.Error{Key: key, Source: cfg.Source(key), Want: "true or false (E_BAD_GLOBAL_CONFIG)", Got: v}
			}
		case "_", "async":
			if _, plain := v.(*value.Map); v != false && !plain && !isOpaque(v) {
				return &config.Error{Key: key, Source: cfg.Source(key), Want: "false or the library, as require('lodash') (E_BAD_GLOBAL_CONFIG)", Got: v}
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
func modernGlobals(r *jsapi.Realm, c configuration, rt realm) (map[string]jsapi.Value, error) {
	if err := checkGlobals(c.cfg); err != nil {
		return nil, err
	}
	globals := map[string]jsapi.Value{}
	if c.global("sails") {
		globals["sails"], globals["framework"] = rt.js.Object(), rt.js.Object()
	}
	for _, name := range []string{"_", "async"} {
		if v, ok := c.cfg.Get("globals." + name); ok && v != false && c.global(name) {
			globals[name] = r.ToJS(v)
		}
	}
	return globals, nil
}
