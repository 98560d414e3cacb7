package router_test

import (
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"framework/router"
)

func at(t interface{ Fatal(...any) }, address string) *router.Binding {
	a, err := router.ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	return &router.Binding{Address: a}
}

func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		front, behind string
		covers        bool
	}{
		{"all /secret/*", "GET /secret/find", true},
		{"all /secret/*", "GET /secret/:id", true},
		{"all /secret/*", "GET /Secret/:a/b/:c?", true},
		{"all /secret/*", "DELETE /secret/:id?", false}, // /secret
		{"all /secret/*", "GET /secret", false},         // a wildcard has to have its slash
		{"all /secret*", "DELETE /secret/:id?", true},
		{"all /secret*", "GET /secretary", true},
		{"all /secret/:id?", "DELETE /secret/:id?", true},
		{"all /secret/:id", "DELETE /secret/:id?", false},
		{"all /secret/:a?/:b?", "GET /secret/:id", true},
		{"/secret/*", "GET /secret/find", true},
		{"/secret/*", "all /secret/find", false},
		{"GET /secret/*", "GET /secret/find", true},
		{"GET /secret/*", "HEAD /secret/find", true},
		{"HEAD /secret/*", "GET /secret/find", false},
		{"GET /secret/*", "/secret/find", false},
		{"/*", "GET /", true},
		{"/*", "GET r|^/a|", true},
		{"all r|^/secret|", "GET /secret/:id?", false},
		{"all r|^/secret|", "GET /Secret/:id?", false}, // an expression distinguishes cases
		{"all r|secret|", "GET r|^/secret/x$|", true},
		{"all r|^/(a|b)$|", "GET r|^/a$|", true},
		{"all r|^/a$|", "GET r|^/(a|b)$|", false},
		{"/secret", "HEAD r|^/secret|", false}, // the expression goes on
		{"/secret/:a", "r|^/secret/a|", false},
		{"all r|^/(?!b)|", "GET r|^/(?!b)|", false},
		{"all /a/:x", "GET /a/:y", true},
		{"all /a/:x", "GET /a/b", true},
		{"all /a/:x", "GET /a/:x.:y?", true},
		{"all /a/b", "GET /a/:x", false},
		{`all /a/:x(\d+)`, "GET /a/:x", false},
		{"all /a/:x", `GET /a/:x(\d+)`, true},
		{"all /:a/*", "GET /x/y/z", true},
		{"all /*/edit", "GET /x/edit", true},
		{`all r|^/a\b|`, "GET /a", false},          // a border of words is not followed
		{"all /kiss/*", `GET /kiss/:x(\d+)`, true}, // not the letters that look so
		{"all /kiss/*", "GET /kiss/*-x", true},
		{"all /az/*", "GET r|^/AZ/x$|", true},
		{`all r|^/a\.b/?$|`, "GET /a.b", false}, // /A.B
		{`all r|^/[aA]\.[bB]/?$|`, "GET /a.b", true},
		{"all r|^/[vV]1/|", "GET /v1/x", true},
		{"all r|a|", "GET r|b|", false},
		{"all r|^/(a*|b)*$|", "GET r|^/[ab]*$|", true}, // may go on without a letter
		{"all r|^/[a-c]$|", "GET r|^/[b-d]$|", false},
		{"all r|^/[a-cx-z]$|", "GET r|^/[ay]$|", true},
		{"all r|^/[a-cx-z]$|", "GET r|^/[w-z]$|", false},
		{"all r|^/(?i:k)$|", "GET r|^/\u212a$|", true}, // the sign for kelvin
		{"all r|^/k$|", "GET r|^/(?i:k)$|", false},
		{"all r|^/K$|", "GET r|^/(?i:k)$|", false},
		{"all r|^/[a-c]$|", "GET r|^/[a-cx-z]$|", false},
		{"all r|^/x$|", "GET r|^/[x\n]$|", true}, // no path has a line end
		{"all r|^/x$|", "GET r|^/[\n-\x0b]$|", false},
		{"all r|^/x$|", "GET r|^/[\u2028-\u202a]$|", false},
		{manyPlaces + "$|", "GET " + manyPlaces + "a?$|", false}, // too many combinations
	} {
		ends(t, c.front+" and "+c.behind, func() {
			if got := router.NewCoverage().Covers(at(t, c.front), at(t, c.behind)); got != c.covers {
				t.Errorf("%s covers %s: %v", c.front, c.behind, got)
			}
		})
	}
}

