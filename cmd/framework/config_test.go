package main_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

const layered = `
-- config/base.js --
module.exports.layer = { a: 'config', b: 'config', c: 'config', d: 'config', e: 'config', f: 'config', g: 'config', list: [1, 2, 3], deep: { kept: true } };
-- config/env/staging/more.js --
module.exports.layer = { b: 'env folder', c: 'env folder', d: 'env folder', e: 'env folder', f: 'env folder', g: 'env folder' };
-- config/env/staging.js --
module.exports.layer = { c: 'env file', d: 'env file', e: 'env file', f: 'env file', g: 'env file', list: [9] };
-- config/env/production.js --
module.exports.layer = { a: 'not this one' };
-- config/local.js --
module.exports.layer = { d: 'local', e: 'local', f: 'local', g: 'local' };
-- .sailsrc --
{ "layer": { "e": "rc", "f": "rc", "g": "rc", "deep": { "added": 1 } } }
-- extra.json --
{ "layer": { "h": "file", "g": "file" } }
-- config/routes.js --
module.exports.routes = { 'GET /layers': function (req, res) {
  res.json({ layer: framework.config.layer, env: framework.config.environment, node: process.env.NODE_ENV, prefix: framework.config.blueprints.prefix, late: framework.config.late || null });
} };
`

// TestConfigurationOrder: every source wins over those before it.
func TestConfigurationOrder(t *testing.T) {
	dir := programtest.Project(t, layered)
	addr := programtest.FreeAddr(t)
	port := addr[strings.LastIndexByte(addr, ':')+1:]
	s := programtest.Start(t, addr, []string{"NODE_ENV=staging", "PORT=" + port, "sails_layer__f=variable", "framework_layer__g=variable", "sails_late__x=1"}, build(t),
		"lift", dir, "--host", "127.0.0.1", "--config", filepath.Join(dir, "extra.json"), "--layer.g=flag", "--layer.i", "2", "--no-layer.j", "--layer.k", "--set", "blueprints.prefix=/api")
	status, body := s.Ask("GET", "/layers", "")
	body = strings.Join(strings.Fields(body), "")
	want := `{"layer":{"a":"config","b":"envfolder","c":"envfile","d":"local","e":"rc","f":"variable","g":"flag","list":[9,2,3],"deep":{"kept":true,"added":1},"h":"file","i":2,"j":false,"k":true},"env":"staging","node":"staging","prefix":"/api","late":{"x":"1"}}`
	if status != 200 || body != want {
		t.Errorf("%d\n%s, want\n%s", status, body, want)
	}
}

// TestBrokenConfiguration: what cannot be read stops the lift and says where.
func TestBrokenConfiguration(t *testing.T) {
	binary := build(t)
	for _, c := range []struct{ files, want string }{
		{"-- config/a.js --\nmodule.exports.x = ;\n", "config/a.js:1:"},
		{"-- config/a.js --\n\nthrow new Error('no luck');\n", "config/a.js:2:"},
		{"-- .sailsrc --\n{ \"a\": }\n-- config/a.js --\n", ".sailsrc"},
		{"-- config/a.js --\nmodule.exports.log = { level: 'loud' };\n", "log.level"},
		{"-- config/bootstrap.js --\nmodule.exports.bootstrap = function (done) { done(new Error('no database')); };\n", "no database"},
		{"-- config/bootstrap.js --\nmodule.exports.bootstrap = function () { throw new Error('at once'); };\n", "config/bootstrap.js:1:"},
		{"-- config/routes.js --\nmodule.exports.routes = { 'GET /a/:length': 'X.y' };\n", "length"},
		{"-- config/local.js --\nmodule.exports.routes = { 'r|^/(a|b': 'X.y' };\n", `config/local.js: route "r|^/(a|b": the regular expression`},
		{
			"-- config/connections.js --\nmodule.exports.connections = { main: { adapter: 'sails-postgresql', host: '127.0.0.1', port: 1, database: 'x' } };\n" +
				"-- config/local.js --\nmodule.exports.connections = { main: { port: 2, user: 'me' } };\nmodule.exports.models = { connection: 'main' };\n" +
				"-- api/models/A.js --\nmodule.exports = { attributes: {} };\n",
			`connection "main" (config/connections.js; port, user from config/local.js): the database cannot be used`,
		},
		{"-- api/models/A.js --\nmodule.exports = { attributes: { b: { model: 'nowhere' } } };\n", "nowhere"},
		{"-- api/models/A.js --\nmodule.exports = { connection: 'missing', attributes: {} };\n", "missing"},
		{"-- api/models/A.js --\nmodule.exports = {};\n-- api/models/sub/a.js --\nmodule.exports = {};\n", "rename one of them"},
	} {
		dir := programtest.Project(t, c.files)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		text, err := exec.CommandContext(ctx, binary, "lift", dir, "--port", "0", "--host", "127.0.0.1").CombinedOutput()
		cancel()
		out := string(text)
		if err == nil || !strings.Contains(out, c.want) || !strings.HasPrefix(out, "error: ") {
			t.Errorf("%s\n%v, said %q, want an error with %q", c.files, err, out, c.want)
		}
	}
}
