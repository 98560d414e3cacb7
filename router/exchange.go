package router

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"framework/engine/observe"
	"framework/engine/value"
)

// Verdict is the result of a handler.
type Verdict uint8

const (
	// Answered means that the response was committed, or will be committed after
	// Serve has returned: no further binding is called.
	Answered Verdict = iota
	// Pass means that the exchange was not answered, and the next matching
	// binding is called; JavaScript's next() results in it.
	Pass
)

// Handler serves one binding. It is safe for concurrent use and keeps no
// reference to x after the exchange is over.
type Handler interface {
	Serve(x *Exchange) (Verdict, error)
}

// HandlerFunc adapts a function to Handler.
type HandlerFunc func(x *Exchange) (Verdict, error)

// Serve calls f.
func (f HandlerFunc) Serve(x *Exchange) (Verdict, error) { return f(x) }

// Responder receives the single answer of an exchange; HTTP and sockets have
// one each. Its methods are safe for concurrent use.
type Responder interface {
	// Header is the pending header. It may be changed until the answer is
	// committed, by one goroutine at a time.
	Header() http.Header
	// Commit sends the whole answer. A second Commit fails with ErrCommitted
	// and changes nothing. The body is not retained.
	Commit(status int, body []byte) error
	// Stream commits status and header and returns the writer for a body of
	// unknown length. Close ends the answer.
	Stream(status int) (io.WriteCloser, error)
	// Committed reports whether an answer was started.
	Committed() bool
}

// ErrCommitted is returned for the second answer of an exchange.
var ErrCommitted = errors.New("the response was already sent")

// Request is a request of any transport. The parsed parts (Query, Body) are
// created once, in Go, before the first binding is called.
type Request struct {
	Method string // upper case
	// MethodSent is the method as the client sent it, if a header or a field has
	// replaced it; otherwise it is empty.
	MethodSent string
	// MethodBefore is the value of Method before the middleware methodOverride was
	// reached, "" if it was not. In JavaScript it is req.originalMethod.
	MethodBefore string
	URL          string      // as received: path and query
	Path         string      // undecoded path of URL, without query
	Header       http.Header // canonical keys
	Host         string      // with port
	Remote       string      // address of the client without port, from headers of trusted proxies
	Peer         string      // address of the other end of the connection, without port
	PeerPort     int         // its port, 0 for none
	// Forwarded are the addresses from headers of trusted proxies, the client's
	// first.
	Forwarded []string
	Protocol  string // "http", "https", "ws", "wss"
	Version   string // of HTTP, such as "1.1"; "" for requests over sockets
	Query     *value.Map
	// Body is the parsed body: *value.Map or []any; nil when the method
	// carries none (GET, HEAD, OPTIONS).
	Body any
	// Raw is the unread body, for handlers that stream it; it may be nil.
	Raw io.Reader
	// Arrived is how many bytes of the body have been read so far; nil without a body
	// over HTTP. It is safe for concurrent use.
	Arrived func() int64
	Cookies *value.Map // unsigned cookies, name to string or JSON value
	Signed  *value.Map // cookies whose signature verified
	// Socket is the id of the socket over which the request came, empty over
	// HTTP.
	Socket   string
	Received time.Time
	// WantsJSON is what code of the project has set req.wantsJSON to, nil if it has not.
	WantsJSON *bool
}

// Params are the captures of the matched path: named ones under their name,
// wildcards and regular expression groups under "0", "1", and so on. Values are
// URI-decoded strings; a missing optional parameter is absent.
type Params = *value.Map

// Exchange is a request and its response on their way through the matching
// bindings. It belongs to one goroutine at a time.
type Exchange struct {
	Request  *Request
	Response Responder

	// Binding and Params are those of the binding being served.
	Binding *Binding
	Params  Params
	// Options are the route options of the bindings so far, merged by the rule of
	// the profile; JavaScript sees them as req.options. They may belong to a
	// binding: use SetOption to change them.
	Options *value.Map
	// borrowed are the options of a binding that Options refers to until another
	// binding adds to them.
	borrowed *value.Map

	// Session is the session of the client, nil without sessions.
	Session Session

	// Script is where the JavaScript side keeps the req and res objects of this
	// exchange, so that an action sees what a policy has set. It is opaque to
	// others.
	Script any

	// Entered, if set, is called each time the exchange has joined the queue of
	// JavaScript: work that has to run after it may be queued from then on.
	Entered func()

	// Record is what is recorded of the exchange, nil for nothing.
	Record *observe.Request

	// Matched, if set, serves the exchange in front of the handler of each matching
	// binding, which is called if Matched passes.
	Matched Handler

	ctx context.Context
	id  atomic.Pointer[string]
}

// ID names the exchange in logs, in the header Incident-Id and on the page about its
// failure.
func (x *Exchange) ID() string {
	if id := x.id.Load(); id != nil {
		return *id
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	id := hex.EncodeToString(random[:])
	x.id.CompareAndSwap(nil, &id)
	return *x.id.Load()
}

// Session is the interface of a session that handlers share: its data is loaded
// on first use, and saved when the answer is committed.
type Session interface {
	// ID returns the session's identifier.
	ID() string
	// Load returns the session's data; changes to the map are changes to the
	// session.
	Load(ctx context.Context) (*value.Map, error)
	// Touch records that the data was or may have been changed.
	Touch()
	// Save stores the data now.
	Save(ctx context.Context) error
	// Destroy removes the session; the response carries no cookie for it.
	Destroy(ctx context.Context) error
	// Regenerate replaces the session by an empty one with a new ID.
	Regenerate(ctx context.Context) error
}

// Safe reports whether neither the method as sent nor the method that replaces it
// changes data.
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

// SetOption sets an option of this exchange only.
func (x *Exchange) SetOption(name string, v any) {
	if x.Options == x.borrowed {
		x.Options = x.Options.Clone()
	}
	x.Options.Set(name, v)
}

// Context is cancelled when the client went away or the server stops.
func (x *Exchange) Context() context.Context { return x.ctx }

// SetContext replaces the context.
func (x *Exchange) SetContext(ctx context.Context) { x.ctx = ctx }
