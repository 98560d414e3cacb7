package watch_test

import (
	"sync"
	"time"
)

// clock is one that stands still until it is put forward.
type clock struct {
	mu    sync.Mutex
	now   time.Time
	moved chan struct{} // closed when it is put forward
	asked time.Duration // the last time to wait for
}

func newClock() *clock { return &clock{now: time.Now(), moved: make(chan struct{})} }

func (c *clock) read() (now time.Time, moved chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now, c.moved
}

func (c *clock) Now() time.Time {
	now, _ := c.read()
	return now
}

func (c *clock) After(d time.Duration) (tick <-chan time.Time, stop func()) {
	c.mu.Lock()
	c.asked = d
	c.mu.Unlock()
	now, moved := c.read()
	at := now.Add(d)
	out, done := make(chan time.Time, 1), make(chan struct{})
	go func() {
		for now.Before(at) {
			select {
			case <-moved:
			case <-done:
				return
			}
			now, moved = c.read()
		}
		out <- now
	}()
	return out, sync.OnceFunc(func() { close(done) })
}

// awaits returns for how long the clock was last asked to wait.
func (c *clock) awaits() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	close(c.moved)
	c.moved = make(chan struct{})
}
