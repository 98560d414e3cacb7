package snapshot

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"framework/engine/httpd"
	"framework/engine/value"
	"framework/engine/web"
	"framework/engine/web/qs"
	"framework/jsapi/app"
	"framework/router"
)

// ask answers a request of the project itself: it takes it through the routes,
// not through the middleware.
func (q *requests) ask(ctx context.Context, req app.Request) (app.Answer, error) {
	path, query, _ := strings.Cut(req.URL, "?")
	values, err := qs.Parse(query)
	if err != nil {
		return app.Answer{}, err
	}
	in := &router.Request{
		Method: req.Method, URL: req.URL, Path: path, Header: req.Header, Host: req.Header.Get("Host"),
		Remote: "127.0.0.1", Peer: "127.0.0.1", Protocol: "http", Query: values, Received: time.Now(),
	}
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		if more, ok := req.Data.(*value.Map); ok {
			for k, v := range more.All() {
				in.Query.Set(k, v)
			}
		}
	default:
		in.Body = req.Data
		if in.Body == nil {
			in.Body = value.New(0)
		}
	}
	res := httpd.NewCollected()
	x := router.NewExchange(ctx, in, res)
	if err := q.through(ctx, x, true); err != nil {
		return app.Answer{}, err
	}
	answer := res.Result()
	return app.Answer{Status: answer.Status, Header: answer.Header, Body: answer.Body}, nil
}

// through takes a request without a connection of its own through the routes,
// not through the middleware. An error says that there is no answer, or that the
// session was not stored.
func (q *requests) through(ctx context.Context, x *router.Exchange, withSession bool) error {
	web.ReadCookies(x, q.web)
	flush := func(context.Context) error { return nil }
	if q.sessions != nil && withSession {
		flush = q.sessions.Open(x)
	}
	verdict, err := router.Pass, error(nil)
	if q.onRequest.listened() {
		verdict, err = q.onRequest.handler.Serve(x)
	}
	if err == nil && verdict == router.Pass {
		verdict, err = q.dispatch(&visit{x: x})
	}
	if err == nil && verdict == router.Pass {
		_, err = q.notFound(&visit{x: x})
	}
	q.finish(x, err)
	if !x.Response.Committed() {
		return errors.Join(err, ctx.Err(), errors.New("the request was not answered"))
	}
	if q.shim.HasFinishListeners(x) {
		q.shim.EmitFinish(q.isolate, x)
	}
	return flush(ctx)
}
