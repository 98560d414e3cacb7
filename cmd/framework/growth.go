package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"framework/engine"
)

// paced reports whether when memory is collected was left to the program.
func paced() bool { return os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" }

// tuneGC has opts trade memory for speed once the project is loaded: what loading
// left behind goes back to the system, with what was read of the program, and from then on the heap may grow to four
// times what lives before it is collected, for a JavaScript realm is costly to
// walk. GOGC and GOMEMLIMIT have the last word.
func tuneGC(opts *engine.Options) {
	opts.Loaded = func(*engine.Snapshot) {
		if paced() {
			debug.SetGCPercent(300)
		}
		debug.FreeOSMemory()
		forgetProgram()
	}
	var g growth
	opts.Grown = func(clients int) {
		if g.outgrew(int64(clients)) && paced() {
			go runtime.GC()
		}
	}
}

// growth says when to collect while clients connect in numbers. What a connection
// keeps is a small part of what connecting takes, and lies among it: left until
// the heap has grown to four times its size, the rest would hold twice the memory
// for as long as the clients stay. Clients that come and go are not counted.
type growth struct {
	most atomic.Int64 // clients at once, when it was last collected
}

// growthStep is how many clients are let in before the first collection.
const growthStep = 1000

// outgrew reports, once, that there are an eighth more clients than there were
// before, and no fewer than growthStep more.
func (g *growth) outgrew(n int64) bool {
	most := g.most.Load()
	return n >= most+max(growthStep, most/8) && g.most.CompareAndSwap(most, n)
}
