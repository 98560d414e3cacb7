package engine

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// paced reports whether when memory is collected was left to the server.
func paced() bool { return os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" }

// settle trades memory for speed now that the project is loaded: what loading
// left behind goes back to the system, and from here on the heap may grow to
// four times what lives before it is collected, for a JavaScript realm is
// costly to walk. GOGC and GOMEMLIMIT have the last word.
func settle() {
	if paced() {
		debug.SetGCPercent(300)
	}
	debug.FreeOSMemory()
}

// crowd collects while clients connect in numbers. What a connection keeps is a
// small part of what connecting takes, and lies among it: left until the heap
// has grown to four times its size, the rest would hold twice the memory for as
// long as the clients stay. Clients that come and go are not counted.
type crowd struct {
	most atomic.Int64 // clients at once, when it was last collected
}

// crowdStep is how many clients are let in before the first collection.
const crowdStep = 1000

// grown tells how many clients there are now.
func (c *crowd) grown(n int) {
	if c.outgrew(int64(n)) && paced() {
		go runtime.GC()
	}
}

// outgrew reports, once, that there are an eighth more clients than there were
// before, and no fewer than crowdStep more.
func (c *crowd) outgrew(n int64) bool {
	most := c.most.Load()
	return n >= most+max(crowdStep, most/8) && c.most.CompareAndSwap(most, n)
}
