package engineio_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"framework/sockets/engineio"
)

// These hold what the suites of the protocol hold, without them.

// packets are texts as a payload of a revision.
func packets(revision string, texts ...string) string {
	if revision == "EIO=4" {
		return strings.Join(texts, "\x1e")
	}
	payload := ""
	for _, text := range texts {
		payload += string(rune('0'+len(text))) + ":" + text // they are short
	}
	return payload
}

// TestAnsweredHeartbeats keep a connection: in revision 4 the server asks, in
// revision 3 the client.
func TestAnsweredHeartbeats(t *testing.T) {
	f := serve(t, engineio.Options{PingInterval: 50 * time.Millisecond, PingTimeout: 10 * time.Second})
	ws := open(t, f, "EIO=4")
	p := dial(t, f, "EIO=4")
	for range 3 {
		if got := read(t, ws); got != "2" {
			t.Fatalf("got %q instead of a ping", got)
		}
		write(t, ws, "3")
		if _, got := p.get(); got != "2" {
			t.Fatalf("got %q instead of a ping", got)
		}
		p.post("text/plain", "3")
	}
	f = serve(t, engineio.Options{PingInterval: 50 * time.Millisecond, PingTimeout: 10 * time.Second})
	ws = open(t, f, "EIO=3")
	p = dial(t, f, "EIO=3")
	for range 3 {
		write(t, ws, "2")
		p.post("text/plain", "1:2")
		if got := read(t, ws); got != "3" {
			t.Fatalf("got %q instead of a pong", got)
		}
		if _, got := p.get(); got != "1:3" {
			t.Fatalf("got %q instead of a pong", got)
		}
	}
}

// TestUpgrade goes from polls to a WebSocket; what is asked of the session in
// another way then is refused, and harms nothing.
func TestUpgrade(t *testing.T) {
	for _, revision := range []string{"EIO=3", "EIO=4"} {
		f := serve(t, engineio.Options{})
		p := dial(t, f, revision)
		query := revision + "&sid=" + p.url[strings.Index(p.url, "&sid=")+len("&sid="):]
		pending := make(chan string)
		go func() {
			_, body := p.get()
			pending <- body
		}()
		ws, _, err := socket(t, f, query, nil)
		if err != nil {
			t.Fatal(err)
		}
		write(t, ws, "2probe")
		if got := read(t, ws); got != "3probe" {
			t.Errorf("%s: the probe is answered %q", revision, got)
		}
		if got := <-pending; got != packets(revision, "6") {
			t.Errorf("%s: the pending poll ends with %q", revision, got)
		}
		write(t, ws, "5")
		write(t, ws, "4hello")
		if got := read(t, ws); got != "4hello" {
			t.Errorf("%s: got %q", revision, got)
		}
		for range 2 {
			if res, body := p.get(); res.StatusCode != http.StatusBadRequest {
				t.Errorf("%s: a poll after the upgrade: %d %s", revision, res.StatusCode, body)
			}
			second, _, err := socket(t, f, query, nil)
			if err != nil {
				t.Fatal(err)
			}
			wantClosed(t, second)
		}
		write(t, ws, "4again")
		if got := read(t, ws); got != "4again" {
			t.Errorf("%s: got %q", revision, got)
		}
	}
}

// TestClientsEnd is a client that closes the connection.
func TestClientsEnd(t *testing.T) {
	for _, revision := range []string{"EIO=3", "EIO=4"} {
		f := serve(t, engineio.Options{})
		ws := open(t, f, revision)
		write(t, ws, "1")
		wantClosed(t, ws)
		p := dial(t, f, revision)
		pending := make(chan string)
		go func() {
			_, body := p.get()
			pending <- body
		}()
		p.post("text/plain", packets(revision, "1"))
		if got := <-pending; got != packets(revision, "6") {
			t.Errorf("%s: the pending poll ends with %q", revision, got)
		}
		if res, body := p.get(); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: the session lives on: %d %s", revision, res.StatusCode, body)
		}
	}
}

// TestBrokenSessions are those of clients that break the rules: their session is
// at its end.
func TestBrokenSessions(t *testing.T) {
	for _, revision := range []string{"EIO=3", "EIO=4"} {
		f := serve(t, engineio.Options{})
		p := dial(t, f, revision)
		if status, body := p.post("text/plain", "abc"); status != http.StatusBadRequest {
			t.Errorf("%s: garbage: %d %s", revision, status, body)
		}
		if res, body := p.get(); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: the session lives on: %d %s", revision, res.StatusCode, body)
		}
		ws := open(t, f, revision)
		write(t, ws, "abc")
		wantClosed(t, ws)

		p = dial(t, f, revision)
		both := make(chan int)
		for range 2 {
			go func() {
				res, _ := p.get()
				both <- res.StatusCode
			}()
		}
		if one, other := <-both, <-both; one != http.StatusBadRequest && other != http.StatusBadRequest {
			t.Errorf("%s: two polls at once: %d and %d", revision, one, other)
		}
	}
}
