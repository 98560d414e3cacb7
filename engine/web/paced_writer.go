package web

import (
	"errors"
	"io"
	"math"
	"net/http"
	"time"
)

// writePiece is how many bytes a client has to read within the timeout.
const writePiece = 64 << 10

// pacedWriter closes the connection of a client that does not read its answer:
// every piece of it has to be read within the timeout. While nothing is written,
// no timeout runs.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration
	held    int // bytes that net/http still holds back
}

// holdsBack is how much of an answer net/http sends with its end, not before.
const holdsBack = 2 << 10

// PaceWriter bounds the time that a client takes to read its answer; done is to
// be called when the answer is complete. There is no limit unless timeout is positive.
func PaceWriter(w http.ResponseWriter, timeout time.Duration) (paced http.ResponseWriter, done func()) {
	if timeout <= 0 {
		return w, func() {}
	}
	p := &pacedWriter{ResponseWriter: w, control: http.NewResponseController(w), timeout: timeout}
	// net/http flushes the rest of the answer, and then resets the deadline.
	return p, p.extend
}

// Unwrap is for http.ResponseController.
func (p *pacedWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }

func (p *pacedWriter) extend() {
	_ = p.control.SetWriteDeadline(time.Now().Add(p.timeout)) // a recorder has none
}

func (p *pacedWriter) rest() { _ = p.control.SetWriteDeadline(time.Time{}) }

func (p *pacedWriter) Write(b []byte) (written int, err error) {
	if len(b) < holdsBack-p.held { // the client gets it with the end
		p.held += len(b)
		return p.ResponseWriter.Write(b)
	}
	p.held = holdsBack
	defer p.rest()
	for {
		p.extend()
		piece := b[:min(len(b), writePiece)]
		n, err := p.ResponseWriter.Write(piece)
		written += n
		if b = b[len(piece):]; err != nil || len(b) == 0 {
			return written, err
		}
	}
}

// ReadFrom lets files go out without being copied.
func (p *pacedWriter) ReadFrom(from io.Reader) (written int64, err error) {
	p.held = holdsBack
	defer p.rest()
	// The system sends a file by itself where it is limited once, not twice.
	source, left := from, int64(math.MaxInt64)
	if limited, ok := from.(*io.LimitedReader); ok {
		source, left = limited.R, limited.N
		defer func() { limited.N -= written }()
	}
	for {
		if left == written {
			return written, nil
		}
		p.extend()
		n, err := io.CopyN(p.ResponseWriter, source, min(writePiece, left-written))
		written += n
		if errors.Is(err, io.EOF) {
			return written, nil
		}
		if err != nil {
			return written, err
		}
	}
}

// FlushError is what http.ResponseController flushes with.
func (p *pacedWriter) FlushError() error {
	p.held = holdsBack
	defer p.rest()
	p.extend()
	return p.control.Flush()
}

// Flush implements http.Flusher.
func (p *pacedWriter) Flush() { _ = p.FlushError() } // a writer that cannot delivers at the end
