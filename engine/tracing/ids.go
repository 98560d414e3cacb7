package tracing

import (
	"context"
	"crypto/rand"

	"go.opentelemetry.io/otel/trace"
)

// given are the ids of a span, which were known before it was recorded: what it calls has
// got them already.
type given struct {
	trace trace.TraceID
	span  trace.SpanID
}

type givenKey struct{}

// NewIDs implements the generator of the SDK.
func (given) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	g, _ := ctx.Value(givenKey{}).(given)
	return g.trace, g.span
}

// NewSpanID implements the generator of the SDK.
func (given) NewSpanID(ctx context.Context, _ trace.TraceID) trace.SpanID {
	g, _ := ctx.Value(givenKey{}).(given)
	return g.span
}

func newID() (id [8]byte) {
	_, _ = rand.Read(id[:]) // never fails
	return id
}
