package engine_test

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/testenv"
	"framework/engine/value"
)

// rule says which of the actions of guarded models the policy lets pass, and
// asked which questions it was asked since.
func (c *chat) rule(allowed *value.Map) { c.t.Helper(); c.must("", "POST /ask/rule", allowed) }

func (c *chat) asked() string {
	c.t.Helper()
	return c.must("", "GET /ask/asked", nil)
}

// populatedWorld is ann (1) with the pets rex (1) and tom (2), bob (2) without
// any, and the club dogs (1) of both.
func populatedWorld(c *chat) {
	c.rule(value.Of("find", true, "findone", true, "create", true, "update", true, "destroy", true))
	c.must("", "POST /user", value.Of("name", "ann", "password", "a"))
	c.must("", "POST /user", value.Of("name", "bob", "password", "b"))
	c.must("", "POST /pet", value.Of("name", "rex", "owner", int64(1)))
	c.must("", "POST /pet", value.Of("name", "tom", "owner", int64(2)))
	c.must("", "POST /club", value.Of("title", "dogs", "members", []any{int64(1), int64(2)}))
}

const guardUsers = "{ UserController: { '*': 'mayReach' }, PetController: true, ClubController: true }"

func guardedBy(release string) string {
	if release == "1.x" {
		return "{ 'user/*': 'mayReach', 'pet/*': 'knows' }"
	}
	return guardUsers
}

// TestPopulationAsksPolicies: records that the policies of their own model keep
// back are not shown through an association: by themselves they are left out,
// and asked for the request is refused.
func TestPopulationAsksPolicies(t *testing.T) {
	t.Parallel()
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			c := reaching(t, release, guardedBy(release), "{ associationPolicies: true, actions: true, shortcuts: true }", "eve")
			populatedWorld(c)
			for _, who := range []string{"", "eve"} {
				for _, tc := range []struct {
					rule, ask string
					status    int
					has, not  string
				}{
					{"none", "/pet/1", 200, `"owner":1`, `ann`},
					{"none", "/pet", 200, `"owner":2`, `ann`},
					{"first", "/pet", 200, `"owner":2`, `bob`},
					{"first", "/pet/1", 200, `ann`, `"owner":1`},
					{"none", "/pet?populate=owner", 403, ``, `ann`},
					{"none", "/pet/find?populate=owner", 403, ``, `ann`},
					{"none", "/pet/1?populate=owner", 403, ``, `ann`},
					{"none", "/pet?populate=tags", 200, `"owner":1`, `ann`},
					{"first", "/pet/1?populate=owner", 200, `ann`, ``},
					{"none", "/pet/1/owner", 403, ``, `ann`},
					{"first", "/pet/1/owner", 200, `ann`, ``},
					{"first", "/pet/2/owner", 403, ``, `bob`},
					{"none", "/club/1", 200, `dogs`, `ann`},
					{"none", "/club?populate=members", 403, ``, `ann`},
					{"none", "/club/1/members", 403, ``, `ann`},
					{"none", "/club/1/members?" + where(`{"name":{"startsWith":"a"}}`), 403, ``, `ann`},
					{"none", "/club/1/members?name=ann", 403, ``, `ann`},
					{"find", "/club/1", 200, `ann`, `"password"`},
					{"find", "/club/1/members?name=ann", 200, `ann`, `bob`},
				} {
					if release == "1.x" && tc.not == `"password"` {
						tc.not = "" // protect alone leaves it in answers
					}
					rules := map[string]*value.Map{
						"none": value.New(0), "first": value.Of("findone", "first"), "find": value.Of("find", true),
					}
					c.rule(rules[tc.rule])
					status, body := c.ask(who, "GET "+tc.ask, nil)
					if status != tc.status || !strings.Contains(body, tc.has) || tc.not != "" && strings.Contains(body, tc.not) {
						t.Errorf("%q %s, rule %s: %d %s", who, tc.ask, tc.rule, status, body)
					}
				}
			}
			// What the policy sees, and that it is asked once for each record.
			c.rule(value.Of("findone", true))
			c.must("", "GET /pet", nil)
			want := `["GET /user/1 findone pet.owner http {}","GET /user/2 findone pet.owner http {}"]`
			if got := c.asked(); got != want {
				t.Errorf("asked %s, want %s", got, want)
			}
			// A policy that narrows what is found narrows what is populated.
			c.rule(value.Of("find", "named", "findone", "named"))
			paths := []string{"/club/1", "/club/1/members", "/club/1/members?name=ann", "/pet"}
			if release == "1.x" {
				paths = paths[:3] // findOne goes by the key alone there
			}
			for _, path := range paths {
				if body := c.must("", "GET "+path, nil); !strings.Contains(body, "ann") || strings.Contains(body, "bob") {
					t.Errorf("%s: %s", path, body)
				}
			}
			if status, body := c.ask("", "GET /club/1/members?name=bob", nil); status != http.StatusOK || strings.Contains(body, "bob") {
				t.Errorf("the request won over the policy: %d %s", status, body)
			}
			c.rule(value.Of("findone", "fails"))
			if body := c.must("", "GET /pet/1", nil); !strings.Contains(body, `"owner":1`) || !strings.Contains(c.log.String(), "api/policies/mayReach.js:") {
				t.Errorf("a policy that fails: %s\n%s", body, c.log)
			}
		})
	}
}

