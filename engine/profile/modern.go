package profile

import (
	"regexp"
	"time"

	"framework/engine/audit"
	"framework/engine/config"
	"framework/engine/datastore"
	"framework/engine/locale"
	"framework/engine/openapi"
	"framework/engine/orm"
	"framework/engine/profile/answers"
	"framework/engine/project"
	"framework/engine/session/setup"
	"framework/engine/targets"
	"framework/engine/types"
	"framework/engine/value"
	"framework/engine/warnings"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/jsapi/standalone"
	"framework/jsapi/view"
	"framework/jsapi/waterline"
)

// Modern is 1.x, which behaves as 1.5.
func Modern() Release {
	clients := answers.Modern()
	return Release{
		Switches:    clients,
		AppVersion:  "1.5.18",
		BindModules: true,
		Machines:    true, HelpersFirst: true, BootstrapReturns: true, ListedGlobals: true, NodeEnvAgrees: true,
		HookTimeout: 40 * time.Second, HookPackages: project.HookRules{Installed: true, Listed: true},
		Hooks: app.HookSwitches{
			Order: []string{
				"moduleloader", "logger", "request", "views", "blueprints", "responses", "helpers", "pubsub", "policies", "services",
				"security", "i18n", "userconfig", "session", "http", "userhooks", "orm", "sockets",
			},
			Early: []string{"moduleloader", "logger", "userconfig", "userhooks", "request", "services", "helpers"},
			Late: []string{
				"orm", "policies", "responses", "blueprints", "views", "i18n", "session", "security", "pubsub", "sockets", "http", "grunt",
			},
			Listed: true, Installed: []string{"orm", "sockets", "grunt"},
			Needs: map[string][]string{"pubsub": {"orm", "sockets"}}, NeedsLocales: true,
		},
		NoConfig: regexp.MustCompile(`locales|local\..`),
		Locale:   locale.Switches{Learns: true, UpToOne: true},
		Shown:    modernShown(), ErrorCodes: modernCodes(),
		Config:    config.Options{ReplaceArrays: true, ParseVariables: true},
		Targets:   targets.Switches{PolicyPaths: true, PoliciesExport: true, ActionsEnd: true, GrantAction: true, Rules: targets.Modern()},
		Shim:      shim.Switches{KeepsAddress: true, SendX: true, PlainParams: true, RouteMethods: true, Params: clients.Blueprints.Params, EncodeRedirect: true, Types: clients.Static.Types, Rules: shim.Modern()},
		Views:     view.Switches{EscapeAsEJS: true, Browser: view.PageLocals, OnlyEJS: true, NotViews: []string{"md", "txt"}, PlainLayout: true},
		Sockets:   modernSockets(),
		SecretKey: "csrfSecret",
		Sessions:  setup.Modern(),
		Checks:    warnings.Modern(),
		Audit:     audit.Modern(),
		Types:     types.Modern(),
		OpenAPI:   openapi.Modern(),
		ORM:       orm.Modern(),
		Waterline: waterline.Modern(),
		// Tables are changed by autoMigrations alone.
		Standalone:   standalone.Switches{Utils: true, Datastore: "default", Migrate: orm.Safe},
		Datastores:   datastore.Modern(),
		HookSections: map[string]string{"sails-hook-orm": "orm", "sails-hook-sockets": "sockets"},
		Defaults: value.Of(
			"port", int64(1337),
			"log", value.Of("level", "info"),
			"custom", value.New(0),
			"blueprints", value.Of(
				"actions", false, "shortcuts", true, "rest", true, "prefix", "", "restPrefix", "",
				"pluralize", false, "autoWatch", true,
			),
			"hooks", value.New(0),
			"middleware", value.New(0),
			"helpers", value.Of("usageOpts", value.Of("arginStyle", "serial", "execStyle", "natural")),
			"http", value.Of("middleware", value.New(0), "trustProxy", false),
			"i18n", value.Of("locales", []any{}, "defaultLocale", "en", "localesDirectory", "config/locales/"),
			"models", value.Of("datastore", "default", "primaryKey", "id"),
			"orm", value.Of("moduleDefinitions", value.Of("models", value.New(0))),
			"policies", value.New(0),
			"routes", value.New(0),
			"sockets", value.New(0),
			"ssl", value.New(0),
			"security", value.Of(
				"cors", value.Of(
					"allRoutes", false, "allowOrigins", "*", "allowCredentials", false,
					"allowRequestMethods", "GET,HEAD,PUT,PATCH,POST,DELETE", "allowRequestHeaders", "content-type",
					"allowResponseHeaders", "", "allowAnyOriginWithCredentialsUnsafe", false,
				),
				"csrf", false,
			),
			"views", value.Of("extension", "ejs", "layout", "layout"),
			"session", value.Of("adapter", "memory", "name", "sails.sid"),
			"globals", value.Of("sails", false, "_", false, "async", false, "models", false, "services", true, "adapters", true),
		),
	}
}
