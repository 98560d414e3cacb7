package wire_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"net"
	"runtime"
	"testing"
	"time"

	"framework/sockets/wire"
)

// masked is a whole frame of a client; its mask is zero.
func masked(op byte, data []byte) []byte {
	frame := []byte{0x80 | op}
	switch n := len(data); {
	case n < 126:
		frame = append(frame, 0x80|byte(n))
	case n < 1<<16:
		frame = binary.BigEndian.AppendUint16(append(frame, 0x80|126), uint16(n))
	default:
		frame = binary.BigEndian.AppendUint64(append(frame, 0x80|127), uint64(n))
	}
	return append(append(frame, 0, 0, 0, 0), data...)
}

// read reads as the servers do: one goroutine leaves waiting to another.
func read(c *wire.Conn, took func(data []byte, err error)) {
	for {
		data, _, err := c.Read()
		took(data, err)
		if err != nil {
			return
		}
		if c.Idle() {
			go read(c, took)
			return
		}
	}
}

// TestPieces sends messages of every size, many at once and in pieces: each is
// read when its last byte is there, whatever else is.
func TestPieces(t *testing.T) {
	o := limits
	o.ReadLimit = 100_000
	ws, c := pair(t, o)
	messages := make(chan []byte)
	failed := make(chan error, 1)
	go read(c, func(data []byte, err error) {
		if err != nil {
			failed <- err
			return
		}
		messages <- data
	})
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 100 {
		var sent [][]byte
		var stream []byte
		for range 1 + random.IntN(30) {
			size := []int{0, 1, 2, 125, 126, 270, 274, 275, 276, 280, 288, 1000, 4080, 4096, 9000, 70_000}[random.IntN(16)]
			data := bytes.Repeat([]byte{byte(round)}, size)
			sent = append(sent, data)
			if random.IntN(10) == 0 {
				stream = append(stream, masked(9, []byte("are you there"))...)
			}
			stream = append(stream, masked(2, data)...)
			if len(stream) > 200_000 {
				break
			}
		}
		var pieces [][]byte
		for len(stream) > 0 {
			n := len(stream)
			if round%2 == 0 {
				n = min(n, []int{1, 2, 6, 288, 4096, 100_000}[random.IntN(6)])
			}
			pieces = append(pieces, stream[:n])
			stream = stream[n:]
		}
		go func() {
			for _, piece := range pieces {
				if _, err := ws.NetConn().Write(piece); err != nil {
					t.Error(err)
					return
				}
			}
		}()
		for i, want := range sent {
			select {
			case got := <-messages:
				if !bytes.Equal(got, want) {
					t.Fatalf("round %d: message %d has %d bytes, not %d, or others", round, i, len(got), len(want))
				}
			case err := <-failed:
				t.Fatal(err)
			case <-time.After(30 * time.Second):
				t.Fatalf("round %d: message %d of %d does not come", round, i, len(sent))
			}
		}
	}
}

// TestEnds ends the reader in each way that a connection ends while it waits.
func TestEnds(t *testing.T) {
	for name, end := range map[string]func(peer net.Conn, c *wire.Conn){
		"the peer closes": func(peer net.Conn, _ *wire.Conn) { peer.Close() },
		"the peer resets": func(peer net.Conn, _ *wire.Conn) {
			_ = peer.(*net.TCPConn).SetLinger(0)
			peer.Close()
		},
		"aborted":                              func(_ net.Conn, c *wire.Conn) { c.Abort() },
		"closed, and the peer does not answer": func(_ net.Conn, c *wire.Conn) { c.Close(wire.CodeNormal, "") },
	} {
		t.Run(name, func(t *testing.T) {
			o := limits
			o.CloseTimeout = 50 * time.Millisecond
			ws, c := pair(t, o)
			took := make(chan error, 2)
			go read(c, func(_ []byte, err error) { took <- err })
			if _, err := ws.NetConn().Write(masked(1, []byte("hello"))); err != nil {
				t.Fatal(err)
			}
			next := func() error {
				select {
				case err := <-took:
					return err
				case <-time.After(30 * time.Second):
					t.Fatal("the reader hangs")
					return nil
				}
			}
			if err := next(); err != nil {
				t.Fatal(err)
			}
			end(ws.NetConn(), c)
			if err := next(); err == nil {
				t.Errorf("the reader ended with %v", err)
			}
			if err := c.Send(wire.Text("x")); !errors.Is(err, wire.ErrClosed) {
				t.Errorf("sent: %v", err)
			}
		})
	}
}

// TestIdle: a reader would wait when nothing has come, and not while something has
// that it did not take.
func TestIdle(t *testing.T) {
	ws, c := pair(t, limits)
	if !c.Idle() {
		t.Error("something has come that was never sent")
	}
	for range 3 {
		two := append(masked(1, []byte("a")), masked(1, []byte("b"))...)
		if _, err := ws.NetConn().Write(two); err != nil {
			t.Fatal(err)
		}
		for until := time.Now().Add(30 * time.Second); c.Idle(); runtime.Gosched() {
			if time.Now().After(until) {
				t.Fatal("what has come is not seen")
			}
		}
		if c.Idle() {
			t.Error("what has come is not seen again")
		}
		for _, want := range []string{"a", "b"} {
			if data, _, err := c.Read(); err != nil || string(data) != want {
				t.Fatalf("got %q, %v", data, err)
			}
			if c.Idle() != (want == "b") {
				t.Errorf("after %s: idle %v", want, c.Idle())
			}
		}
	}
}
