package health_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"framework/engine/health"
	"framework/watch"
)

// server is in the state that the test gives it.
type server struct {
	state    health.State
	off      bool
	released int
}

func (s *server) Health() (health.State, func(), bool) {
	return s.state, func() { s.released++ }, !s.off
}

func up(context.Context) error   { return nil }
func away(context.Context) error { return errors.New("away") }

func ask(h http.Handler) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, health.Path, http.NoBody))
	return w
}

func TestHealth(t *testing.T) {
	t.Parallel()
	since := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	stuck := func(ctx context.Context) error { <-ctx.Done(); return nil }
	for name, tt := range map[string]struct {
		server server
		status int
		want   string
	}{
		"ready":    {server{state: health.State{Parts: []health.Part{{"b", up}}, Reloads: 3}}, 200, `{"alive":true,"ready":true,"status":"ok","reloads":3}`},
		"stopping": {server{off: true}, 503, `{"alive":true,"ready":false,"status":"stopping"}`},
		"away": {
			server{state: health.State{Parts: []health.Part{{"z", away}, {"b", up}, {"a", away}}}},
			503,
			`{"alive":true,"ready":false,"status":"away","reloads":0,"away":["a","z"]}`,
		},
		"no answer": {
			server{state: health.State{Parts: []health.Part{{"slow", stuck}}}},
			503,
			`{"alive":true,"ready":false,"status":"away","reloads":0,"away":["slow"]}`,
		},
		"outdated, and nobody is told why": {
			server{state: health.State{Failure: &health.Failure{Since: since, Text: "secret"}}},
			200,
			`{"alive":true,"ready":true,"status":"outdated","reloads":0,"since":"2020-01-02T03:04:05.000Z"}`,
		},
		"outdated in development": {
			server{state: health.State{Development: true, Failure: &health.Failure{Since: since, Text: "why"}}},
			200,
			`{"alive":true,"ready":true,"status":"outdated","reloads":0,"since":"2020-01-02T03:04:05.000Z","error":"why","watching":"off"}`,
		},
		"watching": {
			server{state: health.State{Development: true, Watching: &watch.Status{}}},
			200,
			`{"alive":true,"ready":true,"status":"ok","reloads":0,"watching":"events"}`,
		},
		"polling": {
			server{state: health.State{Development: true, Watching: &watch.Status{Polling: true, Why: "a limit", Omitted: []string{"x"}}}},
			200,
			`{"alive":true,"ready":true,"status":"ok","reloads":0,"watching":"polling","polling":"a limit","omitted":["x"]}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := ask(health.New(&tt.server, time.Now))
			if w.Code != tt.status || w.Body.String() != tt.want {
				t.Errorf("got %d %s, want %d %s", w.Code, w.Body, tt.status, tt.want)
			}
			if retry := w.Header().Get("Retry-After"); (retry != "") != (tt.status == 503) || w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("got the header %v", w.Header())
			}
			if want := 1; !tt.server.off && tt.server.released != want {
				t.Errorf("the state was given back %d times", tt.server.released)
			}
		})
	}
}

// An answer holds for a second, and for one version.
func TestHealthIsRemembered(t *testing.T) {
	t.Parallel()
	asked, now := 0, time.Now()
	s := &server{state: health.State{Version: 1, Parts: []health.Part{{"db", func(context.Context) error { asked++; return nil }}}}}
	h := health.New(s, func() time.Time { return now })
	ask(h)
	ask(h)
	if asked != 1 {
		t.Errorf("asked %d times within a second", asked)
	}
	now = now.Add(time.Second)
	ask(h)
	s.state.Version = 2
	ask(h)
	if asked != 3 {
		t.Errorf("asked %d times, want once after a second and once for another version", asked)
	}
}

func TestAlive(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	health.New(&server{off: true}, time.Now).ServeAlive(w, httptest.NewRequest(http.MethodGet, health.AlivePath, http.NoBody))
	if w.Code != http.StatusOK || w.Body.String() != `{"alive":true}` {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}
