package modules_test

import (
	"path/filepath"
	"testing"

	"framework/jsapi"
	"framework/jsapi/modules"
)

// What was required is known by its file, and by the folders above it.
func TestReads(t *testing.T) {
	t.Parallel()
	with(t, map[string]string{"a.js": "require('./lib/b'); try { require('./gone'); } catch (e) {}", "lib/b.js": ""}, func(r *jsapi.Realm, l *modules.Loader) {
		if _, err := l.Require("./a.js"); err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string][2]bool{
			"a.js": {true, false}, "lib/b.js": {true, false}, "lib": {true, false}, "li": {}, "lib/c.js": {}, "gone.js": {false, true},
		} {
			full := filepath.Join(r.Root(), filepath.FromSlash(path))
			if got := [2]bool{l.Reads().Has(full), l.Reads().Misses(full)}; got != want {
				t.Errorf("%s: read or missed %v, want %v", path, got, want)
			}
		}
	})
}
