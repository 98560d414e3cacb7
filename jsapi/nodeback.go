package jsapi

import (
	"context"

	"github.com/dop251/goja"
)

// CallNodeback calls a function that takes a Node-style callback, and waits for
// that callback: call runs on the loop and passes done(err, value) to the
// function. The value is copied to Go.
func (i *Isolate) CallNodeback(ctx context.Context, call func(r *Realm, done goja.Value) error) (any, error) {
	return i.Begin(ctx, func(r *Realm, op *Op) {
		done := r.rt.ToValue(func(c goja.FunctionCall) goja.Value {
			if refused := c.Argument(0); refused.ToBoolean() {
				op.Settle(nil, r.GoError(refused))
				return goja.Undefined()
			}
			v, err := r.FromJS(c.Argument(1))
			op.Settle(v, err)
			return goja.Undefined()
		})
		if err := call(r, done); err != nil {
			op.Settle(nil, err)
		}
	}).Wait()
}
