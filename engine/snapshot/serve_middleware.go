package snapshot

import (
	"context"
	"fmt"

	"framework/engine/httpd"
	"framework/engine/web"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/shim"
)

// middleware makes the steps of config.http, which also limits the bodies that are
// read.
func (b pipelineReader) middleware(ctx context.Context, limits *web.BodyLimits) (httpd.Middleware, error) {
	var settings *app.HTTP
	err := b.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		settings, err = b.js.HTTP()
		return err
	})
	if err != nil {
		return httpd.Middleware{}, err
	}
	if limits.Body, err = web.ByteCount(settings.BodyLimit, limits.Body); err != nil {
		return httpd.Middleware{}, fmt.Errorf("config/http.js: the limit of the body parser: %w", err)
	}
	if limits.Values == 0 {
		limits.Values = web.DefaultValues(limits.Body)
	}
	opts := httpd.MiddlewareOptions{Switches: b.profile.HTTP, Config: b.cfg, Functions: map[string][]httpd.Function{}}
	for name, list := range settings.Middleware {
		opts.Functions[name] = make([]httpd.Function, len(list))
		for i, fn := range list {
			opts.Functions[name][i] = b.function(fn, shim.Info{Action: name, Source: "config/http.js", Kind: "middleware"})
		}
	}
	late := b.function(settings.Late, shim.Info{Action: "app.use", Source: "code of the project", Kind: "middleware"})
	late.Active = settings.LateAdded
	opts.Functions[httpd.Added] = append(opts.Functions[httpd.Added], late)
	if fn := settings.OnBodyError; fn != nil {
		opts.OnBodyError = b.shim.ErrorHandler(b.iso, fn.Call, shim.Info{Action: "onBodyParserError", Source: "config/http.js", Kind: "middleware"})
	}
	return httpd.ReadMiddleware(opts)
}

// function is middleware of the project as requests meet it.
func (b pipelineReader) function(fn app.Middleware, info shim.Info) httpd.Function {
	if fn.ForErrors {
		return httpd.Function{Recover: b.shim.ErrorHandler(b.iso, fn.Call, info)}
	}
	return httpd.Function{Handler: b.shim.Handler(b.iso, fn.Call, info)}
}

// events are those of the app object that requests fire.
func (b pipelineReader) events(ctx context.Context) (httpd.Events, error) {
	var out httpd.Events
	err := b.iso.Do(ctx, func(*jsapi.Realm) error {
		for name, event := range map[string]*httpd.Event{
			app.RequestEvent: &out.Request, app.RouteEvent: &out.Route, app.NotFoundEvent: &out.NotFound, app.FailedEvent: &out.Failed,
		} {
			fire, listened, err := b.js.EventMiddleware(name)
			if err != nil {
				return err
			}
			event.Listened = listened
			event.Function = b.function(fire, shim.Info{Action: name, Source: "a listener of " + name, Kind: "listener"})
		}
		return nil
	})
	return out, err
}
