package window

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"framework/engine/observe"
	"framework/engine/value"
)

// none are no sockets, no console and no profiles.
type none struct {
	Sockets
	Console
	Profiler
}

// still is a server that only knows what is secret.
type still struct {
	none
	observers observe.Observers
}

func (*still) Project() (*Project, func(), error) { return nil, nil, errors.New("none") }
func (s *still) Observers() *observe.Observers    { return &s.observers }
func (*still) Secret(name string) bool {
	return strings.Contains(strings.ToLower(name), "secret") || name == "Cookie"
}
func (*still) Sockets() Sockets { return nil }

func (*still) Explain(err error) string { return err.Error() }

func observed(body any) *observe.Request {
	return &observe.Request{
		Transport: observe.HTTP, Method: "POST", Path: "/pet", Started: time.Now(),
		Content: &observe.Content{URL: "/pet?secret=abc&name=Rex", Header: http.Header{"Cookie": {"sid=abc"}, "X-Plain": {"yes"}}, Body: body},
	}
}

// TestRecordsHaveNoSecrets: neither headers, nor the query, nor the body, nor texts.
func TestRecordsHaveNoSecrets(t *testing.T) {
	t.Parallel()
	h := New(Options{Server: new(still), Key: "key"})
	r := observed(value.Of("name", "Rex", "secretWord", "abc", "list", []any{value.Of("secret", "abc"), "plain"}))
	r.Err = errors.New("no connection to postgres://me:abc@db/shop with password=abc")
	h.requests.Observe(r)
	text := string(h.requests.all()[0])
	if strings.Contains(text, "abc") {
		t.Errorf("there is a secret in %s", text)
	}
	for _, want := range []string{`secret=%5Bredacted%5D\u0026name=Rex`, `["X-Plain","yes"]`, `\"name\":\"Rex\"`, "plain"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in %s", want, text)
		}
	}
}

// TestRecordsAreBounded: by their number, by their bytes together, and each.
func TestRecordsAreBounded(t *testing.T) {
	t.Parallel()
	h := New(Options{Server: new(still), Key: "key"})
	for range 3 * keptRequests {
		h.requests.Observe(observed(value.Of("name", "Rex")))
	}
	if n := len(h.requests.kept); n != keptRequests {
		t.Errorf("%d small requests are kept", n)
	}
	many := []any{}
	for range 6 {
		many = append(many, strings.Repeat("x", maxText))
	}
	for range keptRequests {
		h.requests.Observe(observed(many))
	}
	if h.requests.bytes > keptBytes || len(h.requests.kept) == 0 || len(h.requests.kept) == keptRequests {
		t.Errorf("%d requests of %d bytes together are kept", len(h.requests.kept), h.requests.bytes)
	}
	sum := 0
	for _, text := range h.requests.kept {
		sum += len(text)
	}
	if sum != h.requests.bytes {
		t.Errorf("they have %d bytes, which are counted as %d", sum, h.requests.bytes)
	}
	for range 20 {
		many = append(many, strings.Repeat("x", maxText))
	}
	h.requests.Observe(observed(many))
	all := h.requests.all()
	var last record
	if err := json.Unmarshal(all[len(all)-1], &last); err != nil || !last.Cut || last.Body != nil || last.Method != http.MethodPost {
		t.Errorf("what is too long is kept as %+v (%v)", last, err)
	}
	h.requests.clear()
	if len(h.requests.all()) != 0 || h.requests.bytes != 0 {
		t.Error("requests are left")
	}
}

// TestSlowPages: a page that does not read is sent that it has lost something, and keeps
// nobody waiting.
func TestSlowPages(t *testing.T) {
	t.Parallel()
	var l live
	page := l.open()
	for range 2 * waitingEvents {
		l.send([]byte("{}"))
	}
	for range waitingEvents {
		<-page.events
	}
	l.send([]byte(`{"kind":"next"}`))
	if first, second := <-page.events, <-page.events; string(first) != string(lostEvent) || string(second) != `{"kind":"next"}` {
		t.Errorf("it gets %s and %s", first, second)
	}
	l.close()
	<-page.ended
	if l.open() != nil {
		t.Error("a page is opened although the server stops")
	}
}

// TestReloadsAreBounded: the last ones are kept, and the files of the last one are added.
func TestReloadsAreBounded(t *testing.T) {
	t.Parallel()
	h := New(Options{Server: new(still), Key: "key"})
	h.ReloadedFor([]string{"early.js"})
	for range 2 * keptReloads {
		h.Reloaded(Reload{Err: errors.New("broken")})
	}
	h.ReloadedFor([]string{"api/models/Pet.js"})
	last := h.reloads.kept[len(h.reloads.kept)-1]
	if len(h.reloads.kept) != keptReloads || last.Number != 2*keptReloads || len(last.Files) != 1 || last.Error != "broken" {
		t.Errorf("%d are kept, the last one is %+v", len(h.reloads.kept), last)
	}
}
