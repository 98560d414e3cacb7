package blueprints_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// recorder notes the calls of the publisher, one line each.
type recorder struct {
	lines []string
	fails bool
}

func (r *recorder) note(format string, args ...any) error {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
	if r.fails {
		return errors.New("nobody there")
	}
	return nil
}

func (r *recorder) Watch(_ context.Context, _ pubsub.Request, m *orm.Model) error {
	return r.note("watch %s", m.Identity)
}

func (r *recorder) Subscribe(_ context.Context, _ pubsub.Request, m *orm.Model, records ...*orm.Record) error {
	return r.note("subscribe %s %v", m.Identity, ids(records))
}

func (r *recorder) Unsubscribe(_ context.Context, _ pubsub.Request, m *orm.Model, records ...*orm.Record) error {
	return r.note("unsubscribe %s %v", m.Identity, ids(records))
}

func (r *recorder) Introduce(_ context.Context, m *orm.Model, record *orm.Record) error {
	return r.note("introduce %s %v", m.Identity, record.ID())
}

func (r *recorder) Retire(_ context.Context, m *orm.Model, record *orm.Record) error {
	return r.note("retire %s %v", m.Identity, record.ID())
}

func (r *recorder) Readers(context.Context, *orm.Model, any, string) *pubsub.Audience { return nil }

func (r *recorder) Idle(*orm.Model) bool { return false }

func (r *recorder) NoListeners(*orm.Model, any, string) bool { return false }

func (r *recorder) Publish(_ context.Context, e pubsub.Event) error {
	line := fmt.Sprintf("%s %s %v", e.Verb, e.Model.Identity, e.ID)
	if e.Alias != "" {
		line += fmt.Sprintf(" %s %v", e.Alias, e.Child)
	}
	if e.Data != nil {
		line += " data " + string(value.Append(nil, e.Data))
	}
	if before, ok := e.Previous.(*orm.Record); ok && before != nil {
		line += " before " + string(value.Append(nil, before))
	}
	if e.NoReverse {
		line += " alone"
	}
	if e.By.Socket != "" {
		line += " by " + e.By.Socket
	}
	return r.note("%s", line)
}

func ids(records []*orm.Record) []any {
	out := make([]any, len(records))
	for i, r := range records {
		out[i] = r.ID()
	}
	return out
}

// chessWhole is the group of settle with its members.
const chessWhole = `{"members":[` + ada + `,` + bob + `],"title":"chess","id":1}`

