package sockets_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"framework/engine/budget"
	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/socketio"
	"framework/sockets/virtual"
)

// TestEnter: the dispatcher decides which sockets are connected to a namespace,
// and may take time for it.
func TestEnter(t *testing.T) {
	type asked struct {
		ctx    context.Context
		decide func(error) bool
	}
	var asks chan asked
	d := &script{enter: func(ctx context.Context, s *sockets.Socket, decide func(error) bool) {
		if s.Namespace() == "/" {
			decide(nil)
			return
		}
		asks <- asked{ctx, decide}
		<-ctx.Done()
	}}
	inBubble(t, sockets.Options{}, d, func(t *testing.T, b *bubble) {
		asks = make(chan asked, 10) // of the bubble
		b.SetNamespaces([]string{"/chat", "/news"})
		c := b.call()
		c.send("40/chat,", "40/news,", "40/nowhere,")
		c.hears(`44/nowhere,"Invalid namespace"`)
		for _, tc := range []struct {
			verdict error
			want    []string
		}{
			{nil, []string{"40/chat", "40/news"}},
			{errors.New("not you"), []string{`44/chat,"not you"`, `44/news,"not you"`}},
		} {
			a := <-asks
			if connected := a.decide(tc.verdict); connected != (tc.verdict == nil) {
				t.Errorf("%v: connected %v", tc.verdict, connected)
			}
			if got := c.heard(); len(got) != 1 || !slices.Contains(tc.want, strings.TrimSuffix(got[0], ",")) {
				t.Errorf("%v: got %q", tc.verdict, got)
			}
			if deadline, _ := a.ctx.Deadline(); time.Until(deadline) != 20*time.Second {
				t.Errorf("there is time until %v", time.Until(deadline))
			}
		}
		if n := len(b.In("/chat").IDs()) + len(b.In("/news").IDs()); n != 1 {
			t.Errorf("%d sockets are connected", n)
		}
	})
}

// TestSetNamespaces adds and removes namespaces.
func TestSetNamespaces(t *testing.T) {
	inBubble(t, sockets.Options{}, &script{}, func(t *testing.T, b *bubble) {
		b.SetNamespaces([]string{"/chat", "/news"})
		chat := b.In("/chat")
		c := b.call()
		c.send("40/chat,", "40/news,")
		c.hears("40/chat,", "40/news,")
		if got := chat.IDs(); !slices.Equal(got, []string{"/chat#" + c.id}) {
			t.Errorf("got %q", got)
		}
		b.SetNamespaces([]string{"/chat"})
		c.hears("41/news,")
		if b.In("/chat") != chat || b.In("") != b.In("/") || b.In("/") != b.Namespace {
			t.Error("a namespace is another now")
		}
		if got := b.In("/news").IDs(); len(got) != 0 {
			t.Errorf("a namespace that is gone has %q", got)
		}
		c.send("40/news,")
		c.hears(`44/news,"Invalid namespace"`)
		if s := b.Socket("/chat#" + c.id); s == nil || s.Namespace() != "/chat" {
			t.Errorf("got %v", s)
		}
		b.SetNamespaces(nil)
		c.hears("41/chat,")
		if ended, _ := c.gone(); ended || b.Len() != 1 {
			t.Error("the connection has ended with its namespace")
		}
		b.SetNamespaces([]string{"/news"})
		c.send("40/news,")
		c.hears("40/news,")
	})
}

