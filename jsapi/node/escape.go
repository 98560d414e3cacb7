package node

import (
	"github.com/dop251/goja"

	"framework/jsapi"
)

// escapes(tell) has tell(reason, promise) called with each error that nobody has caught
// from now on; promise is undefined for exceptions. An error for which tell returns false
// fails what it belongs to. tell is called in a turn of its own, because that of the error
// may be over.
func (m *processModule) escapes(call goja.FunctionCall) goja.Value {
	tell, _ := goja.AssertFunction(call.Argument(0))
	enqueue := m.realm.Enqueuer()
	telling := false // an exception of a listener is logged, and not told again
	m.realm.OnEscape(func(e jsapi.Escape) bool {
		return !telling && enqueue(func(r *jsapi.Realm) {
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
			case err == nil && told.ToBoolean():
			case t == nil:
				e.Fail()
			case err != nil:
				t.failed(r, err)
			default:
				t.failed(r, e.Err)
			}
		})
	})
	return goja.Undefined()
}
