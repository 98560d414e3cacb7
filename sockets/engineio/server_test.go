package engineio_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/sockets/engineio"
)

func TestOrigins(t *testing.T) {
	f := serve(t, engineio.Options{AllowOrigin: func(origin string, _ *http.Request) bool { return origin == "" || origin == "https://good.example" }})
	for origin, ok := range map[string]bool{"": true, "https://good.example": true, "https://bad.example": false} {
		header := http.Header{}
		if origin != "" {
			header.Set("Origin", origin)
		}
		_, res, err := socket(t, f, "EIO=4", header)
		if (err == nil) != ok {
			t.Errorf("WebSocket from %q: %v", origin, err)
		}
		if !ok && res.StatusCode != http.StatusBadRequest {
			t.Errorf("WebSocket from %q: %d", origin, res.StatusCode)
		}
		for method, status := range map[string]int{http.MethodGet: http.StatusOK, http.MethodOptions: http.StatusNoContent} {
			req, err := http.NewRequestWithContext(t.Context(), method, f.url+"/?EIO=4&transport=polling", nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Close = true
			req.Header = header.Clone()
			req.Header.Set("Access-Control-Request-Headers", "x-token")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			want := origin
			switch {
			case !ok:
				status, want = http.StatusForbidden, ""
			case origin == "":
				want = "*"
			}
			if got := res.Header.Get("Access-Control-Allow-Origin"); res.StatusCode != status || got != want {
				t.Errorf("%s from %q: %d, %q", method, origin, res.StatusCode, got)
			}
			if credentials := res.Header.Get("Access-Control-Allow-Credentials"); (credentials == "true") != (ok && origin != "") {
				t.Errorf("%s from %q: credentials %q", method, origin, credentials)
			}
			if ok && method == http.MethodOptions && res.Header.Get("Access-Control-Allow-Headers") != "x-token" {
				t.Errorf("%s from %q: headers %q", method, origin, res.Header.Get("Access-Control-Allow-Headers"))
			}
		}
	}
}

func TestHandshake(t *testing.T) {
	f := serve(t, engineio.Options{
		Cookie: "io",
		Authorize: func(_ context.Context, h *engineio.Handshake) (http.Header, error) {
			switch h.Query().Get("who") {
			case "me":
				return http.Header{"Set-Cookie": {"sails.sid=1"}}, nil
			case "late":
				return nil, &engineio.Refusal{Status: http.StatusTooManyRequests, Code: 4, Message: "come back later"}
			}
			return nil, errors.New("who are you?")
		},
	})
	_, res, err := socket(t, f, "EIO=4&who=me&color=red", http.Header{"Cookie": {"a=b"}})
	if err != nil {
		t.Fatal(err)
	}
	e := <-f.conns
	cookies := strings.Join(res.Header.Values("Set-Cookie"), "|")
	if want := "sails.sid=1|io=" + e.conn.ID() + "; Path=/; HttpOnly; SameSite=Lax"; cookies != want {
		t.Errorf("got the cookies %s, want %s", cookies, want)
	}
	h := e.conn.Handshake()
	if h.Query().Get("color") != "red" || h.Header.Get("Cookie") != "a=b" || h.Remote != "127.0.0.1" || h.Secure ||
		!strings.HasPrefix(h.URL, "/?transport=websocket&EIO=4") || "http://"+h.Host != f.url {
		t.Errorf("got %+v", h)
	}
	for who, want := range map[string]string{"": `{"code":4,"message":"Forbidden"}`, "late": `{"code":4,"message":"come back later"}`} {
		if _, body := (&poller{t, f.url + "/?EIO=4&transport=polling&who=" + who}).get(); body != want {
			t.Errorf("%q: got %s, want %s", who, body, want)
		}
	}
	if f.Len() != 1 {
		t.Errorf("%d connections", f.Len())
	}
}

func TestLimits(t *testing.T) {
	testenv.Slow(t)
	f := serve(t, engineio.Options{MaxConnections: 2, MaxPayload: 100})
	ws, p := open(t, f, "EIO=4"), dial(t, f, "EIO=4")
	<-f.conns
	e := <-f.conns
	res, _ := (&poller{t, f.url + "/?EIO=4&transport=polling"}).get()
	if res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a third connection: %d", res.StatusCode)
	}
	if status, _ := p.post("text/plain", "4"+strings.Repeat("x", 100)); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large POST: %d", status)
	}
	if reason := e.reason(t); reason != engineio.TransportError {
		t.Errorf("closed for %q", reason)
	}
	dial(t, f, "EIO=4") // there is room again
	write(t, ws, "4"+strings.Repeat("x", 99))
	if got := read(t, ws); len(got) != 100 {
		t.Errorf("got %q", got)
	}
}

