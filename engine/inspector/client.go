package inspector

import (
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Limits of a client: the length of a message that it sends, and the bytes that wait for it.
const (
	maxMessage = 64 << 20
	maxWaiting = 256 << 20
)

// client is a connected one. Its messages wait in a queue, because they come from loops.
type client struct {
	conn *websocket.Conn

	mu      sync.Mutex
	queue   [][]byte
	waiting int
	ended   bool
	last    bool // it ends when the queue is empty
	wake    chan struct{}
	gone    chan struct{} // closed when nothing is read any more
}

// connect serves a client until it goes.
func (i *Inspector) connect(w http.ResponseWriter, r *http.Request) {
	if !i.enter() {
		return
	}
	defer i.clients.Done()
	// Whoever knows the path may connect: pages of others cannot read it.
	upgrader := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		i.writers.Done()
		return // it was answered
	}
	conn.SetReadLimit(maxMessage)
	c := &client{conn: conn, wake: make(chan struct{}, 1), gone: make(chan struct{})}
	session := i.target.Connect(c.send)
	i.opts.Say("Debugger attached.")
	done := make(chan struct{})
	go func() {
		defer i.writers.Done()
		defer close(done)
		c.write()
	}()
	go func() {
		select {
		case <-i.ctx.Done():
			c.finish()
		case <-done:
		}
	}()
	for {
		_, message, err := conn.ReadMessage()
		if err != nil {
			break
		}
		session.Receive(message)
	}
	close(c.gone)
	c.end()
	<-done
	session.Close()
	i.opts.Say("Debugger disconnected.")
}

// send puts a message into the queue. A client that does not read is disconnected.
func (c *client) send(message []byte) {
	c.mu.Lock()
	c.queue = append(c.queue, message)
	c.waiting += len(message)
	full := c.waiting > maxWaiting
	c.mu.Unlock()
	if full {
		c.end()
	}
	c.signal()
}

func (c *client) signal() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *client) end() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.signal()
}

// lastTime is how long a client may take to read what waits for it at the end.
const lastTime = time.Second

// finish ends the client when it has got what waits for it.
func (c *client) finish() {
	_ = c.conn.NetConn().SetWriteDeadline(time.Now().Add(lastTime)) // writing fails then
	c.mu.Lock()
	c.last = true
	c.mu.Unlock()
	c.signal()
}

// sayLast ends the connection, and waits for the client to end it too: what it has sent and
// nobody has read would have the system drop what it has not got yet.
func (c *client) sayLast() {
	if c.conn.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseGoingAway, "")) != nil {
		return
	}
	wait := time.NewTimer(lastTime)
	defer wait.Stop()
	select {
	case <-c.gone:
	case <-wait.C:
	}
}

// write writes what is in the queue until the end.
func (c *client) write() {
	defer func() { _ = c.conn.Close() }() // reading notices it
	for range c.wake {
		for {
			c.mu.Lock()
			if c.ended || c.last && len(c.queue) == 0 {
				last := c.last
				c.mu.Unlock()
				if last {
					c.sayLast()
				}
				return
			}
			if len(c.queue) == 0 {
				c.mu.Unlock()
				break
			}
			next := c.queue[0]
			c.queue = c.queue[1:]
			c.waiting -= len(next)
			c.mu.Unlock()
			if c.conn.WriteMessage(websocket.TextMessage, next) != nil {
				return
			}
		}
	}
}
