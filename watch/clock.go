package watch

import "time"

// Clock is the source of time.
type Clock interface {
	Now() time.Time
	// After sends after d, unless stop is called before.
	After(d time.Duration) (c <-chan time.Time, stop func())
}

// SystemClock is the time of the machine.
type SystemClock struct{}

// Now returns the time.
func (SystemClock) Now() time.Time { return time.Now() }

// After sends after d, unless stop is called before.
func (SystemClock) After(d time.Duration) (c <-chan time.Time, stop func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}
