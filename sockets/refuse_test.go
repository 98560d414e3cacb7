package sockets_test

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"framework/engine/value"
	"framework/sockets"
	"framework/sockets/sockettest"
	"framework/sockets/virtual"
)

// delayed accepts connections on which everything has waited for so long.
type delayed struct {
	net.Listener
	waited time.Duration
}

func (l delayed) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return delayedConn{c.(*net.TCPConn), l.waited}, nil
}

type delayedConn struct {
	*net.TCPConn
	waited time.Duration
}

func (c delayedConn) Waited(time.Time) time.Duration { return c.waited }

// TestRefuse: requests are refused for the time that they have waited, where it is
// known; events are not.
func TestRefuse(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	asked := make(chan time.Duration, 10)
	l := &lobby{}
	l.hub = sockets.NewHub(sockets.Options{Refuse: func(r *virtual.Request, waited time.Duration) (sockets.Answer, bool) {
		asked <- waited
		return sockets.Answer{Status: http.StatusServiceUnavailable, Body: []byte("late")}, r.URL == "/late"
	}}, l)
	defer func() { _ = l.hub.Shutdown(ctx) }()
	for name, encrypted := range map[string]bool{"plain": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewUnstartedServer(l.hub)
			server.Listener = delayed{server.Listener, 3 * time.Second}
			if encrypted {
				server.StartTLS()
			} else {
				server.Start()
			}
			defer server.Close()
			dialer := &websocket.Dialer{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}} //nolint:gosec // it is this test's own server
			address := strings.Replace(server.URL, "http", "ws", 1) + "/socket.io/?EIO=3&transport=websocket&" + virtual.VersionParameter + "=1.2.1"
			ws, _, err := dialer.DialContext(ctx, address, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer ws.Close()
			c := &listener{t: t, conn: ws}
			c.next()
			c.next()
			for _, tc := range []struct{ send, want string }{
				{`421["get",{"url":"/late"}]`, `431[{"body":"late","headers":{},"statusCode":503}]`},
				{`422["get",{"url":"/soon"}]`, `432[{"body":"GET","headers":{},"statusCode":200}]`},
			} {
				if err := ws.WriteMessage(websocket.TextMessage, []byte(`42["hello"]`)); err != nil {
					t.Fatal(err)
				}
				if err := ws.WriteMessage(websocket.TextMessage, []byte(tc.send)); err != nil {
					t.Fatal(err)
				}
				if got := c.next(); got != tc.want {
					t.Errorf("%s: got %s, want %s", tc.send, got, tc.want)
				}
				if waited := <-asked; waited != 3*time.Second {
					t.Errorf("%s has waited %v", tc.send, waited)
				}
			}
		})
	}
	unknown := httptest.NewServer(l.hub)
	defer unknown.Close()
	s, err := sockettest.Dial(ctx, unknown.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if a, err := s.Request(ctx, "GET /late", value.Undefined{}, nil); err != nil || a.Status != http.StatusOK {
		t.Errorf("on a connection without a known time: %+v, %v", a, err)
	}
	if len(asked) > 0 {
		t.Errorf("asked %d times too often", len(asked))
	}
}
