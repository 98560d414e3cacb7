package view_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/engine/value"
	templates "framework/engine/view"
	"framework/jsapi"
	"framework/jsapi/view"
)

// write makes files below a new folder and returns it.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// render renders one view with locals written in JavaScript.
func render(t testing.TB, dir string, opts view.Options, name, locals string) (html string, err error) {
	t.Helper()
	iso, ierr := jsapi.New(jsapi.Options{Root: dir})
	if ierr != nil {
		t.Fatal(ierr)
	}
	defer func() { _ = iso.Close(context.Background()) }()
	opts.Templates = templates.New(templates.Options{Dir: filepath.Join(dir, "views")})
	if ierr := iso.Do(context.Background(), func(r *jsapi.Realm) error {
		v, err2 := view.New(r, opts)
		if err2 != nil {
			return err2
		}
		o, err2 := r.Runtime().RunString("(" + locals + ")")
		if err2 != nil {
			return err2
		}
		v.RenderJS(r, name, o.(*goja.Object), func(h string, e error) { html, err = h, e })
		return nil
	}); ierr != nil {
		t.Fatal(ierr)
	}
	return html, err
}

var site = map[string]string{
	"views/layout.ejs":      "<html><%- blocks.head %><%- body %></html>",
	"views/bare.ejs":        "<main><%- body %></main>",
	"views/list.ejs":        "<ul><% items.forEach(function (i) { %><li><%= i %></li><% }) %></ul><%- raw %>\n",
	"views/part.ejs":        "<div><%- partial('bit.ejs', {n: 1}) %></div>",
	"views/_bit.ejs":        "<span>bit <%= n %><%= typeof who === 'undefined' ? '' : who %></span>",
	"views/rows.ejs":        "<%- partial('row', {collection: rows, as: 'r'}) %>",
	"views/row.ejs":         "<%= indexInCollection %>:<%= r %><%= lastInCollection ? '.' : ',' %>",
	"views/included.ejs":    "<% include bare2 %>|<%- include('_bit', {n: 2}) %>",
	"views/bare2.ejs":       "two <%= who %>",
	"views/blocky.ejs":      "<% block('head', '<title>x</title>') %>text",
	"views/broken.ejs":      "fine\n<p><%= notDefinedAnywhere.prop %></p>",
	"views/syntax.ejs":      "fine\n<% if ( %>",
	"views/empty.ejs":       "[<%= undefined %><%- null %><%= %><%= /* nothing */ %>]",
	"views/named.ejs":       "<% function item(n) { %><li><%= n %></li><% } %><ul><% item(1); item('<') %></ul><%- (function (a) { return a + [1].map(function (b) { return b; }); })(2) %>",
	"views/locals.ejs":      "<%= locals.who %> <%= typeof nobody %> <%= who = 'x' %> <% var list = [1, 2]; let sum = 0; for (const n of list) { sum += n } %><%= sum %> <% with ({ sum: 9 }) { %><%= sum %><% } %> <%- JSON.stringify({ who: who }) %>",
	"views/calls.ejs":       "<%= mine() %><%= [1].map(double) %>",
	"views/deep/index.ejs":  "deep",
	"views/page/nested.ejs": "nested <%- partial('../_bit', {n: 3}) %>",
}

