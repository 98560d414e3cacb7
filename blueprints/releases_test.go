package blueprints_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/profile/answers"
)

var (
	sails10  = answers.Classic("0.10")
	sails11  = answers.Classic("0.11")
	sails12  = answers.Classic("0.12")
	releases = []answers.Switches{sails10, sails11, sails12}
)

// community are models with an association of every kind.
func community(t testing.TB) *orm.ORM {
	t.Helper()
	return communityIn(t, database(t))
}

func communityIn(t testing.TB, store orm.Adapter) *orm.ORM {
	t.Helper()
	name := attr("name", "string")
	name.Unique, name.Rules = true, []orm.RuleDef{{Name: "required", Arg: true}}
	return openIn(t, store,
		model("User", name, attr("age", "integer"),
			orm.AttributeDef{Name: "home", Model: "home"},
			orm.AttributeDef{Name: "pets", Collection: "pet", Via: "owner"},
			orm.AttributeDef{Name: "groups", Collection: "group", Via: "members"}),
		model("Pet", attr("name", "string"), orm.AttributeDef{Name: "owner", Model: "user"}),
		model("Home", attr("street", "string")),
		model("Group", attr("title", "string"), orm.AttributeDef{Name: "members", Collection: "user", Via: "groups"}),
	)
}

// settle brings the same people into every community: Ada has a home, two pets
// and a group, Bob is in that group too, Cyd has nothing.
func settle(s *server) *server {
	s.t.Helper()
	for _, r := range [][2]string{
		{"/home", `{"street":"Elm"}`},
		{"/group", `{"title":"chess"}`},
		{"/user", `{"name":"Ada","age":36,"home":1,"groups":[1]}`},
		{"/user", `{"name":"Bob","age":20,"groups":[1]}`},
		{"/user", `{"name":"Cyd","age":20}`},
		{"/pet", `{"name":"Rex","owner":1}`},
		{"/pet", `{"name":"Tom","owner":1}`},
		{"/pet", `{"name":"Kim"}`},
	} {
		if status, body := s.ask("POST", r[0], r[1]); status/100 != 2 {
			s.t.Fatalf("POST %s %s: %d %s", r[0], r[1], status, body)
		}
	}
	return s
}

// row is one request and the answer of all releases, or of one of them.
type row struct {
	method, target, body string
	// want is status and body; behind "~" stands a part of the body.
	want           string
	want10, want11 string // where an older release answers something else
	// then is what a GET finds onCommit, as target and answer.
	then [2]string
}

func (r row) in(rel answers.Switches) string {
	switch {
	case rel.Name == "0.10" && r.want10 != "":
		return r.want10
	case rel.Name == "0.11" && r.want11 != "":
		return r.want11
	}
	return r.want
}

// answers reports whether an answer is the wanted one.
func answered(want string, status int, body string) bool {
	if code, part, ok := strings.Cut(want, " ~"); ok {
		return code == strconv.Itoa(status) && strings.Contains(body, part)
	}
	return want == fmt.Sprintf("%d %s", status, body)
}

// asked compares the answers of every release with the table. With anew each
// row is asked of a fresh community, else all of one.
func asked(t *testing.T, anew bool, rows []row) {
	t.Helper()
	for _, rel := range releases {
		t.Run(rel.Name, func(all *testing.T) {
			fresh := func(t *testing.T) *server {
				return settle(serveAs(t, community(t), rel, settings(t), nil))
			}
			var s *server
			if !anew {
				s = fresh(all)
			}
			for _, r := range rows {
				all.Run(fmt.Sprintf("%s %.60s %.60s", r.method, r.target, r.body), func(t *testing.T) {
					if anew {
						s = fresh(t)
					}
					status, body := s.ask(r.method, r.target, r.body)
					if want := r.in(rel); !answered(want, status, body) {
						t.Errorf("got  %d %s\nwant %s", status, body, want)
					}
					if r.then[0] == "" {
						return
					}
					if status, body := s.ask("GET", r.then[0], ""); !answered(r.then[1], status, body) {
						t.Errorf("then %s\ngot  %d %s\nwant %s", r.then[0], status, body, r.then[1])
					}
				})
			}
		})
	}
}
