package engine

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
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

// listener hands out connections that linger where they have to. It tells, now
// and then, that connections cannot be accepted.
type listener struct {
	*net.TCPListener
	log       *slog.Logger
	now       func() time.Time
	lingering atomic.Int64

	mu     sync.Mutex
	told   time.Time
	failed int // since then
}

// acceptQuiet is how long nothing is said after a word about accepting.
const acceptQuiet = 10 * time.Second

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	c, err := l.AcceptTCP()
	if err != nil {
		l.tell(err)
		return nil, err
	}
	return &conn{TCPConn: c, listener: l}, nil
}

// tell logs an error that goes away by itself, such as too many open files:
// net/http tries again.
func (l *listener) tell(err error) {
	if again, ok := err.(interface{ Temporary() bool }); !ok || !again.Temporary() { //nolint:errorlint // as net/http asks
		return // the listener was closed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed++
	now := l.now()
	if !l.told.IsZero() && now.Sub(l.told) < acceptQuiet {
		return
	}
	l.log.Error("connections cannot be accepted: clients wait", "error", err, "times", l.failed)
	l.told, l.failed = now, 0
}

// conn is a connection that lingers when it is closed, if it was asked to.
type conn struct {
	*net.TCPConn
	listener *listener
	linger   atomic.Bool
	free     atomic.Int64 // when its last request was over, in nanoseconds; see served
}

// Close implements net.Conn.
func (c *conn) Close() error {
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

// withConn lets the requests of a connection find it.
func withConn(ctx context.Context, c net.Conn) context.Context {
	if inner, ok := c.(interface{ NetConn() net.Conn }); ok { // of TLS
		c = inner.NetConn()
	}
	if own, ok := c.(*conn); ok {
		return context.WithValue(ctx, connKey{}, own)
	}
	return ctx
}

// lingering serves next, and lets a connection linger when a body was not read
// to its end.
func lingering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, ok := r.Context().Value(connKey{}).(*conn)
		if !ok || r.ContentLength == 0 || r.ProtoMajor != 1 {
			next.ServeHTTP(w, r)
			return
		}
		body := &watchedBody{ReadCloser: r.Body}
		r.Body = body
		// Before the answer leaves: behind it net/http may close at once.
		c.linger.Store(true)
		defer func() { c.linger.Store(!body.ended.Load()) }()
		next.ServeHTTP(w, r)
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
