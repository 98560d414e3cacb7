package overlay

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"strings"

	"framework/engine/health"
)

//go:embed overlay.html
var overlayPage string

// Serve has next answer r, and adds to the answer, if it is a page, an overlay with
// the text of what is wrong. The overlay disappears by itself once the health check
// has no error.
func Serve(next http.Handler, w http.ResponseWriter, r *http.Request, text string) {
	// The page that the client has may lack the overlay.
	r = r.Clone(r.Context())
	for _, name := range []string{"If-None-Match", "If-Modified-Since", "Range", "Accept-Encoding"} {
		r.Header.Del(name)
	}
	o := &writer{ResponseWriter: w}
	next.ServeHTTP(o, r)
	o.finish(text)
}

// writer finds out whether an answer is a page.
type writer struct {
	http.ResponseWriter
	decided bool
	page    bool
}

// Wanted reports whether a browser requests a page to show. A fragment that a
// script fetches has no place for the overlay.
func Wanted(r *http.Request) bool {
	if r.Header.Get("X-Requested-With") != "" || r.Header.Get("Sec-Fetch-Dest") == "empty" {
		return false
	}
	return r.Method == http.MethodGet && r.Header.Get("Upgrade") == "" && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// Unwrap gives http.ResponseController the writer behind.
func (o *writer) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// WriteHeader decides by the header whether the answer is a page.
func (o *writer) WriteHeader(status int) {
	h := o.Header()
	bodiless := status < 200 || status == http.StatusNoContent || status == http.StatusNotModified
	if !o.decided && status >= 200 {
		o.decided = true
		o.page = !bodiless && status != http.StatusPartialContent &&
			strings.HasPrefix(h.Get("Content-Type"), "text/html") && h.Get("Content-Encoding") == ""
		if o.page {
			changes(h)
		}
	}
	o.ResponseWriter.WriteHeader(status)
}

func (o *writer) Write(p []byte) (int, error) {
	if !o.decided {
		o.WriteHeader(http.StatusOK)
	}
	return o.ResponseWriter.Write(p)
}

// finish appends the overlay to a page; browsers take what follows the end of
// a page as part of its body.
func (o *writer) finish(text string) {
	if !o.page {
		return
	}
	o.append(overlayPage, map[string]string{"Error": text, "Health": health.Path})
}

// append adds a template to the answer.
func (o *writer) append(page string, data any) {
	var b bytes.Buffer
	t, err := template.New("overlay").Parse(page)
	if err == nil {
		err = t.Execute(&b, data)
	}
	if err == nil {
		_, _ = o.ResponseWriter.Write(b.Bytes()) // the client is gone
	}
}

// changes prepares the header of an answer that gets another length.
func changes(h http.Header) {
	h.Del("Content-Length")
	h.Del("Etag")
	h.Set("Cache-Control", "no-store")
}
