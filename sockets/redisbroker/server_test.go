package redisbroker_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"framework/engine/redisconn"
	"framework/engine/testenv"
	"framework/engine/value"
	"framework/sockets"
	"framework/sockets/redisbroker"
)

// server is the Redis that FRAMEWORK_TEST_REDIS names, and a key for this test.
func server(t *testing.T) redisbroker.Options {
	t.Helper()
	address := testenv.Server(t, "FRAMEWORK_TEST_REDIS")
	return redisbroker.Options{Server: redisconn.Options{URL: address}, Key: fmt.Sprintf("test-%d-%s", os.Getpid(), t.Name())}
}

func TestServer(t *testing.T) {
	o := server(t)
	a, b := join(t, o), join(t, o)
	var want []string
	for _, op := range operations {
		a.Publish(&op.envelope)
		want = append(want, op.want...)
	}
	const many = 2000
	for k := range many {
		a.Publish(event("e", int64(k), []byte{byte(k)}))
	}
	a.Publish(event("end"))
	got := b.wait("broadcast [] end []")
	if len(got) != len(want)+many+1 || !slices.Equal(got[:len(want)], want) {
		t.Errorf("got %d:\n%s", len(got), strings.Join(got, "\n"))
	}
}

// TestEmitters: what the emitters of npm publish from workers arrives.
func TestEmitters(t *testing.T) {
	o := server(t)
	u, err := url.Parse(o.Server.URL)
	if err != nil || u.User != nil {
		t.Skip("the emitters are tested on a Redis without a password")
	}
	for _, test := range []struct {
		emitter, client string
		modern, binary  bool
	}{
		{"socket.io-emitter@1.1.0", "redis@2.8.0", false, false},
		{"socket.io-emitter@2.0.0", "redis@2.8.0", false, true},
		{"socket.io-emitter@3.2.0", "redis@2.8.0", false, true},
		{"@socket.io/redis-emitter@5.1.0", "redis@3.1.2", true, true},
	} {
		t.Run(test.emitter, func(t *testing.T) {
			home := testenv.Packages(t, test.emitter, test.client)
			key := o.Key + "-" + test.emitter
			n := join(t, redisbroker.Options{Server: o.Server, Key: key})
			args := []string{test.emitter[:strings.LastIndex(test.emitter, "@")], port(u), key}
			want := []string{
				`broadcast [] all [{"verb":"created","id":1,"list":[1.5,-7,300000,5000000000,null,true,"é€😀"],"long":"` + strings.Repeat("x", 300) + `"}]`,
				`broadcast [room] one ["a"]`,
				`broadcast [a b] several ["b",2]`,
			}
			if test.modern {
				want = append(want,
					`broadcast [a] except [s1] but ["2023-11-14T22:13:20.125Z",null]`,
					`join [a b] rooms [c d]`,
					`leave [a] except [x] rooms [c]`,
					`disconnect [a]`,
				)
			}
			if test.binary {
				args = append(args, "binary")
				want = append(want, `broadcast [room] binary [{"type":"Buffer","data":[0,1,255]},"2023-11-14T22:13:20.125Z"]`)
			}
			want = append(want, "/admin: broadcast [] elsewhere [1]")
			if test.modern {
				want = append(want, "/admin: join [a] rooms [b]")
			}
			want = append(want, "broadcast [] end []")
			testenv.Node(t, home, filepath.Join("testdata", "emit.js"), args...)
			if got := n.wait("broadcast [] end []"); !slices.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if s := n.Stats(); s.Refused > 0 {
				t.Errorf("got %+v\n%s", s, n.logged())
			}
		})
	}
}

func port(u *url.URL) string {
	if u.Port() == "" {
		return "6379"
	}
	return u.Port()
}

