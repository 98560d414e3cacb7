package socketio

import (
	"sync"

	"framework/sockets/engineio"
)

// roster holds the sockets of one connection, one in each namespace: those that are
// connected, and those that wait to be admitted.
type roster struct {
	mu      sync.Mutex
	sockets map[string]*Socket
	closed  bool
	// connecting is held while the client and the handler of a socket are notified
	// that it is connected.
	connecting sync.Mutex
}

func newRoster() roster { return roster{sockets: map[string]*Socket{}} }

// admit asks the handler of its namespace about a socket, unless there is one already.
// welcome notifies the client that the socket is connected. refuse gets the reason if it
// is not, unless the client has left by itself.
func (r *roster) admit(s *Socket, welcome func(), refuse func(error)) {
	name := s.namespace.name
	r.mu.Lock()
	if r.closed || r.sockets[name] != nil {
		r.mu.Unlock()
		return
	}
	r.sockets[name] = s
	r.mu.Unlock()
	s.namespace.handler.Admit(s, func(err error) bool {
		if err == nil && r.begin(s, welcome) {
			return true
		}
		if err == nil {
			err = errNamespace // it has been removed
		}
		if r.drop(s) {
			refuse(err)
		}
		return false
	})
}

// begin connects a socket that was admitted, if it still can be.
func (r *roster) begin(s *Socket, welcome func()) bool {
	r.connecting.Lock()
	defer r.connecting.Unlock()
	r.mu.Lock()
	there := !r.closed && r.sockets[s.namespace.name] == s && s.namespace.rooms.add(s)
	r.mu.Unlock()
	if there {
		welcome()
		s.begin(engineio.TransportClose)
	}
	return there
}

// drop takes a socket out that was not connected. It reports whether the client waits
// for it.
func (r *roster) drop(s *Socket) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := s.namespace.name
	if r.closed || r.sockets[name] != s {
		return false
	}
	delete(r.sockets, name)
	return true
}

// socket is that of a namespace, nil if there is none. If the client knows of the socket,
// the socket has its receiver.
func (r *roster) socket(namespace string) *Socket {
	r.connecting.Lock()
	defer r.connecting.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sockets[namespace]
}

// forget takes out the socket of a namespace.
func (r *roster) forget(namespace string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.sockets, namespace)
}

// close lets no socket in any more, and returns those that there are.
func (r *roster) close() map[string]*Socket {
	r.mu.Lock()
	defer r.mu.Unlock()
	sockets := r.sockets
	r.closed, r.sockets = true, nil
	return sockets
}