func TestCoverageOfOptions(t *testing.T) {
	expression := func(source string) *router.Expression {
		e, err := router.CompileExpression(source, "")
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	x, y, slow := expression("x"), expression("y"), expression("(?!x)y")
	anyCase, err := router.CompileExpression("x", "i")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name          string
		front, behind router.Binding
		covers        bool
	}{
		{"files", router.Binding{SkipAssets: true}, router.Binding{}, false},
		{"files of both", router.Binding{SkipAssets: true}, router.Binding{SkipAssets: true}, true},
		{"files of the one behind", router.Binding{}, router.Binding{SkipAssets: true}, true},
		{"skipped", router.Binding{Skip: []*router.Expression{x}}, router.Binding{}, false},
		{"skipped by both", router.Binding{Skip: []*router.Expression{x}}, router.Binding{Skip: []*router.Expression{y, expression("x")}}, true},
		{"skipped alike", router.Binding{Skip: []*router.Expression{x}}, router.Binding{Skip: []*router.Expression{expression("x")}}, true},
		{"skipped differently", router.Binding{Skip: []*router.Expression{x}}, router.Binding{Skip: []*router.Expression{y}}, false},
		{"skipped by other flags", router.Binding{Skip: []*router.Expression{x}}, router.Binding{Skip: []*router.Expression{anyCase}}, false},
		{"skipped otherwise", router.Binding{Skip: []*router.Expression{x, y}}, router.Binding{Skip: []*router.Expression{x}}, false},
		{"skipped slowly", router.Binding{Skip: []*router.Expression{slow}}, router.Binding{Skip: []*router.Expression{slow}}, false},
		{"slow", router.Binding{Address: router.Address{Regexp: "^/(?!b)"}}, router.Binding{Address: router.Address{Regexp: "^/(?!b)"}}, false},
		{"slow and strict", router.Binding{Address: router.Address{Regexp: "^/(?!b)"}, MatchOnTimeout: true}, router.Binding{Address: router.Address{Regexp: "^/(?!b)"}}, true},
	} {
		for _, b := range []*router.Binding{&c.front, &c.behind} {
			if b.Address.Regexp == "" {
				b.Address.Path = "/a"
			}
		}
		if got := router.NewCoverage().Covers(&c.front, &c.behind); got != c.covers {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestMeet: bindings are apart if no request can match both; where that cannot be
// decided, they meet.
func TestMeet(t *testing.T) {
	for _, c := range []struct {
		a, b string
		meet bool
	}{
		{"/a", "/a", true},
		{"/a", "/b", false},
		{"GET /a", "POST /a", false},
		{"GET /a", "HEAD /a", true},
		{"all /a", "OPTIONS /a", true},
		{"/a", "OPTIONS /a", false},
		{"/a/:x", "/:y/b", true},
		{"/a/:x", "/:y/b/c", false},
		{"/a/:x?", "/:y", true},
		{"/a/:x", "/:y", false},
		{"/a/*", "r|^/a/b/c$|", true},
		{"/a/*", "r|^/b|", false},
		{"r|^/a$|", "r|^/b$|", false},
		{"r|a|", "r|b|", true},
		{`r|^/a\b|`, "/b", true},   // a border of words is not followed
		{"r|^/(?!a)|", "/b", true}, // JavaScript only
		{"/b", "r|^/(?!b)|", true},
		{manyPlaces + "$|", manyPlaces + "c$|", true}, // too many combinations
	} {
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if got := router.NewCoverage().Meet(at(t, pair[0]), at(t, pair[1])); got != c.meet {
				t.Errorf("%s meets %s: %v", pair[0], pair[1], got)
			}
		}
	}
}

// manyPlaces begins an expression that has more states than a comparison visits: it has
// to remember which of the last letters were an a.
const manyPlaces = "r|^/[ab]*a[ab]{15}"

// covered: what Covers and Meet say holds for every request that is tried.
func covered(r *rapid.T) {
	prefix := rapid.SampledFrom([][]token{nil, {{text: "api", slash: true}}, {{text: "ask", slash: true}}}).Draw(r, "prefix")
	routes := make([]naiveRoute, rapid.IntRange(2, 6).Draw(r, "routes"))
	addresses := make([]string, len(routes))
	for i := range routes {
		routes[i] = drawRoute(r, prefix, strconv.Itoa(i))
		addresses[i] = routes[i].address()
	}
	expression := rapid.SampledFrom([]string{"^/a", "a", "^/a$", "^/(a|b)$", "/b/?$", "^/api/a", "^/a/[^/]*", "^/(?i:A)", "^", "^/[a-c]", "b$|^/a", "^/api(/a)?$"})
	for _, e := range rapid.SliceOfN(expression, 0, 3).Draw(r, "expressions") {
		addresses = append(addresses, rapid.SampledFrom([]string{"", "GET ", "HEAD "}).Draw(r, "verb")+"r|"+e+"|")
	}
	bindings := bind(r, addresses...)
	tab := table(r, bindings)
	c := router.NewCoverage()
	covers, meets := map[[2]*router.Binding]bool{}, map[[2]*router.Binding]bool{}
	for _, a := range bindings {
		for _, b := range bindings {
			covers[[2]*router.Binding{a, b}], meets[[2]*router.Binding{a, b}] = c.Covers(a, b), c.Meet(a, b)
		}
	}
	word := rapid.SampledFrom([]string{"a", "a", "b", "B", "c-d.e", "7", "42", "", "a-b", "x.y", "a.b", "é", "aſ"})
	for range 40 {
		path := rapid.SampledFrom([]string{"", "/api", "/aſk", "/ask", "/ASK"}).Draw(r, "start")
		for _, w := range rapid.SliceOfN(word, 0, 10).Draw(r, "path") {
			path += "/" + w
		}
		method := rapid.SampledFrom([]string{"GET", "HEAD", "POST", "DELETE", "OPTIONS", "PURGE"}).Draw(r, "method")
		asked := map[*router.Binding]bool{}
		for b := range tab.Lookup(method, path) {
			asked[b] = true
		}
		for b := range asked {
			for _, a := range bindings {
				if covers[[2]*router.Binding{a, b}] && !asked[a] {
					r.Fatalf("%s was said to cover %s, but not for %s %q", a.Address, b.Address, method, path)
				}
				if asked[a] && !meets[[2]*router.Binding{a, b}] {
					r.Fatalf("%s and %s were said to be apart, but are not for %s %q", a.Address, b.Address, method, path)
				}
			}
		}
	}
}

func TestCoverageHolds(t *testing.T) { rapid.Check(t, covered) }

func FuzzCoverageHolds(f *testing.F) { f.Fuzz(rapid.MakeFuzz(covered)) }
