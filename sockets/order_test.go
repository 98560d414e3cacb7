package sockets_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"framework/engine/budget"
	"framework/sockets"
	"framework/sockets/engineio"
	"framework/sockets/socketio"
	"framework/sockets/virtual"
)

// kitchen is a dispatcher that records the order in which requests begin, and
// answers each when the test lets it.
type kitchen struct {
	script
	mu      sync.Mutex
	began   time.Time
	notes   []string
	waiting map[string]chan struct{}
	ctxs    map[string]context.Context
}

func newKitchen() *kitchen {
	k := &kitchen{waiting: map[string]chan struct{}{}, ctxs: map[string]context.Context{}}
	k.connect = func(context.Context, *sockets.Socket) { k.note("connect") }
	k.disconnect = func(_ context.Context, _ *sockets.Socket, reason engineio.Reason) {
		k.note("disconnect: " + string(reason))
	}
	k.event = func(_ context.Context, _ *sockets.Socket, name string, _ []any, _ func(...any) error) { k.note(name) }
	k.request = func(ctx context.Context, _ *sockets.Socket, r *virtual.Request) sockets.Answer {
		done := make(chan struct{})
		k.mu.Lock()
		k.waiting[r.URL], k.ctxs[r.URL] = done, ctx
		k.mu.Unlock()
		k.note(r.URL)
		select {
		case <-done:
		case <-ctx.Done():
			k.note(r.URL + " cancelled")
		}
		return sockets.Answer{Status: http.StatusOK, Body: []byte(r.URL)}
	}
	return k
}

func (k *kitchen) note(text string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.began.IsZero() {
		k.began = time.Now()
	}
	k.notes = append(k.notes, fmt.Sprintf("%v %s", time.Since(k.began), text))
}

// serve answers a request.
func (k *kitchen) serve(url string) {
	k.mu.Lock()
	done := k.waiting[url]
	delete(k.waiting, url)
	k.mu.Unlock()
	if done == nil {
		k.note(url + " has not begun")
		return
	}
	close(done)
	synctest.Wait()
}

func (k *kitchen) of(url string) context.Context {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.ctxs[url]
}

func (k *kitchen) noted() []string {
	synctest.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	notes := k.notes
	k.notes = nil
	return notes
}

