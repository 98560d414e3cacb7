package blueprints_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/response"
	"framework/engine/web"
	"framework/router"
)

func attr(name, kind string) orm.AttributeDef { return orm.AttributeDef{Name: name, Type: kind} }

func model(name string, attrs ...orm.AttributeDef) *orm.Definition {
	return &orm.Definition{
		Identity: strings.ToLower(name), GlobalID: name, Source: "api/models/" + name + ".js",
		Datastore: "ram", Migrate: orm.Drop, AutoPK: true, Attributes: attrs,
	}
}

// owners and pets are the models of all these tests.
func owners(t testing.TB) *orm.ORM {
	t.Helper()
	db, err := sqldb.Open(context.Background(), sqldb.Options{Sparse: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	name := attr("name", "string")
	name.Unique, name.Rules = true, []orm.RuleDef{{Name: "required", Arg: true}}
	o, err := orm.Open(context.Background(), []*orm.Definition{
		model("Pet", name, attr("age", "integer"), orm.AttributeDef{Name: "owner", Model: "owner"}),
		model("Owner", attr("name", "string"), orm.AttributeDef{Name: "pets", Collection: "pet", Via: "owner"}),
	}, orm.Options{Datastores: map[string]orm.Adapter{"ram": db}})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// latest are the switches of 0.12.
func latest() blueprints.Switches {
	return blueprints.Switches{ArrayCreate: true, CheckWhere: true, SortJSON: true, RestPrefix: true, ValuesOption: true}
}

// nothing is a project without functions of its own.
type nothing struct{}

func (nothing) Custom(controller, action string) (router.Handler, []string, bool) {
	switch action {
	case "find", "findone", "create", "update", "destroy", "populate", "add", "remove":
		return nil, nil, false
	}
	return router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) { return router.Pass, nil }), []string{"custom action"}, true
}

func (nothing) Override(string) (router.Handler, []string, bool) { return nil, nil, false }

func (nothing) Guard(_, _ string, h router.Handler) (router.Handler, []string) { return h, nil }

// server answers requests with the default actions of owners and pets.
type server struct {
	t     testing.TB
	orm   *orm.ORM
	table router.Table
}

func serve(t testing.TB, settings blueprints.Settings) *server {
	t.Helper()
	o := owners(t)
	answers := response.New(response.Options{Switches: response.Switches{Created: true, ErrorMembers: true}, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	set := blueprints.New(blueprints.Options{
		ORM: o, Responses: answers, Settings: settings, Switches: latest(), FastOK: true,
		Encoded: func(body []byte) any { return &response.Payload{Kind: response.JSON, Body: body} },
	})
	bindings, warnings := set.Routes([]blueprints.Pair{
		{Controller: "pet", Source: "api/controllers/PetController.js", Model: o.Model("pet")},
		{Controller: "owner", Source: "api/controllers/OwnerController.js", Model: o.Model("owner")},
	}, nothing{})
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	table, err := router.NewTable(bindings, router.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return &server{t, o, table}
}

// ask returns status and body; status 0 is an error that no response was made
// of, which a default action is not to leave behind.
func (s *server) ask(method, target, body string) (int, string) {
	s.t.Helper()
	r := httptest.NewRequest(method, "/", strings.NewReader(body))
	r.RequestURI = target
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	x, _, err := web.NewExchange(w, r, web.Options{Limits: web.BodyLimits{Body: 1 << 20}})
	if err != nil {
		return http.StatusBadRequest, err.Error()
	}
	verdict, err := router.Dispatch(s.table, x, router.EarlierWins)
	if err != nil {
		return 0, err.Error()
	}
	if verdict != router.Answered {
		return http.StatusNotFound, ""
	}
	return w.Code, w.Body.String()
}

// fill makes one owner and three pets.
func (s *server) fill() {
	s.t.Helper()
	for _, r := range [][2]string{
		{"/owner", `{"name":"Ada"}`},
		{"/pet", `{"name":"Rex","age":3,"owner":1}`},
		{"/pet", `{"name":"Tom","age":5,"owner":1}`},
		{"/pet", `{"name":"Kim"}`},
	} {
		if status, body := s.ask("POST", r[0], r[1]); status != http.StatusCreated {
			s.t.Fatalf("filling: %d %s", status, body)
		}
	}
}

func settings(t testing.TB, values ...any) blueprints.Settings {
	t.Helper()
	s, warnings := blueprints.ReadSettings(blueprints.DefaultSettings(), ordered.Of(values...))
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	return s
}
