package blueprints_test

import (
	"bytes"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/profile/answers"
	"framework/engine/value"
	"framework/router"
)

var sails1 = answers.Modern()

// serveModern serves owners, their pets and teams with Ada, who has Rex and
// Tom, Kim, a pet without an owner, and a team of Ada's.
func serveModern(t testing.TB, hub *recorder, adjust ...func(*blueprints.Options)) *server {
	t.Helper()
	s := serveAs(t, friends(t), sails1, modernSettings(t), nil, append(adjust, func(o *blueprints.Options) {
		if hub != nil {
			o.Publisher = hub
		}
	})...)
	for _, r := range [][2]string{
		{"/owner", `{"name":"Ada"}`},
		{"/owner", `{"name":"Bob"}`},
		{"/pet", `{"name":"Rex","owner":1}`},
		{"/pet", `{"name":"Tom","owner":1}`},
		{"/pet", `{"name":"Kim"}`},
		{"/team", `{"name":"Red","members":[1]}`},
	} {
		if status, body := s.ask("POST", r[0], r[1]); status != 200 {
			t.Fatalf("filling: %d %s", status, body)
		}
	}
	if hub != nil {
		hub.lines = nil
	}
	return s
}

func TestModernAnswers(t *testing.T) {
	for _, c := range []struct {
		method, target, body string
		status               int
		want                 string // JSON of the answer, or text that is part of it
	}{
		{"GET", "/pet?sort=name&select=name", "", 200, `[{"name":"Kim","id":3},{"owner":{"name":"Ada","id":1},"name":"Rex","id":1},{"owner":{"name":"Ada","id":1},"name":"Tom","id":2}]`},
		{"GET", "/pet?populate=false&sort=name%20DESC&limit=1&skip=1", "", 200, `[{"name":"Rex","owner":1,"id":1}]`},
		{"GET", `/pet?populate=false&where={"name":{"startsWith":"K"}}`, "", 200, `[{"name":"Kim","id":3}]`},
		{"GET", "/pet?id=1&populate=false", "", 200, `[{"name":"Rex","owner":1,"id":1}]`},
		{"GET", "/pet?where={", "", 400, `"code":"E_INVALID_CRITERIA"`},
		{"GET", "/pet?where=", "", 400, `"code":"E_INVALID_CRITERIA"`},
		{"GET", "/pet?populate=nothing", "", 400, "There is no attribute named `nothing`"},
		{"GET", "/pet?populate=name", "", 400, `"code":"E_INVALID_POPULATES"`},
		{"GET", "/pet?populate[a]=b", "", 400, `"code":"E_INVALID_POPULATES"`},
		{"GET", "/pet/1", "", 200, `{"owner":{"name":"Ada","id":1},"name":"Rex","id":1}`},
		{"GET", "/pet/1?populate=false&name=Tom", "", 200, `{"name":"Rex","owner":1,"id":1}`},
		{"GET", "/pet/9", "", 404, "Not Found"},
		{"GET", "/pet/1.5", "", 404, ""}, // routes take it for the path of a file
		{"POST", "/pet", `{"name":"New","owner":2}`, 200, `{"owner":{"name":"Bob","id":2},"name":"New","id":4}`},
		{"POST", "/owner?pets=[1,3]", `{"name":"Cleo"}`, 200, `{"pets":[{"name":"Rex","owner":3,"id":1},{"name":"Kim","owner":3,"id":3}],"name":"Cleo","id":3}`},
		{"PATCH", "/pet/1", `{"name":"Max"}`, 200, `{"owner":{"name":"Ada","id":1},"name":"Max","id":1}`},
		{"PUT", "/pet/1", `{"id":77,"name":"Max"}`, 200, `{"owner":{"name":"Ada","id":1},"name":"Max","id":1}`},
		{"POST", "/pet/1", `{"name":"Max"}`, 404, ""},
		{"PATCH", "/pet/9", `{"name":"Max"}`, 404, "Not Found"},
		{"PATCH", "/owner/2", `{"pets":[3]}`, 200, `{"pets":[{"name":"Kim","owner":2,"id":3}],"name":"Bob","id":2}`},
		{"GET", "/pet/update/1?name=Max", "", 200, `{"owner":{"name":"Ada","id":1},"name":"Max","id":1}`},
		{"DELETE", "/pet/1", "", 200, `{"owner":{"name":"Ada","id":1},"name":"Rex","id":1}`},
		{"DELETE", "/pet/9", "", 404, "Not Found"},
		{"DELETE", "/pet", "", 400, "is too broad"},
		{"GET", "/pet/destroy/1", "", 200, `{"owner":{"name":"Ada","id":1},"name":"Rex","id":1}`},
		{"GET", "/owner/1/pets?sort=name%20DESC&limit=1", "", 200, `[{"name":"Tom","owner":1,"id":2}]`},
		{"GET", `/owner/1/pets?where={"name":"Rex"}`, "", 200, `[{"name":"Rex","owner":1,"id":1}]`},
		{"GET", "/pet/1/owner", "", 200, `{"name":"Ada","id":1}`},
		{"GET", "/pet/3/owner", "", 404, "Not Found"},
		{"GET", "/owner/9/pets", "", 404, "Not Found"},
		{"GET", "/owner/1/pets/2", "", 404, ""},
		{"PUT", "/owner/2/pets/1", "", 200, `{"pets":[{"name":"Rex","owner":2,"id":1}],"name":"Bob","id":2}`},
		{"PUT", "/team/1/members/1", "", 200, `{"members":[{"name":"Ada","id":1}],"name":"Red","id":1}`},
		{"PUT", "/owner/2/pets/9", "", 404, "Not Found"},
		{"PUT", "/owner/9/pets/1", "", 404, "Not Found"},
		{"DELETE", "/owner/1/pets/1", "", 200, `{"pets":[{"name":"Tom","owner":1,"id":2}],"name":"Ada","id":1}`},
		{"DELETE", "/owner/1/pets/3", "", 200, `{"pets":[{"name":"Rex","owner":1,"id":1},{"name":"Tom","owner":1,"id":2}],"name":"Ada","id":1}`},
		{"DELETE", "/owner/1/pets/9", "", 404, "Not Found"},
		{"PUT", "/owner/1/pets", `[3,2]`, 200, `{"pets":[{"name":"Tom","owner":1,"id":2},{"name":"Kim","owner":1,"id":3}],"name":"Ada","id":1}`},
		{"PUT", "/owner/1/pets", `[]`, 200, `{"pets":[],"name":"Ada","id":1}`},
		{"PUT", "/owner/1/pets", `[99]`, 200, `{"pets":[],"name":"Ada","id":1}`},
		{"PUT", "/team/1/members", `[2]`, 200, `{"members":[{"name":"Bob","id":2}],"name":"Red","id":1}`},
		{"PUT", "/owner/9/pets", `[]`, 404, "Not Found"},
		{"PUT", "/owner/1/pets", `{"pets":[1]}`, 400, `"code":"E_INVALID_ASSOCIATED_IDS"`},
		{"GET", "/owner/1/pets/replace?pets=[3]", "", 200, `{"pets":[{"name":"Kim","owner":1,"id":3}],"name":"Ada","id":1}`},
		{"GET", "/owner/1/pets/replace?pets=[", "", 400, `"code":"E_INVALID_ASSOCIATED_IDS"`},
		{"GET", "/owner_members_owner__team_members?populate=false", "", 200, `[{`},
	} {
		s := serveModern(t, nil)
		status, body := s.ask(c.method, c.target, c.body)
		if status != c.status || (strings.HasPrefix(c.want, "{") && body != c.want) || !strings.Contains(body, c.want) {
			t.Errorf("%s %s %s: got %d %s, want %d %s", c.method, c.target, c.body, status, body, c.status, c.want)
		}
	}
}