func (k *kitchen) check(t *testing.T, want ...string) {
	t.Helper()
	if got := k.noted(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestOrder: a request begins when the one before is answered, has let it, or has had
// its time.
func TestOrder(t *testing.T) {
	k := newKitchen()
	inBubble(t, sockets.Options{}, k, func(t *testing.T, b *bubble) {
		c := b.call()
		c.send(ask("1", "/1"), ask("2", "/2"), ask("3", "/3"), ask("4", "/4"), `42["shout"]`, ask("5", "/5"))
		k.check(t, "0s connect", "0s /1")
		k.serve("/1")
		k.check(t, "0s /2")
		c.hears(answer("1", "/1"))
		time.Sleep(time.Second)
		// An event is over when it has been taken.
		k.check(t, "200ms /3", "400ms /4", "600ms shout", "600ms /5")
		sockets.StartNext(k.of("/5"))
		sockets.StartNext(k.of("/5"))
		c.send(ask("6", "/6"), ask("7", "/7"))
		k.check(t, "1s /6")
		sockets.StartNext(k.of("/6"))
		k.check(t, "1s /7")
		sockets.StartNext(t.Context()) // of no request
		for _, n := range []string{"3", "2", "7", "4", "6", "5"} {
			k.serve("/" + n)
			c.hears(answer(n, "/"+n))
		}
		// The time of the one before is not that of the next.
		c.send(ask("8", "/8"))
		time.Sleep(150 * time.Millisecond)
		k.serve("/8")
		c.send(ask("9", "/9"), ask("10", "/10"))
		time.Sleep(150 * time.Millisecond)
		k.check(t, "1s /8", "1.15s /9")
		time.Sleep(50 * time.Millisecond)
		k.check(t, "1.35s /10")
		k.serve("/9")
		k.serve("/10")
	})
}

// TestRequestsAtOnce: so many run and so many wait; one more is turned away, and an
// event is dropped.
func TestRequestsAtOnce(t *testing.T) {
	const tooMany = `[{"body":"This socket has more requests waiting than the server accepts: wait for answers before you send more.","headers":{"Retry-After":"1"},"statusCode":503}]`
	for _, tc := range []struct {
		name             string
		o                sockets.Options
		running, waiting int
	}{
		{name: "set", o: sockets.Options{MaxRequests: 1, MaxWaiting: 1}, running: 1, waiting: 1},
		{name: "by default", running: 64, waiting: 1024},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k, memory := newKitchen(), &budget.Budget{}
			memory.SetMost(1 << 20)
			tc.o.Server.Budget = memory
			inBubble(t, tc.o, k, func(t *testing.T, b *bubble) {
				c := b.call()
				url := func(i int) string { return fmt.Sprint("/", i) }
				for i := range tc.running + 1 { // the last is taken from those that wait until it may run
					c.send(ask("", url(i)))
					time.Sleep(200 * time.Millisecond)
				}
				last := tc.running + tc.waiting
				for i := tc.running + 1; i <= last; i++ {
					c.send(ask("", url(i)))
				}
				time.Sleep(time.Minute / 4)
				if got := len(k.noted()); got != 1+tc.running {
					t.Errorf("%d have begun, want %d", got-1, tc.running)
				}
				c.hears()
				c.send(ask("7", "/late"), ask("", "/unanswered"), `42["dropped"]`)
				c.hears("437" + tooMany)
				for i := range last + 1 {
					k.serve(url(i))
				}
				got := strings.Join(k.noted(), " ")
				if used := memory.Used(); used != 0 {
					t.Errorf("%d bytes are kept", used)
				}
				if !strings.HasSuffix(got, url(last)) || strings.Contains(got, "late") || strings.Contains(got, "dropped") {
					t.Errorf("got %s", got)
				}
			})
		})
	}
}