// TestServersOnNode: a server on Node with the stock adapter is a node among
// ours.
func TestServersOnNode(t *testing.T) {
	o := server(t)
	u, err := url.Parse(o.Server.URL)
	if err != nil || u.User != nil {
		t.Skip("the servers on Node are tested on a Redis without a password")
	}
	for major, packages := range map[string][]string{
		"2": {"socket.io@2.5.1", "socket.io-redis@5.4.0", "socket.io-client@2.5.0"},
		"4": {"socket.io@4.8.1", "@socket.io/redis-adapter@8.3.0", "redis@3.1.2", "socket.io-client@4.8.1"},
	} {
		t.Run(major, func(t *testing.T) {
			home := testenv.Packages(t, packages...)
			key := o.Key + "-" + major
			n := join(t, redisbroker.Options{Server: o.Server, Key: key})
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() { // until the client there is in its room and gets our messages
				defer close(done)
				for !slices.ContainsFunc(n.all(), func(line string) bool { return strings.HasPrefix(line, "broadcast [] all") }) {
					n.Publish(&sockets.Envelope{To: []string{"a"}, Event: "user", Args: []any{value.Of("verb", "created", "id", int64(3))}})
					n.Publish(&sockets.Envelope{To: []string{"b"}, Event: "not"})
					n.Publish(&sockets.Envelope{Namespace: "/admin", To: []string{"a"}, Event: "only", Args: []any{"here"}})
					n.Publish(&sockets.Envelope{To: []string{"b", "a"}, Event: "go", Args: []any{"é", 1.5}})
					select {
					case <-ctx.Done():
						return
					case <-time.After(100 * time.Millisecond):
					}
				}
			}()
			out := testenv.Node(t, home, filepath.Join("testdata", "serve.js"), major, port(u), key)
			cancel()
			<-done
			got := n.wait("broadcast [] end []")
			want := []string{
				`broadcast [] all [{"verb":"updated","id":7}]`, `broadcast [a] one ["é"]`, `broadcast [a b] several [{"type":"Buffer","data":[1,2]}]`,
				`/admin: broadcast [] elsewhere []`, `/admin: broadcast [a] elsewhere [1]`,
			}
			if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
				t.Errorf("got\n%s", strings.Join(got, "\n"))
			}
			if !strings.Contains(out, `admin only ["here"]`) || strings.Contains(out, "\nonly ") {
				t.Errorf("its client got in the namespace\n%s", out)
			}
			if strings.Contains(out, "not ") || !strings.Contains(out, `user [{"verb":"created","id":3}]`) || !strings.Contains(out, `go ["é",1.5]`) {
				t.Errorf("its client got\n%s", out)
			}
		})
	}
}

func (n *node) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.got)
}

// process is a Redis server of the test.
type process struct {
	*testenv.Redis
	t *testing.T
}

func run(t *testing.T) *process {
	t.Helper()
	return &process{testenv.NewRedis(t), t}
}

func (p *process) address() string { return "127.0.0.1:" + p.Port() }

func (p *process) client() *redis.Client {
	o, err := at(p.address()).Client()
	if err != nil {
		p.t.Fatal(err)
	}
	return redis.NewClient(o)
}

func TestServerRestarts(t *testing.T) {
	p := run(t)
	o := redisbroker.Options{Server: at(p.address())}
	a, b := join(t, o), join(t, o)
	a.Publish(event("before"))
	b.wait("broadcast [] before []")
	p.Stop()
	eventually(t, "both notice", func() bool { return !a.Stats().Connected && !b.Stats().Connected })
	for k := range 50 {
		a.Publish(event("meanwhile", int64(k)))
	}
	p.Start()
	eventually(t, "both are back", func() bool { return a.Stats().Connected && b.Stats().Connected && a.Stats().Waiting == 0 })
	a.Publish(event("after"))
	got := b.wait("broadcast [] after []")
	want := []string{"broadcast [] before []"}
	for k := range 50 {
		want = append(want, fmt.Sprintf("broadcast [] meanwhile [%d]", k))
	}
	if want = append(want, "broadcast [] after []"); !slices.Equal(got, want) {
		t.Errorf("got %d of %d: %v", len(got), len(want), got)
	}
	if s := b.Stats(); s.Lost > 0 || s.Refused > 0 {
		t.Errorf("got %+v", s)
	}
	b.Publish(event("answer"))
	a.wait("broadcast [] answer []")
}

// TestConnectionsAreCut: Redis stays, its connections do not.
func TestConnectionsAreCut(t *testing.T) {
	p := run(t)
	o := redisbroker.Options{Server: at(p.address())}
	a, b := join(t, o), join(t, o)
	c := p.client()
	defer func() { _ = c.Close() }()
	for round := range 5 {
		for _, kind := range []string{"pubsub", "normal"} {
			if err := c.Do(t.Context(), "CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes").Err(); err != nil {
				t.Fatal(err)
			}
		}
		eventually(t, "it is sent", func() bool {
			a.Publish(event("round", int64(round)))
			want := fmt.Sprintf("broadcast [] round [%d]", round)
			return slices.Contains(b.all(), want)
		})
	}
	got := b.all()
	for i, line := range got[1:] { // in order, none twice but by itself
		if line < got[i] {
			t.Errorf("%s after %s", line, got[i])
		}
	}
	if s := a.Stats(); s.Dropped > 0 {
		t.Errorf("got %+v", s)
	}
}

