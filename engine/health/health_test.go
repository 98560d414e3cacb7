package health_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
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

// counting is a part that has answered once more each time it is asked.
func counting() func() uint64 {
	var n atomic.Uint64
	return func() uint64 { return n.Add(1) }
}

func ask(h http.Handler) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, health.Path, http.NoBody))
	return w
}

func TestHealth(t *testing.T) {
	t.Parallel()
	since := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	stuck := func(context.Context) error { time.Sleep(time.Minute); return nil }
	late := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for name, tt := range map[string]struct {
		server server
		status int
		want   string
	}{
		"ready":    {server{state: health.State{Parts: []health.Part{{Name: "b", Ping: up}}, Reloads: 3}}, 200, `{"alive":true,"ready":true,"status":"ok","reloads":3}`},
		"workers":  {server{state: health.State{Workers: []health.Worker{{}, {Waiting: 3, Turn: 20 * time.Millisecond}}}}, 200, `{"alive":true,"ready":true,"status":"ok","reloads":0,"workers":[{"waiting":0,"turn":0},{"waiting":3,"turn":20}]}`},
		"stopping": {server{off: true}, 503, `{"alive":true,"ready":false,"status":"stopping"}`},
		"away": {
			server{state: health.State{Parts: []health.Part{{Name: "z", Ping: away}, {Name: "b", Ping: up}, {Name: "a", Ping: away}}}},
			503,
			`{"alive":true,"ready":false,"status":"away","reloads":0,"away":["a","z"]}`,
		},
		"away, of a version that is outdated": {
			server{state: health.State{Parts: []health.Part{{Name: "a", Ping: away}}, Failure: &health.Failure{Since: since}}},
			503,
			`{"alive":true,"ready":false,"status":"away","reloads":0,"since":"2020-01-02T03:04:05.000Z","away":["a"]}`,
		},
		"no answer": {
			server{state: health.State{Parts: []health.Part{{Name: "slow", Ping: stuck}}}},
			503,
			`{"alive":true,"ready":false,"status":"away","reloads":0,"away":["slow"]}`,
		},
		"busy: it answers others meanwhile": {
			server{state: health.State{Parts: []health.Part{{Name: "a", Ping: stuck, Answered: counting()}, {Name: "b", Ping: late, Answered: counting()}}}},
			200,
			`{"alive":true,"ready":true,"status":"ok","reloads":0}`,
		},
		"neither the check nor others get an answer": {
			server{state: health.State{Parts: []health.Part{{Name: "a", Ping: late, Answered: func() uint64 { return 7 }}}}},
			503,
			`{"alive":true,"ready":false,"status":"away","reloads":0,"away":["a"]}`,
		},
		"it answers others, and the check with an error": {
			server{state: health.State{Parts: []health.Part{{Name: "a", Ping: away, Answered: counting()}}}},
			503,
			`{"alive":true,"ready":false,"status":"away","reloads":0,"away":["a"]}`,
		},
		"outdated, and the answer has no reason": {
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
			var w *httptest.ResponseRecorder
			synctest.Test(t, func(*testing.T) {
				w = ask(health.New(&tt.server, time.Now))
				time.Sleep(time.Hour) // until what is stuck is over
			})
			if w.Code != tt.status || w.Body.String() != tt.want {
				t.Errorf("got %d %s, want %d %s", w.Code, w.Body, tt.status, tt.want)
			}
			retry := map[int]string{200: "", 503: "1"}[tt.status]
			if h := w.Header(); h.Get("Retry-After") != retry || h.Get("Cache-Control") != "no-store" || h.Get("Content-Type") != "application/json; charset=utf-8" {
				t.Errorf("got the header %v", h)
			}
			if want := map[bool]int{true: 0, false: 1}[tt.server.off]; tt.server.released != want {
				t.Errorf("the state was given back %d times", tt.server.released)
			}
		})
	}
}

// An answer holds for a second, and for one version.
func TestHealthIsRemembered(t *testing.T) {
	t.Parallel()
	asked, now := 0, time.Now()
	s := &server{state: health.State{Version: 1, Parts: []health.Part{{Name: "db", Ping: func(context.Context) error { asked++; return nil }}}}}
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

// What is away is so until it is asked again, and a client that leaves does not make
// anything be away for the others.
func TestHealthComesBack(t *testing.T) {
	t.Parallel()
	now, down := time.Now(), true
	s := &server{state: health.State{Parts: []health.Part{{Name: "db", Ping: func(ctx context.Context) error {
		if down {
			return errors.New("away")
		}
		return ctx.Err()
	}}}}}
	h := health.New(s, func() time.Time { return now })
	status := func(ctx context.Context) int {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, health.Path, http.NoBody))
		return w.Code
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	for _, step := range []struct {
		after time.Duration
		down  bool
		want  int
	}{
		{0, true, 503}, {999 * time.Millisecond, false, 503}, {time.Millisecond, false, 200}, {999 * time.Millisecond, true, 200}, {time.Millisecond, true, 503}, {time.Second, false, 200},
	} {
		now, down = now.Add(step.after), step.down
		if got := status(left); got != step.want {
			t.Errorf("%v later: got %d, want %d", step.after, got, step.want)
		}
	}
	if s.released != 6 {
		t.Errorf("the state was given back %d times", s.released)
	}
}

func TestPaths(t *testing.T) {
	t.Parallel()
	if health.Path != "/_framework/health" || health.AlivePath != "/_framework/health/alive" {
		t.Errorf("the documentation says otherwise than %s and %s", health.Path, health.AlivePath)
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
