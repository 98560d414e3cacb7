package shim

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/jsapi"
	"framework/router"
)

// responseState is the native side of res: the status, the headers and the body
// that JavaScript writes.
type responseState struct {
	shim *Shim
	x    *router.Exchange
	res  *goja.Object
	flow flow

	status int
	sent   bool
	done   bool // sent: the header is not written any more
	// headWritten is set when writeHead was called.
	headWritten bool
	observed    bool // by observeResponse
	events      emitter
	stream      *stream
	locals      goja.Value   // res.locals, nil until it is read
	pending     responseFunc // an answer that waits for a replaced res.end
}

// flow is how a response ends the function that is being served.
type flow interface {
	answer(d responseFunc)
	pass()
	failCurrent(err error)
	warn(what string)
	keepAlive() (release func())
}

// onResponse makes a method of res of a method of responseState.
func onResponse(fn func(r *responseState, call goja.FunctionCall) goja.Value) func(e *exchange, call goja.FunctionCall) goja.Value {
	return func(e *exchange, call goja.FunctionCall) goja.Value { return fn(&e.response, call) }
}

// responseMembers defines the native members of the prototype of res; shim.js
// defines the others.
func (s *Shim) responseMembers() error {
	rt, p := s.rt, s.resProto
	methods := map[string]func(e *exchange, call goja.FunctionCall) goja.Value{
		"status":    onResponse((*responseState).setStatus),
		"send":      onResponse((*responseState).send),
		"json":      onResponse((*responseState).json),
		"jsonp":     onResponse((*responseState).jsonp),
		"jsonx":     onResponse((*responseState).jsonx),
		"end":       onResponse((*responseState).end),
		"write":     onResponse((*responseState).write),
		"on":        onResponse(func(r *responseState, call goja.FunctionCall) goja.Value { return r.events.on(call) }),
		"emit":      onResponse(func(r *responseState, call goja.FunctionCall) goja.Value { return r.events.emitCall(call) }),
		"off":       onResponse(func(r *responseState, call goja.FunctionCall) goja.Value { return r.events.remove(call) }),
		"view":      (*exchange).view,
		"sendfile":  onResponse((*responseState).sendFile),
		"writeHead": onResponse((*responseState).writeHead),
		"getHeaders": func(e *exchange, _ goja.FunctionCall) goja.Value {
			o := rt.NewObject()
			if e.response.sent && !e.response.done {
				return o // the header is being written at this moment
			}
			for k := range e.x.Response.Header() {
				_ = o.Set(strings.ToLower(k), e.response.header(k)) // does not fail on a new object
			}
			return o
		},
		"getHeaderNames": func(e *exchange, _ goja.FunctionCall) goja.Value {
			var names []any
			if !e.response.sent || e.response.done {
				for k := range e.x.Response.Header() {
					names = append(names, strings.ToLower(k))
				}
			}
			return rt.NewArray(names...)
		},
	}
	methods["setHeader"] = onResponse((*responseState).setHeaderCall)
	for _, name := range []string{"set", "header"} {
		methods[name] = onResponse((*responseState).setCall)
	}
	for _, name := range []string{"get", "getHeader"} {
		methods[name] = onResponse((*responseState).getHeader)
	}
	methods["removeHeader"] = func(e *exchange, call goja.FunctionCall) goja.Value {
		if !e.response.sent {
			e.x.Response.Header().Del(call.Argument(0).String())
		}
		return e.res
	}
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		if err := s.method(p, name, methods[name]); err != nil {
			return err
		}
	}
	locals := func(e *exchange) *goja.Value { return &e.response.locals }
	if err := s.accessor(p, "locals", locals, (*exchange).newLocals); err != nil {
		return err
	}
	if err := s.computed(p, "req", func(e *exchange) goja.Value { return e.req }); err != nil {
		return err
	}
	if err := s.computed(p, "headersSent", func(e *exchange) goja.Value { return rt.ToValue(e.response.sent) }); err != nil {
		return err
	}
	getStatus := rt.ToValue(func(call goja.FunctionCall) goja.Value { return rt.ToValue(s.exchange(call.This).response.status) })
	setStatus := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		s.exchange(call.This).response.status = statusCode(call.Argument(0))
		return goja.Undefined()
	})
	s.getters["statusCode"] = true
	return p.DefineAccessorProperty("statusCode", getStatus, setStatus, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// writeHead is res.writeHead(status, [text], [headers]). The header is sent with
// the first byte of the body.
func (r *responseState) writeHead(call goja.FunctionCall) goja.Value {
	r.headWritten = true
	r.status = statusCode(call.Argument(0))
	if len(call.Arguments) < 2 {
		return r.res
	}
	o, ok := call.Argument(len(call.Arguments) - 1).(*goja.Object)
	if !ok {
		return r.res
	}
	if jsapi.IsArray(o) {
		list := o.Keys()
		for i := 0; i+1 < len(list); i += 2 {
			r.setHeader(o.Get(list[i]).String(), o.Get(list[i+1]))
		}
		return r.res
	}
	for _, k := range o.Keys() {
		r.setHeader(k, o.Get(k))
	}
	return r.res
}

// callReplacedWriteHead calls the res.writeHead with which the project has replaced
// the native one. Libraries do that to run code before the header is sent.
func (r *responseState) callReplacedWriteHead() {
	if r.headWritten {
		return
	}
	r.headWritten = true
	wh := r.res.Get("writeHead")
	if wh == r.shim.writeHead {
		return
	}
	if fn, ok := goja.AssertFunction(wh); ok {
		if _, err := fn(r.res, r.shim.rt.ToValue(r.status)); err != nil {
			r.shim.opts.Log.Error("a function in place of res.writeHead failed", "error", r.shim.realm.Wrap(err))
		}
	}
}

// statusCode reads a status; numbers that are no HTTP status become 500.
func statusCode(v goja.Value) int {
	n := v.ToInteger()
	if n < 100 || n > 999 {
		return 500
	}
	return int(n)
}

func (r *responseState) setStatus(call goja.FunctionCall) goja.Value {
	r.status = statusCode(call.Argument(0))
	return r.res
}

// statusAndBody reads the arguments (body), (status), (status, body) or
// (body, status).
func (r *responseState) statusAndBody(call goja.FunctionCall) goja.Value {
	body := call.Argument(0)
	if len(call.Arguments) < 2 {
		return body
	}
	second := call.Arguments[1]
	if goja.IsNumber(body) {
		r.status = statusCode(body)
		return second
	}
	if goja.IsNumber(second) {
		r.status = statusCode(second)
		return body
	}
	// Express takes whatever stands first for the status.
	if text, ok := body.(goja.String); ok && numeric.MatchString(text.String()) {
		r.status = statusCode(body)
		return second
	}
	return body
}

// numeric is a status as text.
var numeric = regexp.MustCompile(`^[1-9][0-9][0-9]$`)

func (r *responseState) send(call goja.FunctionCall) goja.Value {
	set, x := r.shim.opts.Responses, r.x
	if r.onlyBody(call, "send") && goja.IsNumber(call.Argument(0)) {
		return r.sendJSON(call.Argument(0))
	}
	if len(call.Arguments) == 1 && goja.IsNumber(call.Arguments[0]) {
		if !response.IsVirtual(x) || call.Arguments[0].ToFloat() != 0 { // there 0 is no status
			r.status = statusCode(call.Arguments[0])
		}
		status := r.status
		return r.respondWith(func() error { return set.WriteStatus(x, status) })
	}
	body := r.statusAndBody(call)
	status := r.status
	switch {
	case goja.IsUndefined(body):
		return r.respondWith(func() error { return x.Response.Commit(status, nil) })
	case goja.IsNull(body):
		return r.respondWith(func() error { return set.WriteNull(x, status) })
	case body.StrictEquals(r.shim.rt.ToValue(false)):
		return r.respondWith(func() error { return set.WriteFalse(x, status) })
	case goja.IsString(body):
		text := []byte(body.String())
		return r.respondWith(func() error { return set.WriteText(x, status, text) })
	}
	if b, ok := r.shim.bytesOf(body); ok {
		return r.respondWith(func() error { return set.WriteBinary(x, status, b) })
	}
	if set.Literal(x) { // what becomes a string in JSON, such as a date, is one
		text := r.shim.stringify(body)
		return r.respondWith(func() error { return set.WriteValue(x, status, text) })
	}
	return r.sendJSON(body)
}

// bytesOf reads a Buffer, typed array or array buffer.
func (s *Shim) bytesOf(v goja.Value) ([]byte, bool) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	b, ok := s.realm.Bytes(o)
	return slices.Clone(b), ok
}

