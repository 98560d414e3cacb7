package targets_test

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/targets"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/router"
)

// guarded is a project with the models pet, user and toy. Pet has a policy in front of
// all of its actions, which vet is; toy has it as well, and no controller. User has none.
type guarded struct {
	release  profile.Release
	models   *orm.ORM
	policies *targets.Policies
	gates    *targets.Gates
	ended    int    // exchanges that are over
	opened   []bool // exchanges that have got a session, or not
	derived  []*router.Exchange
	log      strings.Builder
}

// guardedOptions are what differs between projects.
type guardedOptions struct {
	settings *value.Map                  // config/blueprints.js
	vet      router.HandlerFunc          // nil passes requests on
	front    []*router.Binding           // that hooks have bound in front of all routes
	before   map[string][]jsapi.Function // see registerActionMiddleware
	merge    *router.OptionsMerge        // nil is that of the release
}

func guardedProject(t *testing.T, release profile.Release, opts guardedOptions) *guarded {
	t.Helper()
	if opts.merge != nil {
		release.Merge = *opts.merge
	}
	g := &guarded{release: release, models: guardedModels(t)}
	none := func(jsapi.Value, ...jsapi.Value) (jsapi.Value, error) { return nil, nil }
	call := func(jsapi.Function, shim.Info) router.Handler {
		return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
			if opts.vet == nil {
				return router.Pass, nil
			}
			return opts.vet(x)
		})
	}
	var list []*app.Controller
	for _, name := range []string{"Pet", "User"} {
		list = append(list, &app.Controller{Module: &app.Module{File: project.File{Identity: strings.ToLower(name), Rel: "api/controllers/" + name + "Controller.js"}}})
	}
	controllers := targets.NewControllers(list, g.models, opts.before)
	rules := value.Of("PetController", value.Of("*", "vet"), "toy", value.Of("*", "vet"))
	if release.Targets.PolicyPaths {
		rules = value.Of("pet/*", "vet", "toy/*", "vet")
	}
	var err error
	g.policies, err = targets.NewPolicies(targets.PolicyOptions{
		Switches: release.Targets, Rules: rules,
		Functions: map[string]jsapi.Function{"vet": none}, Controllers: controllers, Call: call,
	})
	if err != nil {
		t.Fatal(err)
	}
	settings, _, err := release.Blueprints.ReadSettings(opts.settings)
	if err != nil {
		t.Fatal(err)
	}
	actions := blueprints.New(blueprints.Options{ORM: g.models, Switches: release.Blueprints, Settings: settings})
	resolver := targets.New(targets.Options{Switches: release.Targets, Controllers: controllers, Models: g.models, Policies: g.policies, Actions: actions, Call: call})
	pairs, _ := controllers.Pairs(nil)
	shadow, _ := actions.Routes(pairs, resolver)
	table, err := router.NewTable(slices.Concat(opts.front, shadow), release.Table)
	if err != nil {
		t.Fatal(err)
	}
	g.gates, err = targets.NewGates(targets.GateOptions{
		Switches: release.Targets, Controllers: controllers, Models: g.models, Policies: g.policies, Actions: actions,
		Table: table, Matching: release.Table, Merge: release.Merge,
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func guardedModels(t *testing.T) *orm.ORM {
	t.Helper()
	db, err := sqldb.Open(t.Context(), sqldb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	var defs []*orm.Definition
	for _, name := range []string{"Pet", "User", "Toy"} {
		defs = append(defs, &orm.Definition{Identity: strings.ToLower(name), GlobalID: name, Datastore: "ram", AutoPK: true})
	}
	models, err := orm.Open(t.Context(), defs, orm.Options{Datastores: map[string]orm.Adapter{"ram": db}})
	if err != nil {
		t.Fatal(err)
	}
	return models
}

// live is the project as it is served.
func (g *guarded) live() targets.Live { return targets.Live{Gates: g.gates, Requests: g, Shim: g} }

func (g *guarded) access() *targets.Access {
	return targets.NewAccess(targets.AccessOptions{
		Switches: g.release.Targets, Models: g.models, Policies: g.policies, Live: g.live, Log: slog.New(slog.NewTextHandler(&g.log, nil)),
	})
}

func (g *guarded) readers() targets.Readers { return targets.Readers{Live: g.live} }

// Open implements targets.Requests.
func (g *guarded) Open(_ *router.Exchange, session bool) (flush func(ctx context.Context) error) {
	g.opened = append(g.opened, session)
	return func(context.Context) error { return nil }
}

// Finished implements targets.Requests.
func (g *guarded) Finished(*router.Exchange) { g.ended++ }

// Derive implements targets.Deriver.
func (g *guarded) Derive(_, from *router.Exchange) { g.derived = append(g.derived, from) }

// eachRelease runs a test for all releases.
func eachRelease(t *testing.T, test func(t *testing.T, release profile.Release)) {
	t.Helper()
	for _, release := range profile.All() {
		t.Run(release.Name, func(t *testing.T) { test(t, release) })
	}
}
