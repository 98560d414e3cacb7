package node

import (
	"errors"
	"io"
	"net"
	"syscall"
	"time"
)

// streamConn is one end of a connection between TLS and a stream of JavaScript, which carries the bytes to wherever
// they go.
type streamConn struct {
	in  *io.PipeReader
	out *io.PipeWriter
}

// newStreamConns are both ends: what is written to one is read from the other.
func newStreamConns() (a, b *streamConn) {
	firstIn, firstOut := io.Pipe()
	secondIn, secondOut := io.Pipe()
	return &streamConn{firstIn, secondOut}, &streamConn{secondIn, firstOut}
}

func (c *streamConn) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	if errors.Is(err, io.ErrClosedPipe) {
		err = io.EOF
	}
	return n, err
}

func (c *streamConn) Write(b []byte) (int, error) {
	n, err := c.out.Write(b)
	if errors.Is(err, io.ErrClosedPipe) {
		err = syscall.EPIPE
	}
	return n, err
}

// CloseWrite has the other end read what was written, and then the end.
func (c *streamConn) CloseWrite() error { return c.out.Close() }

// Close is part of net.Conn.
func (c *streamConn) Close() error { return errors.Join(c.out.Close(), c.in.Close()) }

// noAddress is that of an end.
type noAddress struct{}

// Network is part of net.Addr.
func (noAddress) Network() string { return "stream" }

func (noAddress) String() string { return "" }

// LocalAddr is part of net.Conn.
func (c *streamConn) LocalAddr() net.Addr { return noAddress{} }

// RemoteAddr is part of net.Conn.
func (c *streamConn) RemoteAddr() net.Addr { return noAddress{} }

// SetDeadline is part of net.Conn: closing an end interrupts what is under way.
func (c *streamConn) SetDeadline(time.Time) error { return nil }

// SetReadDeadline is part of net.Conn.
func (c *streamConn) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline is part of net.Conn.
func (c *streamConn) SetWriteDeadline(time.Time) error { return nil }
