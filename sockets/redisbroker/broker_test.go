package redisbroker_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"framework/engine/redisconn"
	"framework/engine/value"
	"framework/sockets"
	"framework/sockets/redisbroker"
)

// operations are all that hubs publish, with what arrives.
var operations = []struct {
	envelope sockets.Envelope
	want     []string
}{
	{sockets.Envelope{Event: "user", Args: []any{value.Of("verb", "created", "id", int64(1))}}, []string{`broadcast [] user [{"verb":"created","id":1}]`}},
	{sockets.Envelope{To: []string{"a"}, Event: "m"}, []string{`broadcast [a] m []`}},
	{sockets.Envelope{To: []string{"a", "b#c"}, Except: []string{"s1", "s2"}, Event: "m", Args: []any{nil, true}}, []string{`broadcast [a b#c] except [s1 s2] m [null,true]`}},
	{sockets.Envelope{Op: sockets.OpJoin, To: []string{"a"}, Rooms: []string{"b", "c"}}, []string{`join [a] rooms [b c]`}},
	{sockets.Envelope{Op: sockets.OpJoin, To: []string{"a", "d"}, Rooms: []string{"b"}}, []string{`join [a] rooms [b]`, `join [d] rooms [b]`}},
	{sockets.Envelope{Op: sockets.OpJoin, To: []string{"a"}, Except: []string{"s"}, Rooms: []string{"b"}}, []string{`join [a] except [s] rooms [b]`}},
	{sockets.Envelope{Op: sockets.OpJoin, Rooms: []string{"b"}}, []string{`join [] rooms [b]`}},
	{sockets.Envelope{Op: sockets.OpLeave, To: []string{"a"}, Rooms: []string{"b", "c"}}, []string{`leave [a] rooms [b c]`}},
	{sockets.Envelope{Op: sockets.OpLeave, Except: []string{"x"}, Rooms: []string{"b"}}, []string{`leave [] except [x] rooms [b]`}},
	{sockets.Envelope{Op: sockets.OpLeaveAll, To: []string{"a"}}, []string{`leaveAll [a]`}},
	{sockets.Envelope{Op: sockets.OpLeaveAll, To: []string{"a"}, KeepSource: true}, []string{`leaveAll [a] keepSource`}},
	{sockets.Envelope{Op: sockets.OpLeaveAll}, nil},
	{sockets.Envelope{Op: sockets.OpDisconnect, To: []string{"a"}}, []string{`disconnect [a]`}},
	{sockets.Envelope{Namespace: "/chat", To: []string{"a"}, Except: []string{"/chat#s"}, Event: "m"}, []string{`/chat: broadcast [a] except [/chat#s] m []`}},
	{sockets.Envelope{Namespace: "/chat", Op: sockets.OpJoin, To: []string{"a", "d"}, Rooms: []string{"b"}}, []string{`/chat: join [a d] rooms [b]`}},
	{sockets.Envelope{Namespace: "/chat", Op: sockets.OpDisconnect, To: []string{"a"}}, []string{`/chat: disconnect [a]`}},
}

