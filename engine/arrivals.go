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
// read of them but their heads. The server's own routes are not refused, and
// neither are sockets: each of their messages is judged by itself.
func (a *App) admitting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := listener.FromContext(r.Context())
		if c == nil {
			next.ServeHTTP(w, r)
			return
		}
		now := time.Now()
		defer c.Served()
		if a.arrivals.Admit(now, c.Waited(now), a.arrivalLimit()) || strings.HasPrefix(r.URL.Path, health.Prefix) || a.hub.Serves(r.URL.Path) {
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

// arrivalLimit is the setting of the version that is served.
func (a *App) arrivalLimit() time.Duration {
	if s := a.Current(); s != nil {
		return s.Settings.ArrivalTime
	}
	return 0
}
