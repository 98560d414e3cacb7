package blueprints_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/value"
	"framework/router"
)

func listing(bindings []*router.Binding, warnings []blueprints.Warning) string {
	var out strings.Builder
	for _, b := range bindings {
		fmt.Fprintf(&out, "%-42s %-9s %s\n", b.Address, b.Family, b.Target)
	}
	for _, w := range warnings {
		fmt.Fprintf(&out, "warning: %s\n", w)
	}
	return out.String()
}

// TestRoutesOfReleases holds every setting, once for the project and once as
// the _config of a controller over its opposite, to the routes of each release.
func TestRoutesOfReleases(t *testing.T) {
	o := community(t)
	hello := []blueprints.ActionDef{{Name: "hello"}, {Name: "index"}}
	off := []any{"actions", false, "shortcuts", false, "rest", false}
	for _, c := range []struct {
		name             string
		settings, config []any
	}{
		{name: "default"},
		{name: "rest_off", settings: []any{"rest", false}},
		{name: "shortcuts_off", settings: []any{"shortcuts", false}},
		{name: "actions_off", settings: []any{"actions", false}},
		{name: "index_off", settings: []any{"index", false}},
		{name: "all_off", settings: off},
		{name: "prefix", settings: []any{"prefix", "/api/v1"}},
		{name: "rest_prefix", settings: []any{"restPrefix", "/rest"}},
		{name: "prefix_without_slash", settings: []any{"prefix", "api", "restPrefix", "rest"}},
		{name: "prefix_no_text", settings: []any{"prefix", true}},
		{name: "pluralize", settings: []any{"pluralize", true}},
		{name: "config_rest_on", settings: off, config: []any{"rest", true}},
		{name: "config_shortcuts_on", settings: off, config: []any{"shortcuts", true}},
		{name: "config_actions_on", settings: off, config: []any{"actions", true}},
		{name: "config_rest_off", config: []any{"rest", false}},
		{name: "config_shortcuts_off", config: []any{"shortcuts", false}},
		{name: "config_actions_off", config: []any{"actions", false}},
		{name: "config_index_off", config: []any{"index", false}},
		{name: "config_prefix", settings: []any{"prefix", "/api", "restPrefix", "/rest"}, config: []any{"prefix", "/own"}},
		{name: "config_rest_prefix", settings: []any{"restPrefix", "/rest"}, config: []any{"restPrefix", ""}},
		{name: "config_prefix_no_text", config: []any{"prefix", int64(5)}},
		{name: "config_pluralize", config: []any{"pluralize", true}},
		{name: "config_pluralize_off", settings: []any{"pluralize", true}, config: []any{"pluralize", false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			global, early := blueprints.ReadSettings(blueprints.DefaultSettings(), value.Of(c.settings...))
			var config *value.Map
			if c.config != nil {
				config = value.Of(c.config...)
			}
			pairs := []blueprints.Pair{
				{Controller: "user", Source: "UserController.js", Model: o.Model("user"), Actions: hello, Config: config},
				// Without a model there are actions alone; what is said of
				// one controller is not said of another.
				{Controller: "admin/tool", Source: "admin/ToolController.js", Actions: hello},
			}
			var texts []string
			var names [][]string
			for _, rel := range releases {
				bindings, warnings := blueprints.New(blueprints.Options{ORM: o, Settings: global, Switches: rel.Blueprints}).Routes(pairs, nothing{})
				text := listing(bindings, append(slices.Clone(early), warnings...))
				if i := slices.Index(texts, text); i >= 0 {
					names[i] = append(names[i], rel.Name)
					continue
				}
				texts, names = append(texts, text), append(names, []string{rel.Name})
			}
			var out strings.Builder
			for i, text := range texts {
				fmt.Fprintf(&out, "# %s\n%s", strings.Join(names[i], ", "), text)
			}
			same(t, filepath.Join("testdata", "routes", "releases", c.name+".golden"), out.String())
		})
	}
}

