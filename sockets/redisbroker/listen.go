package redisbroker

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// listen receives messages until ctx ends, over one subscription after the
// other.
func (b *Broker) listen(ctx context.Context) {
	var wait backoff
	for {
		err := b.subscribe(ctx, &wait)
		b.connected.Store(false)
		b.unsettled.Store(true)
		if ctx.Err() != nil {
			return
		}
		if wait.first() {
			b.log.Error("events of other nodes are not received until Redis answers", "redis", b.address, "error", err)
		}
		if !wait.sleep(ctx) {
			return
		}
	}
}

// errSilent is why a connection is given up on which Redis answers no more.
var errSilent = errors.New("the connection has fallen silent")

// heartbeat is how often Redis is pinged; it has as long to answer.
const heartbeat = 5 * time.Second

// subscribe receives messages until the connection fails.
func (b *Broker) subscribe(ctx context.Context, wait *backoff) error {
	patterns := b.channels.patterns()
	s := b.client.PSubscribe(ctx, patterns...)
	var silent, heard atomic.Bool
	stop := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		watch(ctx, s, stop, &heard, &silent)
	}()
	defer func() {
		close(stop)
		<-ended
		_ = s.Close() // it may be closed already
	}()
	for pending := len(patterns); ; {
		m, err := s.Receive(ctx)
		if err != nil {
			if silent.Load() {
				err = errSilent
			}
			return err
		}
		heard.Store(true)
		switch m := m.(type) {
		case *redis.Subscription:
			if pending--; pending == 0 {
				// The greeting goes over another connection. Without it the others would not say
				// what was missed.
				if err := b.client.Publish(ctx, b.channels.roll(), hello+" "+b.node).Err(); err != nil && !final(err) {
					return err
				}
				b.subscribed(wait)
				b.recount.Store(!b.unsettled.Load())
			}
		case *redis.Message:
			if m.Channel == b.channels.roll() {
				b.greet(m.Payload)
				continue
			}
			b.take(m)
		}
	}
}

// subscribed notes that messages are received from now on.
func (b *Broker) subscribed(wait *backoff) {
	b.connected.Store(true)
	select {
	case <-b.ready:
	default:
		close(b.ready)
	}
	if wait.over() {
		b.log.Info("Redis is back: events of other nodes are received again", "redis", b.address)
	}
}

// watch closes a subscription when ctx ends or Redis sends nothing for too
// long, until stop.
func watch(ctx context.Context, s *redis.PubSub, stop <-chan struct{}, heard, silent *atomic.Bool) {
	t := time.NewTicker(heartbeat)
	defer t.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ctx.Done():
			_ = s.Close() // ends what waits on it
			return
		case <-t.C:
			if !heard.Swap(false) {
				silent.Store(true)
				_ = s.Close()
				return
			}
			_ = s.Ping(ctx) // Receive sees what comes of it
		}
	}
}

// take hands a message to the hub.
func (b *Broker) take(m *redis.Message) {
	r, err := b.channels.decode(b.node, m.Channel, []byte(m.Payload))
	if err != nil {
		b.refused.Add(1)
		b.complaints.about(&b.complaints.refused, func() {
			b.log.Warn("a message in Redis cannot be read", "redis", b.address, "channel", m.Channel, "error", err)
		})
		return
	}
	if r == nil {
		return
	}
	if r.number > 0 {
		missing, known := b.origins.next(r.node, r.number, time.Now())
		if known {
			return
		}
		if missing > 0 {
			b.miss(r.node, missing)
		}
	}
	b.received.Add(1)
	b.receive(r.envelope)
}

// miss notes messages of a node that were published and did not come.
func (b *Broker) miss(node string, n uint64) {
	b.lost.Add(n)
	b.complaints.about(&b.complaints.lost, func() {
		b.log.Warn("events of another node are lost", "redis", b.address, "node", node, "lost so far", b.lost.Load())
	})
}

// origins stores the number of the last message of each node. One goroutine uses it.
type origins map[string]origin

type origin struct {
	number uint64
	seen   time.Time
}

const (
	// maxOrigins is how many nodes are remembered.
	maxOrigins = 1024
	// forgotten is how long a silent node is remembered at least.
	forgotten = time.Hour
)

// next notes the message n of a node: how many are missing between the last one
// and this, and whether it came before.
func (o origins) next(node string, n uint64, now time.Time) (missing uint64, known bool) {
	last, seen := o[node]
	if seen && n <= last.number {
		return 0, true
	}
	if !seen && len(o) >= maxOrigins {
		o.forget(now)
	}
	o[node] = origin{n, now}
	if !seen {
		return 0, false
	}
	return n - last.number - 1, false
}

// forget makes room for one.
func (o origins) forget(now time.Time) {
	var oldest string
	for node, of := range o {
		if now.Sub(of.seen) > forgotten {
			delete(o, node)
		} else if oldest == "" || of.seen.Before(o[oldest].seen) {
			oldest = node
		}
	}
	if len(o) >= maxOrigins {
		delete(o, oldest)
	}
}
