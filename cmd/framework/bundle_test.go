package main_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
)

// TestBundledProject: one file serves the project anywhere, and finds its records again.
func TestBundledProject(t *testing.T) {
	t.Parallel()
	binary := build(t)
	dir := programtest.Project(t, `
-- package.json --
{"name": "shop"}
-- config/local.js --
module.exports = { secret: 'of this machine' };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-disk' } };
-- api/models/Pet.js --
module.exports = { attributes: { name: 'string' } };
-- api/controllers/PetController.js --
module.exports = { where: function (req, res) { res.json([sails.config.environment, sails.config.secret || null, require('greeting')]); } };
-- node_modules/greeting/index.js --
module.exports = 'hello';
`)
	// The name is how the program of the tests knows that it is the program.
	file := filepath.Join(t.TempDir(), "framework")
	out, err := exec.CommandContext(t.Context(), binary, "bundle", dir, "--output", file).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "left out: config/local.js") {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	for range 2 {
		addr := programtest.FreeAddr(t)
		_, port, _ := net.SplitHostPort(addr)
		s := programtest.Start(t, addr, []string{"NODE_ENV="}, file, "--data", data, "--port", port, "--host", "127.0.0.1")
		if status, body := s.Ask("GET", "/pet/where", ""); status != 200 || body != `["production",null,"hello"]` {
			t.Errorf("got %d %s", status, body)
		}
		if status, body := s.Ask("POST", "/pet", `{"name": "Rex"}`); status/100 != 2 {
			t.Errorf("got %d %s", status, body)
		}
		s.Stop()
	}
	addr := programtest.FreeAddr(t)
	_, port, _ := net.SplitHostPort(addr)
	s := programtest.Start(t, addr, nil, file, "--data", data, "--port", port, "--host", "127.0.0.1")
	if _, body := s.Ask("GET", "/pet", ""); strings.Count(body, "Rex") != 2 {
		t.Errorf("the records of earlier starts are not there: %s", body)
	}
	said, err := exec.CommandContext(t.Context(), file, "--data", data, "routes").CombinedOutput()
	if err != nil || !strings.Contains(string(said), "/pet/where") {
		t.Errorf("%v\n%s", err, said)
	}
}
