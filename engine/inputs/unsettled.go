package inputs

import (
	"sync"
	"time"
)

// Unsettled are files that are empty or gone, with since when that is known: the
// builds of a server go on waiting where the one before has stopped. The zero value
// is ready to use. Safe for concurrent use.
type Unsettled struct {
	mu    sync.Mutex
	since map[sighting]time.Time
}

// sighting is a file, or a folder that has lost one, as it was at a time.
type sighting struct {
	path     string
	modified time.Time
}

// left is how long a sighting has to last yet.
func (u *Unsettled) left(s sighting, now time.Time, atLeast time.Duration) time.Duration {
	if now.Sub(s.modified) >= atLeast {
		return 0
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.since == nil {
		u.since = map[sighting]time.Time{}
	}
	first, ok := u.since[s]
	if !ok {
		first = now
		u.since[s] = now
	}
	return max(0, atLeast-now.Sub(first))
}

// forget is called when all has settled.
func (u *Unsettled) forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	clear(u.since)
}
