package router

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"framework/engine/ordered"
)

// Verdict is what a handler did with an exchange.
type Verdict uint8

const (
	// Answered means that the response was committed, or that somebody who
	// outlives Serve took over committing it: no further binding is asked.
	Answered Verdict = iota
	// Pass means that the exchange was not answered and the next matching
	// binding is to be asked; it is what next() becomes.
	Pass
)

// Handler serves one binding. It is safe for concurrent use and keeps no
// reference to x after the exchange is over.
type Handler interface {
	Serve(x *Exchange) (Verdict, error)
}

// HandlerFunc is a function as a Handler.
type HandlerFunc func(x *Exchange) (Verdict, error)

// Serve calls f.
func (f HandlerFunc) Serve(x *Exchange) (Verdict, error) { return f(x) }

// Responder receives the single answer of an exchange; HTTP and sockets have
// one each. Its methods are safe for concurrent use.
type Responder interface {
	// Header is the pending header. It may be changed until the answer is
	// committed; by one goroutine at a time.
	Header() http.Header
	// Commit sends the whole answer. A second Commit fails with ErrCommitted
	// and changes nothing. The body is not retained.
	Commit(status int, body []byte) error
	// Stream commits status and header and returns the writer for a body of
	// unknown length. Close ends the answer.
	Stream(status int) (io.WriteCloser, error)
	// Committed reports whether an answer was begun.
	Committed() bool
}

// ErrCommitted is returned for the second answer of an exchange.
var ErrCommitted = errors.New("the response was already sent")

// Request is what a client asked, the same for every transport. The parsed
// parts (Query, Body) are made once, in Go, before the first binding is asked.
type Request struct {
	Method string // upper case
	// MethodSent is that of the request as the client sent it, where a header or a
	// field has replaced it; else it is "".
	MethodSent string
	URL        string      // as received: path and query
	Path       string      // undecoded path of URL, without query
	Header     http.Header // canonical keys
	Host       string      // with port
	Remote     string      // address of the client without port, as far as proxies are trusted
	Peer       string      // address of whoever is connected, without port
	// Forwarded are the addresses that trusted proxies told, the client's first.
	Forwarded []string
	Protocol  string // "http", "https", "ws", "wss"
	Query     *ordered.Map
	// Body is the parsed body: *ordered.Map or []any; nil when the method
	// carries none (GET, HEAD, OPTIONS).
	Body any
	// Raw is the unread body, for handlers that stream it; it may be nil.
	Raw     io.Reader
	Cookies *ordered.Map // unsigned cookies, name to string or JSON value
	Signed  *ordered.Map // cookies whose signature verified
	// Socket is the id of the socket that the request came in on, "" over HTTP.
	Socket   string
	Received time.Time
}

// Params are the captures of the matched path: named ones under their name,
// wildcards and regular expression groups under "0", "1", and so on. Values
// are URI-decoded strings; an optional parameter that is not there is absent.
type Params = *ordered.Map

// Exchange is one request and its one response on their way through the
// matching bindings. It belongs to one goroutine at a time.
type Exchange struct {
	Request  *Request
	Response Responder

	// Binding and Params are those of the binding being served.
	Binding *Binding
	Params  Params
	// Options are the route options of the bindings met so far, merged as the
	// profile says; JavaScript sees them as req.options. They may be those of a
	// binding itself: SetOption changes them.
	Options *ordered.Map
	// lent are the options of a binding that Options stands for until a further
	// binding adds to them.
	lent *ordered.Map

	// Session gives access to the session of the client, nil without sessions.
	Session Session

	// Script is where the JavaScript side keeps the req and res objects of
	// this exchange, so that what a policy sets the action sees. No one else
	// looks at it.
	Script any

	// Entered, if set, is called each time the exchange has joined the queue of
	// JavaScript: what is to come behind it may join from there on.
	Entered func()

	ctx context.Context
}

// Session is the part of a session that handlers share: its data, loaded on
// first use, saved when the answer is committed.
type Session interface {
	// ID is the session's identifier.
	ID() string
	// Load returns the session's data; changes to the map are changes to the
	// session.
	Load(ctx context.Context) (*ordered.Map, error)
	// Touch says that the data was or may have been changed.
	Touch()
	// Save stores the data now.
	Save(ctx context.Context) error
	// Destroy removes the session; the response carries no cookie for it.
	Destroy(ctx context.Context) error
	// Regenerate replaces the session by an empty one with a new ID.
	Regenerate(ctx context.Context) error
}

// Safe reports whether a request changes nothing by its method, neither by the
// one that the client sent nor by the one that it is taken for.
func (r *Request) Safe() bool {
	sent := r.MethodSent
	if sent == "" {
		sent = r.Method
	}
	return safe(sent) && safe(r.Method)
}

func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// NewExchange returns an exchange whose handlers are cancelled with ctx.
func NewExchange(ctx context.Context, req *Request, res Responder) *Exchange {
	return &Exchange{Request: req, Response: res, ctx: ctx}
}

// SetOption gives the exchange an option of its own.
func (x *Exchange) SetOption(name string, v any) {
	if x.Options == x.lent {
		x.Options = x.Options.Clone()
	}
	x.Options.Set(name, v)
}

// Context is cancelled when the client went away or the server stops.
func (x *Exchange) Context() context.Context { return x.ctx }

// SetContext replaces the context.
func (x *Exchange) SetContext(ctx context.Context) { x.ctx = ctx }
