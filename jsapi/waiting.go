package jsapi

import (
	"context"
	"sync"

	"framework/jsapi/bounds"
)

// Waiting runs work beside the loop and waits for it, as Node's functions named
// Sync do. When the turn is interrupted it returns at once, with an error: work
// that does not end with its context goes on, and nobody asks for its result.
func (r *Realm) Waiting(work func(ctx context.Context) (any, error)) (any, error) {
	ctx, cancel := context.WithCancel(r.Lifetime())
	defer cancel()
	interrupted := make(chan struct{})
	if !r.iso.dog.wait(sync.OnceFunc(func() { close(interrupted) })) {
		return nil, bounds.ErrInterrupted
	}
	defer r.iso.dog.wait(nil)
	type result struct {
		value any
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := protect(ctx, work)
		done <- result{value, err}
	}()
	select {
	case got := <-done:
		return got.value, got.err
	case <-interrupted:
		return nil, bounds.ErrInterrupted
	}
}

// wait has stop called when the turn is interrupted; false when it was already.
func (w *watchdog) wait(stop func()) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting = stop
	return !w.hit && !w.closing
}