// TestRooms asks for what is in rooms.
func TestRooms(t *testing.T) {
	inBubble(t, sockets.Options{}, &script{}, func(t *testing.T, b *bubble) {
		ctx := t.Context()
		ids := make([]string, 5)
		for i := range ids {
			ids[i] = b.call().id
		}
		check := func(what string, got []string, want ...string) {
			t.Helper()
			if !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", what, got, want)
			}
		}
		for _, id := range ids {
			if err := b.Join(ctx, id, "all", id[:1]+"-"+id); err != nil {
				t.Fatal(err)
			}
		}
		names := []string{"all"}
		for _, id := range ids {
			names = append(names, id, id[:1]+"-"+id)
		}
		check("rooms", b.RoomNames(), slices.Sorted(slices.Values(names))...)
		check("members", b.Members("all"), slices.Sorted(slices.Values(ids))...)
		check("sockets", b.IDs(), slices.Sorted(slices.Values(ids))...)
		check("rooms of none", b.RoomsOf("none"))
		if err := b.Leave(ctx, ids[0], "all"); err != nil {
			t.Fatal(err)
		}
		check("rooms of one", b.RoomsOf(ids[0]), ids[0], ids[0][:1]+"-"+ids[0])
		if !b.Occupied("all") || !b.Occupied(ids[0]) || b.Occupied("none") || !b.Has(ids[1]) || b.Has("all") || b.HasBroker() {
			t.Error("it is not known what is here")
		}
		if err := b.LeaveMembers(ctx, "all", ids[1][:1]+"-"+ids[1]); err != nil {
			t.Fatal(err)
		}
		check("rooms of another", b.RoomsOf(ids[1]), ids[1], "all")
		if err := b.LeaveAll(ctx, "all", false); err != nil {
			t.Fatal(err)
		}
		check("rooms of a third", b.RoomsOf(ids[2]), ids[2], "all")
		if err := b.LeaveAll(ctx, "all", true); err != nil {
			t.Fatal(err)
		}
		check("rooms of the third", b.RoomsOf(ids[2]), ids[2])
	})
}

// TestEach runs a function for those that are connected, in the order of their jobs.
func TestEach(t *testing.T) {
	k := newKitchen()
	inBubble(t, sockets.Options{}, k, func(t *testing.T, b *bubble) {
		c, gone := b.call(), b.call()
		c.send(ask("1", "/1"))
		gone.send(ask("1", "/2"))
		k.noted()
		b.Each(func(_ context.Context, s *sockets.Socket) {
			k.note("each")
			if s.ID() != c.id {
				t.Error("it was run for a socket that is gone")
			}
			time.Sleep(time.Second)
		})
		_ = gone.conn.Close()
		c.send(ask("3", "/3"))
		k.check(t, "0s disconnect: transport close")
		k.serve("/1")
		k.serve("/2")
		time.Sleep(time.Minute / 4)
		k.check(t, "0s each", "1s /3")
		k.serve("/3")

		hasty := b.call() // it goes while the first job of its own runs
		k.noted()
		b.Each(func(context.Context, *sockets.Socket) { time.Sleep(time.Second) })
		synctest.Wait()
		_ = hasty.conn.Close()
		time.Sleep(time.Minute / 4)
		if got := k.noted(); len(got) != 1 || !strings.HasSuffix(got[0], "disconnect: transport close") {
			t.Errorf("got %q", got)
		}
	})
}

