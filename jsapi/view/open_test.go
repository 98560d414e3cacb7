package view_test

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"

	"framework/engine/config"
	"framework/engine/project"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/view"
)

// TestOpen renders the view home of a project by its config/views.js.
func TestOpen(t *testing.T) {
	modern := view.Switches{OnlyEJS: true}
	const ownEJS = "exports.compile = function () { return function () { return 'theirs'; }; };"
	for name, tc := range map[string]struct {
		settings string // config.views
		files    map[string]string
		switches view.Switches
		listed   bool
		want     string
		err      string
	}{
		"nothing is set":           {settings: `{}`, files: map[string]string{"views/layout.ejs": "usual <%- body %>"}, want: "usual home"},
		"a layout that is missing": {settings: `{}`, err: `its layout "layout" is not there`},
		"a layout":                 {settings: `{ layout: 'frame' }`, want: "[home]"},
		"a layout of folders":      {settings: `{ layout: 'parts/frame' }`, want: "(home)"},
		"no layout":                {settings: `{ layout: false }`, want: "home"},
		"locals":                   {settings: `{ layout: false, locals: { who: 'ann' } }`, files: map[string]string{"views/home.ejs": "<%= who %>"}, want: "ann"},
		"tags of its own":          {settings: `{ layout: 'frame', locals: { open: '{%', close: '%}', who: 'ann' } }`, files: map[string]string{"views/home.ejs": "{% if (who) { %}{%= who %}{% } %}<% x %>"}, switches: view.Switches{EJSLocals: true}, want: "ann<% x %>"},
		"a function as engine":     {settings: `{ engine: { ext: 'txt', fn: function (path, locals, done) { done(null, 'by ' + path.split('/').pop()); } } }`, files: map[string]string{"views/home.txt": ""}, want: "by home.txt"},
		"the project's ejs":        {settings: `{ layout: false }`, files: map[string]string{"node_modules/ejs/index.js": ownEJS}, want: "theirs"},
		"1.x without that":         {settings: `{ layout: false }`, files: map[string]string{"node_modules/ejs/index.js": ownEJS}, switches: modern, want: "home"},
		"1.x that lists it":        {settings: `{ layout: false }`, files: map[string]string{"node_modules/ejs/index.js": ownEJS}, switches: modern, listed: true, want: "theirs"},
		"1.x, getRenderFn":         {settings: `{ extension: 'txt', getRenderFn: function () { var sails = this; return function (path, locals, done) { done(null, typeof sails.log + ' ' + path.split('/').pop()); }; } }`, files: map[string]string{"views/home.txt": ""}, switches: modern, want: "function home.txt"},
		"classic, getRenderFn":     {settings: `{ layout: false, getRenderFn: function () { throw new Error('asked'); } }`, want: "home"},
		"getRenderFn of nothing":   {settings: `{ getRenderFn: function () { return 1; } }`, switches: modern, err: "config views.getRenderFn is to return a function"},
		"getRenderFn that fails":   {settings: `{ getRenderFn: function () { throw new Error('no'); } }`, switches: modern, err: "config views.getRenderFn: Error: no"},
		"views that are none":      {settings: `1`, err: "config views"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"package.json": "{}", "config/views.js": "module.exports.views = " + tc.settings + ";",
				"views/home.ejs": "home", "views/frame.ejs": "[<%- body %>]", "views/parts/frame.ejs": "(<%- body %>)",
			}
			for path, text := range tc.files {
				files[path] = text
			}
			dir := write(t, files)
			tree, err := project.Scan(dir, project.DefaultPaths())
			if err != nil {
				t.Fatal(err)
			}
			iso, err := jsapi.New(jsapi.Options{Root: dir, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = iso.Close(context.Background()) }()
			got := ""
			err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
				js, err := app.New(r, app.Options{Root: dir, Log: slog.New(slog.DiscardHandler), Stdout: io.Discard, Stderr: io.Discard})
				if err != nil {
					return err
				}
				layers, err := js.ConfigLayers(tree.Config)
				if err != nil {
					return err
				}
				cfg := config.Merge(layers, config.Options{})
				if err := js.SetConfig(cfg.Values); err != nil {
					return err
				}
				views, err := view.Open(r, view.Project{Config: cfg, App: js, Switches: tc.switches, Defaults: "the defaults", Dir: tree.Views, ListsEJS: tc.listed})
				if err != nil {
					return err
				}
				var failed error
				views.RenderJS(r, "home", r.Runtime().NewObject(), func(html string, err error) { got, failed = html, err })
				return failed
			})
			if got != tc.want || (err == nil) != (tc.err == "") || err != nil && !strings.Contains(err.Error(), tc.err) {
				t.Errorf("got %q and %v, want %q and %q", got, err, tc.want, tc.err)
			}
		})
	}
}
