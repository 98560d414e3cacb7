package socketio

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"framework/engine/value"
	"framework/sockets/engineio"
)

// client is a connection of Engine.IO with its sockets, one in each namespace.
type client struct {
	roster
	server  *Server
	options *Options
	conn    *engineio.Conn
	timer   atomic.Pointer[time.Timer] // until the first namespace; nil in version 4
	due     *time.Timer                // until the next attachment, nil while none is missing; protected by mu

	// Of the receiving goroutine: the packet whose attachments are coming.
	partial     *packet
	attachments [][]byte
	received    int // of them
	bytes       int64
}

// open is called for every new connection.
func (s *Server) open(conn *engineio.Conn) engineio.Receiver {
	c := &client{server: s, options: s.options.Load(), conn: conn}
	if c.version() == 5 {
		c.timer.Store(time.AfterFunc(c.options.ConnectTimeout, func() { conn.CloseWith(engineio.ForcedClose, errNoNamespace) }))
	} else {
		c.connect("/", nil) // without being asked
	}
	return c
}

var errNoNamespace = errors.New("the client did not connect to a namespace in time")

func (c *client) version() int {
	if c.conn.Revision() == engineio.Revision4 {
		return 5
	}
	return 4
}

func (c *client) transport() string                          { return c.conn.Transport() }
func (c *client) waited(now time.Time) (time.Duration, bool) { return c.conn.Waited(now) }

func (c *client) send(m *message) error { return c.conn.Send(m.forEngine()...) }

func (c *client) leave(namespace string, all bool) {
	c.forget(namespace)
	if all {
		c.conn.Close()
	}
}

func (c *client) release() { c.conn.CloseWith(engineio.ServerShutdown, nil) }

// Message takes a packet, or an attachment of one.
func (c *client) Message(data []byte, isBinary bool) {
	if err := c.message(data, isBinary); err != nil {
		c.conn.CloseWith(engineio.ParseError, err)
	}
}

func (c *client) message(data []byte, isBinary bool) error {
	if isBinary {
		return c.attachment(data)
	}
	if c.partial != nil {
		return fmt.Errorf("%w: an attachment is missing", errPacket)
	}
	p, rest, err := decodeHead(string(data))
	if err != nil {
		return err
	}
	if p.attachments > c.options.MaxAttachments {
		return fmt.Errorf("%w: %d attachments are more than the server takes", errPacket, p.attachments)
	}
	if p.kind == kindConnect && len(rest) > maxAuth {
		return fmt.Errorf("%w: what comes with connect is longer than %d bytes", errPacket, maxAuth)
	}
	if err := c.read(p, rest); err != nil {
		return err
	}
	if p.attachments == 0 {
		return c.packet(p)
	}
	if c.keep(p) {
		p.over()
	}
	return nil
}

var errNoAttachment = fmt.Errorf("%w: its attachments did not come in time", errPacket)

// keep holds a packet until its attachments have come, each in time: meanwhile
// it takes of the budget. keep reports whether the connection is closed: then
// they do not come.
func (c *client) keep(p *packet) (closed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.partial = p
	if c.due != nil {
		c.due.Stop()
		c.due = nil
	}
	if p != nil && !c.closed {
		c.due = time.AfterFunc(c.options.AttachmentTimeout, func() { c.conn.CloseWith(engineio.ParseError, errNoAttachment) })
	}
	return c.closed
}

// read takes the JSON of a packet, which has to find room in the budget of all
// clients: for an event until it was answered, for others until they were read.
func (c *client) read(p *packet, text string) error {
	if p.release = c.options.take(len(text)); p.release == nil {
		p.refuse(text)
		return nil
	}
	err := p.read(text, c.options.Limits())
	if err != nil {
		p.over()
	}
	return err
}

func (c *client) attachment(data []byte) error {
	if c.partial == nil {
		return fmt.Errorf("%w: an attachment belongs to nothing", errPacket)
	}
	c.received++
	c.bytes += int64(len(data))
	if c.bytes > c.options.MaxAttachmentBytes {
		return fmt.Errorf("%w: its attachments are larger than the server takes", errPacket)
	}
	if p := c.partial; !p.busy {
		c.attachments = append(c.attachments, data)
		if !c.grow(p, len(data)) {
			c.attachments = nil
		}
	}
	if c.received < c.partial.attachments {
		c.keep(c.partial)
		return nil
	}
	p, attachments := c.partial, c.attachments
	c.attachments, c.received, c.bytes = nil, 0, 0
	c.keep(nil)
	if p.busy {
		return c.packet(p)
	}
	if _, err := attach(p.data, attachments); err != nil {
		p.over()
		return err
	}
	return c.packet(p)
}