// TestModernEvents: the events of the actions that differ from the classic
// ones.
func TestModernEvents(t *testing.T) {
	for _, c := range []struct {
		method, target, body string
		want                 []string
	}{
		{"GET", "/pet?name=Kim", "", []string{"subscribe pet [3]", "watch pet", "watch owner"}},
		{"GET", "/pet?name=Rex", "", []string{"subscribe pet [1]", "watch pet", "watch owner", "subscribe owner [1]"}},
		{"GET", "/pet?name=Rex&populate=false", "", []string{"subscribe pet [1]", "watch pet", "watch owner"}}, // no subscription for a record of which only the key is known
		{"PATCH", "/pet/3", `{"name":"Max"}`, []string{
			"subscribe pet [3]",
			`updated pet 3 data {"name":"Max","id":3} before {"name":"Kim","id":3} by me`,
		}},
		{"PUT", "/owner/2/pets/1", "", []string{
			"subscribe owner [2]",
			"addedTo owner 2 pets 1 by me", "removedFrom owner 1 pets 1 alone by me",
		}},
		{"PUT", "/owner/2/pets", "[1,3]", []string{
			"subscribe owner [2]",
			"addedTo owner 2 pets 1 by me", "addedTo owner 2 pets 3 by me", "removedFrom owner 1 pets 1 alone by me",
		}},
		{"PUT", "/team/1/members", "[2]", []string{
			"subscribe team [1]",
			"addedTo team 1 members 2 by me", "removedFrom team 1 members 1 by me",
		}},
		{"DELETE", "/team/1/members/1", "", []string{"removedFrom team 1 members 1 by me"}},
		{"DELETE", "/pet/3", "", []string{`destroyed pet 3 before {"name":"Kim","id":3} by me`, "unsubscribe pet [3]", "retire pet 3"}},
		{"POST", "/pet", `{"name":"Max"}`, []string{"subscribe pet [4]", "introduce pet 4", `created pet 4 data {"name":"Max","id":4} by me`}},
		{"POST", "/owner", `{"name":"Cyd","pets":[1]}`, []string{
			"subscribe owner [3]", "introduce owner 3", `created owner 3 data {"pets":[{"name":"Rex","owner":3,"id":1}],"name":"Cyd","id":3} by me`,
			"removedFrom owner 1 pets 1 alone by me",
		}},
	} {
		hub := &recorder{}
		s := serveModern(t, hub)
		s.socket = "me"
		if status, body := s.ask(c.method, c.target, c.body); status != 200 {
			t.Errorf("%s %s: %d %s", c.method, c.target, status, body)
		}
		if !reflect.DeepEqual(hub.lines, c.want) {
			t.Errorf("%s %s: got %q, want %q", c.method, c.target, hub.lines, c.want)
		}
	}
}

