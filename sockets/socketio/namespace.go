package socketio

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// To selects the recipients of a broadcast.
type To struct {
	// Rooms are the rooms whose members get it, once each; none means every
	// socket. The id of a socket is also a room.
	Rooms []string
	// Except are the rooms whose members do not.
	Except []string
}

// Namespace is a name under which sockets connect. Its methods are safe for
// concurrent use.
type Namespace struct {
	name    string
	handler Handler
	rooms   *rooms
	options *atomic.Pointer[Options] // of the server; nil without one
}

// Vacant is a namespace without sockets, for servers that do not have it.
func Vacant(name string) *Namespace { return &Namespace{name: name, rooms: newRooms()} }

// Name begins with a slash.
func (n *Namespace) Name() string { return n.name }

// Broadcast emits an event to many sockets, and returns to how many. It does
// not wait for them.
func (n *Namespace) Broadcast(to To, name string, args ...any) (int, error) {
	if err := checkName(name); err != nil {
		return 0, err
	}
	m, count := newEvent(n.name, name, noID, args), 0
	n.rooms.each(to, func(s *Socket) {
		if s.link.send(m) == nil {
			count++
		}
	})
	return count, nil
}

// Sockets are those that a broadcast would reach.
func (n *Namespace) Sockets(to To) []*Socket {
	var list []*Socket
	n.rooms.each(to, func(s *Socket) { list = append(list, s) })
	return list
}

// Socket returns the connected socket of an id, or nil.
func (n *Namespace) Socket(id string) *Socket {
	n.rooms.mu.RLock()
	defer n.rooms.mu.RUnlock()
	return n.rooms.sockets[id]
}

// Len is the number of connected sockets.
func (n *Namespace) Len() int {
	n.rooms.mu.RLock()
	defer n.rooms.mu.RUnlock()
	return len(n.rooms.sockets)
}

// Occupied reports whether a room, or the room that a socket is to itself, has
// members.
func (n *Namespace) Occupied(room string) bool {
	n.rooms.mu.RLock()
	defer n.rooms.mu.RUnlock()
	return len(n.rooms.list(room)) > 0
}

// Rooms are the names of the rooms that have members, sorted, without the ids
// of sockets.
func (n *Namespace) Rooms() []string {
	n.rooms.mu.RLock()
	defer n.rooms.mu.RUnlock()
	names := make([]string, 0, len(n.rooms.members))
	for name := range n.rooms.members {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func checkName(name string) error {
	if reserved(name) {
		return fmt.Errorf("the event %q cannot be emitted: clients use the name themselves", name)
	}
	return nil
}
