package router_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A token is a part of a path pattern. The matcher below is written from what
// tokens mean: it tries every way to spend the path, in the order in which
// they are preferred, and knows neither indexes nor regular expressions.
type token struct {
	text     string // literal, when name is ""
	name     string // of a parameter; "*" for a wildcard
	slash    bool   // stands before it, and is optional with it
	dot      bool   // likewise, and ends its value
	digits   bool   // nothing else in the value
	optional bool
}

func (k token) String() string {
	var b strings.Builder
	if k.slash {
		b.WriteByte('/')
	}
	switch k.name {
	case "":
		b.WriteString(k.text)
	case "*":
		b.WriteByte('*')
	default:
		if k.dot {
			b.WriteByte('.')
		}
		b.WriteString(":" + k.name)
		if k.digits {
			b.WriteString(`(\d+)`)
		}
		if k.optional {
			b.WriteByte('?')
		}
	}
	return b.String()
}

// takes reports whether a parameter may have the value.
func (k token) takes(value string) bool {
	switch {
	case value == "" || strings.Contains(value, "/"):
		return false
	case k.digits:
		return strings.Trim(value, "0123456789") == ""
	}
	return !k.dot || !strings.Contains(value, ".")
}

// spend matches rest and appends the captures, name and value in turn.
func spend(tokens []token, rest string, captures []string) ([]string, bool) {
	if len(tokens) == 0 {
		return captures, rest == "" || rest == "/"
	}
	k, others := tokens[0], tokens[1:]
	if tail, ok := k.begin(rest); ok {
		switch k.name {
		case "":
			if len(tail) >= len(k.text) && sameLetters(tail[:len(k.text)], k.text) {
				if got, ok := spend(others, tail[len(k.text):], captures); ok {
					return got, true
				}
			}
		case "*": // the longest value first
			for n := len(tail); n >= 0; n-- {
				if got, ok := spend(others, tail[n:], with(captures, "", tail[:n])); ok {
					return got, true
				}
			}
		default: // the shortest value first, unless it is a number
			for i := range len(tail) {
				n := i + 1
				if k.digits {
					n = len(tail) - i
				}
				if !k.takes(tail[:n]) {
					continue
				}
				if got, ok := spend(others, tail[n:], with(captures, k.name, tail[:n])); ok {
					return got, true
				}
			}
		}
	}
	if k.optional {
		return spend(others, rest, with(captures, k.name, "absent"))
	}
	return nil, false
}

func with(captures []string, name, value string) []string {
	return append(captures[:len(captures):len(captures)], name, value)
}

// begin takes what stands before the value.
func (k token) begin(rest string) (string, bool) {
	ok := true
	if k.slash {
		rest, ok = strings.CutPrefix(rest, "/")
	}
	if ok && k.dot {
		rest, ok = strings.CutPrefix(rest, ".")
	}
	return rest, ok
}

func sameLetters(a, b string) bool { return strings.EqualFold(a, b) && len(a) == len(b) }

// A naiveRoute is tokens, or an expression with what it means.
type naiveRoute struct {
	verb    string
	tokens  []token
	source  string
	meaning func(path string) (captures []string, ok bool)
}

func (r naiveRoute) address() string {
	var b strings.Builder
	if r.verb != "" {
		b.WriteString(r.verb + " ")
	}
	b.WriteString(r.source)
	for _, k := range r.tokens {
		b.WriteString(k.String())
	}
	return b.String()
}

func (r naiveRoute) match(method, path string) (map[string]string, bool) {
	verbs := map[string]string{
		"": "GET HEAD PUT POST DELETE PATCH", "get": "GET HEAD",
		"all": "GET HEAD PUT POST DELETE PATCH OPTIONS TRACE CONNECT",
	}[r.verb]
	if verbs == "" {
		verbs = strings.ToUpper(r.verb)
	}
	if !strings.Contains(" "+verbs+" ", " "+method+" ") {
		return nil, false
	}
	if r.meaning != nil {
		captures, ok := r.meaning(path)
		return named(captures), ok
	}
	captures, ok := spend(r.tokens, path, nil)
	// The first names go to the first captures, be they wildcards.
	var names []string
	for i := 0; i < len(captures); i += 2 {
		if captures[i] != "" {
			names = append(names, captures[i])
		}
	}
	for i := range len(captures) / 2 {
		captures[2*i] = ""
		if i < len(names) {
			captures[2*i] = names[i]
		}
	}
	return named(captures), ok
}

// named numbers the captures without a name.
func named(captures []string) map[string]string {
	out := map[string]string{}
	number := 0
	for i := 0; i < len(captures); i += 2 {
		name := captures[i]
		if name == "" {
			name = strconv.Itoa(number)
			number++
		}
		if captures[i+1] != "absent" {
			out[name] = captures[i+1]
		}
	}
	return out
}