// grow has a packet take more of the budget. It reports whether there was room;
// without, the packet counts as not read, and takes nothing any more.
func (c *client) grow(p *packet, bytes int) bool {
	release := c.options.take(bytes)
	c.mu.Lock()
	defer c.mu.Unlock()
	if release == nil {
		p.over()
		p.refuse("")
		return false
	}
	if c.closed { // what there was has been given back
		release()
		return true
	}
	before := p.release
	p.release = func() { before(); release() }
	return true
}

func (c *client) packet(p *packet) error {
	if p.kind != kindEvent && p.kind != kindBinaryEvent {
		defer p.over()
	}
	name, _, _ := strings.Cut(p.namespace, "?")
	if p.kind == kindConnect {
		if p.busy {
			c.refuse(name, errBusy)
			return nil
		}
		auth, _ := p.data.(*value.Map)
		c.connect(p.namespace, auth)
		return nil
	}
	s := c.socket(name)
	if s == nil {
		p.over()
		return nil // it was disconnected, and the client does not know yet
	}
	switch p.kind {
	case kindEvent, kindBinaryEvent:
		list, _ := p.data.([]any)
		name, _ := list[0].(string)
		var ack func(...any) error
		if p.id != noID {
			ack = func(args ...any) error {
				if args == nil {
					args = []any{}
				}
				return c.send(&message{kind: kindAck, namespace: s.namespace.name, id: p.id, data: args})
			}
		}
		s.event(&Event{Name: name, Args: list[1:], Ack: ack, Busy: p.busy, release: p.release})
	case kindAck, kindBinaryAck:
		list, _ := p.data.([]any)
		s.answered(p.id, list, p.busy)
	case kindDisconnect:
		c.leave(name, false)
		s.end(ClientDisconnect)
	}
	return nil
}

// connect connects the client to a namespace, or sends the error.
func (c *client) connect(name string, auth *value.Map) {
	name, rawQuery, _ := strings.Cut(name, "?")
	namespace := c.server.namespace(name)
	if namespace == nil {
		c.refuse(name, errNamespace)
		return
	}
	s := &Socket{namespace: namespace, link: c, handshake: c.conn.Handshake(), auth: auth, id: c.socketID(name)}
	if rawQuery != "" {
		s.query, _ = url.ParseQuery(rawQuery) // with what of it can be read
	}
	c.admit(s, func() {
		c.stopTimer()
		var data any
		if c.version() == 5 {
			data = value.Of("sid", s.id)
		}
		_ = c.send(&message{kind: kindConnect, namespace: name, id: noID, data: data}) // else Closed comes
	}, func(err error) { c.refuse(name, err) })
}

// stopTimer also forgets the timer: it takes memory for as long as the client stays.
func (c *client) stopTimer() {
	if timer := c.timer.Swap(nil); timer != nil {
		timer.Stop()
	}
}

// socketID is the id of a socket: clients of version 4 make it themselves, of
// the id of the connection.
func (c *client) socketID(namespace string) string {
	switch {
	case c.version() == 5:
		return newID()
	case namespace == "/":
		return c.conn.ID()
	}
	return namespace + "#" + c.conn.ID()
}

// errBusy answers a connect that finds no room in the budget.
var errBusy = &ConnectError{Message: "The server is reading as many messages as it may (setting http.parseBudget). Try again in a moment."}

// errNamespace has the same text in all versions of socket.io.
var errNamespace = &ConnectError{Message: "Invalid namespace"}

func (c *client) refuse(namespace string, err error) {
	refusal, ok := errors.AsType[*ConnectError](err)
	if !ok {
		refusal = &ConnectError{Message: err.Error()}
	}
	var data any = refusal.object()
	if c.version() == 4 && !(refusal == errNamespace && c.options.ErrorObjects) {
		data = refusal.Message
		if refusal.Data != nil {
			data = refusal.Data
		}
	}
	_ = c.send(&message{kind: kindConnectError, namespace: namespace, id: noID, data: data}) // fails if the client has disconnected
}

// Closed ends every socket of the connection.
func (c *client) Closed(reason engineio.Reason, _ error) {
	c.stopTimer()
	sockets := c.close()
	c.mu.Lock()
	if c.partial != nil {
		c.partial.over()
	}
	if c.due != nil {
		c.due.Stop()
	}
	c.mu.Unlock()
	for _, s := range sockets {
		s.end(reason)
	}
}