// TestDisconnected: the requests of a client that has gone may be finished, in their
// time.
func TestDisconnected(t *testing.T) {
	memory := &budget.Budget{}
	memory.SetMost(1000)
	o := sockets.Options{MaxRequests: 2, Server: socketio.Options{Budget: memory}}
	k := newKitchen()
	hang := func(t *testing.T, c *caller) {
		t.Helper()
		k.mu.Lock()
		k.began = time.Now()
		k.mu.Unlock()
		if err := c.conn.Close(); err != nil {
			t.Fatal(err)
		}
	}
	inBubble(t, o, k, func(t *testing.T, b *bubble) {
		c := b.call()
		k.noted()
		hang(t, c)
		k.check(t, "0s disconnect: transport close")

		c = b.call()
		c.send(ask("1", "/1"), ask("2", "/2"))
		time.Sleep(time.Second)
		k.noted()
		hang(t, c)
		k.check(t, "0s disconnect: transport close")
		k.serve("/1")
		time.Sleep(9 * time.Second)
		k.check(t)
		time.Sleep(time.Second)
		k.check(t, "10s /2 cancelled")

		c = b.call() // which goes with a request that waits for its turn, and one for its room
		c.send(ask("1", "/1"), ask("2", "/2"), ask("3", "/3"), ask("4", "/4"))
		k.noted()
		hang(t, c)
		k.check(t, "0s disconnect: transport close")
		time.Sleep(time.Minute)
		got := k.noted()
		slices.Sort(got)
		if want := []string{"10s /1 cancelled", "10s /2 cancelled", "200ms /2"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if used := memory.Used(); used != 0 {
			t.Errorf("%d bytes are kept for requests that are over", used)
		}

		c = b.call()
		c.send(ask("1", "/1"), ask("2", "/2"))
		time.Sleep(time.Second)
		first := k.of("/1")
		k.serve("/1")
		k.noted()
		if first.Err() != nil {
			t.Error("the context of the requests ends while one is running")
		}
		k.serve("/2")
		k.noted()
		if !errors.Is(first.Err(), context.Canceled) {
			t.Error("the context of the requests lives on after the last of them: idle sockets would keep it")
		}
		c.send(ask("3", "/3"))
		k.serve("/3")
		k.noted()
		if later := k.of("/3"); later == first {
			t.Error("a request got the context of those that are over")
		}
		hang(t, c)
		k.check(t, "0s disconnect: transport close")
	})
}

// TestConnectTakesItsTime: no request overtakes the connection of its socket.
func TestConnectTakesItsTime(t *testing.T) {
	k := newKitchen()
	k.connect = func(context.Context, *sockets.Socket) { time.Sleep(time.Second) }
	inBubble(t, sockets.Options{}, k, func(t *testing.T, b *bubble) {
		c := b.call()
		k.note("called")
		c.send(`42["shout"]`)
		time.Sleep(2 * time.Second)
		k.check(t, "0s called", "1s shout")
	})
}

// TestConnectFirst: what a client says while it is being connected waits, and so does
// its end.
func TestConnectFirst(t *testing.T) {
	notes, open := make(chan string, 10), make(chan struct{})
	d := &script{
		connect: func(context.Context, *sockets.Socket) {
			notes <- "connect"
			<-open
			notes <- "connected"
		},
		request: func(_ context.Context, _ *sockets.Socket, r *virtual.Request) sockets.Answer {
			notes <- r.URL
			return sockets.Answer{Status: http.StatusOK}
		},
		disconnect: func(_ context.Context, s *sockets.Socket, reason engineio.Reason) { notes <- string(reason) },
	}
	hub := sockets.NewHub(sockets.Options{}, d)
	server := httptest.NewServer(hub)
	defer server.Close()
	c := listen(t, hub, server.URL)
	if err := c.conn.WriteMessage(websocket.TextMessage, []byte(ask("1", "/1"))); err != nil {
		t.Fatal(err)
	}
	if err := c.conn.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	select {
	case got := <-notes:
		if got != "connect" {
			t.Errorf("first came %s", got)
		}
	case <-ctx.Done():
		t.Fatal("nothing came")
	}
	for len(hub.IDs()) > 0 && ctx.Err() == nil { // until its end has come
		runtime.Gosched()
	}
	close(open)
	if err := hub.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	close(notes)
	got := slices.Collect(func(yield func(string) bool) {
		for n := range notes {
			yield(n)
		}
	})
	slices.Sort(got) // of the last two each may come first
	if want := []string{"/1", "connected", "transport close"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAfterAnswer: what follows an answer is sent after it, or does not wait for it for long.
func TestAfterAnswer(t *testing.T) {
	var kept context.Context
	emit := func(s *sockets.Socket, text string) func() {
		return func() {
			if err := s.Emit("news", text); err != nil {
				t.Error(err)
			}
		}
	}
	var socket *sockets.Socket
	d := &script{request: func(ctx context.Context, s *sockets.Socket, r *virtual.Request) sockets.Answer {
		kept, socket = ctx, s
		sockets.AfterAnswer(ctx, emit(s, "one"))
		sockets.AfterAnswer(ctx, emit(s, "two"))
		if r.URL == "/slow" {
			time.Sleep(time.Second)
		}
		return sockets.Answer{Status: http.StatusOK, Body: []byte("done")}
	}}
	inBubble(t, sockets.Options{}, d, func(t *testing.T, b *bubble) {
		c := b.call()
		c.send(ask("1", "/quick"))
		c.hears(answer("1", "done"), `42["news","one"]`, `42["news","two"]`)
		sockets.AfterAnswer(kept, emit(socket, "late"))
		c.hears(`42["news","late"]`)
		sockets.AfterAnswer(t.Context(), emit(socket, "elsewhere"))
		c.hears(`42["news","elsewhere"]`)
		time.Sleep(time.Second)
		c.hears()

		c.send(ask("2", "/slow"))
		time.Sleep(199 * time.Millisecond)
		c.hears()
		time.Sleep(time.Millisecond)
		got := c.heard()
		if slices.Sort(got); !slices.Equal(got, []string{`42["news","one"]`, `42["news","two"]`}) {
			t.Errorf("got %q", got)
		}
		time.Sleep(time.Second)
		c.hears(answer("2", "done"))
	})
}
