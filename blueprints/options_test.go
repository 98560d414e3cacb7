package blueprints_test

import (
	"fmt"
	"testing"

	"framework/blueprints"
	"framework/engine/testenv"
	"framework/engine/value"
	"framework/router"
)

// TestOptions: what a route says in its options, as B.8 of no request can.
func TestOptions(t *testing.T) {
	testenv.Slow(t)
	m := value.Of
	for _, c := range []struct {
		name    string
		options []any
		rows    []row
	}{
		{"where", []any{"where", m("age", int64(20))}, []row{
			{method: "GET", target: "/user", want: young},
			{method: "GET", target: "/user?name=Bob", want: onlyBob},
			{method: "GET", target: "/user?age=36", want: onlyAda}, // the request wins
			{method: "GET", target: `/user?where={"name":"Ada"}`, want: nobody},
			{method: "GET", target: "/user/2", want: "200 " + bob},
			{method: "GET", target: "/user/1", want: missing},
			{method: "PUT", target: "/user/1", body: `{"age":1}`, want: "404 ", want10: "404 Not Found"},
			{method: "DELETE", target: "/user/1", want: missing},
			{method: "GET", target: "/user", want: young},
		}},
		{"where with modifiers", []any{"where", m("age", m("<", int64(30)))}, []row{
			{method: "GET", target: "/user", want: young},
			{method: "GET", target: `/user?where={"age":{">":10}}`, want: young}, // both hold
		}},
		{"where with a key", []any{"where", m("id", int64(2))}, []row{
			{method: "GET", target: "/user", want: "200 " + bob},
			{method: "GET", target: "/user/1", want: "200 " + bob},
		}},
		{"id", []any{"id", int64(2)}, []row{
			{method: "GET", target: "/user", want: "200 " + bob},
			{method: "GET", target: "/user/1", want: "200 " + bob},
			{method: "DELETE", target: "/user/1", want: "200 " + bob},
		}},
		{"limit", []any{"limit", int64(1)}, []row{
			{method: "GET", target: "/user", want: onlyAda},
			{method: "GET", target: "/user?limit=2&skip=1", want: young},
			{method: "GET", target: "/user/1/pets", want: "200 [" + rex + "]"},
			{method: "GET", target: "/user/1?populate=pets", want: `200 {"pets":[` + rex + `],"name":"Ada","age":36,"home":1,"id":1}`},
		}},
		{"skip and sort", []any{"skip", int64(1), "sort", "name DESC"}, []row{
			{method: "GET", target: "/user", want: "200 [" + bob + "," + ada + "]"},
			{method: "GET", target: "/user?skip=2", want: onlyAda},
			{method: "GET", target: "/user?sort=name", want: young},
		}},
		{"defaultLimit", []any{"defaultLimit", int64(1)}, []row{
			{method: "GET", target: "/user", want: onlyAda},
			{method: "GET", target: "/user?limit=9", want: everybody},
			{method: "GET", target: "/user/1/pets", want: "200 [" + rex + "]"},
			{method: "GET", target: "/user/1?populate=pets", want: `200 {"pets":[` + rex + `],"name":"Ada","age":36,"home":1,"id":1}`},
		}},
		{"no defaultLimit", []any{"defaultLimit", int64(-1)}, []row{
			{method: "GET", target: "/user", want: everybody},
			{method: "GET", target: "/user/1?populate=pets", want: `200 {"pets":[` + rex + `,` + tom + `],"name":"Ada","age":36,"home":1,"id":1}`},
		}},
		{"populate_limit", []any{"populate_limit", int64(1), "populate_groups_limit", int64(5)}, []row{
			{method: "GET", target: "/user", want: everybody},
			{method: "GET", target: "/user/1?populate=pets,groups", want: `200 {"pets":[` + rex + `],"groups":[` + chess + `],"name":"Ada","age":36,"home":1,"id":1}`},
		}},
		{"populate_pets_limit", []any{"populate_pets_limit", int64(1), "populate_limit", int64(5)}, []row{
			{method: "GET", target: "/user/1?populate=pets", want: `200 {"pets":[` + rex + `],"name":"Ada","age":36,"home":1,"id":1}`},
		}},
		{"criteria.blacklist", []any{"criteria", m("blacklist", []any{"age", "token"})}, []row{
			{method: "GET", target: "/user?age=36&token=x", want: everybody},
			{method: "GET", target: "/user?populate=pets", want: nobody}, // it replaces the default names
		}},
		{"criteria without a blacklist", []any{"criteria", m("other", true)}, []row{
			{method: "GET", target: "/user?limit=1&populate=", want: onlyAda},
		}},
		{"values", []any{"values", m("age", int64(1), "blacklist", []any{"token"})}, []row{
			{method: "POST", target: "/user", body: `{"name":"Dan","token":"x"}`, want: `201 {"name":"Dan","age":1,"id":4}`, want10: `200 {"name":"Dan","id":4}`},
			{method: "POST", target: "/user", body: `{"name":"Eve","age":7}`, want: `201 {"name":"Eve","age":7,"id":5}`, want10: `200 {"name":"Eve","age":7,"id":5}`},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, rel := range releases {
				config := value.Of(append([]any{"populate", false}, c.options...)...)
				s := settle(serveAs(t, community(t), rel, settings(t), nil))
				s = serveAs(t, s.orm, rel, settings(t), map[string]*value.Map{"user": config})
				for _, r := range c.rows {
					if status, body := s.ask(r.method, r.target, r.body); !answered(r.in(rel), status, body) {
						t.Errorf("%s: %s %s\ngot  %d %s\nwant %s", rel.Name, r.method, r.target, status, body, r.in(rel))
					}
				}
			}
		})
	}
}

