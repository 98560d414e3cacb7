package bundle_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/cmd/framework/bundle"
)

func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func make1(t *testing.T, root string) string {
	t.Helper()
	var out bytes.Buffer
	summary, err := bundle.Write(&out, strings.NewReader("the program"), root, "")
	if err != nil {
		t.Fatal(err)
	}
	if summary.Files == 0 {
		t.Error("it is empty")
	}
	path := filepath.Join(t.TempDir(), "shop")
	if err := os.WriteFile(path, out.Bytes(), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBundle: what goes in comes out, but not what belongs to one machine; what one version
// writes to .tmp the next one finds.
func TestBundle(t *testing.T) {
	t.Parallel()
	root, data := t.TempDir(), t.TempDir()
	write(t, root, map[string]string{
		"app.js": "1", "api/models/Pet.js": "2", "node_modules/a/index.js": "3", "node_modules/a/cli.js": "4", "config/local.js": "secret", ".tmp/localDiskDb.db": "5", ".git/HEAD": "6",
	})
	if err := os.MkdirAll(filepath.Join(root, "node_modules", ".bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../a/cli.js", filepath.Join(root, "node_modules", ".bin", "a")); err != nil {
		t.Skip(err)
	}
	first := make1(t, root)
	if again := make1(t, root); !same(t, first, again) {
		t.Error("the same project gives other bytes")
	}
	unpack := func(path string) string {
		b := bundle.Open(path)
		if b == nil {
			t.Fatal("it is no bundle")
		}
		defer b.Close()
		dir, err := b.Unpack(data)
		if err != nil {
			t.Fatal(err)
		}
		return dir
	}
	dir := unpack(first)
	for name, want := range map[string]string{"app.js": "1", "api/models/Pet.js": "2", "node_modules/.bin/a": "4", "config/local.js": "", ".git/HEAD": ""} {
		text, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if string(text) != want {
			t.Errorf("%s: got %q, want %q", name, text, want)
		}
	}
	write(t, dir, map[string]string{".tmp/written": "by the server"})
	if unpack(first) != dir {
		t.Error("it is unpacked anew")
	}
	write(t, root, map[string]string{"app.js": "changed"})
	next := unpack(make1(t, root))
	if next == dir {
		t.Error("another version is in the same folder")
	}
	if text, _ := os.ReadFile(filepath.Join(next, ".tmp", "written")); string(text) != "by the server" {
		t.Errorf("the next version finds %q", text)
	}
}

func same(t *testing.T, a, b string) bool {
	t.Helper()
	x, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	y, err := os.ReadFile(b)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(x, y)
}

// TestRefused: a link that leads out of the project would lead elsewhere on another machine.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"/etc/hosts", "../other"} {
		root := t.TempDir()
		write(t, root, map[string]string{"app.js": "1"})
		if err := os.Symlink(to, filepath.Join(root, "link")); err != nil {
			t.Skip(err)
		}
		if _, err := bundle.Write(new(bytes.Buffer), strings.NewReader("program"), root, ""); err == nil || !strings.Contains(err.Error(), "links within the project only") {
			t.Errorf("%s: got %v", to, err)
		}
	}
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("a program"), 0o755); err != nil {
		t.Fatal(err)
	}
	if bundle.Open(path) != nil {
		t.Error("a program is a bundle")
	}
}
