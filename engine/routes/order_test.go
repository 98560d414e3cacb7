package routes_test

import (
	"strings"
	"testing"

	"framework/engine/routes"
	"framework/engine/value"
)

// bound is the order in which addresses are bound.
func bound(t *testing.T, opts routes.Options, addresses ...string) []string {
	t.Helper()
	entries := value.New(len(addresses))
	for _, a := range addresses {
		entries.Set(a, value.Of("view", "home"))
	}
	bindings, problems, err := routes.Build(entries, names{}, opts)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	out := make([]string, len(bindings))
	for i, b := range bindings {
		out[i] = b.Address.String()
	}
	return out
}

func TestModernOrder(t *testing.T) {
	// The order that Sails gives the same addresses.
	const want = "ALL /q;GET /a/c;/a/c;/a/c/:d;GET /a/:b;/a/:b?;GET /a/:b/c;/z/*/y;POST /a/*;r|^/x$|;GET /:x/y;/;/:x;OPTIONS /*;/*"
	got := bound(t, routes.Options{Rules: routes.Modern()},
		"/*", "/:x", "/", "get /:x/y", "/z/*/y", "POST /a/*", "r|^/x$|", "get /a/:b", "/a/:b?", "get /a/:b/c", "/a/c/:d", "/a/c", "get /a/c", "all /q", "options /*")
	if s := strings.Join(got, ";"); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	if got := bound(t, routes.Options{}, "/*", "GET /a"); got[0] != "/*" {
		t.Errorf("the classic releases keep the order of the file, not %v", got)
	}
}

func TestModernTargets(t *testing.T) {
	for _, tc := range []struct {
		address string
		target  any
		want    string
	}{
		{"GET /a", "account/login", "action at account/login {}"},
		{"GET /a", "Account/Login", "action at account/login {}"},
		{"GET /a", "AccountController.login", "action at account/login {}"},
		{"GET /a", "sub/nest/HiController.say", "action at sub/nest/hi/say {}"},
		{"GET /a", "user.find", "action at user/find {}"},
		{"GET /a", "about", "action at about {}"},
		{" GET /a ", "about", "action at about {}"},
		{"GET /a", value.Of("action", "account/login", "x", true), `action at account/login {"x":true}`},
		{"GET /a", "FolderController/sub.name", "action at folder/sub/name {}"},
		{"GET /a", "FolderController/sub/name", "action at folder/sub/name {}"},
		{"GET /a", "folder/SubController.name", "action at folder/sub/name {}"},
		{"GET /a", value.Of("controller", "FolderController/sub", "action", "name"), `action at folder/sub/name {"controller":"FolderController/sub"}`},
		{"GET /a", value.Of("controller", "account", "action", "login"), `action at account/login {"controller":"account"}`},
		{"GET /a", value.Of("target", "account/login"), "action at account/login {}"},
		{"GET /a", value.Of("controller", "account"), "! a target with a controller needs an action as well"},
		{"GET /a", "what is this", `! "what is this" cannot be the name of an action`},
		{"GET /a/:id", "a", `action at a {"skipAssets":true}`},
		{"GET /a/:id/", "a", `action at a {"skipAssets":true}`},
		{"/a/:id", "a", `action at a {"skipAssets":true}`},
		{"POST /a/:id", "a", "action at a {}"},
		{"all /a/:id", "a", "action at a {}"},
		{"GET /a/*", "a", "action at a {}"},
		{"GET /:id/b", "a", "action at a {}"},
		{"GET /a/:id", value.Of("action", "a", "skipAssets", false), `action at a {"skipAssets":false}`},
	} {
		bindings, problems, err := routes.Build(value.Of(tc.address, tc.target), names{}, routes.Options{Source: "config/routes.js", Rules: routes.Modern()})
		var got string
		switch {
		case err != nil:
			got = "! " + strings.TrimPrefix(err.Error(), `config/routes.js: route "`+tc.address+`": `)
		case len(problems) > 0:
			got = "! " + problems[0].Reason
		default:
			got = bindings[0].Target + " " + string(value.Append(nil, bindings[0].Options))
			if skip := strings.Contains(tc.want, `"skipAssets":true`); bindings[0].SkipAssets != skip {
				t.Errorf("%s: leaves files alone: %v", tc.address, !skip)
			}
		}
		if got != tc.want && (!strings.HasPrefix(tc.want, "!") || !strings.HasPrefix(got, tc.want)) {
			t.Errorf("%s %v: got %s, want %s", tc.address, tc.target, got, tc.want)
		}
	}
}
