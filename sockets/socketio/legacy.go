package socketio

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"framework/engine/value"
	"framework/sockets/engineio"
	"framework/sockets/legacyio"
)

// legacyClient is a connection of Socket.IO 0.9 with its sockets.
type legacyClient struct {
	roster
	server *Server
	conn   *legacyio.Conn
}

func (s *Server) openLegacy(conn *legacyio.Conn) legacyio.Receiver {
	c := &legacyClient{server: s, conn: conn}
	c.connectTo("/", "")
	return c
}

func (c *legacyClient) version() int                               { return 1 }
func (c *legacyClient) transport() string                          { return c.conn.Transport() }
func (c *legacyClient) waited(now time.Time) (time.Duration, bool) { return c.conn.Waited(now) }
func (c *legacyClient) send(m *message) error                      { return c.conn.Send(m.forLegacy()) }

func (c *legacyClient) leave(namespace string, all bool) {
	c.forget(namespace)
	if all {
		c.conn.Close()
	}
}

func (c *legacyClient) release() { c.conn.Release() }

// forLegacy is the message in Socket.IO 0.9, where ids begin with 1 and bytes
// are written as JSON.
func (m *message) forLegacy() string {
	m.legacy.Do(func() {
		p := legacyio.Packet{Endpoint: strings.TrimSuffix(m.namespace, "/")}
		list, _ := m.data.([]any)
		switch m.kind {
		case kindConnect:
			p.Kind = legacyio.KindConnect
		case kindDisconnect:
			p.Kind = legacyio.KindDisconnect
		case kindConnectError:
			p.Kind, p.Data = legacyio.KindError, "2" // unauthorized
		case kindAck:
			p.Kind, p.Data = legacyio.KindAck, strconv.FormatInt(m.id, 10)+"+"+string(value.Append(nil, m.data))
		default:
			p.Kind = legacyio.KindEvent
			p.Data = string(value.Append(nil, value.Of("name", list[0], "args", list[1:])))
			if m.id != noID {
				p.ID, p.WantData = strconv.FormatInt(m.id+1, 10), true
			}
		}
		m.text = p.String()
	})
	return m.text
}

// Packet handles one packet; unknown ones are ignored, as in 0.9.
func (c *legacyClient) Packet(p legacyio.Packet) {
	name, query, _ := strings.Cut(p.Endpoint, "?")
	if name == "" {
		name = "/"
	}
	if p.Kind == legacyio.KindConnect {
		c.connectTo(name, query)
		return
	}
	s := c.socket(name)
	if s == nil {
		return
	}
	switch p.Kind {
	case legacyio.KindDisconnect:
		c.leave(name, false)
		s.end(ClientDisconnect)
	case legacyio.KindAck:
		c.ack(s, p.Data)
	case legacyio.KindMessage, legacyio.KindJSON, legacyio.KindEvent:
		c.read(s, p)
	}
}

// legacyName is how clients begin an event.
var legacyName = regexp.MustCompile(`^{"name":"([^"\\]+)"`)

// read takes the JSON of an event, or a message, as client.read does.
func (c *legacyClient) read(s *Socket, p legacyio.Packet) {
	o := c.server.options.Load()
	e := &Event{Name: "message"}
	if e.release = o.take(len(p.Data)); e.release == nil {
		e.Busy = true
		if found := legacyName.FindStringSubmatch(p.Data); p.Kind == legacyio.KindEvent && found != nil {
			e.Name = found[1]
		}
		c.event(s, p, e)
		return
	}
	if p.Kind == legacyio.KindMessage {
		e.Args = []any{p.Data}
		c.event(s, p, e)
		return
	}
	v, err := value.ParseUntrusted([]byte(p.Data), o.Limits())
	if e.Args = []any{v}; p.Kind == legacyio.KindEvent {
		m, _ := v.(*value.Map) // nothing has no name
		e.Name, _ = m.Value("name").(string)
		e.Args, _ = m.Value("args").([]any)
	}
	if err != nil || e.Name == "" || p.Kind == legacyio.KindEvent && reserved(e.Name) {
		e.Over()
		return
	}
	c.event(s, p, e)
}

func (c *legacyClient) event(s *Socket, p legacyio.Packet, e *Event) {
	id, err := strconv.ParseInt(p.ID, 10, 64)
	switch {
	case err != nil: // there is none
	case p.WantData:
		e.Ack = func(args ...any) error {
			if args == nil {
				args = []any{}
			}
			return c.send(&message{kind: kindAck, namespace: s.namespace.name, id: id, data: args})
		}
	default: // the client only wants to know that it came
		receipt := legacyio.Packet{Kind: legacyio.KindAck, Endpoint: p.Endpoint, Data: p.ID}
		_ = c.conn.Send(receipt.String()) // else Closed comes
	}
	s.event(e)
}

// ack reads <id>[+<list>].
func (c *legacyClient) ack(s *Socket, data string) {
	digits, text, _ := strings.Cut(data, "+")
	id, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return
	}
	o := c.server.options.Load()
	release := o.take(len(text))
	if release == nil {
		s.answered(id-1, nil, true)
		return
	}
	defer release()
	v, _ := value.ParseUntrusted([]byte(text), o.Limits()) // without data there is no list
	args, _ := v.([]any)
	s.answered(id-1, args, false)
}

func (c *legacyClient) connectTo(name, query string) {
	namespace := c.server.namespace(name)
	if namespace == nil {
		c.refuse(name)
		return
	}
	s := &Socket{namespace: namespace, link: c, handshake: c.conn.Handshake(), id: c.conn.ID()}
	if name != "/" {
		s.id = name + "#" + s.id
	}
	if query != "" {
		s.query, _ = url.ParseQuery(query) // with what of it can be read
	}
	c.admit(s, func() {
		_ = c.send(&message{kind: kindConnect, namespace: name, id: noID}) // else Closed comes
	}, func(error) { c.refuse(name) })
}

func (c *legacyClient) refuse(name string) {
	_ = c.send(&message{kind: kindConnectError, namespace: name, id: noID}) // fails if the client has disconnected
}

// Closed ends every socket of the connection.
func (c *legacyClient) Closed(reason engineio.Reason, _ error) {
	for _, s := range c.close() {
		s.end(reason)
	}
}
