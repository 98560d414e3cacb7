package tracing

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"framework/engine/observe"
)

// scope names the server's own spans.
const scope = "framework"

// Options configure a Tracer.
type Options struct {
	// Endpoint is the address that takes spans: http://localhost:4318/v1/traces.
	Endpoint string
	Headers  map[string]string
	// Service and Version name the project and the server.
	Service, Version string
	Environment      string
	Log              *slog.Logger
}

// Tracer makes spans of requests and of what the project records, and sends them in
// batches. What cannot be sent is dropped, and the log says so. Safe for concurrent use.
type Tracer struct{ provider *sdk.TracerProvider }

// New returns a Tracer. Nothing is sent before there is a span.
func New(o Options) (*Tracer, error) {
	out, err := newExporter(o)
	if err != nil {
		return nil, err
	}
	return &Tracer{sdk.NewTracerProvider(
		sdk.WithBatcher(out), sdk.WithIDGenerator(given{}), sdk.WithSampler(sdk.AlwaysSample()),
		sdk.WithResource(resource.NewSchemaless(
			attribute.String("service.name", o.Service), attribute.String("deployment.environment.name", o.Environment),
			attribute.String("telemetry.sdk.name", "opentelemetry"), attribute.String("telemetry.sdk.language", "go"),
			attribute.String("framework.version", o.Version),
		)),
	)}, nil
}

// Flush sends what waits to be sent.
func (t *Tracer) Flush(ctx context.Context) error { return t.provider.ForceFlush(ctx) }

// Close sends what is left, and ends the Tracer.
func (t *Tracer) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }

// Observe implements observe.Observer: the request, its policies, its action, its queries
// and what it has published become spans.
func (t *Tracer) Observe(r *observe.Request) {
	if !r.Trace.Valid() || !r.Trace.Sampled {
		return
	}
	name := r.Method
	if r.Route != "" {
		name += " " + r.Pattern()
	}
	root := Span{
		Trace: r.Trace.ID, ID: r.Trace.Span, Parent: r.Trace.Parent, State: r.Trace.State, Name: name, Scope: scope, Kind: trace.SpanKindServer,
		Start: r.Started, End: r.Started.Add(r.Took),
		Attributes: []attribute.KeyValue{
			attribute.String("http.request.method", r.Method), attribute.String("url.path", r.Path), attribute.Int("http.response.status_code", r.Status),
			attribute.String("framework.transport", string(r.Transport)), attribute.String("framework.request", r.ID),
		},
	}
	if r.Transport == observe.Internal {
		root.Kind = trace.SpanKindInternal
	}
	if r.Route != "" {
		root.Attributes = append(root.Attributes, attribute.String("http.route", r.Route), attribute.String("framework.target", r.Target))
	}
	if r.User != "" {
		root.Attributes = append(root.Attributes, attribute.String("user.id", r.User))
	}
	count, _ := r.Queries.Total()
	root.Attributes = append(root.Attributes, attribute.Int("framework.queries", count))
	if r.Status >= 500 {
		root.Failed = "it was answered with a failure"
		if r.Err != nil {
			root.Failed = r.Err.Error()
		}
	}
	t.Record(root)
	steps := t.steps(r)
	for _, s := range r.Queries.Last() {
		t.query(r, steps, s.Text, s.Began, s.Took, s.Err)
	}
	for _, p := range r.Published() {
		at := r.Started.Add(p.At)
		t.Record(Span{
			Trace: r.Trace.ID, ID: newID(), Parent: parentAt(r, steps, at), Name: "publish " + p.Event, Scope: scope, Kind: trace.SpanKindProducer,
			Start: at, End: at, Attributes: []attribute.KeyValue{attribute.StringSlice("framework.rooms", p.Rooms), attribute.Int("framework.sockets", p.Sockets)},
		})
	}
}

// steps records the steps of a request.
func (t *Tracer) steps(r *observe.Request) []Span {
	var out []Span
	for _, s := range r.Steps() {
		name := string(s.Kind)
		if s.Name != "" {
			name += " " + s.Name
		}
		span := Span{
			Trace: r.Trace.ID, ID: newID(), Parent: r.Trace.Span, Name: name, Scope: scope, Kind: trace.SpanKindInternal,
			Start: r.Started.Add(s.At), End: r.Started.Add(s.At + s.Took),
		}
		if s.Source != "" {
			span.Attributes = []attribute.KeyValue{attribute.String("code.file.path", s.Source)}
		}
		out = append(out, span)
		t.Record(span)
	}
	return out
}

// query records a statement, whose text has no values.
func (t *Tracer) query(r *observe.Request, steps []Span, text string, began time.Time, took time.Duration, failed error) {
	verb, _, _ := strings.Cut(text, " ")
	span := Span{
		Trace: r.Trace.ID, ID: newID(), Parent: parentAt(r, steps, began), Name: "query " + verb, Scope: scope, Kind: trace.SpanKindClient,
		Start: began, End: began.Add(took), Attributes: []attribute.KeyValue{attribute.String("db.query.text", text)},
	}
	if failed != nil {
		span.Failed = failed.Error()
	}
	t.Record(span)
}

// parentAt is the step that ran at a time, or the request.
func parentAt(r *observe.Request, steps []Span, at time.Time) [8]byte {
	for i := len(steps) - 1; i >= 0; i-- {
		if !at.Before(steps[i].Start) {
			return steps[i].ID
		}
	}
	return r.Trace.Span
}

// Span is a span that has ended.
type Span struct {
	Trace      [16]byte
	ID, Parent [8]byte // Parent is zero for none
	State      string
	Name       string
	Scope      string
	Kind       trace.SpanKind
	Start, End time.Time
	Attributes []attribute.KeyValue
	Events     []Event
	Links      []Link
	// Failed says why it failed, "" if it did not.
	Failed string
}

// Event is what has happened during a span.
type Event struct {
	Name       string
	At         time.Time
	Attributes []attribute.KeyValue
}

// Link names another span that a span has to do with.
type Link struct {
	Trace      [16]byte
	ID         [8]byte
	Attributes []attribute.KeyValue
}

// Record sends a span, sooner or later.
func (t *Tracer) Record(s Span) {
	ctx := context.WithValue(context.Background(), givenKey{}, given{s.Trace, s.ID})
	if s.Parent != [8]byte{} {
		state, _ := trace.ParseTraceState(s.State) // what cannot be read is not sent
		ctx = trace.ContextWithRemoteSpanContext(ctx, trace.NewSpanContext(trace.SpanContextConfig{
			TraceID: s.Trace, SpanID: s.Parent, TraceFlags: trace.FlagsSampled, TraceState: state, Remote: true,
		}))
	}
	_, span := t.provider.Tracer(s.Scope).Start(ctx, s.Name, trace.WithTimestamp(s.Start), trace.WithSpanKind(s.Kind), trace.WithAttributes(s.Attributes...))
	for _, e := range s.Events {
		span.AddEvent(e.Name, trace.WithTimestamp(e.At), trace.WithAttributes(e.Attributes...))
	}
	for _, l := range s.Links {
		to := trace.NewSpanContext(trace.SpanContextConfig{TraceID: l.Trace, SpanID: l.ID, Remote: true})
		span.AddLink(trace.Link{SpanContext: to, Attributes: l.Attributes})
	}
	if s.Failed != "" {
		span.SetStatus(codes.Error, s.Failed)
	}
	span.End(trace.WithTimestamp(s.End))
}
