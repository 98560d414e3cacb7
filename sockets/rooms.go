package sockets

import (
	"context"
	"slices"

	"framework/engine/observe"
	"framework/sockets/socketio"
)

// Namespace is a namespace with its sockets and rooms. Sockets are addressed by
// id, and every socket is the only member of a room with its id as name, which it
// does not leave. Unknown ids and rooms are not errors: they may exist on other
// nodes, which apply the operation if there is a broker.
type Namespace struct {
	hub     *Hub
	name    string
	sockets *socketio.Namespace
}

// Join adds a socket to rooms.
func (n *Namespace) Join(_ context.Context, socket string, rooms ...string) error {
	if s := n.sockets.Socket(socket); s != nil {
		s.Join(rooms...)
		return nil
	}
	n.publish(&Envelope{Namespace: n.name, Op: OpJoin, To: []string{socket}, Rooms: rooms})
	return nil
}

// Leave removes a socket from rooms.
func (n *Namespace) Leave(_ context.Context, socket string, rooms ...string) error {
	if s := n.sockets.Socket(socket); s != nil {
		s.Leave(rooms...)
		return nil
	}
	n.publish(&Envelope{Namespace: n.name, Op: OpLeave, To: []string{socket}, Rooms: rooms})
	return nil
}

// JoinMembers adds the members of a room to other rooms.
func (n *Namespace) JoinMembers(_ context.Context, source string, rooms ...string) error {
	for _, s := range n.members(source) {
		s.Join(rooms...)
	}
	n.publish(&Envelope{Namespace: n.name, Op: OpJoin, To: []string{source}, Rooms: rooms})
	return nil
}

// LeaveMembers removes the members of a room from other rooms.
func (n *Namespace) LeaveMembers(_ context.Context, source string, rooms ...string) error {
	for _, s := range n.members(source) {
		s.Leave(rooms...)
	}
	n.publish(&Envelope{Namespace: n.name, Op: OpLeave, To: []string{source}, Rooms: rooms})
	return nil
}

// LeaveAll removes the members of a room from all other rooms, and with sourceToo
// from the room itself.
func (n *Namespace) LeaveAll(_ context.Context, source string, sourceToo bool) error {
	for _, s := range n.members(source) {
		leaveAll(s, []string{source}, !sourceToo)
	}
	n.publish(&Envelope{Namespace: n.name, Op: OpLeaveAll, To: []string{source}, KeepSource: !sourceToo})
	return nil
}

// leaveAll removes a socket from all rooms; with keep it stays in source.
func leaveAll(s *socketio.Socket, source []string, keep bool) {
	rooms := s.Rooms()
	if keep {
		rooms = slices.DeleteFunc(rooms, func(name string) bool { return slices.Contains(source, name) })
	}
	s.Leave(rooms...)
}

// Broadcast emits an event to the members of rooms, once to each, or to every
// socket if rooms is nil, but not to the members of except. The event is encoded
// once; Broadcast does not wait for the clients.
func (n *Namespace) Broadcast(ctx context.Context, rooms, except []string, event string, args ...any) error {
	if rooms != nil && len(rooms) == 0 {
		return nil
	}
	sent, err := n.sockets.Broadcast(socketio.To{Rooms: rooms, Except: except}, event, args...)
	if err != nil {
		return err
	}
	n.hub.counts.sent(sent)
	n.hub.emitted(n.name, event, args, rooms, func() []string {
		var ids []string
		for _, s := range n.sockets.Sockets(socketio.To{Rooms: rooms, Except: except}) {
			ids = append(ids, s.ID())
		}
		return ids
	})
	observe.Of(ctx).Publish(event, rooms, sent)
	n.publish(&Envelope{Namespace: n.name, To: rooms, Except: except, Event: event, Args: args})
	return nil
}

// Occupied reports whether a room has members on this node.
func (n *Namespace) Occupied(room string) bool { return n.sockets.Occupied(room) }

// Members returns the ids of the members of a room on this node.
func (n *Namespace) Members(room string) []string {
	members := n.members(room)
	ids := make([]string, len(members))
	for i, s := range members {
		ids[i] = s.ID()
	}
	slices.Sort(ids)
	return ids
}

func (n *Namespace) members(room string) []*socketio.Socket {
	return n.sockets.Sockets(socketio.To{Rooms: []string{room}})
}

// RoomNames returns the rooms that have members on this node, including the ids
// of sockets.
func (n *Namespace) RoomNames() []string {
	names := n.sockets.Rooms()
	for _, s := range n.sockets.Sockets(socketio.To{}) {
		names = append(names, s.ID())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// RoomsOf returns the rooms of a socket, first the one with its id.
func (n *Namespace) RoomsOf(socket string) []string {
	s := n.sockets.Socket(socket)
	if s == nil {
		return nil
	}
	return append([]string{s.ID()}, s.Rooms()...)
}

// Has reports whether a socket is connected to this node.
func (n *Namespace) Has(socket string) bool { return n.sockets.Socket(socket) != nil }

// IDs returns the ids of all sockets of this node.
func (n *Namespace) IDs() []string {
	all := n.sockets.Sockets(socketio.To{})
	ids := make([]string, len(all))
	for i, s := range all {
		ids[i] = s.ID()
	}
	slices.Sort(ids)
	return ids
}
