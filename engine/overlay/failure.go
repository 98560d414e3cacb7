package overlay

import (
	"bytes"
	"context"
	_ "embed"
	"net/http"
	"strings"
	"sync"
)

// Failure is why a request failed, for a person.
type Failure struct {
	Name    string // "TypeError"
	Message string
	Hint    string // what to do, "" if that is not known
	Place   string // file:line:column in the project, "" if unknown
	Excerpt string // the line with its neighbours and a caret
	Stack   []Frame
	// Sections describe the request.
	Sections []Section
}

// Frame is an entry of a call stack.
type Frame struct {
	Function, Place string
	Project         bool // it is in a file of the project, not in a package
}

// Section is a titled table.
type Section struct {
	Title string
	Rows  []Row
}

// Row is a name and a value.
type Row struct{ Name, Value string }

// failureKey finds the notes of a request in its context.
type failureKey struct{}

// notes are what is known about a request that a browser is going to show.
type notes struct {
	mu     sync.Mutex
	failed *Failure
}

// Note records why the request of ctx failed. It calls describe only if a browser is
// going to show that, and only for the first failure of a request.
func Note(ctx context.Context, describe func() Failure) {
	n, ok := ctx.Value(failureKey{}).(*notes)
	if !ok {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.failed == nil {
		f := describe()
		n.failed = &f
	}
}

func (n *notes) failure() *Failure {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.failed
}

// Navigates reports whether a browser is going to show the answer as a page. Only
// browsers send this header, and scripts cannot set it.
func Navigates(r *http.Request) bool {
	return r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Upgrade") == ""
}

// ServeFailures has next answer r. If the request fails, what Note has recorded is laid
// over the page of the project; an answer that is no page is replaced by one that
// contains it.
func ServeFailures(next http.Handler, w http.ResponseWriter, r *http.Request) {
	n := &notes{}
	r = r.Clone(context.WithValue(r.Context(), failureKey{}, n))
	r.Header.Del("Accept-Encoding") // a compressed page takes no addition
	f := &failureWriter{writer: writer{ResponseWriter: w}, notes: n}
	next.ServeHTTP(f, r)
	f.finish()
}

// failureWriter decides at the header of an answer whether it is that of a failure.
type failureWriter struct {
	writer
	notes    *notes
	failed   *Failure // set with the header if the request has failed
	replaced bytes.Buffer
}

// maxReplaced is how much of an answer that is no page is shown.
const maxReplaced = 16 << 10

func (f *failureWriter) WriteHeader(status int) {
	if !f.decided && status >= http.StatusInternalServerError {
		f.failed = f.notes.failure()
	}
	if f.failed != nil {
		f.Header().Del("Content-Security-Policy") // it may refuse the style and script of the addition
	}
	switch h := f.Header(); {
	case f.failed == nil || f.decided:
		f.decided = true
		f.ResponseWriter.WriteHeader(status)
	case strings.HasPrefix(h.Get("Content-Type"), "text/html"):
		f.writer.WriteHeader(status)
	default:
		f.decided = true
		h.Set("Content-Type", "text/html; charset=utf-8")
		changes(h)
		f.ResponseWriter.WriteHeader(status)
	}
}

func (f *failureWriter) Write(p []byte) (int, error) {
	if !f.decided {
		f.WriteHeader(http.StatusOK)
	}
	if f.failed != nil && !f.page {
		f.replaced.Write(p[:min(len(p), max(0, maxReplaced-f.replaced.Len()))])
		return len(p), nil
	}
	return f.ResponseWriter.Write(p)
}

//go:embed failure.html
var failurePage string

func (f *failureWriter) finish() {
	if f.failed == nil {
		return
	}
	shown := *f.failed
	if f.replaced.Len() > 0 {
		shown.Sections = append(shown.Sections[:len(shown.Sections):len(shown.Sections)], Section{"Answer without this page", []Row{{"body", f.replaced.String()}}})
	}
	f.append(failurePage, map[string]any{"Failure": shown, "Over": f.page})
}
