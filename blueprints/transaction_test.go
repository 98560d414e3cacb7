package blueprints_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/value"
)

// TestNothingHalfDone fails the last step of every default action that touches
// several tables, and looks for what the steps before it left.
func TestNothingHalfDone(t *testing.T) {
	for _, c := range []struct {
		name, method, target, body string
		failing                    string // the step that fails: callback and model
	}{
		{"add a new child", "POST", "/owner/1/pets", `{"name":"new"}`, "afterUpdate owner"},
		{"add a new child whose link fails", "POST", "/owner/1/clubs", `{"name":"new"}`, "afterUpdate owner"},
		{"move a child", "POST", "/owner/2/pets/1", "", "afterUpdate pet"},
		{"create with children", "POST", "/owner", `{"name":"new","pets":[{"name":"a"},{"name":"b"}]}`, "afterCreate pet"},
		{"create with its own callback", "POST", "/owner", `{"name":"new","clubs":[{"name":"a"},1]}`, "afterCreate owner"},
		{"create with a parent", "POST", "/pet", `{"name":"a","owner":{"name":"new"}}`, "beforeCreate pet"},
		{"create several", "POST", "/owner", `[{"name":"x"},{"name":"y","pets":[{"name":"a"}]}]`, "afterCreate owner"},
		{"update children", "PUT", "/owner/1", `{"name":"new","pets":[2,{"name":"a"}]}`, "afterUpdate owner"},
		{"update links", "PUT", "/owner/1", `{"clubs":[{"name":"a"}]}`, "afterCreate club"},
		{"remove a child", "DELETE", "/owner/1/pets/1", "", "afterUpdate pet"},
		{"destroy with links", "DELETE", "/owner/1", "", "beforeDestroy club_members__owner_clubs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var failing string
			refuse := func(step string) error {
				if step == failing {
					return errors.New("refused by " + step)
				}
				return nil
			}
			hooked := func(d *orm.Definition) *orm.Definition {
				at := func(step string) string { return step + " " + d.Identity }
				d.Callbacks.BeforeCreate = append(d.Callbacks.BeforeCreate, func(context.Context, *value.Map) error { return refuse(at("beforeCreate")) })
				d.Callbacks.AfterCreate = append(d.Callbacks.AfterCreate, func(context.Context, *orm.Record) error { return refuse(at("afterCreate")) })
				d.Callbacks.AfterUpdate = append(d.Callbacks.AfterUpdate, func(context.Context, *orm.Record) error { return refuse(at("afterUpdate")) })
				return d
			}
			o := open(t,
				hooked(model("Owner", attr("name", "string"), orm.AttributeDef{Name: "pets", Collection: "pet", Via: "owner"}, orm.AttributeDef{Name: "clubs", Collection: "club", Via: "members"})),
				hooked(model("Pet", attr("name", "string"), orm.AttributeDef{Name: "owner", Model: "owner"})),
				hooked(model("Club", attr("name", "string"), orm.AttributeDef{Name: "members", Collection: "owner", Via: "clubs"})),
			)
			junction := o.Model("club_members__owner_clubs")
			junction.Definition.Callbacks.BeforeDestroy = append(junction.Definition.Callbacks.BeforeDestroy, func(context.Context, *orm.Query) error { return refuse("beforeDestroy " + junction.Identity) })
			hub := &recorder{}
			s := serveAs(t, o, sails12, settings(t), nil, func(o *blueprints.Options) { o.Publisher = hub })
			for _, seed := range [][2]string{{"/club", `{"name":"chess"}`}, {"/owner", `{"name":"Ada","clubs":[1],"pets":[{"name":"Rex"},{"name":"Tom"}]}`}, {"/owner", `{"name":"Bob"}`}} {
				if status, body := s.ask("POST", seed[0], seed[1]); status != http.StatusCreated {
					t.Fatal(status, body)
				}
			}
			before := content(t, o)
			hub.lines = nil
			failing = c.failing
			if status, body := s.ask(c.method, c.target, c.body); status != http.StatusInternalServerError {
				t.Errorf("got %d %s, want 500", status, body)
			}
			if after := content(t, o); !reflect.DeepEqual(after, before) {
				t.Errorf("left\n%s\nof\n%s", after, before)
			}
			if len(hub.lines) > 0 {
				t.Errorf("published %q of what did not happen", hub.lines)
			}
			failing = ""
			if status, body := s.ask(c.method, c.target, c.body); status >= http.StatusBadRequest {
				t.Errorf("without the failure: %d %s", status, body)
			}
		})
	}
}

// content is everything that the models hold.
func content(t *testing.T, o *orm.ORM) []string {
	t.Helper()
	var out []string
	for _, m := range o.Models() {
		records, err := m.Find(context.Background(), &orm.Query{Sort: []orm.Order{{Attr: m.PrimaryKey}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			out = append(out, fmt.Sprintf("%s %s", m.Identity, value.Append(nil, r)))
		}
	}
	return out
}
