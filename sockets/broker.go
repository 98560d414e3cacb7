package sockets

import "context"

// Broker carries what a hub does to its rooms to the hubs of other processes.
// Its methods are safe for concurrent use.
type Broker interface {
	// Publish hands an envelope to the other nodes: each gets the envelopes of
	// one node in the order in which they were published, once or not at all. It
	// waits for nobody. What e refers to must not change any more.
	Publish(e *Envelope)
	// Close sends what still waits, as long as ctx lasts, and gives up the
	// connections. Nothing is received any more when it has returned.
	Close(ctx context.Context) error
}

// Envelope is one operation of a hub on the rooms of all nodes. A hub applies
// it to itself and publishes it; what comes from other nodes it only applies to
// itself.
type Envelope struct {
	Op Operation
	// Namespace is where; "" is "/", but what comes from a broker says "/".
	Namespace string
	// To are the rooms whose members are meant, once each; none means every
	// socket. The id of a socket is a room of its own.
	To []string
	// Except are the rooms whose members are not meant.
	Except []string
	// Rooms are what is joined or left.
	Rooms []string
	// Event and Args are what is broadcast. The arguments are values of package
	// ordered; on the other side they are what JSON would show of them, bytes
	// excepted, which stay bytes.
	Event string
	Args  []any
	// KeepSource has OpLeaveAll leave the rooms in To alone.
	KeepSource bool
}

// Operation is what an envelope does.
type Operation uint8

const (
	// OpBroadcast emits an event to the sockets that are meant.
	OpBroadcast Operation = iota
	// OpJoin puts them into rooms.
	OpJoin
	// OpLeave takes them out of rooms.
	OpLeave
	// OpLeaveAll takes them out of all their rooms.
	OpLeaveAll
	// OpDisconnect ends their connections, in "/", or takes them out of their
	// namespace. Only programs beside the nodes ask for it.
	OpDisconnect
)
