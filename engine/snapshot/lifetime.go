package snapshot

import (
	"slices"
	"sync/atomic"
)

// cleanups undo what was made, the last first.
type cleanups []func()

func (c *cleanups) add(undo func()) { *c = append(*c, undo) }

func (c cleanups) run() {
	for _, undo := range slices.Backward(c) {
		undo()
	}
}

// lifetime counts the users of a version of the project: its owner and the
// exchanges that hold it. The clean-ups of the version run when there are none
// left. Safe for concurrent use.
type lifetime struct {
	refs atomic.Int64
	end  func()
	over chan struct{} // closed when end has returned
}

// newLifetime has one user, the caller.
func newLifetime(end func()) *lifetime {
	l := &lifetime{end: end, over: make(chan struct{})}
	l.refs.Store(1)
	return l
}

// acquire adds a user; false when the version has ended.
func (l *lifetime) acquire() bool {
	for {
		n := l.refs.Load()
		if n == 0 {
			return false
		}
		if l.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// release removes a user and does not wait.
func (l *lifetime) release() {
	if l.refs.Add(-1) == 0 {
		go l.finish()
	}
}

// releaseAndWait removes a user, and waits for the end where it was the last one.
func (l *lifetime) releaseAndWait() {
	if l.refs.Add(-1) == 0 {
		l.finish()
	}
}

func (l *lifetime) finish() {
	l.end()
	close(l.over)
}
