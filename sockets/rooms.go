package sockets

import (
	"context"
	"slices"

	"framework/sockets/socketio"
)

// Namespace is where sockets connect, with rooms of its own. Sockets are named by
// their ids, and every socket is alone in a room of its id's name, which it does
// not leave. Ids and rooms that are unknown here are no error: they may be those
// of other nodes, which do the same where there is a broker.
type Namespace struct {
	hub     *Hub
	name    string
	sockets *socketio.Namespace
}

// Join puts a socket into rooms.
func (n *Namespace) Join(_ context.Context, socket string, rooms ...string) error {
	if s := n.sockets.Socket(socket); s != nil {
		s.Join(rooms...)
		return nil
	}
	n.publish(&Envelope{Namespace: n.name, Op: OpJoin, To: []string{socket}, Rooms: rooms})
	return nil
}

// Leave takes a socket out of rooms.
func (n *Namespace) Leave(_ context.Context, socket string, rooms ...string) error {
	if s := n.sockets.Socket(socket); s != nil {
		s.Leave(rooms...)
		return nil
	}
	n.publish(&Envelope{Namespace: n.name, Op: OpLeave, To: []string{socket}, Rooms: rooms})
	return nil
}

// JoinMembers puts the members of a room into other rooms as well.
func (n *Namespace) JoinMembers(_ context.Context, source string, rooms ...string) error {
	for _, s := range n.members(source) {
		s.Join(rooms...)
	}
	n.publish(&Envelope{Namespace: n.name, Op: OpJoin, To: []string{source}, Rooms: rooms})
	return nil
}

// LeaveMembers takes the members of a room out of other rooms.
func (n *Namespace) LeaveMembers(_ context.Context, source string, rooms ...string) error {
	for _, s := range n.members(source) {
		s.Leave(rooms...)
	}
	n.publish(&Envelope{Namespace: n.name, Op: OpLeave, To: []string{source}, Rooms: rooms})
	return nil
}

// LeaveAll takes the members of a room out of all rooms, of the room itself
// only if that is asked for.
func (n *Namespace) LeaveAll(_ context.Context, source string, sourceToo bool) error {
	for _, s := range n.members(source) {
		leaveAll(s, []string{source}, !sourceToo)
	}
	n.publish(&Envelope{Namespace: n.name, Op: OpLeaveAll, To: []string{source}, KeepSource: !sourceToo})
	return nil
}

// leaveAll takes a socket out of all rooms, but not of source where it keeps
// that.
func leaveAll(s *socketio.Socket, source []string, keep bool) {
	rooms := s.Rooms()
	if keep {
		rooms = slices.DeleteFunc(rooms, func(name string) bool { return slices.Contains(source, name) })
	}
	s.Leave(rooms...)
}

// Broadcast emits an event to the members of rooms, once to each, or to every
// socket where rooms is nil, but not to the members of except. It is encoded
// once, and nobody waits for the clients.
func (n *Namespace) Broadcast(_ context.Context, rooms, except []string, event string, args ...any) error {
	if rooms != nil && len(rooms) == 0 {
		return nil
	}
	if _, err := n.sockets.Broadcast(socketio.To{Rooms: rooms, Except: except}, event, args...); err != nil {
		return err
	}
	n.publish(&Envelope{Namespace: n.name, To: rooms, Except: except, Event: event, Args: args})
	return nil
}

// Occupied reports whether a room has members that are connected here.
func (n *Namespace) Occupied(room string) bool { return n.sockets.Occupied(room) }

// Members are the ids of the members of a room that are connected here.
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

// RoomNames are the rooms that have members here, the ids of sockets included.
func (n *Namespace) RoomNames() []string {
	names := n.sockets.Rooms()
	for _, s := range n.sockets.Sockets(socketio.To{}) {
		names = append(names, s.ID())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// RoomsOf are the rooms that a socket is in, that of its id first.
func (n *Namespace) RoomsOf(socket string) []string {
	s := n.sockets.Socket(socket)
	if s == nil {
		return nil
	}
	return append([]string{s.ID()}, s.Rooms()...)
}

// Has reports whether a socket is connected here.
func (n *Namespace) Has(socket string) bool { return n.sockets.Socket(socket) != nil }

// IDs are the ids of all sockets that are connected here.
func (n *Namespace) IDs() []string {
	all := n.sockets.Sockets(socketio.To{})
	ids := make([]string, len(all))
	for i, s := range all {
		ids[i] = s.ID()
	}
	slices.Sort(ids)
	return ids
}
