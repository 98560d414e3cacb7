package jsapi

import (
	"sync"
	"sync/atomic"
)

// maxIdle is how many goroutines wait for work; more are started as needed.
const maxIdle = 8

// workers run functions beside the loop. Goroutines are used again because
// what they do (a query, mostly) needs a deep stack, which is costly to grow.
type workers struct {
	jobs chan func()
	quit <-chan struct{}
	idle atomic.Int32
	all  sync.WaitGroup
}

// run starts job at once, on a goroutine that waits or on a new one.
func (w *workers) run(job func()) {
	select {
	case w.jobs <- job:
	default:
		w.all.Add(1)
		go w.work(job)
	}
}

func (w *workers) work(job func()) {
	defer w.all.Done()
	for {
		job()
		if w.idle.Add(1) > maxIdle {
			w.idle.Add(-1)
			return
		}
		select {
		case job = <-w.jobs:
			w.idle.Add(-1)
		case <-w.quit:
			return
		}
	}
}

// wait returns when every job is done; call it once quit is closed.
func (w *workers) wait() { w.all.Wait() }
