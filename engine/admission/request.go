package admission

import (
	"context"
	"sync/atomic"
)

// request is the context of one request of a client, and its state.
type request struct {
	context.Context
	started atomic.Bool
}

type requestKey struct{}

// Value implements context.Context.
func (r *request) Value(key any) any {
	if key == (requestKey{}) {
		return r
	}
	return r.Context.Value(key)
}

// Arrive returns a context for a request that has just come in and may be refused.
func Arrive(ctx context.Context) context.Context { return &request{Context: ctx} }

// Started reports whether the work of ctx must not be refused: a request that has
// started, or work that is not the request of a client.
func Started(ctx context.Context) bool {
	r, ok := ctx.Value(requestKey{}).(*request)
	return !ok || r.started.Load()
}

// Start marks the request as started: from now on nothing that it needs is refused.
func Start(ctx context.Context) {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		r.started.Store(true)
	}
}
