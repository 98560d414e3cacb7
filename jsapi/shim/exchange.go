package shim

import (
	"strings"
	"sync/atomic"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// slot is the index of a property whose value is computed once per exchange.
type slot uint8

const (
	slotQuery slot = iota
	slotBody
	slotParams
	slotOptions
	slotHeaders
	slotCookies
	slotSigned
	slotSession
	slotLocals
	slotMethod
	slotURL
	slotOriginalURL
	slotWantsJSON
	slotAllParams
	slotRoute
	slotStartTime
	slotCount
)

// exchange is the native side of one req and its res. Only the loop uses it.
type exchange struct {
	shim       *Shim
	iso        *jsapi.Isolate
	x          *router.Exchange
	handle     *goja.Object // stands for the exchange in JavaScript
	req, res   *goja.Object
	this       *goja.Object // {req, res} of custom responses
	invocation *invocation  // the handler that is being served, nil between two
	asyncStore goja.Value   // what the last handler carried when it passed on
	slots      [slotCount]goja.Value
	// params and binding are those from which the slots were computed.
	params  router.Params
	binding *router.Binding

	status int
	sent   bool
	// headWritten is set when writeHead was called.
	headWritten bool
	// observed is set by observeResponse, hasListeners when res.on was called.
	observed     bool
	hasListeners atomic.Bool
	responseSent bool // sent, and the header is nobody's any more
	warned       bool
	listeners    map[string][]listener
	stream       *stream
	session      clientSession
	uses         *usage // of the function that is being served
	// token is the one of req.csrfToken, made of tokenSecret.
	token           goja.Value
	tokenSecret     string
	pendingResponse responseFunc // an answer that waits for a replaced res.end
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
		e = &exchange{shim: s, x: x, status: 200, binding: x.Binding, params: x.Params}
		e.handle = jsapi.NewHandle(s.realm.Runtime(), e)
		e.req, e.res = s.rt.CreateObject(s.reqProto), s.rt.CreateObject(s.resProto)
		for _, o := range [...]*goja.Object{e.req, e.res} {
			_ = o.DefineDataPropertySymbol(s.key, e.handle, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE) // does not fail on a new object
		}
		if d, ok := x.Script.(derived); ok {
			e.inherit(d.from)
		}
		x.Script = e
		return e
	}
	// If a view fails after res.view has returned, nothing was sent, and an error
	// page may follow.
	e.sent = e.sent && x.Response.Committed()
	if e.binding != x.Binding || e.params != x.Params {
		e.slots[slotParams], e.slots[slotAllParams], e.slots[slotRoute] = nil, nil, nil
		e.mergeOptions()
		e.binding, e.params = x.Binding, x.Params
	}
	return e
}

// mergeOptions adds the options of a new binding to a req.options that JavaScript
// has read already.
func (e *exchange) mergeOptions() {
	o, ok := e.slots[slotOptions].(*goja.Object)
	if !ok || e.x.Options == nil || e.x.Binding == nil || e.x.Binding.Options == nil {
		return
	}
	for k := range e.x.Binding.Options.All() {
		v, _ := e.x.Options.Get(k)
		_ = o.Set(k, e.shim.realm.ToJS(v)) // fails if the project has frozen the object
	}
}

// copyBack copies what JavaScript may have changed to the exchange of Go.
func (e *exchange) copyBack() error {
	e.observeResponse()
	r := e.shim.realm
	asMap := func(s slot) (*value.Map, error) {
		o, ok := e.slots[s].(*goja.Object)
		if !ok {
			return nil, nil
		}
		if s == slotParams {
			return e.paramsMap(o)
		}
		v, err := r.FromJS(o)
		m, _ := v.(*value.Map)
		return m, err
	}
	if m, err := asMap(slotQuery); err != nil {
		return err
	} else if m != nil {
		e.x.Request.Query = m
	}
	if m, err := asMap(slotParams); err != nil {
		return err
	} else if m != nil {
		e.x.Params, e.params = m, m
	}
	if m, err := asMap(slotOptions); err != nil {
		return err
	} else if m != nil {
		e.x.Options = m
	}
	if v := e.slots[slotBody]; v != nil {
		body, err := r.FromJS(v)
		if err != nil {
			return err
		}
		if _, none := body.(value.Undefined); none {
			body = nil
		}
		e.x.Request.Body = body
	}
	if v := e.slots[slotMethod]; v != nil {
		e.x.Request.Method = v.String()
		e.slots[slotMethod] = nil // the middleware methodOverride may replace it
	}
	if v := e.slots[slotURL]; v != nil {
		// A middleware may have rewritten the address.
		if url := v.String(); url != e.x.Request.URL {
			e.x.Request.URL = url
			e.x.Request.Path, _, _ = strings.Cut(url, "?")
		}
	}
	return e.storeSession()
}

// paramsMap reads a params array with its named members.
func (e *exchange) paramsMap(o *goja.Object) (*value.Map, error) {
	m := value.New(4)
	for _, k := range o.Keys() {
		v, err := e.shim.realm.FromJS(o.Get(k))
		if err != nil {
			return nil, err
		}
		m.Set(k, v)
	}
	return m, nil
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
	info Info
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
	if e.sent {
		e.warn("a second answer of a request was ignored: the response was already sent")
		return
	}
	if e.invocation == nil || e.invocation.done {
		e.warn("an answer after next() was ignored: the handler gave the request away")
		return
	}
	e.callReplacedWriteHead()
	e.sent = true
	if err := e.storeSession(); err != nil {
		e.shim.opts.Log.Error("the session could not be read back from JavaScript", "error", err)
	}
	t := e.invocation
	if finish := e.listeners["finish"]; len(finish) > 0 || len(e.listeners["close"]) > 0 {
		d = e.withFinishEvents(d)
	}
	t.settle(d, nil)
}
