package datastore_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/bridge"
	"framework/engine/orm/mongo"
	"framework/engine/orm/serverdb"
	"framework/engine/orm/sqldb"
)

// capability is what a row of the table is about, as the interface of a store.
var capabilities = map[string]func(orm.Adapter) bool{
	"transactions":                         has[orm.Transactor],
	"members of many parents in one query": has[orm.Joiner],
	"answers without making records":       has[orm.JSONFinder],
	"SQL of the project":                   has[orm.NativeQuerier],
	"a leased connection":                  has[orm.Leaser],
	"`migrate plan`, migration files":      has[orm.Migrator],
	"`describe`, `drop` of a model":        has[orm.Describer],
	"health check, 503 and recovery":       has[interface{ Ping(context.Context) error }],
}

func has[T any](a orm.Adapter) bool {
	_, ok := a.(T)
	return ok
}

// TestCapabilities: the table of docs/databases.md says what the stores have, and names
// tests that there are.
func TestCapabilities(t *testing.T) {
	t.Parallel()
	stores := []orm.Adapter{(*sqldb.DB)(nil), (*serverdb.DB)(nil), (*mongo.DB)(nil), (*bridge.Store)(nil)}
	text, err := os.ReadFile("../../docs/databases.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, ok := strings.Cut(string(text), "| | embedded | PostgreSQL, MySQL | MongoDB | adapters of the project | tested by |\n| --- |")
	if !ok {
		t.Fatal("the table is missing")
	}
	table, _, _ := strings.Cut(after, "\n\n")
	tests := testNames(t)
	seen := 0
	for _, line := range strings.Split(table, "\n")[1:] {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != len(stores)+2 {
			t.Fatalf("%d cells in %s", len(cells), line)
		}
		if able := capabilities[cells[0]]; able != nil {
			seen++
			for i, store := range stores {
				if want := map[bool]string{true: "yes", false: "–"}[able(store)]; cells[i+1] != want {
					t.Errorf("%s: %q for %T, which has to be %q", cells[0], cells[i+1], store, want)
				}
			}
		}
		for _, name := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(cells[len(cells)-1], -1) {
			if !tests[name[1]] {
				t.Errorf("%s: there is no test %s", cells[0], name[1])
			}
		}
	}
	if seen != len(capabilities) {
		t.Errorf("%d of %d capabilities are in the table", seen, len(capabilities))
	}
}

// testNames are the tests of the engine and of the command line.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	for _, root := range []string{"..", "../../cmd"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, name := range declared.FindAllStringSubmatch(string(text), -1) {
				out[name[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}
