package realtime

import (
	"context"

	"framework/sockets"
)

// rooms are the rooms of "/", as pub/sub needs them.
type rooms struct{ *sockets.Hub }

// Empty implements pubsub.Rooms. The sockets of other servers are not known.
func (r rooms) Empty(names ...string) bool {
	if len(names) == 0 || r.HasBroker() {
		return r.Hub.Empty()
	}
	for _, name := range names {
		if r.Occupied(name) {
			return false
		}
	}
	return true
}

// BroadcastRemote implements pubsub.Rooms.
func (r rooms) BroadcastRemote(_ context.Context, names, except []string, event string, args ...any) error {
	r.PublishRemote(&sockets.Envelope{To: names, Except: except, Event: event, Args: args})
	return nil
}

// LeaveAll implements the hub of jsapi/pubsub. No socket leaves the room of its
// own id: it could not be reached any more.
func (r rooms) LeaveAll(ctx context.Context, source string, _, sourceToo bool) error {
	return r.Hub.LeaveAll(ctx, source, sourceToo)
}

// checkedRooms are the rooms of "/" as the project's own code broadcasts to them:
// messages to the rooms of records reach only the sockets that may read these, if
// that is checked.
type checkedRooms struct {
	*sockets.Namespace
	script *Script
}

// Broadcast sends an event to rooms.
func (r checkedRooms) Broadcast(ctx context.Context, names, except []string, event string, args ...any) error {
	if set := r.script.events.Load(); set == nil || !set.Deliver(names, except, event, args) {
		return r.Namespace.Broadcast(ctx, names, except, event, args...)
	}
	r.script.server.hub.PublishRemote(&sockets.Envelope{To: names, Except: except, Event: event, Args: args})
	return nil
}

// scriptRooms are the rooms of sails.sockets.
type scriptRooms struct {
	rooms
	checked checkedRooms
}

// Broadcast implements the hub of jsapi/pubsub.
func (r scriptRooms) Broadcast(ctx context.Context, names, except []string, event string, args ...any) error {
	return r.checked.Broadcast(ctx, names, except, event, args...)
}

// receive applies an operation of another server. Its messages about records
// reach only the sockets that may read these, if that is checked.
func (s *Server) receive(e *sockets.Envelope) {
	if e.Op == sockets.OpBroadcast && e.Namespace == "/" { // where models publish
		if v, release, err := s.opts.Versions.Acquire(firstWorker); err == nil {
			defer release()
			if v.script.events.Load().Deliver(e.To, e.Except, e.Event, e.Args) {
				return
			}
		}
	}
	s.hub.Receive(e)
}
