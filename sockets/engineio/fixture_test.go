package engineio_test

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"

	"go.uber.org/goleak"

	"framework/sockets/engineio"
)

// echo sends back what it gets, and keeps why its connection was closed.
type echo struct {
	conn   *engineio.Conn
	closed chan engineio.Reason
}

func (e *echo) Message(data []byte, isBinary bool) {
	m := engineio.Text(string(data))
	if isBinary {
		m = engineio.Binary(data)
	}
	_ = e.conn.Send(m)
}

func (e *echo) Closed(reason engineio.Reason, _ error) { e.closed <- reason }

// reason is why the connection was closed.
func (e *echo) reason(t *testing.T) engineio.Reason {
	t.Helper()
	select {
	case reason := <-e.closed:
		return reason
	case <-time.After(20 * time.Second):
		t.Fatal("the connection is not closed")
		return ""
	}
}

// fixture is a server on a port of its own.
type fixture struct {
	*engineio.Server
	url   string
	conns chan *echo
}

// serve starts a server; the test fails if it leaves a goroutine behind.
func serve(t *testing.T, o engineio.Options) *fixture {
	t.Helper()
	leaks := goleak.IgnoreCurrent()
	f := &fixture{conns: make(chan *echo, 1000)}
	f.Server = engineio.NewServer(o, func(c *engineio.Conn) engineio.Receiver {
		e := &echo{conn: c, closed: make(chan engineio.Reason, 2)}
		f.conns <- e
		return e
	})
	web := httptest.NewServer(f.Server)
	f.url = web.URL
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := f.Shutdown(ctx); err != nil {
			t.Errorf("shutdown: %v", err)
		}
		web.Close()
		goleak.VerifyNone(t, leaks)
	})
	return f
}
