package app

import (
	_ "embed"
	"errors"
	"fmt"
	"net"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
	"framework/jsapi/node"
)

// Middleware is a function of config.http.
type Middleware struct {
	Call goja.Callable
	// ForErrors: the function takes (err, req, res, next).
	ForErrors bool
}

//go:embed http.js
var httpSource string

var httpProgram = compile.Once("framework:http.js", httpSource, true)

// HTTP is the middleware of config.http.
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
	// Late runs what is given to app.use when all this has been read, once LateAdded.
	Late      Middleware
	LateAdded func() bool
}

// installHTTP sets the members of the hook http.
func (a *App) installHTTP() error {
	rt := a.realm.Runtime()
	program, err := httpProgram()
	if err != nil {
		return err
	}
	v, err := rt.RunProgram(program)
	if err != nil {
		return a.realm.Wrap(err)
	}
	install, ok := goja.AssertFunction(v)
	if !ok {
		return errors.New("http.js gives no function")
	}
	native := rt.NewObject()
	_ = native.Set("serve", func(call goja.FunctionCall) goja.Value { // a fresh object takes it
		return rt.ToValue(a.opts.HTTP != nil && node.Forward(a.realm, call.Argument(0), a.opts.HTTP))
	})
	_ = native.Set("addedLate", func(goja.FunctionCall) goja.Value {
		a.addedLate.Store(true)
		return goja.Undefined()
	})
	made, err := install(goja.Undefined(), a.object, native, a.requireFunction())
	if err != nil {
		return a.realm.Wrap(err)
	}
	a.hookHTTP = made.ToObject(rt)
	_, err = a.callHTTP("install")
	return err
}

func (a *App) callHTTP(name string, args ...goja.Value) (goja.Value, error) {
	if a.hookHTTP == nil {
		return nil, errors.New("the hook http is not there yet")
	}
	fn, ok := goja.AssertFunction(a.hookHTTP.Get(name))
	if !ok {
		return nil, fmt.Errorf("http.js has no %s", name)
	}
	v, err := fn(goja.Undefined(), args...)
	return v, a.realm.Wrap(err)
}

// Lifted notifies the project that the app serves requests, at addr if it listens.
func (a *App) Lifted(addr net.Addr) error {
	if _, err := a.callHTTP("close"); err != nil {
		return err
	}
	if err := a.Emit("ready"); err != nil {
		return err
	}
	var failed error
	if tcp, ok := addr.(*net.TCPAddr); ok {
		family := "IPv6"
		if tcp.IP.To4() != nil {
			family = "IPv4"
		}
		_, failed = a.callHTTP("listening", a.realm.ToJS(value.Of("address", tcp.IP.String(), "family", family, "port", int64(tcp.Port))))
	}
	return errors.Join(failed, a.Emit("lifted"), a.Set("isLifted", true))
}

// HTTP reads config.http.
func (a *App) HTTP() (*HTTP, error) {
	rt := a.realm.Runtime()
	v, err := a.callHTTP("collect")
	if err != nil {
		return nil, fmt.Errorf("config/http.js: %w", err)
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
	if call, ok := goja.AssertFunction(v.ToObject(rt).Get("late")); ok {
		settings.Late, settings.LateAdded = Middleware{Call: call}, a.addedLate.Load
	}
	return settings, nil
}

//go:embed skipper.js
var skipperSource string

var skipperProgram = compile.Once("framework:skipper.js", skipperSource, true)

// skipper is the module of that name.
func skipper(r *jsapi.Realm, module *goja.Object) error {
	program, err := skipperProgram()
	if err != nil {
		return err
	}
	exports, err := r.Runtime().RunProgram(program)
	if err != nil {
		return r.Wrap(err)
	}
	return module.Set("exports", exports)
}
