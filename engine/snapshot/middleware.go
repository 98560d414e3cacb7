package snapshot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"framework/engine/value"
	"framework/engine/web"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/shim"
	"framework/router"
)

// visit is one HTTP request on its way through the middleware.
type visit struct {
	x      *router.Exchange
	w      http.ResponseWriter
	r      *http.Request
	upload *web.Upload
	held   web.Held
}

// step is one entry of config.http.middleware.order. One of its functions is
// set: serve for requests, recover for requests that failed before.
type step struct {
	name    string
	handler router.Handler // of the project, nil for built-in ones
	serve   func(q *requests, v *visit) (router.Verdict, error)
	recover func(q *requests, x *router.Exchange, failed error) (router.Verdict, error)
}

// builtIn are the steps that the server has by itself. Those without a function
// are part of others: the timer and the override of methods of reading the
// request, and the body parser's error of answering it.
func builtIn() map[string]func(q *requests, v *visit) (router.Verdict, error) {
	pass := func(*requests, *visit) (router.Verdict, error) { return router.Pass, nil }
	return map[string]func(q *requests, v *visit) (router.Verdict, error){
		"startRequestTimer": pass, "handleBodyParserError": pass, "favicon": pass,
		"$custom": pass, "500": pass,
		"compress":       (*requests).allowCompression,
		"cookieParser":   (*requests).parseCookies,
		"session":        (*requests).openSession,
		"bodyParser":     (*requests).parseBody,
		"methodOverride": (*requests).overrideMethod,
		"poweredBy":      (*requests).announcePower,
		"router":         (*requests).dispatch,
		"www":            (*requests).serveStatic,
		"404":            (*requests).notFound,
	}
}

// allowCompression lets what answers from here on be compressed.
func (q *requests) allowCompression(v *visit) (router.Verdict, error) {
	if q.compressed {
		web.AllowCompression(v.w.Header())
	}
	return router.Pass, nil
}

// parseCookies reads the cookies of a request.
func (q *requests) parseCookies(v *visit) (router.Verdict, error) {
	web.ReadCookies(v.x, q.web)
	return router.Pass, nil
}

// parseBody reads the body of a request.
func (q *requests) parseBody(v *visit) (router.Verdict, error) {
	opts := q.web
	v.held.Budget, opts.Limits.Held = &q.host.parsing, &v.held
	opts.Limits.Receiving = &q.host.receiving
	upload, err := web.ReadBody(v.x, v.w, v.r, opts)
	if err != nil {
		return router.Answered, err
	}
	if v.upload = upload; upload != nil {
		web.SetUpload(v.x, upload)
	}
	return router.Pass, nil
}

// recoverBody answers requests whose body cannot be read.
func (q *requests) recoverBody(x *router.Exchange, failed error) (router.Verdict, error) {
	var e *router.Error
	if errors.As(failed, &e) && e.Code == web.BodyErrorCode {
		return router.Answered, q.unreadable(x, failed)
	}
	return router.Answered, failed
}

// overrideMethod gives a request the method that its header or field asks for.
func (q *requests) overrideMethod(v *visit) (router.Verdict, error) {
	web.OverrideMethod(v.x, q.web)
	return router.Pass, nil
}

func (q *requests) announcePower(v *visit) (router.Verdict, error) {
	if q.poweredBy != "" {
		v.x.Response.Header().Set("X-Powered-By", q.poweredBy)
	}
	return router.Pass, nil
}

func (q *requests) serveStatic(v *visit) (router.Verdict, error) {
	if q.assets == nil {
		return q.static.Serve(v.x)
	}
	for _, serve := range []func(x *router.Exchange) (router.Verdict, error){q.assets.ServePage, q.static.Serve, q.assets.Serve} {
		if verdict, err := serve(v.x); verdict == router.Answered || err != nil {
			return verdict, err
		}
	}
	return router.Pass, nil
}

func (q *requests) notFound(v *visit) (router.Verdict, error) {
	if q.onNotFound.listened() {
		return q.onNotFound.handler.Serve(v.x)
	}
	return q.responses.Respond(v.x, "notFound", value.Undefined{})
}

// run takes a request through the steps. After an error only those steps are
// asked that recover from errors; one that no step recovered from is returned.
func (q *requests) run(v *visit) error {
	var failed error
	for _, s := range q.steps {
		var verdict router.Verdict
		switch {
		case failed == nil && s.serve != nil:
			verdict, failed = s.serve(q, v)
		case failed != nil && s.recover != nil:
			verdict, failed = s.recover(q, v.x, failed)
		default:
			continue
		}
		if failed == nil && verdict == router.Answered {
			return nil
		}
		if errors.Is(failed, jsapi.ErrOverloaded) {
			return failed // nobody has the time to recover from it
		}
		if failed != nil && (s.name == "router" || v.x.Response.Committed()) {
			return failed // the router answers for its errors by itself
		}
	}
	if failed != nil {
		return failed
	}
	_, err := q.notFound(v)
	return err
}

// pipelineReader reads how requests are served.
type pipelineReader struct {
	*build
	configuration
	realm
	presentation
}

