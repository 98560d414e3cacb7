package outages_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

const fullDisk = programtest.Shelf + `
-- api/controllers/DocController.js --
module.exports = {
  take: function (req, res) {
    req.file('doc').upload({ maxBytes: 10000000 }, function (err, files) { return err ? res.serverError(err) : res.json(files.length + ' taken'); });
  },
  report: function (req, res) {
    req.file('doc').upload({ maxBytes: 10000000 }, function (err, files) { res.json(err ? { code: err.code, message: err.message } : files.length); });
  }
};
`

// upload sends a file of size bytes.
func upload(s *programtest.Server, path string, size int) (int, string) {
	s.T.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("doc", "a.txt")
	if err == nil {
		_, err = part.Write(bytes.Repeat([]byte("x"), size))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		s.T.Fatal(err)
	}
	return s.Ask("POST", path, body.String(), "Content-Type", w.FormDataContentType())
}

// TestFullDiskUnderServer: what needs room is refused with the reason, the rest
// is served, and all of it when there is room again.
func TestFullDiskUnderServer(t *testing.T) {
	disk := testenv.NewDisk(t, "4m")
	dir := filepath.Join(disk.Path(), "project")
	if err := os.CopyFS(dir, os.DirFS(programtest.Project(t, fullDisk))); err != nil {
		t.Fatal(err)
	}
	binary := programtest.Path(t)
	s := programtest.Lift(t, binary, dir, "production", "--set", "models.migrate=create")
	record := fmt.Sprintf(`{"title":"%s"}`, strings.Repeat("x", 50_000))
	if status, body := s.Ask("POST", "/book", record); status != 201 {
		t.Fatalf("%d %.300s", status, body)
	}
	free := disk.Fill(300 << 10)
	if status, body := upload(s, "/doc/take", 1<<20); status != 500 {
		t.Errorf("an upload: %d %s", status, body)
	}
	if status, body := upload(s, "/doc/report", 1<<20); status != 200 || !strings.Contains(body, "no space left on device") {
		t.Errorf("an upload: %d %s", status, body)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".tmp", "uploads", "*")); err != nil || len(left) > 0 {
		t.Errorf("of uploads there are %v", left)
	}
	var res *http.Response
	for range 100 {
		var err error
		if res, err = http.Post(s.Base+"/book", "application/json", strings.NewReader(record)); err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close() // its head is enough
		if res.StatusCode != http.StatusCreated {
			break
		}
	}
	if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
		t.Errorf("a record: %d %v", res.StatusCode, res.Header)
	}
	for range 20 {
		if status, body := s.Ask("POST", "/book", record); status != 503 {
			t.Errorf("a record: %d %.300s", status, body)
		}
	}
	if status, _ := s.Ask("GET", "/book", ""); status != 200 {
		t.Errorf("reading: %d", status)
	}
	if !s.Logged("the database is not available: the disk is full") {
		t.Error("the log does not say it")
	}
	free()
	if status, body := s.Ask("POST", "/book", record); status != 201 {
		t.Errorf("a record with room again: %d %.300s", status, body)
	}
	if status, body := upload(s, "/doc/take", 1<<20); status != 200 || !strings.Contains(body, "1 taken") {
		t.Errorf("an upload with room again: %d %s", status, body)
	}
	s.WaitFor("GET", "/_framework/health", "", 200, `"ready":true`)
	s.Stop()
	if n := strings.Count(s.Log.String(), "the database is not available"); n >= 20 {
		t.Errorf("the log says it %d times", n)
	}

	// A new model has no room for its table.
	for path, text := range map[string]string{"models/Pen.js": "module.exports = { attributes: { ink: 'string' } };", "controllers/PenController.js": "module.exports = {};"} {
		if err := os.WriteFile(filepath.Join(dir, "api", path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	free = disk.Fill(0)
	out, err := exec.Command(binary, "lift", dir, "--port", testenv.FreePort(t), "--host", "127.0.0.1").CombinedOutput()
	if text := string(out); err == nil || !strings.Contains(text, "no space left on device") && !strings.Contains(text, "the disk is full") {
		t.Errorf("a lift on a full disk: %v\n%s", err, out)
	}
	free()
	s = programtest.Lift(t, binary, dir, "production", "--set", "models.migrate=create")
	if status, body := s.Ask("POST", "/pen", `{"ink":"red"}`); status != 201 {
		t.Errorf("%d %s", status, body)
	}
	if status, body := s.Ask("GET", "/book?limit=1", ""); status != 200 || !strings.Contains(body, "xxx") {
		t.Errorf("%d %.300s", status, body)
	}
}

// TestReloadWithAnotherFile in the place of the database: it is served from then
// on, and has nothing of the one before.
func TestReloadWithAnotherFile(t *testing.T) {
	binary := programtest.Path(t)
	file := func(dir string) string { // of its database
		found, err := filepath.Glob(filepath.Join(dir, ".tmp", "*-wal"))
		if err != nil || len(found) != 1 {
			t.Fatalf("the database is not found: %v", found)
		}
		return strings.TrimSuffix(found[0], "-wal")
	}
	other := programtest.Project(t, programtest.Shelf)
	s := programtest.Lift(t, binary, other, "production", "--set", "models.migrate=create")
	s.Ask("POST", "/book", `{"title":"other"}`)
	from := file(other)
	s.Stop()

	dir := programtest.Project(t, programtest.Shelf)
	s = programtest.Lift(t, binary, dir, "production", "--set", "models.migrate=create")
	for i := range 30 {
		if status, body := s.Ask("POST", "/book", fmt.Sprintf(`{"title":"before %d"}`, i)); status != 201 {
			t.Fatalf("%d %s", status, body)
		}
	}
	if err := os.Rename(from, file(dir)); err != nil {
		t.Fatal(err)
	}
	if status, body := s.Ask("POST", "/book", `{"title":"lost"}`); status != 503 {
		t.Errorf("before the reload: %d %s", status, body)
	}
	if _, body := s.Ask("GET", "/book", ""); !strings.Contains(body, "before 29") {
		t.Errorf("before the reload: %.300s", body)
	}
	if out, err := exec.Command(binary, "reload", dir).CombinedOutput(); err != nil {
		t.Fatalf("reload: %v\n%s", err, out)
	}
	s.WaitFor("GET", "/_framework/health", "", 200, `"ready":true`)
	if status, body := s.Ask("POST", "/book", `{"title":"after"}`); status != 201 {
		t.Errorf("after the reload: %d %s", status, body)
	}
	for range 2 {
		_, body := s.Ask("GET", "/book", "")
		if !strings.Contains(body, "other") || !strings.Contains(body, "after") || strings.Contains(body, "before") || strings.Contains(body, "lost") {
			t.Errorf("after the reload: %.300s", body)
		}
		s.Stop()
		s = programtest.Lift(t, binary, dir, "production", "--set", "models.migrate=create")
	}
}

// TestHealthWithoutRedis names what is kept there, and is well when it is back.
func TestHealthWithoutRedis(t *testing.T) {
	broker, sessions := testenv.NewRedis(t), testenv.NewRedis(t)
	s := programtest.Lift(t, programtest.Path(t), programtest.Project(t, fmt.Sprintf(`
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-memory' } };
-- config/models.js --
module.exports.models = { connection: 'main' };
-- config/session.js --
module.exports.session = { secret: 'not one', adapter: 'redis', host: '127.0.0.1', port: %s };
-- config/sockets.js --
module.exports.sockets = { adapter: 'socket.io-redis', host: '127.0.0.1', port: %s };
-- api/controllers/CountController.js --
module.exports = { visit: function (req, res) { req.session.n = (req.session.n || 0) + 1; res.json({ n: req.session.n }); } };
`, sessions.Port(), broker.Port())), "production")
	health := func(status int, want string) {
		t.Helper()
		s.WaitFor("GET", "/_framework/health", "", status, want)
	}
	health(200, `"ready":true`)
	broker.Stop()
	health(503, `"ready":false,"status":"away","reloads":0,"away":["broker"]`)
	if status, body := s.Ask("GET", "/count/visit", ""); status != 200 {
		t.Errorf("without the broker: %d %s", status, body)
	}
	sessions.Stop()
	health(503, `"away":["broker","session store"]`)
	if status, body := s.Ask("GET", "/_framework/health/alive", ""); status != 200 {
		t.Errorf("alive: %d %s", status, body)
	}
	broker.Start()
	health(503, `"away":["session store"]`)
	sessions.Start()
	health(200, `"ready":true`)
	if status, body := s.Ask("GET", "/count/visit", ""); status != 200 || !strings.Contains(body, `"n":1`) {
		t.Errorf("with both back: %d %s", status, body)
	}
}
