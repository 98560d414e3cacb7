package pubsub_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"framework/blueprints/pubsub"
	"framework/engine/orm"
	"framework/engine/value"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// guard refuses the sockets that it names, once it is open.
type guard struct {
	open chan struct{} // closed when it may decide
	asks chan struct{} // if not nil, receives a value before each decision
	gone bool

	mu      sync.Mutex
	refuses []string
	asked   int
	pinned  int
}

func newGuard(refuses ...string) *guard {
	g := &guard{open: make(chan struct{}), refuses: refuses}
	close(g.open)
	return g
}

func (g *guard) Refused(ctx context.Context, _ *orm.Model, _ any, sockets []string) []string {
	if g.asks != nil {
		select {
		case g.asks <- struct{}{}:
		default:
		}
	}
	select {
	case <-g.open:
	case <-ctx.Done():
		return sockets
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked++
	return slices.DeleteFunc(slices.Clone(sockets), func(s string) bool { return !slices.Contains(g.refuses, s) })
}

func (g *guard) Pin() (release func(), ok bool) {
	if g.gone {
		return nil, false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pinned++
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.pinned--
	}, true
}

// await waits for n messages.
func (h *fakeRooms) await(n int) []string {
	var heard []string
	for len(heard) < n {
		<-h.sent
		heard = append(heard, h.listen()...)
	}
	return heard
}

func checked(t *testing.T, h *fakeRooms, g *guard, log *slog.Logger) (*pubsub.Set, *orm.Model) {
	t.Helper()
	o := community(t)
	s := pubsub.New(pubsub.Options{ORM: o, Rooms: h, Switches: sails12, AccessCheck: g, Log: log})
	t.Cleanup(s.Close)
	m := o.Model("home")
	for _, who := range []string{"a", "b", "c"} {
		if err := s.SubscribeKeys(context.Background(), pubsub.Request{Socket: who}, m, []any{int64(1)}, pubsub.Everything()); err != nil {
			t.Fatal(err)
		}
	}
	return s, m
}

func TestRecheckKeepsTheOrder(t *testing.T) {
	h, g := newFakeRooms("a", "b", "c"), newGuard("b")
	s, m := checked(t, h, g, nil)
	ctx := context.Background()
	var want []string
	for n := range int64(100) {
		ev := pubsub.Event{Verb: "updated", Model: m, ID: "1", Data: value.Of("n", n), By: pubsub.Request{Socket: "c"}}
		if err := s.Publish(ctx, ev); err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintf(`a home {"verb":"updated","data":{"n":%d},"id":1}`, n))
	}
	if heard := h.await(100); !slices.Equal(heard, want) {
		t.Errorf("heard %q", heard)
	}
	// A socket that joins after the message was published does not get it: the
	// policies did not run for it.
	g.open = make(chan struct{})
	if err := s.Publish(ctx, pubsub.Event{Verb: "destroyed", Model: m, ID: int64(1)}); err != nil {
		t.Fatal(err)
	}
	h.mu.Lock()
	h.rooms["late"] = []string{"late", "sails_model_home_1:destroy"}
	h.mu.Unlock()
	close(g.open)
	if heard, want := h.await(2), []string{`a home {"verb":"destroyed","id":1}`, `c home {"verb":"destroyed","id":1}`}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
}

func TestRecheckBefore(t *testing.T) {
	h, g := newFakeRooms("a", "b", "c"), newGuard("a")
	s, m := checked(t, h, g, nil)
	ctx := context.Background()
	readers := s.Readers(ctx, m, "1", pubsub.Destroy)
	g.mu.Lock()
	g.refuses = []string{"a", "b", "c"} // the record is gone
	g.mu.Unlock()
	if err := s.Publish(ctx, pubsub.Event{Verb: "destroyed", Model: m, ID: int64(1), Audience: readers}); err != nil {
		t.Fatal(err)
	}
	if heard, want := h.await(2), []string{`b home {"verb":"destroyed","id":1}`, `c home {"verb":"destroyed","id":1}`}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
	if s := pubsub.New(pubsub.Options{ORM: m.ORM(), Rooms: h}); s.Readers(ctx, m, 1, pubsub.Destroy) != nil {
		t.Error("without a recheck somebody is chosen")
	}
}

