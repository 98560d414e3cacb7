package engine

import (
	"context"
	"errors"
	"net/http"
	"time"

	"framework/engine/admission"
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/pipeline"
	"framework/engine/response"
	"framework/engine/session"
	"framework/engine/web"
	"framework/jsapi"
	"framework/jsapi/shim"
	"framework/router"
)

// allMethods is the answer to OPTIONS: classic projects accept every verb at
// every path, and decide later.
const allMethods = "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS"

// requests serves the HTTP requests of one snapshot.
type requests struct {
	app       *App
	isolate   *jsapi.Isolate
	table     router.Table
	sockets   *socketSide
	shim      *shim.Shim
	web       web.Options
	sessions  *session.Manager // nil when switched off
	static    *web.Static
	assets    *pipeline.Pipeline // nil without
	cors      *cors.Set
	csrf      *csrf.Protection // nil when switched off
	responses *response.Set
	merge     router.OptionsMerge
	// decodePaths refuses paths with broken escapes before any route sees
	// them; hideBodyErrors says no more than the status about broken bodies.
	decodePaths, hideBodyErrors, emptyBodyErrors bool
	poweredBy                                    string
	guards                                       []guardHeader
	writeTimeout                                 time.Duration
	handler                                      http.Handler
	// steps are the middleware in their order; compress says that they ask for
	// compression, compressed that there is some.
	steps                []step
	compress, compressed bool
	// told, notFoundTold and failedTold have the project told of requests.
	told, notFoundTold, failedTold teller
}

func (b *builder) newRequests(ctx context.Context) (*requests, error) {
	production := b.set.Production()
	q := &requests{
		app: b.app, isolate: b.iso, table: b.snapshot.Table, sockets: b.snapshot.sockets, shim: b.shim, responses: b.answers, merge: b.profile.Merge,
		decodePaths: b.profile.DecodePaths, hideBodyErrors: production && b.profile.HideBodyErrors, emptyBodyErrors: b.profile.EmptyBodyErrors,
		poweredBy: b.set.PoweredBy, web: b.profile.Web, cors: b.cors, csrf: b.csrf, assets: b.assets,
	}
	q.web.Secrets = b.secret
	q.web.Limits = web.BodyLimits{Body: b.set.BodyLimit, Upload: b.set.UploadLimit, Values: b.set.BodyValues, Patience: b.set.BodyTimeout}
	b.app.parsing.SetMost(b.set.ParseBudget)
	err := b.prepareServer()
	if err != nil {
		return nil, err
	}
	if q.web.Trust, err = b.trust(); err != nil {
		return nil, err
	}
	if q.sessions, err = b.sessionManager(ctx); err != nil {
		return nil, err
	}
	if q.guards, err = b.guardHeaders(); err != nil {
		return nil, err
	}
	cacheControl, err := b.cacheControl()
	if err != nil {
		return nil, err
	}
	static := web.StaticOptions{
		Dirs: b.tree.Assets, RedirectHTML: b.profile.RedirectHTML, Modern: b.profile.Modern, CacheControl: cacheControl,
		Favicon: web.Favicon(), FaviconCacheControl: b.profile.Caching.Favicon,
	}
	if q.static, err = web.NewStatic(static); err != nil {
		return nil, err
	}
	if err := b.middleware(ctx, q); err != nil {
		return nil, err
	}
	q.compressed = production && q.compress
	q.writeTimeout = b.set.WriteTimeout
	return q, q.handle()
}

// cacheControl is what clients are told about assets.
func (b *builder) cacheControl() (string, error) {
	caching := b.profile.Caching
	switch age, ok := b.cfg.Get(caching.Setting); {
	case age == false:
		return caching.After(0), nil
	case ok && age != nil:
		d, err := b.cfg.Milliseconds(caching.Setting, 0)
		return caching.After(d), err
	case b.set.Production():
		return caching.Production, nil
	}
	return caching.Development, nil
}

// handle makes the handler of q.
func (q *requests) handle() (err error) {
	q.handler = http.HandlerFunc(q.serve)
	if q.compressed {
		q.handler, err = web.Compress(q.handler)
	}
	return err
}

// withTable are the same requests with other routes.
func (q *requests) withTable(t router.Table) (*requests, error) {
	other := *q
	other.table = t
	return &other, other.handle()
}

// close gives back what the requests hold open.
func (q *requests) close() error { return q.static.Close() }

// ServeHTTP implements http.Handler.
func (q *requests) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	paced, done := web.PaceWriter(w, q.writeTimeout)
	defer done()
	q.handler.ServeHTTP(paced, r)
}

func (q *requests) serve(w http.ResponseWriter, r *http.Request) {
	x, err := web.OpenExchange(w, r, q.web)
	q.announceGuards(x, w.Header())
	if err != nil {
		q.finish(x, q.unreadable(x, err))
		return
	}
	ctx, over := lasting(admission.Arrive(x.Context()))
	defer over()
	x.SetContext(ctx)
	v := &visit{x: x, w: w, r: r}
	defer v.held.Release()
	defer func() {
		if v.upload == nil {
			return
		}
		if !v.upload.Over() {
			// The client may have its answer while it still sends.
			_ = http.NewResponseController(w).Flush() // a writer that cannot delivers it at the end
		}
		if err := v.upload.Close(); err != nil {
			q.app.log.Warn("the files of an upload could not be removed", "error", err)
		}
	}()
	q.finish(x, q.run(v))
	if q.shim.Waits(x) {
		q.shim.Over(q.isolate, x)
	}
}

