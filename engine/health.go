package engine

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"framework/engine/ordered"
	"framework/engine/session"
)

// ownPrefix is what the paths of the server's own routes begin with.
const ownPrefix = "/_framework/"

// healthPath answers with whether the server is ready, alivePath with whether it
// runs; no project can have a route there.
const (
	healthPath = ownPrefix + "health"
	alivePath  = healthPath + "/alive"
)

// serveAlive answers 200 as long as the process can answer at all: a server that
// waits for its database is not helped by a restart.
func (a *App) serveAlive(w http.ResponseWriter, _ *http.Request) {
	writeHealth(w, http.StatusOK, ordered.Of("alive", true))
}

// serveHealth answers 200 while requests can be served, and 503 while something
// that they need is away, or the server stops. status is "ok", "outdated" when a
// newer version of the project cannot be served, "away" or "stopping"; why a
// version is not served is said in development only.
func (a *App) serveHealth(w http.ResponseWriter, r *http.Request) {
	state := ordered.Of("alive", true, "ready", false, "status", "stopping")
	s, release, err := a.Acquire()
	if err != nil || a.stopping.Load() {
		if err == nil {
			release()
		}
		writeHealth(w, http.StatusServiceUnavailable, state)
		return
	}
	defer release()
	away := a.health.ask(r.Context(), s, a.nodes.parts()...)
	state.Set("ready", len(away) == 0)
	state.Set("status", "ok")
	state.Set("reloads", a.reloads.Load())
	if f := a.failure.Load(); f != nil {
		state.Set("status", "outdated")
		state.Set("since", f.Time)
		if !s.Settings.Production() {
			state.Set("error", Explain(f.Err))
		}
	}
	if !s.Settings.Production() {
		a.describeWatching(s, state)
	}
	status := http.StatusOK
	if len(away) > 0 {
		status = http.StatusServiceUnavailable
		state.Set("status", "away")
		state.Set("away", texts(away))
	}
	writeHealth(w, status, state)
}

func writeHealth(w http.ResponseWriter, status int, state *ordered.Map) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	if status != http.StatusOK {
		h.Set("Retry-After", "1")
	}
	w.WriteHeader(status)
	_, _ = w.Write(ordered.Append(nil, state)) // the client is gone
}

const (
	// askTime is how long one that is asked has to answer.
	askTime = time.Second
	// heldFor is how long the answers hold, so that asking is no load.
	heldFor = time.Second
)

// health is what was answered last.
type health struct {
	mu    sync.Mutex
	of    *Snapshot
	until time.Time
	away  []string
}

// part is something that requests need.
type part struct {
	name string
	ping func(ctx context.Context) error
}

// ask returns the names of what is away. Who asks at the same time gets the same
// answer.
func (h *health) ask(ctx context.Context, s *Snapshot, more ...part) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of == s && time.Now().Before(h.until) {
		return h.away
	}
	// For all who wait for it, so that nobody who leaves ends it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askTime)
	defer cancel()
	parts := append(s.parts(), more...)
	type answer struct {
		part int
		err  error
	}
	answers := make(chan answer, len(parts))
	for i, p := range parts {
		go func() { answers <- answer{i, p.ping(ctx)} }()
	}
	missing := make(map[int]bool, len(parts)) // who does not keep to the time is away
	for i := range parts {
		missing[i] = true
	}
	for waiting := len(parts); waiting > 0 && ctx.Err() == nil; waiting-- {
		select {
		case a := <-answers:
			missing[a.part] = a.err != nil // the log says why
		case <-ctx.Done():
		}
	}
	var away []string
	for i, p := range parts {
		if missing[i] {
			away = append(away, p.name)
		}
	}
	slices.Sort(away)
	h.of, h.away, h.until = s, away, time.Now().Add(heldFor)
	return away
}

// parts are what the requests of a version of the project need.
func (s *Snapshot) parts() []part {
	var list []part
	for _, st := range s.stores {
		if p, ok := st.adapter.(interface{ Ping(context.Context) error }); ok {
			list = append(list, part{"datastore " + st.name, p.Ping})
		}
	}
	switch store := s.sessions.(type) {
	case nil, *session.Memory:
	case interface{ Ping(context.Context) error }:
		list = append(list, part{"session store", store.Ping})
	default: // of the project's own: a session that there is not is an answer
		list = append(list, part{"session store", func(ctx context.Context) error {
			_, err := store.Get(ctx, "framework-health")
			return err
		}})
	}
	return list
}

// describeWatching says whether changes are noticed, and what keeps them from
// being.
func (a *App) describeWatching(s *Snapshot, state *ordered.Map) {
	w := a.watcher.Load()
	if w == nil || !s.watching.On {
		state.Set("watching", "off")
		return
	}
	is := w.Status()
	if !is.Polling {
		state.Set("watching", "events")
	} else {
		state.Set("watching", "polling")
	}
	if is.Why != "" {
		state.Set("polling", is.Why)
	}
	if len(is.Omitted) > 0 {
		state.Set("omitted", is.Omitted)
	}
}
