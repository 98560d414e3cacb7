package shim

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/admission"
	"framework/engine/observe"
	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// Info describes a function of the project.
type Info struct {
	Controller, Action string
	Source             string // project file
	Kind               string // "action", "policy", "response"
	// Final: calling next is an error (actions of 1.x).
	Final bool
	// NoNext: the function does not use its third argument.
	NoNext bool
}

// Handler makes a router.Handler of an action or policy, fn(req, res, next). It
// passes when the function calls next(), and fails when the function throws,
// returns a promise that is rejected, or calls next(err). Handlers are safe for
// concurrent use; fn runs on the loop of iso.
func (s *Shim) Handler(iso *jsapi.Isolate, fn goja.Callable, info Info) router.Handler {
	return &chain{shim: s, iso: iso, links: []link{{info: info, call: func(e *exchange, t *invocation) (goja.Value, error) {
		if info.NoNext {
			return fn(goja.Undefined(), e.req, e.res)
		}
		return fn(goja.Undefined(), e.req, e.res, e.nextFunction(t))
	}}}}
}

// step is what the time that the function takes is recorded as.
func (i *Info) step() observe.Kind {
	switch i.Kind {
	case "policy":
		return observe.Policy
	case "response":
		return observe.Response
	case "action", "blueprint":
		return observe.Action
	}
	return observe.Kind(i.Kind)
}

// chain is a chain of functions of the project. They run in one turn of the loop
// if each calls next before it returns.
type chain struct {
	shim  *Shim
	iso   *jsapi.Isolate
	links []link
	uses  usage
}

// link is one function of a chain.
type link struct {
	info Info
	call func(e *exchange, t *invocation) (goja.Value, error)
}

// Join combines a handler with the following one if both run in the same realm, so
// that the exchange need not leave the loop in between.
func (h *chain) Join(newNext router.Handler) (router.Handler, bool) {
	n, ok := newNext.(*chain)
	if !ok || n.shim != h.shim || n.iso != h.iso {
		return nil, false
	}
	return &chain{shim: h.shim, iso: h.iso, links: slices.Concat(h.links, n.links)}, true
}

// Serve implements router.Handler.
func (h *chain) Serve(x *router.Exchange) (router.Verdict, error) {
	return h.shim.serve(h.iso, x, &h.uses, &h.links[0].info, func(e *exchange, t *invocation) (goja.Value, error) {
		t.rest = h.links[1:]
		return h.links[0].call(e, t)
	})
}

// ErrorHandler makes an error handler of a middleware fn(err, req, res, next). It
// passes on next(); if it fails, the next error handler gets its error.
func (s *Shim) ErrorHandler(iso *jsapi.Isolate, fn goja.Callable, info Info) func(x *router.Exchange, err error) (router.Verdict, error) {
	var uses usage
	return func(x *router.Exchange, failed error) (router.Verdict, error) {
		return s.serve(iso, x, &uses, &info, func(e *exchange, t *invocation) (goja.Value, error) {
			return fn(goja.Undefined(), s.dataToJS(failed), e.req, e.res, e.nextFunction(t))
		})
	}
}

// Response makes a custom response callable from Go: fn(data) with this =
// {req, res}. data is that of response.Set.Respond.
func (s *Shim) Response(iso *jsapi.Isolate, name string, fn goja.Callable) func(x *router.Exchange, data any) (router.Verdict, error) {
	info := Info{Action: name, Source: "api/responses/" + name + ".js", Kind: "response"}
	var uses usage
	return func(x *router.Exchange, data any) (router.Verdict, error) {
		return s.serve(iso, x, &uses, &info, func(e *exchange, _ *invocation) (goja.Value, error) {
			return fn(e.responseThis(), s.dataToJS(data))
		})
	}
}

// Action is a default action in JavaScript, fn(req, res, asked).
type Action func(x *router.Exchange, asked *value.Map) (router.Verdict, error)

