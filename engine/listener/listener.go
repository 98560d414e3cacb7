package listener

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"framework/engine/logging"
)

// A client that is refused while it still sends would find its connection reset
// instead of the answer: systems do that where a connection is closed before all
// was read. So what still comes is read for a while, for nothing.
const (
	// lingerTime and lingerBytes are how long, and how much of it.
	lingerTime  = 5 * time.Second
	lingerBytes = 64 << 20
	// lingerMost is how many connections may linger at once.
	lingerMost = 256
)

// Listener hands out connections that linger where they have to. It logs, now and
// then, that connections cannot be accepted.
type Listener struct {
	*net.TCPListener
	log       *slog.Logger
	now       func() time.Time
	lingering atomic.Int64
	failures  logging.Throttle
}

// failureInterval is the time between two entries about accepting.
const failureInterval = 10 * time.Second

// New returns a listener on ln; now is where the time of failures comes from.
func New(ln *net.TCPListener, log *slog.Logger, now func() time.Time) *Listener {
	return &Listener{TCPListener: ln, log: log, now: now, failures: logging.Throttle{Every: failureInterval}}
}

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
	c, err := l.AcceptTCP()
	if err != nil {
		l.logFailure(err)
		return nil, err
	}
	return &Conn{TCPConn: c, listener: l}, nil
}

// logFailure logs an error that goes away by itself, such as too many open files:
// net/http tries again.
func (l *Listener) logFailure(err error) {
	if again, ok := err.(interface{ Temporary() bool }); !ok || !again.Temporary() { //nolint:errorlint // as net/http asks
		return // the listener was closed
	}
	if n := l.failures.Count(l.now()); n > 0 {
		l.log.Error("connections cannot be accepted: clients wait", "error", err, "times", n)
	}
}

// Conn is a connection that lingers when it is closed, if Linger has marked it.
type Conn struct {
	*net.TCPConn
	listener *Listener
	linger   atomic.Bool
	free     atomic.Int64 // when its last request was over, in nanoseconds; see Served
}

// Close implements net.Conn.
func (c *Conn) Close() error {
	if !c.linger.CompareAndSwap(true, false) {
		return c.TCPConn.Close()
	}
	if c.listener.lingering.Add(1) > lingerMost {
		c.listener.lingering.Add(-1)
		return c.TCPConn.Close()
	}
	_ = c.CloseWrite() // else the client is gone
	_ = c.SetReadDeadline(time.Now().Add(lingerTime))
	go func() {
		defer c.listener.lingering.Add(-1)
		_, _ = io.CopyN(io.Discard, c.TCPConn, lingerBytes)
		_ = c.TCPConn.Close() // nothing is lost: the answer went out before
	}()
	return nil
}

type connKey struct{}

// WithConn lets the requests of a connection find it: it is the ConnContext of an
// http.Server.
func WithConn(ctx context.Context, c net.Conn) context.Context {
	if inner, ok := c.(interface{ NetConn() net.Conn }); ok { // of TLS
		c = inner.NetConn()
	}
	if own, ok := c.(*Conn); ok {
		return context.WithValue(ctx, connKey{}, own)
	}
	return ctx
}

// FromContext is the connection of a request, nil where it came in otherwise.
func FromContext(ctx context.Context) *Conn {
	c, _ := ctx.Value(connKey{}).(*Conn)
	return c
}

// Served notes that a request of the connection is over: the next one has waited
// since then at most, for a client may send it before.
func (c *Conn) Served() { c.free.Store(time.Now().UnixNano()) }

// Waited is how long ago the last received data of the request came in, as far
// as the system knows: the time in which it was not read.
func (c *Conn) Waited(now time.Time) time.Duration {
	waited := sinceReceived(c.TCPConn)
	if free := c.free.Load(); free != 0 {
		waited = min(waited, now.Sub(time.Unix(0, free)))
	}
	return waited
}

// Linger serves next, and lets a connection linger when a body was not read
// to its end.
func Linger(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := FromContext(r.Context())
		if c == nil || r.ContentLength == 0 || r.ProtoMajor != 1 {
			next.ServeHTTP(w, r)
			return
		}
		// A request of its own: net/http looks at the body of that which it knows, to
		// find out whether the client still waits for 100.
		watched := *r
		body := &watchedBody{ReadCloser: r.Body}
		watched.Body = body
		// Before the answer leaves: behind it net/http may close at once.
		c.linger.Store(true)
		defer func() { c.linger.Store(!body.ended.Load()) }()
		next.ServeHTTP(w, &watched)
	})
}

// watchedBody knows whether it was read to its end.
type watchedBody struct {
	io.ReadCloser
	ended atomic.Bool
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF { //nolint:errorlint // a body ends with that very value
		b.ended.Store(true)
	}
	return n, err
}
