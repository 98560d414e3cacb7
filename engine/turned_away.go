package engine

import (
	"fmt"
	"sync"
	"time"
)

// turnedAwayEvery is how often the log tells of requests that were refused: to
// tell of each would cost more than refusing them saves.
const turnedAwayEvery = 10 * time.Second

// turnedAway counts the requests that were refused because too many came in.
type turnedAway struct {
	mu     sync.Mutex
	told   time.Time
	untold int
}

// another notes a request. It returns how many there were since it was told
// last, 0 when there is nothing to tell yet.
func (t *turnedAway) another(now time.Time) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.untold++
	if !t.told.IsZero() && now.Sub(t.told) < turnedAwayEvery {
		return 0
	}
	n := t.untold
	t.told, t.untold = now, 0
	return n
}

// turnAway notes that a request was refused for lack of time.
func (a *host) turnAway(method, path string, why error) {
	if n := a.turned.another(time.Now()); n > 0 {
		a.log.Warn(fmt.Sprintf("overloaded: %d requests were turned away with 503 since this was told last", n),
			"last", method+" "+path, "why", why)
	}
}
