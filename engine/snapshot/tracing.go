package snapshot

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"framework/engine/config"
	"framework/engine/observe"
	"framework/engine/tracing"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/otel"
)

// traces is where spans go: to the collector of the version that is served.
type traces struct {
	now atomic.Pointer[tracing.Tracer]

	mu   sync.Mutex
	with config.Tracing
}

// Observe implements observe.Observer.
func (t *traces) Observe(r *observe.Request) {
	if now := t.now.Load(); now != nil {
		now.Observe(r)
	}
}

// closeTime bounds the sending of the last spans.
const closeTime = 5 * time.Second

// collector completes the settings of traces with the variables of OpenTelemetry.
func (h *Host) collector(c configuration) config.Tracing {
	t := c.set.Observe.Tracing
	if !t.On {
		return t
	}
	process := config.Process{Environ: h.opts.Environ}
	if t.Endpoint == "" {
		t.Endpoint = process.Variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	}
	if t.Endpoint == "" {
		if base := process.Variable("OTEL_EXPORTER_OTLP_ENDPOINT"); base != "" {
			t.Endpoint = strings.TrimRight(base, "/") + "/v1/traces"
		}
	}
	if t.Service == "" {
		t.Service = process.Variable("OTEL_SERVICE_NAME")
	}
	if t.Service == "" {
		t.Service = c.tree.Package.Name
	}
	if t.Service == "" {
		t.Service = filepath.Base(c.tree.Root)
	}
	return t
}

// newTracer makes the tracer of a version, nil where no collector is named. It is an
// error that the address of the collector is none.
func (h *Host) newTracer(set config.Tracing, environment string) (*tracing.Tracer, error) {
	if !set.On || set.Endpoint == "" || h.opts.Inspect {
		return nil, nil
	}
	return tracing.New(tracing.Options{
		Endpoint: set.Endpoint, Headers: set.Headers, Service: set.Service, Version: Version, Environment: environment, Log: h.log,
	})
}

// trace has spans sent to the collector of a version that is about to be served.
func (h *Host) trace(s *Snapshot) {
	t := &h.traces
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.with.Equal(&s.tracing) {
		return
	}
	next, err := h.newTracer(s.tracing, s.Settings.Environment)
	if err != nil { // configure has looked at the settings
		h.log.Error("traces are not sent", "error", err)
	}
	t.with = s.tracing
	if old := t.now.Swap(next); old != nil {
		go closeTracer(old)
	}
}

// endTraces sends what is left.
func (h *Host) endTraces() {
	if old := h.traces.now.Swap(nil); old != nil {
		closeTracer(old)
	}
}

func closeTracer(t *tracing.Tracer) {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	_ = t.Close(ctx) // what cannot be sent is lost, which the log says
}

// bindTraces gives @opentelemetry/api, if the project has it, the traces of the server.
func (h *Host) bindTraces(ctx context.Context, rt realm, set config.Tracing) error {
	if !set.On {
		return nil
	}
	return rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		return otel.Install(r, otel.Options{Require: rt.js.RequireModule, Sample: sampler(set.Ratio), Record: func(s otel.Span) {
			if now := h.traces.now.Load(); now != nil {
				now.Record(spanOf(s))
			}
		}})
	})
}

func spanOf(s otel.Span) tracing.Span {
	out := tracing.Span{
		Trace: s.Trace, ID: s.ID, Parent: s.Parent, Name: s.Name, Scope: s.Scope, Kind: trace.SpanKind(s.Kind + 1), // the API counts from internal on
		Start: s.Start, End: s.End, Attributes: attributesOf(s.Attributes),
	}
	for _, e := range s.Events {
		out.Events = append(out.Events, tracing.Event{Name: e.Name, At: e.At, Attributes: attributesOf(e.Attributes)})
	}
	for _, l := range s.Links {
		out.Links = append(out.Links, tracing.Link{Trace: l.Trace, ID: l.ID, Attributes: attributesOf(l.Attributes)})
	}
	if s.Failed {
		if out.Failed = s.Message; out.Failed == "" {
			out.Failed = "error"
		}
	}
	return out
}

func attributesOf(m *value.Map) []attribute.KeyValue {
	var out []attribute.KeyValue
	for name, v := range m.All() {
		switch v := v.(type) {
		case bool:
			out = append(out, attribute.Bool(name, v))
		case int64:
			out = append(out, attribute.Int64(name, v))
		case float64:
			out = append(out, attribute.Float64(name, v))
		case string:
			out = append(out, attribute.String(name, v))
		default:
			out = append(out, attribute.String(name, string(value.Append(nil, v))))
		}
	}
	return out
}