// TestOneSubscriptionIsCut: a node that alone was cut off knows how much it has
// missed as soon as it listens again, though nothing more is published.
func TestOneSubscriptionIsCut(t *testing.T) {
	for _, heard := range []int{0, 2} {
		o := server(t)
		o.Key += fmt.Sprint(heard)
		direct, err := o.Server.Client()
		if err != nil {
			t.Fatal(err)
		}
		c := redis.NewClient(direct)
		defer func() { _ = c.Close() }()
		line := testenv.NewLine(t, direct.Addr)
		u, err := url.Parse(o.Server.URL)
		if err != nil {
			t.Fatal(err)
		}
		u.Host = line.Address()
		roll := c.Subscribe(t.Context(), o.Key+"#framework#")
		defer func() { _ = roll.Close() }()
		if _, err := roll.Receive(t.Context()); err != nil {
			t.Fatal(err)
		}
		a := join(t, o)
		elsewhere := o
		elsewhere.Server.URL = u.String()
		b := join(t, elsewhere)
		for k := range heard {
			a.Publish(event("heard", int64(k)))
		}
		if heard > 0 {
			b.wait(fmt.Sprintf("broadcast [] heard [%d]", heard-1))
		}
		// Where a stands, and b. What a announces for itself, before b listens, b does not hear.
		greetings, announced := 0, map[string]bool{}
		for heard == 0 && len(announced) < 2 {
			m, err := roll.ReceiveMessage(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(m.Payload, "hello ") {
				greetings++
			}
			if greetings == 2 && strings.HasPrefix(m.Payload, "sent ") && strings.HasSuffix(m.Payload, " 0") {
				announced[m.Payload] = true
			}
		}
		_ = roll.Close()
		// What comes behind that has come as well.
		c.Publish(t.Context(), o.Key+"#emitter", "\x92\x82\xa4type\x02\xa4data\x91\xa1f\xc0")
		b.wait("broadcast [] f []")
		listening := func() int64 { return c.Publish(t.Context(), o.Key+"#framework#", "").Val() }
		line.Cut(true)
		eventually(t, "Redis sees that the connection is gone", func() bool { return listening() == 1 })
		for k := range 3 {
			a.Publish(event("missed", int64(k)))
		}
		eventually(t, "it is sent", func() bool { return a.Stats().Published == uint64(heard)+3 })
		line.Cut(false)
		eventually(t, "the gap is known", func() bool { return b.Stats().Lost == 3 })
		if !strings.Contains(b.logged(), `events of another node are lost`) || !strings.Contains(b.logged(), `"lost so far"=3`) {
			t.Errorf("the log says\n%s", b.logged())
		}
		a.Publish(event("end"))
		if got := b.wait("broadcast [] end []"); len(got) != heard+2 || b.Stats().Lost != 3 {
			t.Errorf("got %v, %+v", got, b.Stats())
		}
	}
}

// TestRedisHangs: connections stay open, and nothing comes back on them.
func TestRedisHangs(t *testing.T) {
	o := server(t)
	direct, err := o.Server.Client()
	if err != nil {
		t.Fatal(err)
	}
	line := testenv.NewLine(t, direct.Addr)
	u, err := url.Parse(o.Server.URL)
	if err != nil {
		t.Fatal(err)
	}
	b := join(t, o)
	u.Host = line.Address()
	o.Server.URL = u.String()
	a := join(t, o)
	line.Silence(true)
	for k := range 1000 {
		a.Publish(event("e", int64(k)))
	}
	eventually(t, "it is noticed", func() bool { return strings.Contains(a.logged(), "do not reach other nodes") })
	eventually(t, "silence is noticed", func() bool { return strings.Contains(a.logged(), "fallen silent") })
	line.Silence(false)
	eventually(t, "it is back", func() bool { return a.Stats().Connected && a.Stats().Waiting == 0 })
	a.Publish(event("end"))
	// Redis accepted them at once, and again for as long as its answers were
	// lost.
	got := b.wait("broadcast [] end []")
	if len(got) != 1001 {
		t.Fatalf("got %d", len(got))
	}
	for k, line := range got[:1000] {
		if line != fmt.Sprintf("broadcast [] e [%d]", k) {
			t.Fatalf("%d: got %s", k, line)
		}
	}
}

// TestOldEventsAreDropped: events that have waited for too long are dropped and
// logged, not sent.
func TestOldEventsAreDropped(t *testing.T) {
	p := run(t)
	o := redisbroker.Options{Server: at(p.address()), MaxAge: time.Nanosecond}
	a, b := join(t, o), join(t, redisbroker.Options{Server: at(p.address())})
	p.Stop()
	eventually(t, "both notice", func() bool { return !a.Stats().Connected && !b.Stats().Connected })
	for k := range 50 {
		a.Publish(event("meanwhile", int64(k)))
	}
	eventually(t, "they are dropped", func() bool { s := a.Stats(); return s.Dropped == 50 && s.Waiting == 0 })
	if !strings.Contains(a.logged(), "have waited for Redis for too long") {
		t.Error("nothing is said")
	}
}
