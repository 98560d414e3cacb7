package admission

import (
	"sync"
	"time"
)

// DefaultArrivalLimit is how long a request may wait for the server to begin
// with it while most others wait as well.
const DefaultArrivalLimit = 250 * time.Millisecond

// Arrivals decides which requests are begun where the processors themselves are
// what is short: there is no queue in the program then to look at, for requests
// wait in the system's buffers and in the scheduler. What can be known is how
// long each of them has waited when its turn comes. One that waited long among
// others that did not is begun: that is chance, or a burst. Where most waited for
// half of the limit within a time as long as the limit, those that waited for all
// of it are refused, until most do not wait any more. It is safe for concurrent use.
type Arrivals struct {
	mu     sync.Mutex
	ends   time.Time // of the time in which came and late are counted
	came   int
	late   int
	behind bool // most were late in the time before
}

// fewestArrivals is how many requests there have to be before most of them are
// taken to mean anything.
const fewestArrivals = 8

// Admit reports whether a request is to be begun that has waited so long by now.
// There is no limit unless it is positive.
func (a *Arrivals) Admit(now time.Time, waited, limit time.Duration) bool {
	if limit <= 0 {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if over := now.Sub(a.ends); over >= 0 {
		a.behind = over < limit && a.came >= fewestArrivals && 2*a.late >= a.came
		a.ends, a.came, a.late = now.Add(limit), 0, 0
	}
	a.came++
	if 2*waited >= limit {
		a.late++
	}
	return !a.behind || waited < limit
}
