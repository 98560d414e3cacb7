package outages_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

// TestTemporaryFolderRemoved under a running server: in development it goes on
// in a new database, and what it acknowledges there is found after a restart.
func TestTemporaryFolderRemoved(t *testing.T) {
	binary, dir := programtest.Path(t), programtest.Project(t, programtest.Shelf+`
-- config/bootstrap.js --
module.exports.bootstrap = function (cb) { Book.findOrCreate({ title: 'seed' }, { title: 'seed' }).exec(cb); };
`)
	s := programtest.Lift(t, binary, dir, "development")
	for range 3 {
		s.Ask("POST", "/book", `{"title":"before"}`)
	}
	if err := os.RemoveAll(filepath.Join(dir, ".tmp")); err != nil {
		t.Fatal(err)
	}
	status, body := s.Ask("POST", "/book", `{"title":"at once"}`)
	if status != 503 && (status != 201 || !s.Logged("loading the project again")) {
		t.Errorf("at once: %d %s", status, body)
	}
	s.WaitFor("POST", "/book", `{"title":"after"}`, 201, "after")
	if !s.Logged("was removed or moved away while it was open: it is made anew") || !s.Logged("loading the project again") {
		t.Error("the log says nothing")
	}
	s.Stop()
	s = programtest.Lift(t, binary, dir, "development")
	_, body = s.Ask("GET", "/book", "")
	if !strings.Contains(body, "after") || !strings.Contains(body, "seed") || strings.Contains(body, "before") {
		t.Errorf("after a restart: %s", body)
	}
}

// TestTemporaryFolderRemovedInProduction: nothing is acknowledged, and the
// health check reports it; it works again when the folder is back.
func TestTemporaryFolderRemovedInProduction(t *testing.T) {
	binary, dir := programtest.Path(t), programtest.Project(t, programtest.Shelf)
	s := programtest.Lift(t, binary, dir, "production", "--set", "models.migrate=create")
	if status, body := s.Ask("POST", "/book", `{"title":"before"}`); status != 201 {
		t.Fatalf("%d %s", status, body)
	}
	tmp := filepath.Join(dir, ".tmp")
	if err := os.Rename(tmp, tmp+"-away"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if status, body := s.Ask("POST", "/book", `{"title":"lost"}`); status != 503 {
			t.Errorf("without its file: %d %s", status, body)
		}
	}
	s.WaitFor("GET", "/_framework/health", "", 503, `"away":["datastore main"]`)
	if _, body := s.Ask("GET", "/_framework/health", ""); !strings.Contains(body, `"alive":true,"ready":false`) {
		t.Error(body)
	}
	if status, body := s.Ask("GET", "/_framework/health/alive", ""); status != 200 || body != `{"alive":true}` {
		t.Errorf("alive: %d %s", status, body)
	}
	if !s.Logged("nothing is written until") {
		t.Error("the log says nothing")
	}
	if err := os.Rename(tmp+"-away", tmp); err != nil {
		t.Fatal(err)
	}
	s.WaitFor("GET", "/_framework/health", "", 200, `"ready":true`)
	if status, body := s.Ask("POST", "/book", `{"title":"kept"}`); status != 201 {
		t.Errorf("with its file back: %d %s", status, body)
	}
	s.Stop()
	s = programtest.Lift(t, binary, dir, "production", "--set", "models.migrate=create")
	if _, body := s.Ask("GET", "/book", ""); !strings.Contains(body, "kept") || strings.Contains(body, "lost") {
		t.Errorf("after a restart: %s", body)
	}
}

// TestReloadWaitsForDatabase: a save that needs a server which is away counts
// when that is back, without another save.
func TestReloadWaitsForDatabase(t *testing.T) {
	address := testenv.Server(t, "FRAMEWORK_TEST_POSTGRES")
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	line := testenv.NewLine(t, u.Host)
	u.Host = line.Address()
	dir := programtest.Project(t, strings.Replace(programtest.Shelf, "{ attributes: { title", fmt.Sprintf("{ tableName: 'book_%d', attributes: { title", os.Getpid()), 1))
	t.Cleanup(func() { dropTable(t, "sails-postgresql", address) })
	s := programtest.Lift(t, programtest.Path(t), dir, "development")
	line.Cut(true)
	config := fmt.Sprintf("module.exports.connections = { main: { adapter: 'sails-postgresql', url: '%s' } };", u)
	if err := os.WriteFile(filepath.Join(dir, "config/connections.js"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	if !s.Logged("still not reloaded") {
		t.Error("it is not tried again")
	}
	s.WaitFor("GET", "/_framework/health", "", 200, `"status":"outdated"`)
	line.Cut(false)
	s.WaitFor("GET", "/_framework/health", "", 200, `"status":"ok","reloads":1`)
	if status, body := s.Ask("POST", "/book", `{"title":"t"}`); status != 201 {
		t.Errorf("create on the server answered %d %s", status, body)
	}
}