// Action makes a default action callable from Go.
func (s *Shim) Action(iso *jsapi.Isolate, fn goja.Callable, info Info) Action {
	var uses usage
	return func(x *router.Exchange, asked *value.Map) (router.Verdict, error) {
		return s.serve(iso, x, &uses, &info, func(e *exchange, _ *invocation) (goja.Value, error) {
			if asked == nil {
				return fn(goja.Undefined(), e.req, e.res)
			}
			return fn(goja.Undefined(), e.req, e.res, s.realm.ToJS(asked))
		})
	}
}

// CustomResponses are functions of the project by the names of their responses; nil
// for none.
func (s *Shim) CustomResponses(iso *jsapi.Isolate, functions map[string]goja.Callable) response.CustomFunc {
	if len(functions) == 0 {
		return nil
	}
	custom := make(map[string]func(x *router.Exchange, data any) (router.Verdict, error), len(functions))
	for name, fn := range functions {
		custom[name] = s.Response(iso, name, fn)
	}
	return func(x *router.Exchange, name string, data any) (router.Verdict, error, bool) {
		fn, ok := custom[name]
		if !ok {
			return router.Pass, nil, false
		}
		v, err := fn(x, data)
		return v, err, true
	}
}

// serve runs call on the loop and waits until the exchange is answered, passed or
// failed.
func (s *Shim) serve(iso *jsapi.Isolate, x *router.Exchange, uses *usage, info *Info, call func(*exchange, *invocation) (goja.Value, error)) (router.Verdict, error) {
	ctx := x.Context()
	session := uses.preload(x)
	if errors.Is(session.err, jsapi.ErrOverloaded) {
		return router.Answered, overloaded(session.err) // nothing has run yet
	}
	waits := s.await(x)
	defer waits.stop()
	op := iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		e := s.prepare(x)
		e.waiting = waits
		if e.response.sent {
			op.Settle(nil, router.ErrCommitted)
			return
		}
		e.iso = iso
		if e.asyncStore != nil {
			r.SetAsyncStore(e.asyncStore)
		}
		e.session.begin(uses, session)
		e.run(&invocation{completion: &completion{op: op}, info: info}, call)
	})
	if x.Entered != nil {
		x.Entered()
	}
	settled, err := op.Wait()
	if err != nil {
		return router.Answered, s.responseError(ctx, iso, err)
	}
	switch settled := settled.(type) {
	case responseFunc:
		x.Record.Step(observe.Response, "", "")
		return settled()
	case passed:
		return router.Pass, nil
	}
	return router.Answered, fmt.Errorf("%s: the %s ended without an answer", info.Source, info.Kind)
}

// run calls a function as the invocation t.
func (e *exchange) run(t *invocation, call func(*exchange, *invocation) (goja.Value, error)) {
	t.completion.prepare()
	defer t.completion.copyBack()
	e.invocation = t
	e.waiting.runs(t.info)
	if record := e.x.Record; record != nil {
		record.Step(t.info.step(), t.info.name(), t.info.Source)
	}
	result, err := call(e, t)
	if err != nil {
		e.fail(t, e.shim.realm.Wrap(err))
		return
	}
	e.watch(t, result)
}

// ResponseError adds to an error of JavaScript that Go got, such as that of a
// lifecycle callback, the payload that responses show; it returns other errors
// unchanged.
func (s *Shim) ResponseError(ctx context.Context, iso *jsapi.Isolate, err error) error {
	return s.responseError(ctx, iso, err)
}

// overloaded returns the error of a request that has waited for JavaScript too long.
func overloaded(err error) error {
	return &router.Error{
		Status: http.StatusServiceUnavailable, Code: "E_OVERLOADED", Err: err,
		Message: admission.Message,
	}
}

// responseError adds status and payload to an error.
func (s *Shim) responseError(ctx context.Context, iso *jsapi.Isolate, err error) error {
	switch {
	case errors.Is(err, jsapi.ErrOverloaded):
		return overloaded(err)
	case errors.Is(err, jsapi.ErrClosed):
		return &router.Error{Status: http.StatusServiceUnavailable, Code: "E_CLOSED", Err: err}
	case ctx.Err() != nil:
		return err
	}
	var ready response.PayloadError
	var script *jsapi.ScriptError
	if errors.As(err, &ready) || !errors.As(err, &script) {
		return err
	}
	// The error comes from a timer, an event handler or a promise. Its value may be
	// read on the loop only.
	out := err
	_ = iso.Do(ctx, func(*jsapi.Realm) error { // if the realm is closed, err stays as it is
		out = s.exception(err)
		return nil
	})
	return out
}