// TestNestedWritesAskPolicies: what a request writes to other records asks in
// front of these.
func TestNestedWritesAskPolicies(t *testing.T) {
	t.Parallel()
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			c := reaching(t, release, guardedBy(release), "{ associationPolicies: true, actions: true, shortcuts: true }", "eve")
			populatedWorld(c)
			users := func() string {
				return c.run("", `sails.models.user.find().populate('pets').populate('clubs').exec(function (err, l) {
					done(err, l && l.map(function (u) { return [u.name, u.password, u.pets.length, u.clubs.length].join(' '); }).join(', ')); })`)
			}
			before := users()
			type write struct {
				ask  string
				data any
				rule *value.Map // what it takes
			}
			changed := value.Of("id", int64(2), "password", "mine")
			update := value.Of("update", true)
			var writes []write
			if release != "1.x" {
				writes = []write{
					{"PUT /pet/1", value.Of("owner", changed), update},
					{"POST /pet/update/1", value.Of("owner", changed), update},
					{"POST /pet", value.Of("name", "new", "owner", value.Of("name", "eve")), value.Of("create", true)},
					{"PUT /club/1", value.Of("members", []any{int64(1), changed}), update},
					{"POST /club", value.Of("members", []any{value.Of("name", "eve")}), value.Of("create", true)},
					{"POST /club/1/members", value.Of("name", "eve"), value.Of("create", true)},
					{"GET /club/1/members/add?name=eve", nil, value.Of("create", true)},
					{"GET /club/1/members/remove/2", nil, update},
					{"DELETE /club/1/members/2", nil, update},
					{"PUT /club/1", value.Of("members", []any{int64(1)}), update},
				}
			} else {
				writes = []write{
					{"POST /club", value.Of("title", "x", "members", []any{int64(1)}), update},
					{"PATCH /club/1", value.Of("members", []any{int64(1)}), update},
					{"PUT /club/1/members", []any{int64(1)}, update},
					{"PUT /club/1/members/9", nil, nil},
					{"DELETE /club/1/members/2", nil, update},
					{"GET /club/1/members/remove/2", nil, update},
					{"GET /club/1/members/replace?members=" + "%5B1%5D", nil, update},
					{"POST /club_members__user_clubs", value.Of("club_members", int64(1), "user_clubs", int64(1)), update},
					{"DELETE /club_members__user_clubs/1", nil, update},
					{"GET /club_members__user_clubs", nil, value.Of("find", true)},
				}
			}
			for _, w := range writes {
				for _, who := range []string{"", "eve"} {
					c.rule(value.New(0))
					status, body := c.ask(who, w.ask, w.data)
					if w.rule == nil {
						if status != http.StatusNotFound {
							t.Errorf("%q %s: %d %s", who, w.ask, status, body)
						}
						continue
					}
					if status != http.StatusForbidden || users() != before {
						t.Errorf("%q %s %v: %d %s; now %s", who, w.ask, w.data, status, body, users())
					}
				}
			}
			for _, w := range writes {
				if w.rule == nil {
					continue
				}
				c.rule(w.rule)
				if status, body := c.ask("", w.ask, w.data); status >= 400 && status != http.StatusNotFound {
					t.Errorf("%s, allowed: %d %s", w.ask, status, body)
				}
			}
			// Changing a reference is the record's own affair.
			c.rule(value.New(0))
			c.must("", map[bool]string{true: "PATCH", false: "PUT"}[release == "1.x"]+" /pet/1", value.Of("owner", int64(2), "name", "max"))
		})
	}
}

