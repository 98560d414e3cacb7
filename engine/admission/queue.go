package admission

import (
	"errors"
	"sync"
	"time"
)

// ErrOverloaded is what a request is refused with.
var ErrOverloaded = errors.New("the server has more to do than it can: the request has waited for too long")

// Message is what clients are told that are refused.
const Message = "The server has more to do than it can. Try again in a moment."

// Queue says how long each of those may wait that want something of which there
// is not enough, such as a connection. They wait for it elsewhere. It is safe for
// concurrent use; the zero value has no limit.
type Queue struct {
	mu    sync.Mutex
	delay Delay
	n     int
}

// SetLimit changes how long those wait that come from here on; as long as it takes
// if it is not positive.
func (q *Queue) SetLimit(limit time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.delay.SetLimit(limit)
}

// Join says that somebody waits from now on, who may do so for that long; limited
// is false where there is no limit. Whoever joins leaves once.
func (q *Queue) Join(now time.Time) (patience time.Duration, limited bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.n++
	q.delay.Joined(now)
	if !q.delay.Limited() {
		return 0, false
	}
	if q.delay.Standing(now) {
		return q.delay.Short(), true
	}
	return q.delay.limit, true
}

// Leave says that somebody waits no longer.
func (q *Queue) Leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.n--; q.n == 0 {
		q.delay.Emptied()
	}
}
