package httpd

import "context"

// detachOnFinish returns a context that ends with ctx until finish is called.
// Work that a request has started, such as a query that is not awaited,
// continues after the answer, but not if the client disconnects before.
func detachOnFinish(ctx context.Context) (inner context.Context, finish func() bool) {
	inner, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	return inner, context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
}