// More records than an answer holds: the setting says how many, for find, for
// an association and for the populated ones alike; none and below mean all.
func TestDefaultLimit(t *testing.T) {
	o := community(t)
	s := settle(serveAs(t, o, sails12, settings(t), nil))
	for i := range 40 {
		if status, body := s.ask("POST", "/pet", fmt.Sprintf(`{"name":"p%d","owner":3}`, i)); status != 201 {
			t.Fatal(status, body)
		}
	}
	for _, c := range []struct {
		settings, config      []any
		found, listed, within int
	}{
		{nil, nil, 30, 30, 30},
		{[]any{"defaultLimit", int64(5)}, nil, 5, 5, 5},
		{[]any{"defaultLimit", "5"}, nil, 5, 5, 5},
		{[]any{"defaultLimit", int64(0)}, nil, 43, 40, 40},
		{[]any{"defaultLimit", int64(-1)}, nil, 43, 40, 40},
		{[]any{"defaultLimit", int64(5)}, []any{"defaultLimit", int64(7)}, 7, 7, 7},
		{[]any{"defaultLimit", int64(5)}, []any{"limit", int64(6)}, 6, 6, 6},
	} {
		configs := map[string]*value.Map{}
		if c.config != nil {
			configs["pet"], configs["user"] = value.Of(c.config...), value.Of(c.config...)
		}
		s := serveAs(t, o, sails12, settings(t, c.settings...), configs)
		count := func(target string, inside bool) int {
			_, body := s.ask("GET", target, "")
			v, err := value.Parse([]byte(body))
			if err != nil {
				t.Fatal(target, err)
			}
			if inside {
				v = v.(*value.Map).Value("pets")
			}
			return len(v.([]any))
		}
		if found, listed, within := count("/pet?populate=", false), count("/user/3/pets", false), count("/user/3", true); found != c.found || listed != c.listed || within != c.within {
			t.Errorf("%v %v: find %d, populate %d, populated %d; want %d, %d, %d", c.settings, c.config, found, listed, within, c.found, c.listed, c.within)
		}
	}
}

// TestMaxLimit: no answer, and no collection in it, has more records than maxLimit
// says, whatever the request asks for.
func TestMaxLimit(t *testing.T) {
	classic, modern := community(t), friends(t)
	fill := func(s *server, status int, owner string) {
		t.Helper()
		for i := range 5 {
			if got, body := s.ask("POST", "/pet", fmt.Sprintf(`{"name":"p%d","owner":1}`, i)); got != status {
				t.Fatal(got, body)
			}
			if got, body := s.ask("POST", "/"+owner, fmt.Sprintf(`{"name":"o%d"}`, i)); got != status {
				t.Fatal(got, body)
			}
		}
	}
	fill(serveAs(t, classic, sails12, settings(t), nil), 201, "user")
	fill(serveAs(t, modern, sails1, modernSettings(t), nil), 200, "owner")
	for _, c := range []struct {
		query     string
		unlimited int // 0 for a request that is refused
		most2     int
	}{
		{"", 5, 2},
		{"limit=1", 1, 1},
		{"limit=2", 2, 2},
		{"limit=3", 3, 2},
		{"limit=1000", 5, 2},
		{"skip=4", 1, 1},
		{"limit=1&skip=1", 1, 1},
	} {
		for most, want := range map[int64]int{0: c.unlimited, 2: c.most2} {
			for release, s := range map[string]*server{
				"0.12": serveAs(t, classic, sails12, settings(t, "maxLimit", most), nil),
				"1.x":  serveAs(t, modern, sails1, modernSettings(t, "maxLimit", most), nil),
			} {
				owner := map[string]string{"0.12": "user", "1.x": "owner"}[release]
				for _, target := range []string{"/pet?", "/" + owner + "/1/pets?", "/" + owner + "/find?"} {
					_, body := s.ask("GET", target+c.query, "")
					list, _ := parsed(t, body).([]any)
					if len(list) != want {
						t.Errorf("%s, maxLimit %d, %s%s: %d records, want %d: %s", release, most, target, c.query, len(list), want, body)
					}
				}
				for _, populate := range []string{"", "?populate=pets"} {
					_, body := s.ask("GET", "/"+owner+"/1"+populate, "")
					whole, _ := parsed(t, body).(*value.Map)
					if pets, _ := whole.Value("pets").([]any); most > 0 && len(pets) != int(most) || most == 0 && len(pets) != 5 {
						t.Errorf("%s, maxLimit %d: a record%s with %d pets: %s", release, most, populate, len(pets), body)
					}
				}
			}
		}
	}
}

