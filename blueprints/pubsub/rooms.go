package pubsub

import (
	"context"

	"framework/engine/orm"
	"framework/engine/value"
)

// Rooms is what pub/sub needs from the hub of the sockets. Sockets are named by
// their ids; sockets that are not connected, and empty rooms, are no error. No
// method waits for clients.
type Rooms interface {
	Join(ctx context.Context, socket string, rooms ...string) error
	Leave(ctx context.Context, socket string, rooms ...string) error
	// JoinMembers puts every member of source into rooms as well; a socket's id
	// is a room of its own.
	JoinMembers(ctx context.Context, source string, rooms ...string) error
	LeaveMembers(ctx context.Context, source string, rooms ...string) error
	// Broadcast emits an event to the members of rooms, once each, to every
	// socket when rooms is nil, but not to members of except.
	Broadcast(ctx context.Context, rooms, except []string, event string, args ...any) error
	// BroadcastRemote is Broadcast to the sockets of other servers alone.
	BroadcastRemote(ctx context.Context, rooms, except []string, event string, args ...any) error
	// Members are the ids of the members of a room that are connected here.
	Members(room string) []string
	// Empty reports whether no socket is in any of the rooms or, without rooms,
	// there is none at all, here or anywhere else.
	Empty(rooms ...string) bool
}

// WatchersRoom is the room of the sockets that are subscribed to new records of
// a model.
func WatchersRoom(m *orm.Model) string { return "sails_model_create_" + m.Identity }

// Room is the room of a context of a record; where the release has one room for
// a record, the context does not matter.
func (s *Set) Room(m *orm.Model, id any, context string) string {
	if s.opts.Switches.OneRoom {
		context = m.Identity
	}
	return "sails_model_" + m.Identity + "_" + KeyText(id) + ":" + context
}

// rooms are those of some contexts of records.
func (s *Set) rooms(m *orm.Model, ids []any, contexts []string) []string {
	if s.opts.Switches.OneRoom {
		contexts = []string{""}
	}
	out := make([]string, 0, len(ids)*len(contexts))
	for _, id := range ids {
		for _, c := range contexts {
			out = append(out, s.Room(m, id, c))
		}
	}
	return out
}

// KeyText is a primary key in the name of a room.
func KeyText(id any) string {
	if text, ok := id.(string); ok {
		return text
	}
	return string(value.Append(nil, id))
}
