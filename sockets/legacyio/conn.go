package legacyio

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"framework/engine/budget"
	"framework/sockets/engineio"
	"framework/sockets/wire"
)

// lingerTimeout is how long what is queued for a client that polls is kept when
// the server has closed the connection.
const lingerTimeout = 10 * time.Second

// Conn is one connection. Its methods are safe for concurrent use.
type Conn struct {
	server    *Server
	settings  *settings
	id        string
	handshake *engineio.Handshake
	receiving sync.Mutex
	posting   chan struct{} // held by the one POST that is read

	mu       sync.Mutex
	started  bool // the client came with its transport
	receiver Receiver
	socket   *wire.Conn
	queue    []string // for polls
	queued   int      // bytes
	poll     chan struct{}
	closed   bool
	early    *ending // why it was closed, if it had no receiver yet
	notify   bool    // send a disconnect packet with the answer to the last poll
	timer    *time.Timer
	seen     time.Time
}

// ID is the connection's id, a secret of the client and the server.
func (c *Conn) ID() string { return c.id }

// Handshake is the request that made the connection. It is not to be changed.
func (c *Conn) Handshake() *engineio.Handshake { return c.handshake }

// Transport is the one in use.
func (c *Conn) Transport() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.socket != nil {
		return WebSocket
	}
	return Polling
}

// Waited is how long what was just received has waited until it was read, at least;
// known is false for a client that polls, and if the connection does not know.
func (c *Conn) Waited(now time.Time) (d time.Duration, known bool) {
	c.mu.Lock()
	socket := c.socket
	c.mu.Unlock()
	return socket.Waited(now)
}

// Send queues a packet, in its text form; it does not wait for the client. A
// client that lets too much gather is dropped.
func (c *Conn) Send(packet string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	switch {
	case c.closed:
		return wire.ErrClosed
	case c.socket != nil:
		err = c.socket.Send(wire.Text(packet))
	case c.queued > 0 && c.queued+len(packet) > c.settings.MaxQueueBytes:
		err = wire.ErrFull
	default:
		c.queue = append(c.queue, packet)
		c.queued += len(packet)
		c.wake()
	}
	if errors.Is(err, wire.ErrFull) {
		// Not here: the sender may hold locks that the owner's Closed needs.
		go c.shut(engineio.SlowConsumer, err, wire.CodePolicy)
	}
	return err
}

// wake lets the pending poll answer. Needs the lock.
func (c *Conn) wake() {
	if c.poll != nil {
		select {
		case c.poll <- struct{}{}:
		default:
		}
	}
}

// Release closes the connection so that the client connects again.
func (c *Conn) Release() { c.shut(engineio.ServerShutdown, nil, wire.CodeAway) }

// Close sends a disconnect packet and closes the connection.
func (c *Conn) Close() {
	_ = c.Send(Packet{Kind: KindDisconnect}.String()) // else it is closed
	c.shut(engineio.ForcedClose, nil, wire.CodeNormal)
}

// ending is why a connection was closed.
type ending struct {
	reason engineio.Reason
	err    error
}

func (c *Conn) shut(reason engineio.Reason, err error, code int) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	c.closed = true
	if c.receiver == nil {
		c.early = &ending{reason, err}
	}
	// After a disconnect packet a client does not reconnect by itself. Close has sent one.
	c.notify = reason != engineio.ServerShutdown && reason != engineio.ForcedClose
	c.timer.Stop()
	socket, receiver := c.socket, c.receiver
	byServer := reason == engineio.ServerShutdown || reason == engineio.ForcedClose
	lingers := byServer && socket == nil && c.poll == nil && len(c.queue) > 0
	if lingers {
		c.timer = time.AfterFunc(lingerTimeout, func() { c.server.register.Remove(c.id) })
	}
	c.wake()
	c.mu.Unlock()
	if !lingers {
		c.server.register.Remove(c.id)
	}
	switch {
	case socket == nil:
	case reason == engineio.SlowConsumer || reason == engineio.PingTimeout:
		socket.Abort()
	default:
		socket.Close(code, string(reason))
	}
	if receiver != nil {
		receiver.Closed(reason, err)
	}
}

// abort closes the connection without sending the queued packets.
func (c *Conn) abort() {
	c.mu.Lock()
	socket := c.socket
	c.mu.Unlock()
	if socket != nil {
		socket.Abort()
	}
}

// claim makes the connection that of its first transport, once.
func (c *Conn) claim(socket *wire.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.started || c.closed {
		return false
	}
	c.started, c.socket = true, socket
	return true
}

// start opens the connection once it is claimed. The owner has to notify the
// client, with a connect packet.
func (c *Conn) start() {
	receiver := c.server.open(c)
	c.mu.Lock()
	c.receiver = receiver
	early := c.early
	c.mu.Unlock()
	if early != nil {
		receiver.Closed(early.reason, early.err)
	}
}

