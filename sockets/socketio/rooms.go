package socketio

import (
	"maps"
	"slices"
	"sync"
)

// rooms knows which sockets of a namespace are connected, and which are in
// which room. Rooms come with their first member and go with the last.
type rooms struct {
	mu      sync.RWMutex
	sockets map[string]*Socket
	members map[string][]*Socket
	closed  bool // no more sockets are added
}

func newRooms() *rooms {
	return &rooms{sockets: map[string]*Socket{}, members: map[string][]*Socket{}}
}

// add reports whether the socket is in.
func (r *rooms) add(s *Socket) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false
	}
	s.present = true
	r.sockets[s.id] = s
	return true
}

// close admits no more sockets, and returns those that are connected.
func (r *rooms) close() []*Socket {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return slices.Collect(maps.Values(r.sockets))
}

// remove also takes the socket out of its rooms; it reports whether it was in.
func (r *rooms) remove(s *Socket) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !s.present {
		return false
	}
	s.present = false
	delete(r.sockets, s.id)
	for name, i := range s.rooms.all() {
		r.vacate(name, i)
	}
	s.rooms = few[int]{}
	return true
}

// join puts a socket into rooms until it is in as many as it may be; full is
// true the first time that a socket would have been in more.
func (r *rooms) join(s *Socket, names []string, most int) (full bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !s.present {
		return false
	}
	for _, name := range names {
		if _, in := s.rooms.get(name); in || name == s.id {
			continue
		}
		if most > 0 && s.rooms.len() >= most {
			full, s.full = !s.full, true
			return full
		}
		s.rooms.set(name, len(r.members[name]))
		r.members[name] = append(r.members[name], s)
	}
	return false
}

// leave needs the lock.
func (r *rooms) leave(s *Socket, name string) {
	if i, in := s.rooms.get(name); in {
		s.rooms.delete(name)
		r.vacate(name, i)
	}
}

// vacate takes a member out of a room; the last one takes its place. Needs the lock.
func (r *rooms) vacate(name string, i int) {
	members := r.members[name]
	last := len(members) - 1
	if i != last {
		members[i] = members[last]
		members[i].rooms.set(name, i)
	}
	members[last] = nil
	if last == 0 {
		delete(r.members, name)
	} else {
		r.members[name] = members[:last]
	}
}

// list are the members of a room, which may also be the id of a socket: every
// socket is alone in the room of its id. Needs the lock.
func (r *rooms) list(name string) []*Socket {
	if s := r.sockets[name]; s != nil {
		if members := r.members[name]; len(members) > 0 {
			return append([]*Socket{s}, members...)
		}
		return []*Socket{s}
	}
	return r.members[name]
}

// each calls fn once for each socket of the target, with the lock held for
// reading: fn must not connect, join or leave.
func (r *rooms) each(to To, fn func(*Socket)) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var skip map[*Socket]struct{}
	if len(to.Except) > 0 || len(to.Rooms) > 1 {
		skip = map[*Socket]struct{}{}
	}
	for _, name := range to.Except {
		for _, s := range r.list(name) {
			skip[s] = struct{}{}
		}
	}
	if len(to.Rooms) == 0 {
		for _, s := range r.sockets {
			if _, out := skip[s]; !out {
				fn(s)
			}
		}
		return
	}
	for i, name := range to.Rooms {
		for _, s := range r.list(name) {
			if _, out := skip[s]; out {
				continue
			}
			if i < len(to.Rooms)-1 {
				skip[s] = struct{}{}
			}
			fn(s)
		}
	}
}
