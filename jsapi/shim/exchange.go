package shim

import (
	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/router"
)

// exchange is the native side of one req and its res. It has the function of the
// project that is being served, and decides how that ends: with an answer, with
// next() or with an error. Only the loop uses it.
type exchange struct {
	shim       *Shim
	iso        *jsapi.Isolate
	x          *router.Exchange
	handle     *goja.Object // stands for the exchange in JavaScript
	req, res   *goja.Object
	this       *goja.Object // {req, res} of custom responses
	invocation *invocation  // the handler that is being served, nil between two
	waiting    *waiting     // since the last handler was called from Go
	asyncStore goja.Value   // that of the last handler when it called next
	warned     bool
	responding int          // how many custom responses run inside of each other
	attached   []attachment // bound members, see attach

	request  request
	response responseState
	session  session
	// sessionShown: req has the members of a session.
	sessionShown bool
	token        token
}

// exchange returns the native side of a req, res or session, or throws.
func (s *Shim) exchange(this goja.Value) *exchange {
	if e := s.find(this); e != nil {
		return e
	}
	panic(s.rt.NewTypeError("this method of req or res was called without its object: call it as req.name(…) or res.name(…)"))
}

// find returns the native side of a req, res or session, nil for other values.
func (s *Shim) find(v goja.Value) *exchange {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	e, _ := jsapi.HandleOf(o.GetSymbol(s.key)).(*exchange)
	return e
}

// Exchange returns the exchange of a req or res. Call it on the loop.
func (s *Shim) Exchange(v goja.Value) (*router.Exchange, bool) {
	e := s.find(v)
	if e == nil {
		return nil, false
	}
	return e.x, true
}

// Request returns the req of an exchange. Call it on the loop.
func (s *Shim) Request(x *router.Exchange) goja.Value { return s.prepare(x).req }

// prepare returns the req and res of x, updated for the current binding. All
// handlers of one exchange in one realm get the same objects.
func (s *Shim) prepare(x *router.Exchange) *exchange {
	e, ok := x.Script.(*exchange)
	if !ok || e.shim != s {
		e = s.newExchange(x)
		if d, ok := x.Script.(derived); ok {
			e.inherit(d.from)
		}
		x.Script = e
		return e
	}
	// If a view fails after res.view has returned, nothing was sent, and an error
	// page may follow.
	e.response.sent = e.response.sent && x.Response.Committed()
	e.request.rebind()
	e.showSession()
	return e
}

func (s *Shim) newExchange(x *router.Exchange) *exchange {
	e := &exchange{shim: s, x: x}
	e.handle = jsapi.NewHandle(s.rt, e)
	e.req, e.res = s.rt.CreateObject(s.reqProto), s.rt.CreateObject(s.resProto)
	for _, o := range [...]*goja.Object{e.req, e.res} {
		_ = o.DefineDataPropertySymbol(s.key, e.handle, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE) // does not fail on a new object
	}
	e.request = request{shim: s, x: x, req: e.req, binding: x.Binding, params: x.Params}
	e.response.shim, e.response.x, e.response.res, e.response.flow, e.response.status = s, x, e.res, e, 200
	e.response.events = emitter{shim: s, res: e.res}
	e.session = session{shim: s, x: x, req: e.req, handle: e.handle}
	e.showSession()
	return e
}

// copyBack copies what JavaScript may have changed to the exchange of Go.
func (e *exchange) copyBack() error {
	e.observeResponse()
	if err := e.request.copyBack(); err != nil {
		return err
	}
	return e.session.store()
}

// responseThis returns {req, res}, the this of custom responses.
func (e *exchange) responseThis() *goja.Object {
	if e.this == nil {
		e.this = e.shim.rt.NewObject()
		_ = e.this.Set("req", e.req)
		_ = e.this.Set("res", e.res)
	}
	return e.this
}

// warn logs, once per exchange, that a call of a handler had no effect.
func (e *exchange) warn(what string) {
	if e.warned {
		return
	}
	e.warned = true
	args := []any{"method", e.x.Request.Method, "path", e.x.Request.Path}
	if e.x.Binding != nil {
		args = append(args, "target", e.x.Binding.Target)
	}
	e.shim.opts.Log.Warn(what, args...)
}

// invocation is one call of a function of the project for an exchange.
type invocation struct {
	*completion
	info *Info
	next goja.Value
	// rest are the following functions of the chain: next calls the first of them.
	rest []link
	done bool // answered, passed or failed
}

// settle ends the invocation and the operation that it belongs to.
func (t *invocation) settle(val any, err error) {
	t.done = true
	t.completion.settle(val, err)
}

// completion settles the operation that the invocations of a chain share. While one
// of their functions runs it is delayed until the outermost returns, because Go
// uses the exchange as soon as the operation is settled.
type completion struct {
	op      *jsapi.Op
	running int
	settled bool
	value   any
	err     error
}

func (h *completion) settle(val any, err error) {
	if h.running > 0 {
		h.settled, h.value, h.err = true, val, err
		return
	}
	h.op.Settle(val, err)
}

func (h *completion) prepare() { h.running++ }

func (h *completion) copyBack() {
	h.running--
	if h.running == 0 && h.settled {
		h.op.Settle(h.value, h.err)
	}
}

// responseFunc sends a response. When JavaScript answers, the operation is settled
// with one; Serve calls it on its own goroutine, so that a slow client does not
// block the loop.
type responseFunc func() (router.Verdict, error)

// passed is the value of an operation after next().
type passed struct{}

// answer ends the invocation with a response. A second answer is ignored with a
// warning.
func (e *exchange) answer(d responseFunc) {
	if e.response.sent {
		e.warn("a second answer of a request was ignored: the response was already sent")
		return
	}
	if !e.serving() {
		e.warn("an answer after next() was ignored: the handler gave the request away")
		return
	}
	e.response.callReplacedWriteHead()
	e.response.sent = true
	e.keepSession()
	t := e.invocation
	if e.response.events.has("finish") || e.response.events.has("close") {
		d = e.response.withFinishEvents(d)
	}
	t.settle(d, nil)
}

// keepSession stores what JavaScript has made of the session.
func (e *exchange) keepSession() {
	if err := e.session.store(); err != nil {
		e.shim.opts.Log.Error("the session could not be read back from JavaScript", "error", err)
	}
}

// keepAlive makes the operation that is being served count as pending until
// release is called.
func (e *exchange) keepAlive() (release func()) {
	if e.invocation == nil {
		return func() {}
	}
	return e.invocation.op.KeepAlive()
}

// serving reports whether a function of the project is being served.
func (e *exchange) serving() bool { return e.invocation != nil && !e.invocation.done }

// failCurrent makes the current invocation fail, if there is one.
func (e *exchange) failCurrent(err error) {
	if e.invocation == nil {
		e.shim.opts.Log.Error("a handler failed after it had ended", "path", e.x.Request.Path, "error", err)
		return
	}
	e.fail(e.invocation, err)
}
