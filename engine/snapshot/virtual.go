package snapshot

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"framework/engine/response"
	"framework/engine/value"
	"framework/engine/web"
	"framework/engine/web/qs"
	"framework/jsapi/app"
	"framework/router"
	"framework/sockets/virtual"
)

// collected is the answer to a request without a connection.
type collected struct {
	header http.Header
	limit  int64 // of what is streamed, in bytes; 0 for none

	mu     sync.Mutex
	status int
	over   bool // more was streamed than the limit
	kind   virtual.Kind
	body   bytes.Buffer
}

var (
	_ router.Responder = (*collected)(nil)
	_ response.Valuer  = (*answered)(nil)
)

// answered is the answer to a request that came in on a socket.
type answered struct{ collected }

// CommitValue implements response.Valuer.
func (a *answered) CommitValue(status int, text []byte) error {
	return a.commit(status, text, virtual.Value)
}

// CommitText implements response.Valuer.
func (a *answered) CommitText(status int, text []byte) error {
	return a.commit(status, text, virtual.Text)
}

// Header implements router.Responder.
func (c *collected) Header() http.Header { return c.header }

// Commit implements router.Responder.
func (c *collected) Commit(status int, body []byte) error {
	return c.commit(status, body, virtual.Typed)
}

func (c *collected) commit(status int, body []byte, kind virtual.Kind) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.status != 0 {
		return router.ErrCommitted
	}
	c.status, c.kind = status, kind
	c.body.Write(body)
	return nil
}

// Stream implements router.Responder.
func (c *collected) Stream(status int) (io.WriteCloser, error) {
	if err := c.Commit(status, nil); err != nil {
		return nil, err
	}
	return collectedStream{c}, nil
}

// Committed implements router.Responder.
func (c *collected) Committed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status != 0
}

var errTooLong = errors.New("the answer is longer than one message may be: send it over HTTP")

// tooLong reports whether more was streamed than the limit.
func (c *collected) tooLong() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.over
}

type collectedStream struct{ c *collected }

func (s collectedStream) Write(p []byte) (int, error) {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	if s.c.limit > 0 && int64(s.c.body.Len()+len(p)) > s.c.limit {
		s.c.over = true
		return 0, errTooLong
	}
	return s.c.body.Write(p)
}

func (collectedStream) Close() error { return nil }

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
	res := &collected{header: http.Header{}}
	x := router.NewExchange(ctx, in, res)
	if err := q.through(ctx, x, true); err != nil {
		return app.Answer{}, err
	}
	return app.Answer{Status: res.status, Header: res.header, Body: res.body.Bytes()}, nil
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
	if q.shim.Waits(x) {
		q.shim.Over(q.isolate, x)
	}
	return flush(ctx)
}
