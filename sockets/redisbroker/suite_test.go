package redisbroker_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"framework/engine/redisconn"
	"framework/engine/value"
	"framework/sockets"
	"framework/sockets/redisbroker"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// timeout bounds each wait of a test.
const timeout = 30 * time.Second

// node is a broker and what came to it.
type node struct {
	*redisbroker.Broker
	t *testing.T

	mu   sync.Mutex
	got  []string
	some chan struct{}
	log  strings.Builder
}

// join makes a node that has subscribed.
func join(t *testing.T, o redisbroker.Options) *node {
	t.Helper()
	n := start(t, o)
	n.ready()
	return n
}

func start(t *testing.T, o redisbroker.Options) *node {
	t.Helper()
	n := &node{t: t, some: make(chan struct{}, 1)}
	o.Log = slog.New(slog.NewTextHandler(n, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	b, err := redisbroker.New(o, n.receive)
	if err != nil {
		t.Fatal(err)
	}
	n.Broker = b
	t.Cleanup(n.close)
	return n
}

func (n *node) close() {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	_ = n.Close(ctx) // what cannot be sent is for the tests that ask
}

func (n *node) ready() {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.t.Context(), timeout)
	defer cancel()
	if err := n.Ready(ctx); err != nil {
		n.t.Fatal(err)
	}
}

// Write takes the log.
func (n *node) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.log.Write(p)
}

func (n *node) logged() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.log.String()
}

func (n *node) receive(e *sockets.Envelope) {
	n.mu.Lock()
	n.got = append(n.got, show(e))
	n.mu.Unlock()
	select {
	case n.some <- struct{}{}:
	default:
	}
}

// show is an envelope on one line.
func show(e *sockets.Envelope) string {
	var s strings.Builder
	if e.Namespace != "/" {
		s.WriteString(e.Namespace + ": ")
	}
	fmt.Fprintf(&s, "%s %v", [...]string{"broadcast", "join", "leave", "leaveAll", "disconnect"}[e.Op], e.To)
	if len(e.Except) > 0 {
		fmt.Fprintf(&s, " except %v", e.Except)
	}
	if len(e.Rooms) > 0 {
		fmt.Fprintf(&s, " rooms %v", e.Rooms)
	}
	if e.Op == sockets.OpBroadcast {
		fmt.Fprintf(&s, " %s %s", e.Event, value.Append(nil, e.Args))
	}
	if e.KeepSource {
		s.WriteString(" keepSource")
	}
	return s.String()
}

// wait returns what came when the last line is there.
func (n *node) wait(last string) []string {
	n.t.Helper()
	return n.until("for "+last, func(got []string) bool { return len(got) > 0 && got[len(got)-1] == last })
}

func (n *node) until(what string, ok func([]string) bool) []string {
	n.t.Helper()
	deadline := time.After(timeout)
	for {
		n.mu.Lock()
		got := append([]string(nil), n.got...)
		n.mu.Unlock()
		if ok(got) {
			return got
		}
		select {
		case <-n.some:
		case <-deadline:
			n.t.Fatalf("waited in vain %s; got\n%s\nlog:\n%s", what, strings.Join(got, "\n"), n.logged())
		}
	}
}

func event(name string, args ...any) *sockets.Envelope {
	return &sockets.Envelope{Event: name, Args: args}
}

func at(addr string) redisconn.Options { return redisconn.Options{URL: "redis://" + addr} }

// eventually polls until ok, for states that cause no event.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(timeout); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain: " + what)
		}
	}
}