// TestSocket asks a socket what it is, and has it do things.
func TestSocket(t *testing.T) {
	lines := &bytes.Buffer{}
	memory := &budget.Budget{}
	memory.SetMost(30)
	o := sockets.Options{Log: slog.New(slog.NewTextHandler(lines, nil)), Server: socketio.Options{Budget: memory}}
	ended := ""
	d := &script{
		event: func(_ context.Context, s *sockets.Socket, name string, args []any, ack func(...any) error) {
			if ack != nil {
				_ = ack(append([]any{name}, args...)...)
			}
		},
		disconnect: func(_ context.Context, _ *sockets.Socket, reason engineio.Reason) { ended = string(reason) },
	}
	inBubble(t, o, d, func(t *testing.T, b *bubble) {
		c := b.call()
		s := b.Socket(c.id)
		if s == nil || s.ID() != c.id || s.Namespace() != "/" || s.Transport() != "websocket" || s.Auth() != nil || s.Query() != nil {
			t.Fatalf("got %v", s)
		}
		before := s.Header()
		s.SetCookies("a=b")
		if s.Header().Get("Cookie") != "a=b" || before.Get("Cookie") != "" || s.Handshake().Header.Get("Cookie") != "" {
			t.Errorf("the cookies are %q, and were %q", s.Header(), before)
		}
		long := strings.Repeat("x", 40)
		var answered []any
		for _, tc := range []struct {
			name, send string
			want       []string
		}{
			{"an event", `421["a",1]`, []string{`431["a",1]`}},
			{"an event without an acknowledgement", `42["a",1]`, nil},
			{"a request that is none", `422["get",7]`, []string{`432[{"code":"SAILS:HOOK:SOCKETS:PARSE_VIRTUAL_REQ","name":"Error","status":400,"message":"Failed to parse incoming socket.io request.","details":"No url provided in request: 7"}]`}},
			{"one that wants no answer", `42["get",7]`, []string{`42["sails:parseError",{"code":"SAILS:HOOK:SOCKETS:PARSE_VIRTUAL_REQ","name":"Error","status":400,"message":"Failed to parse incoming socket.io request.","details":"No url provided in request: 7"}]`}},
			{"a request", ask("3", "/3"), []string{answer("3", "/3")}},
		} {
			c.send(tc.send)
			if got := c.heard(); !slices.Equal(got, tc.want) {
				t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
			}
			if used := memory.Used(); used != 0 {
				t.Fatalf("%s: %d bytes are kept", tc.name, used)
			}
		}
		if !memory.Take(20) {
			t.Fatal("there is no room")
		}
		c.send(`424["get",{"url":"/`+long+`"}]`, `425["dropped","`+long+`"]`)
		c.hears(`434[{"body":"The server is reading as many messages as it may (setting http.parseBudget). Try again in a moment.","headers":{"Retry-After":"1"},"statusCode":503}]`)
		if got := lines.String(); strings.Count(got, "an event was dropped") != 1 || !strings.Contains(got, "event=dropped") {
			t.Errorf("the log is %s", got)
		}
		memory.Give(20)
		if err := s.EmitAck(func(args []any, err error) { answered = args }, "question"); err != nil {
			t.Fatal(err)
		}
		c.hears(`420["question"]`)
		c.send(`430["yes"]`)
		if len(answered) != 1 || answered[0] != "yes" {
			t.Errorf("answered with %v", answered)
		}
		s.Disconnect(false)
		c.hears("41")
		if gone, _ := c.gone(); gone || b.Socket(c.id) != nil || ended != "server namespace disconnect" {
			t.Errorf("the socket ended with %q", ended)
		}
		c = b.call()
		b.Socket(c.id).Disconnect(true)
		if gone, _ := c.gone(); !gone {
			t.Error("the connection lives on")
		}
	})
}

// TestOptions changes what a hub serves.
func TestOptions(t *testing.T) {
	lines := &bytes.Buffer{}
	hub := sockets.NewHub(sockets.Options{}, &script{})
	defer func() { _ = hub.Shutdown(context.Background()) }()
	serves := func(want ...bool) {
		t.Helper()
		for i, path := range []string{"/socket.io/", "/live/"} {
			if got := hub.Serves(path); got != want[i] {
				t.Errorf("%s is served: %v", path, got)
			}
		}
	}
	serves(true, false)
	hub.Configure(sockets.Options{Server: socketio.Options{Path: "/live"}})
	serves(false, true)
	if first, later := httptest.NewRequest(http.MethodGet, "/live/?EIO=4", nil), httptest.NewRequest(http.MethodGet, "/live/?EIO=4&sid=x", nil); !hub.Connects(first) || hub.Connects(later) {
		t.Error("it is not known which request is the first of a client")
	}
	hub.Configure(sockets.Options{Off: true, Log: slog.New(slog.NewTextHandler(lines, nil))})
	serves(false, false)
	hub.Receive(&sockets.Envelope{Event: "connect"})
	if got := lines.String(); !strings.Contains(got, "another node emits what cannot be emitted") {
		t.Errorf("the log is %s", got)
	}
}

