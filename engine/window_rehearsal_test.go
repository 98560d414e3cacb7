package engine_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// guardedProject has policies of all kinds: files, in front of a route, a function in the
// configuration, and false.
const guardedProject = `
-- package.json --
{"name": "guarded", "dependencies": {"sails": "0.12.14"}}
-- config/policies.js --
module.exports.policies = {
  PetController: {
    '*': 'signedIn', find: true, update: ['signedIn', 'owns'], destroy: false, fail: 'broken', feed: ['signedIn', function (req, res, next) { next(); }],
  },
};
-- config/routes.js --
module.exports.routes = {
  '/admin/*': {policy: 'isAdmin'},
  'GET /admin/pets': 'PetController.find',
  'GET /feed/:id': 'PetController.feed',
};
-- config/models.js --
module.exports.models = {migrate: 'drop'};
-- api/policies/signedIn.js --
module.exports = function (req, res, next) {
  if (req.session.name || req.headers['x-name']) { return next(); }
  res.redirect('/login');
};
-- api/policies/owns.js --
module.exports = function (req, res, next) {
  setTimeout(function () {
    if (req.param('id') === '7' && req.body.name === 'Rex') { return next(); }
    res.forbidden({who: req.session.name || 'nobody'});
  }, 1);
};
-- api/policies/isAdmin.js --
module.exports = function (req, res, next) { return req.headers['x-admin'] ? next() : res.send(401, 'Admins only.'); };
-- api/policies/broken.js --
module.exports = function (req, res, next) { nothing.here(); };
-- api/models/Pet.js --
module.exports = {attributes: {name: 'string'}};
-- api/controllers/PetController.js --
module.exports = {
  fail: function (req, res) { res.ok(); },
  feed: function (req, res) { sails.fed = true; res.ok(); },
  fed: function (req, res) { res.json(!!sails.fed); },
  _config: {},
};
-- api/controllers/LoginController.js --
module.exports = {as: function (req, res) { req.session.name = req.param('name'); res.ok(); }};
`

// rehearsed is what the page shows of a rehearsal.
type rehearsed struct {
	Said []struct {
		Policy, Source string
		Passed         bool
	}
	Passed                        bool
	Target, Body, Location, Error string
	Status                        int
}

