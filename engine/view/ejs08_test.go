package view_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/view"
)

func TestCompile08(t *testing.T) {
	for text, want := range map[string]string{
		"a\r\n<%= b %>\r\n":                   `__write("a\n"`,
		"<%_.each(a, function () { %><% })%>": `_.each(a, function () {  ;`,
		"<%=: a | join:'-' | upcase %>":       `filters.upcase(filters.join( a , '-' ))`,
		"<% a() -%>b\nc":                      `__write("bc"`,
		"<%- include part %>":                 "(function () { ",
		"<%- include('part', a) %>":           "include('part', a)",
	} {
		compiled, err := view.Compile08("v.ejs", text, func(_, name string) (string, string, error) { return name, "<% var x %>", nil })
		if err != nil || !strings.Contains(compiled.Source, want) {
			t.Errorf("%q: got %v\n%s\nwant %s", text, err, compiled.Source, want)
		}
	}
}

// Names of views lead out of their folder, but not out of the project.
func TestLookupOutside(t *testing.T) {
	root := t.TempDir()
	for _, f := range []string{"views/a.ejs", "mails/b.ejs", "views/deep/c.ejs", "views/deep/d.ejs"} {
		path := filepath.Join(root, f)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tpl := view.New(view.Options{Dir: root + "/views", Root: root})
	for name, there := range map[string]bool{"../mails/b": true, "deep/../a": true, "../../mails/b": false, "../views/a": true, "/a": true} {
		if tpl.Exists(name) != there {
			t.Errorf("%s: there is %v", name, !there)
		}
	}
	if path, err := tpl.Partial(root+"/views/deep/c.ejs", "../a"); err != nil || path != root+"/views/a.ejs" {
		t.Errorf("a partial of the folder above: %s, %v", path, err)
	}
	if path, err := tpl.LayoutFrom(root+"/views/deep/c.ejs", "d"); err != nil || path != root+"/views/deep/d.ejs" {
		t.Errorf("a layout in the folder of the view: %s, %v", path, err)
	}
	if path, err := tpl.LayoutFrom(root+"/views/deep/c.ejs", "/a"); err != nil || path != root+"/views/a.ejs" {
		t.Errorf("a layout of the views' folder: %s, %v", path, err)
	}
}
