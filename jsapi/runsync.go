package jsapi

import (
	"context"
	"sync"

	"framework/jsapi/bounds"
)

// RunSync runs work on another goroutine while the loop waits, for the Sync
// functions of Node. When the turn is interrupted it returns at once with an
// error; work that ignores its context then goes on, and its result is dropped.
func (r *Realm) RunSync(work func(ctx context.Context) (any, error)) (any, error) {
	ctx, cancel := context.WithCancel(r.Lifetime())
	defer cancel()
	interrupted := make(chan struct{})
	if !r.iso.watchdog.onCancelWait(sync.OnceFunc(func() { close(interrupted) })) {
		return nil, bounds.ErrInterrupted
	}
	defer r.iso.watchdog.onCancelWait(nil)
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

// onCancelWait registers stop for when the turn is interrupted; it returns false
// if the turn is interrupted already.
func (w *watchdog) onCancelWait(stop func()) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cancelWait = stop
	return !w.hit && !w.closing
}