// TestSubscriptionsAskPolicies: a client that may see pets gets no messages
// about their owners.
func TestSubscriptionsAskPolicies(t *testing.T) {
	testenv.Slow(t)
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			c := reaching(t, release, guardedBy(release), "{ associationPolicies: true, actions: true, shortcuts: true }", "eve", "ann")
			populatedWorld(c)
			update := map[bool]string{true: "PATCH", false: "PUT"}[release == "1.x"]
			c.rule(value.New(0))
			c.must("eve", "GET /pet", nil)
			c.must("eve", "GET /club", nil)
			c.rule(value.Of("find", true, "findone", "first", "create", true, "update", true))
			c.must("ann", "GET /pet", nil)
			c.heard()
			if release == "0.10" {
				if _, body := c.ask("eve", "GET /firehose", nil); body != `"OK"` {
					t.Errorf("firehose: %s", body)
				}
			}
			c.must("", "POST /user", value.Of("name", "new"))
			c.must("", update+" /user/1", value.Of("name", "anna"))
			c.must("", update+" /user/2", value.Of("name", "bobby"))
			lines := c.heard()
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "ann: user ") && strings.Contains(l, "anna") }) {
				t.Errorf("ann did not hear of whom she may see: %v", lines)
			}
			for _, line := range lines {
				if !strings.HasPrefix(line, "ann: user ") || strings.Contains(line, "bobby") {
					t.Errorf("heard %s", line)
				}
			}
			// Nor are these records inside messages about records that may be
			// read.
			c.must("", update+" /pet/1", value.Of("name", "max"))
			if lines := c.heard(); len(lines) == 0 || slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, "anna") }) {
				t.Errorf("heard %v", lines)
			}
		})
	}
}

// TestPoliciesSeeWhoAsks: what code in front of the routes has found out about
// the client is there when policies are asked, and their own doings are not kept.
func TestPoliciesSeeWhoAsks(t *testing.T) {
	for _, release := range releases {
		c := reaching(t, release, strings.Replace(guardedBy(release), "PetController: true", "PetController: 'knows'", 1), "{ associationPolicies: true, actions: true }", "eve")
		populatedWorld(c)
		c.rule(value.Of("findone", "me"))
		for _, who := range []string{"", "eve"} {
			status, body := c.ask(who, "GET /pet/1?as=ann", nil)
			if status != http.StatusOK || !strings.Contains(body, `"name":"ann"`) {
				t.Errorf("%s, %q: %d %s", release, who, status, body)
			}
			if body := c.must(who, "GET /pet/1?as=bob", nil); strings.Contains(body, `"name":"ann"`) {
				t.Errorf("%s, %q, as somebody else: %s", release, who, body)
			}
		}
	}
}

