package sockets

import (
	"context"
	"net/http"

	"framework/sockets/engineio"
	"framework/sockets/virtual"
)

// Dispatcher handles the events of sockets. Its methods are safe for concurrent use;
// calls about one socket start in the order of the events, Connect first.
type Dispatcher interface {
	// Admit is called before a connection is accepted; ctx ends when the client
	// no longer waits, or with the cause ErrStopping. It may change the handshake. It returns headers for the
	// answer, or an error that refuses the client, preferably an
	// *engineio.Refusal.
	Admit(ctx context.Context, h *engineio.Handshake) (http.Header, error)
	// Guards reports whether Enter has to be called for a namespace.
	Guards(namespace string) bool
	// Enter is called before a socket is connected to its namespace, if Guards
	// returns true: it calls decide before it returns, with nil or an error that
	// refuses the socket, preferably a *socketio.ConnectError. decide reports
	// whether the socket is connected now; otherwise it never will be. Before
	// that the socket sends nothing, and may disconnect. ctx ends when it takes
	// too long, or with the cause ErrStopping.
	Enter(ctx context.Context, s *Socket, decide func(error) bool)
	// Connect is called for a new socket. No request of the socket starts before
	// it returns.
	Connect(ctx context.Context, s *Socket)
	// Request answers a virtual request. If the socket disconnects meanwhile, ctx
	// ends some time later, so that requests can be finished; it may end as soon as
	// Request has returned.
	Request(ctx context.Context, s *Socket, r *virtual.Request) Answer
	// Event handles an event that is not a request. ack answers it; it is nil if
	// the client expects no answer. ctx is as that of Request.
	Event(ctx context.Context, s *Socket, name string, args []any, ack func(args ...any) error)
	// Disconnect is called after the end of a socket, when it has left all rooms.
	Disconnect(ctx context.Context, s *Socket, reason engineio.Reason)
}

// Answer is the answer to a virtual request.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Kind   virtual.Kind // of the body
	// Parts are the parts that the acknowledgement leaves out.
	Parts virtual.Parts
}
