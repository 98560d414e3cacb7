package app_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/engine/project"
	"framework/jsapi"
	"framework/jsapi/app"
)

// TestControllers: which members of a controller are actions, and what this is
// when they are called.
func TestControllers(t *testing.T) {
	const archive = `
-- api/controllers/PetController.js --
module.exports = {
  _config: { actions: false, prefix: '/v1' },
  hello: function (req, res) { return String(this && this.name); },
  list: [function (req, res, next) {}, function (req, res) {}],
  find: false,
  name: 'pets',
  broken: [1],
  on: true,
};
-- api/controllers/admin/ToolController.js --
exports.run = (req, res) => 'ran';
`
	for _, bind := range []bool{false, true} {
		t.Run(fmt.Sprintf("bound %t", bind), func(t *testing.T) {
			open(t, archive, app.Options{BindModules: bind}, func(r *jsapi.Realm, in *inside) error {
				list, err := in.app.Controllers(in.tree.Controllers)
				if err != nil || len(list) != 2 {
					return fmt.Errorf("got %v, %w", list, err)
				}
				var got []string
				for _, c := range list {
					for _, a := range c.Actions {
						got = append(got, fmt.Sprintf("%s.%s kind %d calls %d next %t", c.Identity, a.Name, a.Kind, len(a.Calls), !a.NoNext))
					}
				}
				want := "pet.hello kind 0 calls 1 next false\npet.list kind 1 calls 2 next true\npet.find kind 2 calls 0 next true\nadmin/tool.run kind 0 calls 1 next false"
				if text := strings.Join(got, "\n"); text != want {
					t.Errorf("actions\n%s\nwant\n%s", text, want)
				}
				if prefix, _ := list[0].Config.Get("prefix"); prefix != "/v1" {
					t.Errorf("_config.prefix is %v", prefix)
				}
				this, err := list[0].Actions[0].Calls[0](goja.Undefined())
				if bind && (err != nil || this.String() != "pets") {
					t.Errorf("this is not the controller: %v, %v", this, err)
				}
				if !bind && (err != nil || this.String() == "pets") {
					t.Errorf("0.10 has no this; it gave %v, %v", this, err)
				}
				if got := resultOf(r, `[sails.controllers.pet.identity, sails.controllers.pet.globalId, Object.keys(sails.controllers)]`); got != `["pet","Pet",["pet","admin/tool"]]` {
					t.Errorf("published as %s", got)
				}
				return nil
			})
		})
	}
}

