package httpd

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"sync"

	"framework/engine/response"
	"framework/router"
	"framework/sockets/virtual"
)

// Collected is the answer to a request without a connection of its own. It is safe
// for concurrent use.
type Collected struct {
	header http.Header
	limit  int64 // of what is streamed, in bytes; 0 for none

	mu     sync.Mutex
	status int
	over   bool // more was streamed than the limit
	kind   virtual.Kind
	body   bytes.Buffer
}

// Values is a Collected that is given values and text as what they are, for clients
// that get no content type with them.
type Values struct{ Collected }

var (
	_ router.Responder = (*Collected)(nil)
	_ response.Valuer  = (*Values)(nil)
)

// NewCollected is an answer of any length.
func NewCollected() *Collected { return &Collected{header: http.Header{}} }

// NewValues is an answer of which not more than limit bytes may be streamed; 0 is
// for no limit.
func NewValues(limit int64) *Values {
	return &Values{Collected{header: http.Header{}, limit: limit}}
}

// Result is what was answered.
type Result struct {
	Status int // 0 for nothing
	Header http.Header
	Body   []byte
	Kind   virtual.Kind
	// TooLong says that more was streamed than the limit.
	TooLong bool
}

// Result returns what was answered so far.
func (c *Collected) Result() Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Result{c.status, c.header, c.body.Bytes(), c.kind, c.over}
}

// CommitValue implements response.Valuer.
func (v *Values) CommitValue(status int, text []byte) error {
	return v.commit(status, text, virtual.Value)
}

// CommitText implements response.Valuer.
func (v *Values) CommitText(status int, text []byte) error {
	return v.commit(status, text, virtual.Text)
}

// Header implements router.Responder.
func (c *Collected) Header() http.Header { return c.header }

// Commit implements router.Responder.
func (c *Collected) Commit(status int, body []byte) error {
	return c.commit(status, body, virtual.Typed)
}

func (c *Collected) commit(status int, body []byte, kind virtual.Kind) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.status != 0 {
		return router.ErrCommitted
	}
	c.status, c.kind = status, kind
	c.body.Write(body)
	return nil
}

// Stream implements router.Responder.
func (c *Collected) Stream(status int) (io.WriteCloser, error) {
	if err := c.Commit(status, nil); err != nil {
		return nil, err
	}
	return collectedStream{c}, nil
}

// Status is the status of the answer, 0 before there is one.
func (c *Collected) Status() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status
}

// Sent is how many bytes the body has.
func (c *Collected) Sent() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return int64(c.body.Len())
}

// Committed implements router.Responder.
func (c *Collected) Committed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status != 0
}

// ErrTooLong is what writing to a stream fails with beyond the limit.
var ErrTooLong = errors.New("the answer is longer than one message may be: send it over HTTP")

type collectedStream struct{ c *Collected }

func (s collectedStream) Write(p []byte) (int, error) {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	if s.c.limit > 0 && int64(s.c.body.Len()+len(p)) > s.c.limit {
		s.c.over = true
		return 0, ErrTooLong
	}
	return s.c.body.Write(p)
}

func (collectedStream) Close() error { return nil }