func TestOperationsCross(t *testing.T) {
	server := miniredis.RunT(t)
	for _, key := range []string{"", "mine", "a*[b]?\\"} {
		o := redisbroker.Options{Server: at(server.Addr()), Key: key}
		a, b := join(t, o), join(t, o)
		other := join(t, redisbroker.Options{Server: at(server.Addr()), Key: "other"})
		var want []string
		for _, op := range operations {
			a.Publish(&op.envelope)
			want = append(want, op.want...)
		}
		a.Publish(event("end"))
		want = append(want, "broadcast [] end []")
		if got := b.wait("broadcast [] end []"); !slices.Equal(got, want) {
			t.Errorf("key %q: got\n%s\nwant\n%s", key, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		// When a gets the message of b it has got its own, too.
		b.Publish(event("answer"))
		if got := a.wait("broadcast [] answer []"); len(got) != 1 {
			t.Errorf("key %q: its own came back: %v", key, got)
		}
		other.mu.Lock()
		if len(other.got) > 0 {
			t.Errorf("key %q: crossed to another key: %v", key, other.got)
		}
		other.mu.Unlock()
		for _, n := range []*node{a, b, other} {
			if s := n.Stats(); s.Refused > 0 || s.Lost > 0 || s.Dropped > 0 || !s.Connected {
				t.Errorf("key %q: got %+v\n%s", key, s, n.logged())
			}
		}
	}
}

// TestOrder publishes from several goroutines of several nodes at once.
func TestOrder(t *testing.T) {
	const nodes, writers, each = 3, 4, 200
	server := miniredis.RunT(t)
	o := redisbroker.Options{Server: at(server.Addr())}
	receiver := join(t, o)
	var all sync.WaitGroup
	for i := range nodes {
		n := join(t, o)
		for w := range writers {
			all.Go(func() {
				for k := range each {
					n.Publish(event(fmt.Sprint(i, "-", w), int64(k)))
				}
			})
		}
	}
	all.Wait()
	got := receiver.until("for all", func(got []string) bool { return len(got) >= nodes*writers*each })
	next := map[string]int{}
	for _, line := range got {
		var name string
		var k int
		if _, err := fmt.Sscanf(line, "broadcast [] %s [%d]", &name, &k); err != nil {
			t.Fatal(line, err)
		}
		if next[name] != k {
			t.Fatalf("%s: got %d, want %d", name, k, next[name])
		}
		next[name]++
	}
	if s := receiver.Stats(); s.Lost > 0 || s.Received != nodes*writers*each {
		t.Errorf("got %+v", s)
	}
}

// TestRedisGoesAndComesBack: what was published meanwhile waits, in bounds.
func TestRedisGoesAndComesBack(t *testing.T) {
	server := miniredis.RunT(t)
	o := redisbroker.Options{Server: at(server.Addr())}
	a, b := join(t, o), join(t, o)
	a.Publish(event("before"))
	b.wait("broadcast [] before []")
	server.Close()
	a.Publish(event("meanwhile"))
	eventually(t, "both notice", func() bool { return !a.Stats().Connected && !b.Stats().Connected })
	eventually(t, "it is said", func() bool { return strings.Contains(a.logged(), "events do not reach other nodes") })
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "both are back", func() bool { return a.Stats().Connected && b.Stats().Connected })
	a.Publish(event("after"))
	// "meanwhile" may have been sent before b was back.
	got := b.wait("broadcast [] after []")
	if s := b.Stats(); !slices.Contains(got, "broadcast [] meanwhile []") && s.Lost != 1 {
		t.Errorf("got %v, %+v", got, s)
	}
	eventually(t, "it is said", func() bool { return strings.Contains(b.logged(), "Redis is back") })
}

func TestNeverBlocksAndDropsTheOldest(t *testing.T) {
	server := miniredis.RunT(t)
	n := start(t, redisbroker.Options{Server: at("127.0.0.1:1"), MaxQueue: 10_000})
	const many = 1000
	for k := range many {
		n.Publish(event("e", int64(k)))
	}
	s := n.Stats()
	if s.Dropped == 0 || s.Waiting == 0 || s.Dropped+uint64(s.Waiting) != many {
		t.Errorf("got %+v", s)
	}
	if !strings.Contains(n.logged(), "too much waits for Redis") {
		t.Errorf("nothing is said: %s", n.logged())
	}
	n.Publish(event("big", strings.Repeat("x", 20_000)))
	if after := n.Stats(); after.Dropped != s.Dropped+1 || after.Waiting != s.Waiting {
		t.Errorf("what cannot ever go pushed out others: %+v", after)
	}
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	if err := n.Close(ctx); err == nil || !strings.Contains(err.Error(), "were not sent") {
		t.Errorf("got %v", err)
	}

	// The newest are those that go out.
	a := start(t, redisbroker.Options{Server: at(server.Addr()), MaxQueue: 5_000})
	b := join(t, redisbroker.Options{Server: at(server.Addr())})
	a.ready()
	server.Close()
	eventually(t, "it is noticed", func() bool { return !a.Stats().Connected && !b.Stats().Connected })
	for k := range 100 {
		a.Publish(event("e", int64(k)))
	}
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "all is out", func() bool { return a.Stats().Waiting == 0 && b.Stats().Connected })
	a.Publish(event("end"))
	b.wait("broadcast [] end []")
	eventually(t, "all is accounted for", func() bool { s := a.Stats(); return s.Dropped > 0 && s.Published+s.Dropped == 101 })
	if s := b.Stats(); s.Received+s.Lost > 101 {
		t.Errorf("got %+v", s)
	}
}

func TestCloseSendsWhatWaits(t *testing.T) {
	server := miniredis.RunT(t)
	b := join(t, redisbroker.Options{Server: at(server.Addr())})
	a, err := redisbroker.New(redisbroker.Options{Server: at(server.Addr())}, func(*sockets.Envelope) {})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 500 {
		a.Publish(event("e", int64(k)))
	}
	if err := a.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.wait("broadcast [] e [499]")
	if s := b.Stats(); s.Received != 500 {
		t.Errorf("got %+v", s)
	}
	a.Publish(event("late"))
	if s := a.Stats(); s.Dropped != 1 {
		t.Errorf("got %+v", s)
	}
}

