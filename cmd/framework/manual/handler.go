package manual

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"strings"
	"time"
)

//go:embed page.html
var pageHTML string

// shown is what the template shows: a page, or what a search has found.
type shown struct {
	Title   string
	Page    *Page
	Body    template.HTML
	Pages   []*Page
	Query   string
	Hits    []Hit
	Meant   string
	Missing bool
}

// mostHits is how many sections a search shows.
const mostHits = 50

// Handler serves the pages, their pictures and the search.
func (m *Manual) Handler() (http.Handler, error) {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return nil, err
	}
	show := func(w http.ResponseWriter, status int, s shown) {
		s.Pages = m.pages
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'")
		w.WriteHeader(status)
		_ = t.Execute(w, s) // who asked is gone
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /search", func(w http.ResponseWriter, r *http.Request) {
		s := shown{Query: strings.TrimSpace(r.URL.Query().Get("q"))}
		s.Title = "Search: " + s.Query
		s.Hits, s.Meant = m.Search(s.Query)
		s.Hits = s.Hits[:min(len(s.Hits), mostHits)]
		show(w, http.StatusOK, s)
	})
	mux.HandleFunc("GET /{name}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		if data, ok := m.pictures[name]; ok {
			w.Header().Set("Content-Type", "image/png")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
			return
		}
		m.show(show, w, name)
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { m.show(show, w, index) })
	return mux, nil
}

func (m *Manual) show(show func(http.ResponseWriter, int, shown), w http.ResponseWriter, name string) {
	p := m.Page(strings.TrimSuffix(name, ".md"))
	if p == nil {
		show(w, http.StatusNotFound, shown{Title: "Not found", Missing: true, Query: strings.ReplaceAll(name, "-", " ")})
		return
	}
	show(w, http.StatusOK, shown{Title: p.Title, Page: p, Body: template.HTML(p.HTML)}) //nolint:gosec // it is a page of the program
}
