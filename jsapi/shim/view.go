package shim

import (
	"fmt"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/router"
)

// viewFailedCode is the code of errors of views.
const viewFailedCode = "E_VIEW_FAILED"

// view is res.view([name], [locals], [callback]).
func (e *exchange) view(call goja.FunctionCall) goja.Value {
	name := response.GuessView(e.x)
	locals := goja.Undefined()
	var callback goja.Callable
	for i, arg := range call.Arguments {
		if fn, ok := goja.AssertFunction(arg); ok {
			callback = fn
			break
		}
		switch {
		case i == 0 && goja.IsString(arg):
			name = arg.String()
		case i <= 1:
			if _, ok := arg.(*goja.Object); ok {
				locals = arg
			}
		}
	}
	finish := func(html string, err error) {
		if err != nil {
			// The error must not be shown as a page, which might fail as well.
			e.request.slots[slotWantsJSON] = e.shim.rt.ToValue(true)
			_ = e.req.Set("_errorInResView", e.shim.realm.Error(err)) // fails if the project has frozen req
		}
		if callback != nil {
			e.viewCallback(callback, html, err)
			return
		}
		if err != nil {
			e.failCurrent(e.shim.viewError(err))
			return
		}
		set, x, status := e.shim.opts.Responses, e.x, e.response.status
		e.answer(func() (router.Verdict, error) {
			return router.Answered, set.WriteText(x, status, []byte(html))
		})
	}
	if e.shim.opts.Views == nil {
		finish("", fmt.Errorf("could not render view %q: this project has no views", name))
		return e.res
	}
	if name == "" {
		finish("", fmt.Errorf("res.view() needs the name of a view here: the route says neither controller nor action"))
		return e.res
	}
	all, err := e.shim.viewLocals(e, locals)
	if err != nil {
		finish("", err)
		return e.res
	}
	e.shim.opts.Views.RenderJS(e.shim.realm, name, all, finish)
	return e.res
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
