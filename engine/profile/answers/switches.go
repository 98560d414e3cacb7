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

// Switches are what a release of Sails answers.
type Switches struct {
	Name       string // "0.10", "0.11", "0.12", "1.x"
	Response   response.Switches
	Routes     routes.Options
	Blueprints blueprints.Switches
	PubSub     pubsub.Switches
	Table      router.TableOptions
	Merge      router.OptionsMerge
	Web        web.Options
	Static     web.StaticSwitches
	HTTP       httpd.Switches
}

func (s Switches) String() string { return s.Name }