// fail ends the invocation with an error.
func (e *exchange) fail(t *invocation, err error) {
	if t.done {
		e.shim.opts.Log.Error("a handler failed after it had ended", "source", t.info.Source, "error", err)
		return
	}
	e.invocation = nil
	e.observeResponse()
	e.keepSession() // Sails stores it with the answer to the error
	t.settle(nil, e.shim.exception(err))
}

// nextFunction returns the next of an invocation, which is made when it is first used.
func (e *exchange) nextFunction(t *invocation) goja.Value {
	if t.next == nil {
		t.next = e.newNext(t)
	}
	return t.next
}

// newNext makes the function next of an invocation.
func (e *exchange) newNext(t *invocation) goja.Value {
	return e.shim.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if t.done {
			e.warn("next() was called after the handler had answered or called next() before")
			return goja.Undefined()
		}
		if t.info.Final {
			e.fail(t, e.shim.nextForbidden(t.info, call.Argument(0)))
			return goja.Undefined()
		}
		if arg := call.Argument(0); arg.ToBoolean() && !isString(arg, "route") {
			e.fail(t, e.shim.realm.GoError(arg))
			return goja.Undefined()
		}
		if len(t.rest) > 0 && !isString(call.Argument(0), "route") {
			t.done = true
			e.run(&invocation{completion: t.completion, info: &t.rest[0].info, rest: t.rest[1:]}, func(e *exchange, following *invocation) (goja.Value, error) {
				return t.rest[0].call(e, following)
			})
			return goja.Undefined()
		}
		e.passOn(t)
		return goja.Undefined()
	})
}

// pass gives the exchange to the next matching binding, if a function is being served.
func (e *exchange) pass() {
	if e.serving() && !e.response.sent {
		e.passOn(e.invocation)
	}
}

func (e *exchange) passOn(t *invocation) {
	if err := e.copyBack(); err != nil {
		e.fail(t, err)
		return
	}
	e.invocation = nil
	e.asyncStore = e.shim.realm.AsyncStore()
	t.settle(passed{}, nil)
}

// nextForbidden is the error of a call of next in an action of 1.x.
func (s *Shim) nextForbidden(info *Info, given goja.Value) error {
	what := "It was called with no arguments.  Please use a method like `res.ok()` or `res.json()` instead."
	if given.ToBoolean() {
		what = "It was called with an error: " + stackOrText(given)
	}
	name := info.Action
	if info.Controller != "" {
		name = info.Controller + "/" + info.Action
	}
	v, err := s.rt.New(s.errorCtor, s.rt.ToValue("`next` (as in req,res,next) should never be called in an action function (but in action `"+strings.ToLower(name)+"`, it was!)  "+what))
	if err != nil {
		return s.realm.Wrap(err)
	}
	return s.realm.GoError(v)
}

// stackOrText is the stack of a value that has one, else its text.
func stackOrText(v goja.Value) string {
	if o, ok := v.(*goja.Object); ok {
		if stack := o.Get("stack"); stack != nil && goja.IsString(stack) {
			return stack.String()
		}
	}
	return v.String()
}

// watch makes the invocation fail if the promise that its function returned is rejected.
func (e *exchange) watch(t *invocation, result goja.Value) {
	o, ok := result.(*goja.Object)
	if !ok || o == e.res || o == e.req {
		return
	}
	if o.ClassName() == "Promise" {
		if p, ok := o.Export().(*goja.Promise); ok && p.State() == goja.PromiseStateFulfilled {
			return
		}
	}
	then, ok := goja.AssertFunction(o.Get("then"))
	if !ok {
		return
	}
	rejected := e.shim.realm.Handler(func(reason goja.Value) { e.fail(t, e.shim.realm.GoError(reason)) })
	if _, err := then(o, goja.Undefined(), rejected); err != nil {
		e.fail(t, e.shim.realm.Wrap(err))
	}
}

func isString(v goja.Value, s string) bool {
	text, ok := v.(goja.String)
	return ok && text.String() == s
}
