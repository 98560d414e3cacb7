package redisbroker

import (
	"sync"
	"time"
)

// queue holds what waits to be published, in order. It is safe for concurrent
// use, with one taker.
type queue struct {
	limit int // in bytes

	mu     sync.Mutex
	list   []*message // taken of them are with the taker
	taken  int
	size   int // in bytes, of all
	number uint64
	closed bool
	age    time.Duration // how long something may wait
	ended  chan struct{} // closed with the queue
	// some has a token when there may be something to take, or the queue is
	// closed.
	some chan struct{}
}

func newQueue(limit int, age time.Duration) *queue {
	return &queue{limit: limit, age: age, some: make(chan struct{}, 1), ended: make(chan struct{})}
}

// put adds messages, of which each gets its number, and returns how many of the
// oldest had to go for them.
func (q *queue) put(messages []*message) (dropped int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, m := range messages {
		q.number++
		m.number(q.number)
		if q.closed || m.size() > q.limit {
			dropped++
			continue
		}
		m.queued = time.Now()
		q.list = append(q.list, m)
		q.size += m.size()
	}
	gone := q.taken
	for ; q.size > q.limit && gone < len(q.list); gone++ {
		q.size -= q.list[gone].size()
	}
	dropped += gone - q.taken
	q.list = append(q.list[:q.taken], q.list[gone:]...)
	q.signal()
	return dropped
}

func (q *queue) signal() {
	select {
	case q.some <- struct{}{}:
	default:
	}
}

// expire drops and counts messages that have waited for too long. No batch may be taken.
func (q *queue) expire(now time.Time) (dropped int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for dropped < len(q.list) && now.Sub(q.list[dropped].queued) > q.age {
		q.size -= q.list[dropped].size()
		dropped++
	}
	clear(q.list[:dropped])
	q.list = q.list[dropped:]
	return dropped
}

// take returns the oldest messages, up to so many bytes of them and one at
// least, which the queue keeps until done. closed says that there will be no
// more than there are.
func (q *queue) take(bytes int) (batch []*message, closed bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.taken = 0
	for size := 0; q.taken < len(q.list) && (size == 0 || size < bytes); q.taken++ {
		size += q.list[q.taken].size()
	}
	return append(batch, q.list[:q.taken]...), q.closed
}

// done removes the first n of those that were taken.
func (q *queue) done(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, m := range q.list[:n] {
		q.size -= m.size()
	}
	clear(q.list[:n])
	q.list = q.list[n:]
	if len(q.list) == 0 {
		q.list = nil
	}
	q.taken = 0
}

// last returns the number of the last message; idle: no message waits.
func (q *queue) last() (number uint64, idle bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.number, len(q.list) == 0
}

// close has put take nothing more.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.closed {
		close(q.ended)
	}
	q.closed = true
	q.signal()
}

// len is how many wait.
func (q *queue) len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.list)
}
