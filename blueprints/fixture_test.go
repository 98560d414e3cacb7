package blueprints_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/profile/answers"
	"framework/engine/response"
	"framework/engine/value"
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
	name := attr("name", "string")
	name.Unique, name.Rules = true, []orm.RuleDef{{Name: "required", Arg: true}}
	return open(t,
		model("Pet", name, attr("age", "integer"), orm.AttributeDef{Name: "owner", Model: "owner"}),
		model("Owner", attr("name", "string"), orm.AttributeDef{Name: "pets", Collection: "pet", Via: "owner"}),
	)
}

// open keeps the models in a database file of the test.
func open(t testing.TB, models ...*orm.Definition) *orm.ORM {
	t.Helper()
	return openIn(t, database(t), models...)
}

// openIn keeps the models in a store.
func openIn(t testing.TB, store orm.Adapter, models ...*orm.Definition) *orm.ORM {
	t.Helper()
	o, err := orm.Open(context.Background(), models, orm.Options{Datastores: map[string]orm.Adapter{"ram": store}})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// database is a database file of the test.
func database(t testing.TB) orm.Adapter {
	t.Helper()
	db, err := sqldb.Open(context.Background(), sqldb.Options{Path: filepath.Join(t.TempDir(), "test.db"), Sparse: true, Synchronous: "OFF"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// nothing is a project without functions of its own.
type nothing struct{}

func (nothing) Custom(controller, action string) (router.Handler, []string, bool) {
	switch action {
	case "find", "findone", "create", "update", "destroy", "populate", "add", "remove", "replace":
		return nil, nil, false
	}
	return router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) { return router.Pass, nil }), []string{"custom action"}, true
}

func (nothing) Override(string) (router.Handler, []string, bool) { return nil, nil, false }

func (nothing) Guard(_, _ string, h router.Handler) (router.Handler, *router.Guard) { return h, nil }

// server answers requests with the default actions of its models.
type server struct {
	t      testing.TB
	orm    *orm.ORM
	set    *blueprints.Set
	table  router.Table
	merge  router.OptionsMerge
	web    web.Options
	header http.Header // of the last answer
	socket string      // that requests come in on; "" for HTTP
}

// serve serves owners and pets as 0.12 does.
func serve(t testing.TB, settings blueprints.Settings) *server {
	t.Helper()
	return serveAs(t, owners(t), sails12, settings, nil)
}

// serveAs serves every model of o, each with a controller that has nothing but
// what configs says by its name. adjust may be nil.
func serveAs(t testing.TB, o *orm.ORM, r answers.Switches, settings blueprints.Settings, configs map[string]*value.Map, adjust ...func(*blueprints.Options)) *server {
	t.Helper()
	r.Response.KeepErrors = true // production is for its compact JSON alone: the rows show why something is refused
	answers := response.New(response.Options{Switches: r.Response, Production: true, KeepErrors: true, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	opts := blueprints.Options{
		ORM: o, Responses: answers, Settings: settings, Switches: r.Blueprints, FastOK: true,
		Encoded: func(body []byte) any { return &response.Payload{Kind: response.JSON, Body: body} },
	}
	for _, f := range adjust {
		f(&opts)
	}
	var pairs []blueprints.Pair
	for _, m := range o.Models() {
		if !m.Junction {
			pairs = append(pairs, blueprints.Pair{Controller: m.Identity, Source: "api/controllers/" + m.GlobalID + "Controller.js", Model: m, Config: configs[m.Identity]})
		}
	}
	set := blueprints.New(opts)
	bindings, warnings := set.Routes(pairs, nothing{})
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	table, err := router.NewTable(bindings, r.Table)
	if err != nil {
		t.Fatal(err)
	}
	return &server{t: t, orm: o, set: set, table: table, merge: r.Merge, web: r.Web}
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
	options := s.web
	options.Limits = web.BodyLimits{Body: 1 << 20}
	x, _, err := web.NewExchange(w, r, options)
	if err != nil {
		return http.StatusBadRequest, err.Error()
	}
	x.Request.Socket = s.socket
	verdict, err := router.Dispatch(s.table, x, s.merge)
	if err != nil {
		return 0, err.Error()
	}
	if verdict != router.Answered {
		return http.StatusNotFound, ""
	}
	s.header = w.Header()
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
	s, warnings := blueprints.ReadSettings(blueprints.DefaultSettings(), value.Of(values...))
	if len(warnings) > 0 {
		t.Fatal(warnings)
	}
	return s
}
