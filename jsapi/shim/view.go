package shim

import (
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/router"
)

// viewFailedCode is the code of errors of views.
const viewFailedCode = "E_VIEW_FAILED"

// viewCall is a call of res.view.
type viewCall struct {
	name     string
	locals   goja.Value
	callback goja.Callable
}

// viewCall reads the arguments: any first one but an object is a name, and a callback
// is never the first.
func (e *exchange) viewCall(call goja.FunctionCall) viewCall {
	first, second := call.Argument(0), call.Argument(1)
	out := viewCall{name: response.GuessView(e.x), locals: second}
	if _, ok := first.(*goja.Object); ok {
		out.locals = first
	} else if first.ToBoolean() {
		out.name = first.String()
	}
	if out.name == "" && goja.IsString(second) {
		out.name = second.String()
	}
	out.callback, _ = goja.AssertFunction(call.Argument(2))
	if fn, ok := goja.AssertFunction(second); ok {
		out.callback = fn
	}
	return out
}

// view is res.view([name], [locals], [callback]).
func (e *exchange) view(call goja.FunctionCall) goja.Value {
	asked := e.viewCall(call)
	finish := func(html string, err error) {
		if err != nil {
			// The error must not be shown as a page, which might fail as well.
			e.request.slots[slotWantsJSON] = e.shim.rt.ToValue(true)
			_ = e.req.Set("_errorInResView", e.shim.realm.Error(err)) // fails if the project has frozen req
		}
		if asked.callback != nil {
			e.viewCallback(asked.callback, html, err)
			return
		}
		if err != nil {
			e.failCurrent(e.shim.viewError(err))
			return
		}
		e.sendPage(html)
	}
	switch {
	case e.shim.opts.Views == nil:
		finish("", fmt.Errorf("could not render view %q: this project has no views", asked.name))
	case asked.name == "":
		finish("", e.noViewName())
	default:
		e.page(asked.name, asked.locals, finish)
	}
	return e.res
}

// sendPage answers with the page.
func (e *exchange) sendPage(html string) {
	set, x, status := e.shim.opts.Responses, e.x, e.response.status
	e.answer(func() (router.Verdict, error) {
		return router.Answered, set.WriteText(x, status, []byte(html))
	})
}

// page renders a view as res.view does. done is called on the loop, at once or later.
func (e *exchange) page(name string, own goja.Value, done func(html string, err error)) {
	s := e.shim
	locals, ok := own.(*goja.Object)
	if !ok {
		locals = s.rt.NewObject()
	}
	held, ok := e.res.Get("locals").(*goja.Object)
	if !ok {
		held = s.rt.NewObject() // the project has replaced res.locals
	}
	s.opts.Views.View(name, locals, held, e.routeLocals(), func() *goja.Object { return s.heldLocals(e, nil) }, done)
}

// render is res.render(name, [locals], [callback]), which is that of Express.
func (e *exchange) render(call goja.FunctionCall) goja.Value {
	callback, _ := goja.AssertFunction(call.Argument(2))
	own, _ := call.Argument(1).(*goja.Object)
	if fn, ok := goja.AssertFunction(call.Argument(1)); ok {
		own, callback = nil, fn
	}
	finish := func(html string, err error) {
		switch {
		case callback != nil:
			e.viewCallback(callback, html, err)
		case err != nil:
			e.failCurrent(err)
		default:
			e.sendPage(html)
		}
	}
	if e.shim.opts.Views == nil {
		finish("", fmt.Errorf("could not render view %q: this project has no views", call.Argument(0).String()))
		return goja.Undefined()
	}
	var all *goja.Object
	if ex := e.shim.rt.Try(func() { all = e.shim.heldLocals(e, own) }); ex != nil {
		finish("", e.shim.realm.Wrap(ex))
		return goja.Undefined()
	}
	e.shim.opts.Views.Express(call.Argument(0).String(), all, finish)
	return goja.Undefined()
}

// noViewName is the error of res.view where neither its arguments nor the route say
// which view is meant.
func (e *exchange) noViewName() error {
	v, err := e.shim.call("noViewName")
	if err == nil && !goja.IsUndefined(v) {
		return e.shim.realm.GoError(v)
	}
	return fmt.Errorf("res.view() needs the name of a view here: the route has neither controller nor action")
}

func (e *exchange) viewCallback(callback goja.Callable, html string, err error) {
	failed, page := goja.Null(), goja.Undefined()
	if err != nil {
		failed = e.shim.realm.Error(err)
	} else {
		page = e.shim.rt.ToValue(html)
	}
	if _, err := callback(e.res, failed, page); err != nil {
		e.failCurrent(e.shim.realm.Wrap(err))
	}
}
