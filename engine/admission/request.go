package admission

import (
	"context"
	"sync/atomic"
)

// request is one request of a client on its way through the server.
type request struct{ begun atomic.Bool }

type requestKey struct{}

// Arrive makes ctx that of a request that has just come in and may be refused.
func Arrive(ctx context.Context) context.Context {
	return context.WithValue(ctx, requestKey{}, new(request))
}

// Begun reports whether what ctx belongs to has to be seen through: a request
// of which something has been done, or work that is no client's request.
func Begun(ctx context.Context) bool {
	r, ok := ctx.Value(requestKey{}).(*request)
	return !ok || r.begun.Load()
}

// Begin says that something of the request is done now: nothing that it needs
// from here on is refused.
func Begin(ctx context.Context) {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		r.begun.Store(true)
	}
}