// TestPlans: what parseBlueprintOptions of Sails 1.5.18 makes of a request, which a
// project's own begins with.
func TestPlans(t *testing.T) {
	for _, c := range []struct{ method, target, body, want string }{
		{"GET", "/pet", "", `{"using":"pet","populates":{"owner":{}},"criteria":{"where":{},"limit":30}}`},
		{"GET", "/pet?name=Rex&limit=2&skip=1&sort=name", "", `{"using":"pet","populates":{"owner":{}},"criteria":{"where":{"name":"Rex"},"limit":"2","skip":"1","sort":"name"}}`},
		{"GET", `/pet?where={"name":{"startsWith":"R"}}&select=name,%20id&populate=false`, "", `{"using":"pet","populates":{},"criteria":{"where":{"name":{"startsWith":"R"}},"select":["name","id"],"limit":30}}`},
		{"GET", "/pet/1?populate=owner", "", `{"using":"pet","populates":{"owner":{}},"criteria":{"where":{"id":"1"},"limit":30}}`},
		{"POST", "/pet", `{"name":"Max"}`, `{"using":"pet","populates":{"owner":{}},"meta":{"fetch":true},"newRecord":{"name":"Max"}}`},
		{"POST", "/owner?pets=[1,3]", `{"name":"Cleo"}`, `{"using":"owner","populates":{"pets":{"where":{},"limit":30,"skip":0,"select":["*"],"omit":[]}},"meta":{"fetch":true},"newRecord":{"pets":[1,3],"name":"Cleo"}}`},
		{"PATCH", "/pet/1", `{"name":"Max","id":7}`, `{"using":"pet","populates":{"owner":{}},"criteria":{"where":{"id":"1"}},"meta":{},"valuesToSet":{"name":"Max","id":"1"}}`},
		{"DELETE", "/pet/1", "", `{"using":"pet","populates":{"owner":{}},"criteria":{"where":{"id":"1"}},"meta":{"fetch":true}}`},
		{"GET", "/owner/1/pets", "", `{"using":"owner","populates":{"pets":{"where":{},"limit":30}},"alias":"pets","criteria":{"where":{"id":"1"}}}`},
		{"GET", "/owner/1/pets?name=Rex&limit=1&skip=0&sort=name%20DESC", "", `{"using":"owner","populates":{"pets":{"where":{"name":"Rex"},"limit":"1","skip":"0","sort":"name DESC"}},"alias":"pets","criteria":{"where":{"id":"1"}}}`},
		{"PUT", "/owner/1/pets/3", "", `{"using":"owner","populates":{"pets":{"where":{},"limit":30,"skip":0,"select":["*"],"omit":[]}},"alias":"pets","targetRecordId":"1","associatedIds":["3"]}`},
		{"DELETE", "/owner/1/pets/1", "", `{"using":"owner","populates":{"pets":{"where":{},"limit":30,"skip":0,"select":["*"],"omit":[]}},"alias":"pets","targetRecordId":"1","associatedIds":["1"]}`},
		{"PUT", "/owner/1/pets", "[1,2]", `{"using":"owner","populates":{"pets":{"where":{},"limit":30,"skip":0,"select":["*"],"omit":[]}},"alias":"pets","criteria":{"where":{}},"targetRecordId":"1","associatedIds":[1,2]}`},
	} {
		var s *server
		var got string
		s = serveAs(t, serveModern(t, nil).orm, sails1, modernSettings(t), nil, func(o *blueprints.Options) {
			o.Parser = "a function"
			o.Parse = func(x *router.Exchange, _ any) (*value.Map, error) {
				plan, err := s.set.DefaultPlan(x)
				got = string(value.Append(nil, plan))
				return plan, err
			}
		})
		if status, body := s.ask(c.method, c.target, c.body); status != 200 || got != c.want {
			t.Errorf("%s %s %s: %d %s\ngot  %s\nwant %s", c.method, c.target, c.body, status, body, got, c.want)
		}
	}
}