// The expressions, the last two of which only JavaScript has.
var expressions = []naiveRoute{
	{source: `r|^/api/(\d+)$|`, meaning: func(path string) ([]string, bool) {
		s, ok := strings.CutPrefix(path, "/api/")
		return []string{"0", s}, ok && s != "" && strings.Trim(s, "0123456789") == ""
	}},
	{source: `r|b$|`, meaning: func(path string) ([]string, bool) { return nil, strings.HasSuffix(path, "b") }},
	{source: `r|^/(?!a)([^/]*)$|word`, meaning: func(path string) ([]string, bool) {
		s, ok := strings.CutPrefix(path, "/")
		return []string{"0", s, "word", s}, ok && !strings.HasPrefix(s, "a") && !strings.Contains(s, "/")
	}},
	{source: `r|^(/[^/]+)\1$|`, meaning: func(path string) ([]string, bool) {
		half := path[:len(path)/2]
		return []string{"0", half}, half+half == path && len(half) > 1 && strings.LastIndex(half, "/") == 0 && half[0] == '/'
	}},
}

func drawRoute(r *rapid.T, prefix []token, label string) naiveRoute {
	verb := rapid.SampledFrom([]string{"", "get", "all", "post", "options"}).Draw(r, label+" verb")
	if n := rapid.IntRange(0, 19).Draw(r, label+" kind"); n < len(expressions) {
		route := expressions[n]
		route.verb = verb
		return route
	}
	tokens := append([]token(nil), prefix...)
	for i := range rapid.IntRange(1, 10).Draw(r, label+" segments") {
		name := "p" + strconv.Itoa(i)
		tokens = append(tokens, rapid.SampledFrom([][]token{
			{{text: "a", slash: true}},
			{{text: "a", slash: true}},
			{{text: "B", slash: true}},
			{{text: "c-d.e", slash: true}},
			{{text: "", slash: true}},
			{{name: name, slash: true}},
			{{name: name, slash: true}},
			{{name: name, slash: true, optional: true}},
			{{name: name, slash: true, digits: true}},
			{{name: "*", slash: true}},
			{{text: "a-", slash: true}, {name: name}},
			{{name: name, slash: true}, {text: "-b"}},
			{{name: name, slash: true}, {name: name + "x", dot: true, optional: true}},
			{{text: "a", slash: true}, {name: "*"}},
		}).Draw(r, label)...)
	}
	return naiveRoute{verb: verb, tokens: tokens}
}

func agrees(r *rapid.T) {
	prefix := rapid.SampledFrom([][]token{nil, {{text: "api", slash: true}}, {{text: "api", slash: true}, {text: "V1", slash: true}}}).Draw(r, "prefix")
	var routes []naiveRoute
	var addresses []string
	for i := range rapid.IntRange(1, 12).Draw(r, "routes") {
		route := drawRoute(r, prefix, strconv.Itoa(i))
		routes = append(routes, route)
		addresses = append(addresses, route.address())
	}
	tab := table(r, bind(r, addresses...))
	word := rapid.SampledFrom([]string{"a", "a", "b", "A", "C-D.E", "7", "42", "", "a-b", "x.y", "é", "%C3%A9", "api", "v1"})
	for range 4 {
		path := rapid.SampledFrom([]string{"", "/api", "/API/v1"}).Draw(r, "start")
		for _, w := range rapid.SliceOfN(word, 0, 10).Draw(r, "path") {
			path += "/" + w
		}
		method := rapid.SampledFrom([]string{"GET", "HEAD", "POST", "DELETE", "OPTIONS"}).Draw(r, "method")
		type hit struct {
			Index  int
			Params map[string]string
		}
		var want, got []hit
		for i, route := range routes {
			if params, ok := route.match(method, path); ok {
				for k, v := range params {
					params[k] = strings.ReplaceAll(v, "%C3%A9", "é")
				}
				want = append(want, hit{i, params})
			}
		}
		all := tab.Bindings()
		next := 0
		for b, params := range tab.Lookup(method, path) {
			for next < len(all) && all[next] != b {
				next++
			}
			h := hit{next, map[string]string{}}
			for k, v := range params.All() {
				h.Params[k] = v.(string)
			}
			got = append(got, h)
		}
		if d := cmp.Diff(want, got); d != "" {
			r.Fatalf("%s %q (-naive +table):\n%s", method, path, d)
		}
	}
}

// The table is a list that is searched in order, whatever it does to be quick.
func TestTableAgreesWithNaiveMatcher(t *testing.T) { rapid.Check(t, agrees) }

func FuzzTableAgreesWithNaiveMatcher(f *testing.F) { f.Fuzz(rapid.MakeFuzz(agrees)) }
