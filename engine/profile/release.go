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
	"framework/engine/problem"
	"framework/engine/profile/answers"
	"framework/engine/project"
	"framework/engine/realtime"
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

// Release is how a project is served: the switches and defaults of one release
// of Sails. It is data, chosen once; nothing else in the server asks which
// release it is.
type Release struct {
	// What clients get, and the name.
	answers.Switches
	// AppVersion is the value of framework.version.
	AppVersion string
	// AdapterMethods: models have the methods of their adapter (up to 0.12).
	AdapterMethods bool
	// HelpersFirst: services and models find helpers when they are loaded (1.x).
	HelpersFirst bool
	// ModelsAsWritten: hooks find the files of models in sails.models until the ORM has made
	// models of them, and what they add by then counts (up to 0.12).
	ModelsAsWritten bool
	// LodashUtil: framework.util is lodash and more, not Node's util alone (up to 0.12).
	LodashUtil bool
	// OldNames: there is what Node had up to version 8 and dropped, as GLOBAL and
	// os.tmpDir (up to 0.12, which was written for it).
	OldNames bool
	// BindModules binds the functions of services to their module.
	BindModules bool
	// HookTimeout is how long a hook may take to load.
	HookTimeout time.Duration
	Hooks       app.HookSwitches
	// Shown are settings that code finds although the project does not have them.
	Shown app.Shown
	// HookPackages decide which packages are hooks.
	HookPackages project.HookRules
	// Machines: actions, helpers and scripts are definitions with inputs and exits;
	// actions have identities of their own (1.x).
	Machines bool
	// BootstrapReturns: a bootstrap that takes no callback and returns no promise is
	// over when it returns (1.x).
	BootstrapReturns bool
	// ListedGlobals: there are only the globals that config.globals switches on
	// (1.x).
	ListedGlobals bool
	// NodeEnvAgrees refuses the environment production where NODE_ENV says something
	// else (1.x).
	NodeEnvAgrees bool
	// FoldersAsKeys: with dontFlattenConfig, files in folders of config/ are settings
	// under their names (0.11 and 0.12).
	FoldersAsKeys bool
	// SetsNodeEnv: NODE_ENV is the environment once the configuration has been read
	// (0.10 to 0.12).
	SetsNodeEnv bool
	// LocaleFiles: config.i18n says where the package i18n finds its files (0.10 to
	// 0.12).
	LocaleFiles bool
	// TextAsJSON is how sails.request reads answers, see app.Options (0.10 to 0.12).
	TextAsJSON bool
	// ErrorCodes are those of errors about settings (1.x).
	ErrorCodes config.Codes
	// Warnings are about the choice of the profile.
	Warnings []problem.Problem

	Config     config.Options
	ORM        orm.Rules
	Datastores datastore.Rules
	Sessions   setup.Rules
	Checks     warnings.Rules
	Audit      audit.Rules
	Types      types.Dialect
	OpenAPI    openapi.Dialect
	Waterline  waterline.Rules
	Standalone standalone.Switches
	Targets    targets.Switches
	Shim       shim.Switches
	Views      view.Switches

	Sockets realtime.Switches
	// ActionsBeforeHooks binds the default routes before those that hooks want
	// after all others (0.10).
	ActionsBeforeHooks bool
	// SecretKey is where a session keeps the secret of its CSRF tokens.
	SecretKey string
	Locale    locale.Switches
	// HookSections are the sections of Defaults that a package brings along, by its
	// name (1.x).
	HookSections map[string]string
	// HookGlobals are the members of config.globals that a hook brings along, by its
	// name: without it they are not set (0.10 to 0.12).
	HookGlobals map[string][]string
	// NoConfig matches the paths, below the folder of the configuration, of files that
	// are not read.
	NoConfig *regexp.Regexp
	// Defaults are the lowest layer of the configuration.
	Defaults *value.Map
}

// classicBrowser is what pages expose to their scripts, which they can since 0.12.
func classicBrowser(v12 bool) view.Browser {
	if v12 {
		return view.CallLocals
	}
	return ""
}

