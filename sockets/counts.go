package sockets

import (
	"sync"
	"sync/atomic"

	"framework/sockets/engineio"
)

// Counts are what a Hub has done so far.
type Counts struct {
	// Events is how many events were emitted to several sockets, Deliveries to how many
	// of them each, together.
	Events, Deliveries uint64
	// Ended is how many sockets have disconnected, by the reason: a slow consumer has not
	// read what it was sent, and lost the rest.
	Ended map[engineio.Reason]uint64
}

type counts struct {
	events, deliveries atomic.Uint64

	mu      sync.Mutex
	reasons map[engineio.Reason]uint64
}

func (c *counts) sent(n int) {
	c.events.Add(1)
	c.deliveries.Add(uint64(n))
}

func (c *counts) ended(reason engineio.Reason) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reasons == nil {
		c.reasons = map[engineio.Reason]uint64{}
	}
	c.reasons[reason]++
}

// Counts returns what was counted so far.
func (h *Hub) Counts() Counts {
	out := Counts{Events: h.counts.events.Load(), Deliveries: h.counts.deliveries.Load(), Ended: map[engineio.Reason]uint64{}}
	h.counts.mu.Lock()
	defer h.counts.mu.Unlock()
	for reason, n := range h.counts.reasons {
		out.Ended[reason] = n
	}
	return out
}

// Rooms is how many rooms have members on this node, without those that are a socket
// each.
func (h *Hub) Rooms() int { return len(h.sockets.Rooms()) }
