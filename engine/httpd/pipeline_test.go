package httpd_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"framework/engine/admission"
	"framework/engine/config"
	"framework/engine/httpd"
	"framework/engine/profile/answers"
	"framework/engine/response"
	"framework/engine/value"
	"framework/engine/web"
	"framework/router"
)

var errBusy = errors.New("JavaScript has no time")

// server is a pipeline with the events that it reported.
type server struct {
	*httpd.Pipeline
	turnedAway, finished int
}

// pipeline makes one of a release, with a route for each kind of answer.
func pipeline(t *testing.T, release answers.Switches, change func(opts *httpd.Options)) *server {
	t.Helper()
	cfg := &config.Config{Values: value.New(0)}
	responses := response.New(response.Options{Switches: release.Response})
	var bindings []*router.Binding
	for path, answer := range map[string]router.HandlerFunc{
		"/text": func(x *router.Exchange) (router.Verdict, error) {
			return router.Answered, x.Response.Commit(200, []byte("text"))
		},
		"/busy":   func(*router.Exchange) (router.Verdict, error) { return router.Answered, errBusy },
		"/full":   func(*router.Exchange) (router.Verdict, error) { return router.Answered, admission.ErrOverloaded },
		"/failed": func(*router.Exchange) (router.Verdict, error) { return router.Answered, errors.New("it broke") },
		"/passes": func(*router.Exchange) (router.Verdict, error) { return router.Pass, nil },
	} {
		bindings = append(bindings, &router.Binding{Address: router.Address{Path: path}, Handler: answer, Options: value.New(0)})
	}
	guards, err := httpd.ReadGuards(httpd.GuardOptions{Switches: release.HTTP, Config: cfg, Bindings: bindings, Responses: responses})
	if err != nil {
		t.Fatal(err)
	}
	middleware, err := httpd.ReadMiddleware(httpd.MiddlewareOptions{Switches: release.HTTP, Config: cfg})
	if err != nil {
		t.Fatal(err)
	}
	table, err := router.NewTable(guards.Place(bindings), release.Table)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{}
	opts := httpd.Options{
		Log: slog.New(slog.DiscardHandler), Switches: release.HTTP, Web: release.Web, PoweredBy: "us", Guards: guards, Table: table,
		Merge: release.Merge, Responses: responses, Middleware: middleware, Busy: errBusy,
		TurnAway: func(string, string, error) { s.turnedAway++ }, Finished: func(*router.Exchange) { s.finished++ },
	}
	opts.Web.Limits = web.BodyLimits{Body: 100, Values: 100}
	if change != nil {
		change(&opts)
	}
	if s.Pipeline, err = httpd.New(opts); err != nil {
		t.Fatal(err)
	}
	return s
}

// Requests over HTTP and virtual ones get the same answers, in all releases.
func TestPipelineAnswers(t *testing.T) {
	for _, release := range []answers.Switches{answers.Classic("0.10"), answers.Classic("0.12"), answers.Modern()} {
		for _, c := range []struct {
			path, says string
			status     int
			turnedAway int
		}{
			{"/text", "text", 200, 0},
			{"/busy", admission.Message, 503, 1},
			{"/full", admission.Message, 503, 1},
			{"/failed", "", 500, 0},
			{"/passes", "", 404, 0},
			{"/nowhere", "", 404, 0},
		} {
			over := pipeline(t, release, nil)
			w := httptest.NewRecorder()
			over.ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path, nil))
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.says) || over.turnedAway != c.turnedAway || over.finished != 1 {
				t.Errorf("%s of %s over HTTP: %d %q, %d turned away, %d finished", c.path, release, w.Code, w.Body, over.turnedAway, over.finished)
			}
			if w.Header().Get("X-Powered-By") != "us" {
				t.Errorf("%s of %s did not pass the middleware", c.path, release)
			}
			virtual := pipeline(t, release, nil)
			answer, err := virtual.Ask(t.Context(), httpd.Request{Method: http.MethodGet, URL: c.path, Header: http.Header{}})
			if err != nil || answer.Status != c.status || !strings.Contains(string(answer.Body), c.says) || virtual.turnedAway != c.turnedAway || virtual.finished != 1 {
				t.Errorf("%s of %s, virtual: %d %q %v, %d turned away, %d finished", c.path, release, answer.Status, answer.Body, err, virtual.turnedAway, virtual.finished)
			}
			if answer.Header.Get("X-Powered-By") != "" {
				t.Errorf("the virtual request %s of %s passed the middleware", c.path, release)
			}
		}
	}
}

// A request of a client that has disconnected is not answered, and its sender
// gets an error.
func TestVirtualRequestOfNobody(t *testing.T) {
	left, leave := context.WithCancel(t.Context())
	leave()
	answer, err := pipeline(t, answers.Classic("0.12"), nil).Ask(left, httpd.Request{Method: http.MethodGet, URL: "/failed", Header: http.Header{}})
	if !errors.Is(err, context.Canceled) || answer.Status != 0 {
		t.Errorf("%d %v", answer.Status, err)
	}
}

// Streams are cut where a message ends.
func TestValuesOfLimitedLength(t *testing.T) {
	res := httpd.NewValues(3)
	w, err := res.Stream(http.StatusOK)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("abc")); err != nil {
		t.Error(err)
	}
	if _, err := w.Write([]byte("d")); !errors.Is(err, httpd.ErrTooLong) {
		t.Errorf("the error is %v", err)
	}
	if err := res.Commit(http.StatusOK, nil); !errors.Is(err, router.ErrCommitted) {
		t.Errorf("a second answer: %v", err)
	}
	if got := res.Result(); !got.TooLong || string(got.Body) != "abc" {
		t.Errorf("%+v", got)
	}
}
