package lockfile_test

import (
	"strings"
	"testing"

	"framework/cmd/framework/install/lockfile"
	"framework/cmd/framework/install/manifest"
)

// FuzzRead: no text makes a package outside of the project's folder, and what is
// written is read as it was.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		`{"lockfileVersion": 1, "dependencies": {"a": {"version": "1.0.0", "requires": {"b": "1"}, "dependencies": {"b": {"version": "npm:c@1.0.0"}}}}}`,
		`{"lockfileVersion": 3, "packages": {"": {"dependencies": {"a": "1"}}, "node_modules/a": {"version": "1.0.0", "bin": {"x": "../../y"}, "os": ["!win32"]}, "node_modules/l": {"resolved": "own/l", "link": true}}}`,
		`{"dependencies": {"a": {"version": "git+https://example.com/x.git#1"}, "../b": {}}}`,
		`{"lockfileVersion": 2, "packages": {"node_modules/../x": {}}}`, `[]`, `{`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := lockfile.Read("package-lock.json", []byte(text))
		if err != nil {
			return
		}
		for _, p := range l.Packages {
			if inside := strings.HasPrefix(p.Path, "node_modules/"); inside && strings.Contains("/"+p.Path+"/", "/../") {
				t.Fatalf("%q leaves the folder", p.Path)
			}
			for name, file := range p.Manifest.Bin {
				if strings.ContainsAny(name, "/\\") || strings.Contains("/"+file+"/", "/../") {
					t.Fatalf("the program %q is %q", name, file)
				}
			}
		}
		written := lockfile.Text(&manifest.Manifest{Name: "p"}, l.Packages)
		again, err := lockfile.Read("package-lock.json", written)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, written)
		}
		if len(again.Packages) > len(l.Packages) {
			t.Fatalf("%d packages became %d", len(l.Packages), len(again.Packages))
		}
	})
}