// beat sends heartbeats, and finds that the client is silent.
func (c *Conn) beat() {
	o := c.settings
	c.mu.Lock()
	silent := time.Since(c.seen)
	if !c.closed {
		c.timer.Reset(o.HeartbeatInterval)
	}
	c.mu.Unlock()
	if silent >= o.HeartbeatTimeout {
		c.shut(engineio.PingTimeout, nil, wire.CodePolicy)
		return
	}
	_ = c.Send(Packet{Kind: KindHeartbeat}.String()) // else it is closed
}

func (c *Conn) receive(packets []Packet) {
	c.receiving.Lock()
	defer c.receiving.Unlock()
	for _, p := range packets {
		c.mu.Lock()
		c.seen = time.Now()
		closed, receiver := c.closed, c.receiver
		c.mu.Unlock()
		switch {
		case closed || receiver == nil:
			return
		case p.Kind == KindHeartbeat || p.Kind == KindNoop:
		case p.Kind == KindDisconnect && p.Endpoint == "":
			c.shut(engineio.TransportClose, nil, wire.CodeNormal)
		default:
			receiver.Packet(p)
		}
	}
}

// serveSocket runs the connection over a WebSocket; c is nil when there is none
// of the id.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request, c *Conn) {
	if !s.register.Acquire() {
		http.Error(w, "the server is shutting down", http.StatusServiceUnavailable)
		return
	}
	socket, err := s.settings.Load().upgrader.Upgrade(w, r, nil)
	if err != nil {
		s.register.Release()
		return
	}
	if c == nil || !c.claim(socket) {
		_ = socket.Send(wire.Text(unknownSession.String()))
		socket.Close(wire.CodePolicy, "there is no such session to join")
		c = nil
	} else {
		c.start()
	}
	go s.readSocket(c, socket)
}

// readSocket receives until the WebSocket is closed; for a c that is nil it
// only waits for that.
func (s *Server) readSocket(c *Conn, socket *wire.Conn) {
	for {
		data, _, err := socket.Read()
		if err != nil {
			if c != nil {
				c.shut(engineio.TransportClose, err, wire.CodeNormal)
			}
			s.register.Release()
			return
		}
		if c != nil {
			c.take(data)
		}
		if socket.Idle() {
			go s.readSocket(c, socket) // to wait on a small stack: this one has grown
			return
		}
	}
}

// take handles the packets of one message.
func (c *Conn) take(data []byte) {
	packets, err := DecodePayload(data)
	if err != nil {
		c.shut(engineio.ParseError, err, wire.CodeProtocol)
		return
	}
	c.receive(packets)
}

// serve answers the requests of a client that polls.
func (c *Conn) serve(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	other := c.socket != nil
	c.mu.Unlock()
	switch {
	case other:
		text(w, unknownSession.String())
	case r.URL.Query().Has("disconnect"):
		c.shut(engineio.TransportClose, nil, wire.CodeNormal)
		text(w, "")
	case r.Method == http.MethodPost:
		c.servePost(w, r)
	case r.Method == http.MethodGet:
		if c.claim(nil) {
			c.start()
		}
		c.servePoll(w, r)
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

// servePost takes one POST after the other: what many bring at once would be in
// memory at once.
func (c *Conn) servePost(w http.ResponseWriter, r *http.Request) {
	select {
	case c.posting <- struct{}{}:
		defer func() { <-c.posting }()
	case <-r.Context().Done():
		return
	}
	body, err := c.settings.Receiving.ReadAll(http.MaxBytesReader(w, r.Body, c.settings.MaxPayload), -1)
	if errors.Is(err, budget.ErrSpent) {
		w.Header().Set("Connection", "close") // what still comes is not read
		w.Header().Set("Retry-After", "1")
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	if err != nil {
		c.shut(engineio.TransportError, err, wire.CodeTooBig)
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	packets, err := DecodePayload(body)
	if err != nil {
		c.shut(engineio.ParseError, err, wire.CodeProtocol)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.receive(packets)
	text(w, "1")
}

// servePoll answers with what is queued, as soon as something is. A poll that
// another one follows is released.
func (c *Conn) servePoll(w http.ResponseWriter, r *http.Request) {
	poll := make(chan struct{}, 1)
	c.mu.Lock()
	c.seen = time.Now()
	c.wake()
	c.poll = poll
	if len(c.queue) > 0 || c.closed {
		c.wake()
	}
	c.mu.Unlock()
	timeout := time.NewTimer(c.settings.PollTimeout)
	defer timeout.Stop()
	select {
	case <-poll:
	case <-timeout.C:
	case <-r.Context().Done():
		return // the client polls again, or its silence is noticed
	}
	c.mu.Lock()
	var packets []string
	if c.poll == poll {
		packets, c.queue, c.queued, c.poll = c.queue, nil, 0, nil
		if c.closed && c.notify {
			packets = append(packets, Packet{Kind: KindDisconnect}.String())
		}
	}
	closed := c.closed
	c.mu.Unlock()
	if closed {
		c.server.register.Remove(c.id) // if it lingered
	}
	if len(packets) == 0 {
		packets = []string{Packet{Kind: KindNoop}.String()}
	}
	text(w, string(encodePayload(packets)))
}
