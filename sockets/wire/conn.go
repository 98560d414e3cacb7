package wire

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"github.com/gorilla/websocket"

	"framework/engine/budget"
)

// ErrClosed is returned by Send after Close, or after a write failed.
var ErrClosed = errors.New("the connection is closed")

// ErrFull is returned by Send when the peer reads more slowly than it is sent
// to: the queue holds as many bytes as it may.
var ErrFull = errors.New("the connection's queue is full")

// ErrTooBig is returned by Read for a message above the limit.
var ErrTooBig = errors.New("the message is larger than the server takes")

// Options are the limits of connections. Every field but the last has to be set.
type Options struct {
	// ReadLimit is the size of the largest message that is taken, in bytes.
	ReadLimit int64
	// QueueBytes is how many bytes may wait to be written. A single message
	// may be larger when nothing else waits.
	QueueBytes int
	// WriteTimeout is how long one write may take.
	WriteTimeout time.Duration
	// CloseTimeout is how long the peer has to answer a close frame.
	CloseTimeout time.Duration
	// Receiving is shared by the messages that are still coming in on all
	// connections; nil for no bound.
	Receiving *budget.Budget
}

// maxCoalesced is the size up to which several frames are copied into one buffer;
// larger ones are passed to the system as a vector.
const maxCoalesced = 16 << 10

// Upgrader makes connections of HTTP requests. It is safe for concurrent use.
type Upgrader struct {
	options Options
	gorilla websocket.Upgrader
	buffers sync.Pool // *[]byte of maxCoalesced bytes
	arrived sync.Pool // *[]byte of arrival bytes
	readers sync.Pool // *bufio.Reader of readBuffer bytes
	flusher flusher
}

// NewUpgrader returns an upgrader. It does not look at the origin of requests:
// that is for the caller, before Upgrade.
func NewUpgrader(o Options) *Upgrader {
	return &Upgrader{
		options: o,
		gorilla: websocket.Upgrader{
			// Frames are written by this package: gorilla needs no buffer.
			WriteBufferPool: &sync.Pool{},
			CheckOrigin:     func(*http.Request) bool { return true },
		},
		buffers: sync.Pool{New: func() any { b := make([]byte, 0, maxCoalesced); return &b }},
		arrived: sync.Pool{New: func() any { b := make([]byte, arrival); return &b }},
		readers: sync.Pool{New: func() any { return bufio.NewReaderSize(nil, readBuffer) }},
	}
}

// IsUpgrade reports whether the request asks for a WebSocket.
func IsUpgrade(r *http.Request) bool { return websocket.IsWebSocketUpgrade(r) }

// Upgrade takes the request's connection over, with header in the answer. If
// it fails it has answered the request.
func (u *Upgrader) Upgrade(w http.ResponseWriter, r *http.Request, header http.Header) (*Conn, error) {
	c := &Conn{upgrader: u, net: inbound{upgrader: u}}
	ws, err := u.gorilla.Upgrade(hijacker{w, c}, r, header)
	if err != nil {
		return nil, err
	}
	c.net.takeBack() // many clients wait for the server to speak
	ws.SetReadLimit(u.options.ReadLimit)
	c.ws, c.net.conn = ws, c
	// One of TLS has no raw connection that says what came: it is no syscall.Conn.
	inner := c.net.Conn
	if encrypted, ok := inner.(interface{ NetConn() net.Conn }); ok {
		inner = encrypted.NetConn()
	}
	c.arrivals, _ = inner.(arrivals)
	if tcp, ok := c.net.Conn.(syscall.Conn); ok {
		if c.raw, err = tcp.SyscallConn(); err != nil {
			_ = ws.Close()
			return nil, err
		}
	}
	ws.SetPingHandler(func(data string) error {
		// A peer that pings without reading is disconnected when its queue is full.
		if err := c.Send(pongFrame(data)); errors.Is(err, ErrFull) {
			return err
		}
		return nil
	})
	ws.SetCloseHandler(func(code int, _ string) error {
		if code == websocket.CloseNoStatusReceived {
			code = CodeNormal
		}
		c.Close(code, "")
		return nil
	})
	return c, nil
}

// arrivals is a connection that knows when the last of what was received came in.
type arrivals interface {
	Waited(now time.Time) time.Duration
}

// Conn is one connection. One goroutine calls Read until it fails; all other
// methods are safe for concurrent use.
type Conn struct {
	mu      sync.Mutex
	writing bool      // a writer is running
	closing bool      // nothing more is taken
	read    bool      // Read has failed: the peer is not awaited any more
	broken  bool      // a write has failed, or the connection was aborted
	bytes   int       // of the queue, and of the batch being written
	first   [1][]byte // where a queue of one frame lies
	queue   [][]byte

	upgrader *Upgrader
	raw      syscall.RawConn // nil unless net is plain TCP
	arrivals arrivals        // nil if the times are not known
	next     *Conn           // in the flusher's line, of its lock
	ws       *websocket.Conn
	net      inbound
}

