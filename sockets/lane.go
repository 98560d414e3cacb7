package sockets

import (
	"context"
	"sync"
	"time"
)

// patience is how long a request holds up the one behind it, at most: requests
// of a socket are begun in the order in which they came, each when the one
// before was answered or has let it (LetNext).
const patience = 200 * time.Millisecond

// job is something to be done for a socket.
type job struct {
	// run does it; next may be called before, to let the following job begin.
	run func(ctx context.Context, next func())
	// refuse is called instead where too many wait or the server stops; without
	// it the job is dropped.
	refuse func(Answer)
	// over, if set, is called when it has run, or will not.
	over func()
	// alone holds up all jobs behind it until it has run.
	alone bool
}

func (j job) end() {
	if j.over != nil {
		j.over()
	}
}

// lane begins the jobs of one socket in their order. While nothing is to be
// done it costs no goroutine.
type lane struct {
	// opening is held until the socket has been connected.
	opening sync.Mutex

	mu      sync.Mutex
	waiting []job
	dealing bool // a goroutine begins jobs
	left    bool // the server stops: nothing more is added
	// Made with the first request:
	running chan struct{} // holds one for each job that runs
	ctx     context.Context
	cancel  context.CancelFunc
}

// begin does the first thing for a socket, before all others.
func (l *lane) begin(h *Hub, connect func(ctx context.Context)) {
	l.opening.Lock()
	l.add(h, job{alone: true, run: func(ctx context.Context, _ func()) {
		defer l.opening.Unlock()
		connect(ctx)
	}})
}

// add puts a job behind the others.
func (l *lane) add(h *Hub, j job) {
	l.mu.Lock()
	if full := len(l.waiting) >= h.options.Load().MaxWaiting; full || l.left {
		l.mu.Unlock()
		if j.refuse != nil {
			if full {
				j.refuse(tooMany)
			} else {
				j.refuse(leaving)
			}
		}
		j.end()
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
func (l *lane) next(h *Hub) (job, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 || l.ctx != nil && l.ctx.Err() != nil {
		for _, j := range l.waiting {
			j.end()
		}
		l.waiting, l.dealing = nil, false
		return job{}, false
	}
	j := l.waiting[0]
	l.waiting[0] = job{}
	l.waiting = l.waiting[1:]
	if !j.alone {
		l.prepare(h)
	}
	return j, true
}

// prepare needs the lock.
func (l *lane) prepare(h *Hub) {
	if l.ctx == nil {
		l.ctx, l.cancel = context.WithCancel(h.ctx)
		l.running = make(chan struct{}, h.options.Load().MaxRequests)
	}
}

// deal begins what waits.
func (l *lane) deal(h *Hub) {
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		j, ok := l.next(h)
		if !ok {
			return
		}
		if j.alone {
			j.run(h.ctx, nil)
			j.end()
			continue
		}
		select {
		case l.running <- struct{}{}:
		case <-l.ctx.Done():
			j.end()
			continue
		}
		next := make(chan struct{}, 1)
		let := func() {
			select {
			case next <- struct{}{}:
			default:
			}
		}
		h.running.Go(func() { // which Shutdown waits for as long as this goroutine is there
			defer func() {
				<-l.running
				j.end()
				let()
			}()
			j.run(l.ctx, let)
		})
		late.Reset(patience)
		select {
		case <-next:
		case <-late.C:
		}
	}
}

// end does the last thing for a socket, whatever still waits, but not before it
// was connected. What has begun goes on for a while.
func (l *lane) end(h *Hub, disconnect func(ctx context.Context)) {
	h.begin(func() {
		l.opening.Lock()
		defer l.opening.Unlock()
		disconnect(h.ctx)
		l.mu.Lock()
		defer l.mu.Unlock()
		switch {
		case l.dealing:
			l.prepare(h)
		case l.ctx == nil:
			return
		case len(l.running) == 0:
			l.cancel()
			return
		}
		timer := time.AfterFunc(afterlife, l.cancel)
		context.AfterFunc(l.ctx, func() { timer.Stop() })
	})
}