// What finds the queue full is lost, and logged once.
func TestRecheckOverflow(t *testing.T) {
	var log bytes.Buffer
	h, g := newFakeRooms("a", "b", "c"), newGuard("b", "c")
	g.open, g.asks = make(chan struct{}), make(chan struct{}, 1)
	s, m := checked(t, h, g, slog.New(slog.NewTextHandler(&log, nil)))
	const sent = 10000
	for n := range sent {
		if n == 1 {
			<-g.asks // the first is being decided: from here nothing takes messages from the queue
		}
		if err := s.Send(context.Background(), pubsub.Request{}, m, []any{int64(1)}, pubsub.Update, "n", int64(n)); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(log.String(), "messages are lost"); n != 1 {
		t.Errorf("it was logged %d times:\n%s", n, log.String())
	}
	close(g.open)
	heard := h.await(4097) // the first, and what the queue holds
	if len(heard) != 4097 || heard[0] != "a n 0" || !slices.IsSortedFunc(heard, func(x, y string) int { return len(x) - len(y) }) {
		t.Errorf("heard %d messages, %q first", len(heard), heard[0])
	}
}

// When what decides is gone, nothing is sent any more, and nothing is left.
func TestRecheckOver(t *testing.T) {
	h, g := newFakeRooms("a", "b", "c"), newGuard()
	g.gone = true
	s, m := checked(t, h, g, nil)
	if err := s.Publish(context.Background(), pubsub.Event{Verb: "updated", Model: m, ID: int64(1)}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s.Close()
	if err := s.Publish(context.Background(), pubsub.Event{Verb: "updated", Model: m, ID: int64(1)}); err != nil {
		t.Fatal(err)
	}
	if heard := h.listen(); heard != nil || g.asked != 0 || g.pinned != 0 {
		t.Errorf("heard %q, asked %d times, %d pinned", heard, g.asked, g.pinned)
	}
}

// Each of two servers asks for its own sockets, and leaves alone what is about
// no record.
func TestRecheckOnTwoServers(t *testing.T) {
	here, there := newFakeRooms("a", "b", "c"), newFakeRooms("a", "b", "c")
	s, m := checked(t, here, newGuard("a", "b", "c"), nil)
	other, _ := checked(t, there, newGuard("b"), nil)
	here.elsewhere = func(rooms, except []string, event string, args []any) {
		// As it comes out of the broker.
		v, err := value.Parse(value.Append(nil, args[0]))
		if err != nil {
			t.Error(err)
		}
		if !other.Deliver(rooms, except, event, []any{v}) {
			t.Errorf("%q is about no record", rooms)
		}
	}
	ctx := context.Background()
	if err := s.Publish(ctx, pubsub.Event{Verb: "updated", Model: m, ID: int64(1), Data: value.Of("n", int64(1)), By: pubsub.Request{Socket: "c"}}); err != nil {
		t.Fatal(err)
	}
	if heard, want := there.await(1), []string{`a home {"verb":"updated","data":{"n":1},"id":1}`}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
	if err := other.Watch(ctx, pubsub.Request{Socket: "c"}, m); err != nil {
		t.Fatal(err)
	}
	if err := s.Publish(ctx, pubsub.Event{Verb: "created", Model: m, Data: value.Of("id", int64(9))}); err != nil {
		t.Fatal(err)
	}
	if heard, want := there.await(1), []string{`c home {"verb":"created","data":{"id":9},"id":9}`}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
	for _, c := range []struct {
		rooms   []string
		message any
		want    bool
	}{
		{[]string{"sails_model_create_home"}, value.Of("verb", "created", "id", int64(9)), true},
		{[]string{"sails_model_create_home"}, "anything", false},
		{[]string{"sails_model_home_1:add:x"}, "anything", false},
		{[]string{"sails_model_home_1:message"}, "anything", true},
		{[]string{"sails_model_home_a:b:update", "sails_model_user_1:add:pets"}, "anything", true},
		{[]string{"sails_model_home_1:update", "red"}, "anything", false},
		{[]string{"red"}, "anything", false},
		{nil, "anything", false},
	} {
		if got := other.Deliver(c.rooms, nil, "home", []any{c.message}); got != c.want {
			t.Errorf("%q %v: %v", c.rooms, c.message, got)
		}
	}
	if pubsub.New(pubsub.Options{ORM: m.ORM(), Rooms: here}).Deliver([]string{"sails_model_home_1:update"}, nil, "home", []any{"x"}) {
		t.Error("a server without a recheck took it")
	}
}
