package documents_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
)

var declared = regexp.MustCompile(`(?m)^ {4}(?:readonly )?([\w$]+)([?]?)[?(:<]`)

// optional are members that only some releases or projects have.
var optional = map[string]string{
	"Response.created": "1.x has none", "Response.negotiate": "1.x has none", "Response.sendfile": "1.x has none",
	"Request.i18n": "projects with locales", "Request.getLocale": "projects with locales", "Request.setLocale": "projects with locales", "Request.__": "projects with locales",
	"Request.__n": "projects with locales", "Request.locale": "projects with locales",
	"App.helpers": "0.12 has none", "App.getActions": "0.12 has none", "App.registerAction": "0.12 has none", "App.registerActionMiddleware": "0.12 has none",
	"App.reloadActions": "0.12 has none", "App.getDatastore": "0.12 has none", "App.controllers": "1.x has none", "App.util": "0.12", "App.__": "projects with locales",
	"Request.signedCookies": "projects with cookies", "Request.cookies": "projects with cookies",
}

// askMembers lifts a project and asks it for the members of its declarations.
func askMembers(t *testing.T, dir string) (missing []string) {
	t.Helper()
	wanted := map[string][]string{}
	text := string(declare(t, dir))
	for _, of := range []string{"Request", "Response", "App"} {
		_, body, _ := strings.Cut(text, "\n  interface "+of+" {\n")
		body, _, _ = strings.Cut(body, "\n  }\n")
		for _, m := range declared.FindAllStringSubmatch(body, -1) {
			if optional[of+"."+m[1]] == "" {
				wanted[of] = append(wanted[of], m[1])
			}
		}
		if len(wanted[of]) == 0 {
			t.Fatalf("there is no interface %s", of)
		}
	}
	list, _ := json.Marshal(wanted)
	route := `module.exports.routes = { 'GET /members': function (req, res) {
	  var of = { Request: req, Response: res, App: req._sails }, wanted = ` + string(list) + `, missing = [];
	  Object.keys(wanted).forEach(function (name) { wanted[name].forEach(function (member) { if (!(member in of[name])) { missing.push(name + '.' + member); } }); });
	  res.json(missing);
	} };`
	if err := os.WriteFile(filepath.Join(dir, "config/routes.js"), []byte(route), 0o644); err != nil {
		t.Fatal(err)
	}
	server := programtest.Lift(t, programtest.Path(t), dir, "development")
	status, body := server.Ask(http.MethodGet, "/members", "")
	if err := json.Unmarshal([]byte(body), &missing); err != nil {
		t.Fatalf("%d %s", status, body)
	}
	return missing
}
