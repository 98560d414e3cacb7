package socketio

import (
	"errors"
	"net/url"
	"slices"
	"sync"
	"time"

	"framework/engine/value"
	"framework/sockets/engineio"
)

// ErrDisconnected is what pending acknowledgements get when their socket is
// disconnected.
var ErrDisconnected = errors.New("the socket was disconnected before the client answered")

// ErrBusy is what acknowledgements get whose answer was not read, as the budget
// of what is read at once is spent.
var ErrBusy = errors.New("the answer was dropped: too much is being read (setting http.parseBudget)")

// link is how packets of a socket get to its client.
type link interface {
	// send does not wait for the client.
	send(m *message) error
	// leave ends the socket of a namespace; all ends the connection with it.
	leave(namespace string, all bool)
	// release ends the connection so that the client connects again by itself.
	release()
	// version is the version of the protocol: 5, 4 (which 3 is part of), or 1
	// for Socket.IO 0.9.
	version() int
	// transport is the one in use.
	transport() string
	// waited is as engineio.Conn.Waited.
	waited(now time.Time) (d time.Duration, known bool)
}

// Socket is a client in a namespace. Its methods are safe for concurrent use.
type Socket struct {
	id        string
	namespace *Namespace
	link      link
	handshake *engineio.Handshake
	auth      *value.Map
	query     url.Values
	receiver  Receiver

	// Of package rooms' lock: whether it is connected, and its place in each room.
	present bool
	full    bool // it was reported that the socket is in as many as it may be
	rooms   few[int]

	mu   sync.Mutex
	next int64
	acks map[int64]func([]any, error)
	gone bool
}

// ID is the socket's id. In version 4 that of / is the id of the connection,
// which is a secret of the client.
func (s *Socket) ID() string { return s.id }

// Namespace is where the socket is connected.
func (s *Socket) Namespace() *Namespace { return s.namespace }

// Handshake is the request that made the connection. It is not to be changed.
func (s *Socket) Handshake() *engineio.Handshake { return s.handshake }

// Auth is what a client of version 5 sent to connect; nil when it sent nothing.
func (s *Socket) Auth() *value.Map { return s.auth }

// Query is what a client of version 4 sent with the name of its namespace.
func (s *Socket) Query() url.Values { return s.query }

// Version is the version of the Socket.IO protocol that the client uses: 5, 4
// (also for 3), or 1 for Socket.IO 0.9.
func (s *Socket) Version() int { return s.link.version() }

// Transport is the one in use: "websocket", "polling", or "xhr-polling".
func (s *Socket) Transport() string { return s.link.transport() }

// Waited is how long an event has waited until it was read, at least. The
// receiver of the event calls it; known is false if the time is not known.
func (s *Socket) Waited(now time.Time) (d time.Duration, known bool) { return s.link.waited(now) }

// Emit sends an event. It does not wait for the client; an error says that the
// connection is closed or closing.
func (s *Socket) Emit(name string, args ...any) error {
	if err := checkName(name); err != nil {
		return err
	}
	return s.link.send(newEvent(s.namespace.name, name, noID, args))
}

// EmitAck sends an event that the client is to answer, and calls answered once,
// with the answer, with ErrDisconnected or with ErrBusy.
func (s *Socket) EmitAck(answered func(args []any, err error), name string, args ...any) error {
	if err := checkName(name); err != nil {
		return err
	}
	s.mu.Lock()
	if s.gone {
		s.mu.Unlock()
		return ErrDisconnected
	}
	id := s.next
	s.next++
	if s.acks == nil {
		s.acks = map[int64]func([]any, error){}
	}
	s.acks[id] = answered
	s.mu.Unlock()
	err := s.link.send(newEvent(s.namespace.name, name, id, args))
	if err != nil && s.takeAck(id) == nil {
		return nil // answered was called at the end of the socket
	}
	return err
}

func (s *Socket) takeAck(id int64) func([]any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answered := s.acks[id]
	delete(s.acks, id)
	return answered
}

// Join puts the socket into rooms; once it is disconnected that does nothing.
// A socket that is in as many rooms as it may be joins no others; that is logged
// once.
func (s *Socket) Join(rooms ...string) {
	o := s.namespace.options.Load()
	if s.namespace.rooms.join(s, rooms, o.MaxRooms) {
		o.Engine.Log.Warn("a socket is in as many rooms as it may be, and joins no others (setting sockets.maxRooms)", "socket", s.id, "rooms", o.MaxRooms)
	}
}

// Leave takes the socket out of rooms.
func (s *Socket) Leave(rooms ...string) {
	s.namespace.rooms.mu.Lock()
	defer s.namespace.rooms.mu.Unlock()
	for _, name := range rooms {
		s.namespace.rooms.leave(s, name)
	}
}

// Rooms are the rooms that the socket is in, sorted, without that of its id.
func (s *Socket) Rooms() []string {
	s.namespace.rooms.mu.RLock()
	defer s.namespace.rooms.mu.RUnlock()
	names := make([]string, 0, s.rooms.len())
	for name := range s.rooms.all() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Disconnect ends the socket, and notifies the client, which does not connect
// again by itself. With all it also closes the connection.
func (s *Socket) Disconnect(all bool) {
	_ = s.link.send(&message{kind: kindDisconnect, namespace: s.namespace.name, id: noID}) // else it is closed
	s.link.leave(s.namespace.name, all)
	s.end(ServerDisconnect)
}

// Release closes the connection of the socket when the client has got what was
// sent, so that the client connects again by itself, to another server.
func (s *Socket) Release() { s.link.release() }

// end takes the socket out, once.
func (s *Socket) end(reason engineio.Reason) {
	if !s.namespace.rooms.remove(s) {
		return
	}
	s.mu.Lock()
	s.gone = true
	acks := s.acks
	s.acks = nil
	receiver := s.receiver
	s.mu.Unlock()
	for _, answered := range acks {
		answered(nil, ErrDisconnected)
	}
	if receiver != nil {
		receiver.Disconnect(reason)
	}
}

// begin notifies the handler, after the client.
func (s *Socket) begin(reason engineio.Reason) {
	receiver := s.namespace.handler.Connect(s)
	s.mu.Lock()
	s.receiver = receiver
	gone := s.gone
	s.mu.Unlock()
	if gone { // while the handler connected it
		receiver.Disconnect(reason)
	}
}

// event hands an event to the receiver.
func (s *Socket) event(e *Event) {
	s.mu.Lock()
	receiver := s.receiver
	s.mu.Unlock()
	if receiver == nil {
		e.Over() // the client did not wait to be connected
		return
	}
	if ack := e.Ack; ack != nil {
		var once sync.Once
		e.Ack = func(args ...any) (err error) {
			once.Do(func() { err = ack(args...) })
			return err
		}
	}
	receiver.Event(e)
}

// answered passes an acknowledgement to the function that waits for it; one
// that is busy was not read.
func (s *Socket) answered(id int64, args []any, busy bool) {
	fn := s.takeAck(id)
	switch {
	case fn == nil:
	case busy:
		s.namespace.options.Load().Engine.Log.Warn("an acknowledgement was dropped: too much is being read (setting http.parseBudget)", "socket", s.id)
		fn(nil, ErrBusy)
	default:
		fn(args, nil)
	}
}
