package engine_test

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/enginetest"
)

// TestModernLiftFailures: what 1.x does not lift with stops the lift here as
// well, and the error says where.
func TestModernLiftFailures(t *testing.T) {
	for name, tc := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"a helper without a function": {
			map[string]string{"api/helpers/send-mail.js": "module.exports = { inputs: {} };"},
			[]string{"api/helpers/send-mail.js: ", "Missing the `fn` property."},
		},
		"a helper of an unknown type": {
			map[string]string{"api/helpers/a/b.js": "module.exports = { inputs: { when: { type: 'date' } }, fn: async function () {} };"},
			[]string{"api/helpers/a/b.js: ", `Invalid input definition ("when").  Unrecognized`},
		},
		"a helper that is no object": {
			map[string]string{"api/helpers/x.js": "module.exports = function () {};"},
			[]string{"api/helpers/x.js: ", "a helper is module.exports = "},
		},
		"an action of an unknown type": {
			map[string]string{"api/controllers/x.js": "module.exports = { inputs: { a: { type: 'whatever' } }, fn: async function () {} };"},
			[]string{"api/controllers/x.js: ", `the action "x" cannot be used`},
		},
		"an exit that cannot be answered": {
			map[string]string{"api/controllers/x.js": "module.exports = { exits: { success: { statusCode: 'many' } }, fn: async function () {} };"},
			[]string{"api/controllers/x.js: ", `the exit "success" has statusCode`},
		},
		"two actions of one name": {
			map[string]string{
				"api/controllers/thing/run.js": "module.exports = function () {};", "api/controllers/ThingController.js": "module.exports = { run: function () {} };",
			},
			[]string{"api/controllers/ThingController.js", "api/controllers/thing/run.js", `the action "thing/run"`},
		},
		"a policy that does not exist": {
			map[string]string{"config/policies.js": "module.exports.policies = { 'a/*': 'is-nobody' };"},
			[]string{"config/policies.js: policies of a/*: there is no policy"},
		},
		"true among other policies": {
			map[string]string{"config/policies.js": "module.exports.policies = { a: ['p', true] };", "api/policies/p.js": "module.exports = function () {};"},
			[]string{"config/policies.js: policies of a: true stands in a list"},
		},
		"a policy that is no function": {
			map[string]string{"api/policies/p.js": "module.exports = {};"},
			[]string{"api/policies/p.js: ", "a function"},
		},
		"a global of the wrong kind": {
			map[string]string{"config/globals.js": "module.exports.globals = { sails: 'yes' };"},
			[]string{"globals.sails", "true or false"},
		},
		"a library that is none": {
			map[string]string{"config/globals.js": "module.exports.globals = { _: true };"},
			[]string{"globals._", "require('lodash')"},
		},
		"globals that are a list": {
			map[string]string{"config/globals.js": "module.exports.globals = ['sails'];"},
			[]string{"globals", "false or an object"},
		},
		"a target that is no name": {
			map[string]string{"config/routes.js": "module.exports.routes = { 'GET /a': 'not a name' };"},
			[]string{`config/routes.js: route "GET /a": "not a name" cannot be the name of an action`},
		},
		"a hook that registers what is there": {
			map[string]string{"api/hooks/h/index.js": "module.exports = function (sails) { return { initialize: async function () { sails.registerAction(function () {}, 'a'); sails.registerAction(function () {}, 'a'); } }; };"},
			[]string{`the action "a" is there already`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			tc.files["package.json"] = `{"dependencies": {"sails": "^1.5.0"}}`
			for file, text := range tc.files {
				path := filepath.Join(dir, filepath.FromSlash(file))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			app := engine.New(engine.Options{Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler)})
			err := app.Load(context.Background())
			if err == nil {
				_ = app.Close(context.Background())
				t.Fatal("it lifts")
			}
			for _, want := range tc.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("no %q in: %v", want, err)
				}
			}
		})
	}
}

// TestModernUpload: an input named in files is the upload of that field, and
// the texts before it are inputs as any others.
func TestModernUpload(t *testing.T) {
	server := enginetest.Serve(t, txtar.Parse([]byte(`
-- package.json --
{"dependencies": {"sails": "^1.5.0"}}
-- config/routes.js --
module.exports.routes = { 'POST /avatar': 'avatar' };
-- api/controllers/avatar.js --
module.exports = {
  files: ['picture'],
  inputs: { owner: { type: 'string', required: true }, picture: { type: 'ref', required: true } },
  exits: { none: { statusCode: 422 } },
  fn: function (inputs, exits) {
    inputs.picture.upload(function (err, files) {
      if (err) { return exits.error(err); }
      if (!files.length) { return exits.none({ owner: inputs.owner }); }
      return exits.success({ owner: inputs.owner, name: files[0].filename, size: files[0].size, field: files[0].field });
    });
  }
};
`)).Files)
	for _, tc := range []struct {
		fields map[string]string
		files  []sentFile
		status int
		want   string
	}{
		{map[string]string{"owner": "Rex"}, []sentFile{{"picture", "rex.png", "0123456789"}}, 200, `"name": "rex.png",` + "\n" + `  "size": 10`},
		{map[string]string{"owner": "Rex"}, nil, 422, `"owner": "Rex"`},
		{nil, []sentFile{{"picture", "rex.png", "x"}}, 400, `\"owner\" is required`},
	} {
		if status, text := send(t, server, "/avatar", tc.fields, tc.files...); status != tc.status || !strings.Contains(text, tc.want) {
			t.Errorf("%v %v: got %d %s, want %d with %s", tc.fields, tc.files, status, text, tc.status, tc.want)
		}
	}
}
