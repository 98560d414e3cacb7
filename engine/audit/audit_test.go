package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"framework/engine/audit"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/routes"
	"framework/engine/value"
	"framework/router"
)

func binding(t *testing.T, address, target string, guard *router.Guard) *router.Binding {
	t.Helper()
	a, err := router.ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	return &router.Binding{Address: a, Target: target, Guard: guard, Family: router.Explicit}
}

func project(t *testing.T, bindings ...*router.Binding) *audit.Project {
	t.Helper()
	db, err := sqldb.Open(t.Context(), sqldb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	definition := func(name string, attrs ...orm.AttributeDef) *orm.Definition {
		return &orm.Definition{Identity: strings.ToLower(name), GlobalID: name, Datastore: "ram", AutoPK: true, Attributes: attrs}
	}
	o, err := orm.Open(t.Context(), []*orm.Definition{
		definition("Pet", orm.AttributeDef{Name: "owner", Model: "user"}), definition("User", orm.AttributeDef{Name: "name", Type: "string"}),
	}, orm.Options{Datastores: map[string]orm.Adapter{"ram": db}})
	if err != nil {
		t.Fatal(err)
	}
	return &audit.Project{
		Bindings: bindings, ORM: o, Root: "/p", Assets: []string{"/p/assets"}, Depth: 1,
		Transport:  func(string) string { return "http, ws" },
		Rules:      audit.Classic(),
		Policies:   func(m *orm.Model, _ string) []string { return []string{"owns " + m.Identity} },
		Middleware: []string{"own", "router", "www"},
	}
}

func TestWays(t *testing.T) {
	t.Parallel()
	p := project(
		t,
		binding(t, "GET /page", "view home", nil),
		binding(t, "/secret/*", routes.PolicyTarget+"first", nil),
		binding(t, "GET /secret/a", "secret.a", &router.Guard{Policies: []string{"second"}, Rule: "*"}),
		binding(t, "GET /public", "a.public", &router.Guard{Rule: "a.public"}),
		binding(t, "GET /open", "a.open", &router.Guard{Rule: "*"}),
		binding(t, "GET /csrfToken", "csrf", nil),
	)
	var got []string
	for _, e := range p.Run().Ways {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s: %s, %s %s", e.Verb, e.Path, e.Kind, e.Guard, strings.Join(e.Policies, " "))))
	}
	want := []string{
		"ALL /*: middleware, none",
		"GET /page: view, none",
		"GET /secret/a: action, policies first second",
		"GET /public: action, public",
		"GET /open: action, none",
		"GET /csrfToken: server, none",
		"GET /*: files, none",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestNothing: a project in which nothing can be reached has empty lists, which JSON shows
// as lists.
func TestNothing(t *testing.T) {
	t.Parallel()
	p := &audit.Project{Rules: audit.Classic()}
	if r := p.Run(); r.Ways == nil || r.Models == nil {
		t.Errorf("the lists are %v and %v", r.Ways, r.Models)
	}
}

func TestModels(t *testing.T) {
	t.Parallel()
	find := binding(t, "GET /pet", "pet.find", &router.Guard{Policies: []string{"owns pet"}})
	find.Default, find.Options = "find", value.Of("model", "pet")
	for name, tt := range map[string]struct {
		asked bool
		want  []string
	}{
		"policies of associations are not asked": {false, []string{
			"pet read pet.find: owns pet, not asked",
			"pet hear pet.find: owns pet, not asked",
			"user read pet.find owner: owns pet, not asked owns user",
			"user hear pet.find owner: owns pet, not asked owns user",
		}},
		"they are": {true, []string{
			"pet read pet.find: owns pet, not asked",
			"pet hear pet.find: owns pet, not asked",
			"user read pet.find owner: owns pet owns user, not asked",
			"user hear pet.find owner: owns pet owns user, not asked",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := project(t, find)
			p.Asked = tt.asked
			var got []string
			for _, r := range p.Run().Models {
				got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s: %s, not asked %s", r.Model, r.How, r.Through, strings.Join(r.Policies, " "), strings.Join(r.Passed, " "))))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}
