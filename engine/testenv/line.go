package testenv

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// Line passes connections on to a server, so that a test can take the server
// away. It ends with the test.
type Line struct {
	listener net.Listener
	target   string
	mute     atomic.Bool

	mu   sync.Mutex
	open []net.Conn
	down bool
}

// NewLine returns a line to the server at target, "host:port".
func NewLine(t testing.TB, target string) *Line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &Line{listener: listener, target: target}
	t.Cleanup(func() { _ = listener.Close(); l.Cut(true) })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go l.serve(c)
		}
	}()
	return l
}

// Address is where clients find the server: "host:port".
func (l *Line) Address() string { return l.listener.Addr().String() }

// Cut ends all connections; down keeps new ones away as well, until the next.
func (l *Line) Cut(down bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = down
	for _, c := range l.open {
		_ = c.Close()
	}
	l.open = nil
}

// Silence drops what the server answers.
func (l *Line) Silence(mute bool) { l.mute.Store(mute) }

func (l *Line) serve(client net.Conn) {
	server, err := net.Dial("tcp", l.target)
	if err != nil {
		_ = client.Close()
		return
	}
	if !l.join(client, server) {
		_, _ = client.Close(), server.Close()
		return
	}
	go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
	_, _ = io.Copy(unlessMute{l, client}, server)
	_ = client.Close()
}

func (l *Line) join(pair ...net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.down {
		l.open = append(l.open, pair...)
	}
	return !l.down
}

type unlessMute struct {
	l *Line
	net.Conn
}

func (w unlessMute) Write(p []byte) (int, error) {
	if w.l.mute.Load() {
		return len(p), nil
	}
	return w.Conn.Write(p)
}