// openSession gives a request its session.
func (q *requests) openSession(v *visit) (router.Verdict, error) {
	if q.sessions == nil {
		return router.Pass, nil
	}
	x := v.x
	flush := q.sessions.Open(x)
	if res, ok := x.Response.(*web.Responder); ok {
		res.Before(func() {
			if err := flush(context.WithoutCancel(x.Context())); err != nil {
				q.app.log.Error("a session could not be stored", "error", err)
			}
		})
	}
	return router.Pass, nil
}

// dispatch takes a request through the table.
func (q *requests) dispatch(v *visit) (router.Verdict, error) {
	x := v.x
	if q.decodePaths {
		if err := router.DecodePath(x.Request.Path); err != nil {
			return router.Answered, q.refuse(x, err)
		}
	}
	if passed, err := q.guard(x); !passed {
		return router.Answered, err
	}
	verdict, err := router.Dispatch(q.table, x, q.merge)
	if err != nil || verdict == router.Answered {
		return verdict, err
	}
	if x.Request.Method == http.MethodOptions {
		x.Response.Header().Set("Allow", allMethods)
		x.Response.Header().Set("Content-Type", "text/html; charset=utf-8")
		return router.Answered, x.Response.Commit(http.StatusOK, []byte(allMethods))
	}
	return router.Pass, nil
}

// unreadable answers a request whose body or query cannot be read.
func (q *requests) unreadable(x *router.Exchange, err error) error {
	var e *router.Error
	if q.hideBodyErrors && errors.As(err, &e) {
		if q.emptyBodyErrors {
			return x.Response.Commit(e.Status, nil)
		}
		x.Response.Header().Set("Content-Type", "text/plain; charset=utf-8")
		return x.Response.Commit(e.Status, []byte(http.StatusText(e.Status)))
	}
	return q.refuse(x, err)
}

// refuse answers with the status and the message of a *router.Error.
func (q *requests) refuse(x *router.Exchange, err error) error {
	var e *router.Error
	if !errors.As(err, &e) {
		return err
	}
	h := x.Response.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if e.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	message := e.Message
	if message == "" {
		message = e.Error()
	}
	return x.Response.Commit(e.Status, []byte(message))
}

// finish is the one place where errors become answers.
func (q *requests) finish(x *router.Exchange, err error) {
	if err == nil {
		return
	}
	if x.Context().Err() != nil {
		return // nobody is there to answer
	}
	if x.Response.Committed() {
		q.app.log.Error("a request failed after its answer had begun", "method", x.Request.Method, "path", x.Request.Path, "error", err)
		return
	}
	if overloaded := errors.Is(err, jsapi.ErrOverloaded); overloaded || errors.Is(err, admission.ErrOverloaded) {
		why := admission.ErrOverloaded
		if overloaded {
			why = jsapi.ErrOverloaded
		}
		q.app.turnAway(x.Request.Method, x.Request.Path, why)
		err = q.refuse(x, shim.Overloaded(err))
		if err == nil {
			return
		}
	}
	var e *router.Error
	known := errors.As(err, &e)
	switch {
	case known && e.Code == web.BodyErrorCode:
		err = q.unreadable(x, err)
	case known && e.Status == http.StatusServiceUnavailable:
		q.app.log.Warn("a request was turned away", "method", x.Request.Method, "path", x.Request.Path, "error", err)
		err = q.refuse(x, err)
	case q.failedTold.listened():
		_, err = q.failedTold.failed(x, err)
	case q.responses.Switches().Modern && !known:
		// What an action throws is a server's error, whatever status it bears.
		_, err = q.responses.Respond(x, "serverError", err)
	default:
		_, err = q.responses.Respond(x, "negotiate", err)
	}
	if err == nil || x.Response.Committed() {
		return
	}
	// The project's own error response failed as well.
	q.app.log.Error("the response to a failed request failed", "method", x.Request.Method, "path", x.Request.Path, "error", err)
	x.Response.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_ = x.Response.Commit(http.StatusInternalServerError, []byte(http.StatusText(http.StatusInternalServerError))) // the client is gone
}

// secrets are those of config.session.secret, a text or a list whose first one
// signs. Without one a random secret holds until the server stops.
func (b *builder) secrets() ([]string, error) {
	v, _ := b.cfg.Get("session.secret")
	switch s := v.(type) {
	case nil:
	case string:
		if s != "" {
			return []string{s}, nil
		}
	case []any:
		var list []string
		for _, each := range s {
			if text, ok := each.(string); ok && text != "" {
				list = append(list, text)
			}
		}
		if len(list) > 0 {
			return list, nil
		}
	}
	if b.set.Production() && !b.app.opts.Inspect && b.profile.Modern && b.sessionsOn() {
		return nil, errNoSecret
	}
	if b.set.Production() && !b.app.opts.Inspect {
		b.snapshot.Warnings = append(b.snapshot.Warnings, "session.secret is not set: everybody is logged out when the server restarts; set it in config/local.js")
	}
	return []string{b.app.sessions.secret()}, nil
}
