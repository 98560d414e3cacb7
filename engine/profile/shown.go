package profile

import (
	"framework/engine/value"
	"framework/jsapi/app"
)

// classicShown is what code finds in the configuration of 0.10 to 0.12.
func classicShown(release string) app.Shown {
	out := app.Shown{
		Settings: value.Of("cors", value.Of(
			"origin", "*", "allRoutes", false, "credentials", true,
			"methods", "GET, POST, PUT, DELETE, OPTIONS, HEAD", "headers", "content-type", "exposeHeaders", "", "securityLevel", int64(0),
		), "connections", value.Of("localDiskDb", value.Of("adapter", "sails-disk"))),
		Cache: "cache.maxAge", CSRFObject: true, CookieKey: "key",
		Middleware: []string{
			"startRequestTimer", "cookieParser", "session", "bodyParser", "handleBodyParserError", "compress",
			"methodOverride", "router", "poweredBy", "www", "favicon", "404", "500",
		},
	}
	if release == "0.12" {
		out.Cache = "http.cache"
		out.Settings.Set("session", value.Of("routesDisabled", []any{}))
		out.Settings.Set("sockets", classicSocketSettings())
	}
	return out
}

func classicSocketSettings() *value.Map {
	return value.Of(
		"adapterOptions", value.New(0), "adminAdapterOptions", value.New(0), "sendResponseHeaders", true, "sendStatusCode", true,
		"grant3rdPartyCookie", true, "path", "/socket.io", "serveClient", false, "pingTimeout", int64(60000), "pingInterval", int64(25000),
		"maxHttpBufferSize", int64(100_000_000), "transports", []any{"polling", "websocket"}, "allowUpgrades", true, "cookie", false,
	)
}

// modernShown is what code finds in the configuration of 1.x.
func modernShown() app.Shown {
	return app.Shown{
		Settings: value.Of(
			"implementationSniffingTactic", "analogOrClassical", "datastores", value.Of("default", value.Of("adapter", "sails-disk")),
		),
		Cache: "http.cache", SessionFunctions: true, OriginList: true, CookieKey: "name",
		Middleware: []string{"www", "session", "favicon", "cookieParser", "compress", "bodyParser", "poweredBy"},
	}
}
