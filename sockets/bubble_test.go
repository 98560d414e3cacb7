package sockets_test

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/virtual"
)

// pipes is a listener whose connections are in memory, so that a bubble of synctest
// holds both ends: its clock goes on when all of them wait.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "unix"} }

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.conns <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// script is a dispatcher made of functions; a nil one does nothing.
type script struct {
	admit      func(ctx context.Context, h *engineio.Handshake) (http.Header, error)
	enter      func(ctx context.Context, s *sockets.Socket, decide func(error) bool)
	connect    func(ctx context.Context, s *sockets.Socket)
	request    func(ctx context.Context, s *sockets.Socket, r *virtual.Request) sockets.Answer
	event      func(ctx context.Context, s *sockets.Socket, name string, args []any, ack func(...any) error)
	disconnect func(ctx context.Context, s *sockets.Socket, reason engineio.Reason)
}

func (d *script) Admit(ctx context.Context, h *engineio.Handshake) (http.Header, error) {
	if d.admit == nil {
		return nil, nil
	}
	return d.admit(ctx, h)
}

func (d *script) Guards(string) bool { return d.enter != nil }

func (d *script) Enter(ctx context.Context, s *sockets.Socket, decide func(error) bool) {
	d.enter(ctx, s, decide)
}

func (d *script) Connect(ctx context.Context, s *sockets.Socket) {
	if d.connect != nil {
		d.connect(ctx, s)
	}
}

func (d *script) Request(ctx context.Context, s *sockets.Socket, r *virtual.Request) sockets.Answer {
	if d.request == nil {
		return sockets.Answer{Status: http.StatusOK, Body: []byte(r.URL)}
	}
	return d.request(ctx, s, r)
}

func (d *script) Event(ctx context.Context, s *sockets.Socket, name string, args []any, ack func(...any) error) {
	if d.event != nil {
		d.event(ctx, s, name, args, ack)
	}
}

func (d *script) Disconnect(ctx context.Context, s *sockets.Socket, reason engineio.Reason) {
	if d.disconnect != nil {
		d.disconnect(ctx, s, reason)
	}
}

// bubble is a hub with its clients, whose clock is that of a test.
type bubble struct {
	*sockets.Hub
	t     *testing.T
	pipes *pipes
	began time.Time
}

// inBubble runs a test with a hub.
func inBubble(t *testing.T, o sockets.Options, d sockets.Dispatcher, run func(t *testing.T, b *bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{
			Hub: sockets.NewHub(o, d), t: t, began: time.Now(),
			pipes: &pipes{conns: make(chan net.Conn), closed: make(chan struct{})},
		}
		server := &http.Server{Handler: b.Hub, ReadHeaderTimeout: time.Minute}
		go func() { _ = server.Serve(b.pipes) }()
		t.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			if err := b.Shutdown(ctx); err != nil {
				t.Error(err)
			}
			_ = server.Close()
		})
		run(t, b)
	})
}

// now is the time since the beginning.
func (b *bubble) now() time.Duration { return time.Since(b.began) }

// shutdown shuts the hub down, and hands its error over at the end.
func (b *bubble) shutdown(ctx context.Context) (done chan error) {
	done = make(chan error, 1)
	go func() { done <- b.Shutdown(ctx) }()
	synctest.Wait()
	return done
}

// web is a client for HTTP.
func (b *bubble) web() *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: b.pipes.dial, DisableKeepAlives: true}}
}

// caller is a client of a bubble, which reads what it is sent at once.
type caller struct {
	*bubble
	conn *websocket.Conn
	id   string

	mu     sync.Mutex
	frames []string
	ended  error
	at     time.Duration // when it ended
}

// dial opens a connection; its error is that of the handshake.
func (b *bubble) dial(query string) (*caller, *http.Response, error) {
	return b.dialAt("/socket.io/?transport=websocket&" + query)
}

func (b *bubble) dialAt(path string) (*caller, *http.Response, error) {
	dialer := &websocket.Dialer{NetDialContext: b.pipes.dial}
	conn, res, err := dialer.Dial("ws://example.com"+path, nil)
	if err != nil {
		return nil, res, err
	}
	c := &caller{bubble: b, conn: conn}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			_, text, err := conn.ReadMessage()
			c.mu.Lock()
			if err != nil {
				c.ended, c.at = err, b.now()
				c.mu.Unlock()
				return
			}
			c.frames = append(c.frames, string(text))
			c.mu.Unlock()
		}
	}()
	b.t.Cleanup(func() {
		_ = conn.Close()
		<-done
	})
	return c, res, nil
}

// call connects a client to "/".
func (b *bubble) call() *caller {
	b.t.Helper()
	c, _, err := b.dial("EIO=3")
	if err != nil {
		b.t.Fatal(err)
	}
	got := c.heard()
	if len(got) != 2 || got[1] != "40" {
		b.t.Fatalf("got %q", got)
	}
	_, rest, _ := strings.Cut(got[0], `"sid":"`)
	c.id, _, _ = strings.Cut(rest, `"`)
	return c
}

func (c *caller) send(messages ...string) {
	c.t.Helper()
	for _, m := range messages {
		if err := c.conn.WriteMessage(websocket.TextMessage, []byte(m)); err != nil {
			c.t.Fatal(err)
		}
	}
	synctest.Wait()
}

// heard is what was sent to the client since the last call.
func (c *caller) heard() []string {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	frames := c.frames
	c.frames = nil
	return frames
}

// hears fails the test if something else was sent to the client.
func (c *caller) hears(want ...string) {
	c.t.Helper()
	if got := c.heard(); !slices.Equal(got, want) {
		c.t.Errorf("after %v: got %q, want %q", c.now(), got, want)
	}
}

// gone reports whether the server has ended the connection, and when.
func (c *caller) gone() (ended bool, at time.Duration) {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended != nil, c.at
}

// ask is the frame of a request, and answer that of its answer with a body of text.
func ask(id, url string) string { return "42" + id + `["get",{"url":"` + url + `"}]` }

func answer(id, body string) string {
	return "43" + id + `[{"body":"` + body + `","headers":{},"statusCode":200}]`
}
