package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

const reloadFiles = `
-- package.json --
{ "name": "reloads" }
-- config/local.js --
module.exports = { session: { secret: 'not one' } };
-- api/controllers/PetController.js --
module.exports = { hello: function (req, res) { res.send('one'); } };
`

// becomes asks until the answer is want.
func becomes(s *programtest.Server, path, want string) bool {
	s.T.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if _, body := s.Ask("GET", path, ""); body == want {
			return true
		}
	}
	return false
}

func TestLiftFollowsTheFolder(t *testing.T) {
	binary := build(t)
	for _, c := range []struct {
		name, env string
		args      []string
		watches   bool
	}{
		{"development", "development", nil, true},
		{"no-watch", "development", []string{"--no-watch"}, false},
		{"production", "production", nil, false},
		{"switched off by the project", "development", []string{"--set", "watch=false"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := programtest.Project(t, reloadFiles)
			s := programtest.Lift(t, binary, dir, c.env, c.args...)
			save := func(text string) {
				t.Helper()
				file := filepath.Join(dir, "api", "controllers", "PetController.js")
				if err := os.WriteFile(file, []byte("module.exports = { hello: function (req, res) { res.send('"+text+"'); } };\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			reload := func() (string, error) {
				out, err := exec.Command(binary, "reload", dir).CombinedOutput()
				return string(out), err
			}
			save("two")
			if c.watches {
				if !becomes(s, "/pet/hello", "two") {
					t.Error("a save has no effect")
				}
				if !s.Logged("reloaded in") {
					t.Error("the terminal does not show it")
				}
			} else {
				if out, err := reload(); err != nil || !strings.Contains(out, "reloaded in") {
					t.Errorf("framework reload: %v\n%s", err, out)
				}
				// If the folder had been watched, the save would have been
				// logged before this.
				s.Logged("reloaded in")
				if n := strings.Count(s.Log.String(), "reloaded in"); n != 1 {
					t.Errorf("%d reloads, want the one asked for\n%s", n, s.Log.String())
				}
				if _, body := s.Ask("GET", "/pet/hello", ""); body != "two" {
					t.Errorf("after framework reload: %s", body)
				}
			}
			if c.env == "production" {
				save("three")
				if err := s.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
					t.Fatal(err)
				}
				if !becomes(s, "/pet/hello", "three") {
					t.Error("SIGHUP has no effect")
				}
			}
			save("broken\n")
			out, err := reload()
			if err == nil || !strings.Contains(out, "api/controllers/PetController.js:1:") {
				t.Errorf("framework reload of a broken version: %v\n%s", err, out)
			}
			if out, err := exec.Command(binary, "check", dir).CombinedOutput(); err == nil || !strings.Contains(string(out), "PetController.js:1:") {
				t.Errorf("framework check of a broken version: %v\n%s", err, out)
			}
			if _, body := s.Ask("GET", "/_framework/health", ""); !strings.Contains(body, `"status":"outdated"`) ||
				strings.Contains(body, "PetController") != (c.env == "development") {
				t.Errorf("health is %s", body)
			}
			if status, _ := s.Ask("GET", "/pet/hello", ""); status != 200 {
				t.Errorf("status %d after a broken save", status)
			}
			s.Stop()
			if out, err := reload(); err == nil || !strings.Contains(out, "no server runs on") {
				t.Errorf("framework reload without a server: %v\n%s", err, out)
			}
		})
	}
}
