package engine_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"framework/engine"
	"framework/engine/assets"
	"framework/engine/datastore"
	"framework/engine/doctor"
	"framework/engine/testenv"
	"framework/engine/value"
	"framework/engine/view"
)

// reported returns whether there is a finding of a topic that differs, and the status
// of a request for path.
func reported(t *testing.T, root string, topic doctor.Topic, path string) (finding bool, status int) {
	t.Helper()
	p := &doctor.Project{Loaded: true}
	app := engine.New(engine.Options{
		Dir: root, Stdout: io.Discard, Stderr: io.Discard,
		Flags:      value.Of("models", value.Of("connection", "memory"), "connections", value.Of("memory", value.Of("adapter", "sails-memory"))),
		Configured: func(d *datastore.Project) { p.Datastores = d },
	})
	if err := app.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := app.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	w := httptest.NewRecorder()
	app.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	s, release, err := app.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	p.Tree = s.Tree
	for _, f := range doctor.Examine(p).Findings {
		finding = finding || f.Topic == topic && f.Level == doctor.Differs
	}
	return finding, w.Code
}

// TestCompilers: doctor takes a file for compiled where the server compiles it.
func TestCompilers(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	for _, tc := range []struct{ file, path, code string }{
		{"assets/importer.less", "/importer.css", "exports.render = function (text, options, done) { done(null, {css: ''}); };"},
		{"assets/x.coffee", "/x.js", "exports.compile = function () { return ''; };"},
	} {
		packages := assets.Compilers(filepath.Base(tc.file))
		for _, name := range append(packages, "other") {
			finding, status := reported(t, write(t, map[string]string{
				"package.json": `{"dependencies": {"sails": "~0.12.14"}}`,
				tc.file:        "", "node_modules/" + name + "/index.js": tc.code,
			}), doctor.Assets, tc.path)
			if finding != (name == "other") || finding != (status != http.StatusOK) {
				t.Errorf("%s with %s: %t, the server answers %d", tc.file, name, finding, status)
			}
		}
	}
	// The server compiles the style sheet that imports the others, and nothing else.
	if packages := assets.Compilers("part.less"); packages != nil {
		t.Errorf("part.less: %v", packages)
	}
}

// TestEngines: doctor finds a template engine where the server finds it.
func TestEngines(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	for _, name := range []string{"jade", "hogan", "doT", "hjs", "njk", "hb"} {
		for _, pkg := range append(view.Packages(name), "other") {
			const render = "function (path, locals, done) { done(null, 'page'); }"
			finding, status := reported(t, write(t, map[string]string{
				"package.json":     `{"dependencies": {"sails": "~0.12.14"}}`,
				"config/views.js":  "module.exports.views = {engine: '" + name + "', layout: false};",
				"config/routes.js": "module.exports.routes = {'/': {view: 'page'}};", "views/page." + name: "page",
				"node_modules/" + pkg + "/index.js": "exports['" + name + "'] = exports.__express = " + render,
			}), doctor.Views, "/")
			if finding != (pkg == "other") || finding != (status != http.StatusOK) {
				t.Errorf("%s with %s: %t, the server answers %d", name, pkg, finding, status)
			}
		}
	}
}
