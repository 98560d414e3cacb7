//go:build unix

package node_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/jsapi"
)

// What waits or computes in Go is left when the turn is interrupted.
func TestWhatWaitsIsInterrupted(t *testing.T) {
	testenv.Slow(t)
	for _, script := range []string{
		"require('crypto').pbkdf2Sync('a', 'b', 30000000, 64, 'sha512')",
		"require('crypto').generateKeyPairSync('rsa', {modulusLength: 8192})",
		"require('child_process').execSync('sleep 60')",
		"require('fs').readFileSync('fifo')",
		"require('fs').openSync('fifo', 'r')",
	} {
		dir := t.TempDir()
		fifo := filepath.Join(dir, "fifo")
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Fatal(err)
		}
		err := limited(t, dir, jsapi.Options{TurnLimit: 200 * time.Millisecond}, "\n"+script)
		if err == nil || !strings.Contains(err.Error(), "interrupted: JavaScript ran for more than") || !strings.Contains(err.Error(), "a.js:2:") {
			t.Errorf("%s: got %v", script, err)
		}
		// The goroutine that waits for the other end of the pipe goes on when there is one.
		if f, err := os.OpenFile(fifo, os.O_RDWR|syscall.O_NONBLOCK, 0); err == nil {
			f.Close()
		}
	}
}