func TestGarbageIsRefused(t *testing.T) {
	server := miniredis.RunT(t)
	b := join(t, redisbroker.Options{Server: at(server.Addr())})
	refused := 0
	for _, m := range []struct{ channel, payload string }{
		{"socket.io#/#", ""},
		{"socket.io#/#", "hello"},
		{"socket.io#/#room#", "\x93\xa1n\x80\x80"}, // no event, but a packet: ignored below
		{"socket.io#/#", "\x93\xa1n\x83\xa4type\x02\xa4data\x90\xa3nsp\xa1/\x80"},
		{"socket.io#/#", "\xdd\xff\xff\xff\xff\xdd\xff\xff\xff\xff"},
		{"socket.io#/#", "\x93\xa1n\xdf\xff\xff\xff\xff"},
		{"socket.io#/#", "\x93\xa1n\x83\xa4type\x02\xa4data\x91\xa1e\xa3nsp\xa1/\x81\xa5rooms\x07"},
		{"socket.io#/admin#", "\x93"},
		{"socket.io#abc", "x"},
		{"socket.io#sails#", "x"},
		{"socket.io#sails#", `{"event":"join","payload":{}}`},
		{"socket.io#sails#", `{"event":"join","payload":{"sourceRoom":"a","destRooms":[{}]}}`},
		{"socket.io#sails#", `{"event":"join","payload":{"sourceRoom":"a","destRooms":[]},"framework":[2,1]}`},
		{"socket.io#sails#", `{"event":"join","payload":{"sourceRoom":"a","destRooms":[]},"framework":[1,-1]}`},
		{"socket.io-request#/#", `{"type":2,"opts":{"rooms":{}}}`},
		{"socket.io-request#/#", `[]`},
	} {
		server.Publish(m.channel, m.payload)
		refused++
	}
	refused-- // the packet that is no event
	for _, m := range []struct{ channel, payload string }{
		{"socket.io#/", "\x93"},
		{"socket.io#sails#", `{"event":"of the project","payload":{}}`},
		{"socket.io-request#/#", `{"type":0,"requestId":"x","rooms":[]}`},
		{"socket.io-request#/#", `{"type":6,"uid":"emitter","data":["x"]}`},
		{"socket.io-request#/#", `{"type":9,"opts":{}}`},
	} {
		server.Publish(m.channel, m.payload)
	}
	server.Publish("socket.io#sails#", `{"uid":"x","event":"join","payload":{"sourceRoom":"a","destRooms":"b"}}`)
	if got := b.wait("join [a] rooms [b]"); len(got) != 1 {
		t.Errorf("got %v", got)
	}
	if s := b.Stats(); s.Refused != uint64(refused) {
		t.Errorf("refused %d of %d:\n%s", s.Refused, refused, b.logged())
	}
	if n := strings.Count(b.logged(), "cannot be read"); n != 1 {
		t.Errorf("said %d times", n)
	}
}

// TestFirstEmitters publish without a name of their own, in the MessagePack of
// their day.
func TestFirstEmitters(t *testing.T) {
	server := miniredis.RunT(t)
	n := join(t, redisbroker.Options{Server: at(server.Addr())})
	server.Publish("socket.io#emitter", "\x92\x82\xa4type\x02\xa4data\x92\xa1e\xda\x00\x03abc\x82\xa5rooms\x91\xa1r\xa5flags\x80")
	server.Publish("socket.io#emitter", "\x92\x82\xa4type\x02\xa4data\x91\xa1f\xc0")
	if got := n.wait("broadcast [] f []"); !slices.Equal(got, []string{`broadcast [r] e ["abc"]`, "broadcast [] f []"}) {
		t.Errorf("got %v", got)
	}
}

func TestMissingAndRepeatedMessages(t *testing.T) {
	server := miniredis.RunT(t)
	b := join(t, redisbroker.Options{Server: at(server.Addr())})
	send := func(node string, n int) {
		server.Publish("socket.io#sails#", fmt.Sprintf(`{"uid":%q,"event":"join","payload":{"sourceRoom":"%d","destRooms":["r"]},"framework":[1,%d]}`, node, n, n))
	}
	for _, n := range []int{5, 6, 6, 5, 9, 7, 10} {
		send("x", n)
	}
	send("y", 1)
	send("y", 1)
	send("x", 11)
	got := b.wait("join [11] rooms [r]")
	want := []string{"join [5] rooms [r]", "join [6] rooms [r]", "join [9] rooms [r]", "join [10] rooms [r]", "join [1] rooms [r]", "join [11] rooms [r]"}
	if s := b.Stats(); !slices.Equal(got, want) || s.Lost != 2 {
		t.Errorf("got %v, %+v", got, s)
	}
	if !strings.Contains(b.logged(), "events of another node are lost") {
		t.Error("nothing is said")
	}
}

func TestBadOptions(t *testing.T) {
	if _, err := redisbroker.New(redisbroker.Options{Server: redisconn.Options{URL: "http://x"}}, nil); err == nil || !strings.Contains(err.Error(), "config sockets.url") {
		t.Errorf("got %v", err)
	}
	n := start(t, redisbroker.Options{Server: at("127.0.0.1:1")})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := n.Ready(ctx); err == nil || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("got %v", err)
	}
}
