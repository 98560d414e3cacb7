package httpd

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"framework/engine/admission"
	"framework/engine/observe"
	"framework/engine/value"
	"framework/engine/web"
	"framework/engine/web/qs"
	"framework/router"
)

// Request is a request of the project itself.
type Request struct {
	Method, URL string
	Header      http.Header
	// Data is the body; nil for none.
	Data any
}

// Ask answers a request of the project itself.
func (p *Pipeline) Ask(ctx context.Context, req Request) (Result, error) {
	path, query, _ := strings.Cut(req.URL, "?")
	values, err := qs.Parse(query)
	if err != nil {
		return Result{}, err
	}
	in := &router.Request{
		Method: req.Method, URL: req.URL, Path: path, Header: req.Header, Host: req.Header.Get("Host"),
		Remote: "127.0.0.1", Peer: "127.0.0.1", Protocol: "http", Query: values, Received: time.Now(),
	}
	in.Body = req.Data
	if in.Body == nil {
		in.Body = value.New(0)
	}
	collected := NewValues(0)
	x := router.NewExchange(ctx, in, collected)
	ctx = p.begin(ctx, x, observe.Internal)
	x.SetContext(ctx)
	if err := p.virtual(ctx, x, true); err != nil {
		return Result{}, err
	}
	return collected.Result(), nil
}

// Answer answers a request without a connection of its own, of which everything but
// the path and the query is there. It calls entered when the next request of the same
// client may start. An error says that there is no answer, or that the session was not
// stored.
func (p *Pipeline) Answer(ctx context.Context, in *router.Request, res router.Responder, session bool, entered func()) error {
	address, _, _ := strings.Cut(in.URL, "#")
	path, query, _ := strings.Cut(address, "?")
	in.Path = path
	x := router.NewExchange(ctx, in, res)
	request := attend(p.begin(admission.Arrive(ctx), x, observe.Socket))
	defer request.finish()
	x.SetContext(request)
	x.Entered = entered
	var err error
	if in.Query, err = qs.Parse(query); err != nil {
		in.Query = value.New(0)
		p.failures.answer(x, refuse(x, err))
		p.end(x, err)
		return nil
	}
	return p.virtual(request, x, session)
}

// virtual takes a request without a connection of its own through guards and routes,
// not through the middleware.
func (p *Pipeline) virtual(ctx context.Context, x *router.Exchange, session bool) error {
	flush := p.Open(x, session)
	verdict, err := router.Pass, error(nil)
	if on := p.opts.Events.Request; on.listened() {
		verdict, err = on.Handler.Serve(x)
	}
	if err == nil && verdict == router.Pass {
		verdict, err = p.dispatch(x)
	}
	if err == nil && verdict == router.Pass {
		_, err = p.notFound(x)
	}
	p.failures.answer(x, err)
	p.end(x, err)
	if !x.Response.Committed() {
		return errors.Join(err, ctx.Err(), errors.New("the request was not answered"))
	}
	p.Finished(x)
	return flush(ctx)
}

// Open gives a request without a connection of its own its cookies, and a session
// unless it is to have none. flush stores the session.
func (p *Pipeline) Open(x *router.Exchange, session bool) (flush func(ctx context.Context) error) {
	web.ReadCookies(x, p.opts.Web)
	if p.opts.Sessions == nil || !session {
		return func(context.Context) error { return nil }
	}
	return p.opts.Sessions.Open(x)
}
