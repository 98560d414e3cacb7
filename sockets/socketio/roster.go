package socketio

import (
	"sync"

	"framework/sockets/engineio"
)

// roster holds the sockets of one connection, one in each namespace: those that are
// connected, and those that wait to be admitted.
type roster struct {
	mu      sync.Mutex
	sockets few[*Socket] // by namespace
	closed  bool
	// connecting is held while the client and the handler of a socket are notified
	// that it is connected.
	connecting sync.Mutex
}

// admit asks the handler of its namespace about a socket, unless there is one already.
// welcome notifies the client that the socket is connected. refuse gets the reason if it
// is not, unless the client has left by itself.
func (r *roster) admit(s *Socket, welcome func(), refuse func(error)) {
	name := s.namespace.name
	r.mu.Lock()
	if _, there := r.sockets.get(name); r.closed || there {
		r.mu.Unlock()
		return
	}
	r.sockets.set(name, s)
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
	there := r.has(s) && s.namespace.rooms.add(s)
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
	if !r.has(s) {
		return false
	}
	r.sockets.delete(s.namespace.name)
	return true
}

// has reports whether a socket is in. Needs the lock.
func (r *roster) has(s *Socket) bool {
	there, _ := r.sockets.get(s.namespace.name)
	return !r.closed && there == s
}

// socket is that of a namespace, nil if there is none. If the client knows of the socket,
// the socket has its receiver.
func (r *roster) socket(namespace string) *Socket {
	r.connecting.Lock()
	defer r.connecting.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	s, _ := r.sockets.get(namespace)
	return s
}

// forget takes out the socket of a namespace.
func (r *roster) forget(namespace string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sockets.delete(namespace)
}

// close lets no socket in any more, and returns those that there are.
func (r *roster) close() []*Socket {
	r.mu.Lock()
	defer r.mu.Unlock()
	var sockets []*Socket
	for _, s := range r.sockets.all() {
		sockets = append(sockets, s)
	}
	r.closed, r.sockets = true, few[*Socket]{}
	return sockets
}
