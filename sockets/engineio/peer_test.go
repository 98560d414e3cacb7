package engineio_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// poller is a client that polls by hand.
type poller struct {
	t   *testing.T
	url string
}

// dial makes a connection over polling.
func dial(t *testing.T, f *fixture, query string) *poller {
	t.Helper()
	p := &poller{t, f.url + "/?transport=polling&" + query}
	_, body := p.get()
	p.url = strings.Replace(p.url, "&b64=1", "", 1) // clients say it once
	p.url += "&sid=" + sid(t, body)
	return p
}

func (p *poller) do(method, contentType, body string) (*http.Response, string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, p.url, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Close = true
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return res, string(text)
}

func (p *poller) get() (*http.Response, string) { p.t.Helper(); return p.do(http.MethodGet, "", "") }

func (p *poller) post(contentType, body string) (int, string) {
	p.t.Helper()
	res, text := p.do(http.MethodPost, contentType, body)
	return res.StatusCode, text
}

// socket opens a WebSocket; it is closed with the test.
func socket(t *testing.T, f *fixture, query string, header http.Header) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	ws, res, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(f.url, "http")+"/?transport=websocket&"+query, header)
	if err == nil {
		_ = ws.SetReadDeadline(time.Now().Add(20 * time.Second))
		t.Cleanup(func() { ws.Close() })
	}
	return ws, res, err
}

// open opens a WebSocket and reads the handshake.
func open(t *testing.T, f *fixture, query string) *websocket.Conn {
	t.Helper()
	ws, _, err := socket(t, f, query, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := read(t, ws); !strings.HasPrefix(text, `0{"sid":`) {
		t.Fatalf("no handshake: %s", text)
	}
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

func write(t *testing.T, ws *websocket.Conn, text string) {
	t.Helper()
	if err := ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

// wantClosed waits for the close frame and returns its code and text.
func wantClosed(t *testing.T, ws *websocket.Conn) (int, string) {
	t.Helper()
	for {
		_, _, err := ws.ReadMessage()
		if closed, ok := err.(*websocket.CloseError); ok { //nolint:errorlint // gorilla returns it bare
			return closed.Code, closed.Text
		}
		if err != nil {
			t.Fatalf("the connection was not closed: %v", err)
		}
	}
}
