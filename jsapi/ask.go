package jsapi

import (
	"context"

	"github.com/dop251/goja"
)

// Ask calls a function in the style of Node on the loop and waits until it calls
// back: call is given the done(err, value) to hand over. The value is copied.
func (i *Isolate) Ask(ctx context.Context, call func(r *Realm, done goja.Value) error) (any, error) {
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
