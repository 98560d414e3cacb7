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

// ModernName is the name of 1.x, as project.Release has it for every release from 1.0 on.
const ModernName = "1.x"

// Modern is 1.x, which behaves as 1.5.
func Modern() Switches {
	return Switches{
		Name: ModernName,
		Response: response.Switches{
			SocketFalsy: true,
			StatusText:  true, JSONPGuard: true, CharsetOnTyped: true, Rules: response.Modern(),
		},
		Blueprints: blueprints.Switches{Rules: blueprints.Modern(), Params: router.ParamRules{PathFirst: true, Nulls: true, SocketAsHTTP: true}, RestPrefix: true, DeepPopulated: true, ProjectPlans: true},
		PubSub:     pubsub.Switches{OneRoom: true, Private: true, RetireWatchers: true, NestedKeys: true, Stored: true, ByList: true, AddedRecords: true, RoomByRoom: true},
		Routes:     routes.Options{Groups: true, Source: "config/routes.js", Rules: routes.Modern()},
		Merge:      router.EarlierWins,
		Web:        web.Options{Responder: web.ResponderOptions{Tags: web.ExpressTags(), EmptyReset: true}},
		Static:     web.StaticSwitches{RedirectHTML: true, MoveFolders: true, Types: web.ModernTypes()},
		HTTP: httpd.Switches{
			DecodePaths: true, HideBodyErrors: true, EmptyBodyErrors: true,
			Order:   []string{"cookieParser", "session", "bodyParser", "compress", "poweredBy", "router", "www", "favicon"},
			Caching: yearCaching(), ServerSections: []string{"http.serverOptions", "ssl"}, Rules: httpd.Modern(),
		},
	}
}
