package legacyio_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"framework/engine/budget"
	"framework/engine/testenv"
	"framework/sockets/engineio"
	"framework/sockets/legacyio"
)

// echo sends back what it gets.
type echo struct {
	conn   *legacyio.Conn
	closed chan engineio.Reason
}

func (e *echo) Packet(p legacyio.Packet)               { _ = e.conn.Send(p.String()) }
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

type fixture struct {
	*legacyio.Server
	url   string
	conns chan *echo
}

func serve(t *testing.T, o legacyio.Options) *fixture {
	t.Helper()
	leaks := goleak.IgnoreCurrent()
	f := &fixture{conns: make(chan *echo, 100)}
	f.Server = legacyio.NewServer(o, func(c *legacyio.Conn) legacyio.Receiver {
		e := &echo{c, make(chan engineio.Reason, 2)}
		_ = c.Send(legacyio.Packet{Kind: legacyio.KindConnect}.String())
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

func (f *fixture) do(t *testing.T, method, path, body string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, f.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Close = true
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

// handshake returns the id of a new session.
func (f *fixture) handshake(t *testing.T) string {
	t.Helper()
	_, text := f.do(t, http.MethodGet, "/1/", "")
	id, rest, _ := strings.Cut(text, ":")
	if rest != "60:60:websocket,xhr-polling" {
		t.Fatalf("got the handshake %s", text)
	}
	return id
}

func (f *fixture) socket(t *testing.T, id string) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(f.url, "http")+"/1/websocket/"+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	t.Cleanup(func() { ws.Close() })
	return ws
}

func read(t *testing.T, ws *websocket.Conn) string {
	t.Helper()
	_, data, err := ws.ReadMessage()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTransports(t *testing.T) {
	f := serve(t, legacyio.Options{PollTimeout: 20 * time.Millisecond})
	path := "/1/xhr-polling/" + f.handshake(t)
	want := func(method, body, want string) {
		t.Helper()
		if status, got := f.do(t, method, path, body); status != http.StatusOK || got != want {
			t.Fatalf("%s %q: got %d %q, want %q", method, body, status, got, want)
		}
	}
	want("GET", "", "1::")
	want("GET", "", "8::")
	want("POST", "3:::é", "1")
	want("GET", "", "3:::é")
	want("POST", "\ufffd5\ufffd3:::a\ufffd6\ufffd3:::😀", "1")
	want("GET", "", "\ufffd5\ufffd3:::a\ufffd6\ufffd3:::😀")
	want("POST", "0::", "1")
	want("GET", "", "7:::1+0")
	if reason := (<-f.conns).reason(t); reason != engineio.TransportClose {
		t.Errorf("closed for %q", reason)
	}
	ws := f.socket(t, f.handshake(t))
	if got := read(t, ws); got != "1::" {
		t.Errorf("got %q", got)
	}
	if err := ws.WriteMessage(websocket.TextMessage, []byte("3:::é")); err != nil {
		t.Fatal(err)
	}
	if got := read(t, ws); got != "3:::é" {
		t.Errorf("got %q", got)
	}
	if status, got := f.do(t, "GET", "/1/?jsonp=3", ""); status != http.StatusOK || !strings.HasPrefix(got, `io.j[3]("`) || !strings.HasSuffix(got, `");`) {
		t.Errorf("the handshake in a script: %d %s", status, got)
	}
}

// TestHeartbeatsOfClients are not for the owner.
func TestHeartbeatsOfClients(t *testing.T) {
	f := serve(t, legacyio.Options{})
	id := f.handshake(t)
	ws := f.socket(t, id)
	read(t, ws)
	for _, packet := range []string{"2::", "8::", "3:::x"} {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(packet)); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, ws); got != "3:::x" {
		t.Errorf("got %q", got)
	}
	if _, got := f.do(t, "GET", "/1/xhr-polling/"+id, ""); got != "7:::1+0" {
		t.Errorf("a poll of a client on a WebSocket got %q", got)
	}
}

// TestLastPoll: what is queued for a client that polls is there for one poll after the
// end, with a disconnect packet unless the client is to connect again.
func TestLastPoll(t *testing.T) {
	for name, tc := range map[string]struct {
		end    func(f *fixture, c *legacyio.Conn, path string)
		last   string
		reason engineio.Reason
	}{
		"closed":   {func(_ *fixture, c *legacyio.Conn, _ string) { c.Close() }, "\ufffd5\ufffd3:::x\ufffd3\ufffd0::", engineio.ForcedClose},
		"released": {func(_ *fixture, c *legacyio.Conn, _ string) { c.Release() }, "3:::x", engineio.ServerShutdown},
		"left": {func(f *fixture, _ *legacyio.Conn, path string) {
			if _, got := f.do(t, "GET", path+"?disconnect", ""); got != "" {
				t.Errorf("the answer to the end is %q", got)
			}
		}, "7:::1+0", engineio.TransportClose},
	} {
		t.Run(name, func(t *testing.T) {
			f := serve(t, legacyio.Options{})
			path := "/1/xhr-polling/" + f.handshake(t)
			if _, got := f.do(t, "GET", path, ""); got != "1::" {
				t.Fatalf("got %q", got)
			}
			e := <-f.conns
			if got := e.conn.Transport(); got != legacyio.Polling {
				t.Errorf("the transport is %s", got)
			}
			if err := e.conn.Send("3:::x"); err != nil {
				t.Fatal(err)
			}
			tc.end(f, e.conn, path)
			if got := e.reason(t); got != tc.reason {
				t.Errorf("the reason is %q", got)
			}
			for _, want := range []string{tc.last, "7:::1+0"} {
				if _, got := f.do(t, "GET", path, ""); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}
			if n := f.Len(); n != 0 {
				t.Errorf("%d connections are left", n)
			}
		})
	}
}

// TestRefuse: new clients are refused, and connected ones are served.
func TestRefuse(t *testing.T) {
	f := serve(t, legacyio.Options{})
	path := "/1/xhr-polling/" + f.handshake(t)
	f.Refuse()
	if status, _ := f.do(t, "GET", "/1/", ""); status != http.StatusServiceUnavailable {
		t.Errorf("a new client: %d", status)
	}
	if _, got := f.do(t, "GET", path, ""); got != "1::" {
		t.Errorf("an old one got %q", got)
	}
}

func TestHostile(t *testing.T) {
	f := serve(t, legacyio.Options{MaxPayload: 100, MaxConnections: 4, MaxQueueBytes: 1000})
	id := f.handshake(t)
	ws := f.socket(t, id)
	read(t, ws)
	e := <-f.conns

	twice := f.socket(t, id)
	if got := read(t, twice); got != "7:::1+0" {
		t.Errorf("a second WebSocket got %q", got)
	}
	if got := read(t, f.socket(t, "nobody")); got != "7:::1+0" {
		t.Errorf("a WebSocket for nobody got %q", got)
	}
	if status, _ := f.do(t, "GET", "/1/flashsocket/"+id, ""); status != http.StatusBadRequest {
		t.Errorf("another transport: %d", status)
	}
	for body, status := range map[string]int{"garbage": http.StatusBadRequest, strings.Repeat("x", 101): http.StatusRequestEntityTooLarge} {
		path := "/1/xhr-polling/" + f.handshake(t)
		f.do(t, "GET", path, "")
		<-f.conns
		if got, _ := f.do(t, "POST", path, body); got != status {
			t.Errorf("POST %q: %d", body, got)
		}
		if _, got := f.do(t, "GET", path, ""); got != "7:::1+0" {
			t.Errorf("after POST %q: %q", body, got)
		}
	}
	path := "/1/xhr-polling/" + f.handshake(t)
	f.do(t, "GET", path, "")
	slow := <-f.conns
	for i := 0; slow.conn.Send("3:::"+strings.Repeat("x", 100)) == nil; i++ {
		if i > 100 {
			t.Fatal("everything is kept for a client that does not poll")
		}
	}
	if reason := slow.reason(t); reason != engineio.SlowConsumer {
		t.Errorf("closed for %q", reason)
	}
	for range 3 {
		f.handshake(t)
	}
	if status, _ := f.do(t, "GET", "/1/", ""); status != http.StatusServiceUnavailable {
		t.Errorf("a fifth connection: %d", status)
	}
	if err := ws.WriteMessage(websocket.TextMessage, []byte("garbage")); err != nil {
		t.Fatal(err)
	}
	if reason := e.reason(t); reason != engineio.ParseError {
		t.Errorf("closed for %q", reason)
	}
}

func TestHeartbeats(t *testing.T) {
	testenv.Slow(t)
	f := serve(t, legacyio.Options{HeartbeatInterval: 20 * time.Millisecond, HeartbeatTimeout: time.Second})
	_, text := f.do(t, http.MethodGet, "/1/", "")
	id, _, _ := strings.Cut(text, ":")
	ws := f.socket(t, id)
	if got := read(t, ws) + read(t, ws); got != "1::2::" {
		t.Errorf("got %q", got)
	}
	if reason := (<-f.conns).reason(t); reason != engineio.PingTimeout {
		t.Errorf("closed for %q", reason)
	}
}

func TestRefusals(t *testing.T) {
	f := serve(t, legacyio.Options{
		AllowOrigin: func(origin string, _ *http.Request) bool { return origin == "" || origin == "https://good.example" },
		Authorize: func(_ context.Context, h *engineio.Handshake) (http.Header, error) {
			if h.Query().Get("who") != "me" {
				return nil, errors.New("who are you?")
			}
			return http.Header{"Set-Cookie": {"a=b"}}, nil
		},
	})
	for _, test := range []struct {
		query, origin string
		status        int
	}{
		{"?who=me", "", http.StatusOK},
		{"?who=me", "https://good.example", http.StatusOK},
		{"?who=me", "https://bad.example", http.StatusForbidden},
		{"", "", http.StatusForbidden},
	} {
		req := httptest.NewRequest(http.MethodGet, "/1/"+test.query, nil)
		if test.origin != "" {
			req.Header.Set("Origin", test.origin)
		}
		res := httptest.NewRecorder()
		f.ServeHTTP(res, req)
		if varies := res.Header().Get("Vary") == "Origin"; varies != (test.origin != "") {
			t.Errorf("%+v: varies %v", test, varies)
		}
		if res.Code != test.status || (res.Header().Get("Set-Cookie") == "a=b") != (res.Code == http.StatusOK) {
			t.Errorf("%+v: %d, %v", test, res.Code, res.Header())
		}
	}
}

// The POSTs of a client are read one after the other: one that comes while
// another one arrives waits for it.
func TestOnePostAtATime(t *testing.T) {
	f := serve(t, legacyio.Options{})
	path := "/1/xhr-polling/" + f.handshake(t)
	f.do(t, http.MethodGet, path, "")
	begin := func() (net.Conn, *bufio.Reader) {
		c, err := net.Dial("tcp", strings.TrimPrefix(f.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		_ = c.SetDeadline(time.Now().Add(20 * time.Second))
		return c, bufio.NewReader(c)
	}
	const head = "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 8\r\n"
	first, answers := begin()
	fmt.Fprintf(first, head+"Expect: 100-continue\r\n\r\n", path)
	if line, err := answers.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("got %q, %v", line, err)
	}
	second, later := begin()
	fmt.Fprintf(second, head+"\r\n3:::late", path)
	other := "/1/xhr-polling/" + f.handshake(t)
	f.do(t, http.MethodGet, other, "")
	for range 20 { // meanwhile it would have been read
		f.do(t, http.MethodPost, other, "2::")
	}
	fmt.Fprint(first, "3:::soon")
	if _, err := io.Copy(io.Discard, answers); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, later); err != nil {
		t.Fatal(err)
	}
	if _, got := f.do(t, http.MethodGet, path, ""); strings.Index(got, "soon") > strings.Index(got, "late") {
		t.Errorf("got %q", got)
	}
}

// TestReceivingBudget: a POST that is larger than what others leave free is refused,
// and the connection goes on.
func TestReceivingBudget(t *testing.T) {
	var receiving budget.Budget
	receiving.SetMost(50_000)
	f := serve(t, legacyio.Options{Receiving: &receiving, PollTimeout: 20 * time.Millisecond})
	path := "/1/xhr-polling/" + f.handshake(t)
	f.do(t, http.MethodGet, path, "")
	large := "3:::" + strings.Repeat("x", 60_000)
	post := func(body string) *http.Response {
		t.Helper()
		res, err := http.Post(f.url+path, "text/plain", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res
	}
	receiving.Take(30_000) // as another POST that is coming in
	if res := post(large); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") != "1" || !res.Close {
		t.Errorf("next to another server: %s %v", res.Status, res.Header)
	}
	if res := post("3:::small"); res.StatusCode != http.StatusOK {
		t.Errorf("a small one: %s", res.Status)
	}
	receiving.Give(30_000)
	if res := post(large); res.StatusCode != http.StatusOK {
		t.Errorf("alone: %s", res.Status)
	}
	if _, got := f.do(t, http.MethodGet, path, ""); !strings.Contains(got, "small") || !strings.Contains(got, large) {
		t.Errorf("got %.100q", got)
	}
	if n := receiving.Used(); n != 0 {
		t.Errorf("%d bytes were not given back", n)
	}
}

// TestClosedWhileItOpens: the receiver learns the reason of a connection that was closed
// before it was there.
func TestClosedWhileItOpens(t *testing.T) {
	e := &echo{closed: make(chan engineio.Reason, 2)}
	server := legacyio.NewServer(legacyio.Options{}, func(c *legacyio.Conn) legacyio.Receiver {
		c.Release()
		return e
	})
	ask := func(path string) string {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		return w.Body.String()
	}
	id, _, _ := strings.Cut(ask("/1/"), ":")
	ask("/1/xhr-polling/" + id)
	select {
	case reason := <-e.closed:
		if reason != engineio.ServerShutdown {
			t.Errorf("closed for %q", reason)
		}
	default:
		t.Error("the receiver does not know that it is closed")
	}
}
