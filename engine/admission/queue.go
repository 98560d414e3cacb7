package admission

import (
	"errors"
	"sync"
	"time"
)

// ErrOverloaded is what a request is refused with.
var ErrOverloaded = errors.New("the server has more to do than it can: the request has waited for too long")

// Message is the body of the answer to a request that is refused.
const Message = "The server has more to do than it can. Try again in a moment."

// Queue sets the timeouts of requests that wait for a limited resource, such as
// a connection of a pool. Its users do the waiting itself. It is safe for
// concurrent use; the zero value has no limit.
type Queue struct {
	mu    sync.Mutex
	delay Delay
	n     int
}

// SetLimit changes the limit for requests that join later; there is none unless
// it is positive.
func (q *Queue) SetLimit(limit time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.delay.SetLimit(limit)
}

// Join adds a waiting request, and returns its timeout; limited is false if
// there is no limit. Every Join needs one Leave.
func (q *Queue) Join(now time.Time) (timeout time.Duration, limited bool) {
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

// Len is how many requests wait.
func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.n
}

// Leave removes a waiting request.
func (q *Queue) Leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.n--; q.n == 0 {
		q.delay.Emptied()
	}
}
