package shim

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/jsapi"
	"framework/router"
)

// Info says what a function is, for messages.
type Info struct {
	Controller, Action string
	Source             string // project file
	Kind               string // "action", "policy", "response"
	// Final says that the function may not hand the exchange on: its next is a
	// failure (actions of 1.x).
	Final bool
	// NoNext says that the function cannot see a next.
	NoNext bool
}

// Handler makes a router.Handler of an action or policy: fn(req, res, next).
// It is answered by the function answering, passes on next(), and fails with
// what the function throws, rejects with or gives to next. Handlers are safe
// for concurrent use; fn runs on the loop of iso.
func (s *Shim) Handler(iso *jsapi.Isolate, fn goja.Callable, info Info) router.Handler {
	return &script{shim: s, iso: iso, links: []link{{info: info, call: func(e *exchange, t *turn) (goja.Value, error) {
		if info.NoNext {
			return fn(goja.Undefined(), e.req, e.res)
		}
		return fn(goja.Undefined(), e.req, e.res, e.passOn(t))
	}}}}
}

// script is a chain of functions of the project, run as one turn of the loop
// as long as each hands the exchange on at once.
type script struct {
	shim  *Shim
	iso   *jsapi.Isolate
	links []link
	uses  usage
}

// link is one function of a chain.
type link struct {
	info Info
	call func(e *exchange, t *turn) (goja.Value, error)
}

// Join makes of a handler and the one that stands behind it a single one,
// where both run in the same realm: what the first hands on need not leave the
// loop.
func (h *script) Join(next router.Handler) (router.Handler, bool) {
	n, ok := next.(*script)
	if !ok || n.shim != h.shim || n.iso != h.iso {
		return nil, false
	}
	return &script{shim: h.shim, iso: h.iso, links: slices.Concat(h.links, n.links)}, true
}

// Serve implements router.Handler.
func (h *script) Serve(x *router.Exchange) (router.Verdict, error) {
	return h.shim.serve(h.iso, x, &h.uses, h.links[0].info, func(e *exchange, t *turn) (goja.Value, error) {
		t.rest = h.links[1:]
		return h.links[0].call(e, t)
	})
}

// ErrorHandler makes a handler of errors of a middleware: fn(err, req, res,
// next). Passing without an error is next(); what it fails with is what the
// next handler of errors is given.
func (s *Shim) ErrorHandler(iso *jsapi.Isolate, fn goja.Callable, info Info) func(x *router.Exchange, err error) (router.Verdict, error) {
	var uses usage
	return func(x *router.Exchange, failed error) (router.Verdict, error) {
		return s.serve(iso, x, &uses, info, func(e *exchange, t *turn) (goja.Value, error) {
			return fn(goja.Undefined(), s.dataToJS(failed), e.req, e.res, e.passOn(t))
		})
	}
}

// Response makes a project's own response callable from Go: fn(data) with
// this = {req, res}. data is as response.Set.Respond takes it.
func (s *Shim) Response(iso *jsapi.Isolate, name string, fn goja.Callable) func(x *router.Exchange, data any) (router.Verdict, error) {
	info := Info{Action: name, Source: "api/responses/" + name + ".js", Kind: "response"}
	var uses usage
	return func(x *router.Exchange, data any) (router.Verdict, error) {
		return s.serve(iso, x, &uses, info, func(e *exchange, _ *turn) (goja.Value, error) {
			return fn(e.responseThis(), s.dataToJS(data))
		})
	}
}

// serve runs call as one turn and waits until the exchange is answered, passed
// or failed.
func (s *Shim) serve(iso *jsapi.Isolate, x *router.Exchange, uses *usage, info Info, call func(*exchange, *turn) (goja.Value, error)) (router.Verdict, error) {
	ctx := x.Context()
	session := uses.before(x)
	if errors.Is(session.err, jsapi.ErrOverloaded) {
		return router.Answered, Overloaded(session.err) // nothing of it has been done yet
	}
	op := iso.Begin(ctx, func(r *jsapi.Realm, op *jsapi.Op) {
		e := s.enter(x)
		if e.sent {
			op.Settle(nil, router.ErrCommitted)
			return
		}
		e.iso = iso
		if e.kept != nil {
			r.SetAsyncStore(e.kept)
		}
		e.begin(uses, session)
		e.run(&turn{hold: &hold{op: op}, info: info}, call)
	})
	if x.Entered != nil {
		x.Entered()
	}
	settled, err := op.Wait()
	if err != nil {
		return router.Answered, s.failure(ctx, iso, err)
	}
	switch settled := settled.(type) {
	case delivery:
		return settled()
	case passed:
		return router.Pass, nil
	}
	return router.Answered, fmt.Errorf("%s: the %s ended without an answer", info.Source, info.Kind)
}

