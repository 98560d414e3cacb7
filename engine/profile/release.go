package profile

import (
	"regexp"
	"time"

	"framework/blueprints"
	"framework/blueprints/pubsub"
	"framework/engine/audit"
	"framework/engine/config"
	"framework/engine/datastore"
	"framework/engine/httpd"
	"framework/engine/locale"
	"framework/engine/openapi"
	"framework/engine/orm"
	"framework/engine/problem"
	"framework/engine/project"
	"framework/engine/realtime"
	"framework/engine/response"
	"framework/engine/routes"
	"framework/engine/session/setup"
	"framework/engine/targets"
	"framework/engine/types"
	"framework/engine/value"
	"framework/engine/warnings"
	"framework/engine/web"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/jsapi/standalone"
	"framework/jsapi/view"
	"framework/jsapi/waterline"
	"framework/router"
)

// Release is how a project is served: the switches and defaults of one release
// of Sails. It is data, chosen once; nothing else in the server asks which
// release it is.
type Release struct {
	Name string // "0.10", "0.11", "0.12", "1.x"
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
	Response   response.Switches
	Routes     routes.Options
	Targets    targets.Switches
	Shim       shim.Switches
	Views      view.Switches

	Blueprints blueprints.Switches
	PubSub     pubsub.Switches
	Sockets    realtime.Switches
	Table      router.TableOptions
	Merge      router.OptionsMerge
	Web        web.Options
	Static     web.StaticSwitches
	HTTP       httpd.Switches
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

// yearCaching is that of the releases whose static files come from the package
// send, which allows a year at most.
func yearCaching() httpd.Caching {
	return httpd.Caching{Development: "public, max-age=0", Production: "public, max-age=31536000", Favicon: "public, max-age=31536000", Setting: "http.cache"}
}

// classicTypes are the content types of files up to 0.12.
func classicTypes(v10 bool) web.Types {
	if v10 {
		return web.EarlyTypes()
	}
	return web.Types{}
}

// classicCaching is that of a release. The settings of 0.10 are in milliseconds
// (1 in development), and Express 3 divides them without rounding. 0.11 reads
// the setting where its default is not, so that clients always ask again.
func classicCaching(release string) httpd.Caching {
	caching := yearCaching()
	switch release {
	case "0.10":
		return httpd.Caching{
			Development: "public, max-age=0.001", Production: "public, max-age=31557600", Favicon: "public, max-age=86400",
			Setting: "cache.maxAge", Plainly: true,
		}
	case "0.11":
		caching.Production = caching.Development
	}
	return caching
}

// classicBrowser is what pages expose to their scripts, which they can since 0.12.
func classicBrowser(v12 bool) view.Browser {
	if v12 {
		return view.CallLocals
	}
	return ""
}

func (p Release) String() string { return p.Name }

// Classic is 0.10, 0.11 or 0.12: the table of differences between them.
func Classic(release string) Release {
	v10, v12 := release == "0.10", release == "0.12"
	params := router.ParamRules{Once: !v12}
	return Release{
		Name:        release,
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
		Response: response.Switches{
			StatusText:     v10,
			SocketFalsy:    v10,
			Created:        !v10,
			ErrorMembers:   v12,
			KeepErrors:     v12,
			JSONPGuard:     !v10,
			CharsetOnTyped: !v10,
		},
		Routes:  routes.Options{NoFunctionKey: !v12, Source: "config/routes.js"},
		Views:   view.Switches{EJSLocals: true, Browser: classicBrowser(v12), DeepLocals: !v12, BareLookup: v10},
		Targets: targets.Switches{DenyPlainly: !v12, Rules: targets.Classic()},
		Shim: shim.Switches{
			RelativeUploads: true, OwnLocales: true, ResponseLocale: v12,
			SubdomainsOfIP: v10,
			PlainRelative:  v10,
			NoMaxAgeOfZero: v10, PlainSocketRedirect: v12,
			RequestJoins:  v10,
			Params:        params,
			FormatCharset: v10,
			Types:         classicTypes(v10),
		},
		Blueprints: blueprints.Switches{
			CreatedOK: v10, ArrayCreate: v12, IndexAlone: !v12, KeyChanges: !v12, ChildByEmptyList: v10, CheckWhere: v12, SortJSON: v12,
			Params: params, RestPrefix: !v10, RemoveErrorList: v10, ValuesOption: !v10, AddTwiceSilent: !v12, PreviousWhole: !v12,
		},
		ActionsBeforeHooks: v10,
		PubSub:             pubsub.Switches{RetireWatchers: v12, EmptyCollections: !v12},
		Sockets:            classicSockets(release),
		Table:              router.TableOptions{AnyDotIsAsset: v10},
		Merge:              map[bool]router.OptionsMerge{true: router.EarlierWins, false: router.LaterWins}[v12],
		Web: web.Options{
			Responder:      web.ResponderOptions{Tags: map[bool]web.Tags{true: web.EarlyTags(), false: web.ExpressTags()}[v10]},
			MethodOverride: true, OverrideField: v10, VaryOverride: !v10,
		},
		Static: web.StaticSwitches{RedirectHTML: !v10, Types: classicTypes(v10)},
		HTTP: httpd.Switches{
			DecodePaths: !v10, HideBodyErrors: v12,
			Order: []string{
				"startRequestTimer", "cookieParser", "session", "bodyParser", "handleBodyParserError", "compress",
				"methodOverride", "poweredBy", "$custom", "router", "www", "favicon", "404", "500",
			},
			Caching: classicCaching(release), ServerSections: []string{"express.serverOptions", "http.serverOptions", "ssl"},
		},
		HookGlobals: map[string][]string{"orm": {"models", "adapters"}, "services": {"services"}},
		SecretKey:   map[bool]string{true: "_csrfSecret", false: "csrfSecret"}[v10],
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
