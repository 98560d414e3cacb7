package shim

import (
	"strings"
	"sync/atomic"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// slot numbers the properties whose value an exchange keeps once computed.
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

// exchange is the native side of one req and its res. It belongs to the loop.
type exchange struct {
	shim     *Shim
	iso      *jsapi.Isolate
	x        *router.Exchange
	handle   *goja.Object // carries the exchange
	req, res *goja.Object
	this     *goja.Object // {req, res} of custom responses
	turn     *turn        // the handler that is being served, nil between two
	kept     goja.Value   // what the last handler carried when it passed on
	slots    [slotCount]goja.Value
	// params and binding are those that the slots were made from.
	params  router.Params
	binding *router.Binding

	status int
	sent   bool
	// headWritten is set once writeHead was called, by the project or for it.
	headWritten bool
	// followed is set once the writeHead of the project is told of answers of
	// Go; waits once there are listeners.
	followed  bool
	waits     atomic.Bool
	delivered bool // sent, and the header is nobody's any more
	warned    bool
	listeners map[string][]listener
	stream    *stream
	session   clientSession
	uses      *usage // of the function that is being served
	// token is the one of req.csrfToken, made of tokenSecret.
	token       goja.Value
	tokenSecret string
	pending     delivery // an answer that waits for a replaced res.end
}

// exchange finds the native side of a req, res or session.
func (s *Shim) exchange(this goja.Value) *exchange {
	if e := s.find(this); e != nil {
		return e
	}
	panic(s.rt.NewTypeError("this method of req or res was called without its object: call it as req.name(…) or res.name(…)"))
}

// find is exchange, or nil for what belongs to none.
func (s *Shim) find(v goja.Value) *exchange {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	e, _ := jsapi.HandleOf(o.GetSymbol(s.key)).(*exchange)
	return e
}

// Exchange finds the exchange that a req or res of JavaScript belongs to. Call
// it on the loop.
func (s *Shim) Exchange(v goja.Value) (*router.Exchange, bool) {
	e := s.find(v)
	if e == nil {
		return nil, false
	}
	return e.x, true
}

// Request is the req of an exchange; call it on the loop.
func (s *Shim) Request(x *router.Exchange) goja.Value { return s.enter(x).req }

// enter returns the req and res of x, which are the same for all handlers of
// one exchange in one realm, and brings them up to date with the binding.
func (s *Shim) enter(x *router.Exchange) *exchange {
	e, ok := x.Script.(*exchange)
	if !ok || e.shim != s {
		e = &exchange{shim: s, x: x, status: 200, binding: x.Binding, params: x.Params}
		e.handle = s.realm.NewHandle(e)
		e.req, e.res = s.rt.CreateObject(s.reqProto), s.rt.CreateObject(s.resProto)
		for _, o := range [...]*goja.Object{e.req, e.res} {
			_ = o.DefineDataPropertySymbol(s.key, e.handle, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE) // a fresh object takes it
		}
		if d, ok := x.Script.(derived); ok {
			e.inherit(d.from)
		}
		x.Script = e
		return e
	}
	// A view that failed after the turn had ended leaves the exchange open.
	e.sent = e.sent && x.Response.Committed()
	if e.binding != x.Binding || e.params != x.Params {
		e.slots[slotParams], e.slots[slotAllParams], e.slots[slotRoute] = nil, nil, nil
		e.mergeOptions()
		e.binding, e.params = x.Binding, x.Params
	}
	return e
}

// mergeOptions brings the options of a new binding into a req.options that
// JavaScript holds already.
func (e *exchange) mergeOptions() {
	o, ok := e.slots[slotOptions].(*goja.Object)
	if !ok || e.x.Options == nil || e.x.Binding == nil || e.x.Binding.Options == nil {
		return
	}
	for k := range e.x.Binding.Options.All() {
		v, _ := e.x.Options.Get(k)
		_ = o.Set(k, e.shim.realm.ToJS(v)) // a frozen options object stays as it is
	}
}

// leave copies what JavaScript may have changed back to where Go reads it.
func (e *exchange) leave() error {
	e.follow()
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

// responseThis is the {req, res} that custom responses are called with.
func (e *exchange) responseThis() *goja.Object {
	if e.this == nil {
		e.this = e.shim.rt.NewObject()
		_ = e.this.Set("req", e.req)
		_ = e.this.Set("res", e.res)
	}
	return e.this
}

// warn logs once per exchange that a handler did something without effect.
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

// turn is one function's time with an exchange.
type turn struct {
	*hold
	info Info
	next goja.Value
	// rest are the functions that next hands the exchange to, before the
	// operation passes.
	rest []link
	done bool // answered, passed or failed
}

// settle ends the turn and the operation that it is a part of.
func (t *turn) settle(val any, err error) {
	t.done = true
	t.hold.settle(val, err)
}

// hold is the operation that the turns of a chain share. What they decide while
// one of their functions runs is handed on when the outermost returns, for then
// the exchange is Go's again.
type hold struct {
	op      *jsapi.Op
	running int
	decided bool
	value   any
	err     error
}

func (h *hold) settle(val any, err error) {
	if h.running > 0 {
		h.decided, h.value, h.err = true, val, err
		return
	}
	h.op.Settle(val, err)
}

func (h *hold) enter() { h.running++ }

func (h *hold) leave() {
	h.running--
	if h.running == 0 && h.decided {
		h.op.Settle(h.value, h.err)
	}
}

// delivery is what an operation is settled with when JavaScript answered; Serve
// runs it on its own goroutine, so that a slow client never holds the loop.
type delivery func() (router.Verdict, error)

// passed is what an operation is settled with after next().
type passed struct{}

// answer ends the turn with a delivery. It fails when the exchange was
// answered before, as Sails does.
func (e *exchange) answer(d delivery) {
	if e.sent {
		e.warn("a second answer of a request was ignored: the response was already sent")
		return
	}
	if e.turn == nil || e.turn.done {
		e.warn("an answer after next() was ignored: the handler gave the request away")
		return
	}
	e.announceHead()
	e.sent = true
	if err := e.storeSession(); err != nil {
		e.shim.opts.Log.Error("the session could not be read back from JavaScript", "error", err)
	}
	t := e.turn
	if finish := e.listeners["finish"]; len(finish) > 0 || len(e.listeners["close"]) > 0 {
		d = e.announce(d)
	}
	t.settle(d, nil)
}
