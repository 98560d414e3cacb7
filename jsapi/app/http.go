package app

import (
	_ "embed"
	"fmt"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/compile"
)

// Middleware is a function of config.http.
type Middleware struct {
	Call goja.Callable
	// ForErrors says that it takes (err, req, res, next).
	ForErrors bool
}

//go:embed http.js
var httpSource string

// HTTP is what config.http says of middleware.
type HTTP struct {
	// Middleware are the functions by their names, and under "$custom" those
	// that customMiddleware gave to app.use. A name without a function is one
	// that the project has switched off.
	Middleware map[string][]Middleware
	// BodyLimit is the limit that the project gave to the server's own body
	// parser, as it wrote it.
	BodyLimit any
	// OnBodyError is called with (err, req, res, next) when a body cannot be
	// parsed; nil for the server's own answer.
	OnBodyError *Middleware
}

// HTTP reads config.http.
func (a *App) HTTP() (*HTTP, error) {
	rt := a.realm.Runtime()
	program, err := compile.Source("framework:http.js", httpSource, true)
	if err != nil {
		return nil, err
	}
	collect, err := rt.RunProgram(program)
	if err != nil {
		return nil, a.realm.Wrap(err)
	}
	call, ok := goja.AssertFunction(collect)
	if !ok {
		return nil, fmt.Errorf("http.js gives no function")
	}
	v, err := call(goja.Undefined(), a.object)
	if err != nil {
		return nil, fmt.Errorf("config/http.js: %w", a.realm.Wrap(err))
	}
	settings := &HTTP{}
	if body, ok := v.ToObject(rt).Get("body").(*goja.Object); ok {
		if settings.BodyLimit, err = a.realm.FromJS(body.Get("limit")); err != nil {
			return nil, fmt.Errorf("config/http.js: the limit of the body parser: %w", err)
		}
		if call, ok := goja.AssertFunction(body.Get("onError")); ok {
			settings.OnBodyError = &Middleware{Call: call, ForErrors: true}
		}
	}
	found := v.ToObject(rt).Get("functions").ToObject(rt)
	out := map[string][]Middleware{}
	for _, name := range found.Keys() {
		list := found.Get(name).ToObject(rt)
		out[name] = []Middleware{}
		for _, i := range list.Keys() {
			fn := list.Get(i)
			call, ok := goja.AssertFunction(fn)
			if !ok {
				return nil, fmt.Errorf("config/http.js: middleware.%s is no function(req, res, next)", name)
			}
			out[name] = append(out[name], Middleware{Call: call, ForErrors: fn.ToObject(rt).Get("length").ToInteger() == 4})
		}
	}
	settings.Middleware = out
	return settings, nil
}

//go:embed skipper.js
var skipperSource string

// skipper is the module of that name.
func skipper(r *jsapi.Realm, module *goja.Object) error {
	program, err := compile.Source("framework:skipper.js", skipperSource, true)
	if err != nil {
		return err
	}
	exports, err := r.Runtime().RunProgram(program)
	if err != nil {
		return r.Wrap(err)
	}
	return module.Set("exports", exports)
}