// windowPost sends data to the page, with its token.
func (l *live) windowPost(token, path, body string) (int, []byte) {
	l.t.Helper()
	req, err := http.NewRequestWithContext(l.t.Context(), http.MethodPost, l.base+windowAPI+path, strings.NewReader(body))
	if err != nil {
		l.t.Fatal(err)
	}
	req.Header.Set("X-Framework-Window", token)
	res, err := l.http.Do(req)
	if err != nil {
		l.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	return res.StatusCode, text
}

// TestWindowRehearsal: the policies of a request run, in its session and with its parts, and
// nothing behind them does.
func TestWindowRehearsal(t *testing.T) {
	t.Parallel()
	l := liven(t, guardedProject, memory())
	token := windowOf(t, l)
	ask := func(body string) (int, rehearsed, string) {
		t.Helper()
		status, text := l.windowPost(token, "rehearse", body)
		var out rehearsed
		if err := json.Unmarshal(text, &out); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return status, out, string(text)
	}
	check := func(name, body, said string, want rehearsed) {
		t.Helper()
		status, got, text := ask(body)
		var line []string
		for _, s := range got.Said {
			verdict := "refuses"
			if s.Passed {
				verdict = "passes"
			}
			line = append(line, s.Policy+" "+verdict)
		}
		if status != http.StatusOK || strings.Join(line, ", ") != said || got.Passed != want.Passed || got.Status != want.Status || got.Location != want.Location ||
			!strings.Contains(got.Body, want.Body) || !strings.Contains(got.Error, want.Error) || want.Target != "" && got.Target != want.Target {
			t.Errorf("%s: %d %s, want %s and %+v", name, status, text, said, want)
		}
	}
	check("an open action", `{"method": "GET", "url": "/pet"}`, "", rehearsed{Passed: true, Target: "pet.find"})
	check("a policy that redirects", `{"method": "POST", "url": "/pet", "body": "{\"name\": \"Rex\"}"}`, "signedin refuses", rehearsed{Status: 302, Location: "/login"})
	check("a header that lets it pass", `{"method": "POST", "url": "/pet", "headers": [["X-Name", "Ann"]], "body": "{\"name\": \"Rex\"}"}`, "signedin passes", rehearsed{Passed: true, Target: "pet.create"})
	check("false", `{"method": "DELETE", "url": "/pet/7", "headers": [["X-Name", "Ann"]]}`, "deny refuses", rehearsed{Status: 403})
	check("a policy that throws", `{"method": "GET", "url": "/pet/fail"}`, "broken refuses", rehearsed{Status: 500, Error: "api/policies/broken.js:1"})
	check("the policy of a route", `{"method": "GET", "url": "/admin/pets"}`, "isadmin refuses", rehearsed{Status: 401, Body: "Admins only."})
	check("the policy of a route that lets it pass", `{"method": "GET", "url": "/admin/pets", "headers": [["X-Admin", "1"]]}`, "isadmin passes", rehearsed{Passed: true})
	check("a function in the configuration", `{"method": "GET", "url": "/feed/7", "headers": [["X-Name", "Ann"]]}`, "signedin passes, inline function passes", rehearsed{Passed: true, Target: "pet.feed"})
	check("no route", `{"method": "GET", "url": "/nothing/there"}`, "", rehearsed{Status: 404})

	l.get("/login/as?name=Zoe")
	check("the session of the client", `{"method": "PUT", "url": "/pet/7", "body": "{\"name\": \"Max\"}"}`, "signedin passes, owns refuses", rehearsed{Status: 403, Body: `"who": "Zoe"`})
	check("its body and parameters", `{"method": "PUT", "url": "/pet/7", "body": "{\"name\": \"Rex\"}"}`, "signedin passes, owns passes", rehearsed{Passed: true, Target: "pet.update"})

	l.expect("/pet", "[]")
	l.expect("/pet/fed", "false")
	for _, bad := range []string{`{"method": "GET", "url": "pet"}`, `{"method": "G T", "url": "/pet"}`, `{"method": "GET", "url": "/%zz"}`, `[`} {
		if status, _, text := ask(bad); status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", bad, status, text)
		}
	}
}

// TestWindowProfile: a profile comes as a graph, by line and as a file.
func TestWindowProfile(t *testing.T) {
	t.Parallel()
	l := liven(t, guardedProject, memory())
	token := windowOf(t, l)
	status, text := l.windowPost(token, "profile", `{"kind": "heap"}`)
	var got struct {
		Unit  string
		Root  []any
		Lines []struct{ Name, Owner string }
		File  []byte
	}
	if err := json.Unmarshal(text, &got); err != nil || status != http.StatusOK {
		t.Fatalf("%d %.300s (%v)", status, text, err)
	}
	if len(got.Root) != 4 || got.Root[0] != "all" || got.Root[2] != "server" || len(got.Lines) == 0 || got.Lines[0].Owner == "" || got.Unit != "bytes" || len(got.File) == 0 {
		t.Errorf("got %.300s", text)
	}
	for _, bad := range []string{`{"kind": "nothing"}`, `{"kind": "cpu"}`, `{"kind": "js", "seconds": 61}`, `{"kind": "js", "seconds": -1}`} {
		if status, text := l.windowPost(token, "profile", bad); status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", bad, status, text)
		}
	}
	if _, text := l.fetch("GET", windowAPI+"loop", "X-Framework-Window", token); !strings.HasPrefix(text, "[") {
		t.Errorf("the loop: %s", text)
	}
}
