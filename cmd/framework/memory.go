package main

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// memoryShare is the part of the memory of the container, or of the machine,
// that the process may fill before it collects more often rather than grow. The
// rest is for what the runtime does not count: SQLite's pages, other processes.
const memoryShare = 0.8

// availableMemory is how many bytes of memory the process may use: the limit of
// its cgroup, or all of the machine's where that is less; 0 if neither is known.
func availableMemory() int64 {
	return smallest(memlimit.FromCgroup, memlimit.FromSystem)
}

// smallest is the smallest limit that is known, 0 if none is.
func smallest(providers ...memlimit.Provider) int64 {
	var found int64
	for _, provider := range providers {
		if n, err := provider(); err == nil && n > 0 && n <= math.MaxInt64 && (found == 0 || int64(n) < found) {
			found = int64(n)
		}
	}
	return found
}

// boundMemory sets that limit, unless GOMEMLIMIT does or the available memory is
// unknown.
func boundMemory(available int64) {
	if available > 0 {
		_, _ = memlimit.Set(memlimit.WithRatio(memoryShare), memlimit.WithProvider(memlimit.Limit(uint64(available)))) // it fails only if a provider does
	}
}

// stackSize is how large the stack of a goroutine may become, in bytes. The engine follows some chains of objects
// recursively, such as one of a million prototypes, and a full stack is the end of the process. How long a chain is, the
// memory that a turn may take bounds.
const stackSize = 4 << 30

// What counts as rest: little is allocated for a while. What was allocated since
// memory was given back has to be worth the collection.
const (
	restStep  = 5 * time.Second
	restSteps = 2
	restRate  = 512 << 10 // bytes a second
	restWorth = 16 << 20  // bytes

	// forgetSteps is how often the pages of the program are given back at rest: seldom, for each request after it
	// has to map hundreds of them again, which takes a millisecond.
	forgetSteps = 12
)

// rest decides when to give memory back. The heap may grow to several times what
// lives in it before it is collected, and without requests nothing makes it
// grow: what a load has left behind would stay for good.
type rest struct {
	seen, given uint64 // bytes that had been allocated: a step ago, and when memory was given back
	calm        int    // steps in a row
}

// step takes the number of bytes that were ever allocated, and reports whether to give
// memory back now, and whether to forget the pages of the program.
func (r *rest) step(allocated uint64) (heap, program bool) {
	if float64(allocated-r.seen) > restRate*restStep.Seconds() {
		r.calm = 0
	} else {
		r.calm++
	}
	r.seen = allocated
	heap = r.calm >= restSteps && allocated-r.given >= restWorth
	if heap {
		r.given = allocated
	}
	return heap, heap || r.calm > 0 && r.calm%forgetSteps == 0
}

// returnMemory gives memory back to the system after loads and reloads, until
// ctx ends.
func returnMemory(ctx context.Context) {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	tick := time.NewTicker(restStep)
	defer tick.Stop()
	var r rest
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(sample)
		if sample[0].Value.Kind() != metrics.KindUint64 {
			continue
		}
		heap, program := r.step(sample[0].Value.Uint64())
		if heap {
			runtime.GC() // what lies in pools outlives one collection
			debug.FreeOSMemory()
		}
		if program {
			forgetProgram()
		}
	}
}
