package targets_test

import (
	"context"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/targets"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/router"
)

// resolver is that of a project with a controller pet, which has the action hello, and
// the policy vet; calls notes which functions are called.
func resolver(t *testing.T, release profile.Release, rules *value.Map, calls *[]string) *targets.Resolver {
	t.Helper()
	models, err := orm.Open(context.Background(), nil, orm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fn := func(jsapi.Value, ...jsapi.Value) (jsapi.Value, error) { return nil, nil }
	pet := &app.Controller{
		Module:  &app.Module{File: project.File{Identity: "pet", Rel: "api/controllers/PetController.js"}},
		Actions: []app.Action{{Name: "hello", Calls: []jsapi.Function{fn}}, {Name: "gone", Kind: app.SwitchedOff}},
	}
	controllers := targets.NewControllers([]*app.Controller{pet}, models, nil)
	call := func(_ jsapi.Function, info shim.Info) router.Handler {
		return router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) {
			*calls = append(*calls, info.Kind+" "+info.Action)
			return router.Pass, nil
		})
	}
	policies, err := targets.NewPolicies(targets.PolicyOptions{
		Switches: release.Targets, Rules: rules,
		Functions: map[string]jsapi.Function{"vet": fn}, Controllers: controllers, Call: call,
	})
	if err != nil {
		t.Fatal(err)
	}
	return targets.New(targets.Options{
		Switches: release.Targets, Controllers: controllers, Models: models, Policies: policies,
		Actions: blueprints.New(blueprints.Options{ORM: models, Switches: release.Blueprints}), Call: call,
	})
}

// TestActionBehindPolicies: an action of the project, as routes of each release name it.
func TestActionBehindPolicies(t *testing.T) {
	for _, release := range profile.All() {
		var calls []string
		rules, modern := value.Of("PetController", value.Of("hello", "vet")), release.Targets.ActionsEnd
		if modern {
			rules = value.Of("pet/hello", "vet")
		}
		r := resolver(t, release, rules, &calls)
		target, err := r.Action("Pet", "Hello", nil)
		if modern {
			target, err = r.ActionAt("pet/hello", nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := target.Handler.Serve(&router.Exchange{}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(calls, ", "); got != "policy vet, action hello" || target.Ends != modern {
			t.Errorf("%s: calls %q, ends %v", release, got, target.Ends)
		}
		if _, err := r.Action("pet", "gone", nil); err == nil {
			t.Errorf("%s: an action that is switched off was found", release)
		}
		if _, err := r.ActionAt("pet/none", nil); err == nil {
			t.Errorf("%s: an action that does not exist was found", release)
		}
	}
}
