package sockets_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/virtual"
)

// silent is a dispatcher that has nothing to say.
type silent struct{}

func (silent) Admit(context.Context, *engineio.Handshake) (http.Header, error) { return nil, nil }
func (silent) Guards(string) bool                                              { return false }
func (silent) Enter(context.Context, *sockets.Socket, func(error) bool)        {}
func (silent) Connect(context.Context, *sockets.Socket)                        {}

func (silent) Request(context.Context, *sockets.Socket, *virtual.Request) sockets.Answer {
	return sockets.Answer{}
}

func (silent) Event(context.Context, *sockets.Socket, string, []any, func(...any) error) {}
func (silent) Disconnect(context.Context, *sockets.Socket, engineio.Reason)              {}

// line is a broker between two hubs of one process.
type line struct {
	to   *sockets.Hub
	sent []*sockets.Envelope
}

func (l *line) Publish(e *sockets.Envelope) {
	l.sent = append(l.sent, e)
	l.to.Receive(e)
}

func (l *line) Close(context.Context) error { return nil }

// listener is a client of a hub.
type listener struct {
	t    *testing.T
	id   string
	conn *websocket.Conn
}

func listen(t *testing.T, h *sockets.Hub, address string) *listener {
	t.Helper()
	known := h.IDs()
	conn, _, err := websocket.DefaultDialer.Dial(strings.Replace(address, "http", "ws", 1)+"/socket.io/?EIO=3&transport=websocket", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	l := &listener{t: t, conn: conn}
	l.next() // the handshake
	if got := l.next(); got != "40" {
		t.Fatalf("got %s", got)
	}
	for _, id := range h.IDs() {
		if !slices.Contains(known, id) {
			l.id = id
		}
	}
	return l
}

func (l *listener) next() string {
	l.t.Helper()
	if err := l.conn.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		l.t.Fatal(err)
	}
	_, text, err := l.conn.ReadMessage()
	if err != nil {
		l.t.Fatal(err)
	}
	return string(text)
}

// TestTwoNodes publishes on one node to sockets of the other.
func TestTwoNodes(t *testing.T) {
	ctx := t.Context()
	var hubs [2]*sockets.Hub
	var lines [2]*line
	var clients [2]*listener
	for i := range hubs {
		hubs[i] = sockets.NewHub(sockets.Options{}, silent{})
		server := httptest.NewServer(hubs[i])
		t.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
			defer cancel()
			if err := hubs[i].Shutdown(ctx); err != nil {
				t.Error(err)
			}
			server.Close()
		})
		if !hubs[i].Empty() {
			t.Error("a lonely node without sockets is not empty")
		}
		clients[i] = listen(t, hubs[i], server.URL)
	}
	for i := range hubs {
		lines[i] = &line{to: hubs[1-i]}
		if before := hubs[i].SetBroker(lines[i]); before != nil {
			t.Errorf("there was %v", before)
		}
	}
	a, b := hubs[0], hubs[1]
	here, there := clients[0].id, clients[1].id

	rooms := func(want ...string) {
		t.Helper()
		if got := b.RoomsOf(there); !slices.Equal(got[1:], want) {
			t.Errorf("the socket there is in %v, want %v", got[1:], want)
		}
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(a.Join(ctx, there, "watchers", "extra"))
	rooms("extra", "watchers")
	check(a.Join(ctx, here, "watchers"))
	check(a.JoinMembers(ctx, "watchers", "record"))
	rooms("extra", "record", "watchers")
	if got := a.Members("record"); !slices.Equal(got, []string{here}) {
		t.Errorf("got %v", got)
	}
	check(a.LeaveMembers(ctx, "watchers", "extra"))
	rooms("record", "watchers")

	// Once to each, and not to excluded sockets, on whichever node they are.
	check(a.Broadcast(ctx, []string{"record", "watchers"}, []string{there}, "x", "only here"))
	check(a.Broadcast(ctx, []string{"record", "watchers"}, []string{here}, "x", "only there"))
	check(a.Broadcast(ctx, nil, nil, "x", "all"))
	check(b.Broadcast(ctx, []string{here}, nil, "x", "one"))
	check(b.Broadcast(ctx, []string{"record"}, nil, "x", "end"))
	for i, want := range [][]string{{"only here", "all", "one", "end"}, {"only there", "all", "end"}} {
		for _, text := range want {
			if got := clients[i].next(); got != `42["x","`+text+`"]` {
				t.Errorf("client %d: got %s, want %s", i, got, text)
			}
		}
	}

	check(a.LeaveAll(ctx, "record", false))
	rooms("record")
	check(a.LeaveAll(ctx, "record", true))
	rooms()

	// Local operations are not sent to other nodes.
	before := len(lines[0].sent)
	check(a.Join(ctx, here, "mine"))
	check(a.JoinMembers(ctx, here, "yours"))
	check(a.JoinMembers(ctx, "mine"))
	check(a.Broadcast(ctx, []string{here}, nil, "x"))
	check(a.Broadcast(ctx, []string{}, nil, "x"))
	if err := a.Broadcast(ctx, nil, nil, "disconnect"); err == nil {
		t.Error("a name of the protocol was emitted")
	}
	if n := len(lines[0].sent) - before; n != 0 {
		t.Errorf("%d were published", n)
	}

	b.Receive(&sockets.Envelope{Event: "connect"}) // of a program that does not know better
	b.Receive(&sockets.Envelope{Op: sockets.OpDisconnect, To: []string{there}})
	if err := clients[1].conn.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	var ended error
	for ended == nil {
		_, _, ended = clients[1].conn.ReadMessage()
	}
	if timeout, ok := errors.AsType[net.Error](ended); ok && timeout.Timeout() {
		t.Error("another node cannot end a connection")
	}
	if a.Empty() || b.Empty() {
		t.Error("there may be sockets elsewhere")
	}
	if old := a.SetBroker(nil); old != sockets.Broker(lines[0]) {
		t.Errorf("got %v", old)
	}
	check(a.Broadcast(ctx, nil, nil, "x"))
	if n := len(lines[0].sent) - before; n != 0 {
		t.Errorf("%d were published without a broker", n)
	}
}
