package sockets

import (
	"context"
	"sync"
	"time"
)

// patience is how long a request holds up the one behind it: requests of a
// socket are begun in the order in which they came, and those that are answered
// at once also end in it.
const patience = 5 * time.Millisecond

// job is something to be done for a socket.
type job struct {
	run func(ctx context.Context)
	// refuse is called instead where too many wait; without it the job is
	// dropped.
	refuse func()
	// alone holds up all jobs behind it until it has run; last is the end of
	// the socket.
	alone, last bool
}

// lane begins the jobs of one socket in their order. While nothing is to be
// done it costs no goroutine.
type lane struct {
	mu      sync.Mutex
	waiting []job
	dealing bool // a goroutine begins jobs
	// Of the dealing goroutine, made with the first request:
	running chan struct{} // holds one for each job that runs
	ctx     context.Context
	cancel  context.CancelFunc
}

// add puts a job behind the others.
func (l *lane) add(h *Hub, j job) {
	l.mu.Lock()
	if len(l.waiting) >= h.options.Load().MaxWaiting && !j.last {
		l.mu.Unlock()
		if j.refuse != nil {
			j.refuse()
		}
		return
	}
	l.waiting = append(l.waiting, j)
	deals := !l.dealing
	l.dealing = true
	l.mu.Unlock()
	if deals {
		h.begin(func() { l.deal(h) })
	}
}

// next takes the first job; false when there is none.
func (l *lane) next() (job, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		l.waiting, l.dealing = nil, false
		return job{}, false
	}
	j := l.waiting[0]
	l.waiting[0] = job{}
	l.waiting = l.waiting[1:]
	return j, true
}

// deal begins what waits.
func (l *lane) deal(h *Hub) {
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		j, ok := l.next()
		if !ok {
			return
		}
		if j.alone {
			j.run(h.ctx)
			if j.last {
				l.end()
			}
			continue
		}
		if l.ctx == nil {
			l.ctx, l.cancel = context.WithCancel(h.ctx)
			l.running = make(chan struct{}, h.options.Load().MaxRequests)
		}
		l.running <- struct{}{}
		done := make(chan struct{})
		h.running.Go(func() { // which Shutdown waits for as long as this goroutine is there
			defer func() {
				<-l.running
				close(done)
			}()
			j.run(l.ctx)
		})
		late.Reset(patience)
		select {
		case <-done:
		case <-late.C:
		}
	}
}

// end lets what has begun go on for a while.
func (l *lane) end() {
	switch {
	case l.ctx == nil:
	case len(l.running) == 0:
		l.cancel()
	default:
		timer := time.AfterFunc(afterlife, l.cancel)
		context.AfterFunc(l.ctx, func() { timer.Stop() })
	}
}
