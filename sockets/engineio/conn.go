package engineio

import (
	"encoding/json"
	"errors"
	"sync"
	"time"

	"framework/sockets/wire"
)

// ErrClosed is returned by Send on a connection that was closed.
var ErrClosed = wire.ErrClosed

// Reason is why a connection was closed, as socket.io names it.
type Reason string

// The reasons.
const (
	TransportClose Reason = "transport close"      // the client went away
	TransportError Reason = "transport error"      // the network or the client broke the rules of the transport
	PingTimeout    Reason = "ping timeout"         // no heartbeat in time
	ParseError     Reason = "parse error"          // the client sent garbage
	ForcedClose    Reason = "forced close"         // Close was called
	ServerShutdown Reason = "server shutting down" // Shutdown was called
	SlowConsumer   Reason = "slow consumer"        // the client did not read what it was sent
)

// Conn is one connection. Its methods are safe for concurrent use.
type Conn struct {
	mu       sync.Mutex
	closed   bool
	early    *closing // how it was closed, if it had no receiver yet
	form     form     // what the client takes
	revision int
	socket   *wire.Conn // nil while polling

	server    *Server
	settings  *settings
	id        string
	handshake *Handshake
	receiver  Receiver // set by start, before anything is received
	receiving sync.Mutex

	// Of the lock, as closed and socket are:
	upgrading bool
	candidate *wire.Conn // the one that is being upgraded to
	probed    bool       // the candidate works
	queue     []*Message // for polls
	queued    int        // bytes
	poll      chan struct{}
	posting   bool
	final     *Message // ends the last poll
	timer     *time.Timer
	awaiting  bool      // a ping was sent
	due       time.Time // the next ping, or the pong if one is awaited; revision 4
	seen      time.Time // when something came last
}

func newConn(s *Server, o *settings, h *Handshake, revision int) *Conn {
	return &Conn{
		server: s, settings: o, id: newID(), revision: revision, form: formOf(h.Query()),
		handshake: h, seen: time.Now(),
	}
}

// ID is the connection's id. It is a secret of the client and the server.
func (c *Conn) ID() string { return c.id }

// Revision is 3 or 4.
func (c *Conn) Revision() int { return c.revision }

// Handshake is the request that made the connection. It is not to be changed.
func (c *Conn) Handshake() *Handshake { return c.handshake }

// Transport is the one in use, Polling or WebSocket.
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

// start queues the packet that opens the connection, and what the owner sends
// with it.
func (c *Conn) start(transport string) {
	o := c.settings
	open, err := json.Marshal(struct {
		SID          string   `json:"sid"`
		Upgrades     []string `json:"upgrades"`
		PingInterval int64    `json:"pingInterval"`
		PingTimeout  int64    `json:"pingTimeout"`
		MaxPayload   int64    `json:"maxPayload"`
	}{c.id, o.upgrades(transport), o.PingInterval.Milliseconds(), o.PingTimeout.Milliseconds(), o.MaxPayload})
	if err != nil {
		panic(err) // strings and numbers
	}
	_ = c.Send(control(KindOpen, string(open))) // fails where the connection is closed already
	receiver := c.server.open(c)
	c.mu.Lock()
	c.receiver = receiver
	early := c.early
	if !c.closed {
		c.due = c.seen.Add(o.PingInterval)
		c.timer = time.AfterFunc(time.Until(c.due), c.beat)
	}
	c.mu.Unlock()
	if early != nil {
		receiver.Closed(early.reason, early.err)
	}
}

// Send queues messages; it does not wait for the client. A client that lets too
// much gather is dropped.
func (c *Conn) Send(messages ...*Message) error {
	c.mu.Lock()
	err := c.enqueue(messages)
	c.mu.Unlock()
	if errors.Is(err, wire.ErrFull) {
		// Not here: the sender may hold locks that the owner's Closed needs.
		go c.shut(closing{reason: SlowConsumer, err: err, abort: true})
	}
	return err
}

// enqueue needs the lock.
func (c *Conn) enqueue(messages []*Message) error {
	if c.closed {
		return ErrClosed
	}
	if c.socket != nil {
		if len(messages) == 1 {
			return c.socket.Send(messages[0].wireFrame(c.revision, c.form == textForm))
		}
		frames := make([][]byte, len(messages))
		for i, m := range messages {
			frames[i] = m.wireFrame(c.revision, c.form == textForm)
		}
		return c.socket.Send(frames...)
	}
	size := 0
	for _, m := range messages {
		size += m.size()
	}
	if c.queued > 0 && c.queued+size > c.settings.MaxQueueBytes {
		return wire.ErrFull
	}
	c.queue = append(c.queue, messages...)
	c.queued += size
	c.wake()
	return nil
}