// TestLog: the transports write to the log of the hub.
func TestLog(t *testing.T) {
	lines := &bytes.Buffer{}
	o := sockets.Options{Log: slog.New(slog.NewTextHandler(lines, nil))}
	o.Server.Engine.MaxConnections = 1
	inBubble(t, o, &script{}, func(t *testing.T, b *bubble) {
		b.call()
		if _, _, err := b.dial("EIO=3"); err == nil {
			t.Error("there is one client too many")
		}
		if got := lines.String(); !strings.Contains(got, "a client was refused") {
			t.Errorf("the log is %q", got)
		}
	})
}

// published keeps what is sent to other nodes.
type published struct{ all []*sockets.Envelope }

func (p *published) Publish(e *sockets.Envelope) { p.all = append(p.all, e) }
func (p *published) Close(context.Context) error { return nil }

// TestPublished: the envelopes for other nodes.
func TestPublished(t *testing.T) {
	inBubble(t, sockets.Options{}, &script{}, func(t *testing.T, b *bubble) {
		ctx := t.Context()
		here := b.call().id
		p := &published{}
		b.SetBroker(p)
		if !b.HasBroker() {
			t.Error("there is no broker")
		}
		for _, tc := range []struct {
			name string
			do   func() error
			want int
		}{
			{"a socket elsewhere leaves", func() error { return b.Leave(ctx, "x", "a") }, 1},
			{"a socket here leaves", func() error { return b.Leave(ctx, here, "a") }, 0},
			{"a socket elsewhere leaves nothing", func() error { return b.Leave(ctx, "x") }, 0},
			{"one of several rooms may be elsewhere", func() error { return b.Broadcast(ctx, []string{here, "x"}, nil, "e") }, 1},
			{"rooms here", func() error { return b.Broadcast(ctx, []string{here}, nil, "e") }, 0},
			{"members leave all rooms", func() error { return b.LeaveAll(ctx, "x", true) }, 1},
			{"they keep one", func() error {
				err := b.LeaveAll(ctx, "x", false)
				if len(p.all) != 1 || !p.all[0].KeepSource {
					t.Errorf("got %+v", p.all)
				}
				return err
			}, 1},
			{"another namespace", func() error { b.PublishRemote(&sockets.Envelope{Namespace: "/chat", Event: "e"}); return nil }, 1},
		} {
			p.all = nil
			if err := tc.do(); err != nil {
				t.Fatal(err)
			}
			if len(p.all) != tc.want {
				t.Errorf("%s: %d were published", tc.name, len(p.all))
			}
		}
		if p.all[0].Namespace != "/chat" {
			t.Errorf("got %v", p.all[0])
		}
	})
}

// TestAnswerOfOldClients: clients of Socket.IO 0.9 that name no release get the body
// alone; their events are as those of others.
func TestAnswerOfOldClients(t *testing.T) {
	d := &script{request: func(_ context.Context, s *sockets.Socket, _ *virtual.Request) sockets.Answer {
		return sockets.Answer{Status: http.StatusOK, Body: []byte(s.Transport())}
	}}
	inBubble(t, sockets.Options{}, d, func(t *testing.T, b *bubble) {
		res, err := b.web().Get("http://example.com/socket.io/1/")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text := new(bytes.Buffer)
		if _, err := text.ReadFrom(res.Body); err != nil {
			t.Fatal(err)
		}
		sid, _, _ := strings.Cut(text.String(), ":")
		c, _, err := b.dialAt("/socket.io/1/websocket/" + sid)
		if err != nil {
			t.Fatal(err)
		}
		c.hears("1::")
		c.send(`5:1+::{"name":"get","args":["{\"url\":\"/\"}"]}`)
		c.hears(`6:::1+["websocket"]`)
	})
}
