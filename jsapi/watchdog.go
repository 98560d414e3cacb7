package jsapi

import (
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
)

// watchdog bounds the time and the memory of a turn. Its timer lives only while
// turns run.
type watchdog struct {
	vm          *goja.Runtime
	limit, warn time.Duration
	log         *slog.Logger

	mu      sync.Mutex
	closing bool
	running bool
	warned  bool
	hit     bool
	armed   bool
	timer   *time.Timer // the last one
	due     time.Time   // when it fires
	growth  growth
	memory  atomic.Int64 // growth.limit, to be read without the lock
	why     error        // of the last interrupt
	waiting func()       // ends the wait of the turn for work beside the loop
	start   time.Time
	stops   []func() // end what the interrupt of the VM does not reach
}

// turnLimitError is what a turn that ran too long is interrupted with. Its place
// is as exact as goja's: instructions without a position, such as the jump of
// an empty loop, count for the start of their script.
type turnLimitError struct{ limit time.Duration }

func (e *turnLimitError) Error() string {
	return fmt.Sprintf("interrupted: JavaScript ran for more than %s without a pause", e.limit)
}

// setLimit changes the limit.
func (w *watchdog) setLimit(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limit = d
	w.rearm()
}

// setWarning changes what is warned of.
func (w *watchdog) setWarning(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.warn = d
	w.rearm()
}

// rearm has the timer fire when the limits that were changed want it to: it may
// have been set for later.
func (w *watchdog) rearm() {
	if w.timer == nil || !w.timer.Stop() {
		return // it fires by itself, and looks at the limits then
	}
	w.armed = false
	if w.running {
		w.arm(w.sooner(w.next(time.Since(w.start)), firstSample))
	}
}

// begin starts the account of a turn; false when the isolate is closing.
func (w *watchdog) begin() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closing {
		return false
	}
	w.running, w.warned, w.hit, w.start = true, false, false, time.Now()
	w.growth.begin()
	if d := w.sooner(w.next(0), firstSample); !w.armed || d != 0 && w.due.Sub(w.start) > d && w.timer.Stop() {
		w.arm(d)
	}
	return true
}

// progress begins the account of the turn anew.
func (w *watchdog) progress() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.start = time.Now()
}

// end closes the account. After it no interrupt of this turn can come. It tells
// whether the turn was interrupted for its memory.
func (w *watchdog) end() (outgrown bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running = false
	w.vm.ClearInterrupt()
	return w.growth.hit
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

// next is how long after elapsed there is something to do; 0 for never.
func (w *watchdog) next(elapsed time.Duration) time.Duration {
	var d time.Duration
	if w.warn > 0 && !w.warned {
		d = w.warn - elapsed
	}
	if w.limit > 0 && !w.hit && (d == 0 || w.limit-elapsed < d) {
		d = w.limit - elapsed
	}
	return d
}

// sooner is d, or look where memory is watched and that comes first.
func (w *watchdog) sooner(d, look time.Duration) time.Duration {
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
	if !w.running || w.closing {
		w.armed = false
		return
	}
	elapsed := time.Since(w.start)
	if w.limit > 0 && elapsed >= w.limit && !w.hit {
		w.hit = true
		w.stop(&turnLimitError{w.limit})
	}
	if w.warn > 0 && elapsed >= w.warn && !w.warned {
		w.warned = true
		w.log.Warn("JavaScript blocks the loop; other requests wait", "for", elapsed)
	}
	look := w.look()
	w.arm(w.sooner(w.next(elapsed), look))
}

// close interrupts what runs and lets no turn begin.
func (w *watchdog) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closing = true
	if w.running {
		w.stop(ErrClosed)
	}
}

// stop interrupts the turn.
func (w *watchdog) stop(why error) {
	w.why = why
	w.vm.Interrupt(why)
	if w.waiting != nil {
		w.waiting()
	}
	for _, stop := range w.stops {
		stop()
	}
}

// reason is why the turn was interrupted.
func (w *watchdog) reason() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.why
}

// onStop adds to what ends when a turn is interrupted.
func (w *watchdog) onStop(stop func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stops = append(w.stops, stop)
}
