package web

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"framework/router"
)

// ResponderOptions says how answers differ between releases.
type ResponderOptions struct {
	// Tags makes entity tags; ExpressTags where there is none.
	Tags Tags
	// EmptyReset: an answer with the status 205 has no body, as in Express 4.18.
	EmptyReset bool
}

// Responder is the answer of one HTTP request.
type Responder struct {
	options ResponderOptions
	w       http.ResponseWriter
	r       *http.Request

	mu        sync.Mutex
	committed bool
	status    int
	sent      int64
	before    []func()
}

var _ router.Responder = (*Responder)(nil)

// NewResponder returns the responder that answers r through w.
func NewResponder(w http.ResponseWriter, r *http.Request, opts ResponderOptions) *Responder {
	if opts.Tags.Body == nil {
		opts.Tags = ExpressTags()
	}
	return &Responder{options: opts, w: w, r: r}
}

// Header is the pending header.
func (s *Responder) Header() http.Header { return s.w.Header() }

// Committed reports whether the answer has been started.
func (s *Responder) Committed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.committed
}

// Status is the status of the answer, 0 before there is one.
func (s *Responder) Status() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// Sent is how many bytes of a body were written, before they were compressed.
func (s *Responder) Sent() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent
}

func (s *Responder) count(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent += n
}

// Before adds a function that runs once, when the answer is about to leave:
// the header may still be changed.
func (s *Responder) Before(fn func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = append(s.before, fn)
}

// became sets the status that an answer has in the end.
func (s *Responder) became(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = status
}

func (s *Responder) begin(status int) error {
	s.mu.Lock()
	if s.committed {
		s.mu.Unlock()
		return router.ErrCommitted
	}
	s.committed, s.status = true, status
	before := s.before
	s.mu.Unlock()
	for _, fn := range before {
		fn()
	}
	return nil
}

// Commit sends the whole answer with its length and ETag; a conditional GET
// whose ETag is still the same gets 304. A header Etag that is there, though nil, stands. As in Express, redirects have no ETag,
// and neither has what was written without a type or without any body (nil).
func (s *Responder) Commit(status int, body []byte) error {
	if err := s.begin(status); err != nil {
		return err
	}
	h := s.w.Header()
	read := s.r.Method == http.MethodGet || s.r.Method == http.MethodHead
	if _, own := h["Etag"]; !own && body != nil && (len(body) == 0 || h.Get("Content-Type") != "") && !redirects(status) {
		if tag := s.options.Tags.Body(s.r.Method, body); tag != "" {
			h.Set("ETag", tag)
		}
	}
	if read && status >= 200 && status < 300 && fresh(s.r.Header.Get("If-None-Match"), h.Get("ETag")) {
		status = http.StatusNotModified
		s.became(status)
	}
	if status == http.StatusResetContent && s.options.EmptyReset {
		body = nil
	}
	if status == http.StatusNoContent || status == http.StatusNotModified {
		h.Del("Content-Type")
		h.Del("Content-Length")
		h.Del("Transfer-Encoding")
		s.writeHead(status)
		return nil
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	untyped(h)
	s.writeHead(status)
	if s.r.Method == http.MethodHead {
		return nil
	}
	_, err := s.w.Write(body)
	s.count(int64(len(body)))
	return err
}

func redirects(status int) bool { return status/100 == 3 && status != http.StatusNotModified }

// Stream commits status and header; each Write is flushed to the client.
func (s *Responder) Stream(status int) (io.WriteCloser, error) {
	if err := s.begin(status); err != nil {
		return nil, err
	}
	untyped(s.w.Header())
	s.writeHead(status)
	return &stream{of: s, w: s.w, control: http.NewResponseController(s.w), head: s.r.Method == http.MethodHead}, nil
}

// untyped keeps net/http from guessing a type for an answer that has none.
func untyped(h http.Header) {
	if h.Get("Content-Type") == "" {
		h["Content-Type"] = nil
	}
}

// writeHead sends the header, whose values are encoded as Node does: each character is a byte.
func (s *Responder) writeHead(status int) {
	for _, list := range s.w.Header() {
		for i, v := range list {
			if encoded := latin1(v); encoded != v { // lists that requests share are plain
				list[i] = encoded
			}
		}
	}
	s.w.WriteHeader(status)
}

// latin1 is text in Latin-1, or text itself if that lacks a character or text is encoded
// already.
func latin1(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return text
	}
	b := make([]byte, 0, len(text))
	for _, r := range text {
		if r > 0xff { // also utf8.RuneError
			return text
		}
		b = append(b, byte(r))
	}
	return string(b)
}

type stream struct {
	of      *Responder
	w       http.ResponseWriter
	control *http.ResponseController
	head    bool
}

func (s *stream) Write(p []byte) (int, error) {
	if s.head {
		return len(p), nil
	}
	n, err := s.w.Write(p)
	s.of.count(int64(n))
	if err == nil {
		// A writer that cannot flush still delivers the bytes at the end.
		_ = s.control.Flush()
	}
	return n, err
}

func (s *stream) Close() error { return nil }

// fresh reports whether an If-None-Match list names tag, weakly compared.
func fresh(list, tag string) bool {
	if list == "" || tag == "" {
		return false
	}
	for _, one := range strings.Split(list, ",") {
		one = strings.TrimSpace(one)
		if one == "*" || strings.TrimPrefix(one, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}