func (r *responseState) json(call goja.FunctionCall) goja.Value {
	r.onlyBody(call, "json")
	if len(call.Arguments) == 1 && goja.IsNumber(call.Arguments[0]) && r.shim.opts.Responses.NumberIsStatus(r.x, call.Arguments[0].ToFloat()) {
		return r.send(call)
	}
	return r.sendJSON(r.statusAndBody(call))
}

// onlyBody says whether method takes nothing but a body, and throws where it was given
// more.
func (r *responseState) onlyBody(call goja.FunctionCall, method string) bool {
	if !r.shim.opts.Responses.Literal(r.x) {
		return false
	}
	if !goja.IsUndefined(call.Argument(1)) {
		panic(r.shim.realm.Error(fmt.Errorf("The 2-ary usage of `res.%[1]s()` is no longer supported in Express 4/Sails v1.  Please use `res.status(statusCode).%[1]s(body)` instead.", method))) //nolint:staticcheck // the words of Sails
	}
	return true
}

func (r *responseState) sendJSON(body goja.Value) goja.Value {
	buf := buffers.Get().(*[]byte)
	text, _, err := r.shim.realm.Stringify((*buf)[:0], body, r.shim.indent)
	if err != nil {
		panic(r.shim.realm.Error(err))
	}
	if goja.IsUndefined(body) {
		text = nil
	}
	set, x, status := r.shim.opts.Responses, r.x, r.status
	return r.respondWith(func() error {
		err := set.WriteJSON(x, status, text)
		if cap(text) <= maxPooled {
			*buf = text
			buffers.Put(buf)
		}
		return err
	})
}

