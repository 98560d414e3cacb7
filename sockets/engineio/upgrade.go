package engineio

import (
	"errors"
	"net/http"
	"time"

	"framework/sockets/wire"
)

// openSocket starts a connection over a WebSocket.
func (c *Conn) openSocket(w http.ResponseWriter, r *http.Request, header http.Header) {
	ws, err := c.upgrade(w, r, header)
	if err != nil {
		c.server.register.Remove(c.id)
		return
	}
	c.mu.Lock()
	c.socket = ws
	closed := c.closed
	c.mu.Unlock()
	if closed { // the server was shut down
		ws.Abort()
	}
	c.start(WebSocket)
	go c.readSocket(ws)
}

func (c *Conn) upgrade(w http.ResponseWriter, r *http.Request, header http.Header) (*wire.Conn, error) {
	if !c.server.register.Acquire() {
		shuttingDown().answer(w, r)
		return nil, ErrClosed
	}
	ws, err := c.settings.upgrader.Upgrade(w, r, header)
	if err != nil {
		c.server.register.Release()
		return nil, err
	}
	return ws, nil
}

// readSocket receives until the WebSocket is closed.
func (c *Conn) readSocket(ws *wire.Conn) {
	for {
		p, err := c.readPacket(ws)
		switch {
		case err == nil:
			c.receive(p)
		case errors.Is(err, ErrPacket):
			c.CloseWith(ParseError, err) // and then reads on to the end
		default:
			end := closing{reason: TransportClose, err: err, byClient: true}
			if errors.Is(err, wire.ErrTooBig) {
				end = closing{reason: TransportError, err: err}
			}
			c.shut(end)
			c.server.register.Release()
			return
		}
		if ws.Idle() {
			go c.readSocket(ws) // to wait on a small stack: this one has grown
			return
		}
	}
}

func (c *Conn) readPacket(ws *wire.Conn) (Packet, error) {
	data, isBinary, err := ws.Read()
	switch {
	case err != nil:
		return Packet{}, err
	case isBinary:
		return DecodeBinary(data, c.revision)
	}
	return DecodeText(data, c.revision)
}

// serveUpgrade lets a polling client try a WebSocket.
func (c *Conn) serveUpgrade(w http.ResponseWriter, r *http.Request) *Refusal {
	c.mu.Lock()
	if c.closed || c.settings.NoUpgrades {
		c.mu.Unlock()
		return refuse(codeRequest, "Bad request")
	}
	second := c.socket != nil || c.upgrading
	c.upgrading = c.socket == nil
	c.mu.Unlock()
	if second {
		c.turnAway(w, r)
		return nil
	}
	c.tryUpgrade(w, r)
	return nil
}

func (c *Conn) tryUpgrade(w http.ResponseWriter, r *http.Request) {
	ws, err := c.upgrade(w, r, nil)
	c.mu.Lock()
	c.candidate = ws
	c.upgrading = err == nil
	closed := c.closed
	c.mu.Unlock()
	if err != nil {
		return
	}
	if closed {
		ws.Abort()
	}
	go c.probe(ws)
}

// turnAway closes a WebSocket for a connection that has one. Clients get a
// close frame, not a refusal, which they would take for the end of the server.
func (c *Conn) turnAway(w http.ResponseWriter, r *http.Request) {
	ws, err := c.upgrade(w, r, nil)
	if err != nil {
		return
	}
	ws.Close(wire.CodePolicy, "the connection has a WebSocket")
	go func() {
		defer c.server.register.Release()
		for err == nil {
			_, _, err = ws.Read()
		}
	}()
}

// probe follows the client's trial: a ping and its pong, the end of the pending
// poll, and the packet that makes the change.
func (c *Conn) probe(ws *wire.Conn) {
	timeout := time.AfterFunc(c.settings.UpgradeTimeout, func() { ws.Close(wire.CodePolicy, "the upgrade took too long") })
	for {
		p, err := c.readPacket(ws)
		if errors.Is(err, ErrPacket) {
			ws.Close(wire.CodeProtocol, err.Error())
			continue
		}
		if err != nil {
			break
		}
		switch p.Kind {
		case KindPing:
			_ = ws.Send(control(KindPong, string(p.Data)).frame)
			c.mu.Lock()
			c.probed = true
			c.mu.Unlock()
			time.AfterFunc(probedPoll, c.releasePoll)
		case KindUpgrade:
			if timeout.Stop() && c.change(ws) {
				go c.readSocket(ws) // which may be for long
				return
			}
		case KindNoop:
		default:
			ws.Close(wire.CodeProtocol, "the upgrade was not finished")
		}
	}
	timeout.Stop()
	c.mu.Lock()
	c.candidate, c.upgrading, c.probed = nil, false, false
	c.mu.Unlock()
	c.server.register.Release()
}

// releasePoll ends the poll that was pending when the upgrade began, with a
// noop, as nothing is queued then.
func (c *Conn) releasePoll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.probed {
		c.wake()
	}
}

// change makes the candidate the connection's WebSocket.
func (c *Conn) change(ws *wire.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	queue := c.queue
	c.socket, c.candidate, c.upgrading, c.probed = ws, nil, false, false
	c.queue, c.queued = nil, 0
	c.wake()
	if len(queue) > 0 {
		// It was within the limit here, and the socket's is empty.
		_ = c.enqueue(queue)
	}
	return true
}