// TestPoliciesOfAssociationsAskHooks: handlers that hooks bind in front of the
// routes of the other model identify the user, or refuse the request, as if the
// client had sent it.
func TestPoliciesOfAssociationsAskHooks(t *testing.T) {
	t.Parallel()
	for _, release := range releases {
		hook := txtar.File{Name: "api/hooks/who/index.js", Data: []byte(`module.exports = function (sails) { return { routes: { before: {
  'GET /user/:n': function (req, res, next) {
    if (sails.rule && sails.rule.closed) { return res.status(403).send('closed'); }
    req.me = req.method + req.path === 'GET/user/1' ? 'ann' : 'nobody';
    next();
  }
} } }; };`)}
		c := reachingOver(t, release, guardedBy(release), "{ associationPolicies: true, actions: true }", []txtar.File{hook}, "eve")
		populatedWorld(c)
		for _, who := range []string{"", "eve"} {
			c.rule(value.Of("findone", "me"))
			if body := c.must(who, "GET /pet/1", nil); !strings.Contains(body, `"name":"ann"`) {
				t.Errorf("%s, %q, known to the hook: %s", release, who, body)
			}
			if body := c.must(who, "GET /pet/2", nil); strings.Contains(body, `"name":"bob"`) {
				t.Errorf("%s, %q, unknown to the hook: %s", release, who, body)
			}
			if asked := c.asked(); !strings.Contains(asked, "pet.owner") {
				t.Errorf("%s, %q: asked %s", release, who, asked)
			}
			c.rule(value.Of("findone", true, "closed", true))
			if body := c.must(who, "GET /pet/1", nil); strings.Contains(body, `"name":"ann"`) || strings.Contains(body, "closed") {
				t.Errorf("%s, %q, kept out by the hook: %s", release, who, body)
			}
			if asked := c.asked(); strings.Contains(asked, "findone") {
				t.Errorf("%s, %q: policies behind the hook were asked %s", release, who, asked)
			}
		}
	}
}

// TestAssociationPoliciesOff: without the setting no policies run.
func TestAssociationPoliciesOff(t *testing.T) {
	for _, release := range releases {
		c := reaching(t, release, guardedBy(release), "{ actions: true }")
		populatedWorld(c)
		c.rule(value.New(0))
		if body := c.must("", "GET /pet/1", nil); !strings.Contains(body, "ann") || c.asked() != "[]" {
			t.Errorf("%s: %s", release, body)
		}
	}
}

// TestAssociationAdvice: check names what a project leaves open without saying so.
func TestAssociationAdvice(t *testing.T) {
	files := func(policies, blueprints string) string {
		return "-- api/controllers/PetController.js --\nmodule.exports = {};\n-- api/controllers/UserController.js --\nmodule.exports = {};\n" +
			"-- api/models/Pet.js --\nmodule.exports = { attributes: { owner: { model: 'user' } } };\n" +
			"-- api/models/User.js --\nmodule.exports = { attributes: { pets: { collection: 'pet', via: 'owner' } } };\n" +
			"-- api/policies/in.js --\nmodule.exports = function (req, res, next) { next(); };\n" +
			"-- config/policies.js --\nmodule.exports.policies = " + policies + ";\n-- config/blueprints.js --\nmodule.exports.blueprints = " + blueprints + ";\n"
	}
	for _, tc := range []struct{ policies, blueprints, want string }{
		{"{ UserController: 'in' }", "{}", "Pet.owner"},
		{"{ UserController: 'in' }", "{ associationPolicies: false }", ""},
		{"{ '*': 'in' }", "{}", ""},
		{"{}", "{}", ""},
	} {
		dir := t.TempDir()
		for _, f := range project(files(tc.policies, tc.blueprints)) {
			path := filepath.Join(dir, filepath.FromSlash(f.Name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, f.Data, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		app := engine.New(engine.Options{Dir: dir, Inspect: true, Stdout: io.Discard, Stderr: io.Discard})
		if err := app.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		s, release, err := app.Acquire()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(s.Advice, "\n"); (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) || strings.Contains(got, "User.pets") {
			t.Errorf("%s %s: %q", tc.policies, tc.blueprints, got)
		}
		release()
		if err := app.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}
