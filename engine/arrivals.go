package engine

import (
	"net/http"
	"strings"
	"time"

	"framework/engine/admission"
	"framework/engine/health"
	"framework/jsapi/shim"
)

// admitting refuses requests that have waited for too long before anything was
// read of them but their heads. The server's own routes are not refused, and
// neither are sockets: each of their messages is judged by itself.
func (a *App) admitting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, ok := r.Context().Value(connKey{}).(*conn)
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		now := time.Now()
		defer c.served()
		if a.arrivals.Admit(now, c.waited(now), a.arrivalLimit()) || strings.HasPrefix(r.URL.Path, health.Prefix) || a.hub.Serves(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		a.turnAway(r.Method, r.URL.Path, admission.ErrOverloaded)
		h := w.Header()
		h.Set("Retry-After", "1")
		h.Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(shim.OverloadedMessage)) // the client may be gone
	})
}

// arrivalLimit is the setting of the version that is served.
func (a *App) arrivalLimit() time.Duration {
	if s := a.current.Load(); s != nil {
		return s.Settings.ArrivalTime
	}
	return 0
}

// served notes that a request of the connection is over: the next one has waited
// since then at most, for a client may send it before.
func (c *conn) served() { c.free.Store(time.Now().UnixNano()) }

// waited is how long ago the client sent the last of its request that there is,
// as far as the system knows: the time in which nobody read it.
func (c *conn) waited(now time.Time) time.Duration {
	waited := sinceReceived(c.TCPConn)
	if free := c.free.Load(); free != 0 {
		waited = min(waited, now.Sub(time.Unix(0, free)))
	}
	return waited
}
