package realtime

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/admission"
	"framework/engine/budget"
	"framework/engine/diff"
	"framework/engine/health"
	"framework/engine/problem"
	"framework/engine/value"
	"framework/sockets"
	"framework/sockets/virtual"
)

// Versions are the versions of a project, of which one is served, by one or more workers.
type Versions interface {
	// Served are the workers of the version that is served, none if there is none.
	Served() []*Version
	// Choose chooses the worker of a client that connects; turn counts the clients.
	Choose(turn uint64) (worker int)
	// Acquire pins a worker until release is called, another one if there are fewer; it
	// fails when there is none.
	Acquire(worker int) (v *Version, release func(), err error)
}

// Options are what a Server needs of the server that it is part of.
type Options struct {
	Versions Versions
	Log      *slog.Logger
	// Receiving bounds what clients are sending, Budget what they have sent and
	// not yet been answered.
	Receiving, Budget *budget.Budget
	// Inspect: the project is only looked at, other servers are not connected to.
	Inspect bool
	// Grown is called with how many clients are connected when one has come. It must
	// not wait. nil means nothing.
	Grown func(clients int)
	// Admit reports whether a request is admitted that has waited so long until it
	// was read; nil begins all.
	Admit func(waited time.Duration) bool
	// TurnedAway is called for what was refused for lack of time.
	TurnedAway func(method, path string, why error)
}

// Server is the sockets of a server. It outlives the versions of the project; each
// message is answered by the version that is served then. Safe for concurrent use.
type Server struct {
	opts  Options
	hub   *sockets.Hub
	nodes nodes
	turns atomic.Uint64 // of the clients that have connected
	// namespaces is held while those of the current version are opened.
	namespaces sync.Mutex
}

// NewServer returns a Server without connections.
func NewServer(opts Options) *Server {
	s := &Server{opts: opts}
	s.hub = sockets.NewHub(sockets.Options{Log: opts.Log}, dispatcher{s})
	return s
}

// Hub holds the connected sockets.
func (s *Server) Hub() *sockets.Hub { return s.hub }

// Configure applies the settings of a version that is about to be served.
func (s *Server) Configure(ctx context.Context, settings *Settings) {
	options := settings.options
	options.Refuse = s.refuse
	s.hub.Configure(options)
	s.Connect(ctx, settings)
}

// refuse answers a request that has waited for too long.
func (s *Server) refuse(r *virtual.Request, waited time.Duration) (a sockets.Answer, refused bool) {
	if s.opts.Admit == nil || s.opts.Admit(waited) {
		return sockets.Answer{}, false
	}
	s.opts.TurnedAway(r.Method, r.URL, admission.ErrOverloaded)
	return sockets.Answer{
		Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"1"}}, Body: []byte(admission.Message),
	}, true
}

// OpenNamespaces opens the namespaces that a version of the project has
// declared, if it is the version that is served.
func (s *Server) OpenNamespaces(script *Script) {
	s.namespaces.Lock()
	defer s.namespaces.Unlock()
	served := s.opts.Versions.Served()
	if !slices.ContainsFunc(served, func(v *Version) bool { return v.script == script }) {
		return
	}
	var names []string
	for _, v := range served {
		names = append(names, v.script.sockets.Namespaces()...)
	}
	s.hub.SetNamespaces(names)
}

// ServeHTTP answers what is below the path of the sockets.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if v, release, err := s.opts.Versions.Acquire(anyWorker); err == nil {
		if name := v.settings.clientScript(r); name != "" {
			defer release()
			s.serveClientScript(v, name, w, r)
			return
		}
		release()
	}
	s.hub.ServeHTTP(w, r) // it pins a version for each of its requests
}

// Health is what other servers are reached by.
func (s *Server) Health() []health.Part { return s.nodes.health() }

// reloadEvent is what the clients are sent in development when another version
// of the project is served.
const reloadEvent = "framework:reload"

// Reloaded has the sockets go on with the workers of a new version of the project.
func (s *Server) Reloaded(served []*Version, changes diff.Diff) {
	if slices.ContainsFunc(served, func(v *Version) bool { return v.script.sockets.Listens() }) {
		s.hub.Each(dispatcher{s}.resume)
	}
	if !served[0].opts.Production {
		s.sendReload(changes, nil)
	}
}

// FilesChanged notifies clients of views and assets that were saved: nothing is
// built for them, but what a page shows is outdated.
func (s *Server) FilesChanged(files []string) { s.sendReload(diff.Diff{}, files) }

// sendReload sends to the sockets of this server; other servers report their
// own reloads.
func (s *Server) sendReload(changes diff.Diff, files []string) {
	s.hub.Receive(&sockets.Envelope{Event: reloadEvent, Args: []any{value.Of(
		"added", texts(changes.Added), "removed", texts(changes.Removed), "models", texts(changes.Models),
		"warnings", lines(changes.Warnings), "took", changes.Took.Milliseconds(), "files", texts(files),
	)}})
}

func lines(list []problem.Problem) []any {
	out := make([]any, len(list))
	for i, p := range list {
		out[i] = p.String()
	}
	return out
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, text := range list {
		out[i] = text
	}
	return out
}
