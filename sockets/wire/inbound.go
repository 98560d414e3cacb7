package wire

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"time"
)

// readBuffer is the size of the buffer that a connection has while it reads a message:
// enough for the head of a frame, and more than the least that gorilla takes.
const readBuffer = 288

// arrival is how much is read at once, into memory that is only held until it
// was read.
const arrival = 4096

// inbound is a connection as gorilla reads it. The goroutine that reads may have
// waited for its bytes before, see await.
type inbound struct {
	net.Conn
	reader   bufio.Reader  // gorilla's; it has a buffer while lent is set
	lent     *bufio.Reader // of upgrader.readers: whose buffer that is
	memory   *[]byte       // of upgrader.arrived; nil unless something has come
	come     []byte        // the part of memory that was not read yet
	upgrader *Upgrader
	conn     *Conn // nil until the upgrade is answered
}

// lend gives the reader a buffer. Most connections are idle: those have none.
func (in *inbound) lend() {
	if in.lent == nil {
		in.lent = in.upgrader.readers.Get().(*bufio.Reader)
		in.lent.Reset(in)
		in.reader = *in.lent
	}
}

// takeBack takes the buffer from the reader, unless something is in it.
func (in *inbound) takeBack() {
	if in.lent == nil || in.reader.Buffered() > 0 {
		return
	}
	in.lent.Reset(nil)
	in.upgrader.readers.Put(in.lent)
	in.lent, in.reader = nil, bufio.Reader{}
}

// Write writes gorilla's answer to the upgrade. What gorilla writes later are close
// frames for peers that break the rules: they come after what is queued.
func (in *inbound) Write(p []byte) (int, error) {
	if in.conn == nil {
		return in.Conn.Write(p)
	}
	in.conn.closeWith(bytes.Clone(p))
	return len(p), nil
}

// SetWriteDeadline of gorilla is not for the frame that is being written.
func (in *inbound) SetWriteDeadline(t time.Time) error {
	if in.conn == nil {
		return in.Conn.SetWriteDeadline(t)
	}
	return nil
}

func (in *inbound) Read(p []byte) (int, error) {
	if len(in.come) == 0 {
		return in.Conn.Read(p)
	}
	n := copy(p, in.come)
	in.come = in.come[n:]
	if len(in.come) == 0 {
		in.upgrader.arrived.Put(in.memory)
		in.memory, in.come = nil, nil
	}
	return n, nil
}

// await waits until there is something to read, or reading fails. It takes much
// less of the stack than a read of gorilla: a goroutine that waits here has the
// smallest stack there is, if it had not grown before.
func (c *Conn) await() {
	if c.raw != nil && !c.net.ready() {
		_ = c.raw.Read(func(fd uintptr) bool { return c.net.receive(fd) }) // gorilla finds what is wrong
	}
}

// Idle reports whether Read would have to wait. It is for the goroutine that
// reads: one whose stack has grown should leave waiting to another. It is false
// if this cannot be determined.
func (c *Conn) Idle() bool {
	if c.raw == nil || c.net.ready() {
		return false
	}
	came := true
	_ = c.raw.Read(func(fd uintptr) bool {
		came = c.net.receive(fd)
		return true
	})
	return !came
}

// ready reports whether something was received and not read.
func (in *inbound) ready() bool { return len(in.come) > 0 || in.reader.Buffered() > 0 }

// receive takes what has come; false when nothing has.
func (in *inbound) receive(fd uintptr) bool {
	memory := in.upgrader.arrived.Get().(*[]byte)
	n, wait := receive(fd, *memory)
	if n <= 0 {
		in.upgrader.arrived.Put(memory)
		return !wait
	}
	in.memory, in.come = memory, (*memory)[:n]
	return true
}

// hijacker gives gorilla a connection whose read buffer this package owns.
type hijacker struct {
	http.ResponseWriter
	conn *Conn
}

// Hijack implements http.Hijacker.
func (t hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(t.ResponseWriter).Hijack()
	if err != nil || rw.Reader.Buffered() > 0 { // which gorilla refuses
		return conn, rw, err
	}
	in := &t.conn.net
	in.Conn = conn
	in.lend() // gorilla keeps a reader whose buffer is large enough
	return in, bufio.NewReadWriter(&in.reader, rw.Writer), nil
}