// TestHeartbeats: silent clients are disconnected, in both revisions, and
// revision 3 answers pings.
func TestHeartbeats(t *testing.T) {
	f := serve(t, engineio.Options{PingInterval: 30 * time.Millisecond, PingTimeout: 30 * time.Millisecond})
	for _, transport := range []string{"websocket", "polling"} {
		for _, revision := range []string{"EIO=3", "EIO=4"} {
			if transport == "websocket" {
				ws := open(t, f, revision)
				if revision == "EIO=3" {
					write(t, ws, "2x")
					if got := read(t, ws); got != "3x" {
						t.Errorf("a ping is answered %q", got)
					}
				}
			} else {
				dial(t, f, revision)
			}
			if reason := (<-f.conns).reason(t); reason != engineio.PingTimeout {
				t.Errorf("%s %s: closed for %q", transport, revision, reason)
			}
		}
	}
}

// TestClose holds that what was sent before comes before the end.
func TestClose(t *testing.T) {
	f := serve(t, engineio.Options{})
	ws := open(t, f, "EIO=4")
	e := <-f.conns
	_ = e.conn.Send(engineio.Text("a"), engineio.Text("b"))
	e.conn.Close()
	if err := e.conn.Send(engineio.Text("c")); !errors.Is(err, engineio.ErrClosed) {
		t.Errorf("sent to a closed connection: %v", err)
	}
	if got := read(t, ws) + read(t, ws); got != "4a4b" {
		t.Errorf("got %q", got)
	}
	wantClosed(t, ws)
	p := dial(t, f, "EIO=4")
	e = <-f.conns
	_ = e.conn.Send(engineio.Text("a"), engineio.Text("b"))
	e.conn.Close()
	if _, body := p.get(); body != "4a\x1e4b\x1e1" {
		t.Errorf("got %q", body)
	}
	if res, _ := p.get(); res.StatusCode != http.StatusBadRequest {
		t.Errorf("the session lives: %d", res.StatusCode)
	}
}

func TestShutdown(t *testing.T) {
	f := serve(t, engineio.Options{})
	ws := open(t, f, "EIO=4")
	e := <-f.conns
	raw(t, f) // never answers the close frame
	hung := <-f.conns
	_ = e.conn.Send(engineio.Text("last words"))
	done := make(chan error)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { done <- f.Shutdown(ctx) }()
	if got := read(t, ws); got != "4last words" {
		t.Errorf("got %q", got)
	}
	if code, text := wantClosed(t, ws); code != 1001 || text != "server shutting down" {
		t.Errorf("closed with %d %q", code, text)
	}
	for _, e := range []*echo{e, hung} {
		if reason := e.reason(t); reason != engineio.ServerShutdown {
			t.Errorf("closed for %q", reason)
		}
	}
	if _, _, err := socket(t, f, "EIO=4", nil); err == nil {
		t.Error("a server that shuts down takes connections")
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("shutdown: %v", err)
	}
}

// TestClosedWhileItOpens: the receiver learns the reason of a connection that was closed
// before it was there.
func TestClosedWhileItOpens(t *testing.T) {
	cause := errors.New("no room")
	type end struct {
		reason engineio.Reason
		err    error
	}
	ended := make(chan end, 1)
	server := engineio.NewServer(engineio.Options{}, func(c *engineio.Conn) engineio.Receiver {
		c.CloseWith(engineio.SlowConsumer, cause)
		return closedFunc(func(reason engineio.Reason, err error) { ended <- end{reason, err} })
	})
	w := httptest.NewRecorder()
	server.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/?EIO=4&transport=polling", http.NoBody))
	select {
	case got := <-ended:
		if got != (end{engineio.SlowConsumer, cause}) {
			t.Errorf("closed for %q, %v", got.reason, got.err)
		}
	default:
		t.Errorf("the receiver does not know that it is closed: %d %s", w.Code, w.Body)
	}
}

// closedFunc is a receiver that gets no messages.
type closedFunc func(reason engineio.Reason, err error)

func (closedFunc) Message([]byte, bool) {}

func (f closedFunc) Closed(reason engineio.Reason, err error) { f(reason, err) }
