package redisbroker

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// batchSize is about how many bytes go to Redis in one exchange.
const batchSize = 256 << 10

// publish hands the queue to Redis: what gathers while Redis takes one batch is
// the next. It ends with ctx, or when the queue is closed and empty or cannot be
// handed over.
func (b *Broker) publish(ctx context.Context) {
	defer close(b.drained)
	var wait backoff
	for {
		b.count(ctx)
		if n := b.queue.expire(time.Now()); n > 0 {
			b.dropped.Add(uint64(n))
			b.log.Error("events for other nodes are lost: they have waited for Redis for too long", "redis", b.address, "events", n, "lost so far", b.dropped.Load())
		}
		batch, closed := b.queue.take(batchSize)
		if len(batch) == 0 {
			if closed {
				return
			}
			b.announce(ctx)
			select {
			case <-b.queue.some:
				continue
			case <-ctx.Done():
				return
			}
		}
		n, err := 0, b.settle(ctx)
		if err == nil {
			n, err = b.send(ctx, batch)
		}
		b.queue.done(n)
		if err == nil {
			if wait.over() {
				b.log.Info("Redis is back: what waited for other nodes is sent", "redis", b.address, "events", n)
			}
			continue
		}
		b.unsettled.Store(true)
		if ctx.Err() != nil || closed {
			return
		}
		if wait.first() {
			b.log.Error("events do not reach other nodes until Redis answers; they wait", "redis", b.address, "error", err)
		}
		if !wait.sleep(ctx) {
			return
		}
	}
}

// send publishes messages in one exchange. It returns how many of them are done
// with, the first ones. The rest is to be sent again: some may have arrived,
// which their receivers see by the number.
func (b *Broker) send(ctx context.Context, batch []*message) (done int, err error) {
	commands, err := b.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, m := range batch {
			p.Publish(ctx, m.channel, m.payload)
		}
		return nil
	})
	if err != nil && len(commands) < len(batch) {
		return 0, err
	}
	for i, c := range commands {
		switch err := c.Err(); {
		case err == nil:
			b.published.Add(1)
		case final(err):
			b.dropped.Add(1)
			b.complaints.about(&b.complaints.dropped, func() {
				b.log.Error("Redis refuses an event for other nodes", "redis", b.address, "error", err)
			})
		default:
			return i, err
		}
	}
	return len(batch), nil
}

// final reports whether an error is an answer of Redis, so that a retry is useless.
func final(err error) bool {
	if _, answered := err.(redis.Error); !answered { //nolint:errorlint // the library gives it as it is
		return false
	}
	for _, passing := range []string{"LOADING", "BUSY", "TRYAGAIN", "MASTERDOWN", "CLUSTERDOWN", "NOAUTH", "WRONGPASS", "ERR max number"} {
		if strings.HasPrefix(err.Error(), passing) {
			return false
		}
	}
	return true
}

// The waits between attempts to reach Redis.
const (
	shortest = 20 * time.Millisecond
	longest  = time.Second
)

// backoff waits longer from attempt to attempt, by chance not at the same time
// as others.
type backoff struct{ next time.Duration }

// first reports whether all went well before.
func (w *backoff) first() bool { return w.next == 0 }

// over begins anew, and reports whether there was something to wait for.
func (w *backoff) over() bool {
	waited := w.next > 0
	w.next = 0
	return waited
}

// sleep waits; false when ctx has ended.
func (w *backoff) sleep(ctx context.Context) bool {
	w.next = min(max(2*w.next, shortest), longest)
	t := time.NewTimer(w.next/2 + rand.N(w.next/2))
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
