package watch

import "time"

// Clock is where the time comes from.
type Clock interface {
	Now() time.Time
	// After sends once d has passed, unless stop is called before.
	After(d time.Duration) (c <-chan time.Time, stop func())
}

// SystemClock is the time of the machine.
type SystemClock struct{}

// Now is the time.
func (SystemClock) Now() time.Time { return time.Now() }

// After sends once d has passed, unless stop is called before.
func (SystemClock) After(d time.Duration) (c <-chan time.Time, stop func()) {
	t := time.NewTimer(d)
	return t.C, func() { t.Stop() }
}
