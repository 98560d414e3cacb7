package window

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"framework/engine/logging"
	"framework/engine/observe"
	"framework/engine/orm"
	"framework/router"
)

// The addresses of the page. They are below health.Prefix, where no project has routes.
const (
	// Path is the page.
	Path = "/_framework"
	// Prefix is what the addresses of its files begin with, apiPrefix those of its data.
	Prefix    = Path + "/window/"
	apiPrefix = Prefix + "api/"
)

// Server is the running server as the page sees it. Its methods are safe for concurrent use.
type Server interface {
	// Project is the version that is served; release is to be called once.
	Project() (p *Project, release func(), err error)
	// Observers get the requests that are answered.
	Observers() *observe.Observers
	// Secret reports whether a value of this name is not to be shown.
	Secret(name string) bool
	// Explain writes an error out for a person.
	Explain(err error) string
	// Sockets are those of the server.
	Sockets() Sockets
	Console
	Profiler
}

// Project is a version of the project, and how its page is set up. It is not changed.
type Project struct {
	// On: there is a page. Without it, its addresses are like others.
	On bool
	// Admit decides about requests for the page, and answers those that it refuses; nil
	// where the key decides.
	Admit func(w http.ResponseWriter, r *http.Request) bool
	// Playground: the page runs code.
	Playground bool
	// Host is where the server was asked to listen, "" for everywhere.
	Host string

	Name, Root, Environment, Profile, Version string
	Table                                     router.Table
	ORM                                       *orm.ORM
	// Transport says over what requests of a verb come in: "http" or "http, ws".
	Transport func(verb string) string
	// CSRF: requests that change something need a token of their session, which Token gives
	// the client of a request, with the cookie of a new session if it has none.
	CSRF  bool
	Token func(w http.ResponseWriter, r *http.Request) (string, error)
	// Rehearse runs the policies that a request has to pass, and nothing behind them. What they
	// write to the session is stored: the client of w gets its cookie.
	Rehearse func(w http.ResponseWriter, r *http.Request) Rehearsal
	// Sockets is the path of the sockets, "" for none.
	Sockets string
	// Rooms are those that get messages about a record: an event of the name verb.
	Rooms func(m *orm.Model, id, verb string) []Room
	// Rechecked: policies decide again about each message.
	Rechecked bool
	// Plan is what the databases need to fit the models. It changes nothing.
	Plan func(ctx context.Context) ([]Migration, error)
}

// Options of a Handler.
type Options struct {
	Server Server
	// Key opens the page in development. It is a secret of the process.
	Key string
}

// Handler serves the page. It is safe for concurrent use.
type Handler struct {
	server    Server
	key       string
	token     string // what the page, and only the page, sends with its requests
	files     files
	live      live
	requests  requests
	reloads   reloads
	emissions emissions
	api       map[string]endpoint
	// redaction leaves secrets out of texts.
	redaction *logging.Redaction
}

// endpoint answers a request of the page.
type endpoint struct {
	method string
	serve  func(p *Project, w http.ResponseWriter, r *http.Request) error
}

// New returns the handler of a server. Nothing is recorded before the page is opened.
func New(opts Options) *Handler {
	h := &Handler{server: opts.Server, key: opts.Key, token: newSecret(), files: readFiles(), redaction: logging.NewRedaction(nil)}
	h.requests.init(h)
	h.api = map[string]endpoint{
		"project":  {http.MethodGet, h.serveProject},
		"routes":   {http.MethodGet, h.serveRoutes},
		"walk":     {http.MethodGet, h.serveWalk},
		"requests": {http.MethodGet, h.serveRequests},
		"clear":    {http.MethodPost, h.serveClear},
		"reloads":  {http.MethodGet, h.serveReloads},
		"models":   {http.MethodGet, h.serveModels},
		"schema":   {http.MethodGet, h.serveSchema},
		"plan":     {http.MethodGet, h.servePlan},
		"sockets":  {http.MethodGet, h.serveSockets},
		"token":    {http.MethodGet, h.serveToken},
		"emit":     {http.MethodPost, h.serveEmit},
		"audience": {http.MethodGet, h.serveAudience},
		"run":      {http.MethodPost, h.serveRun},
		"complete": {http.MethodPost, h.serveComplete},
		"rehearse": {http.MethodPost, h.serveRehearse},
		"loop":     {http.MethodGet, h.serveLoop},
	}
	return h
}

// Serves reports whether a path may be one of the page's.
func Serves(path string) bool {
	return path == Path || path == Path+"/" || strings.HasPrefix(path, Prefix)
}

// Serve answers a request for one of the page's addresses. Where the project has no page,
// other answers, as for any address.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request, other http.HandlerFunc) {
	p, release, err := h.server.Project()
	if err != nil || !p.On {
		if err == nil {
			release()
		}
		other(w, r)
		return
	}
	if !h.admit(p, w, r) {
		release()
		return
	}
	switch r.URL.Path { // those that last must not keep a version
	case apiPrefix + "live":
		release()
		h.serveLive(w, r)
		return
	case apiPrefix + "profile":
		release()
		h.answer(w, r, p, endpoint{http.MethodPost, h.serveProfile})
		return
	}
	defer release()
	h.route(p, w, r)
}

// route answers a request that was admitted.
func (h *Handler) route(p *Project, w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == Path {
		h.servePage(w, r)
		return
	}
	name, isAPI := strings.CutPrefix(r.URL.Path, apiPrefix)
	if !isAPI {
		h.serveFile(w, r, strings.TrimPrefix(r.URL.Path, Prefix))
		return
	}
	e, ok := h.api[name]
	if !ok {
		refuse(w, http.StatusNotFound, "there is no such part of the page: reload it")
		return
	}
	h.answer(w, r, p, e)
}

// answer has an endpoint answer.
func (h *Handler) answer(w http.ResponseWriter, r *http.Request, p *Project, e endpoint) {
	if e.method != r.Method {
		w.Header().Set("Allow", e.method)
		refuse(w, http.StatusMethodNotAllowed, "use "+e.method)
		return
	}
	if err := e.serve(p, w, r); err != nil {
		status := http.StatusInternalServerError
		if bad, ok := errors.AsType[*badRequest](err); ok {
			status, err = http.StatusBadRequest, bad.err
		}
		refuse(w, status, h.server.Explain(err))
	}
}

// badRequest is an error of what the page has asked for.
type badRequest struct{ err error }

func (e *badRequest) Error() string { return e.err.Error() }

// Close ends the open pages' streams, so that the server can stop.
func (h *Handler) Close() { h.live.close() }

// serveProject says what the page is about.
func (h *Handler) serveProject(p *Project, w http.ResponseWriter, _ *http.Request) error {
	models := 0
	for _, m := range p.ORM.Models() {
		if !m.Junction {
			models++
		}
	}
	return writeJSON(w, map[string]any{
		"name": p.Name, "root": p.Root, "environment": p.Environment, "profile": p.Profile, "version": p.Version,
		"playground": p.Playground, "csrf": p.CSRF, "sockets": p.Sockets, "models": models, "routes": len(p.Table.Bindings()),
	})
}

// serveToken answers with a token for requests of the project that the page sends.
func (h *Handler) serveToken(p *Project, w http.ResponseWriter, r *http.Request) error {
	if !p.CSRF {
		return writeJSON(w, map[string]string{"token": ""})
	}
	token, err := p.Token(w, r)
	if err != nil {
		return err
	}
	return writeJSON(w, map[string]string{"token": token})
}
