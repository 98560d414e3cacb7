package admission

import "time"

// DefaultLimit is the longest time that a request waits before it starts. It leaves a
// quarter of a second for the work itself in an answer that takes a second.
const DefaultLimit = 750 * time.Millisecond

// standingShare divides the limit: requests in a standing queue wait for no more
// than this share of it.
const standingShare = 2

// Delay decides how long requests may wait in a queue. A queue that soon becomes
// empty again is a burst: nothing in it is refused before the limit. A queue that
// has not been empty for as long as the limit is a standing queue, and will not
// become shorter by itself: its requests wait for half of the limit at most, so
// that those behind them wait less. It is not safe for concurrent use.
type Delay struct {
	limit time.Duration
	since time.Time // when the queue was last empty; zero while it is
}

// SetLimit changes the limit; there is none unless it is positive.
func (d *Delay) SetLimit(limit time.Duration) { d.limit = limit }

// Limited reports whether there is a limit.
func (d *Delay) Limited() bool { return d.limit > 0 }

// Joined notes that a request has joined the queue.
func (d *Delay) Joined(now time.Time) {
	if d.since.IsZero() {
		d.since = now
	}
}

// Emptied notes that the queue is empty.
func (d *Delay) Emptied() { d.since = time.Time{} }

// Standing reports whether the queue has not been empty for as long as the limit.
func (d *Delay) Standing(now time.Time) bool {
	return d.limit > 0 && !d.since.IsZero() && now.Sub(d.since) >= d.limit
}

// Over reports whether a request that has waited since some time is to be refused.
func (d *Delay) Over(now, since time.Time) bool {
	if d.limit <= 0 {
		return false
	}
	waited := now.Sub(since)
	return waited >= d.limit || waited >= d.Short() && d.Standing(now)
}

// Short is the limit of a standing queue.
func (d *Delay) Short() time.Duration { return d.limit / standingShare }
