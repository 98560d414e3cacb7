package engineio

import "net/http"

// allowOrigin checks the origin of a request, and says in the answer that its
// page may see it: a WebSocket has no such protection in the browser.
func (o *Options) allowOrigin(w http.ResponseWriter, r *http.Request) bool {
	h := w.Header()
	origin := r.Header.Get("Origin")
	if origin != "" {
		h.Add("Vary", "Origin")
	}
	if o.AllowOrigin != nil && !o.AllowOrigin(origin, r) {
		return false
	}
	if origin == "" {
		h.Set("Access-Control-Allow-Origin", "*")
		return true
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Allow-Credentials", "true")
	return true
}

// preflight answers what browsers ask before they send a POST with a content
// type, or headers of the application, to another origin.
func preflight(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
	headers := r.Header.Get("Access-Control-Request-Headers")
	if headers == "" {
		headers = "Content-Type"
	}
	h.Set("Access-Control-Allow-Headers", headers)
	w.WriteHeader(http.StatusNoContent)
}
