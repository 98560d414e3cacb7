package app

import (
	_ "embed"
	"fmt"

	"github.com/dop251/goja"

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

// Middleware are the functions of config.http.middleware by their names, and
// under "$custom" those that customMiddleware gave to app.use. A name without a
// function is one that the project has switched off.
func (a *App) Middleware() (map[string][]Middleware, error) {
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
	found := v.ToObject(rt)
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
	return out, nil
}
