package engine

import "context"

// lasting returns a context that ends with ctx until over is called: what a
// request has set going, a query that nobody waits for, goes on once it is
// answered, but not for a client that left before.
func lasting(ctx context.Context) (inner context.Context, over func()) {
	inner, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	return inner, func() { stop() }
}
