package engine_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine/value"
)

// reaching is the project of testdata/reach.txtar in the words of a release.
func reaching(t *testing.T, release, policies, blueprints string, sockets ...string) *chat {
	t.Helper()
	return reachingOver(t, release, policies, blueprints, nil, sockets...)
}

// reachingOver is reaching with more files.
func reachingOver(t *testing.T, release, policies, blueprints string, more []txtar.File, sockets ...string) *chat {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/reach.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var over []txtar.File
	number, hidden := "integer", "protected"
	models := `{ connection: 'ram', migrate: 'drop' }`
	if release == "1.x" {
		number, hidden = "number", "protect"
		models = `{ datastore: 'ram', migrate: 'drop', schema: true, attributes: { id: { type: 'number', autoIncrement: true } } }`
	}
	for _, f := range archive.Files {
		if text := strings.NewReplacer("'AGE'", "'"+number+"'", "HIDDEN", hidden).Replace(string(f.Data)); text != string(f.Data) {
			over = append(over, txtar.File{Name: f.Name, Data: []byte(text)})
		}
	}
	store := map[bool]string{true: "datastores", false: "connections"}[release == "1.x"]
	over = append(over, configured("models", models), configured(store, "{ ram: { adapter: 'sails-memory' } }"),
		configured("policies", policies), configured("blueprints", blueprints))
	over = append(over, more...)
	return lively(t, "testdata/reach.txtar", release, over, sockets...)
}

var releases = []string{"0.10", "0.12", "1.x"}

// where is the query of a request for a condition.
func where(condition string) string { return "where=" + url.QueryEscape(condition) }

// TestProtectedAttributesAreNotAskedFor: by the answers to comparisons a hash
// could be read letter by letter, by the order of records as well.
func TestProtectedAttributesAreNotAskedFor(t *testing.T) {
	t.Parallel()
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			c := reaching(t, release, "{}", "{ actions: true }", "ann")
			c.must("", "POST /user", value.Of("name", "ann", "password", "secret", "age", int64(7)))
			c.must("", "POST /pet", value.Of("name", "rex", "owner", int64(1)))
			c.must("", "POST /club", value.Of("title", "dogs"))
			type question struct {
				query   string
				refused bool
			}
			asks := []question{
				{"name=ann", false},
				{where(`{"name":{"startsWith":"a"}}`) + "&sort=" + url.QueryEscape("name DESC"), false},
				{where(`{"password":{"startsWith":"s"}}`), true},
				{where(`{"password":"secret"}`), true},
				{where(`{"or":[{"name":"x"},{"or":[{"password":{"contains":"e"}}]}]}`), true},
				{"password=secret", true},
				{"sort=password", true},
				{"sort=" + url.QueryEscape("password DESC"), true},
				{where(`{"age":1e309}`), true},
				{where(`{"age":{"<":-1e309}}`), true},
			}
			if release == "1.x" {
				asks = append(asks, question{"select=name", false}, question{"select=password", true}, question{"omit=password", false},
					question{"sort=" + url.QueryEscape(`[{"password":"ASC"}]`), true})
			} else {
				asks = append(asks, question{where(`{"pw":{"startsWith":"s"}}`), true}, question{where(`{"PW":{"startsWith":"s"}}`), true},
					question{where(`{"PassWord":{"startsWith":"s"}}`), true},
					question{where(`{"sort":"password","name":"ann"}`), false}, // sort is no clause there, and orders nothing
					question{where(`{"like":{"password":"s%"}}`), true}, question{where(`{"not":{"password":"x"}}`), true},
					question{where(`{"pẃ":"s"}`), true})
			}
			for _, ask := range asks {
				for _, path := range []string{"/user", "/user/find", "/club/1/members"} {
					for _, who := range []string{"", "ann"} {
						status, body := c.ask(who, "GET "+path+"?"+ask.query, nil)
						refused := status == http.StatusBadRequest
						if refused != ask.refused || !refused && status != http.StatusOK {
							t.Errorf("%q GET %s?%s: %d %s", who, path, ask.query, status, body)
						}
						if strings.Contains(ask.query, "password") && refused && !strings.Contains(body, "password") {
							t.Errorf("GET %s?%s: the answer does not say why: %s", path, ask.query, body)
						}
					}
				}
			}
			// The project's own code is not a request, nor is what its routes ask for.
			if got := c.run("", `sails.models.user.find({ password: 'secret' }).sort('password ASC').exec(function (err, l) { done(err, l && l.length); })`); got != "1" {
				t.Errorf("code found %s", got)
			}
			for _, path := range []string{"/user/1e309", "/pet/Infinity/owner"} {
				if status, body := c.ask("", "GET "+path, nil); status != http.StatusNotFound && status != http.StatusBadRequest {
					t.Errorf("GET %s: %d %s", path, status, body)
				}
			}
		})
	}
}

// TestMaxLimit: no request gets more records than that, nor more members of a
// collection.
func TestMaxLimit(t *testing.T) {
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			c := reaching(t, release, "{}", "{ maxLimit: 3, defaultLimit: 2 }", "ann")
			c.must("", "POST /user", value.Of("name", "ann"))
			for i := range 6 {
				c.must("", "POST /pet", value.Of("name", fmt.Sprint("rex", i), "owner", int64(1)))
			}
			n := func(who, path string) int {
				t.Helper()
				return strings.Count(c.must(who, "GET "+path, nil), `"name":"rex`)
			}
			def := 2
			if release == "1.x" {
				def = 3 // defaultLimit is not there any more
			}
			for _, who := range []string{"", "ann"} {
				for path, want := range map[string]int{
					"/pet": def, "/pet?limit=1": 1, "/pet?limit=3": 3, "/pet?limit=4": 3, "/pet?limit=100000": 3, "/pet?limit=1e309": 3,
					"/pet?skip=5&limit=5": 1, "/user/1": def, "/user": def, "/user/1/pets": def, "/user/1/pets?limit=5": 3,
					"/pet/find?limit=5": 3,
				} {
					if got := n(who, path); got != want {
						t.Errorf("%q GET %s: %d records, want %d", who, path, got, want)
					}
				}
				if got := n(who, "/user/1?populate=pets"); got > 3 {
					t.Errorf("%d members", got)
				}
			}
		})
	}
}
