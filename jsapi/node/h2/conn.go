package h2

import (
	"bufio"
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// Values of the protocol, until settings change them.
const (
	defaultWindow    = 65535
	defaultFrameSize = 16384
	defaultTable     = 4096
	maxWindow        = 1<<31 - 1
)

// Options configure a connection.
type Options struct {
	Server         bool
	MaxHeaderPairs int   // of one list of headers
	MaxMemory      int64 // bytes of headers, and of bodies that wait to be read
	// ResetBurst and ResetRate (a second) are how many streams the other side may begin and
	// give up; only a server counts them.
	ResetBurst, ResetRate int
	// MaxInvalid and MaxRejected are how many invalid frames and refused streams are borne.
	MaxInvalid, MaxRejected int
}

// Handler gets what happens on a connection. Its methods are called one after the
// other, and must not wait.
type Handler interface {
	// Opened is a stream that the other side has begun: a request, or (parent is not 0) the
	// promise of one.
	Opened(s *Stream, parent uint32, fields []hpack.HeaderField, end bool)
	// Headers are those of a response, of information before it, or trailers.
	Headers(s *Stream, fields []hpack.HeaderField, end bool)
	// Gone is the end of a stream: of both of its directions, or by a reset of the other
	// side, or by one that its mistake makes necessary.
	Gone(s *Stream, code http2.ErrCode)
	Settings(list []http2.Setting)
	SettingsAcked()
	Ping(data [8]byte)
	PingAcked(data [8]byte)
	GoAway(code http2.ErrCode, last uint32, debug []byte)
	// Extension is a frame of another kind.
	Extension(kind uint8, stream uint32, payload []byte)
	// Closed is the end of the connection, with its cause; nil where this side has closed it.
	Closed(err error)
}

// Conn is a connection.
type Conn struct {
	conn    net.Conn
	in      io.Reader
	framer  *http2.Framer // reads
	opts    Options
	handler Handler
	out     *writer
	began   time.Time

	mu      sync.Mutex
	streams map[uint32]*Stream
	waiting []*Stream // of this side, until the other one allows more
	nextID  uint32    // of this side
	lastID  uint32    // of the other side
	// own are streams of this side that count, theirs those of the other one.
	own, theirs int
	memory      int64
	closed      bool
	goneAway    bool // this side takes no more streams

	sendWindow          int64
	recvWindow, unacked int64
	windowGoal          int64

	// What the other side allows, and what this side does.
	sendInitial, sendFrame, sendStreams int64
	recvInitial, recvStreams            int64
	announced                           [][]http2.Setting
	pushes                              bool // this side may get some

	resets            float64
	resetsAt          time.Time
	invalid, rejected int
}

// errCalm is the cause of the end where the other side asks for too much.
var errCalm = Error(http2.ErrCodeEnhanceYourCalm)

// Error is an error of the protocol that ends a connection.
type Error http2.ErrCode

func (e Error) Error() string { return "HTTP/2: " + http2.ErrCode(e).String() }

// New begins a connection; head are bytes that were read already. Start makes it run.
func New(conn net.Conn, head []byte, opts Options, handler Handler) *Conn {
	c := &Conn{
		conn: conn, opts: opts, handler: handler, streams: map[uint32]*Stream{}, nextID: 1, began: time.Now(),
		sendWindow: defaultWindow, recvWindow: defaultWindow, windowGoal: defaultWindow,
		sendInitial: defaultWindow, sendFrame: defaultFrameSize, sendStreams: maxWindow,
		recvInitial: defaultWindow, recvStreams: maxWindow, pushes: !opts.Server,
		resets: float64(opts.ResetBurst), resetsAt: time.Now(),
	}
	if opts.Server {
		c.nextID = 2
	}
	c.in = bufio.NewReaderSize(io.MultiReader(newBytes(head), conn), 32<<10)
	c.framer = http2.NewFramer(nil, c.in)
	c.framer.ReadMetaHeaders = hpack.NewDecoder(defaultTable, nil)
	c.framer.SetMaxReadFrameSize(defaultFrameSize)
	c.framer.MaxHeaderListSize = defaultWindow
	c.framer.SetReuseFrames()
	c.out = newWriter(conn)
	return c
}

// Run reads until the connection ends. What was to be sent before goes first.
func (c *Conn) Run() {
	go c.out.run()
	err := c.read()
	c.fail(err)
	_ = c.conn.SetWriteDeadline(time.Now().Add(linger)) // fails for a connection that is closed
	c.out.stop()
	<-c.out.finished
	if _, protocol := errors.AsType[Error](err); protocol {
		// The other side gets to know why, if what it still sends is read.
		_, _ = io.Copy(io.Discard, c.conn)
	}
	_ = c.conn.Close() // nothing is read or written any more
	c.mu.Lock()
	own := c.closed
	c.closed = true
	streams := make([]*Stream, 0, len(c.streams))
	for _, s := range c.streams {
		streams = append(streams, s)
	}
	c.streams = map[uint32]*Stream{}
	for _, s := range streams {
		s.finish(errClosed)
	}
	c.mu.Unlock()
	if own || errors.Is(err, io.EOF) {
		err = nil
	}
	c.handler.Closed(err)
}

// linger is how long the end of a connection may take.
const linger = time.Second

var errClosed = errors.New("the connection is closed")

// fail ends the connection because of err: with GOAWAY if it is one of the protocol.
func (c *Conn) fail(err error) {
	var code http2.ErrCode
	if e, ok := errors.AsType[Error](err); ok {
		code = http2.ErrCode(e)
	} else {
		return
	}
	c.mu.Lock()
	last := c.lastID
	c.mu.Unlock()
	c.out.add(func(f *frames) error { return f.WriteGoAway(last, code, nil) }, nil)
}

// Close ends the connection, after everything that waits to be written.
func (c *Conn) Close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.out.stop()
}

