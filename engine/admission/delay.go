package admission

import "time"

// DefaultLimit is how long a request waits for its beginning at most: what is admitted
// is answered within a second where its own work takes less than the rest of it.
const DefaultLimit = 750 * time.Millisecond

// hurry is the part of the limit that requests may wait where there is a
// standing queue.
const hurry = 2

// Delay is how long requests may wait in a queue. A queue that comes and goes
// is a burst: it is worked off, and nobody in it is refused before the limit. One
// that has not been empty for as long as the limit will not go away by itself:
// then half of the limit is all that anybody waits, since whoever waits longer
// only makes the others wait as long. It is not safe for concurrent use.
type Delay struct {
	limit time.Duration
	since time.Time // when the first of those came that wait now; zero while none do
}

// SetLimit changes the limit; none at all if it is not positive.
func (d *Delay) SetLimit(limit time.Duration) { d.limit = limit }

// Limited reports whether there is a limit.
func (d *Delay) Limited() bool { return d.limit > 0 }

// Joined says that somebody waits.
func (d *Delay) Joined(now time.Time) {
	if d.since.IsZero() {
		d.since = now
	}
}

// Emptied says that nobody waits any more.
func (d *Delay) Emptied() { d.since = time.Time{} }

// Standing reports whether the queue has not been empty for as long as the limit.
func (d *Delay) Standing(now time.Time) bool {
	return d.limit > 0 && !d.since.IsZero() && now.Sub(d.since) >= d.limit
}

// Over reports whether who came at some time has waited for too long.
func (d *Delay) Over(now, came time.Time) bool {
	if d.limit <= 0 {
		return false
	}
	waited := now.Sub(came)
	return waited >= d.limit || waited >= d.Short() && d.Standing(now)
}

// Short is how long anybody waits in a standing queue.
func (d *Delay) Short() time.Duration { return d.limit / hurry }
