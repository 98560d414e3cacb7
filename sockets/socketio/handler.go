package socketio

import (
	"framework/engine/value"
	"framework/sockets/engineio"
)

// Handler implements a namespace. It is safe for concurrent use.
type Handler interface {
	// Admit is called before a socket is connected: it calls decide once,
	// immediately or later. An error refuses the socket; its text is what the
	// client gets, with what a *ConnectError carries. The socket sends and
	// joins nothing before. decide reports whether the socket is connected now:
	// without an error it may have gone meanwhile. Until Admit returns nothing
	// more is read from the client.
	Admit(s *Socket, decide func(error) bool)
	// Connect is called after the connect packet was sent to the client.
	Connect(s *Socket) Receiver
}

// Receiver receives the events of one socket.
type Receiver interface {
	// Event takes one event at a time, in the order of the client. Until it
	// returns nothing more is read from the client.
	Event(e *Event)
	// Disconnect is called once, at the end, maybe while Event is running. The
	// socket is in no room anymore.
	Disconnect(reason engineio.Reason)
}

// Event is an event that a client has emitted.
type Event struct {
	Name string
	Args []any
	// Ack answers the event; it is nil when the client wants no answer. Only
	// the first call sends.
	Ack func(args ...any) error
	// Busy says that the event was not read, as the budget of what is read at
	// once is spent: it has a name, which may be "", and no arguments.
	Busy    bool
	release func()
}

// Over has to be called when the event was dealt with.
func (e *Event) Over() {
	if e.release != nil {
		e.release()
	}
}

// ConnectError refuses a socket; the client gets its text.
type ConnectError struct {
	Message string
	Data    any // may be nil
}

func (e *ConnectError) Error() string { return e.Message }

func (e *ConnectError) object() *value.Map {
	m := value.Of("message", e.Message)
	if e.Data != nil {
		m.Set("data", e.Data)
	}
	return m
}

// The reasons for the end of a socket whose connection may go on.
const (
	ClientDisconnect engineio.Reason = "client namespace disconnect"
	ServerDisconnect engineio.Reason = "server namespace disconnect"
)
