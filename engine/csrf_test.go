package engine_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"framework/engine/enginetest"
)

const guarded = `
-- config/session.js --
module.exports.session = { secret: 'x' };
-- config/csrf.js --
module.exports.csrf = { routesDisabled: ['/hooks/:id', '/ping'] };
-- config/security.js --
module.exports.security = { csrf: true };
-- config/blueprints.js --
module.exports.blueprints = { actions: true, rest: true, shortcuts: true };
-- config/globals.js --
module.exports.globals = { models: true, sails: true };
-- config/models.js --
module.exports.models = { migrate: 'alter', attributes: { id: { type: 'number', autoIncrement: true } } };
-- api/models/Note.js --
module.exports = { schema: false, attributes: { text: { type: 'string' } } };
-- api/controllers/NoteController.js --
module.exports = {
  own: function (req, res) { Note.create(req.body).exec(function (err) { if (err) { return res.serverError(err); } Note.find().exec(function (err, all) { res.json(err || all); }); }); }
};
-- api/controllers/DoController.js --
module.exports = {
  change: function (req, res) { res.send('changed by ' + req.method); },
  hook: function (req, res) { res.send('hook ' + req.param('id')); },
  member: function (req, res) { res.send('member ' + req.param('username')); },
  stale: function (req, res) { res.view('form'); }
};
-- config/routes.js --
module.exports.routes = {
  '/form': { view: 'form' },
  'POST /hooks/:id': { controller: 'do', action: 'hook', csrf: false },
  'GET /token': { action: 'security/grant-csrf-token' },
  'r|^/((?!note|form|token)[A-Za-z]+)$|username': { controller: 'do', action: 'member', skipAssets: true }
};
-- views/form.ejs --
<%= _csrf %>
-- views/404.ejs --
404 <%= _csrf %>
-- views/layout.ejs --
<%- body %>
-- views/layouts/layout.ejs --
<%- body %>
`

func guardedAs(release string) []string {
	files := guarded
	if !strings.HasPrefix(release, "^1") {
		files = strings.Replace(files, "  'GET /token': { action: 'security/grant-csrf-token' },\n", "", 1)
		files = strings.Replace(files, "-- config/security.js --\nmodule.exports.security = { csrf: true };\n", "", 1)
	} else {
		files = strings.Replace(files, "-- config/csrf.js --\nmodule.exports.csrf = { routesDisabled: ['/hooks/:id', '/ping'] };\n", "", 1)
		files = strings.ReplaceAll(files, "controller: 'do', action: '", "action: 'do/")
		files = strings.Replace(files, "autoIncrement: true } }", "autoIncrement: true } }, datastore: 'default', schema: false", 1)
	}
	return []string{files, "-- package.json --\n" + `{"dependencies": {"sails": "` + release + `", "sails-hook-orm": "*"}}`}
}

// The token of every page is one of the visitor's session, whoever answers with
// it; it protects by the method that was sent, and is kept in no record.
func TestTokensOfPages(t *testing.T) {
	for _, release := range []string{"~0.10.0", "~0.11.0", "~0.12.0", "^1.5.0"} {
		t.Run(release, func(t *testing.T) {
			server := enginetest.Serve(t, project(guardedAs(release)...))
			ann := visit(t, server)
			for _, path := range []string{"/form", "/do/stale", "/nowhere/at/all"} {
				_, page := ann.do("GET", path, "", "Accept", "text/html")
				token := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(page), "404"))
				if res, text := ann.do("POST", "/do/change", "_csrf="+url.QueryEscape(token)); res.StatusCode != http.StatusOK {
					t.Errorf("the token of %s, %q: %d %s", path, page, res.StatusCode, text)
				}
				if res, _ := visit(t, server).do("POST", "/do/change", "_csrf="+url.QueryEscape(token)); res.StatusCode != http.StatusForbidden {
					t.Errorf("the token of %s is good for everybody", path)
				}
			}
			for _, c := range []struct{ what, body, header string }{
				{"_method GET", "_method=GET", ""},
				{"_method head", "_method=head", ""},
				{"_method OPTIONS", "_method=OPTIONS", ""},
				{"a header", "a=1", "GET"},
			} {
				header := []string{}
				if c.header != "" {
					header = []string{"X-HTTP-Method-Override", c.header}
				}
				if res, text := ann.do("POST", "/do/change", c.body, header...); res.StatusCode != http.StatusForbidden {
					t.Errorf("%s passed: %d %s", c.what, res.StatusCode, text)
				}
			}
			if res, text := ann.do("POST", "/hooks/7", "a=1"); text != "hook 7" {
				t.Errorf("an exempt route: %d %s", res.StatusCode, text)
			}
			address := "/csrfToken"
			if release == "^1.5.0" {
				address = "/token"
			}
			var granted struct {
				Token string `json:"_csrf"`
			}
			if _, text := ann.do("GET", address, ""); json.Unmarshal([]byte(text), &granted) != nil || granted.Token == "" {
				t.Fatalf("%s answers %s", address, text)
			}
			ann.expect("GET", "/somebody", "", 200, "member somebody")
			token := url.QueryEscape(granted.Token)
			for path, body := range map[string]string{"/note": "text=a&_csrf=" + token, "/note?_csrf=" + token: "text=b", "/note/own": "text=c&_csrf=" + token} {
				if res, text := ann.do("POST", path, body); res.StatusCode >= 300 || strings.Contains(text, "_csrf") || !strings.Contains(text, "text") {
					t.Errorf("POST %s: %d %s", path, res.StatusCode, text)
				}
			}
			if res, text := ann.do("GET", "/note?_csrf="+token, ""); res.StatusCode != http.StatusOK || strings.Count(text, `"text"`) != 3 {
				t.Errorf("a token in a query: %d %s", res.StatusCode, text)
			}
		})
	}
}