// run calls a function as the turn t.
func (e *exchange) run(t *turn, call func(*exchange, *turn) (goja.Value, error)) {
	t.hold.enter()
	defer t.hold.leave()
	e.turn = t
	result, err := call(e, t)
	if err != nil {
		e.fail(t, e.shim.realm.Wrap(err))
		return
	}
	e.watch(t, result)
}

// Explain gives an error of JavaScript that Go came upon, a lifecycle
// callback's say, what a response shows of it; other errors stay as they are.
func (s *Shim) Explain(ctx context.Context, iso *jsapi.Isolate, err error) error {
	return s.failure(ctx, iso, err)
}

// OverloadedMessage is what clients are told that are refused.
const OverloadedMessage = "The server has more to do than it can. Try again in a moment."

// Overloaded is the refusal of a request that did not get its turn in time.
func Overloaded(err error) error {
	return &router.Error{
		Status: http.StatusServiceUnavailable, Code: "E_OVERLOADED", Err: err,
		Message: OverloadedMessage,
	}
}

// failure gives an error the status and the payload it is answered with.
func (s *Shim) failure(ctx context.Context, iso *jsapi.Isolate, err error) error {
	switch {
	case errors.Is(err, jsapi.ErrOverloaded):
		return Overloaded(err)
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
	// A timer, an event handler or a rejected promise failed: what it threw
	// has to be looked at on the loop.
	out := err
	_ = iso.Do(ctx, func(*jsapi.Realm) error { // when the loop is gone the plain error stands
		out = s.thrown(err)
		return nil
	})
	return out
}

// fail ends the turn with an error.
func (e *exchange) fail(t *turn, err error) {
	if t.done {
		e.shim.opts.Log.Error("a handler failed after it had ended", "source", t.info.Source, "error", err)
		return
	}
	e.turn = nil
	e.follow()
	t.settle(nil, e.shim.thrown(err))
}

// passOn is next of a turn, made when it is first wanted.
func (e *exchange) passOn(t *turn) goja.Value {
	if t.next == nil {
		t.next = e.next(t)
	}
	return t.next
}

// next is the function that hands the exchange to the next binding.
func (e *exchange) next(t *turn) goja.Value {
	return e.shim.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if t.done {
			e.warn("next() was called after the handler had answered or called next() before")
			return goja.Undefined()
		}
		if t.info.Final {
			e.fail(t, e.shim.passedOn(t.info, call.Argument(0)))
			return goja.Undefined()
		}
		if arg := call.Argument(0); arg.ToBoolean() && !isString(arg, "route") {
			e.fail(t, e.shim.realm.GoError(arg))
			return goja.Undefined()
		}
		if len(t.rest) > 0 && !isString(call.Argument(0), "route") {
			t.done = true
			e.run(&turn{hold: t.hold, info: t.rest[0].info, rest: t.rest[1:]}, func(e *exchange, following *turn) (goja.Value, error) {
				return t.rest[0].call(e, following)
			})
			return goja.Undefined()
		}
		if err := e.leave(); err != nil {
			e.fail(t, err)
			return goja.Undefined()
		}
		e.turn = nil
		e.kept = e.shim.realm.AsyncStore()
		t.settle(passed{}, nil)
		return goja.Undefined()
	})
}

// passedOn is the failure of a function that called next and may not.
func (s *Shim) passedOn(info Info, given goja.Value) error {
	what := "It was called with no arguments.  Please use a method like `res.ok()` or `res.json()` instead."
	if given.ToBoolean() {
		what = "It was called with an error: " + told(given)
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

// told is the text of a value that was given in the place of an error: its
// stack where it has one.
func told(v goja.Value) string {
	if o, ok := v.(*goja.Object); ok {
		if stack := o.Get("stack"); stack != nil && goja.IsString(stack) {
			return stack.String()
		}
	}
	return v.String()
}

// watch observes a promise that a handler returned.
func (e *exchange) watch(t *turn, result goja.Value) {
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
	rejected := e.shim.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		e.fail(t, e.shim.realm.GoError(call.Argument(0)))
		return goja.Undefined()
	})
	if _, err := then(o, goja.Undefined(), rejected); err != nil {
		e.fail(t, e.shim.realm.Wrap(err))
	}
}

func isString(v goja.Value, s string) bool {
	text, ok := v.(goja.String)
	return ok && text.String() == s
}
