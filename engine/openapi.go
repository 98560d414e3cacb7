package engine

import (
	"net/http"

	"framework/engine/health"
	"framework/engine/value"
)

// openapiPath answers with the HTTP interface of the project, in development.
const openapiPath = health.Prefix + "openapi.json"

// serveOpenAPI answers with the OpenAPI document of the version that is served. In
// production the address is one like others, of which the project knows nothing.
func (a *App) serveOpenAPI(w http.ResponseWriter, r *http.Request) {
	s, release, err := a.Acquire()
	if err != nil || s.Settings.Production() {
		if err == nil {
			release()
		}
		a.serveHTTP(w, r)
		return
	}
	defer release()
	p, err := s.OpenAPI(r.Context())
	if err != nil {
		http.Error(w, Explain(err), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(value.AppendIndent(nil, p.Document(), "  ")) // the client may be gone
}
