package openapi_test

import (
	"slices"
	"strings"
	"testing"

	"framework/engine/openapi"
	"framework/engine/value"
)

// TestPaths: the paths of a document that patterns of routes stand for.
func TestPaths(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string][]string{
		"/":                    {"/"},
		"/pet/:id":             {"/pet/{id}"},
		"/pet/:id?":            {"/pet/{id}", "/pet"},
		"/:a?/:b?":             {"/{a}/{b}", "/{b}", "/{a}", "/"},
		"/files/*":             {"/files/{rest}"},
		"/a/*/b/*":             {"/a/{rest}/b/{rest2}"},
		"/v:version/x":         {"/v{version}/x"},
		"/pet/:id([0-9]+)/toy": {"/pet/{id}/toy"},
	} {
		got := openapi.Paths(pattern)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", pattern, got, want)
		}
	}
}

// FuzzPaths: whatever a route is, its paths begin with a slash and close their braces.
func FuzzPaths(f *testing.F) {
	f.Add("/pet/:id?/*")
	f.Add("/:a(x|y)?:b*")
	f.Fuzz(func(t *testing.T, pattern string) {
		if strings.Count(pattern, "?")+strings.Count(pattern, "*") > 8 || strings.ContainsAny(pattern, "{}") {
			t.Skip()
		}
		for _, path := range openapi.Paths(pattern) {
			if !strings.HasPrefix(path, "/") || strings.Count(path, "{") != strings.Count(path, "}") {
				t.Errorf("%q leads to %q", pattern, path)
			}
		}
	})
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given any
		want  string // the error
	}{
		{value.Of("title", "x"), ""},
		{"x", "config openapi.: it has to be an object"},
		{value.Of("tilte", "x"), `config openapi.tilte: there is no such setting; did you mean "title"?`},
		{value.Of("servers", "x"), "config openapi.servers: it has to be a list"},
		{value.Of("security", value.Of("isin", value.Of("type", "http"))), `config openapi.security.isin: there is no such policy; did you mean "isIn"?`},
		{value.Of("security", value.Of("isIn", value.Of("type", "htp"))), "config openapi.security.isIn.type: it has to be one of"},
	} {
		_, err := openapi.ReadSettings(c.given, []string{"isIn"})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%v: got %v, want %q", c.given, err, c.want)
		}
	}
}
