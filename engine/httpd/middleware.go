package httpd

import (
	"fmt"
	"slices"

	"framework/engine/config"
	"framework/engine/problem"
	"framework/router"
)

// custom is the name in the order of middleware for what customMiddleware gives to the
// app of Express.
const custom = "$custom"

// Added is the name of what hooks and other code give to the app of Express. It has no
// place in the order but the one that the release gives it.
const Added = "hooks.http.app.use"

// Function is middleware of the project: one of both is set, Handler for requests,
// Recover for requests that failed before.
type Function struct {
	Handler router.Handler
	Recover func(x *router.Exchange, failed error) (router.Verdict, error)
	// Active reports whether Handler does anything yet; nil for always.
	Active func() bool
}

// MiddlewareOptions say what middleware is read from.
type MiddlewareOptions struct {
	Switches Switches
	Config   *config.Config
	// Functions are those of the project by their names. A name without one
	// switches off what the server has under this name.
	Functions map[string][]Function
	// OnBodyError answers for bodies that cannot be parsed; nil for the server's
	// own answer.
	OnBodyError func(x *router.Exchange, failed error) (router.Verdict, error)
}

// Middleware are the steps that requests over HTTP pass, in their order.
type Middleware struct {
	steps []step
	// compress: the project has switched compression on. noPower: it has
	// switched X-Powered-By off.
	compress, noPower bool
	// Names are those of the project's, "router" and "www" among them, for audits.
	Names []string
	// Warnings are for the project.
	Warnings []problem.Problem
}

// step is one entry of config.http.middleware.order. One of its functions is
// set: serve for requests, recover for requests that failed before.
type step struct {
	name    string
	handler router.Handler // of the project, nil for built-in ones
	serve   serveFunc
	recover func(p *Pipeline, x *router.Exchange, failed error) (router.Verdict, error)
}

type serveFunc func(p *Pipeline, v *visit) (router.Verdict, error)

// middlewareReader reads middleware.
type middlewareReader struct {
	MiddlewareOptions
	builtIn map[string]serveFunc
}

// ReadMiddleware makes the steps of config.http.middleware: the built-in ones, and in
// their places or between them functions of the project.
func ReadMiddleware(opts MiddlewareOptions) (Middleware, error) {
	r := &middlewareReader{MiddlewareOptions: opts, builtIn: builtIn()}
	if failed := opts.OnBodyError; failed != nil {
		r.builtIn["bodyParser"] = watchedBody(failed)
	}
	order, err := r.order()
	if err != nil {
		return Middleware{}, err
	}
	rules := opts.Switches.rules()
	if err := rules.check(r, order); err != nil {
		return Middleware{}, err
	}
	order = rules.order(order)
	m := Middleware{compress: slices.Contains(order, "compress")}
	for _, name := range order {
		m.add(r, name)
	}
	if len(opts.Functions[custom]) > 0 && !slices.Contains(order, custom) {
		m.warn(problem.In(httpFile, "customMiddleware never runs, for middleware.order does not name '$custom'"))
	}
	if end := slices.Index(order, "404"); len(opts.Functions[Added]) > 1 && end >= 0 && end < slices.Index(order, Added) {
		m.warn(problem.General("what a hook gives to sails.hooks.http.app.use never runs, for it comes behind the middleware 404, as in Sails").
			Advise("give it to http.middleware or http.customMiddleware in config/http.js"))
	}
	if !slices.Contains(order, "router") {
		m.warn(problem.In(httpFile, "middleware.order does not name 'router': no route will ever answer"))
	}
	m.steps = joinSteps(m.steps)
	return m, nil
}

// order is config.http.middleware.order, or that of the release.
func (r *middlewareReader) order() ([]string, error) {
	const key = "http.middleware.order"
	v, ok := r.Config.Get(key)
	if !ok {
		return r.Switches.Order, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("config %s (%s): expected a list of names, got %v", key, r.Config.Source(key), v)
	}
	var order []string
	for _, each := range list {
		name, ok := each.(string)
		if !ok {
			name = fmt.Sprint(each) // 404 and 500 may be written as numbers
		}
		order = append(order, name)
	}
	return order, nil
}

// add adds what has a name.
func (m *Middleware) add(r *middlewareReader, name string) {
	fns, own := r.Functions[name]
	serve, known := r.builtIn[name]
	switch {
	case own:
		if len(fns) > 0 && (name != Added || len(fns) > 1) { // besides the one for what comes later
			m.Names = append(m.Names, name)
		}
		for _, fn := range fns {
			m.steps = append(m.steps, functionStep(name, fn))
		}
		if name == "poweredBy" && len(fns) == 0 {
			m.noPower = true
		}
	case known:
		s := step{name: name, serve: serve}
		if name == "router" || name == "www" {
			m.Names = append(m.Names, name)
		}
		if name == "handleBodyParserError" {
			s.recover = (*Pipeline).recoverBody
		}
		m.steps = append(m.steps, s)
	default:
		m.warn(problem.In(httpFile, "middleware.order names %q, but there is no such middleware", name).
			Advise(fmt.Sprintf("add middleware.%s = function (req, res, next) {…}", name)))
	}
}

func (m *Middleware) warn(p problem.Problem) { m.Warnings = append(m.Warnings, p) }

// httpFile is where the middleware is configured.
const httpFile = "config/http.js"

func functionStep(name string, fn Function) step {
	if fn.Recover != nil {
		return step{name: name, recover: func(_ *Pipeline, x *router.Exchange, err error) (router.Verdict, error) { return fn.Recover(x, err) }}
	}
	if active := fn.Active; active != nil {
		return step{name: name, serve: func(_ *Pipeline, v *visit) (router.Verdict, error) {
			if !active() {
				return router.Pass, nil
			}
			return fn.Handler.Serve(v.x)
		}}
	}
	return handlerStep(name, fn.Handler)
}

func handlerStep(name string, h router.Handler) step {
	return step{name: name, handler: h, serve: func(_ *Pipeline, v *visit) (router.Verdict, error) { return h.Serve(v.x) }}
}

// joinSteps makes one step of neighbours that run in JavaScript.
func joinSteps(steps []step) []step {
	var out []step
	for _, s := range steps {
		if len(out) > 0 && s.handler != nil {
			last := &out[len(out)-1]
			if both, ok := join(last.handler, s.handler); ok {
				*last = handlerStep(last.name, both)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}
