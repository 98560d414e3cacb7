package jsapi

import (
	"sync"
	"sync/atomic"
)

// maxIdle is how many idle goroutines are kept.
const maxIdle = 8

// workerPool runs functions on goroutines other than the loop. It reuses
// goroutines because most functions run a query, which needs a deep stack, and
// growing a stack is expensive.
type workerPool struct {
	jobs chan func()
	quit <-chan struct{}
	idle atomic.Int32
	all  sync.WaitGroup
	// started counts the functions that were run.
	started atomic.Int64
}

// run starts job at once, on an idle goroutine or on a new one.
func (w *workerPool) run(job func()) {
	w.started.Add(1)
	select {
	case w.jobs <- job:
	default:
		w.all.Add(1)
		go w.work(job)
	}
}

func (w *workerPool) work(job func()) {
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
func (w *workerPool) wait() { w.all.Wait() }
