package engine

import (
	"context"
	"errors"
	"net/http"

	"github.com/klauspost/compress/gzhttp"

	"framework/engine/ordered"
	"framework/engine/response"
	"framework/engine/session"
	"framework/engine/web"
	"framework/router"
)

// allMethods is the answer to OPTIONS: classic projects accept every verb at
// every path, and decide later.
const allMethods = "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS"

// requests serves the HTTP requests of one snapshot.
type requests struct {
	app       *App
	snapshot  *Snapshot
	web       web.Options
	sessions  *session.Manager // nil when switched off
	static    *web.Static
	responses *response.Set
	merge     router.OptionsMerge
	// decodePaths refuses paths with broken escapes before any route sees
	// them; hideBodyErrors says no more than the status about broken bodies.
	decodePaths, hideBodyErrors bool
	poweredBy                   string
	handler                     http.Handler
}

func (b *builder) newRequests() (*requests, error) {
	production := b.set.Production()
	q := &requests{
		app: b.app, snapshot: b.snapshot, responses: b.answers, merge: b.profile.Merge,
		decodePaths: b.profile.DecodePaths, hideBodyErrors: production && b.profile.HideBodyErrors,
		poweredBy: b.set.PoweredBy, web: b.profile.Web,
	}
	q.web.Secrets = b.secret
	q.web.Limits = web.BodyLimits{Body: b.set.BodyLimit, Upload: b.set.UploadLimit}
	q.web.TrustProxy = b.set.TrustProxy
	var err error
	if q.sessions, err = b.sessionManager(); err != nil {
		return nil, err
	}
	static := web.StaticOptions{
		Dirs: b.tree.Assets, RedirectHTML: b.profile.RedirectHTML,
		CacheControl: "public, max-age=0",
		Favicon:      web.Favicon(), FaviconCacheControl: "public, max-age=31536000",
	}
	if production {
		static.CacheControl = "public, max-age=31536000"
	}
	if q.static, err = web.NewStatic(static); err != nil {
		return nil, err
	}
	q.handler = http.HandlerFunc(q.serve)
	if production {
		q.handler = gzhttp.GzipHandler(q.handler)
	}
	return q, nil
}

// close gives back what the requests hold open.
func (q *requests) close() error { return q.static.Close() }

// ServeHTTP implements http.Handler.
func (q *requests) ServeHTTP(w http.ResponseWriter, r *http.Request) { q.handler.ServeHTTP(w, r) }

func (q *requests) serve(w http.ResponseWriter, r *http.Request) {
	x, upload, err := web.NewExchange(w, r, q.web)
	if upload != nil {
		defer func() {
			if err := upload.Close(); err != nil {
				q.app.log.Warn("the files of an upload could not be removed", "error", err)
			}
		}()
		x.SetContext(context.WithValue(x.Context(), uploadKey{}, upload))
	}
	if q.sessions != nil {
		q.openSession(x)
	}
	if err != nil {
		q.finish(x, q.unreadable(x, err))
		return
	}
	if q.poweredBy != "" {
		x.Response.Header().Set("X-Powered-By", q.poweredBy)
	}
	q.finish(x, q.answer(x, w, r))
}

func (q *requests) openSession(x *router.Exchange) {
	flush := q.sessions.Open(x)
	if res, ok := x.Response.(*web.Responder); ok {
		res.Before(func() {
			if err := flush(context.WithoutCancel(x.Context())); err != nil {
				q.app.log.Error("a session could not be stored", "error", err)
			}
		})
	}
}

// answer takes the exchange through the table, the static files and 404.
func (q *requests) answer(x *router.Exchange, w http.ResponseWriter, r *http.Request) error {
	if q.decodePaths {
		if err := router.DecodePath(x.Request.Path); err != nil {
			return q.refuse(x, err)
		}
	}
	verdict, err := router.Dispatch(q.snapshot.Table, x, q.merge)
	if err != nil || verdict == router.Answered {
		return err
	}
	if x.Request.Method == http.MethodOptions {
		x.Response.Header().Set("Allow", allMethods)
		x.Response.Header().Set("Content-Type", "text/html; charset=utf-8")
		return x.Response.Commit(http.StatusOK, []byte(allMethods))
	}
	if verdict, err = q.static.Serve(x, w, r); err != nil || verdict == router.Answered {
		return err
	}
	_, err = q.responses.Respond(x, "notFound", ordered.Undefined{})
	return err
}

// unreadable answers a request whose body or query cannot be read.
func (q *requests) unreadable(x *router.Exchange, err error) error {
	var e *router.Error
	if q.hideBodyErrors && errors.As(err, &e) {
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
	var e *router.Error
	if errors.As(err, &e) && e.Status == http.StatusServiceUnavailable {
		err = q.refuse(x, err)
	} else {
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

// sessionManager reads config.session; false switches sessions off.
func (b *builder) sessionManager() (*session.Manager, error) {
	if v, ok := b.cfg.Get("session"); ok && v == false {
		return nil, nil
	}
	if off, ok := b.cfg.Get("hooks.session"); ok && (off == false || off == "false") {
		return nil, nil
	}
	name, err := b.cfg.String("session.key", "sails.sid")
	if err != nil {
		return nil, err
	}
	maxAge, err := b.cfg.Milliseconds("session.cookie.maxAge", 0)
	if err != nil {
		return nil, err
	}
	domain, err := b.cfg.String("session.cookie.domain", "")
	if err != nil {
		return nil, err
	}
	secure, err := b.cfg.Bool("session.cookie.secure", false)
	if err != nil {
		return nil, err
	}
	return session.New(session.Options{
		Name: name, Secrets: b.secret, MaxAge: maxAge, Domain: domain, Secure: secure,
		Store: b.app.sessions.store(),
	})
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
	if b.set.Production() && !b.app.opts.Inspect {
		b.snapshot.Warnings = append(b.snapshot.Warnings, "session.secret is not set: everybody is logged out when the server restarts; set it in config/local.js")
	}
	return []string{b.app.sessions.secret()}, nil
}
