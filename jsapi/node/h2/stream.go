package h2

import (
	"errors"
	"io"
	"sync"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// Stream is one request with its response. Its methods may be called from any
// goroutine; one read and one write at a time.
type Stream struct {
	ID   uint32
	conn *Conn

	// What follows is guarded by the lock of the connection.
	changed sync.Cond
	own     bool // begun by this side
	counted bool
	ready   bool // its headers were sent, or have come
	queued  func()

	buffer                 [][]byte
	buffered               int64
	unread                 int64 // bytes that are read and not yet announced
	sendWindow, recvWindow int64
	want                   int64 // of the body, -1 if it was not said
	got                    int64
	theirs                 bool // headers have come
	head                   bool // the answer has no body

	sentEnd, gotEnd bool
	over            error // why it has ended
	gone            bool
}

func (c *Conn) newStream(id uint32, own bool) *Stream {
	s := &Stream{ID: id, conn: c, own: own, sendWindow: c.sendInitial, recvWindow: c.recvInitial, want: -1}
	s.changed.L = &c.mu
	c.streams[id] = s
	return s
}

// Open begins a stream of this side.
func (c *Conn) Open(fields []hpack.HeaderField, end bool) (*Stream, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.nextID > maxWindow {
		return nil, ErrNoStreams
	}
	s := c.newStream(c.nextID, true)
	c.nextID += 2
	for _, f := range fields {
		s.head = s.head || f.Name == ":method" && f.Value == "HEAD"
	}
	s.sentEnd = end
	s.queued = func() {
		s.ready, s.counted = true, true
		c.own++
		most := int(c.sendFrame)
		c.out.add(func(f *frames) error { return f.headers(s.ID, 0, fields, end, most) }, nil)
		s.changed.Broadcast()
	}
	c.waiting = append(c.waiting, s)
	c.admit()
	return s, nil
}

// ErrNoStreams is the error of a connection that has used all numbers of streams.
var ErrNoStreams = io.ErrNoProgress

// admit begins streams that wait, as many as the other side allows.
func (c *Conn) admit() {
	for len(c.waiting) > 0 && int64(c.own) < c.sendStreams {
		s := c.waiting[0]
		c.waiting = c.waiting[1:]
		if s.over == nil {
			s.queued()
		}
		s.queued = nil
	}
}

// Push promises a stream on s.
func (s *Stream) Push(fields []hpack.HeaderField) (*Stream, error) {
	c := s.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.over != nil {
		return nil, s.over
	}
	if c.nextID > maxWindow {
		return nil, ErrNoStreams
	}
	p := c.newStream(c.nextID, true)
	c.nextID += 2
	p.ready, p.gotEnd = true, true
	most := int(c.sendFrame) - 4
	c.out.add(func(f *frames) error { return f.headers(s.ID, p.ID, fields, false, most) }, nil)
	return p, nil
}

// Headers sends headers: a response, information before it, or trailers.
func (s *Stream) Headers(fields []hpack.HeaderField, end bool) {
	c := s.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.over != nil || s.sentEnd {
		return
	}
	most := int(c.sendFrame)
	write := func(f *frames) error { return f.headers(s.ID, 0, fields, end, most) }
	if before := s.queued; before != nil { // it waits for its own headers
		s.queued = func() {
			before()
			c.out.add(write, nil)
		}
	} else {
		c.out.add(write, nil)
	}
	if end {
		s.sentEnd = true
		s.settle()
	}
}

// Write sends a piece of the body, when the other side has room for it.
func (s *Stream) Write(p []byte) (int, error) {
	c, total := s.conn, len(p)
	done := make(chan error, 1)
	for len(p) > 0 {
		c.mu.Lock()
		for s.over == nil && (!s.ready || s.sendWindow <= 0 || c.sendWindow <= 0) {
			s.changed.Wait()
		}
		if s.over != nil {
			c.mu.Unlock()
			return total - len(p), s.over
		}
		n := min(int64(len(p)), s.sendWindow, c.sendWindow, c.sendFrame)
		s.sendWindow -= n
		c.sendWindow -= n
		piece := p[:n]
		c.out.add(func(f *frames) error { return f.WriteData(s.ID, false, piece) }, done)
		c.mu.Unlock()
		if err := <-done; err != nil {
			return total - len(p), err
		}
		p = p[n:]
	}
	return total, nil
}

// End sends the end of the body.
func (s *Stream) End() error {
	c := s.conn
	c.mu.Lock()
	for s.over == nil && !s.ready {
		s.changed.Wait()
	}
	if s.over != nil || s.sentEnd { // JavaScript gets to know it in another way
		c.mu.Unlock()
		return nil //nolint:nilerr // nothing is left to be ended
	}
	s.sentEnd = true
	done := make(chan error, 1)
	c.out.add(func(f *frames) error { return f.WriteData(s.ID, true, nil) }, done)
	s.settle()
	c.mu.Unlock()
	return <-done
}

// Read reads the body. What has come before the end of the stream can be read after it.
func (s *Stream) Read(p []byte) (int, error) {
	c := s.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	for s.over == nil && len(s.buffer) == 0 && !s.gotEnd {
		s.changed.Wait()
	}
	if len(s.buffer) == 0 {
		if s.gotEnd || errors.Is(s.over, errDone) {
			return 0, io.EOF
		}
		return 0, s.over
	}
	n := 0
	for n < len(p) && len(s.buffer) > 0 {
		k := copy(p[n:], s.buffer[0])
		n += k
		if s.buffer[0] = s.buffer[0][k:]; len(s.buffer[0]) == 0 {
			s.buffer[0] = nil
			s.buffer = s.buffer[1:]
		}
	}
	s.buffered -= int64(n)
	c.memory -= int64(n)
	c.consumed(int64(n))
	if s.unread += int64(n); !s.gotEnd && s.over == nil && s.unread >= max(c.recvInitial/2, 1) {
		more := s.unread
		s.unread = 0
		s.recvWindow += more
		c.out.add(func(f *frames) error { return f.WriteWindowUpdate(s.ID, uint32(more)) }, nil)
	}
	return n, nil
}

// consumed gives bytes back to the window of the connection.
func (c *Conn) consumed(n int64) {
	if c.unacked += n; c.unacked < c.windowGoal/2 || c.unacked == 0 {
		return
	}
	more := min(c.unacked, c.windowGoal-c.recvWindow)
	c.unacked = 0
	if more > 0 {
		c.recvWindow += more
		c.out.add(func(f *frames) error { return f.WriteWindowUpdate(0, uint32(more)) }, nil)
	}
}

// errDone is the end of a stream without an error.
var errDone = io.ErrClosedPipe

// ErrReset is the end of a stream by a reset.
type ErrReset http2.ErrCode

func (e ErrReset) Error() string { return "stream closed with " + http2.ErrCode(e).String() }

// Reset ends the stream with a code, and sends it. What was not read is dropped.
func (s *Stream) Reset(code http2.ErrCode) {
	c := s.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.over != nil || s.gone {
		s.forget()
		return
	}
	if s.ready && !(s.sentEnd && s.gotEnd) {
		c.out.add(func(f *frames) error { return f.WriteRSTStream(s.ID, code) }, nil)
	}
	s.drop(ErrReset(code))
}

// finish ends waits.
func (s *Stream) finish(err error) {
	if s.over == nil {
		s.over = err
	}
	s.changed.Broadcast()
}

// drop removes the stream, with what was not read.
func (s *Stream) drop(err error) {
	c := s.conn
	s.finish(err)
	if s.gone {
		return
	}
	s.gone = true
	delete(c.streams, s.ID)
	if s.counted {
		s.counted = false
		if s.own {
			c.own--
		} else {
			c.theirs--
		}
	}
	if !s.own {
		c.memory -= streamSize
	}
	if !errors.Is(err, errDone) {
		s.forget()
	}
	c.admit()
}

// forget drops what nobody will read.
func (s *Stream) forget() {
	s.conn.memory -= s.buffered
	s.conn.consumed(s.buffered)
	s.buffer, s.buffered = nil, 0
}

// settle ends a stream of which both directions have ended. What has come can still be
// read.
func (s *Stream) settle() {
	if s.sentEnd && s.gotEnd && !s.gone {
		s.drop(errDone)
		s.conn.out.add(func(*frames) error {
			s.conn.handler.Gone(s, http2.ErrCodeNo)
			return nil
		}, nil)
	}
}

// StreamState is what a stream shows of itself.
type StreamState struct {
	Window            int64
	SentEnd, GotEnd   bool
	Reserved, Waiting bool
}

// State returns the state now.
func (s *Stream) State() StreamState {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	return StreamState{Window: s.recvWindow, SentEnd: s.sentEnd, GotEnd: s.gotEnd, Waiting: !s.ready}
}
