package router_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"framework/engine/ordered"
	"framework/router"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func bind(t testing.TB, addresses ...string) []*router.Binding {
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

func table(t testing.TB, bindings []*router.Binding) router.Table {
	t.Helper()
	tab, err := router.NewTable(bindings, router.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func TestLookup(t *testing.T) {
	for _, c := range []struct{ address, method, path, want string }{
		{"/a/:id", "GET", "/A/x%20y/", `{"id":"x y"}`},
		{"/a/:id", "OPTIONS", "/a/1", "none"},
		{"get /a", "HEAD", "/a", `{}`},
		{"get /a", "POST", "/a", "none"},
		{"/a/:id?", "GET", "/a", `{}`},
		{"/a/*", "GET", "/a/b/c", `{"0":"b/c"}`},
		{"*", "PUT", "/q", `{"0":"q"}`},
		{`/a/:id(\d+)`, "GET", "/a/x", "none"},
		{`/a/:id(\d+)`, "GET", "/a/7", `{"id":"7"}`},
		{`r|^/rx/(\d+)/(\w+)$|num,word`, "GET", "/rx/12/ab", `{"0":"12","num":"12","1":"ab","word":"ab"}`},
		{`r|^/(?<a>x)\k<a>/(?!no)(\w+)$|`, "GET", "/xx/yes", `{"0":"x","1":"yes"}`},
		{`r|^/x/(?!no)(\w+)(z)?$|word,z`, "GET", "/x/yes", `{"0":"yes","word":"yes"}`},
		{`r|^/x/(?!no)(\w+)$|`, "GET", "/x/nope", "none"},
		{`r|^/(?=x)(x+)+y$|`, "GET", "/" + strings.Repeat("x", 64), "none"}, // gives up in time
		{"/guest/:id?", "GET", "//guest", "none"},
		{"/guest/:id?", "GET", "/guest//1", "none"},
		{"/guest/:id?", "GET", "/guest;x=1", "none"},
		{"/a/:id", "GET", "/a/%zz", `{"id":"%zz"}`},
	} {
		got := "none"
		for _, p := range table(t, bind(t, c.address)).Lookup(c.method, c.path) {
			got = string(ordered.Append(nil, p))
		}
		if got != c.want {
			t.Errorf("%s %s at %q: got %s, want %s", c.method, c.path, c.address, got, c.want)
		}
	}
}

func TestParseAddressRefuses(t *testing.T) {
	for _, s := range []string{"", "get ", "/a/:length", "r|x", "r||a"} {
		if a, err := router.ParseAddress(s); err == nil {
			t.Errorf("%q: got %v, want an error", s, a)
		}
	}
}

func TestDecodePath(t *testing.T) {
	var e *router.Error
	if err := router.DecodePath("/a/%zz"); !errors.As(err, &e) || e.Status != 400 {
		t.Errorf("got %v, want status 400", err)
	}
	if err := router.DecodePath("/a/%C3%A9"); err != nil {
		t.Error(err)
	}
}

// naive says whether a path matches segments, written from what they mean and
// not from how the table does it.
func naive(segments []string, rest string) bool {
	if len(segments) == 0 {
		return rest == "" || rest == "/"
	}
	s, others := segments[0], segments[1:]
	if strings.HasSuffix(s, "?") && naive(others, rest) {
		return true
	}
	if !strings.HasPrefix(rest, "/") {
		return false
	}
	rest = rest[1:]
	if s[0] != ':' && s != "*" {
		return len(rest) >= len(s) && strings.EqualFold(rest[:len(s)], s) && naive(others, rest[len(s):])
	}
	for n := 0; n <= len(rest); n++ {
		text := rest[:n]
		switch {
		case s == "*":
		case text == "" || strings.Contains(text, "/"):
			continue
		case strings.Contains(s, `\d`) && strings.Trim(text, "0123456789") != "":
			continue
		}
		if naive(others, rest[n:]) {
			return true
		}
	}
	return false
}

func TestLookupAgreesWithLinearSearch(t *testing.T) {
	segment := rapid.SampledFrom([]string{"a", "B", "c-d", "api", ":x", ":y?", "*", `:n(\d+)`})
	rapid.Check(t, func(r *rapid.T) {
		var addresses []string
		prefix := rapid.SampledFrom([]string{"", "/api", "/api/v1"}).Draw(r, "prefix")
		for range rapid.IntRange(1, 12).Draw(r, "bindings") {
			addresses = append(addresses, prefix+"/"+strings.Join(rapid.SliceOfN(segment, 1, 8).Draw(r, "segments"), "/"))
		}
		path := rapid.SampledFrom([]string{"", prefix}).Draw(r, "start") + "/" +
			strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "C-D", "API", "7", ""}), 0, 8).Draw(r, "path"), "/")
		var want, got []string
		for _, a := range addresses {
			if naive(strings.Split(a[1:], "/"), path) {
				want = append(want, a)
			}
		}
		// One that no word finds, in front, leaves the order alone.
		all := bind(t, append([]string{`r|^/never$|`}, addresses...)...)
		for b := range table(t, all).Lookup("GET", path) {
			got = append(got, b.Target)
		}
		if d := cmp.Diff(want, got); d != "" {
			r.Fatal(path, d)
		}
	})
}

func TestDispatch(t *testing.T) {
	for _, c := range []struct {
		merge router.OptionsMerge
		want  string
	}{{router.EarlierWins, "1"}, {router.LaterWins, "2"}} {
		bs := bind(t, "/a/*", "/a/b", "/a/b")
		for i, v := range []string{"1", "2", "3"} {
			bs[i].Options = ordered.Of("k", v)
			bs[i].Handler = router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) {
				if i == 1 {
					return router.Answered, nil
				}
				return router.Pass, nil
			})
		}
		x := router.NewExchange(context.Background(), &router.Request{Method: "GET", Path: "/a/b"}, nil)
		verdict, err := router.Dispatch(table(t, bs), x, c.merge)
		if verdict != router.Answered || err != nil || x.Options.Value("k") != c.want {
			t.Errorf("got %v, %v, %v; want %s", verdict, err, x.Options.Value("k"), c.want)
		}
	}
	bs := bind(t, "/p")
	bs[0].Handler = router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) { panic("boom") })
	x := router.NewExchange(context.Background(), &router.Request{Method: "GET", Path: "/p"}, nil)
	if _, err := router.Dispatch(table(t, bs), x, 0); err == nil || !strings.Contains(err.Error(), "boom") {
		t.Errorf("got %v, want the panic as an error", err)
	}
}

func FuzzParseAddress(f *testing.F) {
	f.Add("get /a/:id")
	f.Add(`r|^/(\d+)$|n`)
	f.Fuzz(func(t *testing.T, s string) {
		a, err := router.ParseAddress(s)
		if err != nil {
			return
		}
		if tab, err := router.NewTable([]*router.Binding{{Address: a}}, router.TableOptions{}); err == nil {
			for range tab.Lookup("GET", s) {
				continue
			}
		}
	})
}
