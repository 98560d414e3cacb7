package sockets_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"framework/sockets"
	"framework/sockets/engineio"
)

const stopping = `[{"body":"The server is stopping. Try again in a moment.","headers":{"Retry-After":"1"},"statusCode":503}]`

// in is a context with so much time.
func in(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// TestShutdown: clients are disconnected one after the other, each when its
// requests are answered, and new ones are refused.
func TestShutdown(t *testing.T) {
	k := newKitchen()
	inBubble(t, sockets.Options{}, k, func(t *testing.T, b *bubble) {
		b.SetNamespaces([]string{"/chat"})
		idle := []*caller{b.call(), b.call(), b.call()}
		idle[0].send("40/chat,") // two sockets of one connection count as one
		busy := b.call()
		busy.send(ask("1", "/1"), "40/chat,") // its other socket has nothing to wait for
		busy.hears("40/chat,")
		time.Sleep(time.Second)
		start := b.now()
		done := b.shutdown(in(t, time.Minute))
		if _, res, err := b.dial("EIO=3"); err == nil || res.StatusCode != http.StatusBadRequest {
			t.Errorf("a client that comes late: %v, %v", res, err)
		}
		time.Sleep(time.Second) // everybody's turn has come
		busy.send(ask("2", "/2"), `42["shout"]`)
		busy.hears("432" + stopping)
		var at []time.Duration
		for _, c := range idle {
			ended, when := c.gone()
			if !ended {
				t.Error("a client that waits for nothing is held")
			}
			at = append(at, when-start)
		}
		// One of the four is the busy one, wherever it stands in the line.
		slices.Sort(at)
		if at[0] > 2*time.Millisecond || at[2]-at[0] < 4*time.Millisecond || at[2] > 6*time.Millisecond {
			t.Errorf("clients were let go after %v", at)
		}
		if ended, _ := busy.gone(); ended || len(done) > 0 {
			t.Error("a client whose request runs was not waited for")
		}
		k.serve("/1")
		time.Sleep(10 * time.Millisecond)
		busy.hears(answer("1", "/1"))
		if ended, _ := busy.gone(); !ended {
			t.Error("a client is held after its last answer")
		}
		time.Sleep(10 * time.Millisecond)
		synctest.Wait()
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		default:
			t.Error("the hub waits for nobody")
		}
		if err := k.of("/1").Err(); err == nil {
			t.Error("a context lives on after the end")
		}
	})
}

// TestShutdownAfterJobs: a client is let go when what the server does with it is done.
func TestShutdownAfterJobs(t *testing.T) {
	inBubble(t, sockets.Options{}, &script{}, func(t *testing.T, b *bubble) {
		c := b.call()
		b.Each(func(context.Context, *sockets.Socket) { time.Sleep(time.Second) })
		synctest.Wait()
		if err := b.Shutdown(in(t, time.Minute)); err != nil {
			t.Error(err)
		}
		if ended, at := c.gone(); !ended || at < time.Second {
			t.Errorf("it was let go after %v: %v", at, ended)
		}
	})
}

// TestShutdownSpread: however many there are, they are let go in three seconds.
func TestShutdownSpread(t *testing.T) {
	inBubble(t, sockets.Options{}, &script{}, func(t *testing.T, b *bubble) {
		const n = 1600
		all := make([]*caller, n)
		for i := range all {
			all[i] = b.call()
		}
		start := b.now()
		if err := b.Shutdown(in(t, time.Minute)); err != nil {
			t.Fatal(err)
		}
		first, last := time.Hour, time.Duration(0)
		for _, c := range all {
			_, at := c.gone()
			first, last = min(first, at-start), max(last, at-start)
		}
		if first != 0 || last != 1599*1875*time.Microsecond {
			t.Errorf("they went from %v to %v", first, last)
		}
	})
}

