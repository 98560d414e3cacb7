package engine_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"framework/engine"
	"framework/engine/testenv"
)

// TestFollowingEndsWhereAFreshStartBegins plays random operations on the files
// of a project that is followed. In the end it has the routes and the answers
// of a server started afresh on the same folder, or fails as that does.
func TestFollowingEndsWhereAFreshStartBegins(t *testing.T) {
	testenv.Slow(t)
	for name, watching := range map[string]string{"events": "true", "polling": "{ poll: true }"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := liven(t, "-- package.json --\n{}\n-- config/script.js --\nmodule.exports.script = { turnLimit: 500 };\n"+
				"-- config/watch.js --\nmodule.exports.watch = "+watching+";\n", memory())
			l.follow()
			done, checks := 0, 100
			if testing.Short() {
				checks = 10
			}
			rapid.Check(t, func(rt *rapid.T) {
				if done++; done > checks {
					return
				}
				names := []string{"Cat", "Dog"}
				for range rapid.IntRange(1, 8).Draw(rt, "operations") {
					l.operate(rt, rapid.SampledFrom(names).Draw(rt, "name"))
					if rapid.Bool().Draw(rt, "pause") {
						time.Sleep(time.Duration(rapid.IntRange(0, 25).Draw(rt, "ms")) * time.Millisecond)
					}
				}
				l.endsAsFresh(rt)
			})
		})
	}
}

// endsAsFresh waits until l has the state of a server started afresh.
func (l *live) endsAsFresh(rt *rapid.T) {
	if l.failure != "" {
		rt.Fatal(l.failure) // it is not made smaller: each attempt would wait as long
	}
	var want, got string
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); {
		if want = fresh(l.dir); strings.HasPrefix(want, "fails") {
			got = ""
			if f := l.app.Failure(); f != nil {
				got = failing(f.Err)
			}
		} else if l.app.Failure() == nil {
			got = state(l.app)
		}
		if got == want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	l.failure = fmt.Sprintf("followed:\n%s\nfresh:\n%s\nlog:\n%s", got, want, l.log)
	rt.Fatal(l.failure)
}

// operate does one thing that people and editors do.
func (l *live) operate(rt *rapid.T, name string) {
	controller := "api/controllers/" + name + "Controller.js"
	file := rapid.SampledFrom([]string{controller, "api/models/" + name + ".js", "config/" + name + ".js"}).Draw(rt, "file")
	path := func(rel string) string { return filepath.Join(l.dir, filepath.FromSlash(rel)) }
	text := rapid.SampledFrom([]string{
		"module.exports = { a: function (req, res) { res.send('a%d'); } };",
		"module.exports = { b%d: function (req, res) { res.send('b'); } };",
		"module.exports = { c: %d,",
		"module.exports = { attributes: { x%d: 'string' } };",
	}).Draw(rt, "text")
	text = fmt.Sprintf(text, rapid.IntRange(0, 2).Draw(rt, "n"))
	switch rapid.SampledFrom([]string{"write", "write", "replace", "backup", "recreate", "remove", "rename folder", "remove folder", "routes"}).Draw(rt, "operation") {
	case "write":
		l.write(file, text)
	case "replace":
		l.write(file+".tmp", text)
		_ = os.Rename(path(file+".tmp"), path(file))
	case "backup":
		_ = os.Rename(path(file), path(file+"~")) // there may be none
		l.write(file, text)
		l.remove(file + "~")
	case "recreate":
		l.remove(file)
		l.write(file, text)
	case "remove":
		l.remove(file)
	case "rename folder":
		if os.Rename(path("api/controllers"), path("api/aside")) != nil {
			_ = os.Rename(path("api/aside"), path("api/controllers")) // whichever is there
		}
	case "remove folder":
		l.remove("api/models")
	case "routes":
		l.write("config/routes.js", "module.exports.routes = { 'GET /"+name+"': '"+name+"Controller.a' };")
	}
}

// fresh is the state of a server started on dir now.
func fresh(dir string) string {
	app := engine.New(engine.Options{
		Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Flags: memory(), Log: slog.New(slog.DiscardHandler),
	})
	if err := app.Load(context.Background()); err != nil {
		return failing(err)
	}
	defer func() { _ = app.Close(context.Background()) }()
	return state(app)
}

var (
	// places are those of files in stacks.
	places = regexp.MustCompile(`/[^ ()"]+:\d+:\d+`)
	// foldersOf are those of files at places.
	foldersOf = regexp.MustCompile(`[^ ()"]*/([^/ ()"]+:\d+:\d+)`)
)

// failing is the state of a project that cannot be loaded. A link and a file of
// the same text differ in their folders only.
func failing(err error) string { return "fails: " + foldersOf.ReplaceAllString(err.Error(), "$1") }

// state is what a server's routes and answers are.
func state(app *engine.App) string {
	s, release, err := app.Acquire()
	if err != nil {
		return err.Error()
	}
	defer release()
	var b strings.Builder
	paths := map[string]bool{}
	for _, r := range s.Routes() {
		fmt.Fprintln(&b, r.Verb, r.Path, r.Target)
		if p, _, _ := strings.Cut(r.Path, "/:"); !strings.Contains(p, "|") && !strings.Contains(p, "create") && !strings.Contains(p, "destroy") {
			paths[p] = true
		}
	}
	for _, p := range slices.Sorted(maps.Keys(paths)) {
		w := httptest.NewRecorder()
		app.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, p, http.NoBody))
		// A link and a file of the same text differ in the places of stacks only.
		fmt.Fprintln(&b, p, w.Code, places.ReplaceAllString(w.Body.String(), ""))
	}
	return b.String()
}
