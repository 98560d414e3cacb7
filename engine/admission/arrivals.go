package admission

import (
	"sync"
	"time"
)

// DefaultArrivalLimit is how long a request may wait for a processor while most
// others wait as well.
const DefaultArrivalLimit = 250 * time.Millisecond

// Arrivals decides which requests are admitted when the processors are saturated.
// Requests then wait in buffers of the system and in the scheduler, where no queue
// of this program sees them; only the time that each has waited is known when its
// handler starts. A long wait among short ones means nothing. But if, in a window
// as long as the limit, most requests have waited for half of the limit, those that
// have waited for all of it are refused in the next window. It is safe for
// concurrent use.
type Arrivals struct {
	mu     sync.Mutex
	ends   time.Time // end of the window in which requests are counted
	all    int
	late   int
	behind bool // most were late in the window before
}

// fewestArrivals is the number of requests below which a window is not judged.
const fewestArrivals = 8

// Admit reports whether a request that has waited for some time is admitted. There
// is no limit unless it is positive.
func (a *Arrivals) Admit(now time.Time, waited, limit time.Duration) bool {
	if limit <= 0 {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if over := now.Sub(a.ends); over >= 0 {
		a.behind = over < limit && a.all >= fewestArrivals && 2*a.late >= a.all
		a.ends, a.all, a.late = now.Add(limit), 0, 0
	}
	a.all++
	if 2*waited >= limit {
		a.late++
	}
	return !a.behind || waited < limit
}