// Classic is 0.10, 0.11 or 0.12: the table of differences between them.
func Classic(release string) Release {
	v10, v12 := release == "0.10", release == "0.12"
	clients := answers.Classic(release)
	return Release{
		Switches:    clients,
		AppVersion:  map[string]string{"0.10": "0.10.5", "0.11": "0.11.5", "0.12": "0.12.14"}[release],
		BindModules: !v10, FoldersAsKeys: !v10, SetsNodeEnv: true, LocaleFiles: true, AdapterMethods: true, LodashUtil: true, ModelsAsWritten: true, OldNames: true, TextAsJSON: true,
		HookTimeout: map[bool]time.Duration{true: 10 * time.Second, false: 20 * time.Second}[v10], HookPackages: project.HookRules{Installed: !v10},
		Hooks: app.HookSwitches{
			Order: []string{
				"moduleloader", "logger", "request", "orm", "views", "blueprints", "responses", "controllers", "sockets", "pubsub", "policies",
				"services", "csrf", "cors", "i18n", "userconfig", "session", "grunt", "http", "userhooks",
			},
			Early: []string{"moduleloader", "logger", "userconfig", "userhooks", "request", "services"},
			Late: []string{
				"orm", "policies", "responses", "controllers", "blueprints", "views", "i18n", "session", "cors", "csrf", "pubsub",
				"sockets", "http", "grunt",
			},
		},
		Shown: classicShown(release),
		ORM: orm.Classic(orm.Switches{
			BooleanGarbageFalse: !v12,
			UnknownRuleIsError:  !v10,
		}),
		Datastores: datastore.Classic(),
		Sessions:   setup.Classic(),
		NoConfig:   regexp.MustCompile(`locales`),
		Locale:     locale.Switches{Usual: []string{"en", "es", "fr", "de"}, Keeps: !v12},
		Checks:     warnings.Classic(),
		Audit:      audit.Classic(),
		Types:      types.Classic(),
		OpenAPI:    openapi.Classic(),
		Waterline:  waterline.Classic(waterline.Switches{SaveAnswers: !v12, SaveErrorList: !v12, BareUsage: !v12, PlainTimestamps: !v12}),
		Standalone: standalone.Switches{Migrate: orm.Alter},
		Views:      view.Switches{EJSLocals: true, Browser: classicBrowser(v12), DeepLocals: !v12, BareLookup: v10},
		Targets:    targets.Switches{DenyPlainly: !v12, Rules: targets.Classic()},
		Shim: shim.Switches{
			RelativeUploads: true, OwnLocales: true, ResponseLocale: v12,
			SubdomainsOfIP: v10, KeepsAddress: !v10,
			PlainRelative:  v10,
			NoMaxAgeOfZero: v10, PlainSocketRedirect: v12,
			RequestJoins:  v10,
			Params:        clients.Blueprints.Params,
			FormatCharset: v10,
			Types:         clients.Static.Types,
		},
		ActionsBeforeHooks: v10,
		Sockets:            classicSockets(release),
		HookGlobals:        map[string][]string{"orm": {"models", "adapters"}, "services": {"services"}},
		SecretKey:          map[bool]string{true: "_csrfSecret", false: "csrfSecret"}[v10],
		Defaults: value.Of(
			"port", int64(1337),
			"log", value.Of("level", "info"),
			"blueprints", value.Of(
				"actions", true, "index", true, "shortcuts", true, "rest", true, "prefix", "", "restPrefix", "",
				"pluralize", false, "populate", true, "autoWatch", true,
			),
			"hooks", value.New(0),
			"middleware", value.New(0),
			"http", value.Of("middleware", value.New(0)),
			"i18n", value.Of("locales", []any{"en", "es", "fr", "de"}, "defaultLocale", "en", "localesDirectory", "/config/locales"),
			"models", value.Of("connection", "localDiskDb"),
			"orm", value.Of("moduleDefinitions", value.Of("models", value.New(0))),
			"policies", value.New(0),
			"routes", value.New(0),
			"sockets", value.New(0),
			"ssl", value.New(0),
			"views", value.Of("engine", "ejs", "layout", "layout"),
			"session", value.Of("adapter", "memory", "key", "sails.sid"),
			"globals", value.Of("sails", true, "_", true, "async", true, "models", true, "services", true, "adapters", true),
		),
	}
}

// DefaultsSource is what Config.Source calls the defaults.
func (p Release) DefaultsSource() string { return "defaults of " + p.Name }

// DefaultsLayer is the lowest layer of the configuration of a project with these
// packages: in 1.x a hook that is a package brings its section along.
func (p Release) DefaultsLayer(packages map[string]string) config.Layer {
	for name, section := range p.HookSections {
		if _, listed := packages[name]; !listed {
			p.Defaults.Delete(section)
		}
	}
	order := make([]any, len(p.HTTP.Order))
	for i, name := range p.HTTP.Order {
		order[i] = name
	}
	p.Defaults.Value("http").(*value.Map).Value("middleware").(*value.Map).Set("order", order)
	return config.Layer{Source: p.DefaultsSource(), Values: p.Defaults, GivesWay: true}
}

// LeaveOut removes from the defaults what hooks that cfg switches off bring along.
func (p Release) LeaveOut(cfg *config.Config) {
	globals, _ := p.Defaults.Value("globals").(*value.Map)
	for hook, names := range p.HookGlobals {
		if !cfg.HookOff(hook) {
			continue
		}
		for _, name := range names {
			globals.Delete(name)
		}
	}
}

// LocaleLayer is what the releases before 1.0 add to config.i18n for the package
// i18n, where code of projects finds the files; false in others.
func (p Release) LocaleLayer(root string, cfg *config.Config) (config.Layer, bool) {
	if !p.LocaleFiles {
		return config.Layer{}, false
	}
	dir, _ := cfg.String("i18n.localesDirectory", "") // no text is reported where translations are read
	return config.Layer{Source: p.DefaultsSource(), GivesWay: true, Values: value.Of("i18n", value.Of(
		"cookie", nil, "directory", root+dir, "updateFiles", false, "extension", ".json",
	))}, true
}
