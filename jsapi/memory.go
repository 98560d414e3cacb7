package jsapi

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"
)

// maxMemoryLimit is the largest default of the memory limit: twice the length of
// the longest possible string.
const maxMemoryLimit = 1 << 30

// defaultMemoryLimit is a quarter of the memory that the process may use, 1 GiB at
// most. It is not more because a turn that doubles an array or a string exceeds the
// limit by as much again while the old copy is still there.
func defaultMemoryLimit(memory int64) int64 { return min(memory/4, maxMemoryLimit) }

// memoryLimitError is the cause of the interrupt of a turn that took too much memory.
type memoryLimitError struct{ limit int64 }

func (e *memoryLimitError) Error() string {
	return fmt.Sprintf("interrupted: JavaScript took more than %d bytes of memory without a pause", e.limit)
}

func (e *memoryLimitError) hint() string {
	return "look for a loop that keeps what it makes, or raise script.memoryLimit"
}

const (
	// firstSample is the age of a turn at its first sample, so that short turns
	// cost nothing.
	firstSample = 2 * time.Millisecond
	// maxAllocationRate is how many bytes a turn can allocate in a millisecond, in
	// pieces too small to be checked by themselves.
	maxAllocationRate = 4 << 20
	// maxSampleInterval is the longest time between two samples.
	maxSampleInterval = 50 * time.Millisecond
	// maxGrowthFactor is how many times the limit a turn may grow by while a
	// garbage collection runs to find out how much of it is garbage. Where the
	// machine is busy, a collection takes so long that a turn makes more than
	// that of mere garbage: it may go on up to this part of the memory.
	maxGrowthFactor, maxGrowthPart = 4, 8
	// maxCollections is how many collections may follow one another while what is
	// made during each of them leaves open whether the turn exceeds the limit.
	maxCollections = 4
)

// growth measures by how much the heap has grown since a turn began. The heap is
// that of the whole process, so allocations of other goroutines count too. What other
// workers hold is separated before a turn is interrupted, see heapShares.
type growth struct {
	limit      int64 // 0 for none
	memory     int64 // that the process may use
	base       int64 // the smallest heap size in this turn, -1 before the first sample
	collecting bool  // a garbage collection is running
	garbage    int64 // what the last collection left of the growth: collect again only above limit plus this
	turns      int   // number of the current turn
	spared     bool  // the last collection has shown that other workers have made the heap grow
	exceeded   bool
}

// begin starts the measurement of a turn.
func (g *growth) begin() {
	g.turns++
	g.base, g.garbage, g.exceeded, g.spared = -1, 0, false, false
}

// heapSize is the size of all objects on the heap, including garbage.
func heapSize() int64 { return metric("/memory/classes/heap/objects:bytes") }

// allocated is how many bytes the process has allocated since it started.
func allocated() int64 { return metric("/gc/heap/allocs:bytes") }

func metric(name string) int64 {
	sample := [1]metrics.Sample{{Name: name}}
	metrics.Read(sample[:])
	return int64(sample[0].Value.Uint64())
}

// nextSample returns the time until the next sample, 0 for never.
func (g *growth) nextSample(grown int64) time.Duration {
	if g.limit <= 0 {
		return 0
	}
	left := max(g.limit-grown, 0)
	return min(max(time.Duration(left/maxAllocationRate)*time.Millisecond, time.Millisecond), maxSampleInterval)
}

// sample checks the heap size during a turn, and returns the time until the next
// sample. The caller holds w.mu.
func (w *watchdog) sample() time.Duration {
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
	case now > g.memory/4*3 && (!g.spared || now > g.memory/8*7), !g.spared && g.collecting && grown/maxGrowthFactor > g.limit && grown > g.memory/maxGrowthPart:
		w.exceedMemory() // there may be no time for a collection
		return 0
	case !g.collecting && grown > g.limit+g.garbage:
		g.collecting = true
		turn := g.turns
		go func() {
			shares := w.heapShares()
			for again := maxCollections; again > 0; again-- {
				before, earlier := allocated(), shares
				runtime.GC()
				shares = w.heapShares()
				if w.afterCollection(turn, before, earlier, shares) {
					break
				}
			}
			w.endCollection()
		}()
	}
	return g.nextSample(grown)
}

// afterCollection interrupts the turn if the heap exceeds the limit without the
// garbage. What was allocated while the collection ran may be garbage too: on a
// busy machine that is more than the limit, and afterCollection returns false,
// unless it is more than two times the limit and more than a turn may grow by
// during a collection. before is what had been allocated when the collection began, and
// earlier what each worker had then.
func (w *watchdog) afterCollection(turn int, before int64, earlier, shares heapShares) (known bool) {
	worker := w.number()
	if shares.workers == nil {
		worker = 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	g := &w.growth
	if turn != g.turns || !w.running || w.hit || w.closing {
		return true
	}
	left := heapSize() - g.base
	g.garbage = max(left, 0)
	open := max(2*g.limit, g.memory/maxGrowthPart)
	if g.spared, known = shares.spares(worker, g.limit, earlier, open); g.spared {
		return known
	}
	if left-min(allocated()-before, open) > g.limit {
		w.exceedMemory()
		return true
	}
	return left <= g.limit
}

// number is that of the worker, 0 if there are no others.
func (w *watchdog) number() int {
	if w.worker == nil {
		return 0
	}
	return int(w.worker.Load())
}

// heapShares are what workers have; nothing where there is one.
func (w *watchdog) heapShares() heapShares {
	if w.number() == 0 {
		return heapShares{}
	}
	shares, err := measureHeapShares()
	if err != nil {
		w.log.Error("what each worker holds of the memory is not known", "error", err)
		return heapShares{}
	}
	return shares
}

func (w *watchdog) endCollection() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.growth.collecting = false
}

func (w *watchdog) exceedMemory() {
	w.hit, w.growth.exceeded = true, true
	w.stop(&memoryLimitError{w.growth.limit})
}

// MemoryLimit is how many bytes a turn may allocate, 0 for no limit. Functions
// that allocate an amount given by a script compare with it first.
func (r *Realm) MemoryLimit() int64 { return r.iso.watchdog.memoryLimit() }

func (w *watchdog) memoryLimit() int64 { return max(w.memory.Load(), 0) }

// setMemory changes the limit.
func (w *watchdog) setMemory(limit int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.growth.limit = limit
	w.memory.Store(limit)
	w.rearm()
}
