package router_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"framework/engine/value"
	"framework/router"
)

// tb is what testing.TB and *rapid.T share.
type tb interface {
	Helper()
	Fatal(args ...any)
}

func bind(t tb, addresses ...string) []*router.Binding {
	t.Helper()
	var out []*router.Binding
	for _, s := range addresses {
		a, err := router.ParseAddress(s)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, &router.Binding{Address: a, Target: s})
	}
	return out
}

func table(t tb, bindings []*router.Binding) router.Table {
	t.Helper()
	tab, err := router.NewTable(bindings, router.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// found is the parameters of the first match, or "none".
func found(t tb, address, method, path string) string {
	t.Helper()
	for _, p := range table(t, bind(t, address)).Lookup(method, path) {
		return string(value.Append(nil, p))
	}
	return "none"
}

func TestLookup(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range []struct{ address, method, path, want string }{
		// verbs
		{"/a", "OPTIONS", "/a", "none"},
		{"/a", "PATCH", "/a", `{}`},
		{"all /a", "TRACE", "/a", `{}`},
		{"get /a", "HEAD", "/a", `{}`},
		{"get /a", "POST", "/a", "none"},
		{"post /a", "HEAD", "/a", "none"},
		// words
		{"/", "GET", "/", `{}`},
		{"/", "GET", "/a", "none"},
		{"/a", "GET", "/A/", `{}`},
		{"/a", "GET", "/a//", "none"},
		{"/a", "GET", "/a/b", "none"},
		{"/a/b", "GET", "/a", "none"},
		{"/a.b", "GET", "/a.B", `{}`},
		{"/a.b", "GET", "/axb", "none"},
		{"/kiss", "GET", "/\u212ai\u017fs", "none"}, // not the letters that look so
		{"/" + long, "GET", "/" + strings.ToUpper(long), `{}`},
		{"/" + long + "/:id", "GET", "/" + long + "/7", `{"id":"7"}`},
		{"/a", "GET", "/" + long, "none"},
		{"/" + long[:64] + "/b", "GET", "/" + strings.ToUpper(long[:64]) + "/b", `{}`},
		{"/" + long[:65] + "/b", "GET", "/" + long[:65] + "/b", `{}`},
		{"/azAZ", "GET", "/AZaz", `{}`},
		{"/a@", "GET", "/a`", "none"},
		// parameters
		{"/a/:id", "GET", "/A/x%20y/", `{"id":"x y"}`},
		{"/a/:id", "GET", "/a/x+y", `{"id":"x+y"}`},
		{"/a/:id", "GET", "/a/%zz", `{"id":"%zz"}`},
		{"/a/:id", "GET", "/a/%ff", `{"id":"%ff"}`},
		{"/a/:id", "GET", "/a/", "none"},
		{"/a/:id?", "GET", "/a", `{}`},
		{"/a/:id?", "GET", "/a/", `{}`},
		{"/a/:id?", "GET", "/ab", "none"},
		{"/:x/bc", "GET", "/a/BC", `{"x":"a"}`},
		{"/:x/bc", "GET", "/a/bd", "none"},
		{"/:x/bc", "GET", "/a/b", "none"},
		{"/:x/bc", "GET", "/a/bcd", "none"},
		{"/a/:x?/:y?", "GET", "/a/1", `{"x":"1"}`},
		{"/a/:x?/:y", "GET", "/a/1", `{"y":"1"}`},
		{"/a/:x?/b", "GET", "/a/b", `{}`},
		{"/a/:x/:x", "GET", "/a/1/2", `{"x":"2"}`},
		{"/a/:x/*", "GET", "/a/1/2/3", `{"x":"1","0":"2/3"}`},
		{"/:0/*", "GET", "/1/2/3", `{"0":"2/3"}`},
		{"/:1/*", "GET", "/1/2/3", `{"1":"1","0":"2/3"}`},
		{"/:a/:b/:c/:d/:e/:f/:g/:h/:i", "GET", "/1/2/3/4/5/6/7/8/9", `{"a":"1","b":"2","c":"3","d":"4","e":"5","f":"6","g":"7","h":"8","i":"9"}`},
		{`/a/:id(\d+)`, "GET", "/a/x", "none"},
		{`/a/:id(\d+)`, "GET", "/a/7", `{"id":"7"}`},
		{`/a/:id(\d{3})/b`, "GET", "/A/789/B", `{"id":"789"}`},
		{"/a/:file.:ext", "GET", "/a/b.c", `{"file":"b","ext":"c"}`},
		{"/a/:file.:ext", "GET", "/a/b.c.d", `{"file":"b.c","ext":"d"}`},
		{"/a.:ext?", "GET", "/a", `{}`},
		{"/:from-:to", "GET", "/1-2-3", `{"from":"1","to":"2-3"}`},
		{"/guest/:id?", "GET", "//guest", "none"},
		{"/guest/:id?", "GET", "/guest//1", "none"},
		{"/guest/:id?", "GET", "/guest;x=1", "none"},
		// wildcards
		{"*", "PUT", "/q", `{"0":"q"}`},
		{"/a/*", "GET", "/a", "none"},
		{"/a/*", "GET", "/a/", `{"0":""}`},
		{"/a/*", "GET", "/a/b/c/", `{"0":"b/c/"}`},
		{"/a/*", "GET", "/a/b\nc", "none"},
		{"/a/*-x", "GET", "/a/b-x", `{"0":"b"}`},
		{"/a/*-x", "GET", "/a/b\r-x", "none"},
		{"/*/:id", "GET", "/a/7", `{"id":"a","0":"7"}`}, // names go to the first captures
		{"/a/:id*", "GET", "/a/1/2", `{"id":"1","0":"/2","1":"2"}`},
		// what a word is followed by decides whether it must be there
		{"/a/b?", "GET", "/a", "none"},
		{"/a/b?", "GET", "/a/", `{}`},
		{"/a/?", "GET", "/a", `{}`},
		{"/a/{0,1}b", "GET", "/ab", `{}`},
		{"/a/(b)?", "GET", "/a", `{}`},
		{"/a|/b", "GET", "/b", `{}`},
		{"/a/x|/b", "GET", "/b/", `{}`},
		{"a", "GET", "a", `{}`}, // matches only what is no path
	} {
		if got := found(t, c.address, c.method, c.path); got != c.want {
			t.Errorf("%s %.40q at %.40q: got %s, want %s", c.method, c.path, c.address, got, c.want)
		}
	}
}

func TestExpressions(t *testing.T) {
	for _, c := range []struct{ address, path, want string }{
		{`r|^/rx/(\d+)/(\w+)$|num,word`, "/rx/12/ab", `{"0":"12","num":"12","1":"ab","word":"ab"}`},
		{`r|^/rx/(\d+)$|`, "/rx/1%322", `none`},
		{`r|^/RX$|`, "/rx", "none"},
		{`r|^(/\w+)$|path`, "/a", `{"0":"/a","path":"/a"}`},
		{`r|b|`, "/abc", `{}`},
		{`r|^/(a)?(b)$|one,two`, "/b", `{"1":"b","two":"b"}`},
		{`r|^/(\w+) (\w+)$|one`, "/a b", `{"0":"a","one":"a","1":"b"}`},
		{`r|^/(a|b)$|x`, "/b", `{"0":"b","x":"b"}`},
		// what Go does not have
		{`r|^/x/(?!no)(\w+)(z)?$|word,z`, "/x/yes", `{"0":"yes","word":"yes"}`},
		{`r|^/x/(?!no)(\w+)$|`, "/x/nope", "none"},
		{`r|^/x/(?=y)(.*)$|`, "/x/y%20z", `{"0":"y z"}`},
		{`r|^/x/(?=y)(.*)$|`, "/x/y\n", "none"},
		{`r|(?<!a)/x$|`, "/a/x", "none"},
		{`r|(?<!a)/x$|`, "/b/x", `{}`},
		{`r|^/(\w)\1$|c`, "/aa", `{"0":"a","c":"a"}`},
		{`r|^/(\w)\1$|c`, "/ab", "none"},
		{`r|^/(?<a>x)\k<a>/(?!no)(\w+)$|`, "/xx/yes", `{"0":"x","1":"yes"}`},
		{`r|^/(?!x)\d$|`, "/٣", "none"},
		{`r|^/(?!x)A$|`, "/a", "none"},
		{`r|^/[]$|`, "/x", "none"},
		{`r|^/[^]$|`, "/\n", `{}`},
		{`r|^/\u0041$|`, "/A", `{}`},
		{`r|^/(?!x)(.)$|`, "/\xff", `{"0":"` + "\uFFFD" + `"}`},
		{`/a/:id([^/]+(?<!0))`, "/A/7", `{"id":"7"}`},
		{`/a/:id([^/]+(?<!0))`, "/a/70", "none"},
	} {
		if got := found(t, c.address, "GET", c.path); got != c.want {
			t.Errorf("%.40q at %q: got %s, want %s", c.path, c.address, got, c.want)
		}
	}
}

func TestNewTableRefuses(t *testing.T) {
	_, err := router.NewTable(bind(t, `r|(|`, "/fine", "/a/(b", `get r|(?!|n`), router.TableOptions{})
	for _, want := range []string{`"r|(|"`, `"/a/(b"`, `"GET r|(?!|n"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want a word about %s", err, want)
		}
	}
	if strings.Contains(fmt.Sprint(err), "fine") {
		t.Errorf("got %v: an address without fault is blamed", err)
	}
}

// The order is that of declaration wherever in the index the bindings are.
func TestLookupKeepsOrder(t *testing.T) {
	addresses := []string{"/a/b/c/d/e/f/g/h/i", "/*", `r|i$|`, "/a/b/:x/d/e/f/g/h/i", "all /a/*", "get /a/b/c/*", "post /a/b/c/*", "/A/B/C/D/E/F/G/H/:x?", "/:x/b/c/d/e/f/g/h/i"}
	var want, got []string
	for _, a := range addresses {
		if a != "post /a/b/c/*" {
			want = append(want, a)
		}
	}
	tab := table(t, bind(t, addresses...))
	for b := range tab.Lookup("GET", "/a/b/c/d/e/f/g/h/i") {
		got = append(got, b.Target)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	// Who stops early gets no more, and the next one gets all again.
	for b := range tab.Lookup("GET", "/a/b/c/d/e/f/g/h/i") {
		if b.Target != want[0] {
			t.Errorf("got %s, want %s", b.Target, want[0])
		}
		break
	}
}

func TestMethods(t *testing.T) {
	tab := table(t, bind(t, "get /a", "put /a", "all /b", "/c", "delete /:x"))
	for path, want := range map[string]string{
		"/a": "DELETE GET HEAD PUT", "/b": "CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE",
		"/c": "DELETE GET HEAD PATCH POST PUT", "/d": "DELETE", "/d/e": "",
	} {
		got := tab.Methods(path)
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %v, want %s", path, got, want)
		}
	}
}

// TestLooksLikeAsset: only what stands behind a slash has a name.
func TestLooksLikeAsset(t *testing.T) {
	for url, want := range map[string]bool{"": false, "a.js": false, "/a.js": true, "/x/a.js?b": true, "/a?x=/b.js": false, "/.a": false, "/a.": false} {
		if got := router.LooksLikeAsset(url); got != want {
			t.Errorf("%q: %v", url, got)
		}
	}
}

func TestBindingsAreCopies(t *testing.T) {
	given := bind(t, "/a", "/b")
	tab := table(t, given)
	given[0] = given[1]
	tab.Bindings()[1] = nil
	if got := tab.Bindings(); got[0].Target != "/a" || got[1] == nil {
		t.Errorf("got %v: a table can be changed from outside", got)
	}
}

// The parameters of a match are not shared.
func TestParamsAreOwn(t *testing.T) {
	tab := table(t, bind(t, "/a/:x/:y?", "/:x/:y/:z?"))
	for range 2 {
		for _, p := range tab.Lookup("GET", "/a/1") {
			if _, ok := p.Get("added"); ok {
				t.Fatal("what one request added another one sees")
			}
			p.Set("added", true)
			p.Set("x", "changed")
		}
	}
	if got := found(t, "/a/:x/:y?", "GET", "/a/1"); got != `{"x":"1"}` {
		t.Errorf("got %s", got)
	}
}
