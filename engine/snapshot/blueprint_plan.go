package snapshot

import (
	"errors"
	"fmt"

	"framework/blueprints"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/router"
)

// parseBlueprintOptions asks a project's function of that name what a default
// action is to do.
func parseBlueprintOptions(reqres *shim.Shim, iso *jsapi.Isolate, x *router.Exchange, parser any) (*value.Map, error) {
	fn, ok := app.Callable(parser)
	if !ok {
		return nil, errors.New("parseBlueprintOptions is to be a function")
	}
	v, err := reqres.CallWithRequest(iso, x, fn)
	if err != nil {
		return nil, err
	}
	plan, ok := v.(*value.Map)
	if !ok {
		return nil, fmt.Errorf("parseBlueprintOptions is to return an object, not %s: begin with req._sails.hooks.blueprints.parseBlueprintOptions(req)", value.Inspect(v))
	}
	return plan, nil
}

// exposePlans gives projects the function that parseBlueprintOptions begins
// with: req._sails.hooks.blueprints.parseBlueprintOptions(req).
func exposePlans(r *jsapi.Realm, js *app.App, reqres *shim.Shim, actions *blueprints.Set) error {
	hooks := js.Object().Get("hooks").ToObject(r.Runtime())
	hook := hooks.Get("blueprints")
	if hook == nil {
		return nil
	}
	return hook.ToObject(r.Runtime()).Set("parseBlueprintOptions", func(req jsapi.Value) (jsapi.Value, error) {
		x, err := reqres.SyncExchange(req)
		if err != nil {
			return nil, err
		}
		plan, err := actions.DefaultPlan(x)
		if err != nil {
			return nil, err
		}
		return r.ToJS(plan), nil
	})
}
