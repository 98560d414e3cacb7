package shim

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"framework/jsapi"

	"framework/engine/response"
	"framework/router"
)

// responseMembers defines the native members of the prototype of res; shim.js
// defines the others.
func (s *Shim) responseMembers() error {
	rt, p := s.rt, s.resProto
	methods := map[string]func(e *exchange, call goja.FunctionCall) goja.Value{
		"status":    (*exchange).setStatus,
		"send":      (*exchange).send,
		"json":      (*exchange).json,
		"jsonp":     (*exchange).jsonp,
		"jsonx":     (*exchange).jsonx,
		"end":       (*exchange).end,
		"write":     (*exchange).write,
		"on":        (*exchange).on,
		"emit":      (*exchange).emitCall,
		"off":       (*exchange).removeListener,
		"view":      (*exchange).view,
		"sendfile":  (*exchange).sendFile,
		"writeHead": (*exchange).writeHead,
		"getHeaders": func(e *exchange, _ goja.FunctionCall) goja.Value {
			o := rt.NewObject()
			if e.sent && !e.responseSent {
				return o // the header is being written at this moment
			}
			for k := range e.x.Response.Header() {
				_ = o.Set(strings.ToLower(k), e.header(k)) // does not fail on a new object
			}
			return o
		},
		"getHeaderNames": func(e *exchange, _ goja.FunctionCall) goja.Value {
			var names []any
			if !e.sent || e.responseSent {
				for k := range e.x.Response.Header() {
					names = append(names, strings.ToLower(k))
				}
			}
			return rt.NewArray(names...)
		},
	}
	methods["setHeader"] = (*exchange).setHeaderCall
	for _, name := range []string{"set", "header"} {
		methods[name] = (*exchange).setCall
	}
	for _, name := range []string{"get", "getHeader"} {
		methods[name] = (*exchange).getHeader
	}
	methods["removeHeader"] = func(e *exchange, call goja.FunctionCall) goja.Value {
		if !e.sent {
			e.x.Response.Header().Del(call.Argument(0).String())
		}
		return e.res
	}
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		if err := s.method(p, name, methods[name]); err != nil {
			return err
		}
	}
	if err := s.accessor(p, "locals", slotLocals, (*exchange).newLocals); err != nil {
		return err
	}
	if err := s.computed(p, "req", func(e *exchange) goja.Value { return e.req }); err != nil {
		return err
	}
	if err := s.computed(p, "headersSent", func(e *exchange) goja.Value { return rt.ToValue(e.sent) }); err != nil {
		return err
	}
	getStatus := rt.ToValue(func(call goja.FunctionCall) goja.Value { return rt.ToValue(s.exchange(call.This).status) })
	setStatus := rt.ToValue(func(call goja.FunctionCall) goja.Value {
		s.exchange(call.This).status = statusCode(call.Argument(0))
		return goja.Undefined()
	})
	return p.DefineAccessorProperty("statusCode", getStatus, setStatus, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// writeHead is res.writeHead(status, [text], [headers]). The header is sent with
// the first byte of the body.
func (e *exchange) writeHead(call goja.FunctionCall) goja.Value {
	e.headWritten = true
	e.status = statusCode(call.Argument(0))
	if len(call.Arguments) < 2 {
		return e.res
	}
	o, ok := call.Argument(len(call.Arguments) - 1).(*goja.Object)
	if !ok {
		return e.res
	}
	if jsapi.IsArray(o) {
		list := o.Keys()
		for i := 0; i+1 < len(list); i += 2 {
			e.setHeader(o.Get(list[i]).String(), o.Get(list[i+1]))
		}
		return e.res
	}
	for _, k := range o.Keys() {
		e.setHeader(k, o.Get(k))
	}
	return e.res
}

// callReplacedWriteHead calls the res.writeHead with which the project has replaced
// the native one. Libraries do that to run code before the header is sent.
func (e *exchange) callReplacedWriteHead() {
	if e.headWritten {
		return
	}
	e.headWritten = true
	wh := e.res.Get("writeHead")
	if wh == e.shim.writeHead {
		return
	}
	if fn, ok := goja.AssertFunction(wh); ok {
		if _, err := fn(e.res, e.shim.rt.ToValue(e.status)); err != nil {
			e.shim.opts.Log.Error("a function in place of res.writeHead failed", "error", e.shim.realm.Wrap(err))
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

func (e *exchange) setStatus(call goja.FunctionCall) goja.Value {
	e.status = statusCode(call.Argument(0))
	return e.res
}

// statusAndBody reads the arguments (body), (status), (status, body) or
// (body, status).
func (e *exchange) statusAndBody(call goja.FunctionCall) goja.Value {
	body := call.Argument(0)
	if len(call.Arguments) < 2 {
		return body
	}
	second := call.Arguments[1]
	if goja.IsNumber(body) {
		e.status = statusCode(body)
		return second
	}
	if goja.IsNumber(second) {
		e.status = statusCode(second)
	}
	return body
}

func (e *exchange) send(call goja.FunctionCall) goja.Value {
	set, x := e.shim.opts.Responses, e.x
	if len(call.Arguments) == 1 && goja.IsNumber(call.Arguments[0]) {
		e.status = statusCode(call.Arguments[0])
		status := e.status
		return e.respondWith(func() error { return set.WriteStatus(x, status) })
	}
	body := e.statusAndBody(call)
	status := e.status
	switch {
	case goja.IsUndefined(body):
		return e.respondWith(func() error { return x.Response.Commit(status, nil) })
	case goja.IsNull(body):
		return e.respondWith(func() error { return set.WriteNull(x, status) })
	case goja.IsString(body):
		text := []byte(body.String())
		return e.respondWith(func() error { return set.WriteText(x, status, text) })
	}
	if b, ok := e.bytes(body); ok {
		return e.respondWith(func() error { return set.WriteBinary(x, status, b) })
	}
	return e.sendJSON(body)
}

// bytes reads a Buffer, typed array or array buffer.
func (e *exchange) bytes(v goja.Value) ([]byte, bool) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	switch o.ClassName() {
	case "Object", "Array", "Error", "Date", "Function":
		if o.Get("byteLength") == nil {
			return nil, false
		}
	}
	switch b := o.Export().(type) {
	case []byte:
		return append([]byte(nil), b...), true
	case goja.ArrayBuffer:
		return append([]byte(nil), b.Bytes()...), true
	}
	return nil, false
}

func (e *exchange) json(call goja.FunctionCall) goja.Value { return e.sendJSON(e.statusAndBody(call)) }

func (e *exchange) sendJSON(body goja.Value) goja.Value {
	buf := buffers.Get().(*[]byte)
	text, _, err := e.shim.realm.Stringify((*buf)[:0], body, e.shim.indent)
	if err != nil {
		panic(e.shim.realm.Error(err))
	}
	if goja.IsUndefined(body) {
		text = nil
	}
	set, x, status := e.shim.opts.Responses, e.x, e.status
	return e.respondWith(func() error {
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

func (e *exchange) stringify(v goja.Value) []byte {
	text, _, err := e.shim.realm.Stringify(nil, v, e.shim.indent)
	if err != nil {
		panic(e.shim.realm.Error(err))
	}
	return text
}

func (e *exchange) jsonp(call goja.FunctionCall) goja.Value {
	text := e.stringify(e.statusAndBody(call))
	set, x, status := e.shim.opts.Responses, e.x, e.status
	return e.respondWith(func() error { return set.WriteJSONP(x, status, text) })
}

func (e *exchange) jsonx(call goja.FunctionCall) goja.Value {
	body := call.Argument(0)
	if goja.IsNumber(body) {
		return e.send(goja.FunctionCall{This: call.This, Arguments: []goja.Value{body}})
	}
	p, err := e.shim.payload(body)
	if err != nil {
		panic(e.shim.realm.Error(err))
	}
	set, x, status := e.shim.opts.Responses, e.x, e.status
	return e.respondWith(func() error { return set.WriteX(x, status, p) })
}

// respondWith answers with write, which commits the response.
func (e *exchange) respondWith(write func() error) goja.Value {
	d := responseFunc(func() (router.Verdict, error) { return router.Answered, write() })
	if end := e.res.Get("end"); end != e.shim.end && e.pendingResponse == nil {
		e.throughEnd(d, end)
	} else {
		e.answer(d)
	}
	return e.res
}

// throughEnd answers by calling a res.end with which the project has replaced the
// native one; it has to call the native one.
func (e *exchange) throughEnd(d responseFunc, end goja.Value) {
	fn, ok := goja.AssertFunction(end)
	if !ok {
		panic(e.shim.rt.NewTypeError("res.end was replaced by something that is no function"))
	}
	e.pendingResponse = d
	if _, err := fn(e.res); err != nil {
		e.pendingResponse = nil
		panic(err)
	}
}

// SendData answers with the return value of a function that does not use res
// itself (actions of 1.x).
func (s *Shim) SendData(res goja.Value, status int, data goja.Value) error {
	e := s.exchange(res)
	text, ok, err := s.realm.Dehydrate(nil, data, s.indent)
	if err != nil {
		return err
	}
	if !ok {
		text = []byte("null")
	}
	e.status = status
	set, x := s.opts.Responses, e.x
	e.respondWith(func() error { return set.WriteJSON(x, status, text) })
	return nil
}

// respond is a built-in response such as res.ok: (data, view or options).
func (e *exchange) respond(name string, call goja.FunctionCall) goja.Value {
	p, err := e.shim.payloadOf(call.Argument(0), name == "ok" || name == "badRequest")
	if err != nil {
		panic(e.shim.realm.Error(err))
	}
	if name == "negotiate" {
		target := response.Negotiate(p)
		fn, ok := goja.AssertFunction(e.res.Get(target))
		if !ok {
			panic(e.shim.rt.NewTypeError("res.%s is not a function", target))
		}
		v, err := fn(e.res, call.Arguments...)
		if err != nil {
			panic(err)
		}
		return v
	}
	view := e.shim.rules().viewArgument(call.Argument(1))
	if o, ok := view.(*goja.Object); ok {
		view = o.Get("view")
	}
	if view != nil && goja.IsString(view) {
		named := *p
		named.View = view.String()
		p = &named
	}
	set, x := e.shim.opts.Responses, e.x
	e.answer(func() (router.Verdict, error) { return set.RespondBuiltin(x, name, p) })
	return e.res
}

// setHeaderCall is res.setHeader: (name, value) or ({name: value}).
func (e *exchange) setHeaderCall(call goja.FunctionCall) goja.Value {
	if o, ok := call.Argument(0).(*goja.Object); ok {
		for _, k := range o.Keys() {
			e.setHeader(k, o.Get(k))
		}
		return e.res
	}
	e.setHeader(call.Argument(0).String(), call.Argument(1))
	return e.res
}

// setCall is res.set: in 1.x it adds the charset to a text type without one.
func (e *exchange) setCall(call goja.FunctionCall) goja.Value {
	out := e.setHeaderCall(call)
	e.shim.rules().completeHeaders(e.x.Response.Header())
	return out
}

func (e *exchange) setHeader(name string, value goja.Value) {
	if e.sent {
		panic(e.shim.realm.Error(errHeadersSent(name)))
	}
	h := e.x.Response.Header()
	if list, ok := value.(*goja.Object); ok && jsapi.IsArray(list) {
		h.Del(name)
		for _, k := range list.Keys() {
			h.Add(name, headerText(list.Get(k)))
		}
		return
	}
	h.Set(name, headerText(value))
}

func errHeadersSent(name string) error {
	return fmt.Errorf("can't set headers after they are sent: %s", name)
}

// headerText replaces line breaks in the value of a header, because a line break
// would start another header.
func headerText(v goja.Value) string {
	text := v.String()
	for i := range len(text) {
		if text[i] == '\r' || text[i] == '\n' || text[i] == 0 {
			b := []byte(text)
			for j, c := range b {
				if c == '\r' || c == '\n' || c == 0 {
					b[j] = ' '
				}
			}
			return string(b)
		}
	}
	return text
}

func (e *exchange) getHeader(call goja.FunctionCall) goja.Value {
	if e.sent && !e.responseSent {
		return goja.Undefined() // the header is being written at this moment
	}
	return e.header(call.Argument(0).String())
}

// header returns a response header: a string, or an array if it has several values.
func (e *exchange) header(name string) goja.Value {
	values := e.x.Response.Header().Values(name)
	switch len(values) {
	case 0:
		return goja.Undefined()
	case 1:
		return e.shim.rt.ToValue(values[0])
	}
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
	}
	return e.shim.rt.NewArray(list...)
}