// wake lets the pending poll answer with the queued packets. The caller holds the lock.
func (c *Conn) wake() {
	if c.poll != nil {
		select {
		case c.poll <- struct{}{}:
		default: // it knows already
		}
	}
}

// Close closes the connection when the client has received all queued packets.
func (c *Conn) Close() { c.CloseWith(ForcedClose, nil) }

// CloseWith is Close with a reason, which is passed to the owner's Closed.
func (c *Conn) CloseWith(reason Reason, err error) {
	code := wire.CodeNormal
	switch reason {
	case ParseError:
		code = wire.CodeProtocol
	case ServerShutdown:
		code = wire.CodeAway
	}
	c.shut(closing{reason: reason, err: err, code: code, linger: true})
}

// closing is how a connection ends.
type closing struct {
	reason   Reason
	err      error
	code     int  // of the WebSocket's close frame
	abort    bool // without waiting for the client
	linger   bool // what is queued is kept for another poll
	byClient bool // the client knows, but may have a poll on its way
}

// shut closes the connection, the first time it is called.
func (c *Conn) shut(how closing) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	c.closed = true
	if c.receiver == nil {
		early := how
		c.early = &early
	}
	socket, candidate := c.socket, c.candidate
	if c.timer != nil {
		c.timer.Stop()
	}
	c.final = closePacket
	if how.byClient {
		c.final = noopPacket
	}
	lingers := (how.linger || how.byClient) && socket == nil && c.poll == nil
	if lingers {
		c.timer = time.AfterFunc(c.settings.LingerTimeout, func() { c.server.register.Remove(c.id) })
	}
	c.wake()
	receiver := c.receiver
	c.mu.Unlock()

	if !lingers {
		c.server.register.Remove(c.id)
	}
	if candidate != nil {
		candidate.Abort()
	}
	switch {
	case socket == nil:
	case how.abort:
		socket.Abort()
	default:
		socket.Close(how.code, string(how.reason))
	}
	if how.reason == SlowConsumer {
		c.settings.Log.Warn("a client was dropped: it does not read what it is sent", "address", c.handshake.Remote, "error", how.err)
	}
	if receiver != nil {
		receiver.Closed(how.reason, how.err)
	}
}

// abort closes the connection without sending the queued packets.
func (c *Conn) abort() {
	c.mu.Lock()
	socket, candidate := c.socket, c.candidate
	c.mu.Unlock()
	if socket != nil {
		socket.Abort()
	}
	if candidate != nil {
		candidate.Abort()
	}
}

// The packets that are the same for all.
var (
	closePacket = control(KindClose, "")
	pingPacket  = control(KindPing, "")
	noopPacket  = control(KindNoop, "")
)

// receive handles one packet, wherever it came from.
func (c *Conn) receive(p Packet) {
	c.receiving.Lock()
	defer c.receiving.Unlock()
	c.mu.Lock()
	closed := c.closed
	c.seen = time.Now()
	if p.Kind == KindPong && c.awaiting && !closed {
		c.awaiting = false
		c.due = c.seen.Add(c.settings.PingInterval)
		c.timer.Reset(c.settings.PingInterval)
	}
	c.mu.Unlock()
	if closed {
		return
	}
	switch p.Kind {
	case KindMessage:
		c.receiver.Message(p.Data, p.Binary)
	case KindPing:
		_ = c.Send(control(KindPong, string(p.Data)))
	case KindClose:
		c.shut(closing{reason: TransportClose, byClient: true, code: wire.CodeNormal})
	}
}

// expired reports whether the client's answer is late, and closes the connection
// then, should the timer be late too.
func (c *Conn) expired() bool {
	c.mu.Lock()
	late := c.awaiting && !c.closed && !time.Now().Before(c.due)
	c.mu.Unlock()
	if late {
		c.shut(closing{reason: PingTimeout, abort: true})
	}
	return late
}

// beat is what the timer does: in revision 4 it sends a ping, or finds that
// the last one was not answered; in revision 3 it finds that none came.
func (c *Conn) beat() {
	o := c.settings
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	var dead, ping bool
	if c.revision == Revision4 {
		dead, ping = c.awaiting, !c.awaiting
		c.awaiting = true
		// The timer may be late: the client pays for a little of that, so that
		// it is dropped on time, but not for a server that has much to do.
		late := min(time.Since(c.due), o.PingTimeout/10)
		c.due = time.Now().Add(o.PingTimeout - late)
		c.timer.Reset(time.Until(c.due))
	} else {
		rest := o.PingInterval + o.PingTimeout - time.Since(c.seen)
		dead = rest <= 0
		c.timer.Reset(max(rest, time.Millisecond))
	}
	c.mu.Unlock()
	switch {
	case dead:
		c.shut(closing{reason: PingTimeout, abort: true})
	case ping:
		_ = c.Send(pingPacket)
	}
}
