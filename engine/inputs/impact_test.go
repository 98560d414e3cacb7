package inputs_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"framework/engine/config"
	"framework/engine/inputs"
	"framework/engine/project"
	"framework/engine/value"
	"framework/watch"
)

func settings(t *testing.T, text string) *config.Config {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	values, ok := v.(*value.Map)
	if !ok {
		t.Fatalf("%s is no object", text)
	}
	return config.Merge([]config.Layer{{Source: "the test", Values: values}}, config.Options{})
}

func folders(t *testing.T, root, text string) inputs.Folders {
	t.Helper()
	return inputs.NewFolders(root, project.DefaultPaths(), settings(t, text))
}

func TestImpact(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	f := folders(t, root, `{"i18n":{"localesDirectory":"/translations/"}}`)
	for path, want := range map[string]inputs.Impact{
		"package.json": inputs.Rebuild, ".sailsrc": inputs.Rebuild, ".frameworkrc": inputs.Rebuild,
		".env": inputs.Rebuild, ".env.production": inputs.Rebuild, "docs/.env": inputs.Ignore, ".env.d/x": inputs.Ignore,
		"api/models/Pet.js": inputs.Rebuild, "api/readme.txt": inputs.Rebuild, "config/env/test.js": inputs.Rebuild,
		"translations/de.json": inputs.Rebuild, "config.md": inputs.Ignore,
		"node_modules/.package-lock.json": inputs.Rebuild, "node_modules/a/.yarn-integrity": inputs.Ignore,
		"views/home.ejs": inputs.ServeFresh, "assets/js/a.js": inputs.ServeFresh, ".tmp/public/a.css": inputs.ServeFresh,
		"lib/a.js": inputs.IfRequired, "lib/a.ts": inputs.IfRequired, "data.json": inputs.IfRequired, "README.md": inputs.Ignore,
		"api": inputs.Rebuild, "config": inputs.Rebuild, "views": inputs.ServeFresh, ".tmp": inputs.Ignore, "lib": inputs.Ignore,
	} {
		if got := f.Impact(path); got != want {
			t.Errorf("%s: got %v, want %v", path, got, want)
		}
	}
	if err := os.Mkdir(filepath.Join(root, "assets"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := f.Impact("assets/a.css"); got != inputs.Rebuild {
		t.Errorf("a folder that was not there: got %v", got)
	}
	if f = folders(t, root, `{}`); f.Impact("assets/a.css") != inputs.ServeFresh {
		t.Error("a folder that is there is read anew by requests")
	}
}

// reads are the files that require has found and missed.
type reads struct{ found, missed []string }

func (r reads) Has(path string) bool    { return slices.Contains(r.found, path) }
func (r reads) Misses(path string) bool { return slices.Contains(r.missed, path) }

func TestJudge(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "real"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	at := func(path string) string { return filepath.Join(root, filepath.FromSlash(path)) }
	served := reads{found: []string{at("lib/a.js"), at("real/data.json"), at("folder")}, missed: []string{at("lib/gone.js")}}
	open := func(path string, op watch.Op) []watch.Change { return []watch.Change{{Path: path, Op: op}} }
	for name, tt := range map[string]struct {
		change  watch.Change
		version inputs.Version
		want    inputs.Judged
	}{
		"a model":     {watch.Change{Path: "api/models/A.js", Op: watch.Removed}, inputs.Version{}, inputs.Judged{Rebuild: []string{"api/models/A.js"}}},
		"a view":      {watch.Change{Path: "views/a.ejs", Op: watch.Changed}, inputs.Version{}, inputs.Judged{Fresh: []string{"views/a.ejs"}}},
		"a new view":  {watch.Change{Path: "views/a.ejs", Op: watch.Added}, inputs.Version{}, inputs.Judged{Rebuild: []string{"views/a.ejs"}}},
		"a lost view": {watch.Change{Path: "views/a.ejs", Op: watch.Removed}, inputs.Version{}, inputs.Judged{Rebuild: []string{"views/a.ejs"}}},
		"all views":   {watch.Change{Path: "views", Op: watch.Stale}, inputs.Version{}, inputs.Judged{Rebuild: []string{"views"}}},
		"a new asset": {watch.Change{Path: "assets/a.png", Op: watch.Added}, inputs.Version{}, inputs.Judged{Fresh: []string{"assets/a.png"}}},
		"what it has written itself": {
			watch.Change{Path: "config/locales/en.json", Op: watch.Changed},
			inputs.Version{Own: func(path string) bool { return path == at("config/locales/en.json") }},
			inputs.Judged{},
		},
		"what another has written": {
			watch.Change{Path: "config/locales/de.json", Op: watch.Changed},
			inputs.Version{Own: func(path string) bool { return path == at("config/locales/en.json") }},
			inputs.Judged{Rebuild: []string{"config/locales/de.json"}},
		},
		"nothing":           {watch.Change{Path: "a.txt", Op: watch.Changed}, inputs.Version{}, inputs.Judged{}},
		"required":          {watch.Change{Path: "lib/a.js", Op: watch.Changed}, inputs.Version{Read: served}, inputs.Judged{Rebuild: []string{"lib/a.js"}}},
		"missing":           {watch.Change{Path: "lib/gone.js", Op: watch.Added}, inputs.Version{Read: served}, inputs.Judged{Rebuild: []string{"lib/gone.js"}}},
		"not required":      {watch.Change{Path: "lib/b.js", Op: watch.Changed}, inputs.Version{Read: served}, inputs.Judged{Open: open("lib/b.js", watch.Changed)}},
		"nothing was read":  {watch.Change{Path: "lib/a.js", Op: watch.Changed}, inputs.Version{}, inputs.Judged{Open: open("lib/a.js", watch.Changed)}},
		"read by a failure": {watch.Change{Path: "lib/b.js", Op: watch.Changed}, inputs.Version{Failed: true, Since: reads{found: []string{at("lib/b.js")}}}, inputs.Judged{Rebuild: []string{"lib/b.js"}}},
		"added to a failure": {
			watch.Change{Path: "lib/b.js", Op: watch.Added}, inputs.Version{Failed: true}, inputs.Judged{Rebuild: []string{"lib/b.js"}},
		},
		"a folder with what was read": {watch.Change{Path: "folder", Op: watch.Stale}, inputs.Version{Read: served}, inputs.Judged{Rebuild: []string{"folder"}}},
		"a folder of the others":      {watch.Change{Path: "docs", Op: watch.Stale}, inputs.Version{Read: served}, inputs.Judged{Open: open("docs", watch.Stale)}},
		"a script behind a link":      {watch.Change{Path: "link/a.js", Op: watch.Changed}, inputs.Version{}, inputs.Judged{Rebuild: []string{"link/a.js"}}},
		"data behind a link":          {watch.Change{Path: "link/data.json", Op: watch.Changed}, inputs.Version{Read: served}, inputs.Judged{Rebuild: []string{"link/data.json"}}},
		"other data behind one":       {watch.Change{Path: "link/b.json", Op: watch.Changed}, inputs.Version{Read: served}, inputs.Judged{Open: open("link/b.json", watch.Changed)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.version.Folders = folders(t, root, `{}`)
			if got := tt.version.Judge([]watch.Change{tt.change}); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestReadWatch(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]inputs.Watch{
		`{}`: {On: true}, `{"watch":true}`: {On: true}, `{"watch":"true"}`: {On: true}, `{"watch":null}`: {On: true},
		`{"watch":false}`: {}, `{"watch":"false"}`: {},
		`{"watch":{"poll":true,"ignore":"*.x"}}`:    {On: true, Poll: true, Ignore: []string{"*.x"}},
		`{"watch":{"ignore":["docs/**", "*.bak"]}}`: {On: true, Ignore: []string{"docs/**", "*.bak"}},
	} {
		got, err := inputs.ReadWatch(settings(t, text))
		if err != nil || !got.Equal(want) {
			t.Errorf("%s: got %+v and %v", text, got, err)
		}
	}
	for text, key := range map[string]string{
		`{"watch":{"poll":"often"}}`: "watch.poll", `{"watch":{"ignore":[1]}}`: "watch.ignore", `{"watch":{"ignore":1}}`: "watch.ignore",
	} {
		_, err := inputs.ReadWatch(settings(t, text))
		var wrong *config.Error
		if !errors.As(err, &wrong) || wrong.Key != key {
			t.Errorf("%s: got %v", text, err)
		}
	}
}
