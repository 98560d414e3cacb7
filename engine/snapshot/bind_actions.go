package snapshot

import (
	"context"
	"maps"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/problem"
	"framework/engine/response"
	"framework/engine/targets"
	"framework/engine/value"
	"framework/engine/warnings"
	"framework/jsapi"
	"framework/jsapi/actions"
	"framework/jsapi/app"
	jsblueprints "framework/jsapi/blueprints"
	"framework/jsapi/shim"
	"framework/jsapi/waterline"
	"framework/router"
)

// actionSet is what routes may lead to: the actions of the project and the default
// ones, behind their policies.
type actionSet struct {
	controllers *targets.Controllers
	pairs       []blueprints.Pair // of controllers and models
	policies    *targets.Policies
	settings    blueprints.Settings
	defaults    *blueprints.Set
	scripted    *scriptedActions
	resolver    *targets.Resolver
	suspect     *warnings.Project // what is likely a mistake of the project
}

// actions registers the actions of the project, and puts policies in front of all.
func (b binder) actions(ctx context.Context, found actions.Source) (actionSet, error) {
	var out actionSet
	var err error
	if out.controllers, err = b.controllers(ctx, found); err != nil {
		return out, err
	}
	rules, err := b.cfg.Map("policies")
	if err != nil {
		return out, err
	}
	out.policies, err = targets.NewPolicies(targets.PolicyOptions{
		Switches: b.profile.Targets, Rules: rules, Functions: b.policyCalls, Files: b.tree.Policies,
		Controllers: out.controllers, Answers: b.answers, Call: b.call(), Off: b.cfg.HookOff("policies"),
	})
	if err != nil {
		return out, err
	}
	var unknown []problem.Problem
	out.pairs, unknown = out.controllers.Pairs(b.noBlueprints)
	b.warn(unknown...)
	out.suspect = &warnings.Project{
		Scripts: b.scripts, Rules: b.profile.Checks, Config: b.cfg, ORM: b.orm, Policies: out.policies.Set(), Controllers: out.pairs,
		Blueprints: slices.Sorted(maps.Keys(b.blueprints)), Actions: out.controllers.Identities, ServerActions: []string{targets.GrantIdentity},
	}
	b.warn(out.suspect.UnknownPolicies()...)
	b.warn(out.suspect.MisspeltControllers()...)
	if b.opts.Inspect { // who looks at the project wants to know
		b.advise(out.suspect.OpenAssociations(out.policies.Of))
	}
	out.scripted = &scriptedActions{shim: b.shim, called: b.profile.Blueprints.CalledMethods()}
	if out.settings, out.defaults, err = b.defaultActions(ctx, out.policies, out.scripted); err != nil {
		return out, err
	}
	out.resolver = targets.New(targets.Options{
		Switches: b.profile.Targets, Controllers: out.controllers, Models: b.orm, Policies: out.policies, Actions: out.defaults,
		NoActions: b.noBlueprints, Blueprints: b.blueprints, BlueprintFiles: b.tree.Blueprints, Responses: b.responses, Answers: b.answers, Pages: b.shim.Pages(b.iso), Known: b.known, Views: b.names, NoViews: b.cfg.HookOff("views"),
		EncodeRedirect: b.profile.Shim.EncodeRedirect, Grant: b.gateway.grant(b.answers, b.set.Production()), Call: b.call(),
	})
	return out, nil
}

// call makes handlers of functions of the project.
func (b binder) call() targets.Call {
	requests, iso := b.shim, b.iso
	return func(fn jsapi.Function, info shim.Info) router.Handler { return requests.Handler(iso, fn, info) }
}

// controllers are the actions of the project.
func (b binder) controllers(ctx context.Context, found actions.Source) (*targets.Controllers, error) {
	var skipped []string
	err := b.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		skipped, err = found.Register()
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(skipped) > 0 {
		b.warn(problem.General("no action in %s", strings.Join(skipped, ", ")).
			Advise("a file below api/controllers is a controller, as MyThingsController.js with functions, or an action, as do-this.js with a function or an object with one called fn"))
	}
	var out *targets.Controllers
	err = b.iso.Do(ctx, func(*jsapi.Realm) error {
		list, err := found.Controllers()
		if err != nil {
			return err
		}
		before, err := found.Before(func() []string { return targets.Identities(list, b.orm) })
		out = targets.NewControllers(list, b.orm, before)
		return err
	})
	return out, err
}

// defaultActions makes the default actions, as config/blueprints.js wants them.
func (b binder) defaultActions(ctx context.Context, policies *targets.Policies, scripted *scriptedActions) (blueprints.Settings, *blueprints.Set, error) {
	global, err := b.cfg.Map("blueprints")
	if err != nil {
		return blueprints.Settings{}, nil, err
	}
	settings, ignored, err := b.profile.Blueprints.ReadSettings(global)
	if err != nil {
		return blueprints.Settings{}, nil, err
	}
	warnOf(b.build, ignored)
	var parser any
	if _, ok := app.Callable(global.Value("parseBlueprintOptions")); ok && b.profile.Blueprints.ProjectPlans {
		parser = global.Value("parseBlueprintOptions")
	}
	var access blueprints.Access
	if settings.AssociationPolicies {
		access = targets.NewAccess(targets.AccessOptions{
			Switches: b.profile.Targets, Models: b.orm, Policies: policies, Live: b.gateway.live, Log: b.log,
		})
	}
	iso, requests := b.iso, b.shim
	var autoWatch map[string]bool
	err = iso.Do(ctx, func(*jsapi.Realm) error {
		autoWatch = b.models.AutoWatch()
		return nil
	})
	if err != nil {
		return blueprints.Settings{}, nil, err
	}
	_, customOK := b.responses["ok"]
	out := blueprints.New(blueprints.Options{
		ORM: b.orm, Responses: b.answers, Settings: settings, Switches: b.profile.Blueprints, Log: b.log,
		Publisher: b.events, Why: b.events.Why, AutoWatch: autoWatch, Access: access,
		Indent: b.answers.Indent(), FastOK: !customOK, Production: b.set.Production(),
		Parser: parser, Scripts: scripted,
		Parse: func(x *router.Exchange, parser any) (*value.Map, error) {
			return jsblueprints.Parse(iso, requests, x, parser)
		},
		Admit:   iso.Admit,
		Encoded: func(body []byte) any { return &response.Payload{Kind: response.JSON, Body: body} },
		ToJSON: func(ctx context.Context, dst []byte, v any, prefix, indent string) ([]byte, error) {
			return waterline.AppendJSON(ctx, iso, dst, v, prefix, indent)
		},
	})
	if !b.profile.Blueprints.ProjectPlans {
		return settings, out, nil
	}
	return settings, out, jsblueprints.Expose(ctx, iso, b.js, requests, out)
}

func warnOf(b *build, warnings []blueprints.Warning) {
	for _, w := range warnings {
		b.warn(problem.In(w.Source, "%s", w.Text))
	}
}