// TestEvents: which events are published to whom, and what the socket that asks
// is subscribed to.
func TestEvents(t *testing.T) {
	for _, c := range []struct {
		name, method, target, body string
		http                       bool
		settings                   []any
		config                     *value.Map // _config of the controller of groups
		quiet                      string     // another model without autoWatch
		fails                      bool
		status                     int
		want                       []string
	}{
		{name: "find", method: "GET", target: "/user?age=20&populate=", want: []string{"subscribe user [2 3]", "watch user", "watch home", "watch pet", "watch group"}},
		{name: "find that populates", method: "GET", target: "/user?name=Ada", want: []string{"subscribe user [1]", "watch user", "watch home", "subscribe home [1]", "watch pet", "subscribe pet [1 2]", "watch group", "subscribe group [1]"}},
		{name: "find of nobody", method: "GET", target: "/user?name=Nobody", want: []string{"watch user"}},
		{name: "find by a key", method: "GET", target: "/pet/find?id=3&populate=", want: []string{"subscribe pet [3]", "watch user"}},
		{name: "find without autoWatch", method: "GET", target: "/user?name=Bob&populate=", settings: []any{"autoWatch", false}, want: []string{"subscribe user [2]"}},
		{name: "find of a model without autoWatch", method: "GET", target: "/home", want: []string{"subscribe home [1]"}},
		{name: "find next to a model without autoWatch", method: "GET", target: "/user?name=Bob", want: []string{"subscribe user [2]", "watch user", "watch pet", "watch group", "subscribe group [1]"}, quiet: "home"},
		{name: "find over HTTP", method: "GET", target: "/user", http: true},
		{name: "findOne", method: "GET", target: "/user/2?populate=", want: []string{"subscribe user [2]", "watch home", "watch pet", "watch group"}},
		{name: "findOne with a key of another", method: "GET", target: "/user/1?populate=", settings: []any{"autoWatch", false}, want: []string{"subscribe user [1]", "subscribe home [1]"}},
		{name: "findOne of nobody", method: "GET", target: "/user/9", status: 404},
		{name: "create", method: "POST", target: "/user", body: `{"name":"Dan"}`, status: 201, want: []string{"subscribe user [4]", "introduce user 4", `created user 4 data {"name":"Dan","id":4} by s1`}},
		{name: "create over HTTP", method: "POST", target: "/user", body: `{"name":"Dan"}`, http: true, status: 201, want: []string{`created user 4 data {"name":"Dan","id":4}`}},
		{name: "create with mirror", method: "POST", target: "/pet", body: `{"name":"Max"}`, settings: []any{"mirror", true}, status: 201, want: []string{"subscribe pet [4]", "introduce pet 4", `created pet 4 data {"name":"Max","id":4}`}},
		{name: "create several", method: "POST", target: "/pet", body: `[{"name":"A"},{"name":"B"}]`, http: true, status: 201, want: []string{`created pet 4 data {"name":"A","id":4}`, `created pet 5 data {"name":"B","id":5}`}},
		{name: "create refused", method: "POST", target: "/user", body: `{"name":"Ada"}`, status: 400},
		{name: "update", method: "PUT", target: "/user/3", body: `{"age":21}`, want: []string{"subscribe user [3]", `updated user 3 data {"age":21,"id":3} before ` + cydWhole + " by s1"}},
		{name: "update with mirror", method: "PUT", target: "/user/3", body: `{"age":"21"}`, settings: []any{"mirror", true}, want: []string{"subscribe user [3]", `updated user 3 data {"age":21,"id":3} before ` + cydWhole}},
		{name: "update with mirror for this controller", method: "PUT", target: "/group/1", body: `{}`, http: false, config: value.Of("mirror", true), want: []string{"subscribe group [1]", `updated group 1 data {"id":1} before ` + chessWhole}},
		{name: "update without mirror for this controller", method: "PUT", target: "/group/1", body: `{}`, settings: []any{"mirror", true}, config: value.Of("mirror", false), want: []string{"subscribe group [1]", `updated group 1 data {"id":1} before ` + chessWhole + " by s1"}},
		{name: "update of a collection, with all its messages", method: "PUT", target: "/user/1", body: `{"pets":[3]}`, settings: []any{"defaultLimit", int64(1)}, want: []string{"subscribe user [1]", `updated user 1 data {"pets":[3],"id":1} before ` + adaWhole + " by s1"}},
		{name: "update refused", method: "PUT", target: "/user/3", body: `{"name":"Ada"}`, status: 400},
		{name: "update of nobody", method: "PUT", target: "/user/9", body: `{"age":1}`, status: 404},
		{name: "destroy", method: "DELETE", target: "/user/3", want: []string{"destroyed user 3 before " + cydWhole + " by s1", "unsubscribe user [3]", "retire user 3"}},
		{name: "destroy with mirror", method: "DELETE", target: "/user/3", settings: []any{"mirror", true}, want: []string{"destroyed user 3 before " + cydWhole, "unsubscribe user [3]", "retire user 3"}},
		{name: "destroy without mirror for this controller", method: "DELETE", target: "/group/1", settings: []any{"mirror", true}, config: value.Of("mirror", false), want: []string{"destroyed group 1 before " + chessWhole + " by s1", "unsubscribe group [1]", "retire group 1"}},
		{name: "destroy of nobody", method: "DELETE", target: "/user/9", status: 404},
		{name: "populate", method: "GET", target: "/user/1/pets", want: []string{"subscribe user [1]", "watch home", "subscribe home [1]", "watch pet", "subscribe pet [1 2]", "watch group"}},
		{name: "add", method: "POST", target: "/user/3/pets/3", want: []string{"subscribe user [3]", "addedTo user 3 pets 3 by s1"}},
		{name: "add a new one", method: "POST", target: "/user/3/pets", body: `{"name":"Max"}`, want: []string{"subscribe pet [4]", "introduce pet 4", `created pet 4 data {"name":"Max","id":4} by s1`, "subscribe user [3]", "addedTo user 3 pets 4 alone by s1"}},
		{name: "add with mirror", method: "POST", target: "/user/3/pets/3", settings: []any{"mirror", true}, want: []string{"subscribe user [3]", "addedTo user 3 pets 3"}},
		{name: "add to nobody", method: "POST", target: "/user/9/pets/3", status: 404},
		{name: "remove", method: "DELETE", target: "/user/1/pets/1", http: true, want: []string{"removedFrom user 1 pets 1"}},
		{name: "remove over a socket", method: "DELETE", target: "/user/1/pets/1", want: []string{"removedFrom user 1 pets 1 by s1"}},
		{name: "remove with mirror for this controller", method: "DELETE", target: "/group/1/members/1", config: value.Of("mirror", true), want: []string{"removedFrom group 1 members 1"}},
		{name: "remove from nobody", method: "DELETE", target: "/user/9/pets/1", status: 404},
		// An event that is lost does not fail a request that is done.
		{name: "a hub that fails at find", method: "GET", target: "/user?name=Bob", fails: true, want: []string{"subscribe user [2]", "watch user", "watch home", "watch pet", "watch group", "subscribe group [1]"}},
		{name: "a hub that fails at create", method: "POST", target: "/user", body: `{"name":"Dan"}`, fails: true, status: 201, want: []string{"subscribe user [4]", "introduce user 4", `created user 4 data {"name":"Dan","id":4} by s1`}},
		{name: "a hub that fails", method: "DELETE", target: "/user/3", fails: true, want: []string{"destroyed user 3 before " + cydWhole + " by s1", "unsubscribe user [3]", "retire user 3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := settle(serveAs(t, community(t), sails12, settings(t), nil))
			hub, log := &recorder{fails: c.fails}, new(bytes.Buffer)
			configs := map[string]*value.Map{"group": c.config}
			s = serveAs(t, s.orm, sails12, settings(t, c.settings...), configs, func(o *blueprints.Options) {
				o.Publisher, o.AutoWatch, o.Log = hub, map[string]bool{"pet": true}, slog.New(slog.NewTextHandler(log, nil))
				if c.quiet != "" || strings.HasPrefix(c.target, "/home") {
					o.AutoWatch["home"] = false
				}
			})
			if !c.http {
				s.socket = "s1"
			}
			if c.status == 0 {
				c.status = 200
			}
			if status, body := s.ask(c.method, c.target, c.body); status != c.status {
				t.Errorf("got %d %s, want %d", status, body, c.status)
			}
			if !reflect.DeepEqual(hub.lines, c.want) {
				t.Errorf("published\n%q\nwant\n%q", hub.lines, c.want)
			}
			lost := 0
			if c.fails {
				lost = len(c.want)
			}
			if got := strings.Count(log.String(), "nobody there"); got != lost {
				t.Errorf("%d failures are logged, want %d:\n%s", got, lost, log)
			}
		})
	}
}

