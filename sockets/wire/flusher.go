package wire

import (
	"runtime"
	"sync"
)

// flusher writes for many connections with few goroutines, which it starts when
// there is something to write. It never waits for a peer: a connection whose
// peer does not read fast enough gets a goroutine of its own.
//
// What is sent while a connection waits for its turn goes out with the rest.
type flusher struct {
	mu      sync.Mutex
	ready   []*Conn
	workers int
}

// turn is how many connections a worker takes at once.
const turn = 16

func (f *flusher) add(c *Conn) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ready = append(f.ready, c)
	if f.workers < runtime.GOMAXPROCS(0) && len(f.ready) > f.workers*turn {
		f.workers++
		go f.work()
	}
}

func (f *flusher) work() {
	var mine [turn]*Conn
	for {
		f.mu.Lock()
		n := copy(mine[:], f.ready)
		if n == 0 {
			f.workers--
			f.ready = nil
			f.mu.Unlock()
			return
		}
		clear(f.ready[:n])
		f.ready = f.ready[n:]
		f.mu.Unlock()
		for _, c := range mine[:n] {
			c.flush()
		}
		clear(mine[:n])
	}
}