// same compares text with a golden file, which -update writes.
func same(t *testing.T, golden, text string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// A model without a controller, and one that only joins others, has no routes.
func TestModelAlone(t *testing.T) {
	o := community(t)
	for _, rel := range releases {
		bindings, _ := blueprints.New(blueprints.Options{ORM: o, Settings: settings(t), Switches: rel.Blueprints}).
			Routes([]blueprints.Pair{{Controller: "user", Model: o.Model("user")}}, nothing{})
		if len(bindings) == 0 {
			t.Errorf("%s: the controller has no routes", rel.Name)
		}
		for _, b := range bindings {
			if b.Target[:5] != "user." || b.Address.Path[:5] != "/user" {
				t.Errorf("%s: %s leads to %s", rel.Name, b.Address, b.Target)
			}
		}
	}
}

func TestPlurals(t *testing.T) {
	for name, want := range map[string]string{
		"user": "/users", "person": "/people", "child": "/children", "category": "/categories", "news": "/news", "sheep": "/sheep", "box": "/boxes",
		"admin/user": "/admin/users", "person/user": "/person/users",
	} {
		bindings, _ := blueprints.New(blueprints.Options{Settings: settings(t, "pluralize", true), Switches: sails12.Blueprints}).
			Routes([]blueprints.Pair{{Controller: name, Actions: []blueprints.ActionDef{{Name: "index"}}}}, nothing{})
		if got := bindings[len(bindings)-1].Address.Path; got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// owned is a project with functions and policies of its own.
type owned struct {
	custom, override []string
	asked            *[]string // of policies
}

func (p owned) handler(names []string, action, by string) (router.Handler, []string, bool) {
	return router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		return router.Answered, x.Response.Commit(200, []byte(by+" "+action))
	}), []string{by}, slices.Contains(names, action)
}

func (p owned) Custom(_, action string) (router.Handler, []string, bool) {
	return p.handler(p.custom, action, "controller")
}

func (p owned) Override(action string) (router.Handler, []string, bool) {
	return p.handler(p.override, action, "project")
}

func (p owned) Guard(controller, action string, h router.Handler) (router.Handler, *router.Guard) {
	*p.asked = append(*p.asked, controller+"."+action)
	return h, &router.Guard{Policies: []string{"signedIn"}}
}

// The controller's function comes before the project's, that before the
// default action; false in the controller is nothing at all.
func TestOverriding(t *testing.T) {
	s := settle(serveAs(t, community(t), sails12, settings(t, "populate", false), nil))
	var guarded []string
	own := owned{custom: []string{"find", "greet"}, override: []string{"find", "findone"}, asked: &guarded}
	pair := blueprints.Pair{Controller: "user", Model: s.orm.Model("user"), Actions: []blueprints.ActionDef{{Name: "Greet"}, {Name: "find"}, {Name: "DESTROY", Kind: blueprints.Off}}}
	bindings, _ := s.set.Routes([]blueprints.Pair{pair}, own)
	table, err := router.NewTable(bindings, router.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s.table = table
	for _, c := range []struct{ method, target, want string }{
		{"GET", "/user/greet", "200 controller greet"},
		{"GET", "/user", "200 controller find"},
		{"GET", "/user/find", "200 controller find"},
		{"GET", "/user/1", "200 project findone"},
		{"GET", "/user/find/1", "200 controller find"}, // the action's route /user/find/:id? comes first
		{"PUT", "/user/2", "200 " + bob},
		{"DELETE", "/user/2", "404 "},
		{"GET", "/user/destroy/2", "404 "},
		{"DELETE", "/user", "404 "},
		{"PUT", "/user/2", "200 " + bob},
	} {
		status, body := s.ask(c.method, c.target, "")
		if !answered(c.want, status, body) {
			t.Errorf("%s %s: got %d %s, want %s", c.method, c.target, status, body, c.want)
		}
	}
	for _, b := range bindings {
		if b.Guard == nil || !slices.Contains(b.Script, "policy signedIn") {
			t.Errorf("%s has no policy", b.Address)
		}
	}
	if len(guarded) != len(bindings) || !slices.Contains(guarded, "user.findone") || !slices.Contains(guarded, "user.destroy") {
		t.Errorf("policies were asked for %v", guarded)
	}
}
