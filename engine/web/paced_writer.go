package web

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// writePiece is how many bytes a client has to take in the time of patience.
const writePiece = 64 << 10

// pacedWriter cuts off a client that does not read its answer: every piece of
// it has to be taken in the time of patience. An answer that is idle is not
// cut off.
type pacedWriter struct {
	http.ResponseWriter
	control  *http.ResponseController
	patience time.Duration
}

// PaceWriter bounds the time that a client takes to read its answer; done is to
// be called when the answer is given. Patience 0 is for ever.
func PaceWriter(w http.ResponseWriter, patience time.Duration) (paced http.ResponseWriter, done func()) {
	if patience <= 0 {
		return w, func() {}
	}
	p := &pacedWriter{w, http.NewResponseController(w), patience}
	// net/http writes what is left of the answer, and then forgets the deadline.
	return p, p.hurry
}

// Unwrap is for http.ResponseController.
func (p *pacedWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }

func (p *pacedWriter) hurry() {
	_ = p.control.SetWriteDeadline(time.Now().Add(p.patience)) // a recorder has none
}

func (p *pacedWriter) rest() { _ = p.control.SetWriteDeadline(time.Time{}) }

func (p *pacedWriter) Write(b []byte) (written int, err error) {
	defer p.rest()
	for {
		p.hurry()
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
	defer p.rest()
	for {
		p.hurry()
		n, err := io.CopyN(p.ResponseWriter, from, writePiece)
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
	defer p.rest()
	p.hurry()
	return p.control.Flush()
}

// Flush implements http.Flusher.
func (p *pacedWriter) Flush() { _ = p.FlushError() } // a writer that cannot delivers at the end