// TestEventsOfReleases: what the older releases publish otherwise.
func TestEventsOfReleases(t *testing.T) {
	const update, again = "updated user 3 data ", "addedTo group 1 members 1 by s1"
	for _, c := range []struct {
		method, target, body string
		older, want          []string
	}{
		{
			"PUT", "/user/3", `{"age":21}`,
			[]string{"subscribe user [3]", update + `{"age":21} before ` + cydWhole + " by s1"},
			[]string{"subscribe user [3]", update + `{"age":21,"id":3} before ` + cyd + " by s1"},
		},
		{"POST", "/group/1/members/1", "", []string{"subscribe group [1]"}, []string{"subscribe group [1]", again}},
		{
			"POST", "/group/1/members/3", "",
			[]string{"subscribe group [1]", "addedTo group 1 members 3 by s1"},
			[]string{"subscribe group [1]", "addedTo group 1 members 3 by s1"},
		},
		{
			"PUT", "/user/3", `{"groups":[1]}`,
			[]string{"subscribe user [3]", update + `{"groups":[1]} before ` + cydWhole + " by s1"},
			[]string{"subscribe user [3]", update + `{"groups":[1],"id":3} before ` + cyd + " by s1"},
		},
	} {
		for _, rel := range releases {
			hub := &recorder{}
			s := settle(serveAs(t, community(t), rel, settings(t), nil))
			s = serveAs(t, s.orm, rel, settings(t, "populate", false), nil, func(o *blueprints.Options) { o.Publisher = hub })
			s.socket = "s1"
			want := c.older
			if rel.Name == sails12.Name {
				want = c.want
			}
			if status, body := s.ask(c.method, c.target, c.body); status != 200 {
				t.Errorf("%s: %s %s: %d %s", rel.Name, c.method, c.target, status, body)
			}
			if !reflect.DeepEqual(hub.lines, want) {
				t.Errorf("%s: %s %s: published\n%q\nwant\n%q", rel.Name, c.method, c.target, hub.lines, want)
			}
		}
	}
}

// TestWhyScript: what a model defines for its events is a reason to enter
// JavaScript, for its own default actions alone.
func TestWhyScript(t *testing.T) {
	s := serveAs(t, community(t), sails12, settings(t), nil, func(o *blueprints.Options) {
		o.Why = func(m *orm.Model) []string {
			if m.Identity == "pet" {
				return []string{"publishCreate"}
			}
			return nil
		}
	})
	for _, b := range s.table.Bindings() {
		if b.Family == router.Action {
			continue
		}
		var want []string
		if strings.HasPrefix(b.Target, "pet.") {
			want = []string{"publishCreate"}
		}
		if !slices.Equal(b.Script, want) {
			t.Errorf("%s %s enters for %q, want %q", b.Address, b.Target, b.Script, want)
		}
	}
}
