package sockets

import "context"

// Broker sends operations on rooms to the hubs of other processes. Its methods
// are safe for concurrent use.
type Broker interface {
	// Publish sends an envelope to the other nodes: each receives the envelopes
	// of one node in the order in which they were published, at most once. It
	// does not block. What e refers to must not be changed afterwards.
	Publish(e *Envelope)
	// Close sends queued envelopes until ctx ends, and closes the connections.
	// Nothing is received after it has returned.
	Close(ctx context.Context) error
}

// Envelope is an operation on the rooms of all nodes. A hub applies it to itself
// and publishes it; an envelope from another node it only applies to itself.
type Envelope struct {
	Op Operation
	// Namespace is its namespace; "" means "/", but envelopes from a broker
	// contain "/".
	Namespace string
	// To are the rooms whose members are addressed, each once; none means every
	// socket. The id of a socket is a room of its own.
	To []string
	// Except are the rooms whose members are excluded.
	Except []string
	// Rooms are the rooms to join or leave.
	Rooms []string
	// Event and Args are the event to broadcast. The arguments are values of
	// package value; other nodes get their JSON, except bytes, which stay
	// bytes.
	Event string
	Args  []any
	// KeepSource makes OpLeaveAll keep the rooms in To.
	KeepSource bool
}

// Operation is the kind of an envelope.
type Operation uint8

const (
	// OpBroadcast emits an event to the addressed sockets.
	OpBroadcast Operation = iota
	// OpJoin adds them to rooms.
	OpJoin
	// OpLeave removes them from rooms.
	OpLeave
	// OpLeaveAll removes them from all their rooms.
	OpLeaveAll
	// OpDisconnect closes their connections, in "/", or removes them from their
	// namespace. Only external programs send it.
	OpDisconnect
)
