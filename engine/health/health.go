package health

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"framework/engine/value"
	"framework/watch"
)

// The paths of the server's own routes: no project can have a route there.
const (
	// Prefix is what all of them begin with.
	Prefix = "/_framework/"
	// Path answers with whether the server is ready.
	Path = Prefix + "health"
	// AlivePath answers with whether it runs.
	AlivePath = Path + "/alive"
)

const (
	// pingTimeout is how long a part has to answer.
	pingTimeout = time.Second
	// cacheTime is how long the answers hold, so that asking is no load.
	cacheTime = time.Second
)

// Part is something that requests need, such as a database.
type Part struct {
	Name string
	Ping func(ctx context.Context) error
	// Answered counts what the part has answered, nil if nobody counts: a part that does
	// not answer in time but answers others meanwhile is busy, and not away.
	Answered func() uint64
}

// State is how a server is that serves a version of a project.
type State struct {
	// Version is compared: the answers of parts hold for the version that they
	// are of.
	Version any
	Parts   []Part
	Reloads int64 // since the start
	// Failure is why a newer version is not served, nil when there is none.
	Failure *Failure
	// Development: the answer may say why, and how the folder is
	// followed: Watching, nil when it is not.
	Development bool
	// Workers is what those of the project do, where there are several.
	Workers  []Worker
	Watching *watch.Status
}

// Worker is what a worker of the project has to do.
type Worker struct {
	// Waiting is how many requests and other tasks wait for its JavaScript.
	Waiting int
	// Turn is how long the running turn has taken so far, 0 if none runs.
	Turn time.Duration
}

// Failure is a version that cannot be served.
type Failure struct {
	Since time.Time
	Text  string
}

// Server is the server that is checked. ok is false while it serves nothing or
// stops; release, to be called once, releases what the state holds.
type Server interface {
	Health() (s State, release func(), ok bool)
}

// Handler answers at Path and AlivePath. It is safe for concurrent use.
type Handler struct {
	server Server
	now    func() time.Time

	mu    sync.Mutex // held while parts are checked
	of    any
	until time.Time
	away  []string
}

// New returns the handler of a server; now is where the time comes from.
func New(server Server, now func() time.Time) *Handler { return &Handler{server: server, now: now} }

// ServeAlive answers 200 as long as the process can answer at all: a server that
// waits for its database is not helped by a restart.
func (h *Handler) ServeAlive(w http.ResponseWriter, _ *http.Request) {
	write(w, http.StatusOK, value.Of("alive", true))
}

// ServeHTTP answers 200 while requests can be served, and 503 while a service
// that they need is unavailable, or the server stops. status is "ok",
// "outdated" when a newer version of the project cannot be served, "away" or
// "stopping".
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := value.Of("alive", true, "ready", false, "status", "stopping")
	s, release, ok := h.server.Health()
	if !ok {
		write(w, http.StatusServiceUnavailable, answer)
		return
	}
	defer release()
	away := h.ask(r.Context(), s)
	answer.Set("ready", len(away) == 0)
	answer.Set("status", "ok")
	answer.Set("reloads", s.Reloads)
	if len(s.Workers) > 0 {
		list := make([]any, len(s.Workers))
		for i, w := range s.Workers {
			list[i] = value.Of("waiting", int64(w.Waiting), "turn", w.Turn.Milliseconds())
		}
		answer.Set("workers", list)
	}
	if f := s.Failure; f != nil {
		answer.Set("status", "outdated")
		answer.Set("since", f.Since)
		if s.Development {
			answer.Set("error", f.Text)
		}
	}
	if s.Development {
		describe(s.Watching, answer)
	}
	status := http.StatusOK
	if len(away) > 0 {
		status = http.StatusServiceUnavailable
		answer.Set("status", "away")
		answer.Set("away", away)
	}
	write(w, status, answer)
}

func write(w http.ResponseWriter, status int, answer *value.Map) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	if status != http.StatusOK {
		h.Set("Retry-After", "1")
	}
	w.WriteHeader(status)
	_, _ = w.Write(value.Append(nil, answer)) // the client is gone
}

// ask returns the names of the parts that are unavailable. Concurrent calls get
// the same answer.
func (h *Handler) ask(ctx context.Context, s State) []any {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of != s.Version || !h.now().Before(h.until) {
		// All callers wait for it: one whose client disconnects must not end
		// it.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
		defer cancel()
		h.of, h.away, h.until = s.Version, ping(ctx, s.Parts), h.now().Add(cacheTime)
	}
	return texts(h.away)
}

// texts are a list as it is answered.
func texts(list []string) []any {
	out := make([]any, len(list))
	for i, text := range list {
		out[i] = text
	}
	return out
}

// ping returns the names of the parts that are away, sorted: those that answer with an
// error, and those that have answered nobody when ctx ends.
func ping(ctx context.Context, parts []Part) []string {
	type answer struct {
		part int
		err  error
	}
	answers := make(chan answer, len(parts))
	away := make(map[int]bool, len(parts))
	late := make(map[int]uint64, len(parts)) // what they had answered before
	for i, p := range parts {
		late[i] = 0
		if p.Answered != nil {
			late[i] = p.Answered()
		}
		go func() { answers <- answer{i, p.Ping(ctx)} }()
	}
	for len(late) > len(away) && ctx.Err() == nil {
		select {
		case a := <-answers:
			if a.err == nil {
				delete(late, a.part)
			} else if ctx.Err() == nil {
				away[a.part] = true // the log says why
			}
		case <-ctx.Done():
		}
	}
	var names []string
	for i, before := range late {
		if away[i] || parts[i].Answered == nil || parts[i].Answered() == before {
			names = append(names, parts[i].Name)
		}
	}
	slices.Sort(names)
	return names
}

// describe says whether changes are noticed, and what keeps them from being.
func describe(is *watch.Status, answer *value.Map) {
	if is == nil {
		answer.Set("watching", "off")
		return
	}
	if !is.Polling {
		answer.Set("watching", "events")
	} else {
		answer.Set("watching", "polling")
	}
	if is.Why != "" {
		answer.Set("polling", is.Why)
	}
	if len(is.Omitted) > 0 {
		answer.Set("omitted", texts(is.Omitted))
	}
}
