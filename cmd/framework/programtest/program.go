package programtest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/lockedfile"

	"framework/engine/testenv"
)

// Path is the path of the program, built from this checkout. Tests with servers as
// processes are slow: with -short they are skipped here.
func Path(t testing.TB) string {
	t.Helper()
	if _, ok := t.(*testing.B); !ok {
		testenv.Slow(t)
	}
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// program builds once for all packages that are tested: the file stays in the user's
// cache, and go build leaves it as it is when nothing has changed.
var program = sync.OnceValues(func() (string, error) {
	mod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("asking for the module: %w", err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	checkout := sha256.Sum256(mod) // others of this machine have programs of their own
	dir := filepath.Join(cache, "framework-test", hex.EncodeToString(checkout[:8]))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(dir, "lock")).Lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	path := filepath.Join(dir, "framework")
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", path, "framework/cmd/framework")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the program: %w\n%s", err, out)
	}
	return path, nil
})
