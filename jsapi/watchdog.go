package jsapi

import (
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
)

// watchdog bounds the time and the memory of a turn. Its timer runs only while
// turns run.
type watchdog struct {
	vm          *goja.Runtime
	limit, warn time.Duration
	log         *slog.Logger
	worker      *atomic.Int32 // Options.Worker

	mu             sync.Mutex
	closing        bool
	running        bool
	warned         bool
	hit            bool
	armed          bool
	timer          *time.Timer
	due            time.Time // when it fires
	growth         growth
	memory         atomic.Int64 // growth.limit, for readers without the lock
	cause          error        // of the last interrupt
	cancelWait     func()       // ends RunSync
	start          time.Time
	share          share         // of the processor, since the timer fired first
	extra          time.Duration // more than limit
	interruptHooks []func()      // stop work that an interrupt of the VM does not stop
	matching       func() bool   // see extend
	suspended      time.Time     // since when, see suspend; zero for not
}

// turnLimitError is the cause of the interrupt of a turn that ran for too long. Its
// position is as exact as that of goja: instructions without a position, such as
// the jump of an empty loop, get the start of their script.
type turnLimitError struct{ limit time.Duration }

func (e *turnLimitError) Error() string {
	return fmt.Sprintf("interrupted: JavaScript ran for more than %s without a pause", e.limit)
}

// setLimit sets the time limit.
func (w *watchdog) setLimit(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limit = d
	w.rearm()
}

// setWarning sets the time after which a turn is logged.
func (w *watchdog) setWarning(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.warn = d
	w.rearm()
}

// rearm sets the timer anew after a limit was changed.
func (w *watchdog) rearm() {
	if w.timer == nil || !w.timer.Stop() {
		return // it is firing, and reads the new limits
	}
	w.armed = false
	if w.running {
		w.arm(w.orSample(w.next(time.Since(w.start)), firstSample))
	}
}

// begin starts the measurement of a turn; it returns false if the isolate is closing.
func (w *watchdog) begin() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closing {
		return false
	}
	w.running, w.warned, w.hit, w.start = true, false, false, time.Now()
	w.share, w.extra, w.suspended = share{}, 0, time.Time{}
	w.growth.begin()
	if d := w.orSample(w.next(0), firstSample); !w.armed || d != 0 && w.due.Sub(w.start) > d && w.timer.Stop() {
		w.arm(d)
	}
	return true
}

// progress restarts the time of the turn.
func (w *watchdog) progress() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.start = time.Now()
	w.extra = 0
	if !w.share.since.IsZero() {
		w.share = measureShare()
	}
}

// suspend stops the measurement of the turn until resume: a debugger has paused it.
func (w *watchdog) suspend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.suspended = time.Now()
	if w.timer != nil && w.timer.Stop() {
		w.armed = false
	}
}

// resume continues the measurement, as if the time of the pause had not passed and its
// memory had been there before.
func (w *watchdog) resume() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.start = w.start.Add(time.Since(w.suspended))
	w.suspended, w.share = time.Time{}, share{}
	w.growth.begin()
	if w.running && !w.closing && !w.armed {
		w.arm(w.orSample(w.next(time.Since(w.start)), firstSample))
	}
}

// end ends the measurement: afterwards this turn cannot be interrupted. It reports
// whether the turn was interrupted, and whether because of its memory.
func (w *watchdog) end() (interrupted, exceeded bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running = false
	w.vm.ClearInterrupt()
	return w.hit, w.growth.exceeded
}

func (w *watchdog) interrupted() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.hit || w.closing
}

func (w *watchdog) isClosing() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.closing
}

// next returns the time from elapsed until the next warning or limit; 0 for never.
func (w *watchdog) next(elapsed time.Duration) time.Duration {
	var d time.Duration
	if w.warn > 0 && !w.warned {
		d = w.warn - elapsed
	}
	if limit := w.limit + w.extra; w.limit > 0 && !w.hit && (d == 0 || limit-elapsed < d) {
		d = limit - elapsed
	}
	if w.extra > 0 && !w.hit {
		d = min(d, matchMargin/2) // see extend
	}
	return d
}

// orSample returns the earlier of d and the next memory sample.
func (w *watchdog) orSample(d, look time.Duration) time.Duration {
	if w.growth.limit > 0 && look > 0 && !w.hit && (d == 0 || look < d) {
		return look
	}
	return d
}

func (w *watchdog) arm(d time.Duration) {
	if w.armed = d != 0; w.armed {
		d = max(d, time.Millisecond)
		w.due = time.Now().Add(d)
		w.timer = time.AfterFunc(d, w.fire)
	}
}

func (w *watchdog) fire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.running || w.closing || !w.suspended.IsZero() {
		w.armed = false
		return
	}
	if w.share.since.IsZero() { // most turns end before they would need it
		w.share = measureShare()
	}
	elapsed := time.Since(w.start)
	if w.limit > 0 && elapsed >= w.limit && !w.hit {
		w.extend(elapsed)
		if elapsed >= w.limit+w.extra {
			w.hit = true
			w.stop(&turnLimitError{w.limit})
		}
	}
	if w.warn > 0 && elapsed >= w.warn && !w.warned {
		w.warned = true
		about := []any{"for", elapsed}
		if n := w.worker.Load(); n > 0 {
			about = append(about, "worker", n)
		}
		w.log.Warn("JavaScript blocks the loop; other requests wait", about...)
	}
	look := w.sample()
	w.arm(w.orSample(w.next(elapsed), look))
}

// extend gives a turn that has reached its limit more time where the machine was busy.
// A turn in a match of a backtracking expression gets none: it would take the end of that
// match for a text that does not match.
func (w *watchdog) extend(elapsed time.Duration) {
	switch {
	case w.cancelWait != nil: // a turn that waits needs no processor
	case w.matching():
		w.extra = 0
	case elapsed >= w.limit+w.extra:
		w.extra = w.share.extra(w.limit)
	}
}

// close interrupts the running turn and prevents further ones.
func (w *watchdog) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closing = true
	if w.running {
		w.stop(ErrClosed)
	}
}

// interrupt interrupts the running turn; it is for the loop.
func (w *watchdog) interrupt(cause error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running && !w.hit && !w.closing {
		w.hit = true
		w.stop(cause)
	}
}

// stop interrupts the turn.
func (w *watchdog) stop(cause error) {
	w.cause = cause
	w.vm.Interrupt(cause)
	if w.cancelWait != nil {
		w.cancelWait()
	}
	for _, stop := range w.interruptHooks {
		stop()
	}
}

// interruptCause returns why the turn was interrupted.
func (w *watchdog) interruptCause() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cause
}

// addInterruptHook adds a function that is called when a turn is interrupted.
func (w *watchdog) addInterruptHook(stop func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.interruptHooks = append(w.interruptHooks, stop)
}
