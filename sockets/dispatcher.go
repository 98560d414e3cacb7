package sockets

import (
	"context"
	"net/http"

	"framework/sockets/engineio"
	"framework/sockets/virtual"
)

// Dispatcher answers what comes in on sockets. Its methods are safe for
// concurrent use; those about one socket are begun in the order in which things
// happened, Connect first.
type Dispatcher interface {
	// Admit is asked before a connection is made; ctx ends when the client does
	// not wait any longer, or with the cause ErrStopping. It may change the handshake. It returns headers for
	// the answer, or an error that refuses the client, best an
	// *engineio.Refusal.
	Admit(ctx context.Context, h *engineio.Handshake) (http.Header, error)
	// Guards reports whether Enter has something to say in a namespace.
	Guards(namespace string) bool
	// Enter is asked before a socket is connected to its namespace, where Guards
	// says so: it calls decide before it returns, with an error that refuses the
	// socket, best a *socketio.ConnectError, or nil. decide reports whether the
	// socket is connected now; else it will not be. The socket sends nothing yet,
	// and may go meanwhile. ctx ends when it takes too long,
	// or with the cause ErrStopping.
	Enter(ctx context.Context, s *Socket, decide func(error) bool)
	// Connect is told of a socket. No request of the socket is begun before it
	// returns.
	Connect(ctx context.Context, s *Socket)
	// Request answers a virtual request. ctx goes on for a while when the socket
	// is disconnected meanwhile, so that what has begun is finished.
	Request(ctx context.Context, s *Socket, r *virtual.Request) Answer
	// Event takes an event that is no request. ack answers it; it is nil when
	// the client wants no answer.
	Event(ctx context.Context, s *Socket, name string, args []any, ack func(args ...any) error)
	// Disconnect is told of the end of a socket, when it is in no room anymore.
	Disconnect(ctx context.Context, s *Socket, reason engineio.Reason)
}

// Answer is what a virtual request was answered.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Kind   virtual.Kind // of the body
	// Parts are what the acknowledgement leaves out.
	Parts virtual.Parts
}
