package blueprints_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/value"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestRoutes(t *testing.T) {
	o := owners(t)
	actions := []blueprints.ActionDef{{Name: "Hello"}, {Name: "both", Kind: blueprints.List}, {Name: "index"}}
	pet := blueprints.Pair{Controller: "pet", Source: "PetController.js", Model: o.Model("pet")}
	owner := blueprints.Pair{Controller: "owner", Source: "OwnerController.js", Model: o.Model("owner")}
	custom := blueprints.Pair{Controller: "pet", Source: "PetController.js", Model: o.Model("pet"), Actions: actions}
	alone := blueprints.Pair{Controller: "admin/tool", Source: "ToolController.js", Actions: actions}
	off := pet
	off.Actions = []blueprints.ActionDef{{Name: "destroy", Kind: blueprints.Off}, {Name: "find"}}
	configured := func(p blueprints.Pair, values ...any) blueprints.Pair {
		p.Config = value.Of(values...)
		return p
	}
	older := sails12.Blueprints
	older.RestPrefix = false
	for _, c := range []struct {
		name     string
		settings []any
		switches blueprints.Switches
		pairs    []blueprints.Pair
	}{
		{"pair", nil, sails12.Blueprints, []blueprints.Pair{pet}},
		{"collection", nil, sails12.Blueprints, []blueprints.Pair{owner}},
		{"actions", nil, sails12.Blueprints, []blueprints.Pair{custom}},
		{"controller_alone", nil, sails12.Blueprints, []blueprints.Pair{alone}},
		{"switched_off", nil, sails12.Blueprints, []blueprints.Pair{off}},
		{"rest_only", []any{"shortcuts", false, "actions", false}, sails12.Blueprints, []blueprints.Pair{custom}},
		{"shortcuts_only", []any{"rest", false, "actions", false}, sails12.Blueprints, []blueprints.Pair{custom}},
		{"actions_only", []any{"rest", false, "shortcuts", false}, sails12.Blueprints, []blueprints.Pair{custom}},
		{"no_index", []any{"index", false, "rest", false, "shortcuts", false}, sails12.Blueprints, []blueprints.Pair{custom}},
		{"nothing", []any{"rest", false, "shortcuts", false, "actions", false}, sails12.Blueprints, []blueprints.Pair{custom}},
		{"prefix", []any{"prefix", "/api", "restPrefix", "/rest", "pluralize", true}, sails12.Blueprints, []blueprints.Pair{pet, alone}},
		{"prefix_0.10", []any{"prefix", "/api", "restPrefix", "/rest"}, older, []blueprints.Pair{pet}},
		{"config", []any{"rest", false, "shortcuts", false, "actions", false}, sails12.Blueprints, []blueprints.Pair{
			configured(custom, "rest", true), configured(owner, "shortcuts", true, "prefix", "/own", "pluralize", true), configured(alone, "actions", true),
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := blueprints.New(blueprints.Options{ORM: o, Settings: settings(t, c.settings...), Switches: c.switches})
			bindings, warnings := set.Routes(c.pairs, nothing{})
			var out strings.Builder
			for _, b := range bindings {
				script := strings.Join(b.Script, ", ")
				if script == "" {
					script = "-"
				}
				fmt.Fprintf(&out, "%-40s %-12s %-16s %s\n", b.Address, b.Family, b.Target, script)
			}
			for _, w := range warnings {
				fmt.Fprintf(&out, "warning: %s\n", w)
			}
			golden := filepath.Join("testdata", "routes", c.name+".golden")
			if *update {
				if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if out.String() != string(want) {
				t.Errorf("got\n%s\nwant\n%s", out.String(), want)
			}
		})
	}
}

func TestSettingsThatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		name string
		v    any
		want string
	}{
		{"rest", "sure", "blueprints.rest is to be true or false"},
		{"defaultLimit", "many", "defaultLimit"},
		{"prefix", value.New(0), "prefix"},
	} {
		_, warnings := blueprints.ReadSettings(blueprints.DefaultSettings(), value.Of(c.name, c.v))
		if len(warnings) != 1 || !strings.Contains(warnings[0].String(), c.want) {
			t.Errorf("%s: %v, want a warning about %s", c.name, warnings, c.want)
		}
	}
}
