package routes_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"framework/engine/routes"
	"framework/engine/value"
)

// names answers every target with what it was asked for.
type names struct{}

type function string

func named(format string, args ...any) routes.Target {
	return routes.Target{Name: fmt.Sprintf(format, args...)}
}

func (names) Action(c, a string, _ *value.Map) (routes.Target, error) {
	if c == "nowhere" {
		return routes.Target{}, errors.New("there is no controller nowhere")
	}
	return named("action %s.%s", c, a), nil
}

func (names) ActionAt(identity string, _ *value.Map) (routes.Target, error) {
	return named("action at %s", identity), nil
}

func (names) Blueprint(n, m, path string, _ *value.Map) (routes.Target, error) {
	return named("blueprint %s of %q at %s", n, m, path), nil
}

func (names) Function(v any, _ *value.Map) (routes.Target, bool) {
	f, ok := v.(function)
	return named("function %s", f), ok
}

func (names) Policy(n string, _ *value.Map) (routes.Target, error) {
	if n == "missing" {
		return routes.Target{}, errors.New("there is no policy missing")
	}
	return named("policy %s", n), nil
}

func (names) Response(n string) (routes.Target, error) { return named("response %s", n), nil }

func (names) View(n string, _ *value.Map) (routes.Target, error) { return named("view %s", n), nil }

func (names) Redirect(u string) routes.Target { return named("redirect %s", u) }

func TestEveryTargetForm(t *testing.T) {
	for _, tc := range []struct {
		address string
		target  any
		want    string
	}{
		{"GET /a", "PetController.feed", "action pet.feed {}"},
		{"/a", "pet", "action pet.index {}"},
		{"/a", "admin/ThingController.run", "action admin/thing.run {}"},
		{"/a", "/other", "redirect /other {}"},
		{"/a", "https://example.com/x", "redirect https://example.com/x {}"},
		{"/a", function("f"), "function f {}"},
		{"/a", value.Of("controller", "PetController", "action", "feed", "limit", int64(3)), `action pet.feed {"limit":3}`},
		{"/a", value.Of("controller", "pet"), "action pet.index {}"},
		{"/a", value.Of("action", "find", "model", "pet"), `blueprint find of "pet" at /a {"model":"pet"}`},
		{"/a", value.Of("target", "Pet.feed", "x", true), `action pet.feed {"x":true}`},
		{"/a", value.Of("fn", function("g")), "function g {}"},
		{"/a", value.Of("view", "home", "locals", value.Of("a", int64(1))), `view home {"locals":{"a":1}}`},
		{"/a", value.Of("response", "notFound"), "response notFound {}"},
		{"GET /pet/x", value.Of("blueprint", "census"), `blueprint census of "" at /pet/x {}`},
		{"/a", []any{value.Of("policy", "in"), "Pet.feed"}, "policy in {}; action pet.feed {}"},
		{"GET /a ", "PetController.feed", "! no request reaches it, since before 1.0 a blank at the start or the end belongs to the path"},
		{" GET /a", "PetController.feed", "! no request reaches it"},
		{"/a ", "nowhere.x", "! there is no controller nowhere"},
		{"/a", "nowhere.x", "! there is no controller nowhere"},
		{"/a", int64(3), "! its target is neither"},
		{"/a", value.Of("get", "Pet.feed"), "! its target names none of"},
	} {
		bindings, problems, err := routes.Build(value.Of(tc.address, tc.target), names{}, routes.Options{Source: "config/routes.js"})
		if err != nil {
			t.Errorf("%v: %v", tc.target, err)
			continue
		}
		var got []string
		for _, b := range bindings {
			got = append(got, b.Target+" "+string(value.Append(nil, b.Options)))
		}
		for _, p := range problems {
			got = append(got, "! "+p.Reason)
		}
		if s := strings.Join(got, "; "); s != tc.want && (!strings.HasPrefix(tc.want, "!") || !strings.HasPrefix(s, tc.want)) {
			t.Errorf("%v: got %s, want %s", tc.target, s, tc.want)
		}
	}
}

// expression stands for a regular expression of the configuration.
type expression struct{ source, flags string }

func (names) Expression(v any) (source, flags string, ok bool) {
	e, ok := v.(expression)
	return e.source, e.flags, ok
}

func TestSkipRegex(t *testing.T) {
	for _, tc := range []struct {
		option   any
		skip     string // words of /a/* that are skipped
		complain string
	}{
		{expression{"^/a/x", ""}, "/a/x", ""},
		{[]any{expression{"X$", "gi"}, expression{"^/a/.*(?<!d)$", ""}}, "/a/x /a/q?w=", ""},
		{expression{`\?w=`, ""}, "/a/q?w=", ""},
		{expression{"/x", "y"}, "", ""},
		{[]any{}, "", ""},
		{false, "", ""},
		{nil, "", ""},
		{value.Undefined{}, "", ""},
		{"^/a/x", "", "skipRegex takes a regular expression"},
		{[]any{"no", expression{"/d$", ""}}, "/a/d", "skipRegex takes a regular expression"},
		{expression{"(", ""}, "", "the regular expression /(/"},
	} {
		bindings, problems, err := routes.Build(value.Of("GET /a/*", value.Of("target", "Pet.feed", "skipRegex", tc.option)), names{}, routes.Options{})
		if err != nil || len(bindings) != 1 {
			t.Fatal(len(bindings), err)
		}
		var skipped []string
		for _, url := range []string{"/a/x", "/a/d", "/a/q?w="} {
			for _, e := range bindings[0].Skip {
				if e.MatchString(url) {
					skipped = append(skipped, url)
					break
				}
			}
		}
		if got := strings.Join(skipped, " "); got != tc.skip {
			t.Errorf("%v: skips %q, want %q", tc.option, got, tc.skip)
		}
		if got := fmt.Sprint(problems); !strings.Contains(got, tc.complain) || (tc.complain == "") != (len(problems) == 0) {
			t.Errorf("%v: %s", tc.option, got)
		}
	}
}

func TestABrokenExpressionNamesItsFile(t *testing.T) {
	opts := routes.Options{Source: "config/routes.js", Where: func(address string) string {
		return map[string]string{"r|^/(x|": "config/local.js"}[address]
	}}
	for address, want := range map[string]string{
		"r|^/(x|":       `config/local.js: route "r|^/(x|": the regular expression /^/(x/`,
		"GET r|^/[x|id": `config/routes.js: route "GET r|^/[x|id": the regular expression /^/[x/`,
		"r|^/x":         `config/routes.js: route "r|^/x": route address`,
	} {
		_, _, err := routes.Build(value.Of(address, "PetController.feed"), names{}, opts)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestAnUnknownPolicyStopsTheLift(t *testing.T) {
	_, _, err := routes.Build(value.Of("GET /a", value.Of("policy", "missing")), names{}, routes.Options{Source: "config/routes.js"})
	if err == nil || !strings.Contains(err.Error(), `config/routes.js: route "GET /a": there is no policy missing`) {
		t.Errorf("got %v", err)
	}
}
