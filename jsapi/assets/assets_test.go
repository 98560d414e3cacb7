package assets_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	core "framework/engine/assets"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/assets"
)

// inside is a project, which is a txtar archive, with its app object.
type inside struct {
	dir string
	iso *jsapi.Isolate
	js  *app.App
}

func open(t *testing.T, archive string) *inside {
	t.Helper()
	in := &inside{dir: t.TempDir()}
	if err := txtar.Write(txtar.Parse([]byte(archive)), in.dir); err != nil {
		t.Fatal(err)
	}
	var err error
	if in.iso, err = jsapi.New(jsapi.Options{Root: in.dir, Log: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.iso.Close(context.Background()) })
	err = in.iso.Do(t.Context(), func(r *jsapi.Realm) (err error) {
		in.js, err = app.New(r, app.Options{Root: in.dir, Log: slog.New(slog.DiscardHandler)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// packages do as far as these tests go what those of npm do.
const packages = `
-- node_modules/less/index.js --
exports.render = function (text, options, done) {
  if (text === 'broken') { return done({ message: 'no such color', filename: options.filename, line: 3 }); }
  if (text === 'odd') { return done(new Error('odd')); }
  setTimeout(function () { done(null, text === 'old' ? 'css' : { css: text + ' in ' + options.paths[0] }); });
};
-- node_modules/coffee-script/index.js --
exports.compile = function (text, options) {
  if (text === 'broken') {
    var err = new Error('unexpected x');
    err.location = { first_line: 1, first_column: 4 };
    throw err;
  }
  return 'js of ' + text + (options.bare ? '' : ' in a function');
};
-- node_modules/lodash/index.js --
exports.template = function (text) {
  if (text === 'broken') { throw new Error('no template'); }
  return { source: 'function () { return "' + text + '"; }' };
};
`

func TestTranslator(t *testing.T) {
	t.Parallel()
	in := open(t, packages)
	translator := assets.NewTranslator(in.iso, in.js)
	style, script := filepath.Join(in.dir, "assets", "a.less"), filepath.Join(in.dir, "assets", "a.coffee")
	less := func(text string) (string, error) { return translator.Less(t.Context(), text, style) }
	coffee := func(text string) (string, error) { return translator.Coffee(t.Context(), text, script) }
	templates := func(text string) (string, error) {
		return translator.Templates(t.Context(), []core.Template{{Name: "assets/templates/a.html", Text: text}})
	}
	for name, tc := range map[string]struct {
		translate func(text string) (string, error)
		text      string
		want, err string
	}{
		"less":                {less, "a {}", "a {} in " + filepath.Dir(style), ""},
		"less 1.x":            {less, "old", "css", ""},
		"less with its place": {less, "broken", "", style + ":3: no such color"},
		"less without one":    {less, "odd", "", "odd"},
		"coffee":              {coffee, "a", "js of a", ""},
		"coffee that fails":   {coffee, "broken", "", script + ":2:5: unexpected x"},
		"templates":           {templates, "a", "this[\"JST\"] = this[\"JST\"] || {};\n\nthis[\"JST\"][\"assets/templates/a.html\"] = function () { return \"a\"; };\n", ""},
		"a broken template":   {templates, "broken", "", "assets/templates/a.html: node_modules/lodash/index.js:2:34: Error: no template"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := tc.translate(tc.text)
			if got != tc.want || (err == nil) != (tc.err == "") || err != nil && !strings.Contains(err.Error(), tc.err) {
				t.Errorf("got %q and %v, want %q and %q", got, err, tc.want, tc.err)
			}
		})
	}
}

func TestTranslatorWithoutPackages(t *testing.T) {
	t.Parallel()
	in := open(t, "")
	translator := assets.NewTranslator(in.iso, in.js)
	_, less := translator.Less(t.Context(), "", "a.less")
	_, coffee := translator.Coffee(t.Context(), "", "a.coffee")
	_, templates := translator.Templates(t.Context(), nil)
	for name, err := range map[string]error{"less": less, "coffee": coffee, "templates": templates} {
		if !errors.Is(err, core.ErrNoTranslator) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadGlobs(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		archive string
		want    *core.Globs
		err     string
	}{
		"no file": {"", nil, ""},
		"lists": {`
-- tasks/pipeline.js --
var scripts = ['js/**/*.js', 1];
module.exports = { jsFilesToInject: scripts, cssFilesToInject: ['a.css'], templateFilesToInject: 'a.html' };
`, &core.Globs{Scripts: []string{"js/**/*.js"}, Styles: []string{"a.css"}}, ""},
		"another value": {"-- tasks/pipeline.js --\nmodule.exports = 1;\n", &core.Globs{}, ""},
		"an error":      {"-- tasks/pipeline.js --\nthrow new Error('no tasks');\n", nil, "tasks/pipeline.js: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := open(t, tc.archive)
			var got *core.Globs
			err := in.iso.Do(t.Context(), func(r *jsapi.Realm) (err error) {
				got, err = assets.ReadGlobs(r, in.js, in.dir)
				return err
			})
			if !reflect.DeepEqual(got, tc.want) || (err == nil) != (tc.err == "") || err != nil && !strings.Contains(err.Error(), tc.err) {
				t.Errorf("got %+v and %v, want %+v and %q", got, err, tc.want, tc.err)
			}
		})
	}
}
