package snapshot

import (
	"context"
	"slices"
	"strings"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/problem"
	"framework/engine/project"
	"framework/engine/warnings"
	"framework/jsapi"
	"framework/jsapi/actions"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/jsapi/waterline"
)

// code is what is below api: what stage Load makes.
type code struct {
	models      *waterline.Models
	policyCalls map[string]jsapi.Function
	responses   map[string]jsapi.Function
	blueprints  map[string]jsapi.Function
	// noBlueprints are default actions that the project has removed.
	noBlueprints []string
	// defaultActionsJS are the default actions of classic releases as functions.
	defaultActionsJS map[string]jsapi.Function
}

// load loads everything below api in the order of the release.
func load(ctx context.Context, b *build, c configuration, rt realm, found actions.Source) (code, error) {
	var out code
	js, tree := rt.js, c.tree
	err := rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		if c.profile.HelpersFirst {
			if err := found.Load(); err != nil {
				return err
			}
		}
		services, err := js.Services(tree.Services)
		if err != nil {
			return err
		}
		if c.globals().On("services") {
			if err := js.Expose(byGlobalID(services)); err != nil {
				return err
			}
		}
		models, err := loadModels(c, js)
		if err != nil {
			return err
		}
		if out.models, err = readModels(r, b, c, rt, models); err != nil {
			return err
		}
		b.warn(warnings.MisspeltModels(b.scripts, writtenModels(out.models.Written()))...)
		if c.profile.ModelsAsWritten {
			if err := showDefinitions(r, rt, models); err != nil {
				return err
			}
		}
		if !c.profile.HelpersFirst {
			if err = found.Load(); err != nil {
				return err
			}
		}
		if out.policyCalls, err = loadPolicies(b, c, js); err != nil {
			return err
		}
		if err = js.ShowPolicies(tree.Policies); err != nil {
			return err
		}
		if c.profile.Targets.PolicyPaths {
			if err = js.WrittenPolicies(out.policyCalls); err != nil {
				return err
			}
		}
		if out.responses, err = js.Functions(tree.Responses, "response"); err != nil {
			return err
		}
		if out.blueprints, out.noBlueprints, err = loadBlueprints(b, c, js); err != nil || c.profile.Blueprints.ProjectPlans {
			return err
		}
		actions, functions, err := shim.DefaultActions(r, c.profile.Blueprints.ArrayCreate)
		if err != nil {
			return err
		}
		out.defaultActionsJS = functions
		return js.ShowBlueprints(actions, tree.Blueprints)
	})
	return out, err
}

// loadModels loads the files of models, and those that hooks and the configuration have. Without
// the hook orm they are for another library of the project, and stay where they are.
func loadModels(c configuration, js *app.App) ([]*app.Module, error) {
	if c.cfg.HookOff("orm") {
		return nil, nil
	}
	files, err := js.LoadAll(c.tree.Models)
	if err != nil {
		return nil, err
	}
	files = append(files, js.Added(files, "models")...)
	return js.Defined(files, "config/orm.js", "orm", "moduleDefinitions", "models")
}

// loadPolicies loads the policies. Up to 0.12 a file that exports no function, such
// as one that is a comment only, stops nothing by being there.
func loadPolicies(b *build, c configuration, js *app.App) (map[string]jsapi.Function, error) {
	calls, others, err := js.Policies(c.tree.Policies)
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		if c.profile.Targets.PoliciesExport {
			return nil, other
		}
		b.warn(problem.General("%v: it is no policy, and a rule that names it is refused", other))
	}
	js.AddPolicies(calls)
	return calls, nil
}

// loadBlueprints loads the blueprints. A file among them that exports no function is
// what others require; up to 0.12 one that is called as a default action takes its place
// all the same, so that there is no such action.
func loadBlueprints(b *build, c configuration, js *app.App) (calls map[string]jsapi.Function, none []string, err error) {
	calls, others, err := js.Blueprints(c.tree.Blueprints)
	for _, other := range others {
		i := slices.IndexFunc(c.tree.Blueprints, func(f project.File) bool { return f.Rel == other.File })
		name := c.tree.Blueprints[i].Identity
		isDefault := slices.ContainsFunc(blueprints.ActionNames(), func(action string) bool { return strings.EqualFold(action, name) })
		if c.profile.Blueprints.ProjectPlans || !isDefault {
			b.warn(problem.General("%v: it is no blueprint, and changes no default action", other))
			continue
		}
		none = append(none, name)
		b.warn(problem.General("%v: it is no blueprint, so that no model has the default action %s", other, name))
	}
	return calls, none, err
}

// readModels reads the definitions of the models.
func readModels(r *jsapi.Realm, b *build, c configuration, rt realm, loaded []*app.Module) (*waterline.Models, error) {
	connection, err := c.datastores(b.Host).Default()
	if err != nil {
		return nil, err
	}
	files := make([]waterline.File, len(loaded))
	for i, m := range loaded {
		files[i] = waterline.File{Source: m.Rel, Identity: m.Identity, GlobalID: m.GlobalID, Exports: m.Exports}
	}
	models, err := waterline.ReadModels(r, files, waterline.Defaults{
		Models: rt.js.Config("models"), Datastore: connection, Migrate: orm.Alter,
		ErrorMembers: c.profile.Response.ErrorMembers, Rules: c.profile.Waterline, Isolate: rt.iso, Log: b.log, Unanswered: unanswered(c), Production: c.set.Production(),
	})
	return models, err
}

// showDefinitions puts the files of models where hooks find them when they are initialised,
// before the ORM has made models of them.
func showDefinitions(r *jsapi.Realm, rt realm, loaded []*app.Module) error {
	published := rt.js.Object().Get("models").ToObject(r.Runtime())
	for _, m := range loaded {
		identity := m.Identity
		if o := m.Object(); o != nil && o.Get("identity") != nil { // it names itself
			if own, ok := o.Get("identity").Export().(string); ok {
				identity = strings.ToLower(own)
			}
		}
		if err := published.Set(identity, m.Exports); err != nil {
			return err
		}
	}
	return nil
}

// readAgain reads the models once more, with what hooks have added to them as far as
// their initialize has run: up to 0.12 the ORM makes its models behind that.
func (loaded *code) readAgain(ctx context.Context, b *build, c configuration, rt realm, hooks hookSet) error {
	if hooks.count == 0 || b.opts.Inspect || !c.profile.ModelsAsWritten || c.cfg.HookOff("orm") {
		return nil
	}
	return rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		models, err := loadModels(c, rt.js)
		if err != nil {
			return err
		}
		loaded.models, err = readModels(r, b, c, rt, models)
		return err
	})
}

// writtenModels are the keys of models for those who look for typing errors.
func writtenModels(written []waterline.Written) []warnings.Model {
	var out []warnings.Model
	for _, w := range written {
		m := warnings.Model{Source: w.Source, Name: w.GlobalID, Keys: w.Keys, Types: w.Types}
		for _, a := range w.Attributes {
			m.Attributes = append(m.Attributes, warnings.Attribute{Name: a.Name, Keys: a.Keys})
		}
		out = append(out, m)
	}
	return out
}

func byGlobalID(list []*app.Module) map[string]jsapi.Value {
	out := make(map[string]jsapi.Value, len(list))
	for _, m := range list {
		out[m.GlobalID] = m.Exports
	}
	return out
}
