package node_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestExitComesLast: what a process has sent, and that it has left, is known before its exit,
// also where it has ended while the loop of its parent was busy.
func TestExitComesLast(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/proc says that a process has ended while the loop is busy")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"kid.js": "process.send('one', () => setTimeout(() => process.send('two', () => process.exit(3)), 20));",
		"a.js": `const kid = require('child_process').fork(__dirname + '/kid.js'), seen = [];
			kid.on('message', (m) => seen.push(m)).on('disconnect', () => seen.push('disconnect')).on('exit', (code) => seen.push('exit ' + code));
			while (require('fs').existsSync('/proc/' + kid.pid)) {}
			module.exports = new Promise((done) => kid.on('close', done)).then(() => console.log(seen.join()));`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := strings.TrimSpace(run(t, dir, "./a.js")), "one,two,disconnect,exit 3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
