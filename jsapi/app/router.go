package app

import (
	"errors"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/value"
)

// Router changes the routes of a version that has some. It is called on the loop.
type Router interface {
	// Routes are the routes that are there, in order.
	Routes() []BoundRoute
	// Bind adds a route behind the others, and returns what it was made into.
	Bind(r Route) ([]BoundRoute, error)
	// Unbind removes what answers verb at path, which is as it was bound.
	Unbind(path, verb string)
	// Reset removes all routes.
	Reset()
	// Flush makes the routes anew, with these in the place of config.routes.
	Flush(explicit *value.Map) error
}

// BoundRoute is a route as listeners of router:bind see it.
type BoundRoute struct {
	// Verb is that of the address in lower case: all, or "" for the usual ones.
	Verb string
	// Path is the pattern, or the source of a regular expression.
	Path    string
	Regexp  bool
	Options *value.Map
}

// SetRouter has framework.router and its like change r from now on. Until then what
// they bind is collected for the phases; r is given the rest.
func (a *App) SetRouter(r Router) error {
	list, err := a.takeRoutes()
	if err != nil {
		return err
	}
	a.router = r
	if a.listened[BindEvent].Load() { // else nobody needs the list
		if err := a.routesBound(r.Routes()); err != nil {
			return err
		}
	}
	for _, each := range list {
		if err := a.bindRoute(each); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) bindRoute(r Route) error {
	made, err := a.router.Bind(r)
	if err != nil {
		return err
	}
	return a.routesBound(made)
}

// routesBound fires router:bind for each route, if something listens.
func (a *App) routesBound(list []BoundRoute) error {
	if !a.listened[BindEvent].Load() {
		return nil
	}
	rt := a.realm.Runtime()
	fire, ok := goja.AssertFunction(a.fire.Get(BindEvent))
	if !ok {
		return errors.New("app.js does not fire " + BindEvent)
	}
	for _, each := range list {
		if _, err := fire(goja.Undefined(), rt.ToValue(each.Verb), rt.ToValue(each.Path), rt.ToValue(each.Regexp), a.realm.ToJS(each.Options)); err != nil {
			return a.realm.Wrap(err)
		}
	}
	return nil
}

// The phases in which hooks and listeners of the events of these names bind routes.
const (
	PhaseBefore = "before"
	PhaseAfter  = "after"
)

// PhaseRoutes fires the event of a phase, and returns what is bound in it: own are
// the routes of the hooks.
func (a *App) PhaseRoutes(phase string, own []Route) ([]Route, error) {
	defer func(before bool) { a.collecting = before }(a.collecting)
	a.collecting = true
	if phase == PhaseBefore {
		if err := a.Emit("router:reset"); err != nil {
			return nil, err
		}
	}
	if err := a.Emit("router:" + phase); err != nil {
		return nil, err
	}
	bound, err := a.takeRoutes()
	if err == nil && phase == PhaseBefore {
		err = a.policiesBound()
	}
	return append(own, bound...), err
}

// policiesBound fires the event of the hook policies.
func (a *App) policiesBound() error {
	if a.object.Get("hooks").ToObject(a.realm.Runtime()).Get("policies") == nil {
		return nil // switched off
	}
	return a.Emit("hook:policies:bound")
}

// takeRoutes returns what was collected since it was last called.
func (a *App) takeRoutes() ([]Route, error) {
	take, ok := goja.AssertFunction(a.routerTake)
	if !ok {
		return nil, errors.New("app.js has no router")
	}
	v, err := take(goja.Undefined())
	if err != nil {
		return nil, a.realm.Wrap(err)
	}
	return a.routes(v)
}

// bind is native.bind(address, target): false if there are no routes yet.
func (a *App) bind(call goja.FunctionCall) goja.Value {
	rt := a.realm.Runtime()
	if a.router == nil || a.collecting {
		return rt.ToValue(false)
	}
	target := newExporter(a.realm).value(call.Argument(1), 0)
	if err := a.bindRoute(Route{call.Argument(0).String(), target}); err != nil {
		panic(a.realm.Error(err))
	}
	return rt.ToValue(true)
}

// unbind is native.unbind(path, verb).
func (a *App) unbind(call goja.FunctionCall) goja.Value {
	if a.router != nil {
		a.router.Unbind(call.Argument(0).String(), strings.ToUpper(call.Argument(1).String()))
	}
	return goja.Undefined()
}

// reset is native.reset().
func (a *App) reset(goja.FunctionCall) goja.Value {
	if a.router != nil {
		a.router.Reset()
	}
	return goja.Undefined()
}

// flush is native.flush(routes).
func (a *App) flush(call goja.FunctionCall) goja.Value {
	explicit, ok := newExporter(a.realm).value(call.Argument(0), 0).(*value.Map)
	switch {
	case !ok:
		panic(a.realm.Runtime().NewTypeError("router.flush() needs routes as config/routes.js has them: addresses with their targets"))
	case a.router == nil || a.collecting:
		return goja.Undefined() // they are about to be made
	}
	if err := a.router.Flush(explicit); err != nil {
		panic(a.realm.Error(err))
	}
	return goja.Undefined()
}

// sortRoutes is native.sortRoutes(routes).
func (a *App) sortRoutes(call goja.FunctionCall) goja.Value {
	routes, ok := newExporter(a.realm).value(call.Argument(0), 0).(*value.Map)
	if !ok {
		return a.realm.Runtime().NewArray()
	}
	return a.realm.ToJS(texts(a.opts.SortRoutes(routes)))
}
