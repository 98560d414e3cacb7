package tracing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"

	"framework/engine/logging"
)

// sendTimeout bounds the sending of one batch.
const sendTimeout = 10 * time.Second

// exporter sends spans as the JSON of OTLP. The exporters of OpenTelemetry are not used:
// they bring gRPC, which would make the program a third larger.
type exporter struct {
	options  Options
	client   *http.Client
	complain logging.Throttle
}

var _ sdk.SpanExporter = (*exporter)(nil)

// ParseEndpoint completes the address of a collector with the path that takes spans.
func ParseEndpoint(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("the endpoint of traces is %q: expected the address of a collector, such as http://localhost:4318", address)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1/traces"
	}
	return u.String(), nil
}

func newExporter(o Options) (_ *exporter, err error) {
	if o.Endpoint, err = ParseEndpoint(o.Endpoint); err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &exporter{options: o, client: &http.Client{Timeout: sendTimeout}, complain: logging.Throttle{Every: time.Minute}}, nil
}

// ExportSpans implements sdk.SpanExporter. Spans that cannot be sent are lost; the log
// says how many times, at most once in a minute.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	text, err := json.Marshal(request(spans))
	if err != nil {
		return err
	}
	if err = e.send(ctx, text); err != nil {
		if n := e.complain.Count(time.Now()); n > 0 {
			e.options.Log.Warn("traces are lost: the collector does not take them", "endpoint", e.options.Endpoint, "times", n, "error", err)
		}
	}
	return nil // the SDK would write to stderr
}

func (e *exporter) send(ctx context.Context, text []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.options.Endpoint, bytes.NewReader(text))
	if err != nil {
		return err
	}
	for name, v := range e.options.Headers {
		req.Header.Set(name, v)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := e.client.Do(req)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err // the address is said already
		}
		return err
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // so that the connection is used again
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("it answers with %s", res.Status)
	}
	return nil
}

// Shutdown implements sdk.SpanExporter.
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

// The request of OTLP, as its JSON names the fields: ids in hexadecimal digits, 64-bit
// numbers as texts.
type (
	jsonRequest struct {
		ResourceSpans []jsonResource `json:"resourceSpans"`
	}
	jsonResource struct {
		Resource   jsonAttributes `json:"resource"`
		ScopeSpans []jsonScope    `json:"scopeSpans"`
	}
	jsonAttributes struct {
		Attributes []jsonAttribute `json:"attributes"`
	}
	jsonScope struct {
		Scope jsonName   `json:"scope"`
		Spans []jsonSpan `json:"spans"`
	}
	jsonName struct {
		Name string `json:"name"`
	}
	jsonSpan struct {
		TraceID    string          `json:"traceId"`
		SpanID     string          `json:"spanId"`
		ParentID   string          `json:"parentSpanId,omitempty"`
		TraceState string          `json:"traceState,omitempty"`
		Name       string          `json:"name"`
		Kind       int             `json:"kind"`
		Start      string          `json:"startTimeUnixNano"`
		End        string          `json:"endTimeUnixNano"`
		Attributes []jsonAttribute `json:"attributes,omitempty"`
		Events     []jsonEvent     `json:"events,omitempty"`
		Links      []jsonLink      `json:"links,omitempty"`
		Status     jsonStatus      `json:"status"`
	}
	jsonEvent struct {
		Time       string          `json:"timeUnixNano"`
		Name       string          `json:"name"`
		Attributes []jsonAttribute `json:"attributes,omitempty"`
	}
	jsonLink struct {
		TraceID    string          `json:"traceId"`
		SpanID     string          `json:"spanId"`
		Attributes []jsonAttribute `json:"attributes,omitempty"`
	}
	jsonStatus struct {
		Code    int    `json:"code,omitempty"`
		Message string `json:"message,omitempty"`
	}
	jsonAttribute struct {
		Key   string    `json:"key"`
		Value jsonValue `json:"value"`
	}
	jsonValue struct {
		String *string    `json:"stringValue,omitempty"`
		Bool   *bool      `json:"boolValue,omitempty"`
		Int    *string    `json:"intValue,omitempty"`
		Double *float64   `json:"doubleValue,omitempty"`
		Array  *jsonArray `json:"arrayValue,omitempty"`
	}
	jsonArray struct {
		Values []jsonValue `json:"values"`
	}
)

// request is the request for spans, which all have the same resource.
func request(spans []sdk.ReadOnlySpan) jsonRequest {
	scopes := map[string]int{}
	var out jsonResource
	for _, s := range spans {
		if len(out.ScopeSpans) == 0 {
			out.Resource.Attributes = attributes(s.Resource().Attributes())
		}
		name := s.InstrumentationScope().Name
		at, ok := scopes[name]
		if !ok {
			at = len(out.ScopeSpans)
			scopes[name] = at
			out.ScopeSpans = append(out.ScopeSpans, jsonScope{Scope: jsonName{name}})
		}
		out.ScopeSpans[at].Spans = append(out.ScopeSpans[at].Spans, span(s))
	}
	return jsonRequest{[]jsonResource{out}}
}

func span(s sdk.ReadOnlySpan) jsonSpan {
	out := jsonSpan{
		TraceID: s.SpanContext().TraceID().String(), SpanID: s.SpanContext().SpanID().String(), TraceState: s.SpanContext().TraceState().String(),
		Name: s.Name(), Kind: int(s.SpanKind()), Start: nanoseconds(s.StartTime()), End: nanoseconds(s.EndTime()),
		Attributes: attributes(s.Attributes()), Status: jsonStatus{Message: s.Status().Description},
	}
	if s.Parent().HasSpanID() {
		out.ParentID = s.Parent().SpanID().String()
	}
	switch s.Status().Code { // the numbers of OTLP are others than those of the SDK
	case codes.Ok:
		out.Status.Code = 1
	case codes.Error:
		out.Status.Code = 2
	case codes.Unset:
	}
	for _, e := range s.Events() {
		out.Events = append(out.Events, jsonEvent{nanoseconds(e.Time), e.Name, attributes(e.Attributes)})
	}
	for _, l := range s.Links() {
		out.Links = append(out.Links, jsonLink{l.SpanContext.TraceID().String(), l.SpanContext.SpanID().String(), attributes(l.Attributes)})
	}
	return out
}

func nanoseconds(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func attributes(list []attribute.KeyValue) []jsonAttribute {
	out := make([]jsonAttribute, len(list))
	for i, a := range list {
		out[i] = jsonAttribute{string(a.Key), attributeValue(a.Value)}
	}
	return out
}

func attributeValue(v attribute.Value) jsonValue {
	text := func(s string) jsonValue { return jsonValue{String: &s} }
	switch v.Type() {
	case attribute.BOOL:
		b := v.AsBool()
		return jsonValue{Bool: &b}
	case attribute.INT64:
		n := strconv.FormatInt(v.AsInt64(), 10)
		return jsonValue{Int: &n}
	case attribute.FLOAT64:
		f := v.AsFloat64()
		return jsonValue{Double: &f}
	case attribute.STRINGSLICE:
		list := &jsonArray{Values: []jsonValue{}}
		for _, s := range v.AsStringSlice() {
			list.Values = append(list.Values, text(s))
		}
		return jsonValue{Array: list}
	}
	return text(v.Emit())
}
