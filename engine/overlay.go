package engine

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"strings"
)

//go:embed overlay.html
var overlayPage string

// overlay adds to pages, while the last save is broken, what is wrong with it.
type overlay struct {
	http.ResponseWriter
	request *http.Request
	decided bool
	page    bool
}

// wantsPage reports whether a browser asks for something to show: what a script
// fetches to put it into a page is none, and has no place for the overlay.
func wantsPage(r *http.Request) bool {
	if r.Header.Get("X-Requested-With") != "" || r.Header.Get("Sec-Fetch-Dest") == "empty" {
		return false
	}
	return r.Method == http.MethodGet && r.Header.Get("Upgrade") == "" && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// newOverlay prepares w for the answer to r, which is to be handled as the
// overlay's own request: the page that the client has may lack the overlay.
func newOverlay(w http.ResponseWriter, r *http.Request) *overlay {
	o := &overlay{ResponseWriter: w, request: r.Clone(r.Context())}
	for _, name := range []string{"If-None-Match", "If-Modified-Since", "Range", "Accept-Encoding"} {
		o.request.Header.Del(name)
	}
	return o
}

// Unwrap gives http.ResponseController the writer behind.
func (o *overlay) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// WriteHeader decides by the header whether the answer is a page.
func (o *overlay) WriteHeader(status int) {
	h := o.Header()
	bodiless := status < 200 || status == http.StatusNoContent || status == http.StatusNotModified
	if !o.decided && status >= 200 {
		o.decided = true
		o.page = !bodiless && status != http.StatusPartialContent &&
			strings.HasPrefix(h.Get("Content-Type"), "text/html") && h.Get("Content-Encoding") == ""
		if o.page {
			h.Del("Content-Length")
			h.Del("Etag")
			h.Set("Cache-Control", "no-store")
		}
	}
	o.ResponseWriter.WriteHeader(status)
}

func (o *overlay) Write(p []byte) (int, error) {
	if !o.decided {
		o.WriteHeader(http.StatusOK)
	}
	return o.ResponseWriter.Write(p)
}

// finish appends the overlay to a page; browsers take what follows the end of
// a page as part of its body.
func (o *overlay) finish(f *Failure) {
	if !o.page {
		return
	}
	var b bytes.Buffer
	t, err := template.New("overlay").Parse(overlayPage)
	if err == nil {
		err = t.Execute(&b, map[string]string{"Error": Explain(f.Err), "Health": healthPath})
	}
	if err == nil {
		_, _ = o.ResponseWriter.Write(b.Bytes()) // the client is gone
	}
}
