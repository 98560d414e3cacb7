package pubsub

import (
	"context"
	"slices"
	"strings"
	"sync"

	"framework/engine/orm"
	"framework/engine/value"
)

// waitingChecks bounds the messages of one Set that wait for policies.
const waitingChecks = 4096

// checks sends messages after an AccessCheck, in the order in which they were
// published. Publishing does not wait for it: it may happen on the very loop
// that the policies run on.
type checks struct {
	set    *Set
	ctx    context.Context
	cancel context.CancelFunc
	wake   chan struct{}
	done   chan struct{}

	mu      sync.Mutex
	waiting []delivery
	closed  bool
	lost    int
}

// delivery is one message about a record on its way to sockets.
type delivery struct {
	model   *orm.Model
	id      any
	sockets []string
	event   string
	message any
	checked bool // sockets holds only those that may read the record
	release func()
}

func newChecks(s *Set) *checks {
	c := &checks{set: s, wake: make(chan struct{}, 1), done: make(chan struct{})}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	go c.run()
	return c
}

// audience are the members of a room of this server, less some.
func (c *checks) audience(room string, except []string) []string {
	return slices.DeleteFunc(c.set.opts.Rooms.Members(room), func(id string) bool { return slices.Contains(except, id) })
}

// add queues a message; one that finds the queue full is lost, which is logged
// once for each time that it fills.
func (c *checks) add(d delivery) {
	if len(d.sockets) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
	case len(c.waiting) >= waitingChecks:
		if c.lost++; c.lost == 1 {
			c.set.opts.Log.Error("messages are lost: the policies that pubsub.recheck runs do not keep up with what is published", "waiting", waitingChecks)
		}
	default:
		var ok bool
		if d.release, ok = c.set.opts.AccessCheck.Pin(); !ok {
			return
		}
		c.waiting = append(c.waiting, d)
		select {
		case c.wake <- struct{}{}:
		default:
		}
	}
}

func (c *checks) take() []delivery {
	c.mu.Lock()
	defer c.mu.Unlock()
	batch := c.waiting
	c.waiting, c.lost = nil, 0
	return batch
}

func (c *checks) run() {
	defer close(c.done)
	for {
		select {
		case <-c.wake:
		case <-c.ctx.Done():
			return
		}
		for _, d := range c.take() {
			c.deliver(d)
			d.release()
		}
	}
}

// deliver sends to the rooms that sockets are to themselves: who joined
// meanwhile was not looked at.
func (c *checks) deliver(d delivery) {
	if !d.checked {
		refused := c.set.opts.AccessCheck.Refused(c.ctx, d.model, d.id, d.sockets)
		d.sockets = slices.DeleteFunc(d.sockets, func(id string) bool { return slices.Contains(refused, id) })
	}
	if len(d.sockets) == 0 {
		return
	}
	if err := c.set.opts.Rooms.Broadcast(c.ctx, d.sockets, nil, d.event, d.message); err != nil {
		c.set.opts.Log.Error("a message was not sent", "model", d.model.GlobalID, "id", d.id, "error", err)
	}
}

// Readers are the sockets that are subscribed to a record in a context and may
// read it now, for the message about something that is going to be deleted; nil
// without an AccessCheck. It waits for policies: not to be called on the loop.
func (s *Set) Readers(ctx context.Context, m *orm.Model, id any, context string) *Audience {
	if s.checks == nil {
		return nil
	}
	sockets := s.opts.Rooms.Members(s.Room(m, Key(m, id), context))
	refused := s.opts.AccessCheck.Refused(ctx, m, Key(m, id), sockets)
	return &Audience{slices.DeleteFunc(sockets, func(id string) bool { return slices.Contains(refused, id) })}
}

// Audience are the sockets that may receive a message.
type Audience struct{ sockets []string }

// send sends a message about a record to the sockets of a room that may read
// it.
func (c *checks) send(ev *Event, room string, except []string, event string, message any) {
	d := delivery{model: ev.Model, id: ev.ID, sockets: c.audience(room, except), event: event, message: message}
	if ev.Audience != nil {
		d.checked = true
		d.sockets = slices.DeleteFunc(d.sockets, func(id string) bool { return !slices.Contains(ev.Audience.sockets, id) })
	}
	c.add(d)
	// Other servers look at their own sockets; see Deliver.
	if err := c.set.opts.Rooms.BroadcastRemote(c.ctx, []string{room}, except, event, message); err != nil {
		c.set.opts.Log.Error("a message was not sent to other servers", "model", d.model.GlobalID, "id", d.id, "error", err)
	}
}

// Deliver takes a message of another server, or of the project's own code, for
// rooms of records: it sends it to the sockets of this server that may read them.
// It is false for a message that is about no record, or where nothing is
// rechecked: then nothing was sent.
func (s *Set) Deliver(rooms, except []string, event string, args []any) bool {
	if s.checks == nil || len(rooms) == 0 || len(args) == 0 {
		return false
	}
	deliveries := make([]delivery, 0, len(rooms))
	for _, room := range rooms {
		m, id := s.about(room, args[0])
		if m == nil {
			return false
		}
		deliveries = append(deliveries, delivery{
			model: m, id: id, sockets: s.checks.audience(room, except), event: event, message: args[0],
		})
	}
	for _, d := range deliveries {
		s.checks.add(d)
	}
	return true
}

// about is the record that a message to a room is about.
func (s *Set) about(room string, message any) (*orm.Model, any) {
	for _, m := range s.opts.ORM.Models() {
		if room == WatchersRoom(m) {
			if id := parsed(message).Value("id"); isKey(id) {
				return m, Key(m, id)
			}
			return nil, nil
		}
		rest, ok := strings.CutPrefix(room, "sails_model_"+m.Identity+"_")
		if !ok {
			continue
		}
		contexts := AllContexts(m)
		if s.opts.Switches.OneRoom {
			contexts = []string{m.Identity}
		}
		for _, c := range contexts {
			if id, ok := strings.CutSuffix(rest, ":"+c); ok && id != "" {
				return m, Key(m, id)
			}
		}
	}
	return nil, nil
}

// parsed is a message as an object, also one that was written already.
func parsed(message any) *value.Map {
	if m := members(message); m != nil {
		return m
	}
	v, _ := value.Parse(value.Append(nil, message)) // what cannot be read has no members
	m, _ := v.(*value.Map)
	return m
}

// Close ends the checks, when nothing waits any more: what waits is pinned.
func (s *Set) Close() {
	if s.checks == nil {
		return
	}
	s.checks.mu.Lock()
	s.checks.closed = true
	s.checks.mu.Unlock()
	s.checks.cancel()
	<-s.checks.done
}