// A project's parseBlueprintOptions decides what an action does.
func TestPlansOfTheProject(t *testing.T) {
	var set *server
	own := func(o *blueprints.Options) {
		o.Parser = "a function"
		o.Parse = func(x *router.Exchange, parser any) (*value.Map, error) {
			plan, err := set.set.DefaultPlan(x)
			if err == nil && plan.Has("associatedIds") {
				plan.Set("targetRecordId", int64(1))
				plan.Set("associatedIds", []any{int64(1)})
			}
			if err != nil || plan.Value("criteria") == nil {
				return plan, err
			}
			criteria := plan.Value("criteria").(*value.Map)
			if where := criteria.Value("where").(*value.Map); x.Options.Value("blueprintAction") == "find" {
				where.Set("owner", int64(1))
				criteria.Set("limit", int64(1))
			}
			plan.Set("populates", value.New(0))
			return plan, nil
		}
	}
	o := friends(t)
	set = serveAs(t, o, sails1, modernSettings(t), nil, own)
	for _, r := range [][2]string{{"/owner", `{"name":"Ada"}`}, {"/pet", `{"name":"Kim"}`}, {"/pet", `{"name":"Rex","owner":1}`}, {"/pet", `{"name":"Tom","owner":1}`}} {
		if status, body := set.ask("POST", r[0], r[1]); status != 200 {
			t.Fatal(status, body)
		}
	}
	if status, body := set.ask("GET", "/pet?sort=name", ""); status != 200 || body != `[{"name":"Rex","owner":1,"id":2}]` {
		t.Errorf("got %d %s", status, body)
	}
	// The project adds pet 1 to owner 1, whatever the path says.
	if status, body := set.ask("PUT", "/owner/8/pets/9", ""); status != 200 {
		t.Errorf("add: %d %s", status, body)
	}
	if status, body := set.ask("GET", "/pet/1", ""); status != 200 || body != `{"name":"Kim","owner":1,"id":1}` {
		t.Errorf("after add: %d %s", status, body)
	}
	for _, b := range set.table.Bindings() {
		if b.Default != "" && !slices.Contains(b.Script, "parseBlueprintOptions") {
			t.Errorf("%s does not say that it enters JavaScript for parseBlueprintOptions: %q", b.Address, b.Script)
		}
	}
}

// TestOtherKey: an update with another primary key is logged, and keeps the key.
func TestOtherKey(t *testing.T) {
	for body, warns := range map[string]int{`{"name":"Max"}`: 0, `{"id":1}`: 0, `{"id":"1"}`: 0, `{"id":7,"name":"Max"}`: 1} {
		log := new(bytes.Buffer)
		s := serveModern(t, nil, func(o *blueprints.Options) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
		if status, answer := s.ask("PATCH", "/pet/1", body); status != 200 || !strings.HasSuffix(answer, `"id":1}`) {
			t.Errorf("%s: %d %s", body, status, answer)
		}
		if got := strings.Count(log.String(), "does not change the primary key"); got != warns {
			t.Errorf("%s: %d warnings, want %d: %s", body, got, warns, log)
		}
	}
}
