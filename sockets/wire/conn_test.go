package wire_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"framework/sockets/wire"
)

// pair connects a client with a connection of a server.
func pair(t *testing.T, o wire.Options) (*websocket.Conn, *wire.Conn) {
	t.Helper()
	peers, conns := pairs(t, o, 1)
	return peers[0], conns[0]
}

// pairs connects n clients with as many connections of one upgrader.
func pairs(t *testing.T, o wire.Options, n int) (peers []*websocket.Conn, conns []*wire.Conn) {
	t.Helper()
	leaks := goleak.IgnoreCurrent()
	upgrader := wire.NewUpgrader(o)
	upgraded := make(chan *wire.Conn, 1)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := upgrader.Upgrade(w, r, http.Header{"X-Test": {"yes"}})
		if err != nil {
			t.Error(err)
		}
		upgraded <- c
	}))
	for range n {
		ws, res, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(web.URL, "http"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if res.Header.Get("X-Test") != "yes" {
			t.Error("the header is missing")
		}
		_ = ws.SetReadDeadline(time.Now().Add(30 * time.Second))
		peers, conns = append(peers, ws), append(conns, <-upgraded)
	}
	t.Cleanup(func() {
		for i, c := range conns {
			peers[i].Close()
			c.Abort()
		}
		web.Close()
		goleak.VerifyNone(t, leaks)
	})
	return peers, conns
}

var limits = wire.Options{ReadLimit: 1000, QueueBytes: 1 << 20, WriteTimeout: 10 * time.Second, CloseTimeout: time.Second}

// TestOrder sends frames of every size to a peer that is now faster, now slower
// than the server: each comes once, whole and in its turn.
func TestOrder(t *testing.T) {
	ws, c := pair(t, limits)
	random := rand.New(rand.NewPCG(1, 2))
	const n = 3000
	sizes := make([]int, n)
	for i := range sizes {
		sizes[i] = []int{0, 1, 125, 126, 1000, 65535, 65536, 200_000}[random.IntN(8)]
		if random.IntN(4) > 0 {
			sizes[i] = random.IntN(100)
		}
	}
	full, sent := make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(sent)
		for i, size := range sizes {
			frame := wire.Binary([]byte{byte(i)}, bytes.Repeat([]byte{byte(i)}, size))
			for errors.Is(c.Send(frame), wire.ErrFull) {
				select {
				case full <- struct{}{}:
				default:
				}
				runtime.Gosched()
			}
		}
	}()
	for i, size := range sizes {
		_, data, err := ws.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if len(data) != size+1 || bytes.Count(data, []byte{byte(i)}) != size+1 {
			t.Fatalf("frame %d has %d bytes, not %d, or holds something else", i, len(data), size+1)
		}
		if i%500 == 499 {
			select {
			case <-full: // it may be from before the last read, which differs in nothing
			default:
			}
			select { // the server's buffers fill
			case <-full:
			case <-sent:
			}
		}
	}
}

func TestPayload(t *testing.T) {
	for _, n := range []int{0, 125, 126, 65535, 65536} {
		text := strings.Repeat("x", n)
		if got := string(wire.Payload(wire.Text(text))); got != text {
			t.Errorf("%d bytes became %d", n, len(got))
		}
	}
}

func TestCloseComesLast(t *testing.T) {
	ws, c := pair(t, limits)
	if err := c.Send(wire.Text("a"), wire.Text("b")); err != nil {
		t.Fatal(err)
	}
	c.Close(wire.CodeAway, strings.Repeat("é", 100))
	if err := c.Send(wire.Text("c")); !errors.Is(err, wire.ErrClosed) {
		t.Errorf("sent after the end: %v", err)
	}
	for _, want := range []string{"a", "b"} {
		if _, data, err := ws.ReadMessage(); string(data) != want {
			t.Errorf("got %q, %v", data, err)
		}
	}
	_, _, err := ws.ReadMessage()
	if closed, ok := errors.AsType[*websocket.CloseError](err); !ok || closed.Code != wire.CodeAway || closed.Text != strings.Repeat("é", 61) {
		t.Errorf("got %v", err)
	}
	if _, _, err := c.Read(); err == nil {
		t.Error("the server reads on")
	}
}

