package engine

import (
	"net/http"

	"framework/engine/ordered"
)

// ownPrefix is what the paths of the server's own routes begin with.
const ownPrefix = "/_framework/"

// healthPath answers with how the server is; no project can have a route there.
const healthPath = ownPrefix + "health"

// serveHealth answers 200 while a version of the project is served. status is
// "ok", or "outdated" when a newer version cannot be served; why is said in
// development only.
func (a *App) serveHealth(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	s, release, err := a.Acquire()
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"status":"stopping"}`)) // the client is gone
		return
	}
	defer release()
	state := ordered.Of("status", "ok", "reloads", a.reloads.Load())
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
	_, _ = w.Write(ordered.Append(nil, state)) // the client is gone
}

// describeWatching says whether changes are noticed, and what keeps them from
// being.
func (a *App) describeWatching(s *Snapshot, state *ordered.Map) {
	w := a.watcher.Load()
	if w == nil || !s.watching.on {
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