// buffers is a pool for JSON: responses do not use their body after it was written.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxPooled is the size above which a buffer is not returned to the pool.
const maxPooled = 64 << 10

func (s *Shim) stringify(v goja.Value) []byte {
	text, _, err := s.realm.Stringify(nil, v, s.indent)
	if err != nil {
		panic(s.realm.Error(err))
	}
	return text
}

func (r *responseState) jsonp(call goja.FunctionCall) goja.Value {
	text := r.shim.stringify(r.statusAndBody(call))
	set, x, status := r.shim.opts.Responses, r.x, r.status
	return r.respondWith(func() error { return set.WriteJSONP(x, status, text) })
}

func (r *responseState) jsonx(call goja.FunctionCall) goja.Value {
	body := call.Argument(0)
	if r.shim.opts.Switches.SendX {
		o, isObject := body.(*goja.Object)
		switch {
		case goja.IsUndefined(body):
			return r.send(goja.FunctionCall{This: call.This})
		case !isObject && !goja.IsNull(body):
			return r.send(goja.FunctionCall{This: call.This, Arguments: []goja.Value{body}})
		case isObject && r.shim.rt.InstanceOf(o, r.shim.errorCtor):
			plain, err := r.shim.call("plainError", o)
			if err != nil {
				panic(r.shim.realm.Error(err))
			}
			body = plain
		}
	}
	if goja.IsNumber(body) {
		return r.send(goja.FunctionCall{This: call.This, Arguments: []goja.Value{body}})
	}
	p, err := r.shim.payload(body)
	if err != nil {
		panic(r.shim.realm.Error(err))
	}
	set, x, status := r.shim.opts.Responses, r.x, r.status
	return r.respondWith(func() error { return set.WriteX(x, status, p) })
}

// respondWith answers with write, which commits the response.
func (r *responseState) respondWith(write func() error) goja.Value {
	d := responseFunc(func() (router.Verdict, error) { return router.Answered, write() })
	if end := r.res.Get("end"); end != r.shim.end && r.pending == nil {
		r.throughEnd(d, end)
	} else {
		r.flow.answer(d)
	}
	return r.res
}

// throughEnd answers by calling a res.end with which the project has replaced the
// native one; it has to call the native one.
func (r *responseState) throughEnd(d responseFunc, end goja.Value) {
	fn, ok := goja.AssertFunction(end)
	if !ok {
		panic(r.shim.rt.NewTypeError("res.end was replaced by something that is no function"))
	}
	r.pending = d
	if _, err := fn(r.res); err != nil {
		r.pending = nil
		panic(err)
	}
}

// respond is a built-in response such as res.ok: (data, view or options).
func (r *responseState) respond(name string, call goja.FunctionCall) goja.Value {
	p, err := r.shim.payloadOf(call.Argument(0), name == "ok" || name == "badRequest")
	if err != nil {
		panic(r.shim.realm.Error(err))
	}
	if name == "negotiate" {
		target := response.Negotiate(p)
		fn, ok := goja.AssertFunction(r.res.Get(target))
		if !ok {
			panic(r.shim.rt.NewTypeError("res.%s is not a function", target))
		}
		v, err := fn(r.res, call.Arguments...)
		if err != nil {
			panic(err)
		}
		return v
	}
	view := r.shim.rules().viewArgument(call.Argument(1))
	if o, ok := view.(*goja.Object); ok {
		view = o.Get("view")
	}
	if view != nil && goja.IsString(view) {
		named := *p
		named.View = view.String()
		p = &named
	}
	set, x := r.shim.opts.Responses, r.x
	r.flow.answer(func() (router.Verdict, error) { return set.RespondBuiltin(x, name, p) })
	return r.res
}

// SendData answers with the return value of a function that does not use res
// itself (actions of 1.x).
func (s *Shim) SendData(res goja.Value, status int, data goja.Value) error {
	r := &s.exchange(res).response
	text, ok, err := s.realm.Dehydrate(nil, data, s.indent)
	if err != nil {
		return err
	}
	if !ok {
		text = []byte("null")
	}
	r.status = status
	set, x := s.opts.Responses, r.x
	r.respondWith(func() error { return set.WriteJSON(x, status, text) })
	return nil
}
