package sockets

import (
	"context"
	"net/http"
	"time"

	"framework/sockets/engineio"
)

const (
	// spacing is the time between two clients that are let go, so that they do
	// not all connect again at once, and spread how long that takes at most.
	spacing = 2 * time.Millisecond
	spread  = 3 * time.Second
	// drainPause is how long a client with requests that run is let be.
	drainPause = 10 * time.Millisecond
	// lastPolls is how long clients that poll may take to fetch what is left.
	lastPolls = 2 * time.Second
)

// leaving is the answer to requests that come when the server stops.
var leaving = Answer{
	Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"1"}},
	Body: []byte("The server is stopping. Try again in a moment."),
}

// drain lets the clients go one after the other, each when what it has asked was
// answered. What a client asks once it is its turn is refused. It ends when all
// are gone or ctx ends.
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
			if !s.lane.leave() {
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

// awaitPolls waits until clients between two polls have come back for what is
// left for them, for lastPolls at most.
func (h *Hub) awaitPolls(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lastPolls)
	defer cancel()
	for h.server.Len() > 0 && pause(ctx, drainPause) {
	}
}

// pause reports false when ctx ended.
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

// leave has no more jobs added, and reports whether there is none left.
func (l *lane) leave() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left = true
	return !l.dealing && len(l.waiting) == 0 && len(l.running) == 0
}
