package sockets

import (
	"framework/sockets/socketio"
)

// connected holds a broker, for an atomic pointer.
type connected struct{ Broker }

// SetBroker sets the broker that sends operations on rooms to other nodes; nil
// for none. Operations of other nodes are passed to Receive. It returns the
// previous broker.
func (h *Hub) SetBroker(b Broker) (before Broker) {
	var next *connected
	if b != nil {
		next = &connected{b}
	}
	if old := h.broker.Swap(next); old != nil {
		before = old.Broker
	}
	return before
}

// PublishRemote sends e to the other nodes, without applying it to this one.
func (h *Hub) PublishRemote(e *Envelope) { h.In(e.Namespace).publish(e) }

// HasBroker reports whether operations are sent to other nodes.
func (h *Hub) HasBroker() bool { return h.broker.Load() != nil }

// Receive applies an operation of another node to the sockets of this one.
func (h *Hub) Receive(e *Envelope) {
	n := h.In(e.Namespace)
	to := socketio.To{Rooms: e.To, Except: e.Except}
	if e.Op == OpBroadcast {
		sent, err := n.sockets.Broadcast(to, e.Event, e.Args...)
		if err != nil {
			h.options.Load().Log.Warn("another node emits what cannot be emitted", "error", err)
		}
		h.counts.sent(sent)
		return
	}
	for _, s := range n.sockets.Sockets(to) {
		switch e.Op {
		case OpJoin:
			s.Join(e.Rooms...)
		case OpLeave:
			s.Leave(e.Rooms...)
		case OpLeaveAll:
			leaveAll(s, e.To, e.KeepSource)
		case OpDisconnect:
			s.Disconnect(n.name == "/")
		}
	}
}

// publish sends e to the other nodes, unless it has no effect or concerns only
// sockets of this node.
func (n *Namespace) publish(e *Envelope) {
	b := n.hub.broker.Load()
	if b == nil || len(e.Rooms) == 0 && (e.Op == OpJoin || e.Op == OpLeave) {
		return
	}
	for _, room := range e.To {
		if !n.Has(room) {
			b.Publish(e)
			return
		}
	}
	if len(e.To) == 0 {
		b.Publish(e)
	}
}

// Empty reports whether the hub has neither sockets nor a broker.
func (h *Hub) Empty() bool { return h.broker.Load() == nil && h.sockets.Len() == 0 }
