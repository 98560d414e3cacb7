package assets_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/engine/assets"
	"framework/engine/web"
	"framework/router"
)

// project makes a folder of files: each is "name" or "name=text".
func project(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		name, text, _ := strings.Cut(f, "=")
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// open returns the pipeline of a project with the usual public folders.
func open(root string, globs *assets.Globs, tr assets.Translator) *assets.Pipeline {
	return assets.New(assets.Options{
		Root: root, Dirs: []string{filepath.Join(root, ".tmp/public"), filepath.Join(root, "assets")},
		Globs: globs, Translator: tr, CacheControl: "public, max-age=0", Log: func(string, ...any) {},
	})
}

// words is a translator that says what it was asked for, and counts.
type words struct {
	asked int
	err   error
}

func (w *words) say(format string, args ...any) (string, error) {
	w.asked++
	return fmt.Sprintf(format, args...), w.err
}

func (w *words) Less(_ context.Context, text, file string) (string, error) {
	return w.say("css of %s in %s", text, filepath.Base(file))
}

func (w *words) Coffee(_ context.Context, text, file string) (string, error) {
	return w.say("js of %s in %s", text, filepath.Base(file))
}

func (w *words) Templates(_ context.Context, list []assets.Template) (string, error) {
	return w.say("templates %v", list)
}

func TestFill(t *testing.T) {
	root := project(t,
		"assets/dependencies/z.js", "assets/dependencies/vue.js", "assets/js/a b.js", "assets/js/pages/<x>.js", "assets/js/skip.js",
		"assets/js/.hidden.js", "assets/js/tea.coffee", "assets/js/both.coffee", "assets/js/both.js", "assets/styles/importer.less", "assets/styles/part.less", "assets/styles/own.css",
		".tmp/public/js/built.js", ".tmp/public/dependencies/vue.js", "assets/templates/pet.html",
	)
	globs := &assets.Globs{
		Scripts:   []string{".tmp/public/dependencies/vue.js", ".tmp/public/dependencies/**/*.js", "js/**/*.js", "!js/skip.js", "[", "nowhere/*.js"},
		Styles:    []string{".tmp/public/styles/**/*.css"},
		Templates: []string{"assets/templates/**/*.html"},
	}
	p := open(root, globs, nil)
	for _, c := range []struct{ page, want string }{
		{"nothing", "nothing"},
		{"<!--SCRIPTS-->", "<!--SCRIPTS-->"},
		{
			"<head>\n  <!--STYLES-->old<!--STYLES END-->\n</head>\n<!--TEMPLATES-->\n<!--TEMPLATES END-->\n    <!--SCRIPTS-->\n    <!--SCRIPTS END-->\nend",
			`<head>
  <!--STYLES-->
  <link rel="stylesheet" href="/styles/importer.css">
  <link rel="stylesheet" href="/styles/own.css">
  <!--STYLES END-->
</head>
<!--TEMPLATES-->
<script src="/jst.js"></script>
<!--TEMPLATES END-->
    <!--SCRIPTS-->
    <script src="/dependencies/vue.js"></script>
    <script src="/dependencies/z.js"></script>
    <script src="/js/a%20b.js"></script>
    <script src="/js/both.js"></script>
    <script src="/js/built.js"></script>
    <script src="/js/pages/%3Cx%3E.js"></script>
    <script src="/js/tea.js"></script>
    <!--SCRIPTS END-->
end`,
		},
	} {
		if got := p.Fill(c.page); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
		if again := p.Fill(p.Fill(c.page)); again != p.Fill(c.page) {
			t.Errorf("filled twice it is\n%s", again)
		}
	}
	const page = "<!--SCRIPTS-->a<!--SCRIPTS END-->"
	if got := open(root, nil, nil).Fill(page); got != page {
		t.Errorf("a project without a pipeline got %s", got)
	}
	if got, want := open(project(t, "assets/x.js"), globs, nil).Fill("<!--TEMPLATES-->x<!--TEMPLATES END-->"), "<!--TEMPLATES-->\n<!--TEMPLATES END-->"; got != want {
		t.Errorf("without templates got %q, want %q", got, want)
	}
}

// answer is what a request got: its type and body, "" when it passed.
type answer struct{ contentType, body string }

func get(t *testing.T, serve func(x *router.Exchange) (router.Verdict, error), method, path string) (answer, error) {
	t.Helper()
	rec := httptest.NewRecorder()
	x, err := web.OpenExchange(rec, httptest.NewRequest(method, path, nil), web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	verdict, err := serve(x)
	if verdict == router.Pass {
		return answer{}, err
	}
	return answer{rec.Header().Get("Content-Type"), rec.Body.String()}, err
}

func TestServe(t *testing.T) {
	root := project(t,
		"assets/styles/importer.less=@x", "assets/styles/part.less=@y", "assets/js/tea.coffee=t ->", "assets/.secret/x.coffee=s",
		"assets/templates/b.html=<b>", "assets/templates/a.html=<a>", "assets/templates/.c.html=<c>",
	)
	outer := filepath.Join(root, "outer.coffee")
	if err := os.WriteFile(outer, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outer, filepath.Join(root, "assets/js/link.coffee")); err != nil {
		t.Fatal(err)
	}
	tr := &words{}
	p := open(root, &assets.Globs{Templates: []string{"assets/templates/**/*.html"}}, tr)
	const script, style = "application/javascript", "text/css; charset=UTF-8"
	for _, c := range []struct {
		method, path string
		want         answer
	}{
		{"GET", "/styles/importer.css", answer{style, "css of @x in importer.less"}},
		{"HEAD", "/styles/importer.css", answer{style, ""}},
		{"GET", "/styles/part.css", answer{}},
		{"GET", "/styles/none/importer.css", answer{}},
		{"POST", "/styles/importer.css", answer{}},
		{"GET", "/js/tea.js", answer{script, "js of t -> in tea.coffee"}},
		{"GET", "/js/%74ea.js", answer{script, "js of t -> in tea.coffee"}},
		{"GET", "/js/../js/tea.js", answer{script, "js of t -> in tea.coffee"}},
		{"GET", "/js/tea.js/", answer{}},
		{"GET", "/js/link.js", answer{}},
		{"GET", "/.secret/x.js", answer{}},
		{"GET", "/../outer.js", answer{}},
		{"GET", "/jst.js", answer{script, "templates [{assets/templates/a.html <a>} {assets/templates/b.html <b>}]"}},
		{"GET", "/js/jst.js", answer{}},
	} {
		if got, err := get(t, p.Serve, c.method, c.path); err != nil || got != c.want {
			t.Errorf("%s %s: %q, %v; want %q", c.method, c.path, got, err, c.want)
		}
	}
	if tr.asked != 3 {
		t.Errorf("made %d times, want each of 3 files once", tr.asked)
	}
}

// A file is made anew when one that it is made of has changed, and a broken one
// says what is wrong until it is mended.
func TestServeAgain(t *testing.T) {
	root := project(t, "assets/styles/importer.less=@x", "assets/styles/deep/part.less=@y", "assets/templates/a.html=<a>")
	tr := &words{}
	p := open(root, &assets.Globs{Templates: []string{"assets/templates/*.html"}}, tr)
	ask := func(path string) (string, error) {
		got, err := get(t, p.Serve, "GET", path)
		return got.body, err
	}
	later := time.Now()
	change := func(name string) {
		t.Helper()
		later = later.Add(time.Minute)
		file := filepath.Join(root, name)
		if err := errors.Join(os.WriteFile(file, []byte("new"), 0o644), os.Chtimes(file, later, later)); err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range []string{"assets/styles/deep/part.less", "assets/styles/importer.less"} {
		change(name)
		if _, err := ask("/styles/importer.css"); err != nil || tr.asked != i+1 {
			t.Errorf("after %s: made %d times, %v", name, tr.asked, err)
		}
	}
	if got, _ := ask("/jst.js"); got != "templates [{assets/templates/a.html <a>}]" {
		t.Errorf("got %s", got)
	}
	if err := os.WriteFile(filepath.Join(root, "assets/templates/b.html"), []byte("<b>"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, _ := ask("/jst.js"); got != "templates [{assets/templates/a.html <a>} {assets/templates/b.html <b>}]" {
		t.Errorf("with one more: %s", got)
	}
	tr.err = errors.New("importer.less:1: no such colour")
	change("assets/styles/importer.less")
	if _, err := ask("/styles/importer.css"); !errors.Is(err, tr.err) {
		t.Errorf("broken: %v", err)
	}
	tr.err = fmt.Errorf("less: %w", assets.ErrNoTranslator)
	change("assets/styles/importer.less")
	if got, err := ask("/styles/importer.css"); err != nil || got != "" {
		t.Errorf("without the package: %q, %v", got, err)
	}
	tr.err = nil
	change("assets/styles/importer.less")
	if got, err := ask("/styles/importer.css"); err != nil || got != "css of new in importer.less" {
		t.Errorf("mended: %q, %v", got, err)
	}
}

func TestServePage(t *testing.T) {
	root := project(t,
		"assets/index.html=<!--SCRIPTS--><!--SCRIPTS END-->", "assets/plain.html=<p>", "assets/deep/index.html=<!--SCRIPTS--><!--SCRIPTS END-->", "assets/js/x.js",
	)
	filled := answer{"text/html; charset=UTF-8", "<!--SCRIPTS-->\n<script src=\"/js/x.js\"></script>\n<!--SCRIPTS END-->"}
	globs := &assets.Globs{Scripts: []string{"js/*.js"}}
	for _, c := range []struct {
		globs *assets.Globs
		path  string
		want  answer
	}{
		{globs, "/", filled},
		{globs, "/index.html", filled},
		{globs, "/deep/", filled},
		{globs, "/deep", answer{}}, // it is redirected
		{globs, "/plain.html", answer{}},
		{globs, "/none.html", answer{}},
		{globs, "/js/x.js", answer{}},
		{nil, "/", answer{}},
	} {
		if got, err := get(t, open(root, c.globs, nil).ServePage, "GET", c.path); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.path, got, err, c.want)
		}
	}
}
