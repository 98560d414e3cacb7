package actions

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"framework/engine/config"
	"framework/engine/project"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/machine"
)

// Server is the version of the project that the actions belong to.
type Server interface {
	// SendData sends data as the answer; res is that of an action.
	SendData(res jsapi.Value, status int, data jsapi.Value) error
	// DefaultActions are the identities of the actions that the server has itself.
	DefaultActions() []string
	// RunDefault has one of them answer the request that req is.
	RunDefault(identity string, req jsapi.Value) error
}

// RegisterOptions are what a Register is made of.
type RegisterOptions struct {
	App    *app.App
	Config *config.Config
	// Root is the project's folder, which has these paths.
	Root  string
	Paths project.Paths
	Log   *slog.Logger
	// Production leaves information for developers out of answers.
	Production bool
	Server     Server
	// Reload builds the app anew, once it is lifted; nil refuses that.
	Reload func(ctx context.Context) error
}

// Register is the register of actions and the helpers of a project of 1.x, whose
// files below api/controllers are controllers or actions.
type Register struct {
	opts    RegisterOptions
	realm   *jsapi.Realm
	kit     *machine.Kit
	helpers *machine.Helpers
	actions *app.Actions
}

var _ Source = (*Register)(nil)

// NewRegister gives the app object its register of actions and its helpers, before
// any hook runs.
func NewRegister(r *jsapi.Realm, opts RegisterOptions) (*Register, error) {
	g := &Register{opts: opts, realm: r}
	files, err := project.ScanModern(opts.Root, opts.Paths)
	if err != nil {
		return nil, err
	}
	js, server := opts.App, opts.Server
	g.kit, err = machine.New(r, machine.Options{Require: js.Require(), Log: opts.Log, Production: opts.Production, SendData: server.SendData})
	if err != nil {
		return nil, err
	}
	usage := machine.Usage{}
	if tactic, err := opts.Config.String("implementationSniffingTactic", ""); err == nil && tactic == "analog" {
		usage.Analog = true
	}
	g.actions, err = js.InstallActions(app.ActionOptions{
		Files: files.Actions, IsDefinition: g.kit.IsDefinition,
		AsAction: func(def jsapi.Value, identity string) (jsapi.Value, error) {
			return g.kit.Action(def, identity, usage)
		},
		Defaults: server.DefaultActions, RunDefault: server.RunDefault, Reload: opts.Reload,
	})
	if err != nil {
		return nil, err
	}
	g.helpers, err = g.kit.Helpers(usage, func() jsapi.Value { return js.ConfigAt("helpers", "usageOpts") })
	if err != nil {
		return nil, err
	}
	render, err := g.kit.Deferring("renderView", js.Object().Get("renderView"))
	if err != nil {
		return nil, err
	}
	return g, errors.Join(js.Set("renderView", render), js.Set("helpers", g.helpers.Object()))
}

// Kit implements Source.
func (g *Register) Kit() *machine.Kit { return g.kit }

// ExtendHooks implements Source: sails.hooks.helpers.furnishPack and furnishHelper.
func (g *Register) ExtendHooks() error {
	if g.opts.Config.HookOff("helpers") {
		return nil
	}
	rt := g.realm.Runtime()
	hook := rt.NewObject()
	for name, v := range map[string]any{"identity": "helpers", "isCore": true, "middleware": map[string]any{}} {
		if err := hook.Set(name, v); err != nil {
			return err
		}
	}
	for _, name := range []string{"furnishPack", "furnishHelper"} {
		if err := hook.Set(name, g.helpers.Member(name)); err != nil {
			return err
		}
	}
	return g.opts.App.Object().Get("hooks").ToObject(rt).Set("helpers", hook)
}

// Load implements Source: it fills the tree of helpers from api/helpers.
func (g *Register) Load() error {
	files, err := project.ScanModern(g.opts.Root, g.opts.Paths)
	if err != nil {
		return err
	}
	slices.SortFunc(files.Helpers, func(a, b project.File) int { return strings.Compare(a.GlobalID, b.GlobalID) })
	for _, f := range files.Helpers {
		loaded, err := g.opts.App.Load(f)
		if err != nil && f.Copy {
			continue
		}
		if err != nil {
			return err
		}
		if err := g.helpers.Add(f.GlobalID, loaded.Exports); err != nil {
			return fmt.Errorf("%s: %w", f.Rel, err)
		}
	}
	if err := g.helpers.Written(g.opts.App.ConfigAt("helpers", "moduleDefinitions")); err != nil {
		return fmt.Errorf("config helpers.moduleDefinitions: %w", err)
	}
	return nil
}

// Register implements Source.
func (g *Register) Register() (skipped []string, err error) {
	if err := g.actions.Load(); err != nil {
		return nil, err
	}
	return g.actions.Skipped(), nil
}

// Controllers implements Source.
func (g *Register) Controllers() ([]*app.Controller, error) { return g.actions.Controllers() }

// Changed implements Source.
func (g *Register) Changed() bool { return g.actions.Changed() }

// Before implements Source: the functions of registerActionMiddleware.
func (g *Register) Before(identities func() []string) (map[string][]jsapi.Function, error) {
	out := map[string][]jsapi.Function{}
	for _, identity := range identities() {
		list, err := g.actions.Before(identity)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			out[identity] = list
		}
	}
	return out, nil
}
