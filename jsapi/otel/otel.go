package otel

import (
	"crypto/rand"
	_ "embed"
	"encoding/hex"
	"errors"
	"time"

	"github.com/dop251/goja"

	"framework/engine/observe"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/compile"
)

//go:embed otel.js
var source string

var compiled = compile.Once("framework:otel.js", source, true)

// Span is a span that the project has recorded.
type Span struct {
	Trace      [16]byte
	ID, Parent [8]byte // Parent is zero for none
	Name       string
	Scope      string // name of the tracer
	Kind       int    // as SpanKind of @opentelemetry/api
	Start, End time.Time
	Attributes *value.Map
	Events     []Event
	Links      []Link
	Failed     bool
	Message    string // of the status
}

// Event is what has happened during a span.
type Event struct {
	Name       string
	At         time.Time
	Attributes *value.Map
}

// Link names another span that a span has to do with.
type Link struct {
	Trace      [16]byte
	ID         [8]byte
	Attributes *value.Map
}

// Options say where spans go.
type Options struct {
	// Require is require(name) for core modules.
	Require func(name string) (goja.Value, error)
	// Record is called with each span that has ended. It must not wait.
	Record func(s Span)
	// Sample decides about traces that begin in code of the project outside of requests;
	// nil records all.
	Sample func() bool
}

// Install makes the provider of a realm. It belongs on the loop.
func Install(r *jsapi.Realm, opts Options) error {
	program, err := compiled()
	if err != nil {
		return err
	}
	rt := r.Runtime()
	factory, err := rt.RunProgram(program)
	if err != nil {
		return r.Wrap(err)
	}
	call, ok := goja.AssertFunction(factory)
	if !ok {
		return errors.New("otel.js gives no function")
	}
	hooks, err := opts.Require("async_hooks")
	if err != nil {
		return err
	}
	native := rt.NewObject()
	for name, fn := range map[string]any{
		"now":    func() float64 { return float64(time.Now().UnixNano()) / 1e6 },
		"id":     func(n int) string { return newID(n) },
		"sample": func() bool { return opts.Sample == nil || opts.Sample() },
		"request": func() goja.Value {
			of := observe.Of(r.Context())
			if of == nil || !of.Trace.Valid() {
				return goja.Undefined()
			}
			return requestContext(rt, &of.Trace)
		},
		"end": func(v goja.Value) {
			if s, ok := read(r, v); ok {
				opts.Record(s)
			}
		},
	} {
		if err := native.Set(name, fn); err != nil {
			return err
		}
	}
	_, err = call(goja.Undefined(), native, hooks.ToObject(rt).Get("AsyncLocalStorage"))
	return r.Wrap(err)
}

// requestContext is a SpanContext of the span of a request.
func requestContext(rt *goja.Runtime, t *observe.Trace) goja.Value {
	o := rt.NewObject()
	flags := 0
	if t.Sampled {
		flags = 1
	}
	_ = o.Set("traceId", t.TraceID()) // an object of its own takes everything
	_ = o.Set("spanId", hex.EncodeToString(t.Span[:]))
	_ = o.Set("traceFlags", flags)
	return o
}

func newID(n int) string {
	b := make([]byte, min(max(n, 1), 16))
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// read copies a span out of JavaScript.
func read(r *jsapi.Realm, v goja.Value) (s Span, ok bool) {
	copied, err := r.FromJS(v)
	if err != nil {
		return s, false
	}
	m, ok := copied.(*value.Map)
	if !ok {
		return s, false
	}
	if !fromHex(s.Trace[:], m, "traceId") || !fromHex(s.ID[:], m, "spanId") {
		return s, false
	}
	fromHex(s.Parent[:], m, "parentId")
	s.Name, _ = m.Value("name").(string)
	s.Scope, _ = m.Value("scope").(string)
	s.Kind = int(number(m.Value("kind")))
	s.Start, s.End = milliseconds(m.Value("start")), milliseconds(m.Value("end"))
	s.Attributes, _ = m.Value("attributes").(*value.Map)
	if list, ok := m.Value("events").([]any); ok {
		for _, each := range list {
			if e, ok := each.(*value.Map); ok {
				name, _ := e.Value("name").(string)
				attributes, _ := e.Value("attributes").(*value.Map)
				s.Events = append(s.Events, Event{name, milliseconds(e.Value("time")), attributes})
			}
		}
	}
	if list, ok := m.Value("links").([]any); ok {
		for _, each := range list {
			var to Link
			if l, ok := each.(*value.Map); ok && fromHex(to.Trace[:], l, "traceId") && fromHex(to.ID[:], l, "spanId") {
				to.Attributes, _ = l.Value("attributes").(*value.Map)
				s.Links = append(s.Links, to)
			}
		}
	}
	if status, ok := m.Value("status").(*value.Map); ok {
		s.Failed = number(status.Value("code")) == 2
		s.Message, _ = status.Value("message").(string)
	}
	return s, true
}

func fromHex(into []byte, m *value.Map, name string) bool {
	text, _ := m.Value(name).(string)
	n, err := hex.Decode(into, []byte(text[:min(len(text), 2*len(into))]))
	return err == nil && n == len(into)
}

func number(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

func milliseconds(v any) time.Time {
	ms := number(v)
	if ms < 0 || ms > 8.64e15 { // that of no Date
		return time.Now()
	}
	return time.UnixMicro(int64(ms * 1000))
}
