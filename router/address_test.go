package router_test

import (
	"errors"
	"strings"
	"testing"

	"framework/router"
	"github.com/google/go-cmp/cmp"
)

func TestParseAddress(t *testing.T) {
	for in, want := range map[string]router.Address{
		"/a":                  {Path: "/a"},
		"  GeT   /a ":         {Verb: "GET", Path: "/a"},
		"all *":               {Verb: "ALL", Path: "/*"},
		"*":                   {Path: "/*"},
		"Options /a":          {Verb: "OPTIONS", Path: "/a"},
		"/a/:lengthy":         {Path: "/a/:lengthy"},
		"/:length0/:lengthZ":  {Path: "/:length0/:lengthZ"},
		"/:length9/:length_":  {Path: "/:length9/:length_"},
		"/:lengthA/:lengtha":  {Path: "/:lengthA/:lengtha"},
		"/:lengths/:lengthz":  {Path: "/:lengths/:lengthz"},
		`r|^/(a|b)/(\d+)$|x`:  {Regexp: `^/(a|b)/(\d+)$`, Names: []string{"x"}},
		`PUT r|^/(a)(b)$|x,y`: {Verb: "PUT", Regexp: `^/(a)(b)$`, Names: []string{"x", "y"}},
		`r|^/a$|`:             {Regexp: `^/a$`},
		"r|^/a b$|":           {Regexp: "^/a b$"},
	} {
		got, err := router.ParseAddress(in)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%q: %v %s", in, err, d)
		}
		if again, err := router.ParseAddress(got.String()); err != nil || cmp.Diff(got, again) != "" {
			t.Errorf("%q is written as %q, which reads %+v, %v", in, got.String(), again, err)
		}
	}
}

func TestParseAddressRefuses(t *testing.T) {
	for _, s := range []string{"", " ", "get", "get ", "/a/:length", "/:length/b", "/a/:length?", "/:lengthy/:length", "/:length/:length0", "/:length-x", "/:length:x", "/:length@", "/:length[", "/:length`", "/:length{", "r|x", "r||a", "r|"} {
		if a, err := router.ParseAddress(s); err == nil {
			t.Errorf("%q: got %v, want an error", s, a)
		}
	}
}

func TestParameters(t *testing.T) {
	for path, want := range map[string][]router.Parameter{
		"/a":                  nil,
		"/*":                  nil,
		"/a/:id":              {{Name: "id"}},
		"/:a/b/:c?":           {{Name: "a"}, {Name: "c", Optional: true}},
		`/:a?/:n(\d+)/:m(x)?`: {{Name: "a", Optional: true}, {Name: "n"}, {Name: "m", Optional: true}},
		"/:file.:ext?*":       {{Name: "file"}, {Name: "ext", Optional: true}},
	} {
		if d := cmp.Diff(want, router.Address{Path: path}.Parameters()); d != "" {
			t.Errorf("%s: %s", path, d)
		}
	}
	if got := (router.Address{Regexp: "^/(:x)$", Names: []string{"y"}}).Parameters(); got != nil {
		t.Errorf("an expression has the parameters %v", got)
	}
}

// TestCheck: only expressions are checked.
func TestCheck(t *testing.T) {
	for address, ok := range map[string]bool{"/a/(b": true, `r|^/(a)$|`: true, `r|(?!a)b|`: true, `r|(|`: false, `GET r|(?!|`: false} {
		a, err := router.ParseAddress(address)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Check(); (err == nil) != ok || err != nil && !strings.Contains(err.Error(), a.Regexp) {
			t.Errorf("%s: got %v", address, err)
		}
	}
}

// TestAddressAsText: messages name what was written.
func TestAddressAsText(t *testing.T) {
	for in, want := range map[string]string{"GET /a": "/a", "all *": "/*", `PUT r|^/(a)$|x`: `r|^/(a)$|`} {
		a, err := router.ParseAddress(in)
		if err != nil || a.Pattern() != want {
			t.Errorf("%s: got %s, %v, want %s", in, a.Pattern(), err, want)
		}
	}
}

func TestDecodePath(t *testing.T) {
	for path, ok := range map[string]bool{"/a": true, "/a/%C3%A9": true, "/a/%00": true, "/a/%zz": false, "%zz": false, "/a/%": false, "/a/%ff": false, "/a/%ed%a0%80": false} {
		err := router.DecodePath(path)
		var e *router.Error
		if (err == nil) != ok || err != nil && (!errors.As(err, &e) || e.Status != 400 || e.Message == "") {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{"get /a/:id", `r|^/(\d+)$|n`, `r|(?!a)(b)\1|n`, "/a/:id?/*", "/:a(\\d+).:b?*", "/a|b/{2}"} {
		f.Add(s, "/a/b")
	}
	f.Fuzz(func(t *testing.T, address, path string) {
		a, err := router.ParseAddress(address)
		if err != nil {
			return
		}
		if again, err := router.ParseAddress(a.String()); err != nil || again.String() != a.String() {
			t.Errorf("%q reads as %v, which reads as %v, %v", address, a, again, err)
		}
		tab, err := router.NewTable([]*router.Binding{{Address: a}}, router.TableOptions{})
		if err != nil {
			return
		}
		for _, at := range []string{path, a.Path} {
			for _, p := range tab.Lookup("GET", at) {
				if p == nil {
					t.Errorf("%q matches %q without parameters", address, at)
				}
			}
		}
	})
}
