package blueprints

import (
	"context"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/router"
)

const parserName = "parseBlueprintOptions"

// Requests are the req objects of exchanges.
type Requests interface {
	// CallWithRequest calls a function (req) that has to return at once.
	CallWithRequest(iso *jsapi.Isolate, x *router.Exchange, fn jsapi.Function) (any, error)
	// SyncExchange is the exchange of a req. It belongs on the loop.
	SyncExchange(req jsapi.Value) (*router.Exchange, error)
}

// Parse asks a function of the project what a default action is to do.
func Parse(iso *jsapi.Isolate, requests Requests, x *router.Exchange, parser any) (*value.Map, error) {
	fn, ok := app.Callable(parser)
	if !ok {
		return nil, errors.New("parseBlueprintOptions is to be a function")
	}
	v, err := requests.CallWithRequest(iso, x, fn)
	if err != nil {
		return nil, err
	}
	plan, ok := v.(*value.Map)
	if !ok {
		return nil, fmt.Errorf("parseBlueprintOptions is to return an object, not %s: begin with req._sails.hooks.blueprints.parseBlueprintOptions(req)", value.Inspect(v))
	}
	return plan, nil
}

// Planner makes the plan of a request for a default action as the server does.
type Planner interface {
	DefaultPlan(x *router.Exchange) (*value.Map, error)
}

// Expose gives the project the function that its own begins with:
// req._sails.hooks.blueprints.parseBlueprintOptions(req). It is the setting of a project
// that has none, which custom actions call.
func Expose(ctx context.Context, iso *jsapi.Isolate, js *app.App, requests Requests, planner Planner) error {
	return iso.Do(ctx, func(r *jsapi.Realm) error {
		rt := r.Runtime()
		hook := js.Object().Get("hooks").ToObject(rt).Get("blueprints")
		if hook == nil {
			return nil
		}
		parse := rt.ToValue(func(req jsapi.Value) (jsapi.Value, error) {
			x, err := requests.SyncExchange(req)
			if err != nil {
				return nil, err
			}
			plan, err := planner.DefaultPlan(x)
			if err != nil {
				return nil, err
			}
			return r.ToJS(plan), nil
		})
		if err := assign(rt, hook.ToObject(rt), parse); err != nil {
			return err
		}
		settings, ok := js.Config("blueprints").(*goja.Object)
		if !ok || settings.Get(parserName) != nil {
			return nil
		}
		return assign(rt, settings, rt.ToValue(func(req jsapi.Value) (jsapi.Value, error) {
			call, _ := goja.AssertFunction(hook.ToObject(rt).Get(parserName))
			return call(goja.Undefined(), req)
		}))
	})
}

// assign makes a function the parseBlueprintOptions of an object.
func assign(rt *goja.Runtime, o *goja.Object, fn goja.Value) error {
	err := fn.ToObject(rt).DefineDataProperty("name", rt.ToValue(parserName), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return errors.Join(err, o.Set(parserName, fn))
}
