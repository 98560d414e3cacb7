package socketio_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"framework/sockets/engineio"
	"framework/sockets/socketio"
)

// dialLegacy connects a client of Socket.IO 0.9.
func dialLegacy(t *testing.T, f *fixture) *websocket.Conn {
	t.Helper()
	res, err := http.Get(f.url + "/socket.io/1/")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	id, _, _ := strings.Cut(string(text), ":")
	ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(f.url, "http")+"/socket.io/1/websocket/"+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	_ = ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	return ws
}

// TestLegacyExchanges is TestExchanges for Socket.IO 0.9; that the client is served on
// shows that what is before was not answered.
func TestLegacyExchanges(t *testing.T) {
	begin := []string{`< 1::`, `< 5:::{"name":"auth","args":[{}]}`}
	end := []string{`3:::end`, `< 5:::{"name":"message-back","args":["end"]}`}
	for name, lines := range map[string][]string{
		"a namespace": {
			`1::/custom`, `< 1::/custom`, `< 5::/custom:{"name":"auth","args":[{}]}`, `1::/custom`,
			`5::/custom:{"name":"message","args":[1]}`, `< 5::/custom:{"name":"message-back","args":[1]}`,
			`0::/custom`, `5::/custom:{"name":"message","args":[1]}`,
			`1::/custom`, `< 1::/custom`, `< 5::/custom:{"name":"auth","args":[{}]}`,
			`5::/custom:{"name":"kick","args":[]}`, `< 0::/custom`,
		},
		"a namespace that is not there": {`1::/nowhere`, `< 7::/nowhere:2`, `5::/nowhere:{"name":"message","args":[1]}`},
		"a namespace that refuses":      {`1::/guarded`, `< 7::/guarded:2`, `1::/guarded?token=secret`, `< 1::/guarded`, `< 5::/guarded:{"name":"auth","args":[{}]}`},
		"acknowledgements": {
			`5:7+::{"name":"message-with-ack","args":["x"]}`, `< 6:::7+["x"]`,
			`5:9+::{"name":"join","args":["room"]}`, `< 6:::9+[]`,
			`5:8::{"name":"message","args":["x"]}`, `< 6:::8`, `< 5:::{"name":"message-back","args":["x"]}`,
		},
		"questions": {
			`5:::{"name":"ask-back","args":[1]}`, `< 5:1+::{"name":"question","args":[1]}`, `5:::{"name":"ask-back","args":[2]}`, `< 5:2+::{"name":"question","args":[2]}`,
			`6:::x+["no"]`, `6:::2+["b"]`, `< 5:::{"name":"answered","args":["b"]}`, `6:::1`, `< 5:::{"name":"answered","args":[]}`,
		},
		"messages": {
			`4:::{"a":1}`, `< 5:::{"name":"message-back","args":[{"a":1}]}`, `4:::{`, `5:::{`, `5:::{"args":[1]}`, `5:::{"name":"disconnect"}`, `5:::[]`,
			`3:::{"a":1}`, `< 5:::{"name":"message-back","args":["{\"a\":1}"]}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := serve(t, socketio.Options{})
			ws := dialLegacy(t, f)
			for _, part := range [][]string{begin, lines, end} {
				exchange(t, ws, part)
			}
		})
	}
}

// TestLegacyHangUp: the server may end the whole connection.
func TestLegacyHangUp(t *testing.T) {
	ws := dialLegacy(t, serve(t, socketio.Options{}))
	exchange(t, ws, []string{`< 1::`, `< 5:::{"name":"auth","args":[{}]}`, `5:::{"name":"hang-up","args":[]}`, `< 0::`, `x`})
}

// TestLegacyLateAdmission is TestLateAdmission for Socket.IO 0.9.
func TestLegacyLateAdmission(t *testing.T) {
	f := serve(t, socketio.Options{})
	ws := dialLegacy(t, f)
	exchange(t, ws, []string{`< 1::`, `< 5:::{"name":"auth","args":[{}]}`})
	for _, test := range []struct {
		meanwhile []string
		verdict   error
		connected bool
		then      []string
	}{
		{verdict: errors.New("no"), then: []string{`< 7::/custom:2`}},
		{meanwhile: []string{`0::/custom`}},
		{meanwhile: []string{`1::/custom?slow=1`}, connected: true, then: []string{`< 1::/custom`, `< 5::/custom:{"name":"auth","args":[{}]}`}},
	} {
		exchange(t, ws, []string{`1::/custom?slow=1`})
		decide := f.asked(t)
		exchange(t, ws, append(test.meanwhile, `3:::here`, `< 5:::{"name":"message-back","args":["here"]}`)) // it is served
		if got := decide(test.verdict); got != test.connected {
			t.Errorf("%v: connected: %v", test, got)
		}
		exchange(t, ws, test.then)
	}
	ws = dialLegacy(t, f)
	exchange(t, ws, []string{`< 1::`, `< 5:::{"name":"auth","args":[{}]}`, `1::/custom?slow=1`})
	decide := f.asked(t)
	ws.Close()
	deadline := time.After(20 * time.Second)
	for gone := false; !gone; {
		select {
		case reason := <-f.reasons:
			gone = reason == engineio.TransportClose
		case <-deadline:
			t.Fatal("the end of the client is not noticed")
		}
	}
	if decide(nil) {
		t.Error("a client that is gone was connected")
	}
}

// TestBothProtocols: options and the end hold for clients of 0.9, too.
func TestBothProtocols(t *testing.T) {
	refuse := func(_ context.Context, h *engineio.Handshake) (http.Header, error) {
		if h.Query().Get("who") == "" {
			return nil, errors.New("who?")
		}
		return nil, nil
	}
	f := serve(t, socketio.Options{Engine: engineio.Options{Authorize: refuse}})
	statuses := func(query string, want ...int) {
		t.Helper()
		for i, path := range []string{"/socket.io/?EIO=4&transport=polling&", "/socket.io/1/?"} {
			res := httptest.NewRecorder()
			f.ServeHTTP(res, httptest.NewRequest(http.MethodGet, path+query, nil))
			if res.Code != want[i] {
				t.Errorf("%s%s: %d, want %d", path, query, res.Code, want[i])
			}
		}
	}
	statuses("", http.StatusForbidden, http.StatusForbidden)
	statuses("who=me", http.StatusOK, http.StatusOK)
	if n := f.Len(); n != 2 {
		t.Errorf("%d connections", n)
	}
	f.Configure(socketio.Options{Engine: engineio.Options{MaxConnections: 1}})
	statuses("", http.StatusServiceUnavailable, http.StatusServiceUnavailable)
	f.Configure(socketio.Options{})
	statuses("", http.StatusOK, http.StatusOK)
	f.Refuse()
	statuses("", http.StatusServiceUnavailable, http.StatusServiceUnavailable)
}

// TestConnects: which requests are the server's, and which are the first of a client.
func TestConnects(t *testing.T) {
	f := serve(t, socketio.Options{})
	for _, tc := range []struct {
		method, target   string
		serves, connects bool
	}{
		{"GET", "/socket.io/?EIO=4&transport=polling", true, true},
		{"GET", "/socket.io?EIO=4", true, true},
		{"GET", "/socket.io/?EIO=4&sid=x", true, false},
		{"OPTIONS", "/socket.io/?EIO=4", true, false},
		{"GET", "/socket.io/1/", true, true},
		{"GET", "/socket.io/1", true, true},
		{"OPTIONS", "/socket.io/1/", true, false},
		{"GET", "/socket.io/1/websocket/x", true, false},
		{"GET", "/socket.iox/", false, false},
		{"GET", "/other", false, false},
	} {
		r := httptest.NewRequest(tc.method, tc.target, nil)
		if got := f.Serves(r.URL.Path); got != tc.serves {
			t.Errorf("%s is served: %v", tc.target, got)
		}
		if got := f.Connects(r); got != tc.connects {
			t.Errorf("%s %s connects: %v", tc.method, tc.target, got)
		}
	}
}
