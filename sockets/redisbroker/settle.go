package redisbroker

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Redis keeps nothing for those who are not subscribed. When it was away, the
// nodes come back one by one, so that who publishes at once publishes to nobody:
// what waits is held until as many nodes listen as did before.

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
)

func (c channels) roll() string { return c.key + "#" + roll }

// listeners counts the nodes that listen now, this one among them.
func (b *Broker) listeners(ctx context.Context) (int64, error) {
	return b.client.Publish(ctx, b.channels.roll(), "").Result()
}

// greet takes what a node says of itself.
func (b *Broker) greet(payload string) {
	what, node, _ := strings.Cut(payload, " ")
	if node == b.node {
		return
	}
	switch what {
	case hello:
		b.recount.Store(true)
		select { // the publisher looks
		case b.queue.some <- struct{}{}:
		default:
		}
	case bye:
		b.known.Store(max(b.known.Load()-1, 1))
	}
}

// count notes how many nodes there are, if one has come.
func (b *Broker) count(ctx context.Context) {
	if !b.recount.Swap(false) {
		return
	}
	if n, err := b.listeners(ctx); err == nil {
		b.known.Store(n)
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
	want := b.known.Load()
	var since time.Time // Redis is back
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
