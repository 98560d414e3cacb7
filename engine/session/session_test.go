package session_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"framework/engine/session"
	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

func open(t *testing.T, m *session.Manager, cookie string) (*router.Exchange, http.Header) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	w := httptest.NewRecorder()
	x, _, err := web.NewExchange(w, r, web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m.Open(x)
	return x, w.Header()
}

func newManager(t *testing.T, store session.Store, secrets ...string) *session.Manager {
	t.Helper()
	m, err := session.New(session.Options{Name: "sails.sid", Secrets: secrets, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// cookieOf is what the client sends back.
func cookieOf(h http.Header) string {
	first, _, _ := strings.Cut(h.Get("Set-Cookie"), ";")
	return first
}

func TestDataSurvivesBetweenRequests(t *testing.T) {
	ctx := context.Background()
	store := session.NewMemory(0, nil)
	m := newManager(t, store, "one")
	x, h := open(t, m, "")
	if !strings.HasPrefix(h.Get("Set-Cookie"), "sails.sid=s%3A") || !strings.HasSuffix(h.Get("Set-Cookie"), "; Path=/; HttpOnly") {
		t.Fatalf("Set-Cookie: %s", h.Get("Set-Cookie"))
	}
	if store.Len() != 0 {
		t.Error("a visitor without data is stored")
	}
	data, err := x.Session.Load(ctx)
	if err != nil {
		t.Fatal(err)
	}
	data.Set("member", "ann")
	x.Session.Touch()
	if err := x.Session.Save(ctx); err != nil {
		t.Fatal(err)
	}
	cookie := cookieOf(h)

	again, h := open(t, m, cookie)
	if data, _ := again.Session.Load(ctx); data.Value("member") != "ann" || h.Get("Set-Cookie") != "" {
		t.Errorf("the second request sees %v, Set-Cookie %q", data, h.Get("Set-Cookie"))
	}
	// A new secret in front still accepts the old cookie.
	rotated, _ := open(t, newManager(t, store, "two", "one"), cookie)
	if data, _ := rotated.Session.Load(ctx); data.Value("member") != "ann" {
		t.Error("the cookie did not survive a new secret")
	}
	// Without the old secret it is a stranger's.
	stranger, h := open(t, newManager(t, store, "two"), cookie)
	if data, _ := stranger.Session.Load(ctx); data.Len() != 0 || h.Get("Set-Cookie") == "" {
		t.Error("a cookie with a wrong signature was believed")
	}

	if err := again.Session.Regenerate(ctx); err != nil {
		t.Fatal(err)
	}
	if data, _ := again.Session.Load(ctx); data.Len() != 0 || again.Session.ID() == x.Session.ID() {
		t.Error("Regenerate kept the session")
	}
	gone, _ := open(t, m, cookie)
	if data, _ := gone.Session.Load(ctx); data.Len() != 0 {
		t.Error("the old session is still there")
	}
}

func TestADestroyedSessionStaysDestroyed(t *testing.T) {
	ctx := context.Background()
	store := session.NewMemory(0, nil)
	x, _ := open(t, newManager(t, store, "one"), "")
	if _, err := x.Session.Load(ctx); err != nil {
		t.Fatal(err)
	}
	if err := x.Session.Destroy(ctx); err != nil {
		t.Fatal(err)
	}
	if err := x.Session.Save(ctx); err != nil || store.Len() != 0 {
		t.Errorf("saved after Destroy: %v, %d stored", err, store.Len())
	}
}

func TestMemoryIsBoundedAndForgets(t *testing.T) {
	ctx := context.Background()
	now := time.Unix(0, 0)
	m := session.NewMemory(2, func() time.Time { return now })
	for _, id := range []string{"a", "b"} {
		_ = m.Set(ctx, id, session.Record{Data: value.Of("id", id)}, time.Minute)
	}
	_, _ = m.Get(ctx, "a")
	_ = m.Set(ctx, "c", session.Record{Data: value.New(0)}, time.Minute)
	if d, _ := m.Get(ctx, "b"); d != nil || m.Len() != 2 {
		t.Errorf("the session unused for longest was kept: %v, %d", d, m.Len())
	}
	d, _ := m.Get(ctx, "a")
	d.Data.Set("id", "changed")
	if d, _ := m.Get(ctx, "a"); d.Data.Value("id") != "a" {
		t.Error("the store shares its data")
	}
	now = now.Add(2 * time.Minute)
	if d, _ := m.Get(ctx, "a"); d != nil || m.Len() != 1 {
		t.Errorf("an expired session came back: %v, %d", d, m.Len())
	}
}

func TestASecretIsNeeded(t *testing.T) {
	if _, err := session.New(session.Options{}); err == nil || !strings.Contains(err.Error(), "session.secret") {
		t.Errorf("got %v", err)
	}
}

// Sessions that hold no more than the secret of tokens, which every visitor of a
// form has, go before those of members.
func TestMemoryDropsDisposableSessionsFirst(t *testing.T) {
	ctx := context.Background()
	store := session.NewMemory(10, nil)
	m, err := session.New(session.Options{Name: "sid", Secrets: []string{"x"}, Store: store, TokenKey: "csrfSecret"})
	if err != nil {
		t.Fatal(err)
	}
	begin := func(name string, val any) string {
		x, h := open(t, m, "")
		data, err := x.Session.Load(ctx)
		if err != nil {
			t.Fatal(err)
		}
		data.Set(name, val)
		data.Set("flash", value.New(0))
		data.Set("list", []any{})
		x.Session.Touch()
		if err := x.Session.Save(ctx); err != nil {
			t.Fatal(err)
		}
		return cookieOf(h)
	}
	member := begin("member", "ann")
	for range 100 {
		begin("csrfSecret", "s")
	}
	x, _ := open(t, m, member)
	if data, _ := x.Session.Load(ctx); data.Value("member") != "ann" || store.Len() != 10 {
		t.Errorf("the member has %v, %d are kept", data, store.Len())
	}
	// A store full of members still has room for a token.
	for range 20 {
		begin("member", "bob")
	}
	visitor := begin("csrfSecret", "mine")
	x, _ = open(t, m, visitor)
	if data, _ := x.Session.Load(ctx); data.Value("csrfSecret") != "mine" {
		t.Errorf("the visitor has %v", data)
	}
}