// parsed is a body of JSON.
func parsed(t *testing.T, body string) any {
	t.Helper()
	v, err := value.Parse([]byte(body))
	if err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return v
}

// TestTargets: the options behind {blueprint, model} and {controller, action}.
func TestTargets(t *testing.T) {
	set := blueprints.New(blueprints.Options{ORM: community(t), Switches: sails12.Blueprints, Settings: settings(t, "prefix", "/api", "restPrefix", "/rest", "defaultLimit", int64(4))})
	for path, want := range map[string]string{
		"/user": "user", "/user/:id": "user", "/users": "user", "/USER": "user", "/api/user": "user", "/api/rest/pets/x": "pet",
		"/apiary": "", "/nobody": "", "/": "", "/group_members__user_groups": "",
	} {
		if got := set.ModelAt(path); got != want {
			t.Errorf("ModelAt(%s) is %q, want %q", path, got, want)
		}
	}
	for _, c := range []struct {
		name, model, path string
		entry             *value.Map
		want, fails       string
	}{
		{"find", "user", "/x", value.New(0), `user find {"model":"user","associations":[{"alias":"home","type":"model","model":"home"},{"alias":"pets","type":"collection","collection":"pet","via":"owner"},{"alias":"groups","type":"collection","collection":"group","via":"members"}],"populate":true}`, ""},
		{"findOne", "USER", "/x", value.Of("populate", false, "associations", []any{"pets", "color"}), `user findone {"model":"user","associations":[{"alias":"pets","type":"collection","collection":"pet","via":"owner"}]}`, ""},
		{"create", "", "/api/homes", value.New(0), `home create {"model":"home","associations":[],"populate":true}`, ""},
		{"create", "", "/x", value.New(0), "", "the model of the blueprint \"create\" cannot be determined from the path /x: add model: '<identity>'"},
		{"create", "x", "/user", value.New(0), "", `there is no model "x"`},
		{"replace", "user", "/user", value.New(0), "", `there is no blueprint "replace": use one of find, findOne, create, update, destroy, populate, add, remove, or add api/blueprints/replace.js`},
	} {
		h, controller, action, options, err := set.Target(c.name, c.model, c.path, c.entry)
		if err != nil {
			if err.Error() != c.fails {
				t.Errorf("%s %s: %v, want %q", c.name, c.path, err, c.fails)
			}
			continue
		}
		if got := fmt.Sprintf("%s %s %s", controller, action, value.Append(nil, options)); got != c.want || h == nil {
			t.Errorf("%s %s:\ngot  %s\nwant %s", c.name, c.path, got, c.want)
		}
	}
	got := string(value.Append(nil, set.ControllerOptions("home", "find", community(t).Model("home"))))
	if want := `{"controller":"home","action":"find","model":"home","associations":[],"populate":true,"defaultLimit":4}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(value.Append(nil, set.ControllerOptions("tool", "run", nil))); got != `{"controller":"tool","action":"run"}` {
		t.Errorf("got %s", got)
	}
}

// A route of the project's own to a default action knows the settings too.
func TestDefaultLimitOfTargets(t *testing.T) {
	s := settle(serveAs(t, community(t), sails12, settings(t, "defaultLimit", int64(1)), nil))
	find, controller, action, options, err := s.set.Target("find", "", "/users", value.New(0))
	if err != nil {
		t.Fatal(err)
	}
	table, err := router.NewTable([]*router.Binding{{Address: router.Address{Path: "/people"}, Handler: find, Options: options, Target: controller + "." + action}}, router.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s.table = table
	for _, r := range []row{
		{target: "/people?populate=", want: onlyAda},
		{target: "/people?populate=&limit=3", want: everybody},
		{target: "/people?populate=pets&name=Ada", want: `200 [{"pets":[` + rex + `],"name":"Ada","age":36,"home":1,"id":1}]`},
	} {
		if status, body := s.ask("GET", r.target, ""); !answered(r.want, status, body) {
			t.Errorf("%s: got %d %s, want %s", r.target, status, body, r.want)
		}
	}
}
