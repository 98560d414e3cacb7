package redisbroker

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Redis does not store messages for nodes that are not subscribed. After an outage
// the nodes subscribe again one by one, so a message published at once would be
// lost: the queue waits until as many nodes listen as before.

const (
	// settling is how long the other nodes may take to come back, once Redis has.
	settling = 10 * time.Second
	// settlePause is the time between two looks at how many there are.
	settlePause = 50 * time.Millisecond
	// roll is what is published to count the nodes; they ignore it, but for its
	// greetings.
	roll  = "framework#"
	hello = "hello" // a node listens from now on
	bye   = "bye"   // it does not any more
	sent  = "sent"  // the number of the last message that a node has sent
)

func (c channels) roll() string { return c.key + "#" + roll }

// listeners counts the nodes that listen now, this one among them.
func (b *Broker) listeners(ctx context.Context) (int64, error) {
	return b.client.Publish(ctx, b.channels.roll(), "").Result()
}

// greet handles the greeting of a node.
func (b *Broker) greet(payload string) {
	what, node, _ := strings.Cut(payload, " ")
	switch {
	case what == hello:
		b.asked.Store(true)
		if node != b.node {
			b.greeted.add(node)
			b.recount.Store(true)
		}
		b.queue.signal() // the publisher looks
	case node == b.node:
	case what == bye:
		b.greeted.remove(node)
		b.known.Store(max(b.known.Load()-1, 1))
	case what == sent:
		node, text, _ := strings.Cut(node, " ")
		if n, err := strconv.ParseUint(text, 10, 64); err == nil && node != b.node {
			b.caughtUp(node, n)
		}
	}
}

// announce publishes the number of the last message, if a node listens anew: what it
// has missed is not seen by a later message until there is one.
func (b *Broker) announce(ctx context.Context) {
	n, idle := b.queue.last()
	if !idle || !b.asked.Swap(false) {
		return // the next message carries the number
	}
	if err := b.client.Publish(ctx, b.channels.roll(), fmt.Sprintf("%s %s %d", sent, b.node, n)).Err(); err != nil {
		b.asked.Store(true) // for the next time
	}
}

// caughtUp counts the messages of a node up to number n that were lost.
func (b *Broker) caughtUp(node string, n uint64) {
	if _, seen := b.origins[node]; !seen {
		b.origins.next(node, n, time.Now())
		return
	}
	if missing, known := b.origins.next(node, n, time.Now()); !known {
		b.miss(node, missing+1)
	}
}

// greeted are the names of other nodes. Safe for concurrent use.
type greeted struct {
	mu    sync.Mutex
	nodes map[string]bool
}

func (g *greeted) add(node string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.nodes == nil {
		g.nodes = map[string]bool{}
	}
	g.nodes[node] = true
}

func (g *greeted) remove(node string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.nodes, node)
}

func (g *greeted) len() int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return int64(len(g.nodes))
}

// atMost forgets all nodes if more have greeted than there are: it is not known
// which of them have ended without a message.
func (g *greeted) atMost(n int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if int64(len(g.nodes)) > n {
		clear(g.nodes)
	}
}

// count notes how many nodes there are, if one has come; not while they come
// back, one by one.
func (b *Broker) count(ctx context.Context) {
	if b.unsettled.Load() || !b.recount.Swap(false) {
		return
	}
	if n, err := b.listeners(ctx); err == nil {
		b.known.Store(n)
		b.greeted.atMost(n - 1)
	} else {
		b.recount.Store(true) // for the next time
	}
}

// settle waits until this node and the others listen again. It fails with what
// keeps Redis from being reached.
func (b *Broker) settle(ctx context.Context) error {
	if !b.unsettled.Load() {
		return nil
	}
	want := max(b.known.Load(), b.greeted.len()+1) // a node may not have been counted yet
	var since time.Time                            // Redis is back
	for {
		n, err := b.listeners(ctx)
		if err != nil {
			return err
		}
		now := time.Now()
		if since.IsZero() {
			since = now
		}
		late := now.Sub(since) > settling
		if late && n < want {
			b.log.Warn("not all servers are back: events that waited do not reach the others", "redis", b.address, "servers", n, "before", want)
		}
		if late || b.connected.Load() && n >= want {
			b.unsettled.Store(false)
			b.known.Store(n)
			b.greeted.atMost(n - 1)
			return nil
		}
		timer := time.NewTimer(settlePause)
		select {
		case <-timer.C:
		case <-b.queue.ended:
			timer.Stop()
			return nil // the little time that is left is for sending
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("waiting for the other servers: %w", ctx.Err())
		}
	}
}
