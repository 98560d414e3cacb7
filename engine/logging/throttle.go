package logging

import (
	"sync"
	"time"
)

// Throttle counts events that come in numbers, so that the log says every now and
// then how many there were: to write of each would cost too much. Safe for
// concurrent use.
type Throttle struct {
	// Every is the time between two entries.
	Every time.Duration

	mu     sync.Mutex
	logged time.Time
	count  int // since then
}

// Count notes an event that happens now. It returns how many there were since the
// last entry, 0 when it is not time for another.
func (t *Throttle) Count(now time.Time) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count++
	if !t.logged.IsZero() && now.Sub(t.logged) < t.Every {
		return 0
	}
	n := t.count
	t.logged, t.count = now, 0
	return n
}
