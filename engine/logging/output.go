package logging

import (
	"io"
	"log/slog"
	"runtime"
	"sync"
)

// mostPending is how many bytes of lines wait at most for what is being written: then those who log wait too.
const mostPending = 64 << 10

// output is where the lines of all formats go, in their order. It is safe for concurrent use.
//
// A system call for each line costs a tenth of a small request, and more where it wakes the program that reads a pipe.
// Lines that may be gathered are therefore written by a goroutine: it is behind what is ready to
// run, so under load it finds the lines of several requests; if there is nothing else to do, it writes at once.
type output struct {
	w       io.Writer
	writing sync.Mutex // held while lines are written; taken before mu

	mu      sync.Mutex
	pending []byte
	spare   []byte // in place of pending, while that is written
	gathers bool
	coming  bool // the goroutine that writes what is pending
}

// append adds whole lines. The caller holds mu, and calls settle afterwards, without it.
func (o *output) append(lines []byte) { o.pending = append(o.pending, lines...) }

// settle writes what is pending, now or, for lines below warn while lines are gathered, soon.
func (o *output) settle(level slog.Level) error {
	o.mu.Lock()
	if !o.gathers || level >= Warn || len(o.pending) > mostPending {
		o.mu.Unlock()
		return o.flush()
	}
	starts := !o.coming
	o.coming = true
	o.mu.Unlock()
	if starts {
		go func() {
			runtime.Gosched()
			_ = o.flush() // as the other errors of a log: there is nobody to say it to
		}()
	}
	return nil
}

// flush writes what is pending, and returns when everything that was added before is written.
func (o *output) flush() error {
	o.writing.Lock()
	defer o.writing.Unlock()
	o.mu.Lock()
	lines := o.pending
	o.pending, o.spare, o.coming = o.spare[:0], nil, false
	o.mu.Unlock()
	var err error
	if len(lines) > 0 {
		_, err = o.w.Write(lines)
	}
	if cap(lines) <= 2*mostPending {
		o.mu.Lock()
		o.spare = lines
		o.mu.Unlock()
	}
	return err
}

// gather has lines below warn gathered, or not any more: then what was is written.
func (o *output) gather(on bool) {
	o.mu.Lock()
	o.gathers = on
	o.mu.Unlock()
	if !on {
		_ = o.flush() // as above
	}
}
