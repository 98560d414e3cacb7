package answers

import (
	"framework/blueprints"
	"framework/blueprints/pubsub"
	"framework/engine/httpd"
	"framework/engine/response"
	"framework/engine/routes"
	"framework/engine/web"
	"framework/router"
)

// classicTypes are the content types of files up to 0.12.
func classicTypes(v10 bool) web.Types {
	if v10 {
		return web.EarlyTypes()
	}
	return web.Types{}
}

// Classic is 0.10, 0.11 or 0.12.
func Classic(release string) Switches {
	v10, v12 := release == "0.10", release == "0.12"
	return Switches{
		Name: release,
		Response: response.Switches{
			StatusText:     v10,
			SocketFalsy:    v10,
			Created:        !v10,
			ErrorMembers:   v12,
			KeepErrors:     v12,
			JSONPGuard:     !v10,
			CharsetOnTyped: !v10,
		},
		Routes: routes.Options{NoFunctionKey: !v12, Source: "config/routes.js"},
		Blueprints: blueprints.Switches{
			CreatedOK: v10, ArrayCreate: v12, IndexAlone: !v12, KeyChanges: !v12, ChildByEmptyList: v10, CheckWhere: v12, SortJSON: v12,
			Params: router.ParamRules{Once: !v12}, RestPrefix: !v10, RemoveErrorList: v10, ValuesOption: !v10, AddTwiceSilent: !v12, PreviousWhole: !v12,
		},
		PubSub: pubsub.Switches{RetireWatchers: v12, EmptyCollections: !v12, OpenReverse: v10, ByList: v12, AddedRecords: !v10},
		Table:  router.TableOptions{AnyDotIsAsset: v10},
		Merge:  map[bool]router.OptionsMerge{true: router.EarlierWins, false: router.LaterWins}[v12],
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
	}
}
