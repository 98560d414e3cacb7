package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"framework/engine"
	"framework/engine/value"
)

const loggedProject = `
-- api/models/Pet.js --
module.exports = { attributes: { name: { type: 'string' } } };
-- api/policies/isSignedIn.js --
module.exports = function (req, res, next) { next(); };
-- config/policies.js --
module.exports.policies = { PetController: { greet: 'isSignedIn', away: 'isSignedIn' } };
-- api/controllers/PetController.js --
var http = require('http');
module.exports = {
  greet: function (req, res) {
    req.session.user = { id: 7, password: 'hunter2' };
    sails.log.info('signing in with', { password: 'hunter2', name: 'Rex' });
    Pet.find().exec(function (err, pets) { res.json(pets); });
  },
  away: function (req, res) {
    http.get(req.param('to'), function (answer) { answer.pipe(res); });
  },
  breaks: function (req, res) { throw new Error('it failed at postgres://me:hunter2@db/shop'); }
};
`

// logs are the objects of a log in JSON whose message is one.
func (l *live) logs(out *lockedLog, message string) []map[string]any {
	l.t.Helper()
	var found []map[string]any
	for line := range strings.Lines(out.String()) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			l.t.Errorf("no JSON: %s", line)
		}
		if text, _ := object["msg"].(string); strings.Contains(text, message) {
			found = append(found, object)
		}
	}
	return found
}

func logSettings(out *lockedLog, settings ...any) (*value.Map, func(*engine.Options)) {
	flags := memory()
	flags.Set("log", value.Of(settings...))
	return flags, func(o *engine.Options) { o.Log, o.Stderr = nil, out }
}

// TestLogInJSON: one object for each request, with the trace that the request names.
func TestLogInJSON(t *testing.T) {
	t.Parallel()
	out := new(lockedLog)
	flags, adjust := logSettings(out, "format", "json", "requests", true, "user", "session.user.id", "redact", true)
	flags.Set("tracing", true)
	l := liven(t, loggedProject, flags, adjust)
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	l.fetch(http.MethodGet, "/pet/greet", "Traceparent", "00-"+trace+"-00f067aa0ba902b7-01")
	requests := l.logs(out, "request")
	if len(requests) != 1 {
		t.Fatalf("got %s", out)
	}
	for name, want := range map[string]any{
		"level": "info", "method": "GET", "path": "/pet/greet", "route": "/pet/greet/:id?", "status": 200.0, "queries": 1.0, "bytes": 2.0,
		"transport": "http", "trace": trace, "user": "7",
	} {
		if got := requests[0][name]; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if id, _ := requests[0]["request"].(string); !regexp.MustCompile("^[0-9a-f]{16}$").MatchString(id) {
		t.Errorf("the id is %q", id)
	}
	own := l.logs(out, "signing in")
	if len(own) != 1 || own[0]["trace"] != trace || own[0]["request"] != requests[0]["request"] {
		t.Errorf("the project's own line is %v", own)
	}
	l.fetch(http.MethodGet, "/pet/breaks")
	failed := l.logs(out, "")
	last := failed[len(failed)-2]
	if stack, _ := last["stack"].([]any); len(stack) == 0 || !strings.Contains(stack[0].(string), "PetController.js:") {
		t.Errorf("there is no stack in %v", last)
	}
	if strings.Contains(out.String(), "hunter2") {
		t.Errorf("the log has a secret:\n%s", out)
	}
}

// TestTraceIsGivenOn: requests that the project makes on behalf of one belong to its trace.
func TestTraceIsGivenOn(t *testing.T) {
	t.Parallel()
	var got http.Header
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header }))
	defer other.Close()
	for _, on := range []bool{false, true} {
		flags := memory()
		flags.Set("tracing", on)
		l := liven(t, loggedProject, flags)
		const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-"
		l.fetch(http.MethodGet, "/pet/away?to="+other.URL, "Traceparent", trace+"00f067aa0ba902b7-01", "Tracestate", "a=1")
		given := got.Get("Traceparent")
		if on != (strings.HasPrefix(given, trace) && !strings.Contains(given, "00f067aa0ba902b7") && got.Get("Tracestate") == "a=1") {
			t.Errorf("tracing %v: the other server got %q", on, given)
		}
	}
}

// TestLogLevelChanges: while the server runs, and across a reload.
func TestLogLevelChanges(t *testing.T) {
	t.Parallel()
	out := new(lockedLog)
	flags, adjust := logSettings(out, "level", "warn")
	l := liven(t, loggedProject, flags, adjust)
	logged := func() bool {
		before := len(out.String())
		l.get("/pet")
		return strings.Contains(out.String()[before:], "GET /pet 200")
	}
	if logged() {
		t.Error("a request is logged at warn")
	}
	if said, err := l.app.SetLogLevel("verbose"); err != nil || said != "the log level is verbose" || !logged() {
		t.Errorf("got %q, %v\n%s", said, err, out)
	}
	if err := l.app.Load(t.Context()); err != nil || !logged() {
		t.Errorf("the level has not outlived a reload: %v\n%s", err, out)
	}
	l.app.NextLogLevel() // silly
	l.app.NextLogLevel() // that of the project
	if logged() {
		t.Error("it still logs requests")
	}
	if _, err := l.app.SetLogLevel("loud"); err == nil {
		t.Error("there is a level loud")
	}
}

// TestSettingsOfLogs: what cannot be honoured fails the lift.
func TestSettingsOfLogs(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string][2]any{
		"log.format (set in the command line): there is no log format \"xml\"": {"log", value.Of("format", "xml")},
		"log.user (set in the command line)":                                   {"log", value.Of("user", "req.me.id")},
		"log.redact (set in the command line)":                                 {"log", value.Of("redact", []any{int64(1)})},
		"metrics.tokens (set in the command line)":                             {"metrics", value.Of("tokens", "a")},
		"tracing.ratio (set in the command line)":                              {"tracing", value.Of("ratio", int64(2))},
	} {
		flags := memory()
		flags.Set(settings[0].(string), settings[1])
		app := engine.New(engine.Options{Dir: t.TempDir(), Flags: flags, Stderr: new(lockedLog), Stdout: new(lockedLog)})
		if err := app.Load(t.Context()); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestGatheredLinesStayInOrder: what scripts print comes after the lines of the log before it, and none is missing when
// they end the process.
func TestGatheredLinesStayInOrder(t *testing.T) {
	t.Parallel()
	out := new(lockedLog)
	flags, adjust := logSettings(out, "level", "info")
	ended := make(chan string, 1)
	l := liven(t, `
-- api/controllers/LastController.js --
module.exports = { words: function (req, res) {
  for (var i = 0; i < 20; i++) {
    sails.log.info('a' + i);
    console.log('b' + i);
    sails.log.info('c' + i);
    console.error('d' + i);
  }
  sails.log.info('last words');
  process.exit(3);
} };
`, flags, adjust, func(o *engine.Options) {
		o.Stdout, o.Exit = out, func(int) { ended <- out.String() }
	})
	l.app.GatherLog(true)
	before := len(out.String())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		if req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"/last/words", nil); err == nil {
			if res, err := http.DefaultClient.Do(req); err == nil {
				_ = res.Body.Close()
			}
		}
	}()
	var want strings.Builder
	for i := range 20 {
		fmt.Fprintf(&want, "info: a%d\nb%d\ninfo: c%d\nd%d\n", i, i, i, i)
	}
	want.WriteString("info: last words\nerror: the project ended the server")
	if got := (<-ended)[before:]; !strings.HasPrefix(got, want.String()) {
		t.Errorf("got\n%s", got)
	}
}
