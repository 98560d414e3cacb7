package engine

import (
	"net/http"
	"strings"
	"time"

	"framework/engine/admission"
	"framework/engine/health"
	"framework/engine/listener"
)

// admitting refuses requests that have waited for too long before anything was
// read of them but their heads.
func (a *App) admitting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := listener.FromContext(r.Context())
		if c == nil {
			next.ServeHTTP(w, r)
			return
		}
		now := time.Now()
		defer c.Served()
		if a.Admit(now, func() time.Duration { return c.Waited(now) }) || !refusable(a.hub, r) {
			next.ServeHTTP(w, r)
			return
		}
		a.TurnAway(r.Method, r.URL.Path, admission.ErrOverloaded)
		h := w.Header()
		h.Set("Retry-After", "1")
		h.Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(admission.Message)) // the client may be gone
	})
}

// transports are those of sockets.
type transports interface {
	Serves(path string) bool
	Connects(r *http.Request) bool
}

// refusable reports whether a request may be refused before it is read: one for
// the server's own routes may not, and neither may a transport of a socket that is
// connected. Its client would lose the connection and make another one.
func refusable(sockets transports, r *http.Request) bool {
	switch {
	case strings.HasPrefix(r.URL.Path, health.Prefix):
		return false
	case sockets.Serves(r.URL.Path):
		return sockets.Connects(r)
	}
	return true
}