// TestShutdownInTime: at the end of its time Shutdown cancels what still runs.
func TestShutdownInTime(t *testing.T) {
	k := newKitchen()
	inBubble(t, sockets.Options{MaxRequests: 1}, k, func(t *testing.T, b *bubble) {
		busy, idle := b.call(), b.call()
		busy.send(ask("1", "/1"), ask("2", "/2"))
		k.noted()
		start := b.now()
		if err := b.Shutdown(in(t, 10*time.Second)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		k.mu.Lock() // without waiting for anything
		over := strings.Contains(strings.Join(k.notes, ", "), "/1 cancelled")
		k.mu.Unlock()
		if took := b.now() - start; took != 10*time.Second || !over {
			t.Errorf("it took %v; the request is over: %v", took, over)
		}
		got := strings.Join(k.noted(), ", ")
		if !strings.Contains(got, "10s /1 cancelled") || strings.Contains(got, "/2") || strings.Count(got, "disconnect") != 2 {
			t.Errorf("got %s", got)
		}
		for _, c := range []*caller{busy, idle} {
			if ended, _ := c.gone(); !ended {
				t.Error("a client is still connected")
			}
		}
	})
	inBubble(t, sockets.Options{}, &script{}, func(t *testing.T, b *bubble) {
		clients := []*caller{b.call(), b.call()}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := b.Shutdown(ctx); b.now() != 0 {
			t.Errorf("without any time it took %v: %v", b.now(), err)
		}
		for _, c := range clients {
			if ended, _ := c.gone(); !ended {
				t.Error("a client is still connected")
			}
		}
	})
}

// TestShutdownWithPolls: a client that polls may fetch what was sent to it last, for
// a while.
func TestShutdownWithPolls(t *testing.T) {
	inBubble(t, sockets.Options{}, &script{}, func(t *testing.T, b *bubble) {
		web := b.web()
		poll := func(sid string) string {
			t.Helper()
			res, err := web.Get("http://example.com/socket.io/?EIO=3&transport=polling&b64=1&sid=" + sid)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			body, err := io.ReadAll(res.Body)
			if err != nil {
				t.Fatal(err)
			}
			return string(body)
		}
		connect := func() string {
			_, rest, _ := strings.Cut(poll(""), `"sid":"`)
			sid, _, _ := strings.Cut(rest, `"`)
			return sid
		}
		diligent, lazy := connect(), connect()
		for _, sid := range []string{diligent, lazy} {
			if err := b.Socket(sid).Emit("x"); err != nil {
				t.Fatal(err)
			}
		}
		start := b.now()
		done := b.shutdown(in(t, time.Minute))
		time.Sleep(time.Second)
		if got := poll(diligent); !strings.Contains(got, `42["x"]`) {
			t.Errorf("the last poll got %q", got)
		}
		if n := b.Len(); n != 1 {
			t.Errorf("%d clients are waited for", n)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
		if took := b.now() - start; took < 2*time.Second || took > 2*time.Second+20*time.Millisecond {
			t.Errorf("a client that does not poll was waited for for %v", took)
		}
	})
}

// TestShutdownWhileAdmitting: a client that is not yet admitted is refused,
// with the reason for the dispatcher.
func TestShutdownWhileAdmitting(t *testing.T) {
	var causes chan error
	var hold chan struct{}
	var decided chan bool
	d := &script{}
	d.enter = func(ctx context.Context, s *sockets.Socket, decide func(error) bool) {
		if s.Namespace() == "/" {
			decide(nil)
			return
		}
		<-ctx.Done()
		causes <- context.Cause(ctx)
		decided <- decide(errors.New("too late"))
	}
	d.admit = func(ctx context.Context, h *engineio.Handshake) (http.Header, error) {
		if h.Query().Get("slow") == "" {
			return nil, nil
		}
		close(hold)
		<-ctx.Done()
		causes <- context.Cause(ctx)
		return nil, context.Cause(ctx)
	}
	inBubble(t, sockets.Options{}, d, func(t *testing.T, b *bubble) {
		causes, hold, decided = make(chan error, 2), make(chan struct{}), make(chan bool, 1) // of the bubble
		b.SetNamespaces([]string{"/chat"})
		c := b.call()
		c.send("40/chat,")
		failed := make(chan error, 1)
		go func() {
			_, _, err := b.dial("EIO=3&slow=1")
			failed <- err
		}()
		<-hold
		if err := b.Shutdown(in(t, time.Minute)); err != nil {
			t.Error(err)
		}
		if err := <-failed; err == nil {
			t.Error("a client was admitted to a server that stops")
		}
		for range 2 {
			if err := <-causes; !errors.Is(err, sockets.ErrStopping) {
				t.Errorf("the cause is %v", err)
			}
		}
		if <-decided {
			t.Error("a socket was connected to a server that stops")
		}
		for _, frame := range c.heard() {
			if strings.HasPrefix(frame, "44") {
				t.Errorf("a client that is refused does not come again: %s", frame)
			}
		}
	})
}
