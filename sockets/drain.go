package sockets

import (
	"context"
	"net/http"
	"time"

	"framework/sockets/engineio"
)

const (
	// spacing is the time between the disconnections of two clients, so that they
	// do not all reconnect at once; spread bounds the sum.
	spacing = 2 * time.Millisecond
	spread  = 3 * time.Second
	// drainPause is how long a client with running requests is left connected
	// before the next check.
	drainPause = 10 * time.Millisecond
	// lastPolls is how long polling clients may take to fetch their last
	// messages.
	lastPolls = 2 * time.Second
)

// stopping is the answer to requests while the server stops.
var stopping = Answer{
	Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"1"}},
	Body: []byte("The server is stopping. Try again in a moment."),
}

// drain disconnects the clients one after the other, each when its requests are
// answered. Requests that it sends after that are refused. drain ends when no
// client is left or ctx ends.
func (h *Hub) drain(ctx context.Context) {
	type connection struct{ sockets []*Socket }
	byHandshake := map[*engineio.Handshake]*connection{}
	var all []*connection
	h.mu.Lock()
	for _, s := range h.connected {
		c := byHandshake[s.Handshake()]
		if c == nil {
			c = &connection{}
			byHandshake[s.Handshake()] = c
			all = append(all, c)
		}
		c.sockets = append(c.sockets, s)
	}
	h.mu.Unlock()
	wait := min(spacing, spread/time.Duration(max(len(all), 1)))
	let := func(c *connection) bool {
		for _, s := range c.sockets {
			if !s.queue.close() {
				return false
			}
		}
		c.sockets[0].socket.Release()
		return true
	}
	var busy []*connection
	for _, c := range all {
		if !let(c) {
			busy = append(busy, c)
		}
		if !pause(ctx, wait) {
			return
		}
	}
	for len(busy) > 0 {
		if !pause(ctx, drainPause) {
			return
		}
		rest := busy[:0]
		for _, c := range busy {
			if !let(c) {
				rest = append(rest, c)
			}
		}
		busy = rest
	}
}

// awaitPolls waits until polling clients have fetched their last messages, for at
// most lastPolls.
func (h *Hub) awaitPolls(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lastPolls)
	defer cancel()
	for h.server.Len() > 0 && pause(ctx, drainPause) {
	}
}

// pause waits for d, and returns false if ctx has ended.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// close refuses further jobs, and reports whether none is left.
func (q *queue) close() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.left = true
	return !q.dispatching && len(q.waiting) == 0 && len(q.running) == 0
}
