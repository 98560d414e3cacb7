package snapshot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/project"
	"framework/engine/targets"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/machine"
)

// actionRegister is the register of actions and the helpers of projects of 1.x, whose
// files below api/controllers are controllers or actions.
type actionRegister struct {
	realm
	kit     *machine.Kit
	helpers *machine.Helpers
	actions *app.Actions
}

var _ actionSource = (*actionRegister)(nil)

// newActionRegister gives the app object its register of actions and its helpers,
// before any hook runs.
func newActionRegister(r *jsapi.Realm, b *build, c configuration, rt realm) (*actionRegister, error) {
	m := &actionRegister{realm: rt}
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

// extendHooks implements actionSource: sails.hooks.helpers.furnishPack and
// furnishHelper.
func (m *actionRegister) extendHooks(r *jsapi.Realm, c configuration) error {
	if off, _ := c.cfg.Get("hooks.helpers"); off == false || off == "false" {
		return nil
	}
	hook := r.Runtime().NewObject()
	for name, v := range map[string]any{"identity": "helpers", "isCore": true, "middleware": map[string]any{}} {
		if err := hook.Set(name, v); err != nil {
			return err
		}
	}
	for _, name := range []string{"furnishPack", "furnishHelper"} {
		if err := hook.Set(name, m.helpers.Member(name)); err != nil {
			return err
		}
	}
	return m.js.Object().Get("hooks").ToObject(r.Runtime()).Set("helpers", hook)
}

// load implements actionSource: it fills the tree of helpers from api/helpers.
func (m *actionRegister) load(c configuration) error {
	files, err := project.ScanModern(c.tree.Root, c.paths)
	if err != nil {
		return err
	}
	slices.SortFunc(files.Helpers, func(a, b project.File) int { return strings.Compare(a.GlobalID, b.GlobalID) })
	for _, f := range files.Helpers {
		loaded, err := m.js.Load(f)
		if err != nil {
			return err
		}
		if err := m.helpers.Add(f.GlobalID, loaded.Exports); err != nil {
			return fmt.Errorf("%s: %w", f.Rel, err)
		}
	}
	if err := m.helpers.Written(m.js.ConfigAt("helpers", "moduleDefinitions")); err != nil {
		return fmt.Errorf("config helpers.moduleDefinitions: %w", err)
	}
	return nil
}

// list implements actionSource.
func (m *actionRegister) list(ctx context.Context, b *build, models *orm.ORM) (*targets.Controllers, error) {
	if err := m.iso.Do(ctx, func(*jsapi.Realm) error { return m.actions.Load() }); err != nil {
		return nil, err
	}
	if skipped := m.actions.Skipped(); len(skipped) > 0 {
		b.warn("no action in " + strings.Join(skipped, ", ") +
			": a file below api/controllers is a controller, as MyThingsController.js with functions, or an action, as do-this.js with a function or an object with one called fn")
	}
	var out *targets.Controllers
	err := m.iso.Do(ctx, func(*jsapi.Realm) error {
		controllers, err := m.actions.Controllers()
		if err != nil {
			return err
		}
		before := map[string][]jsapi.Function{}
		for _, identity := range targets.Identities(controllers, models) {
			list, err := m.actions.Before(identity)
			if err != nil {
				return err
			}
			if len(list) > 0 {
				before[identity] = list
			}
		}
		out = targets.NewControllers(controllers, models, before)
		return nil
	})
	return out, err
}
