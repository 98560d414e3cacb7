package engine_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"framework/engine"
	"framework/engine/testenv"
	"framework/engine/value"
)

// spanCollector takes spans.
type spanCollector struct {
	mu    sync.Mutex
	spans map[string]map[string]any // by name
	head  http.Header
}

func (c *spanCollector) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var in struct {
		ResourceSpans []struct {
			ScopeSpans []struct{ Spans []map[string]any }
		}
	}
	_ = json.Unmarshal(body, &in)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.head = r.Header
	for _, resource := range in.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			for _, span := range scope.Spans {
				name, _ := span["name"].(string)
				c.spans[name] = span
			}
		}
	}
}

const tracedProject = loggedProject + `
-- api/controllers/TraceController.js --
// What @opentelemetry/api does to find its provider.
var api = globalThis[Symbol.for('opentelemetry.js.api.1')];
module.exports = {
  own: function (req, res) {
    var tracer = api.trace.getTracer('shop');
    tracer.startActiveSpan('outer', { attributes: { pets: 3 } }, function (outer) {
      setTimeout(function () {
        tracer.startActiveSpan('inner', { links: [{ context: outer.spanContext(), attributes: { why: 'retry' } }] }, function (inner) {
          inner.addLink({ context: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: 'no id' } });
          inner.recordException(new Error('it broke'));
          inner.setStatus({ code: 2, message: 'it broke' });
          inner.end();
          outer.end();
          res.json(outer.spanContext());
        });
      }, 1);
    });
  }
};
`

// TestSpans: the policies, the action and the queries of a request are spans of its trace, and so are the
// project's own, below the request that they belong to.
func TestSpans(t *testing.T) {
	t.Parallel()
	c := &spanCollector{spans: map[string]map[string]any{}}
	server := httptest.NewServer(c)
	defer server.Close()
	flags := memory()
	flags.Set("tracing", value.Of("endpoint", server.URL, "headers", value.Of("x-key", "k"), "service", "shop"))
	t.Run("lifted", func(t *testing.T) {
		l := liven(t, tracedProject, flags)
		const parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
		l.fetch(http.MethodGet, "/pet/greet", "Traceparent", parent)
		l.fetch(http.MethodGet, "/trace/own", "Traceparent", parent)
		l.fetch(http.MethodGet, "/pet", "Traceparent", strings.Replace(parent, "-01", "-00", 1)) // not sampled
	}) // closing the app sends what is left
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.head.Get("X-Key") != "k" || c.head.Get("Content-Type") != "application/json" {
		t.Errorf("got the headers %v", c.head)
	}
	below := map[string]string{
		"GET /pet/greet/:id?": "", "policy issignedin": "GET /pet/greet/:id?", "action pet.greet": "GET /pet/greet/:id?", "query SELECT": "action pet.greet",
		"GET /trace/own/:id?": "", "outer": "GET /trace/own/:id?", "inner": "outer",
	}
	for name, above := range below {
		span := c.spans[name]
		if span == nil {
			t.Errorf("there is no span %s: %v", name, c.spans)
			continue
		}
		want := "00f067aa0ba902b7"
		if above != "" {
			want, _ = c.spans[above]["spanId"].(string)
		}
		if span["traceId"] != "4bf92f3577b34da6a3ce929d0e0e4736" || span["parentSpanId"] != want {
			t.Errorf("%s: it is below %v of %v, want %s", name, span["parentSpanId"], span["traceId"], want)
		}
	}
	if c.spans["GET /pet"] != nil {
		t.Error("what is not sampled is sent")
	}
	text, _ := json.Marshal(c.spans["inner"])
	for _, want := range []string{`"code":2`, `"message":"it broke"`, `"exception.message"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("there is no %s in %s", want, text)
		}
	}
	to, _ := c.spans["outer"]["spanId"].(string)
	if links, _ := json.Marshal(c.spans["inner"]["links"]); string(links) != `[{"attributes":[{"key":"why","value":{"stringValue":"retry"}}],"spanId":"`+to+`","traceId":"4bf92f3577b34da6a3ce929d0e0e4736"}]` {
		t.Errorf("got the links %s", links)
	}
	if text, _ := json.Marshal(c.spans["outer"]); !strings.Contains(string(text), `{"key":"pets","value":{"intValue":"3"}}`) {
		t.Errorf("got %s", text)
	}
}

// TestOpenTelemetryAPI: the real package finds the provider, and its spans belong to the trace of
// the request.
func TestOpenTelemetryAPI(t *testing.T) {
	for _, version := range []string{"1.0.4", "1.9.0"} {
		t.Run(version, func(t *testing.T) {
			c := &spanCollector{spans: map[string]map[string]any{}}
			server := httptest.NewServer(c)
			defer server.Close()
			flags := memory()
			flags.Set("tracing", value.Of("endpoint", server.URL))
			packages := filepath.Join(testenv.Packages(t, "@opentelemetry/api@"+version), "node_modules")
			t.Run("lifted", func(t *testing.T) {
				l := liven(t, strings.Replace(tracedProject, "globalThis[Symbol.for('opentelemetry.js.api.1')]", "require('@opentelemetry/api')", 1), flags, func(o *engine.Options) {
					if err := os.Symlink(packages, filepath.Join(o.Dir, "node_modules")); err != nil {
						t.Fatal(err)
					}
				})
				if res, body := l.fetch(http.MethodGet, "/trace/own", "Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"); res.StatusCode != http.StatusOK {
					t.Errorf("got %d %s", res.StatusCode, body)
				}
			})
			c.mu.Lock()
			defer c.mu.Unlock()
			for name, above := range map[string]string{"outer": "GET /trace/own/:id?", "inner": "outer"} {
				if span := c.spans[name]; span == nil || span["traceId"] != "4bf92f3577b34da6a3ce929d0e0e4736" || span["parentSpanId"] != c.spans[above]["spanId"] {
					t.Errorf("%s is %v", name, span)
				}
			}
		})
	}
}

// TestCollectorAway: traces that nobody takes are lost, and nothing else happens.
func TestCollectorAway(t *testing.T) {
	t.Parallel()
	away := httptest.NewServer(http.NotFoundHandler())
	away.Close()
	flags := memory()
	flags.Set("tracing", value.Of("endpoint", away.URL))
	var log *lockedLog
	t.Run("lifted", func(t *testing.T) {
		l := liven(t, tracedProject, flags)
		if res, _ := l.fetch(http.MethodGet, "/pet"); res.StatusCode != http.StatusOK {
			t.Errorf("got %d", res.StatusCode)
		}
		log = l.log
	})
	if text := log.String(); strings.Count(text, "traces are lost") != 1 {
		t.Errorf("got %s", text)
	}
}