// TestServices are bound to themselves where the release does that; classes and
// functions with members stay as they are.
func TestServices(t *testing.T) {
	const archive = `
-- api/services/MailService.js --
function Client() {}
Client.create = function () { return 'made'; };
module.exports = { from: 'me', send: function () { return this && this.from; }, Client: Client, fixed: Object.freeze({}) };
-- api/services/Frozen.js --
module.exports = Object.freeze({ yes: function () { return 'yes'; } });
-- api/services/Plain.js --
module.exports = function () { return 'called'; };
`
	open(t, archive, app.Options{BindModules: true}, func(r *jsapi.Realm, in *inside) error {
		list, err := in.app.Services(in.tree.Services)
		if err != nil || len(list) != 3 {
			return fmt.Errorf("got %v, %w", list, err)
		}
		got := resultOf(r, `var send = sails.services.mailservice.send; [send(), sails.services.mailservice.Client.create(), sails.services.frozen.yes(), sails.services.plain(), Object.keys(sails.services)]`)
		if want := `["me","made","yes","called",["frozen","mailservice","plain"]]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		return nil
	})
	open(t, archive, app.Options{}, func(r *jsapi.Realm, in *inside) error {
		if _, err := in.app.Services(in.tree.Services); err != nil {
			return err
		}
		if got := resultOf(r, `var send = sails.services.mailservice.send; String(send.call(undefined))`); got != `"undefined"` {
			t.Errorf("0.10 binds nothing; this.from was %s", got)
		}
		return nil
	})
}

// TestExports: a file that exports something else names itself and says what to
// write.
func TestExports(t *testing.T) {
	for _, tt := range []struct {
		name, archive string
		load          func(in *inside) error
		file, want    string
	}{
		{"a config file", "-- config/pets.js --\nmodule.exports = 1;\n", func(in *inside) error {
			_, err := in.app.ConfigLayers(in.tree.Config)
			return err
		}, "config/pets.js", "an object"},
		{"a controller", "-- api/controllers/PetController.js --\nmodule.exports = 'x';\n", func(in *inside) error {
			_, err := in.app.Controllers(in.tree.Controllers)
			return err
		}, "api/controllers/PetController.js", "an object of actions"},
		{"a policy", "-- api/policies/isAdmin.js --\nmodule.exports = {};\n", func(in *inside) error {
			_, others, err := in.app.Policies(in.tree.Policies)
			if err == nil && len(others) == 1 {
				err = others[0]
			}
			return err
		}, "api/policies/isAdmin.js", "a function"},
		{"a response", "-- api/responses/ok.js --\nmodule.exports = {};\n", func(in *inside) error {
			_, err := in.app.Functions(in.tree.Responses, "response")
			return err
		}, "api/responses/ok.js", "a function"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			open(t, tt.archive, app.Options{}, func(_ *jsapi.Realm, in *inside) error {
				err := tt.load(in)
				var wrong *app.ExportError
				if !errors.As(err, &wrong) || wrong.File != tt.file || wrong.Want != tt.want || !strings.Contains(err.Error(), "module.exports") {
					t.Errorf("got %v", err)
				}
				return nil
			})
		})
	}
	t.Run("a file that fails", func(t *testing.T) {
		open(t, "-- api/services/Bad.js --\nvar x = 1;\nnothing.at.all;\n", app.Options{}, func(_ *jsapi.Realm, in *inside) error {
			_, err := in.app.Services(in.tree.Services)
			var script *jsapi.ScriptError
			if !errors.As(err, &script) || script.File != "api/services/Bad.js" || script.Line != 2 {
				t.Errorf("got %v, want the place of the error", err)
			}
			return nil
		})
	})
}

// TestConfigLayers: each file is a layer, by the keys that it exports.
func TestConfigLayers(t *testing.T) {
	open(t, "-- config/a.js --\nmodule.exports.pets = {max: 3, when: function () {}};\nmodule.exports.b = 1;\n-- config/b.js --\nexports.pets = {max: 4};\n", app.Options{}, func(_ *jsapi.Realm, in *inside) error {
		layers, err := in.app.ConfigLayers(in.tree.Config)
		if err != nil || len(layers) != 2 {
			return fmt.Errorf("got %v, %w", layers, err)
		}
		if layers[0].Source != "config/a.js" || layers[0].Values.Len() != 2 || layers[1].Source != "config/b.js" || layers[1].Values.Len() != 1 {
			t.Errorf("got %+v", layers)
		}
		return nil
	})
}

// TestActionRegister: 1.x makes actions of controllers and of files, by their
// paths; two of one identity are an error that names both files.
func TestActionRegister(t *testing.T) {
	const archive = `
-- api/controllers/PetController.js --
module.exports = { Hello: function () { return 'hello'; }, n: 1, _config: { shortcuts: false } };
-- api/controllers/user/view-profile.js --
module.exports = { friendlyName: 'View', fn: function () {} };
-- api/controllers/user/plain.js --
module.exports = function (req, res) { return 'plain'; };
-- api/controllers/user/nothing.js --
module.exports = 7;
-- api/controllers/user/README.js --
module.exports = {};
`
	opts := app.ActionOptions{
		IsDefinition: func(v goja.Value) bool {
			o, ok := v.(*goja.Object)
			return ok && o.Get("fn") != nil
		},
	}
	open(t, archive, app.Options{BindModules: true}, func(r *jsapi.Realm, in *inside) error {
		modern, err := project.ScanModern(in.tree.Root, project.DefaultPaths())
		if err != nil {
			return err
		}
		opts.Files = modern.Actions
		opts.AsAction = func(def goja.Value, identity string) (goja.Value, error) {
			return r.Runtime().ToValue(func(goja.FunctionCall) goja.Value { return r.Runtime().ToValue("machine " + identity) }), nil
		}
		acts, err := in.app.InstallActions(opts)
		if err != nil {
			return err
		}
		if err := acts.Load(); err != nil {
			return err
		}
		list, err := acts.Controllers()
		if err != nil {
			return err
		}
		var got []string
		for _, c := range list {
			for _, a := range c.Actions {
				v, err := a.Calls[0](goja.Undefined())
				got = append(got, fmt.Sprintf("%s/%s %v %v %s", c.Identity, a.Name, v, err, a.Source))
			}
		}
		want := "pet/hello hello <nil> api/controllers/PetController.js\nuser/plain plain <nil> api/controllers/user/plain.js\nuser/view-profile machine user/view-profile <nil> api/controllers/user/view-profile.js"
		if text := strings.Join(got, "\n"); text != want {
			t.Errorf("got\n%s\nwant\n%s", text, want)
		}
		if text := strings.Join(acts.Skipped(), " "); text != "api/controllers/user/README.js api/controllers/user/nothing.js" {
			t.Errorf("skipped %s", text)
		}
		if got := resultOf(r, `Object.keys(sails.getActions()).sort()`); got != `["pet/hello","user/plain","user/view-profile"]` {
			t.Errorf("getActions: %s", got)
		}
		return nil
	})
	open(t, "-- api/controllers/PetController.js --\nexports.hello = function () {};\n-- api/controllers/pet/hello.js --\nmodule.exports = function () {};\n", app.Options{}, func(_ *jsapi.Realm, in *inside) error {
		modern, err := project.ScanModern(in.tree.Root, project.DefaultPaths())
		if err != nil {
			return err
		}
		opts.Files = modern.Actions
		acts, err := in.app.InstallActions(opts)
		if err != nil {
			return err
		}
		err = acts.Load()
		if err == nil || !strings.Contains(err.Error(), "PetController.js") || !strings.Contains(err.Error(), "pet/hello.js") {
			t.Errorf("got %v, want both files named", err)
		}
		return nil
	})
}

// TestCopiedModules: a module that copies another while it is loaded has a name of its own,
// and a global name as it names itself.
func TestCopiedModules(t *testing.T) {
	open(t, `
-- api/models/Base.js --
module.exports = { attributes: {} };
-- api/models/Pet.js --
module.exports = Object.assign({}, require('./Base'), { own: true });
-- api/models/Zoo.js --
module.exports = { identity: 'zOo' };
`, app.Options{}, func(_ *jsapi.Realm, in *inside) error {
		list, err := in.app.LoadAll(in.tree.Models)
		if err != nil {
			return err
		}
		for i, want := range []string{"base Base", "pet Pet", "zOo zOo"} {
			o := list[i].Object()
			if got := o.Get("identity").String() + " " + o.Get("globalId").String(); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
		return nil
	})
}
