package redisbroker

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"framework/engine/redisconn"
	"framework/sockets"
)

// Options configure a Broker.
type Options struct {
	Server redisconn.Options
	// Key begins the names of the channels; "socket.io" by default.
	Key string
	// MaxQueue is how many bytes may wait for Redis, 16 MiB by default. What is
	// too much drops what waits longest.
	MaxQueue int
	// MaxAge is how long a message may wait for Redis, 5 minutes by default.
	MaxAge time.Duration
	// Log gets errors, and when they have ended; nothing is logged by default.
	Log *slog.Logger
}

// Stats are counters of a Broker.
type Stats struct {
	Published uint64 // messages that Redis took
	Dropped   uint64 // messages that had to make room for later ones, or were refused by Redis
	Received  uint64 // messages of other nodes and of emitters
	Lost      uint64 // messages of other nodes that are known to have been missed
	Refused   uint64 // messages that cannot be read
	Waiting   int    // messages that wait for Redis
	Connected bool   // whether messages of others are received now
}

// Broker is a sockets.Broker on Redis. It connects, and connects again, on its
// own; while Redis is unavailable, published messages wait until the nodes that
// were connected before are subscribed again.
type Broker struct {
	node     string
	channels channels
	address  string
	receive  func(*sockets.Envelope)
	log      *slog.Logger
	client   *redis.Client
	queue    *queue
	origins  origins

	published, dropped, received, lost, refused atomic.Uint64
	connected                                   atomic.Bool
	// known is how many nodes listened when all was well, recount says that
	// another has come, unsettled that some may be missing.
	known              atomic.Int64
	recount, unsettled atomic.Bool
	greeted            greeted       // the nodes that have announced themselves
	asked              atomic.Bool   // a node listens anew and needs the number of the last message
	ready              chan struct{} // closed with the first subscription
	complaints         complaints

	cancel  context.CancelFunc // of everything
	running sync.WaitGroup
	drained chan struct{} // closed when the publisher has ended
}

// New returns a Broker that hands the envelopes of other nodes to receive, one
// after the other. receive must not wait for clients. It does not wait for
// Redis; Ready does.
func New(o Options, receive func(*sockets.Envelope)) (*Broker, error) {
	server, err := o.Server.Client()
	if err != nil {
		return nil, fmt.Errorf("config sockets.url: %w", err)
	}
	server.MaxRetries = -1 // the broker itself decides what is published again
	if o.MaxQueue <= 0 {
		o.MaxQueue = 16 << 20
	}
	if o.MaxAge <= 0 {
		o.MaxAge = 5 * time.Minute
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(context.Background())
	b := &Broker{
		node: rand.Text()[:16], channels: newChannels(o.Key), address: server.Addr,
		receive: receive, log: o.Log, client: redis.NewClient(server), queue: newQueue(o.MaxQueue, o.MaxAge),
		origins: origins{}, ready: make(chan struct{}), drained: make(chan struct{}), cancel: cancel,
	}
	b.running.Go(func() { b.publish(ctx) })
	b.running.Go(func() { b.listen(ctx) })
	return b, nil
}

// Ready waits until messages of other nodes are received for the first time.
func (b *Broker) Ready(ctx context.Context) error {
	select {
	case <-b.ready:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("Redis at %s (config/sockets.js) does not answer: %w", b.address, ctx.Err()) //nolint:staticcheck // a name
	}
}

// Stats returns the counts so far.
func (b *Broker) Stats() Stats {
	return Stats{
		Published: b.published.Load(), Dropped: b.dropped.Load(), Received: b.received.Load(), Lost: b.lost.Load(),
		Refused: b.refused.Load(), Waiting: b.queue.len(), Connected: b.connected.Load(),
	}
}

// Publish implements sockets.Broker.
func (b *Broker) Publish(e *sockets.Envelope) {
	if n := b.queue.put(b.channels.encode(b.node, e)); n > 0 {
		b.dropped.Add(uint64(n))
		b.complaints.about(&b.complaints.dropped, func() {
			b.log.Error("events for other nodes are lost: too much waits for Redis", "redis", b.address, "lost so far", b.dropped.Load())
		})
	}
}

// Close implements sockets.Broker.
func (b *Broker) Close(ctx context.Context) error {
	b.queue.close()
	var err error
	select {
	case <-b.drained:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if b.connected.Load() {
		_ = b.client.Publish(ctx, b.channels.roll(), bye+" "+b.node).Err() // else they wait for this node after Redis was unavailable
	}
	b.cancel()
	b.running.Wait()
	if n := b.queue.len(); n > 0 {
		b.dropped.Add(uint64(n))
		err = fmt.Errorf("%d messages for other nodes were not sent: Redis at %s does not answer", n, b.address)
	}
	_ = b.client.Close() // it has nothing left to do
	return err
}

// complaints keeps the log from being filled with one thing.
type complaints struct {
	mu                     sync.Mutex
	dropped, lost, refused time.Time // when it was logged last
}

// pause is how long the same error is not logged again.
const pause = 10 * time.Second

func (c *complaints) about(last *time.Time, warn func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(*last) >= pause {
		*last = now
		warn()
	}
}