func TestPingAndLimit(t *testing.T) {
	ws, c := pair(t, limits)
	read := make(chan error, 1)
	go func() {
		for {
			data, isBinary, err := c.Read()
			if err != nil {
				read <- err
				return
			}
			if isBinary || c.Send(wire.Text(string(data))) != nil {
				t.Error("text came as something else, or cannot be answered")
			}
		}
	}()
	pong := ""
	ws.SetPongHandler(func(data string) error { pong = data; return nil })
	if err := ws.WriteControl(websocket.PingMessage, []byte("are you there"), time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if err := ws.WriteMessage(websocket.TextMessage, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	if _, data, err := ws.ReadMessage(); string(data) != "hello" || pong != "are you there" {
		t.Errorf("got %q, %v, after the pong %q", data, err, pong)
	}
	if err := ws.WriteMessage(websocket.TextMessage, bytes.Repeat([]byte("x"), 1001)); err != nil {
		t.Fatal(err)
	}
	if err := <-read; !errors.Is(err, wire.ErrTooBig) {
		t.Errorf("read: %v", err)
	}
	_, _, err := ws.ReadMessage()
	if closed, ok := errors.AsType[*websocket.CloseError](err); !ok || closed.Code != wire.CodeTooBig {
		t.Errorf("got %v", err)
	}
}

// TestPeerThatHangs fails the writer in the end, and with it the reader.
func TestPeerThatHangs(t *testing.T) {
	o := limits
	o.WriteTimeout, o.QueueBytes = 50*time.Millisecond, 100<<20
	_, c := pair(t, o)
	for range 50 {
		if err := c.Send(wire.Binary(make([]byte, 1<<20))); err != nil {
			break
		}
	}
	if _, _, err := c.Read(); err == nil {
		t.Error("the connection lives")
	}
	if err := c.Send(wire.Text("x")); !errors.Is(err, wire.ErrClosed) {
		t.Errorf("sent: %v", err)
	}
}

// TestManyAtOnce sends the same frames to many peers, of which some do not read
// for a while: each gets all of them in their order, and those that read do not
// wait for those that do not.
func TestManyAtOnce(t *testing.T) {
	const n, frames = 40, 300
	o := limits
	o.QueueBytes = 100 << 20
	peers, conns := pairs(t, o, n)
	var sending, reading, late sync.WaitGroup
	hold := make(chan struct{})
	for i, ws := range peers {
		wait := &reading
		if i%8 == 0 {
			wait = &late
		}
		wait.Go(func() {
			if i%8 == 0 {
				<-hold
			}
			for j := range frames {
				_, data, err := ws.ReadMessage()
				if err != nil || len(data) < 2 || int(data[0])<<8|int(data[1]) != j {
					t.Errorf("peer %d got %d bytes as frame %d, %v", i, len(data), j, err)
					return
				}
			}
		})
	}
	sending.Go(func() {
		for j := range frames {
			frame := wire.Binary([]byte{byte(j >> 8), byte(j)}, make([]byte, j%7*2000))
			for i, c := range conns {
				if err := c.Send(frame); err != nil {
					t.Errorf("frame %d of peer %d: %v", j, i, err)
				}
			}
		}
	})
	sending.Wait()
	reading.Wait()
	close(hold)
	late.Wait()
}

// TestAnswersToClose: the code of a peer that closes is repeated, and the connection
// ends.
func TestAnswersToClose(t *testing.T) {
	for name, tc := range map[string]struct {
		frame []byte
		code  int
	}{
		"without a code": {nil, wire.CodeNormal},
		"with one":       {websocket.FormatCloseMessage(wire.CodeAway, "bye"), wire.CodeAway},
	} {
		t.Run(name, func(t *testing.T) {
			ws, c := pair(t, limits)
			if err := ws.WriteControl(websocket.CloseMessage, tc.frame, time.Now().Add(30*time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, _, err := c.Read(); err == nil {
				t.Error("the server reads on")
			}
			_, _, err := ws.ReadMessage()
			if closed, ok := errors.AsType[*websocket.CloseError](err); !ok || closed.Code != tc.code {
				t.Errorf("got %v, want %d", err, tc.code)
			}
			hungUp(t, ws)
		})
	}
}

// hungUp fails the test unless the server has ended the connection.
func hungUp(t *testing.T, ws *websocket.Conn) {
	t.Helper()
	_ = ws.NetConn().SetReadDeadline(time.Now().Add(30 * time.Second))
	if _, err := io.Copy(io.Discard, ws.NetConn()); err != nil && errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the connection stays open")
	}
}

// TestCloseWaitsForItsTurn: a peer that breaks the rules gets what is queued whole,
// then the code, and nothing after it.
func TestCloseWaitsForItsTurn(t *testing.T) {
	for name, tc := range map[string]struct {
		bytes []byte
		code  int
	}{
		"a message above the limit": {masked(2, make([]byte, 1001)), wire.CodeTooBig},
		"no frame":                  {[]byte{0xff, 0xff, 0, 0, 0, 0}, wire.CodeProtocol},
	} {
		t.Run(name, func(t *testing.T) {
			o := limits
			o.QueueBytes = 100 << 20
			ws, c := pair(t, o)
			big := bytes.Repeat([]byte("x"), 20<<20)
			if err := c.Send(wire.Binary(big)); err != nil {
				t.Fatal(err)
			}
			if _, err := ws.NetConn().Write(tc.bytes); err != nil {
				t.Fatal(err)
			}
			if _, _, err := c.Read(); err == nil {
				t.Fatal("it was taken")
			}
			if err := c.Send(wire.Text("x")); !errors.Is(err, wire.ErrClosed) {
				t.Errorf("sent after the end: %v", err)
			}
			if _, data, err := ws.ReadMessage(); !bytes.Equal(data, big) {
				t.Fatalf("got %d bytes, %v", len(data), err)
			}
			_, _, err := ws.ReadMessage()
			if closed, ok := errors.AsType[*websocket.CloseError](err); !ok || closed.Code != tc.code {
				t.Errorf("got %v", err)
			}
			hungUp(t, ws)
		})
	}
}

// TestPingsWithoutReading: a peer that pings and does not read the answers is
// disconnected.
func TestPingsWithoutReading(t *testing.T) {
	o := limits
	o.QueueBytes, o.WriteTimeout = 1000, time.Minute
	ws, c := pair(t, o)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		ping := bytes.Repeat(masked(9, make([]byte, 125)), 100)
		for {
			if _, err := ws.NetConn().Write(ping); err != nil {
				return
			}
		}
	}()
	if _, _, err := c.Read(); !errors.Is(err, wire.ErrFull) {
		t.Errorf("got %v", err)
	}
	c.Abort()
	<-gone
}

// TestSlowPeerGetsItsOwn: what a peer has not read yet is not written over by what
// others are sent.
func TestSlowPeerGetsItsOwn(t *testing.T) {
	o := limits
	o.QueueBytes, o.WriteTimeout = 20<<10, time.Minute
	peers, conns := pairs(t, o, 2)
	sent := 0
	for full := 0; full < 100; {
		// Frames that are sent together are joined.
		frame := wire.Binary(bytes.Repeat([]byte{byte(sent)}, 3000))
		switch err := conns[0].Send(frame, frame); {
		case errors.Is(err, wire.ErrFull):
			full++
			if err := conns[1].Send(wire.Binary(make([]byte, 3000)), wire.Binary(make([]byte, 3000))); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if _, _, err := peers[1].ReadMessage(); err != nil {
					t.Fatal(err)
				}
			}
		case err != nil:
			t.Fatal(err)
		default:
			sent++
		}
	}
	for i := range 2 * sent {
		_, data, err := peers[0].ReadMessage()
		if err != nil || bytes.Count(data, []byte{byte(i / 2)}) != 3000 {
			t.Fatalf("frame %d has %d bytes, or others, %v", i, len(data), err)
		}
	}
}
