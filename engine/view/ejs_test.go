package view_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/view"
)

func noInclude(_, name string) (string, string, error) {
	if name == "part" {
		return "/views/part.ejs", "<%= who %>\n<% /* two\nlines */ %>", nil
	}
	return "", "", errors.New("not there")
}

func TestCompileKeepsLines(t *testing.T) {
	for _, text := range []string{
		"a\n<%= x %>\n<%END%>",
		"<% if (x) { %>\n\n<%- y %>\n<% } %>\n<%END%>",
		"<%# a comment\nof two lines %>\n<%END%>",
		"<% a(\n  b\n) -%>\n<%END%>",
		"x <%% y\n<%_ a _%>  \n<%END%>",
		"<%= a // b %>\n<% // c %>\n\n<%END%>",
		"<% include part %>\n<%END%>",
	} {
		compiled, err := view.Compile("v.ejs", text, noInclude)
		if err != nil {
			t.Fatal(err)
		}
		src := compiled.Source
		want := strings.Count(text[:strings.Index(text, "END")], "\n")
		if got := strings.Count(src[:strings.Index(src, "END")], "\n"); got != want {
			t.Errorf("%q: END is on line %d of\n%s\nwant %d", text, got+1, src, want+1)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"a\n<% open":                "v.ejs:2: this <% is never closed with %>",
		"\n\n<% include nothing %>": `v.ejs:3: cannot include "nothing": not there`,
	} {
		_, err := view.Compile("v.ejs", text, noInclude)
		var syntax *view.SyntaxError
		if !errors.As(err, &syntax) || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	self := func(from, name string) (string, string, error) { return from, "<% include me %>", nil }
	if _, err := view.Compile("v.ejs", "<% include me %>", self); err == nil || !strings.Contains(err.Error(), "include itself") {
		t.Errorf("a template that includes itself: %v", err)
	}
}

func TestLookup(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"views/home.ejs", "views/pet/index.ejs", "views/pet/_row.ejs", "views/shared.ejs", "secret.ejs"} {
		path := filepath.Join(dir, f)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	views := filepath.Join(dir, "views")
	tpl := view.New(view.Options{Dir: views})
	for name, want := range map[string]string{
		"home": "home.ejs", "home.ejs": "home.ejs", "pet": "pet/index.ejs", "pet/index": "pet/index.ejs",
		"../secret": "", "none": "", "home\x00": "", "/home": "home.ejs", "HOME": "home.ejs", "Pet/Index": "pet/index.ejs",
	} {
		got, err := tpl.Lookup(name)
		if want == "" {
			if !errors.Is(err, view.ErrNotFound) {
				t.Errorf("%q: got %s, %v", name, got, err)
			}
			continue
		}
		if got != filepath.Join(views, want) {
			t.Errorf("%q: got %s, %v", name, got, err)
		}
	}
	for name, want := range map[string]string{"row": "pet/_row.ejs", "row.ejs": "pet/_row.ejs", "shared": "shared.ejs", "../../secret": ""} {
		got, err := tpl.Partial(filepath.Join(views, "pet", "index.ejs"), name)
		if want == "" {
			if err == nil {
				t.Errorf("partial %q: got %s", name, got)
			}
			continue
		}
		if got != filepath.Join(views, want) {
			t.Errorf("partial %q: got %s, %v", name, got, err)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	text := strings.Repeat("<li class=\"row\"><%= item.name %></li>\n<% if (item.open) { %><b>open</b><% } %>\n", 100)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := view.Compile("v.ejs", text, noInclude); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleCompile() {
	hello, _ := view.Compile("hello.ejs", "<b><%= name %></b>", nil)
	fmt.Println(hello.Names, strings.Contains(hello.Source, `__write("<b>", ( name), "</b>", "tet");`))
	// Output: [name] true
}
