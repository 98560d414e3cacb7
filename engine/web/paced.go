package web

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"framework/router"
)

// paceRate is the rate in bytes per second at which a body has to be received once
// the timeout is over.
const paceRate = 1 << 10

// pacedBody closes the connection of a client that sends its body too slowly: the
// body may take as long as the timeout, and as its bytes so far take at paceRate.
// Only the time that is spent in Read counts.
type pacedBody struct {
	io.ReadCloser
	control  *http.ResponseController
	timeout  time.Duration
	waited   time.Duration
	received int64
	ended    atomic.Bool
}

// pace bounds the time that reading r's body takes; done is to be called when
// the body is read.
func pace(w http.ResponseWriter, r *http.Request, timeout time.Duration) (done func()) {
	if timeout <= 0 || r.Body == nil || r.Body == http.NoBody {
		return func() {}
	}
	b := &pacedBody{ReadCloser: r.Body, control: http.NewResponseController(w), timeout: timeout}
	r.Body = b
	return func() {
		// Requests that follow have no such deadline. After an incomplete body it
		// stays: net/http reads the rest to find the end.
		if b.ended.Load() {
			_ = b.control.SetReadDeadline(time.Time{}) // a recorder has none
		}
	}
}

func (b *pacedBody) Read(p []byte) (int, error) {
	began := time.Now()
	_ = b.control.SetReadDeadline(began.Add(b.timeout + earned(b.received) - b.waited))
	n, err := b.ReadCloser.Read(p)
	b.waited += time.Since(began)
	b.received += int64(n)
	if err == io.EOF { //nolint:errorlint // a body ends with that very value
		b.ended.Store(true)
	}
	return n, err
}

// Incomplete reports whether the body of a request has not come to its end.
func Incomplete(r *http.Request) bool {
	b, ok := r.Body.(*pacedBody)
	return ok && !b.ended.Load()
}

// earned is the time that bytes take at paceRate. It is exact for all lengths: nanoseconds
// for 9.2 GB at one byte per second do not fit into a Duration.
func earned(received int64) time.Duration {
	return time.Duration(received/paceRate)*time.Second + time.Duration(received%paceRate)*time.Second/paceRate
}

// tooSlow is the answer to a body that did not come in time; nil for other
// errors.
func tooSlow(w http.ResponseWriter, err error) error {
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return nil
	}
	w.Header().Set("Connection", "close")
	return &router.Error{Status: http.StatusRequestTimeout, Code: "E_BODY_TIMEOUT", Message: "The body of the request did not come in time."}
}
