package node

import (
	"github.com/dop251/goja"

	"framework/jsapi"
)

// failedHandler is the exit code of a process of Node where a listener of uncaughtException throws.
const failedHandler = 7

// escapes(tell, handled) has tell(reason, promise) called with each error that nobody has caught
// from now on; promise is undefined for exceptions. Where tell returns an array, what it belongs to
// fails with the error in it. handled(promise) is called for promises that get a handler later. tell is called in a turn of its own, because that of the error
// may be over.
func (m *processModule) escapes(call goja.FunctionCall) goja.Value {
	tell, _ := goja.AssertFunction(call.Argument(0))
	handled, _ := goja.AssertFunction(call.Argument(1))
	follow := m.realm.Follower()
	telling := false // an exception of a listener is logged, and not told again
	m.realm.OnEscape(func(e jsapi.Escape) bool {
		if telling {
			return false
		}
		told := func(r *jsapi.Realm) {
			promise := e.Promise
			if promise == nil {
				promise = goja.Undefined()
			}
			r.SetAsyncStore(e.Store) // listeners of domains are found by it
			telling = true
			defer func() { telling = false }()
			told, err := tell(goja.Undefined(), r.Error(e.Err), promise)
			if err != nil && m.opts.thread == nil {
				r.Uncaught(err)
			}
			switch t := m.opts.thread; {
			case err == nil && goja.IsNull(told):
			case t == nil:
				e.Fail()
			case jsapi.IsMemoryLimit(e.Err):
				t.exhausted()
			case err != nil:
				t.failed(r, r.Error(r.Wrap(err)), failedHandler)
			default:
				t.failed(r, told.ToObject(r.Runtime()).Get("0"), 1)
			}
		}
		if e.Within {
			told(m.realm)
			return true
		}
		return follow(told)
	})
	m.realm.OnLateHandler(func(promise goja.Value) {
		follow(func(r *jsapi.Realm) {
			if _, err := handled(goja.Undefined(), promise); err != nil {
				r.Uncaught(err)
			}
		})
	})
	return goja.Undefined()
}
