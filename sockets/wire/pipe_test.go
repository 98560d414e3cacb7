package wire_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"framework/sockets/wire"
)

// single is a listener that accepts one connection.
type single struct {
	conn   chan net.Conn
	closed chan struct{}
}

func (l *single) Accept() (net.Conn, error) {
	select {
	case c := <-l.conn:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *single) Close() error {
	close(l.closed)
	return nil
}

func (l *single) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "unix"} }

// piped connects a client with a connection of a server in memory, for a bubble: a
// write waits until it is read.
func piped(t *testing.T, o wire.Options) (*websocket.Conn, *wire.Conn) {
	t.Helper()
	upgraded := make(chan *wire.Conn, 1)
	l := &single{make(chan net.Conn), make(chan struct{})}
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := wire.NewUpgrader(o).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
		}
		upgraded <- c
	})}
	go func() { _ = server.Serve(l) }()
	dialer := &websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) {
		client, conn := net.Pipe()
		l.conn <- conn
		return client, nil
	}}
	ws, _, err := dialer.Dial("ws://example.com/", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := <-upgraded
	t.Cleanup(func() {
		_ = ws.Close()
		c.Abort()
		_ = server.Close()
	})
	return ws, c
}

// TestAccount: so many bytes may wait, and no more; a message that is larger may come
// when nothing does.
func TestAccount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := limits
		o.QueueBytes = 1000
		ws, c := piped(t, o)
		if _, known := c.Waited(time.Now()); known || c.Idle() {
			t.Error("it is known what came over a pipe")
		}
		frame := func(n int) []byte { return wire.Binary(make([]byte, n-2)) } // for n below 128
		large := wire.Binary(make([]byte, 2000))
		read := func(sizes ...int) {
			t.Helper()
			for _, n := range sizes {
				if _, data, err := ws.ReadMessage(); err != nil || len(data) != n {
					t.Fatalf("got %d bytes, %v", len(data), err)
				}
			}
			synctest.Wait()
		}
		for range 2 {
			for i, tc := range []struct {
				frames [][]byte
				want   error
			}{
				{[][]byte{frame(100)}, nil},
				{[][]byte{large}, wire.ErrFull},
				{[][]byte{wire.Binary(make([]byte, 796)), frame(50), frame(50)}, nil},
				{[][]byte{frame(2)}, wire.ErrFull},
			} {
				if err := c.Send(tc.frames...); !errors.Is(err, tc.want) {
					t.Fatalf("step %d: got %v, want %v", i, err, tc.want)
				}
				synctest.Wait()
			}
			read(98, 796, 48, 48)
			if err := errors.Join(c.Send(large)); err != nil {
				t.Fatal(err)
			}
			if err := c.Send(frame(2)); !errors.Is(err, wire.ErrFull) {
				t.Errorf("behind a large one: %v", err)
			}
			read(2000)
		}
	})
}

// TestBatches: what is queued while a write waits comes whole and in order, whether it
// is little or much.
func TestBatches(t *testing.T) {
	for _, size := range []int{10, 10_000} {
		synctest.Test(t, func(t *testing.T) {
			ws, c := piped(t, limits)
			for i := range 10 {
				if err := c.Send(wire.Binary(bytes.Repeat([]byte{byte(i)}, size))); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
			}
			for i := range 10 {
				if _, data, err := ws.ReadMessage(); err != nil || bytes.Count(data, []byte{byte(i)}) != size {
					t.Fatalf("frame %d has %d bytes, or others: %v", i, len(data), err)
				}
			}
			time.Sleep(time.Hour)
			if err := c.Send(wire.Text("later")); err != nil {
				t.Fatal(err)
			}
			if _, data, err := ws.ReadMessage(); string(data) != "later" {
				t.Errorf("got %q, %v", data, err)
			}
		})
	}
}

// TestTimes: a peer that does not read, and one that does not answer a close frame, are
// given up when their time is over.
func TestTimes(t *testing.T) {
	for name, tc := range map[string]struct {
		do    func(ws *websocket.Conn, c *wire.Conn)
		after time.Duration
	}{
		"does not read": {func(_ *websocket.Conn, c *wire.Conn) { _ = c.Send(wire.Text("x")) }, 10 * time.Second},
		"does not answer": {func(ws *websocket.Conn, c *wire.Conn) {
			c.Close(wire.CodeAway, "")
			c.Close(wire.CodeNormal, "")
			_, _, _ = ws.NextReader() // which answers
		}, 0},
		"answers nothing": {func(ws *websocket.Conn, c *wire.Conn) {
			c.Close(wire.CodeAway, "")
			_, _ = io.ReadFull(ws.NetConn(), make([]byte, 4))
		}, time.Second},
		"aborted": {func(_ *websocket.Conn, c *wire.Conn) {
			_ = c.Send(wire.Text("x"))
			c.Abort()
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ws, c := piped(t, limits)
				start := time.Now()
				over := make(chan time.Duration, 1)
				go func() {
					_, _, err := c.Read()
					if err == nil {
						t.Error("a message came from nowhere")
					}
					over <- time.Since(start)
				}()
				tc.do(ws, c)
				synctest.Wait()
				if took := <-over; took != tc.after {
					t.Errorf("it took %v", took)
				}
				synctest.Wait()
				if err := c.Send(wire.Text("x")); !errors.Is(err, wire.ErrClosed) {
					t.Errorf("sent: %v", err)
				}
				if _, err := ws.NetConn().Read(make([]byte, 1)); err == nil {
					t.Error("the connection stays open")
				}
			})
		})
	}
}
