package jsapitest

import (
	"context"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// Value runs a script on the loop of iso and returns its value as JSON. The value
// of a promise is waited for. The error is that of the script, with its place.
func Value(ctx context.Context, iso *jsapi.Isolate, script string) (string, error) {
	v, err := iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		v, err := r.Runtime().RunString(script)
		if err != nil {
			op.Settle(nil, r.Wrap(err))
			return
		}
		settle := func(v goja.Value) {
			out, err := r.FromJS(v)
			op.Settle(out, err)
		}
		if !r.WhenSettled(v, settle, func(v goja.Value) { op.Settle(nil, r.GoError(v)) }) {
			settle(v)
		}
	}).Wait()
	if err != nil {
		return "", err
	}
	return string(value.Append(nil, v)), nil
}
