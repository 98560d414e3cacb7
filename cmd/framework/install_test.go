package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"

	"github.com/creack/pty"
)

const unpacked = `
-- package.json --
{ "dependencies": { "own": "file:./own" } }
-- own/package.json --
{ "name": "own", "version": "1.0.0", "main": "own.js" }
-- own/own.js --
module.exports = 'from the package';
-- api/controllers/HiController.js --
module.exports = { hi: function (req, res) { res.send(require('own')); } };
-- config/local.js --
module.exports = { port: 0, host: '127.0.0.1' };
`

// TestLiftOffersToInstall: a project whose packages are missing is asked about on a
// terminal; the answer decides.
func TestLiftOffersToInstall(t *testing.T) {
	t.Parallel()
	binary := build(t)
	for answer, installed := range map[string]bool{"\r": true, "n\r": false} {
		t.Run(strings.TrimSpace(answer), func(t *testing.T) {
			t.Parallel()
			dir, home := programtest.Project(t, unpacked), t.TempDir()
			cmd := exec.Command(binary, "lift", dir, "--profile", "0.12", "--port", "0", "--host", "127.0.0.1")
			cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+home, "TERM=xterm")
			terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 200})
			if err != nil {
				t.Fatal(err)
			}
			defer terminal.Close()
			p := &person{t: t, keys: terminal, seen: make(chan string, 100)}
			go p.read(terminal)
			p.sees("Packages are not installed: own. Install what package.json names? [Y/n]")
			p.types(answer)
			if installed {
				p.sees("Installed 1 package into")
			}
			p.sees("127.0.0.1")
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("the server ended with %v", err)
			}
			if _, err := os.Stat(filepath.Join(dir, "node_modules", "own", "own.js")); (err == nil) != installed {
				t.Errorf("the package: %v", err)
			}
		})
	}
}

// TestNodeRelease: packages are chosen for the release of Node that scripts see.
func TestNodeRelease(t *testing.T) {
	t.Parallel()
	dir := programtest.Project(t, "-- package.json --\n{ \"dependencies\": { \"sails\": \"^1.0.0\" } }\n-- scripts/node.js --\nmodule.exports = { fn: async function () { console.log('node ' + process.versions.node); } };\n")
	cmd := exec.Command(build(t), "run", "node")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), "node 20.0.0\n") {
		t.Errorf("scripts see %q (%v), and install chooses for 20.0.0", out, err)
	}
}
