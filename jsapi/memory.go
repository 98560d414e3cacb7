package jsapi

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// maxMemoryLimit is the largest default of a memory limit: twice the longest
// string that there can be.
const maxMemoryLimit = 1 << 30

// defaultMemoryLimit is a quarter of the memory that the process may use: a turn
// that doubles what it holds exceeds the limit by as much again while the old half
// is still there. It is 1 GiB at most.
func defaultMemoryLimit(memory int64) int64 { return min(memory/4, maxMemoryLimit) }

// memoryLimitError is what a turn that took too much memory is interrupted with.
type memoryLimitError struct{ limit int64 }

func (e *memoryLimitError) Error() string {
	return fmt.Sprintf("interrupted: JavaScript took more than %d bytes of memory without a pause", e.limit)
}

func (e *memoryLimitError) hint() string {
	return "look for a loop that keeps what it makes, or raise script.memoryLimit"
}

const (
	// firstSample is how old a turn is when its memory is looked at first, so
	// that short turns cost nothing.
	firstSample = 2 * time.Millisecond
	// fastest is how many bytes a turn is taken to allocate in a millisecond at
	// most, in pieces that no check of their own bounds.
	fastest = 4 << 20
	// laxest is the longest time between two looks.
	laxest = 50 * time.Millisecond
	// hasty is how many times the limit a turn may grow by while a collection
	// is to tell what of it is garbage.
	hasty = 4
)

// growth tells how much more the heap holds than when a turn began. What the
// heap holds is the whole process's: the turn answers for what others take
// meanwhile too, but nothing else is known of it.
type growth struct {
	limit      int64 // 0 for none
	memory     int64 // that the process may use
	base       int64 // the least that the heap held in this turn, -1 before the first look
	collecting bool  // to tell what is held from what is garbage
	after      int64 // a growth that a collection has shown to be garbage
	turns      int   // which turn it is
	hit        bool
}

// begin starts the account of a turn.
func (g *growth) begin() {
	g.turns++
	g.base, g.after, g.hit = -1, 0, false
}

// heapSize is the size of the objects on the heap, garbage among them.
func heapSize() int64 {
	sample := [1]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample[:])
	return int64(sample[0].Value.Uint64())
}

// wait is when to look again, 0 for never.
func (g *growth) wait(grown int64) time.Duration {
	if g.limit <= 0 {
		return 0
	}
	left := max(g.limit-grown, 0)
	return min(max(time.Duration(left/fastest)*time.Millisecond, time.Millisecond), laxest)
}

// look looks at the heap during a turn. The caller holds w.mu.
func (w *watchdog) look() time.Duration {
	g := &w.growth
	if g.limit <= 0 || w.hit {
		return 0
	}
	now := heapSize()
	if g.base < 0 || now < g.base {
		g.base = now
	}
	grown := now - g.base
	switch {
	case grown <= g.limit:
	case now > g.memory/4*3, g.collecting && grown/hasty > g.limit:
		w.outgrown() // there may be no time for a collection
		return 0
	case !g.collecting && grown > g.limit+g.after:
		g.collecting = true
		turn := g.turns
		go func() {
			runtime.GC()
			w.collected(turn)
		}()
	}
	return g.wait(grown)
}

// collected judges what is left of a growth after a collection.
func (w *watchdog) collected(turn int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	g := &w.growth
	g.collecting = false
	if turn != g.turns || !w.running || w.hit || w.closing {
		return
	}
	left := heapSize() - g.base
	if left > g.limit {
		w.outgrown()
		return
	}
	g.after = max(left, 0)
}

func (w *watchdog) outgrown() {
	w.hit, w.growth.hit = true, true
	w.stop(&memoryLimitError{w.growth.limit})
}

// MemoryLimit is how many bytes a turn may take, 0 for no limit. What takes
// memory by a number that it is given checks against it first.
func (r *Realm) MemoryLimit() int64 { return max(r.iso.dog.memory.Load(), 0) }

// setMemory changes the limit.
func (w *watchdog) setMemory(limit int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.growth.limit = limit
	w.memory.Store(limit)
	w.rearm()
}

// forget lets go of what lies on goja's stack from a turn that was interrupted
// (a call inside of another clears what is above it), and gives the memory back.
func (r *Realm) forget() {
	_ = r.enter(carried{}, func() error {
		_, err := r.toString(r.bodyFn)
		return err
	})
	r.body = nil
	go debug.FreeOSMemory()
}
