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
//
// To ask how long a request has waited is a call of the system. So where nothing is to be
// refused, and many come in a window, only some of them are asked.
type Arrivals struct {
	mu     sync.Mutex
	ends   time.Time // end of the window in which requests are counted
	came   int
	each   int // the first ones are asked, and of the others one in so many
	asked  int
	late   int  // of those asked
	behind bool // most were late in the window before
}

// fewestArrivals is the number of requests below which a window is not judged;
// enoughArrivals is about how many are asked in one that has many.
const (
	fewestArrivals = 8
	enoughArrivals = 64
)

// Admit reports whether a request that has waited for some time is admitted. There
// is no limit unless it is positive.
func (a *Arrivals) Admit(now time.Time, waited func() time.Duration, limit time.Duration) bool {
	if limit <= 0 || !a.asks(now, limit) {
		return true
	}
	d := waited()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked++
	if 2*d >= limit {
		a.late++
	}
	return !a.behind || d < limit
}

// asks counts a request, and reports whether it matters how long it has waited.
func (a *Arrivals) asks(now time.Time, limit time.Duration) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if over := now.Sub(a.ends); over >= 0 {
		a.behind = over < limit && a.asked >= fewestArrivals && 2*a.late >= a.asked
		a.each = max(a.came/enoughArrivals, 1)
		a.ends, a.came, a.asked, a.late = now.Add(limit), 0, 0, 0
	}
	a.came++
	return a.behind || a.came <= fewestArrivals || a.came%a.each == 0
}