// Preface is what a client sends first.
func (c *Conn) Preface() {
	c.out.add(func(f *frames) error {
		_, err := io.WriteString(f.to, http2.ClientPreface)
		return err
	}, nil)
}

// Settings announces settings of this side. They hold when the other side has
// acknowledged them; only the number of streams is limited at once.
func (c *Conn) Settings(list []http2.Setting) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range list {
		if s.ID == http2.SettingMaxConcurrentStreams {
			c.recvStreams = int64(s.Val)
		}
	}
	c.announced = append(c.announced, list)
	c.out.add(func(f *frames) error { return f.WriteSettings(list...) }, nil)
}

// acknowledged applies the oldest settings that were announced. Only the reading side
// calls it.
func (c *Conn) acknowledged() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.announced) == 0 {
		return
	}
	list := c.announced[0]
	c.announced = c.announced[1:]
	for _, s := range list {
		switch v := int64(s.Val); s.ID {
		case http2.SettingInitialWindowSize:
			for _, st := range c.streams {
				st.recvWindow += v - c.recvInitial
			}
			c.recvInitial = v
		case http2.SettingMaxFrameSize:
			c.framer.SetMaxReadFrameSize(s.Val)
		case http2.SettingMaxHeaderListSize:
			c.framer.MaxHeaderListSize = s.Val
		case http2.SettingHeaderTableSize:
			c.framer.ReadMetaHeaders.SetMaxDynamicTableSize(s.Val)
			c.framer.ReadMetaHeaders.SetAllowedMaxDynamicTableSize(s.Val)
		case http2.SettingEnablePush:
			c.pushes = v != 0 && !c.opts.Server
		}
	}
}

// Ping asks the other side for an answer.
func (c *Conn) Ping(data [8]byte) {
	c.out.add(func(f *frames) error { return f.WritePing(false, data) }, nil)
}

// GoAway announces that this side takes no more streams.
func (c *Conn) GoAway(code http2.ErrCode, last uint32, debug []byte) {
	c.mu.Lock()
	if last == 0 {
		last = c.lastID
	}
	c.mu.Unlock()
	c.out.add(func(f *frames) error { return f.WriteGoAway(last, code, debug) }, nil)
}

// Refuse has new streams of the other side refused.
func (c *Conn) Refuse() {
	c.mu.Lock()
	c.goneAway = true
	c.mu.Unlock()
}

// Extension sends a frame of another kind.
func (c *Conn) Extension(kind uint8, stream uint32, payload []byte) {
	c.out.add(func(f *frames) error { return f.WriteRawFrame(http2.FrameType(kind), 0, stream, payload) }, nil)
}

// SetWindow sets how many bytes of all streams together the other side may send before
// they are read.
func (c *Conn) SetWindow(n int64) {
	c.mu.Lock()
	more := n - c.windowGoal
	c.windowGoal = n
	if more > 0 {
		c.recvWindow += more
	}
	c.mu.Unlock()
	if more > 0 {
		c.out.add(func(f *frames) error { return f.WriteWindowUpdate(0, uint32(more)) }, nil)
	}
}

// State is what a connection shows of itself.
type State struct {
	RecvWindow, SendWindow, LocalWindow, Unacked int64
	NextID, LastID                               uint32
	Queued                                       int
}

// State returns the state now.
func (c *Conn) State() State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return State{
		RecvWindow: c.windowGoal, LocalWindow: c.recvWindow, SendWindow: c.sendWindow, Unacked: c.windowGoal - c.recvWindow,
		NextID: c.nextID, LastID: c.lastID, Queued: c.out.length(),
	}
}

// SetNextID sets the number of the next stream of this side.
func (c *Conn) SetNextID(id uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nextID = id
}

// ended reports whether this side has closed the connection.
func (c *Conn) ended() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

// Busy reports whether something waits to be written.
func (c *Conn) Busy() bool { return c.out.length() > 0 }

type bytesReader struct{ b []byte }

func newBytes(b []byte) io.Reader { return &bytesReader{b} }

func (r *bytesReader) Read(p []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.b)
	r.b = r.b[n:]
	return n, nil
}
