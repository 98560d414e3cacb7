package warnings_test

import (
	"slices"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/config"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/policy"
	"framework/engine/problem"
	"framework/engine/value"
	"framework/engine/warnings"
)

func tables(t *testing.T, rules warnings.Rules, settings *value.Map, policies *value.Map, paths bool) *warnings.Project {
	t.Helper()
	db, err := sqldb.Open(t.Context(), sqldb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	models, err := orm.Open(t.Context(), []*orm.Definition{
		{Identity: "pet", GlobalID: "Pet", Datastore: "ram", AutoPK: true, Attributes: []orm.AttributeDef{{Name: "owner", Model: "user"}}},
		{Identity: "user", GlobalID: "User", Datastore: "ram", AutoPK: true},
	}, orm.Options{Datastores: map[string]orm.Adapter{"ram": db}})
	if err != nil {
		t.Fatal(err)
	}
	set, err := policy.Compile(policies, policy.Options{Source: "config/policies.js", Names: []string{"login"}, Paths: paths})
	if err != nil {
		t.Fatal(err)
	}
	return &warnings.Project{
		Rules: rules, Config: config.Merge([]config.Layer{{Source: "config", Values: settings}}, config.Options{}), ORM: models, Policies: set,
		Controllers:   []blueprints.Pair{{Source: "api/controllers/ShopController.js", Controller: "shop", Actions: []blueprints.ActionDef{{Name: "payNow"}}, Config: value.Of("pluralise", true)}},
		Blueprints:    []string{"archive"},
		Actions:       func() []string { return []string{"pet/find", "pet/replace", "shop/paynow", "user/find"} },
		ServerActions: []string{"security/grant-csrf-token"},
	}
}

func equal(t *testing.T, found []problem.Problem, want ...string) {
	t.Helper()
	var got []string
	for _, p := range found {
		got = append(got, p.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestUnknownPolicies(t *testing.T) {
	t.Parallel()
	t.Run("classic", func(t *testing.T) {
		t.Parallel()
		p := tables(t, warnings.Classic(), value.New(0), value.Of(
			"ShopController", value.Of("payNow", "login", "payNwo", "login", "archive", "login"), "shp", value.Of("*", "login"), "pet", value.Of("find", "login"),
		), false)
		equal(
			t, p.UnknownPolicies(),
			`config/policies.js: ShopController.payNwo: there is no such action: the rule guards nothing; did you mean "paynow"?`,
			`config/policies.js: there is no controller or model "shp": its policies guard nothing; did you mean "shop"?`,
		)
	})
	t.Run("modern", func(t *testing.T) {
		t.Parallel()
		p := tables(t, warnings.Modern(), value.New(0), value.Of(
			"shop/paynow", "login", "shp/*", "login", "pet/replace", "login", "security/grant-csrf-token", "login",
		), true)
		equal(t, p.UnknownPolicies(), `config/policies.js: "shp/*" fits no action: it guards nothing; did you mean "shop/*"?`)
	})
}

func TestMisspeltSettings(t *testing.T) {
	t.Parallel()
	settings := value.Of(
		"csrf", value.Of("protectionEnable", true), "cors", value.Of("allowOrigins", "*"),
		"security", value.Of("cosr", true, "cors", value.Of("allowOrigin", "*", "allRoutes", true)),
		"blueprints", value.Of("shortcut", true, "own", 1, "maxLimt", 5, "associationPolicy", true),
	)
	of := []string{
		`config.blueprints: "shortcut" is no setting; did you mean "shortcuts"?`,
		`config.blueprints: "maxLimt" is no setting; did you mean "maxLimit"?`,
		`config.blueprints: "associationPolicy" is no setting; did you mean "associationPolicies"?`,
	}
	for name, tt := range map[string]struct {
		rules warnings.Rules
		want  []string
	}{
		"classic": {warnings.Classic(), append(
			of[:3:3],
			`config.cors: "allowOrigins" is no setting: it has no effect`,
			`config.csrf: "protectionEnable" is no setting; did you mean "protectionEnabled"?`,
		)},
		"modern": {warnings.Modern(), append(
			of[:3:3],
			`config.csrf: "protectionEnable" is no setting; did you mean "protectionEnabled"?`,
			`config.security: "cosr" is no setting; did you mean "cors"?`,
			`config.security.cors: "allowOrigin" is no setting; did you mean "allowOrigins"?`,
		)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			equal(t, tables(t, tt.rules, settings, nil, false).MisspeltSettings(), tt.want...)
		})
	}
}

func TestMisspeltControllers(t *testing.T) {
	t.Parallel()
	equal(
		t, tables(t, warnings.Classic(), value.New(0), nil, false).MisspeltControllers(),
		`api/controllers/ShopController.js: _config: "pluralise" is no setting; did you mean "pluralize"?`,
	)
}

func TestMisspeltRoutes(t *testing.T) {
	t.Parallel()
	entries := value.Of(
		"GET /a", []any{value.Of("polcy", "login"), "shop.payNow"},
		"GET /c", value.Of("target", "shop.payNow", "maxLimt", 5),
		"GET /b", value.Of("target", "shop.payNow", "cors", value.Of("allowOrigins", "*", "orign", "*")),
		"PSOT /d", "shop.payNow", "VIEW /e", "shop.payNow", "post /f", "shop.payNow", "/g h", "shop.payNow", "r|^/(x y)$|a", "shop.payNow",
	)
	p := tables(t, warnings.Modern(), value.New(0), nil, true)
	equal(
		t, p.MisspeltRoutes(entries),
		`config/routes.js: "GET /a": "polcy" is no setting; did you mean "policy"?`,
		`config/routes.js: "GET /c": "maxLimt" is no setting; did you mean "maxLimit"?`,
		`config/routes.js: "GET /b": cors: "orign" is no setting; did you mean "origin"?`,
		`config/routes.js: "PSOT /d": "PSOT" is no verb, so no request matches; did you mean "POST"?`,
		`config/routes.js: "VIEW /e": "VIEW" is no verb, so no request matches`,
	)
}

func TestOpenAssociations(t *testing.T) {
	t.Parallel()
	p := tables(t, warnings.Classic(), value.New(0), nil, false)
	guarded := func(names map[string][]string) func(*orm.Model, string) []string {
		return func(m *orm.Model, _ string) []string { return names[m.Identity] }
	}
	if got := p.OpenAssociations(guarded(map[string][]string{"user": {"login"}})); !strings.Contains(got, "through Pet.owner without") {
		t.Errorf("an association that leads around a policy gives %q", got)
	}
	if got := p.OpenAssociations(guarded(map[string][]string{"user": {"login"}, "pet": {"login"}})); got != "" {
		t.Errorf("policies on both sides give %q", got)
	}
	p = tables(t, warnings.Classic(), value.Of("blueprints", value.Of("associationPolicies", false)), nil, false)
	if got := p.OpenAssociations(guarded(map[string][]string{"user": {"login"}})); got != "" {
		t.Errorf("a project that says so gets %q", got)
	}
}
