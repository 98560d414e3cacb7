package sessionstore

import (
	"context"

	"framework/engine/session"
	"framework/engine/session/setup"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/router"
)

// Caller calls a synchronous function (req) of the project.
type Caller interface {
	CallWithRequest(iso *jsapi.Isolate, x *router.Exchange, fn jsapi.Function) (any, error)
}

// Scripts runs the code in config.session of a project. Safe for concurrent
// use.
type Scripts struct {
	Isolate *jsapi.Isolate
	App     *app.App
	Caller  Caller
}

var _ setup.Scripts = Scripts{}

// Store implements setup.Scripts.
func (s Scripts) Store(ctx context.Context, from setup.Source) (session.Store, error) {
	return Open(ctx, s.Isolate, s.App, from)
}

// Predicate implements setup.Scripts.
func (s Scripts) Predicate(v any) (ask func(x *router.Exchange) (bool, error), ok bool) {
	fn, ok := app.Callable(v)
	return func(x *router.Exchange) (bool, error) {
		answer, err := s.Caller.CallWithRequest(s.Isolate, x, fn)
		return err == nil && value.Truthy(answer), err
	}, ok
}

// Defined implements setup.Scripts.
func (Scripts) Defined(v any) bool {
	_, ok := v.(app.Opaque)
	return ok
}
