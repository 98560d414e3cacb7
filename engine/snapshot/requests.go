package snapshot

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"time"

	"framework/engine/admission"
	"framework/engine/config"
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/httpd"
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
	host      *Host
	isolate   *jsapi.Isolate
	table     router.Table
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
	headers                                      httpd.Headers
	writeTimeout                                 time.Duration
	handler                                      http.Handler
	// steps are the middleware in their order; compress says that they ask for
	// compression, compressed that there is some.
	steps                []step
	names                []string // of the project's middleware, "router" and "www" among them, for audits
	compress, compressed bool
	// onRequest, onNotFound and onFailed fire the events of the app object.
	onRequest, onNotFound, onFailed appEvent
}

// serving is what answers requests: what stage Serve makes.
type serving struct {
	requests *requests
	sessions session.Store // nil without
	tls      *tls.Config   // nil where HTTP is spoken without encryption
	set      config.Settings
}

// serve makes the middleware around the routes, and opens the gateway.
func serve(ctx context.Context, b *build, c configuration, rt realm, faces presentation, bound routing) (serving, error) {
	encrypted, set, err := prepareServer(tlsReader{b, c, rt})
	if err != nil {
		return serving{}, err
	}
	c.set = set
	production := set.Production()
	q := &requests{
		host: b.Host, isolate: rt.iso, table: bound.table,
		shim: faces.shim, responses: faces.answers, merge: c.profile.Merge,
		decodePaths: c.profile.DecodePaths, hideBodyErrors: production && c.profile.HideBodyErrors, emptyBodyErrors: c.profile.EmptyBodyErrors,
		poweredBy: set.PoweredBy, web: c.profile.Web, cors: bound.cors, csrf: bound.csrf, assets: faces.assets, writeTimeout: set.WriteTimeout,
	}
	q.web.Secrets = faces.secrets
	q.web.Limits = web.BodyLimits{Body: set.BodyLimit, Upload: set.UploadLimit, Values: set.BodyValues, Patience: set.BodyTimeout}
	b.parsing.SetMost(set.ParseBudget)
	b.receiving.SetMost(set.ReceiveBudget)
	reader := pipelineReader{b, c, rt, faces}
	if q.web.Trust, err = reader.trust(); err != nil {
		return serving{}, err
	}
	out := serving{requests: q, tls: encrypted, set: set}
	if q.sessions, out.sessions, err = sessionsOf(b, c, sessionScripts{rt, faces.shim}).Manager(ctx, faces.secrets, c.profile.SecretKey); err != nil {
		return serving{}, err
	}
	if q.headers, err = httpd.ReadHeaders(c.cfg, production); err != nil {
		return serving{}, err
	}
	caching, err := cacheControl(c)
	if err != nil {
		return serving{}, err
	}
	static := web.StaticOptions{
		Dirs: c.tree.Assets, Switches: c.profile.Static, CacheControl: caching,
		Favicon: web.Favicon(), FaviconCacheControl: c.profile.Caching.Favicon,
	}
	if q.static, err = web.NewStatic(static); err != nil {
		return serving{}, err
	}
	b.made.add(func() { _ = q.static.Close() }) // open folders, closed as well as can be
	if err := reader.middleware(ctx, q); err != nil {
		return serving{}, err
	}
	q.compressed = production && q.compress
	if err := q.handle(); err != nil {
		return serving{}, err
	}
	b.gateway.update(func(f *finished) { f.actions, f.gates, f.requests = bound.actions, bound.gates, q })
	return out, nil
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

// ServeHTTP implements http.Handler.
func (q *requests) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	paced, done := web.PaceWriter(w, q.writeTimeout)
	defer done()
	q.handler.ServeHTTP(paced, r)
}

func (q *requests) serve(w http.ResponseWriter, r *http.Request) {
	x, err := web.OpenExchange(w, r, q.web)
	q.headers.Announce(w.Header(), x.Request.Protocol == "https")
	if err != nil {
		q.finish(x, q.unreadable(x, err))
		return
	}
	ctx, finish := httpd.DetachOnFinish(admission.Arrive(x.Context()))
	defer finish()
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
			q.host.log.Warn("the files of an upload could not be removed", "error", err)
		}
	}()
	q.finish(x, q.run(v))
	if q.shim.HasFinishListeners(x) {
		q.shim.EmitFinish(q.isolate, x)
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
				q.host.log.Error("a session could not be stored", "error", err)
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
		q.host.log.Error("a request failed after its answer had begun", "method", x.Request.Method, "path", x.Request.Path, "error", err)
		return
	}
	if overloaded := errors.Is(err, jsapi.ErrOverloaded); overloaded || errors.Is(err, admission.ErrOverloaded) {
		why := admission.ErrOverloaded
		if overloaded {
			why = jsapi.ErrOverloaded
		}
		q.host.TurnAway(x.Request.Method, x.Request.Path, why)
		err = q.refuse(x, shim.Overloaded(err))
		if err == nil {
			return
		}
	}
	if exhausted := router.Exhausted(err); exhausted != nil {
		err = exhausted
	}
	var e *router.Error
	known := errors.As(err, &e)
	switch {
	case known && e.Code == web.BodyErrorCode:
		err = q.unreadable(x, err)
	case known && e.Status == http.StatusServiceUnavailable:
		q.host.log.Warn("a request was turned away", "method", x.Request.Method, "path", x.Request.Path, "error", err)
		err = q.refuse(x, err)
	case q.onFailed.listened():
		_, err = q.onFailed.failed(x, err)
	default:
		_, err = q.responses.Fail(x, err)
	}
	if err == nil || x.Response.Committed() {
		return
	}
	// The project's own error response failed as well.
	q.host.log.Error("the response to a failed request failed", "method", x.Request.Method, "path", x.Request.Path, "error", err)
	x.Response.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_ = x.Response.Commit(http.StatusInternalServerError, []byte(http.StatusText(http.StatusInternalServerError))) // the client is gone
}

// cacheControl is the Cache-Control header of assets.
func cacheControl(c configuration) (string, error) {
	caching := c.profile.Caching
	switch age, ok := c.cfg.Get(caching.Setting); {
	case age == false:
		return caching.After(0), nil
	case ok && age != nil:
		d, err := c.cfg.Milliseconds(caching.Setting, 0)
		return caching.After(d), err
	case c.set.Production():
		return caching.Production, nil
	}
	return caching.Development, nil
}
