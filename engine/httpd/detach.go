package httpd

import "context"

// detachOnFinish returns a context that ends with ctx until finish is called: what
// a request has set going, a query that nobody waits for, goes on once it is
// answered, but not for a client that left before.
func detachOnFinish(ctx context.Context) (inner context.Context, finish func()) {
	inner, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	return inner, func() { stop() }
}