func TestRender(t *testing.T) {
	dir := write(t, site)
	for _, tt := range []struct{ name, locals, want string }{
		{"list", `{items: ['a', '<b>'], raw: '<i>'}`, "<html><ul><li>a</li><li>&lt;b&gt;</li></ul><i>\n</html>"},
		{"list", `{items: ["\"'&"], raw: '', layout: false}`, "<ul><li>&quot;&#39;&amp;</li></ul>\n"},
		{"bare2", `{who: 'me', layout: 'bare'}`, "<main>two me</main>"},
		{"part", `{layout: null}`, "<div><span>bit 1</span></div>"},
		{"part", `{layout: null, who: '!'}`, "<div><span>bit 1!</span></div>"},
		{"rows", `{layout: false, rows: ['x', 'y']}`, "0:x,1:y."},
		{"included", `{layout: false, who: 'w'}`, "two w|<span>bit 2w</span>"},
		{"blocky", `{}`, "<html><title>x</title>text</html>"},
		{"empty", `{layout: false}`, "[]"},
		{"deep", `{layout: false}`, "deep"},
		{"calls", `{layout: false, who: 'w', mine: function () { return this.who; }, double: function (n) { return 2 * n; }}`, "w2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := render(t, dir, view.Options{Layout: "layout"}, tt.name, tt.locals)
			if err != nil || got != tt.want {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

// TestCacheLocal: with the local cache a page stays as it was first, whatever is
// saved; others are read anew.
func TestCacheLocal(t *testing.T) {
	for name, opts := range map[string]view.Options{
		"ours": {Layout: "layout"}, "of the project": {Layout: "layout", Locals: value.Of("cache", true)},
	} {
		dir := write(t, map[string]string{"views/layout.ejs": "<%- body %>", "views/page.ejs": "a <%- partial('part') %>", "views/part.ejs": "b"})
		iso, err := jsapi.New(jsapi.Options{Root: dir})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = iso.Close(context.Background()) })
		opts.Templates = templates.New(templates.Options{Dir: filepath.Join(dir, "views")})
		var v *view.Renderer
		page := func(locals string) (html string) {
			t.Helper()
			err := iso.Do(t.Context(), func(r *jsapi.Realm) (err error) {
				if v == nil {
					if v, err = view.New(r, opts); err != nil {
						return err
					}
				}
				o, err := r.Runtime().RunString("(" + locals + ")")
				if err != nil {
					return err
				}
				v.RenderJS(r, "page", o.(*goja.Object), func(h string, e error) { html, err = h, e })
				return err
			})
			if err != nil {
				t.Error(err)
			}
			return html
		}
		if got := page("{ cache: true }"); got != "a b" {
			t.Errorf("%s: %q", name, got)
		}
		for file, text := range map[string]string{"page": "A <%- partial('part') %>", "part": "B", "layout": "[<%- body %>]"} {
			if err := os.WriteFile(filepath.Join(dir, "views", file+".ejs"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := page("{ cache: true }"); got != "a b" {
			t.Errorf("%s: then %q", name, got)
		}
		if got := page("{ cache: false }"); got != "[A B]" {
			t.Errorf("%s: without cache %q", name, got)
		}
	}
}

func TestRenderFails(t *testing.T) {
	dir := write(t, site)
	_, err := render(t, dir, view.Options{}, "broken", `{}`)
	var script *jsapi.ScriptError
	if !errors.As(err, &script) || script.File != "views/broken.ejs" || script.Line != 2 {
		t.Errorf("a failing expression: %#v", err)
	}
	_, err = render(t, dir, view.Options{}, "syntax", `{}`)
	if err == nil || !strings.Contains(err.Error(), "syntax.ejs") {
		t.Errorf("a template that does not compile: %v", err)
	}
	_, err = render(t, dir, view.Options{Layout: "layout"}, "nothere", `{}`)
	if !errors.As(err, &script) {
		t.Fatalf("a missing view: %v", err)
	}
	// As sails.renderView of 1.5 answers.
	if code, want := script.Value.(*goja.Object).Get("code").String(), "ENOENT: no such file or directory, open '"+filepath.Join(dir, "views", "nothere.ejs")+"'"; code != "ENOENT" || script.Message != want {
		t.Errorf("a missing view has the code %s, and says %q, not %q", code, script.Message, want)
	}
	_, err = render(t, dir, view.Options{Layout: "nolayout"}, "deep", `{}`)
	if err == nil || !strings.Contains(err.Error(), "nolayout") {
		t.Errorf("a missing layout: %v", err)
	}
}

// Names that a template makes for itself, functions that write and code that
// looks names up at run time all see what they would in EJS.
func TestScopes(t *testing.T) {
	dir := write(t, site)
	for name, want := range map[string]string{
		"named":  "<ul><li>1</li><li>&lt;</li></ul>21",
		"locals": `Ann undefined x 3 9 {"who":"x"}`,
		"empty":  "[]",
	} {
		for _, locals := range []string{`{ who: 'Ann' }`, `{ who: 'Ann', item: 1, list: 2, sum: 3, n: 4 }`} {
			if got, err := render(t, dir, view.Options{}, name, locals); err != nil || got != want {
				t.Errorf("%s with %s: got %q, %v; want %q", name, locals, got, err, want)
			}
		}
	}
}

func TestOtherEngine(t *testing.T) {
	dir := write(t, site)
	opts := view.Options{Engine: "mustache", Require: func(name string) (goja.Value, error) {
		return nil, errors.New("no module called " + name)
	}}
	if _, err := render(t, dir, opts, "deep", `{}`); err == nil || !strings.Contains(err.Error(), "node_modules") {
		t.Errorf("an engine that is not installed: %v", err)
	}
}

// FuzzEJS: text without tags always compiles to JavaScript that parses; no
// template makes the compiler panic.
func FuzzEJS(f *testing.F) {
	for _, s := range []string{"", "plain", "<%= a %>", "<%", "%>", "<%%", "<%-%>", "<%_ _%>", "<% include part %>", "\"\\\u2028\x00\xff", "<%# %>\r\n", "<%= a // b %>"} {
		f.Add(s)
	}
	include := func(_, name string) (string, string, error) { return name, "<%= x %>", nil }
	f.Fuzz(func(t *testing.T, text string) {
		compiled, err := templates.Compile("v.ejs", text, include)
		if err != nil || strings.Contains(text, "<%") {
			return
		}
		for _, src := range []string{compiled.Source, compiled.Bound([]string{"a"})} {
			if _, err := goja.Compile("v.ejs", src, false); err != nil {
				t.Fatalf("%q: %v\n%s", text, err, src)
			}
		}
	})
}
