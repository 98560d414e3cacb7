package blueprints_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/value"
)

var modern = sails1.Blueprints

func modernSettings(t testing.TB, pairs ...any) blueprints.Settings {
	t.Helper()
	s, warnings := blueprints.ReadSettings(blueprints.ModernSettings(), value.Of(pairs...))
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	return s
}

// friends are models with a many-to-many association and with one of a kind.
func friends(t testing.TB) *orm.ORM {
	t.Helper()
	return open(t,
		model("Pet", attr("name", "string"), orm.AttributeDef{Name: "owner", Model: "owner"}),
		model("Owner", attr("name", "string"), orm.AttributeDef{Name: "pets", Collection: "pet", Via: "owner"}),
		model("Team", attr("name", "string"), orm.AttributeDef{Name: "members", Collection: "owner"}),
	)
}

func TestModernRoutes(t *testing.T) {
	o := friends(t)
	actions := []blueprints.ActionDef{{Name: "Hello"}, {Name: "index"}, {Name: "find"}}
	pet := blueprints.Pair{Controller: "pet", Source: "PetController.js", Actions: actions}
	top := blueprints.Pair{Controller: "", Source: "view-home.js", Actions: []blueprints.ActionDef{{Name: "view-home"}, {Name: "index"}}}
	alone := blueprints.Pair{Controller: "admin/tool", Source: "ToolController.js", Actions: actions}
	configured := func(p blueprints.Pair, values ...any) blueprints.Pair {
		p.Config = value.Of(values...)
		return p
	}
	for _, c := range []struct {
		name     string
		settings []any
		pairs    []blueprints.Pair
	}{
		{"models", nil, nil},
		{"own_find", []any{"shortcuts", false}, []blueprints.Pair{pet}},
		{"actions", []any{"actions", true, "rest", false, "shortcuts", false, "prefix", "/api"}, []blueprints.Pair{top, pet, alone}},
		{"shortcuts_only", []any{"rest", false}, nil},
		{"prefix", []any{"prefix", "/api", "restPrefix", "/rest", "pluralize", true}, nil},
		{"config", []any{"actions", true}, []blueprints.Pair{
			configured(pet, "rest", false, "actions", false),
			configured(blueprints.Pair{Controller: "team"}, "shortcuts", false, "rest", false),
		}},
		{"nothing", []any{"rest", false, "shortcuts", false}, []blueprints.Pair{pet}},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := blueprints.New(blueprints.Options{ORM: o, Settings: modernSettings(t, c.settings...), Switches: modern})
			bindings, _ := set.Routes(c.pairs, nothing{})
			var out strings.Builder
			for _, b := range bindings {
				script := strings.Join(b.Script, ", ")
				if script == "" {
					script = "-"
				}
				fmt.Fprintf(&out, "%-52s %-9s %-26s %s\n", b.Address, b.Family, b.Target, script)
			}
			golden := filepath.Join("testdata", "routes", "modern_"+c.name+".golden")
			if *update {
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

func TestSettingsThatAreGoneInModern(t *testing.T) {
	if _, _, err := modern.ReadSettings(value.Of("jsonp", true)); err == nil || !strings.Contains(err.Error(), "jsonp") {
		t.Errorf("jsonp gives %v", err)
	}
	s, warnings, err := modern.ReadSettings(value.Of("defaultLimit", int64(3), "populate", false, "actions", true, "populateDepth", int64(3)))
	if err != nil || len(warnings) != 2 || !s.Actions || s.PopulateDepth != 1 {
		t.Errorf("got %+v, %v, %v", s, warnings, err)
	}
	if s, warnings, err = sails12.Blueprints.ReadSettings(value.Of("jsonp", true, "populateDepth", int64(3))); err != nil || len(warnings) > 0 || s.PopulateDepth != 3 {
		t.Errorf("classic: got %+v, %v, %v", s, warnings, err)
	}
}

// TestModernRouteOptions: what code sees of the settings in req.options.
func TestModernRouteOptions(t *testing.T) {
	for _, on := range []bool{false, true} {
		s := serveAs(t, friends(t), sails1, modernSettings(t, "autoWatch", on, "mirror", on), nil)
		for _, b := range s.table.Bindings() {
			watch, _ := b.Options.Value("autoWatch").(bool)
			mirror, _ := b.Options.Value("mirror").(bool)
			if b.Default != "" && (!b.Options.Has("autoWatch") || watch != on || mirror != on) {
				t.Errorf("autoWatch and mirror %v: %s has %s", on, b.Address, value.Append(nil, b.Options))
			}
		}
	}
}
