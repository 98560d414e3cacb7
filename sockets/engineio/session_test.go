package engineio_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"framework/sockets/engineio"
)

// TestUpgradesOffered: the packet that opens a connection names what the client may
// change to.
func TestUpgradesOffered(t *testing.T) {
	for _, tc := range []struct {
		o                  engineio.Options
		polling, webSocket string
	}{
		{engineio.Options{}, `["websocket"]`, `[]`},
		{engineio.Options{NoUpgrades: true}, `[]`, `[]`},
		{engineio.Options{Transports: []string{engineio.Polling}}, `[]`, ``},
	} {
		f := serve(t, tc.o)
		offered := func(text string) string {
			_, rest, _ := strings.Cut(text, `"upgrades":`)
			list, _, _ := strings.Cut(rest, `,"ping`)
			return list
		}
		if _, body := (&poller{t, f.url + "/?EIO=4&transport=polling"}).get(); offered(body) != tc.polling {
			t.Errorf("%+v: a client that polls got %s", tc.o, body)
		}
		ws, _, err := socket(t, f, "EIO=4", nil)
		if (err == nil) != (tc.webSocket != "") {
			t.Errorf("%+v: a WebSocket: %v", tc.o, err)
		}
		if err == nil {
			if got := read(t, ws); offered(got) != tc.webSocket {
				t.Errorf("%+v: a WebSocket got %s", tc.o, got)
			}
		}
	}
}

// TestPollingHandshake: headers of Authorize are in the answer, refusals are JSON.
func TestPollingHandshake(t *testing.T) {
	f := serve(t, engineio.Options{Authorize: func(_ context.Context, h *engineio.Handshake) (http.Header, error) {
		if h.Query().Get("who") == "" {
			return nil, &engineio.Refusal{Status: http.StatusForbidden, Code: 4, Message: "who?"}
		}
		return http.Header{"Set-Cookie": {"a=b"}}, nil
	}})
	res, _ := (&poller{t, f.url + "/?EIO=4&transport=polling&who=me"}).get()
	if got := res.Header.Get("Set-Cookie"); got != "a=b" {
		t.Errorf("the cookie is %q", got)
	}
	res, _ = (&poller{t, f.url + "/?EIO=4&transport=polling"}).get()
	if got := res.Header.Get("Content-Type"); got != "application/json" {
		t.Errorf("a refusal is %s", got)
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	if r.RemoteAddr = "@"; engineio.NewHandshake(r).Remote != "@" {
		t.Error("an address without a port is lost")
	}
}

// TestLeavesItsPoll: a client that leaves the poll is gone.
func TestLeavesItsPoll(t *testing.T) {
	f := serve(t, engineio.Options{})
	p := dial(t, f, "EIO=4")
	e := <-f.conns
	c, err := net.Dial("tcp", strings.TrimPrefix(f.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", strings.TrimPrefix(p.url, f.url))
	_ = c.Close()
	if got := e.reason(t); got != engineio.TransportClose {
		t.Errorf("closed for %q", got)
	}
}

// TestPosts: a client that sends twice at once is closed, and a closed one sends
// nothing; a form has to be one.
func TestPosts(t *testing.T) {
	f := serve(t, engineio.Options{})
	p := dial(t, f, "EIO=4")
	e := <-f.conns
	c, err := net.Dial("tcp", strings.TrimPrefix(f.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n", strings.TrimPrefix(p.url, f.url))
	answers := bufio.NewReader(c)
	if line, err := answers.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("got %q, %v", line, err)
	}
	if status, _ := p.post("text/plain", "4x"); status != http.StatusBadRequest {
		t.Errorf("a second POST: %d", status)
	}
	if got := e.reason(t); got != engineio.TransportError {
		t.Errorf("closed for %q", got)
	}
	fmt.Fprint(c, "4x")
	_, _ = io.Copy(io.Discard, answers)

	p = dial(t, f, "EIO=4")
	e = <-f.conns
	_ = e.conn.Send(engineio.Text("a"))
	e.conn.Close()
	if status, _ := p.post("text/plain", "4x"); status != http.StatusBadRequest {
		t.Errorf("a POST after the end: %d", status)
	}
	for form, ok := range map[string]bool{"d=4a%3Bb": true, "d=4a;b": false, "d=%zz": false, "x=4a": false, "x=1&d=4a": true} {
		p := dial(t, f, "EIO=4")
		p.url += "&j=0"
		if status, _ := p.post("application/x-www-form-urlencoded", form); (status == http.StatusOK) != ok {
			t.Errorf("the form %q: %d", form, status)
		}
	}
}

// TestLinger: what a client does not fetch in time is forgotten.
func TestLinger(t *testing.T) {
	f := serve(t, engineio.Options{LingerTimeout: time.Millisecond})
	dial(t, f, "EIO=4")
	(<-f.conns).conn.Close()
	for until := time.Now().Add(20 * time.Second); f.Len() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("a closed connection is kept")
		}
	}
}
