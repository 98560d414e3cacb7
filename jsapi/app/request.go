package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
)

// Request is a request of framework.request.
type Request struct {
	Method, URL string
	Header      http.Header
	// Data is the body; nil for none.
	Data any
}

// Answer is the response to a Request.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	// Value says that the body is the JSON of a value, whatever the header says.
	Value bool
}

// request is native.request(asked, done).
func (a *App) request(call goja.FunctionCall) goja.Value {
	rt := a.realm.Runtime()
	done, _ := goja.AssertFunction(call.Argument(1))
	asked := call.Argument(0).ToObject(rt)
	req := Request{Method: asked.Get("method").String(), URL: asked.Get("url").String(), Header: http.Header{}}
	headers := asked.Get("headers").ToObject(rt)
	for _, name := range headers.Keys() {
		req.Header.Set(name, headers.Get(name).String())
	}
	if v := asked.Get("data"); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
		data, err := a.realm.FromJS(v)
		if err != nil {
			panic(a.realm.Error(err))
		}
		req.Data = data
	}
	a.realm.Async(func(ctx context.Context) (any, error) {
		if a.opts.Request == nil {
			return nil, errors.New("this app answers no requests")
		}
		answer, err := a.opts.Request(ctx, req)
		if err != nil {
			return nil, err
		}
		headers := value.New(len(answer.Header))
		for name, values := range answer.Header {
			if name == "Set-Cookie" { // a date has a comma, so these cannot be joined
				headers.Set("set-cookie", texts(values))
				continue
			}
			headers.Set(strings.ToLower(name), strings.Join(values, ", "))
		}
		if answer.Value && string(answer.Body) == `""` {
			answer.Body = nil // res.send('') sends nothing; res.json('') is JSON by its content type
		} else if answer.Value && len(answer.Body) > 0 {
			answer.Body = compact(answer.Body)
			if a.opts.TextAsJSON && answer.Body[0] == '"' { // a string is sent as it is
				var text string
				if json.Unmarshal(answer.Body, &text) == nil {
					answer.Body, answer.Value = []byte(text), false
				}
			}
			if !a.opts.TextAsJSON && !headers.Has("content-type") {
				headers.Set("content-type", "application/json")
			}
		}
		if headers.Has("location") {
			headers.Set("Location", headers.Value("location"))
		}
		return value.Of("statusCode", int64(answer.Status), "headers", headers, "body", string(answer.Body), "value", answer.Value), nil
	}, func(r *jsapi.Realm, v any, err error) {
		if err := r.Callback(done, v, err); err != nil {
			r.Uncaught(r.Wrap(err))
		}
	})
	return goja.Undefined()
}

// compact removes the indentation that answers over HTTP have in development.
func compact(text []byte) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return text
	}
	return b.Bytes()
}

// Render renders a view; see the views' renderer.
type Render func(r *jsapi.Realm, name string, locals *goja.Object, done func(html string, err error))

// RenderFile renders as sails.renderView of 0.10 to 0.12 does; see the views' renderer.
type RenderFile func(name string, locals *goja.Object, done func(html string, err error))

// SetRender sets the renderers of framework.renderView.
func (a *App) SetRender(render Render, file RenderFile) { a.render, a.renderFile = render, file }

// renderView is native.renderView(path, locals, done).
func (a *App) renderView(call goja.FunctionCall) goja.Value {
	rt := a.realm.Runtime()
	done, _ := goja.AssertFunction(call.Argument(2))
	answer := func(html string, err error) {
		if err := a.realm.Callback(done, html, err); err != nil {
			a.realm.Uncaught(a.realm.Wrap(err))
		}
	}
	switch {
	case a.render == nil:
		answer("", errors.New("the views are not loaded yet: wait for the event hook:views:loaded"))
	case a.opts.ViewFiles:
		a.renderFile(call.Argument(0).String(), call.Argument(1).ToObject(rt), func(html string, err error) {
			failed, page := goja.Null(), goja.Undefined()
			if err != nil {
				failed = a.realm.Error(err)
			} else {
				page = rt.ToValue(html)
			}
			if _, err := done(goja.Undefined(), failed, page); err != nil {
				panic(err)
			}
		})
	default:
		a.render(a.realm, call.Argument(0).String(), call.Argument(1).ToObject(rt), answer)
	}
	return goja.Undefined()
}

// Shutdown runs config.beforeShutdown and fires the event lower, if that was not
// done yet, and settles op.
func (a *App) Shutdown(op *jsapi.Op) {
	fn, ok := goja.AssertFunction(a.shutdown)
	if !ok {
		op.Settle(nil, errors.New("app.js has no function shutdown"))
		return
	}
	v, err := fn(goja.Undefined())
	if err != nil {
		op.Settle(nil, a.realm.Wrap(err))
		return
	}
	rt := a.realm.Runtime()
	promise := v.ToObject(rt)
	then, ok := goja.AssertFunction(promise.Get("then"))
	if !ok {
		op.Settle(nil, fmt.Errorf("the function shutdown of app.js returned no promise"))
		return
	}
	settle := a.realm.Handler(func(goja.Value) { op.Settle(nil, nil) })
	if _, err := then(promise, settle, settle); err != nil {
		op.Settle(nil, a.realm.Wrap(err))
	}
}

// EmitProcess fires an event of process, such as "SIGTERM" or "exit".
func (a *App) EmitProcess(event string, args ...any) error {
	process, ok := a.realm.Runtime().GlobalObject().Get("process").(*goja.Object)
	if !ok { // the project has put something else in its place
		return nil
	}
	emit, ok := goja.AssertFunction(process.Get("emit"))
	if !ok {
		return nil
	}
	values := []goja.Value{a.realm.Runtime().ToValue(event)}
	for _, arg := range args {
		values = append(values, a.realm.ToJS(arg))
	}
	if _, err := emit(process, values...); err != nil {
		return a.realm.Wrap(err)
	}
	return nil
}
