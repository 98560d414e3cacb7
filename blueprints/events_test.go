package blueprints_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"framework/blueprints"
	"framework/engine/ordered"
	"framework/engine/orm"
)

// recorder notes what a hub is told, one line each.
type recorder struct {
	lines []string
	fails bool
}

func (r *recorder) Subscribe(_ blueprints.SocketID, model string, ids ...any) {
	r.lines = append(r.lines, fmt.Sprintf("subscribe %s %v", model, ids))
}

func (r *recorder) Watch(_ blueprints.SocketID, model string) {
	r.lines = append(r.lines, "watch "+model)
}

func (r *recorder) Publish(_ context.Context, e blueprints.Event) error {
	line := fmt.Sprintf("%s %s %v", e.Verb, e.Model, e.ID)
	if e.Alias != "" {
		line += fmt.Sprintf(" %s %v", e.Alias, e.Child)
	}
	if e.Data != nil {
		line += " data " + string(ordered.Append(nil, e.Data))
	}
	if before, ok := e.Previous.(*orm.Record); ok && before != nil {
		line += " before " + string(ordered.Append(nil, before))
	}
	if e.Except != "" {
		line += " except " + e.Except
	}
	r.lines = append(r.lines, line)
	if r.fails {
		return errors.New("nobody there")
	}
	return nil
}

// TestEvents: who is told what, and what a socket that asks is told from then on.
func TestEvents(t *testing.T) {
	for _, c := range []struct {
		name, method, target, body string
		http                       bool
		settings                   []any
		fails                      bool
		status                     int
		want                       []string
	}{
		{name: "find", method: "GET", target: "/user?age=20&populate=", want: []string{"watch user", "subscribe user [2]", "subscribe user [3]"}},
		{name: "find without autoWatch", method: "GET", target: "/user?name=Bob&populate=", settings: []any{"autoWatch", false}, want: []string{"subscribe user [2]"}},
		{name: "find over HTTP", method: "GET", target: "/user", http: true},
		{name: "findOne", method: "GET", target: "/user/2?populate=", want: []string{"subscribe user [2]"}},
		{name: "findOne of nobody", method: "GET", target: "/user/9", status: 404},
		{name: "create", method: "POST", target: "/user", body: `{"name":"Dan"}`, status: 201, want: []string{"subscribe user [4]", `created user 4 data {"name":"Dan","id":4} except s1`}},
		{name: "create over HTTP", method: "POST", target: "/user", body: `{"name":"Dan"}`, http: true, status: 201, want: []string{`created user 4 data {"name":"Dan","id":4}`}},
		{name: "create with mirror", method: "POST", target: "/pet", body: `{"name":"Max"}`, settings: []any{"mirror", true}, status: 201, want: []string{"subscribe pet [4]", `created pet 4 data {"name":"Max","id":4}`}},
		{name: "create several", method: "POST", target: "/pet", body: `[{"name":"A"},{"name":"B"}]`, http: true, status: 201, want: []string{`created pet 4 data {"name":"A","id":4}`, `created pet 5 data {"name":"B","id":5}`}},
		{name: "create refused", method: "POST", target: "/user", body: `{"name":"Ada"}`, status: 400},
		{name: "update", method: "PUT", target: "/user/3", body: `{"age":21}`, want: []string{`updated user 3 data {"age":21} before ` + cydWhole + " except s1", "subscribe user [3]"}},
		{name: "update refused", method: "PUT", target: "/user/3", body: `{"name":"Ada"}`, status: 400},
		{name: "update of nobody", method: "PUT", target: "/user/9", body: `{"age":1}`, status: 404},
		{name: "destroy", method: "DELETE", target: "/user/3", want: []string{"destroyed user 3 before " + cydWhole + " except s1"}},
		{name: "destroy of nobody", method: "DELETE", target: "/user/9", status: 404},
		{name: "add", method: "POST", target: "/user/3/pets/3", want: []string{"addedTo user 3 pets 3 except s1", "subscribe user [3]", "subscribe pet [3]"}},
		{name: "add a new one", method: "POST", target: "/user/3/pets", body: `{"name":"Max"}`, want: []string{`created pet 4 data {"name":"Max","id":4} except s1`, "addedTo user 3 pets 4 except s1", "subscribe user [3]", "subscribe pet [4]"}},
		{name: "add to nobody", method: "POST", target: "/user/9/pets/3", status: 404},
		{name: "remove", method: "DELETE", target: "/user/1/pets/1", http: true, want: []string{"removedFrom user 1 pets 1"}},
		{name: "remove from nobody", method: "DELETE", target: "/user/9/pets/1", status: 404},
		// An event that is lost does not fail a request that is done.
		{name: "a hub that fails", method: "DELETE", target: "/user/3", fails: true, want: []string{"destroyed user 3 before " + cydWhole + " except s1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := settle(serveAs(t, community(t), sails12, settings(t), nil))
			hub := &recorder{fails: c.fails}
			s = serveAs(t, s.orm, sails12, settings(t, c.settings...), nil, func(o *blueprints.Options) { o.Publisher = hub })
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
				t.Errorf("told\n%q\nwant\n%q", hub.lines, c.want)
			}
		})
	}
}
