package sockets

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"framework/engine/value"
	"framework/sockets/engineio"
	"framework/sockets/socketio"
	"framework/sockets/virtual"
)

// Socket is a connected client. Its methods are safe for concurrent use.
type Socket struct {
	hub    *Hub
	socket *socketio.Socket
	client virtual.Client
	queue  queue

	mu     sync.Mutex
	header engineio.Fields // header of the handshake, with the current cookies
}

func newSocket(h *Hub, s *socketio.Socket) *Socket {
	handshake := s.Handshake()
	return &Socket{
		hub: h, socket: s, header: handshake.Header,
		client: virtual.ClientOf(handshake.Header, handshake.Query(), s.Version() == 1),
	}
}

// ID is the socket's id.
func (s *Socket) ID() string { return s.socket.ID() }

// Namespace is the name of the socket's namespace. There are requests in "/" only.
func (s *Socket) Namespace() string { return s.socket.Namespace().Name() }

// Auth returns what the client sent with the namespace: an object in protocol
// version 5, nil in others.
func (s *Socket) Auth() *value.Map { return s.socket.Auth() }

// Query returns what a client of protocol version 4 or older sent with the
// namespace.
func (s *Socket) Query() url.Values { return s.socket.Query() }

// Handshake returns the request that opened the connection. It must not be
// changed.
func (s *Socket) Handshake() *engineio.Handshake { return s.socket.Handshake() }

// Header returns the header of the handshake, with the cookies of the last
// SetCookies.
func (s *Socket) Header() engineio.Fields {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.header
}

// SetCookies replaces the Cookie header of later requests.
func (s *Socket) SetCookies(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.header = s.header.With("Cookie", line)
}

// Transport returns the current transport: "websocket", "polling", or
// "xhr-polling".
func (s *Socket) Transport() string { return s.socket.Transport() }

// Emit sends an event. It does not wait for the client.
func (s *Socket) Emit(event string, args ...any) error {
	s.hub.emitted(s.Namespace(), event, args, nil, func() []string { return []string{s.ID()} })
	return s.socket.Emit(event, args...)
}

// EmitAck sends an event that the client has to acknowledge, and calls answered
// once, with the answer, socketio.ErrDisconnected or socketio.ErrBusy.
func (s *Socket) EmitAck(answered func(args []any, err error), event string, args ...any) error {
	return s.socket.EmitAck(answered, event, args...)
}

// Disconnect disconnects the socket; with all it closes the connection.
func (s *Socket) Disconnect(all bool) { s.socket.Disconnect(all) }

// do adds a job to the queue of the socket.
func (s *Socket) do(j job) { s.queue.add(s.hub, j) }

// event handles an event of the client.
func (s *Socket) event(e *socketio.Event) {
	if e.Busy {
		if s.Namespace() == "/" && virtual.IsMethod(e.Name) {
			s.acknowledge(e, tooMuch)
		} else {
			s.hub.options.Load().Log.Warn("an event was dropped: too much is being read (setting http.parseBudget)", "event", e.Name)
		}
		return
	}
	if s.Namespace() != "/" || !virtual.IsMethod(e.Name) {
		s.do(job{
			run:  func(ctx context.Context, _ func()) { s.hub.dispatcher.Event(ctx, s, e.Name, e.Args, e.Ack) },
			over: e.Over,
		})
		return
	}
	request, failed := virtual.Parse(e.Name, e.Args, s.hub.options.Load().Server.Limits())
	switch {
	case failed == nil:
		if a, refused := s.refuse(request); refused {
			defer e.Over()
			s.acknowledge(e, a)
			return
		}
		s.do(job{
			run: func(ctx context.Context, next func()) {
				p := &progress{next: next}
				defer p.answer()
				s.acknowledge(e, s.hub.dispatcher.Request(context.WithValue(ctx, progressKey{}, p), s, request))
			},
			refuse: func(a Answer) { s.acknowledge(e, a) },
			over:   e.Over,
		})
	case e.Ack != nil:
		defer e.Over()
		_ = e.Ack(failed.Object()) // it fails if the client has disconnected
	default:
		defer e.Over()
		_ = s.Emit(virtual.ErrorEvent, failed.Object())
	}
}

// refuse reports whether a request that was just read is refused, and with
// which answer.
func (s *Socket) refuse(r *virtual.Request) (a Answer, refused bool) {
	ask := s.hub.options.Load().Refuse
	if ask == nil {
		return Answer{}, false
	}
	waited, known := s.socket.Waited(time.Now())
	if !known {
		return Answer{}, false
	}
	return ask(r, waited)
}

// tooMany is the answer to requests beyond MaxWaiting.
var tooMany = Answer{
	Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"1"}},
	Body: fmt.Appendf(nil, "This socket has more requests waiting than the server accepts: wait for answers before you send more."),
}

// tooMuch is the answer to requests that were not parsed.
var tooMuch = Answer{
	Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"1"}},
	Body: fmt.Appendf(nil, "The server is reading as many messages as it may (setting http.parseBudget). Try again in a moment."),
}

func (s *Socket) acknowledge(e *socketio.Event, a Answer) {
	if e.Ack == nil {
		return
	}
	_ = e.Ack(s.client.Answer(a.Status, a.Header, a.Body, a.Kind, a.Parts)) // it fails if the client has disconnected
}

// end ends the socket.
func (s *Socket) end(reason engineio.Reason) {
	s.hub.counts.ended(reason)
	s.hub.mu.Lock()
	if s.hub.connected[s.ID()] == s {
		delete(s.hub.connected, s.ID())
	}
	s.hub.mu.Unlock()
	s.queue.end(s.hub, func(ctx context.Context) { s.hub.dispatcher.Disconnect(ctx, s, reason) })
}
