package app_test

import (
	"errors"
	"testing"

	"framework/engine/config"
	"framework/jsapi"
	"framework/jsapi/app"
)

// TestGlobals: which global names a project has by its config/globals.js.
func TestGlobals(t *testing.T) {
	t.Parallel()
	const library = `
-- node_modules/lodash/index.js --
module.exports = function () {}; module.exports.VERSION = '3';
-- node_modules/sails/node_modules/async/index.js --
exports.each = function () {};
`
	for name, tc := range map[string]struct {
		globals string // as written
		archive string
		listed  bool
		want    string // the types of sails, framework, _ and async
		on      []string
		refused string // the key of the error
	}{
		"classic":                    {"undefined", library, false, `["object","object","function","object"]`, []string{"models", "services"}, ""},
		"classic without libraries":  {"undefined", "", false, `["object","object","undefined","undefined"]`, []string{"models", "services"}, ""},
		"classic, some off":          {"{ _: false, services: false, sails: false }", library, false, `["undefined","object","undefined","object"]`, []string{"models"}, ""},
		"classic, all off":           {"false", library, false, `["undefined","object","undefined","undefined"]`, nil, ""},
		"1.x":                        {"undefined", library, true, `["object","object","undefined","undefined"]`, []string{"models", "services"}, ""},
		"1.x, libraries":             {"{ _: require('lodash'), async: { each: 1 }, sails: true }", library, true, `["object","object","function","object"]`, []string{"models", "services"}, ""},
		"1.x, all off":               {"false", library, true, `["undefined","undefined","undefined","undefined"]`, nil, ""},
		"1.x, some off":              {"{ _: false, async: false, models: false, sails: false }", library, true, `["undefined","undefined","undefined","undefined"]`, []string{"services"}, ""},
		"1.x, sails is no boolean":   {"{ sails: 'yes' }", "", true, "", nil, "globals.sails"},
		"1.x, models is no boolean":  {"{ models: 1 }", "", true, "", nil, "globals.models"},
		"1.x, a library is a name":   {"{ _: true }", "", true, "", nil, "globals._"},
		"1.x, globals are no object": {"true", "", true, "", nil, "globals"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			archive := "-- package.json --\n{}\n-- config/globals.js --\nmodule.exports.globals = " + tc.globals + ";\n" + tc.archive
			open(t, archive, app.Options{}, func(r *jsapi.Realm, in *inside) error {
				layers, err := in.app.ConfigLayers(in.tree.Config)
				if err != nil {
					return err
				}
				if err := r.Runtime().GlobalObject().Delete("sails"); err != nil {
					return err
				}
				globals := app.Globals{Config: config.Merge(layers, config.Options{}), Listed: tc.listed}
				err = in.app.ExposeGlobals(globals)
				var wrong *config.Error
				if errors.As(err, &wrong); wrong != nil {
					if wrong.Key != tc.refused {
						t.Errorf("refused: %v", err)
					}
					return nil
				}
				if err != nil || tc.refused != "" {
					t.Errorf("error %v, want one about %q", err, tc.refused)
				}
				if got := resultOf(r, "[typeof sails, typeof framework, typeof _, typeof async]"); got != tc.want {
					t.Errorf("got %s, want %s", got, tc.want)
				}
				var on []string
				for _, kind := range []string{"models", "services"} {
					if globals.On(kind) {
						on = append(on, kind)
					}
				}
				if len(on) != len(tc.on) || len(on) == 1 && on[0] != tc.on[0] {
					t.Errorf("%v are on, want %v", on, tc.on)
				}
				return nil
			})
		})
	}
}