// Read returns the next message. After an error the connection is closed, once
// what is queued was written.
func (c *Conn) Read() (data []byte, isBinary bool, err error) {
	c.await()
	c.net.lend()
	kind, r, err := c.ws.NextReader()
	if err == nil {
		data, err = c.upgrader.options.Receiving.ReadAll(r, -1)
	}
	if err == nil {
		c.net.takeBack()
		return data, kind == websocket.BinaryMessage, nil
	}
	switch {
	case errors.Is(err, budget.ErrSpent):
		c.Close(CodeTryLater, err.Error())
	case errors.Is(err, websocket.ErrReadLimit): // gorilla notifies the peer, with inbound.Write
		err = fmt.Errorf("%w: the limit is %d bytes", ErrTooBig, c.upgrader.options.ReadLimit)
	}
	c.mu.Lock()
	c.read, c.closing = true, true
	idle := !c.writing
	c.mu.Unlock()
	if idle {
		c.net.Close()
	}
	return nil, false, err
}

// Waited is how long ago the last of what was received came in: what was just read
// has waited for that long at least. known is false if the connection does not
// know, and for nil: a client that polls.
func (c *Conn) Waited(now time.Time) (d time.Duration, known bool) {
	if c == nil || c.arrivals == nil {
		return 0, false
	}
	return c.arrivals.Waited(now), true
}

// Send queues whole frames; it does not wait for the peer. The frames are not
// changed and not copied. With ErrFull nothing was queued.
func (c *Conn) Send(frames ...[]byte) error {
	n := 0
	for _, f := range frames {
		n += len(f)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closing {
		return ErrClosed
	}
	if c.bytes > 0 && c.bytes+n > c.upgrader.options.QueueBytes {
		return ErrFull
	}
	c.push(n, frames...)
	return nil
}

// push needs the lock.
func (c *Conn) push(n int, frames ...[]byte) {
	c.bytes += n
	if c.queue == nil {
		c.queue = c.first[:0]
	}
	c.queue = append(c.queue, frames...)
	if c.writing {
		return
	}
	c.writing = true
	if c.raw != nil {
		c.upgrader.flusher.add(c)
	} else {
		go c.write()
	}
}

// Close sends a close frame after what is queued, and gives the peer time to
// answer it. It does not wait.
func (c *Conn) Close(code int, reason string) { c.closeWith(closeFrame(code, reason)) }

// closeWith is Close with the frame itself.
func (c *Conn) closeWith(frame []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closing {
		return
	}
	c.closing = true
	c.push(len(frame), frame)
}

// Abort ends the connection now; what is queued is lost.
func (c *Conn) Abort() {
	c.mu.Lock()
	c.closing, c.broken, c.queue = true, true, nil
	c.mu.Unlock()
	c.net.Close()
}

// take moves what is queued to batch, and returns how many bytes that is. With
// nothing queued the writer is at its end.
func (c *Conn) take(batch [][]byte) (queued [][]byte, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended() {
		return batch, 0
	}
	batch = append(batch, c.queue...)
	clear(c.queue)
	c.queue = c.queue[:0]
	return batch, c.bytes
}

// ended ends the writer if nothing is queued. Needs the lock.
func (c *Conn) ended() bool {
	if len(c.queue) > 0 && !c.broken {
		return false
	}
	c.writing, c.queue = false, nil
	switch {
	case c.read || c.broken:
		c.net.Close()
	case c.closing:
		_ = c.net.SetReadDeadline(time.Now().Add(c.upgrader.options.CloseTimeout))
	}
	return true
}

// wrote takes n bytes off the queue's account. Needs the lock.
func (c *Conn) wrote(n int, err error) {
	c.bytes -= n
	if err != nil {
		c.broken, c.closing, c.queue = true, true, nil
	}
}

// write writes what is queued until nothing is. It waits for the peer.
func (c *Conn) write() {
	var batch [][]byte
	for {
		var n int
		if batch, n = c.take(batch[:0]); n == 0 {
			return
		}
		_ = c.net.Conn.SetWriteDeadline(time.Now().Add(c.upgrader.options.WriteTimeout))
		err := c.writeBatch(batch, n)
		_ = c.net.Conn.SetWriteDeadline(time.Time{})
		clear(batch)
		c.mu.Lock()
		c.wrote(n, err)
		c.mu.Unlock()
	}
}

// writeBatch writes n bytes of frames. No two writes of a connection overlap.
func (c *Conn) writeBatch(batch [][]byte, n int) error {
	if len(batch) == 1 {
		_, err := c.net.Conn.Write(batch[0])
		return err
	}
	if n <= maxCoalesced {
		buf := c.upgrader.buffers.Get().(*[]byte)
		joined := (*buf)[:0]
		for _, f := range batch {
			joined = append(joined, f...)
		}
		_, err := c.net.Conn.Write(joined)
		c.upgrader.buffers.Put(buf)
		return err
	}
	buffers := net.Buffers(batch)
	_, err := buffers.WriteTo(c.net.Conn)
	return err
}