// middleware makes the steps of config.http: the built-in ones, and in their
// places or between them functions of the project.
func (b pipelineReader) middleware(ctx context.Context, q *requests) error {
	order := b.profile.MiddlewareOrder
	if v, ok := b.cfg.Get("http.middleware.order"); ok {
		list, ok := v.([]any)
		if !ok {
			return fmt.Errorf("config http.middleware.order (%s): expected a list of names, got %v", b.cfg.Source("http.middleware.order"), v)
		}
		order = order[:0:0]
		for _, each := range list {
			name, ok := each.(string)
			if !ok {
				name = fmt.Sprint(each) // 404 and 500 may be written as numbers
			}
			order = append(order, name)
		}
	}
	if err := b.requestEvents(ctx, q); err != nil {
		return err
	}
	settings, err := b.httpSettings(ctx)
	if err != nil {
		return err
	}
	if q.web.Limits.Body, err = web.ByteCount(settings.BodyLimit, q.web.Limits.Body); err != nil {
		return fmt.Errorf("config/http.js: the limit of the body parser: %w", err)
	}
	if q.web.Limits.Values == 0 {
		q.web.Limits.Values = web.DefaultValues(q.web.Limits.Body)
	}
	custom, builtIn := settings.Middleware, builtIn()
	if settings.OnBodyError != nil {
		builtIn["bodyParser"] = b.watchedBody(settings.OnBodyError)
	}
	if b.profile.MiddlewareExact {
		if err := b.checkMiddleware(order, custom, builtIn); err != nil {
			return err
		}
	}
	if at := slices.Index(order, "router"); b.profile.Modern && at >= 0 && !slices.Contains(order, "$custom") {
		order = slices.Insert(slices.Clone(order), at+1, "$custom") // what hooks gave to sails.hooks.http.app.use
	}
	for _, name := range order {
		fns, own := custom[name]
		serve, known := builtIn[name]
		switch {
		case own:
			if len(fns) > 0 {
				q.names = append(q.names, name)
			}
			for _, fn := range fns {
				q.steps = append(q.steps, b.scriptStep(name, fn))
			}
			if name == "poweredBy" && len(fns) == 0 {
				q.poweredBy = ""
			}
		case known:
			s := step{name: name, serve: serve}
			if name == "router" || name == "www" {
				q.names = append(q.names, name)
			}
			if name == "handleBodyParserError" {
				s.recover = (*requests).recoverBody
			}
			q.steps = append(q.steps, s)
		default:
			b.warn(fmt.Sprintf(
				"config/http.js: middleware.order names %q, but there is no such middleware: add middleware.%s = function (req, res, next) {…}", name, name))
		}
	}
	if len(custom["$custom"]) > 0 && !slices.Contains(order, "$custom") {
		b.warn("config/http.js: customMiddleware never runs, for middleware.order does not name '$custom'")
	}
	if !slices.Contains(order, "router") {
		b.warn("config/http.js: middleware.order does not name 'router': no route will ever answer")
	}
	q.steps = joinSteps(q.steps)
	q.compress = slices.Contains(order, "compress")
	return nil
}

// scriptStep is a function of the project as a step; one of four parameters is
// for errors.
func (b pipelineReader) scriptStep(name string, fn app.Middleware) step {
	info := shim.Info{Action: name, Source: "config/http.js", Kind: "middleware"}
	if fn.ForErrors {
		failed := b.shim.ErrorHandler(b.iso, fn.Call, info)
		return step{name: name, recover: func(_ *requests, x *router.Exchange, err error) (router.Verdict, error) { return failed(x, err) }}
	}
	return handlerStep(name, b.shim.Handler(b.iso, fn.Call, info))
}

func handlerStep(name string, h router.Handler) step {
	return step{name: name, handler: h, serve: func(_ *requests, v *visit) (router.Verdict, error) { return h.Serve(v.x) }}
}

// joinSteps makes one step of neighbours that run in JavaScript.
func joinSteps(steps []step) []step {
	var out []step
	for _, s := range steps {
		if len(out) > 0 {
			last := &out[len(out)-1]
			if j, ok := last.handler.(joiner); ok && s.handler != nil {
				if both, ok := j.Join(s.handler); ok {
					*last = handlerStep(last.name, both)
					continue
				}
			}
		}
		out = append(out, s)
	}
	return out
}

// httpSettings are those of config.http that JavaScript has.
func (b pipelineReader) httpSettings(ctx context.Context) (*app.HTTP, error) {
	var out *app.HTTP
	err := b.iso.Do(ctx, func(*jsapi.Realm) (err error) {
		out, err = b.js.HTTP()
		return err
	})
	return out, err
}

// watchedBody parses bodies and lets the project answer for those that cannot
// be parsed.
func (b pipelineReader) watchedBody(onError *app.Middleware) func(q *requests, v *visit) (router.Verdict, error) {
	failed := b.shim.ErrorHandler(b.iso, onError.Call, shim.Info{Action: "onBodyParserError", Source: "config/http.js", Kind: "middleware"})
	return func(q *requests, v *visit) (router.Verdict, error) {
		verdict, err := q.parseBody(v)
		if err != nil {
			return failed(v.x, err)
		}
		return verdict, nil
	}
}

// appEvent fires an event of the app object for a request.
type appEvent struct {
	listened func() bool
	handler  router.Handler
	failed   func(x *router.Exchange, err error) (router.Verdict, error)
}

// requestEvents makes those of the requests.
func (b pipelineReader) requestEvents(ctx context.Context, q *requests) error {
	return b.iso.Do(ctx, func(*jsapi.Realm) error {
		for event, t := range map[string]*appEvent{app.RequestEvent: &q.onRequest, app.NotFoundEvent: &q.onNotFound, app.FailedEvent: &q.onFailed} {
			fire, listened, err := b.js.EventMiddleware(event)
			if err != nil {
				return err
			}
			t.listened = listened
			info := shim.Info{Action: event, Source: "a listener of " + event, Kind: "listener"}
			if fire.ForErrors {
				t.failed = b.shim.ErrorHandler(b.iso, fire.Call, info)
			} else {
				t.handler = b.shim.Handler(b.iso, fire.Call, info)
			}
		}
		return nil
	})
}
