package actions_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"framework/engine/config"
	"framework/engine/project"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/actions"
	"framework/jsapi/app"
	"framework/jsapi/jsapitest"
)

// server notes which default actions run.
type server struct{ ran []string }

func (*server) SendData(jsapi.Value, int, jsapi.Value) error { return nil }

func (*server) DefaultActions() []string { return []string{"pet/find"} }

func (s *server) RunDefault(identity string, _ jsapi.Value) error {
	s.ran = append(s.ran, identity)
	return nil
}

// inside is a project, which is a txtar archive, with its actions.
type inside struct {
	iso    *jsapi.Isolate
	source actions.Source
	server *server
}

// open makes the source of a project of 1.x where machines is true.
func open(t *testing.T, archive string, machines bool, settings *value.Map) *inside {
	t.Helper()
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(archive)), dir); err != nil {
		t.Fatal(err)
	}
	tree, err := project.Scan(dir, project.DefaultPaths())
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	in := &inside{server: new(server)}
	if in.iso, err = jsapi.New(jsapi.Options{Root: dir, Log: log}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.iso.Close(context.Background()) })
	err = in.iso.Do(t.Context(), func(r *jsapi.Realm) error {
		js, err := app.New(r, app.Options{Root: tree.Root, Log: log, Stdout: io.Discard, Stderr: io.Discard})
		if err != nil {
			return err
		}
		if err := errors.Join(js.SetConfig(settings), js.Expose(map[string]jsapi.Value{"sails": js.Object()})); err != nil {
			return err
		}
		if !machines {
			in.source = actions.NewControllers(js, tree.Controllers)
			return nil
		}
		in.source, err = actions.NewRegister(r, actions.RegisterOptions{
			App: js, Config: config.Merge([]config.Layer{{Source: "the test", Values: settings}}, config.Options{}),
			Root: tree.Root, Paths: project.DefaultPaths(), Log: log, Server: in.server,
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// do runs fn on the loop.
func (in *inside) do(t *testing.T, fn func() error) error {
	t.Helper()
	return in.iso.Do(t.Context(), func(*jsapi.Realm) error { return fn() })
}

// names are the actions of controllers.
func names(list []*app.Controller) string {
	var out []string
	for _, c := range list {
		for _, a := range c.Actions {
			out = append(out, c.Identity+"/"+a.Name)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

const controllers = `
-- package.json --
{}
-- api/controllers/PetController.js --
module.exports = { feed: function () {}, legs: 4, _config: { actions: false } };
`

func TestControllers(t *testing.T) {
	t.Parallel()
	in := open(t, controllers, false, value.New(0))
	err := in.do(t, func() error {
		if err := errors.Join(in.source.ExtendHooks(), in.source.Load()); err != nil {
			return err
		}
		skipped, err := in.source.Register()
		list, more := in.source.Controllers()
		before, last := in.source.Before(func() []string { return []string{"pet/feed"} })
		if names(list) != "pet/feed" || len(skipped) > 0 || len(before) > 0 || in.source.Kit() != nil {
			t.Errorf("got %s, skipped %v, before %v", names(list), skipped, before)
		}
		return errors.Join(err, more, last)
	})
	if err != nil {
		t.Fatal(err)
	}
}

const register = controllers + `
-- api/controllers/say-hello.js --
module.exports = { inputs: {}, exits: {}, fn: async function () { return 'hello'; } };
-- api/controllers/admin/look.js --
module.exports = function (req, res) {};
-- api/controllers/Notes.js --
module.exports = {};
-- api/controllers/no-action.js --
module.exports = { fine: true };
-- api/helpers/math/add-one.js --
module.exports = { inputs: { to: { type: 'number', required: true } }, fn: async function (inputs) { return inputs.to + 1; } };
`

// TestRegister: the actions and helpers of a project of 1.x.
func TestRegister(t *testing.T) {
	t.Parallel()
	in := open(t, register+"-- api/helpers/zeta.js --\nmodule.exports = { fn: function () {} };\n", true, value.Of("helpers", value.New(0)))
	const written = "sails.config.helpers.moduleDefinitions = { 'of-config': { sync: true, fn: function () { return 'written'; } } }; 1"
	if _, err := jsapitest.Value(t.Context(), in.iso, written); err != nil {
		t.Fatal(err)
	}
	if err := in.do(t, in.source.Load); err != nil {
		t.Fatal(err)
	}
	var skipped []string
	if err := in.do(t, func() (err error) { skipped, err = in.source.Register(); return err }); err != nil {
		t.Fatal(err)
	}
	if want := []string{"api/controllers/Notes.js", "api/controllers/no-action.js"}; !slices.Equal(skipped, want) {
		t.Errorf("skipped %v, want %v", skipped, want)
	}
	for _, tc := range []struct{ script, want string }{
		{"sails.helpers.math.addOne(1)", "2"},
		{"sails.helpers.ofConfig()", `"written"`},
		{"Object.keys(sails.helpers).filter(function (name) { return /math|zeta/.test(name); })", `["math","zeta"]`},
		{"Object.keys(sails.getActions()).sort().join(' ')", `"admin/look pet/feed pet/find say-hello"`},
		{"sails.getActions()['pet/find']({}, {}); 1", "1"},
		{"sails.registerActionMiddleware(function () {}, 'pet/*'); 1", "1"},
		{"sails.registerAction(function () {}, 'late'); 1", "1"},
	} {
		if got, err := jsapitest.Value(t.Context(), in.iso, tc.script); err != nil || got != tc.want {
			t.Errorf("%s: %s and %v, want %s", tc.script, got, err, tc.want)
		}
	}
	if !slices.Equal(in.server.ran, []string{"pet/find"}) {
		t.Errorf("the server ran %v", in.server.ran)
	}
	err := in.do(t, func() error {
		list, err := in.source.Controllers()
		before, more := in.source.Before(func() []string { return []string{"pet/feed", "say-hello"} })
		if want := "/late /say-hello admin/look pet/feed"; names(list) != want {
			t.Errorf("got %s, want %s", names(list), want)
		}
		if got := slices.Collect(maps.Keys(before)); !slices.Equal(got, []string{"pet/feed"}) {
			t.Errorf("functions stand in front of %v", got)
		}
		if in.source.Kit() == nil {
			t.Error("there is no kit")
		}
		return errors.Join(err, more)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestExtendHooks: hooks add helpers unless the hook helpers is switched off.
func TestExtendHooks(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		hooks any
		want  string
	}{
		"usually":        {value.New(0), `"function"`},
		"switched off":   {value.Of("helpers", false), `"none"`},
		"off by a flag":  {value.Of("helpers", "false"), `"none"`},
		"named as usual": {value.Of("helpers", true), `"function"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := open(t, register, true, value.Of("hooks", tc.hooks))
			if err := in.do(t, in.source.ExtendHooks); err != nil {
				t.Fatal(err)
			}
			got, err := jsapitest.Value(t.Context(), in.iso, "sails.hooks.helpers && sails.hooks.helpers.furnishPack ? typeof sails.hooks.helpers.furnishPack : 'none'")
			if err != nil || got != tc.want {
				t.Errorf("got %s and %v, want %s", got, err, tc.want)
			}
		})
	}
}

// TestRegisterRefuses: files that cannot be registered or loaded.
func TestRegisterRefuses(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ archive, load, register string }{
		"two files have one action": {register + "-- api/controllers/pet/feed.js --\nmodule.exports = function () {};\n", "", `are both the action "pet/feed"`},
		"a helper without fn":       {register + "-- api/helpers/broken.js --\nmodule.exports = { inputs: 1 };\n", "api/helpers/broken.js: ", ""},
		"a helper that throws":      {register + "-- api/helpers/broken.js --\nthrow new Error('no helper');\n", "no helper", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := open(t, tc.archive, true, value.New(0))
			wants := func(err error, text string) {
				t.Helper()
				if (err == nil) != (text == "") || err != nil && !strings.Contains(err.Error(), text) {
					t.Errorf("got %v, want %q", err, text)
				}
			}
			wants(in.do(t, in.source.Load), tc.load)
			wants(in.do(t, func() error { _, err := in.source.Register(); return err }), tc.register)
		})
	}
}
