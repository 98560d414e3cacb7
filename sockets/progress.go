package sockets

import (
	"context"
	"sync"
	"time"
)

// grace is how long work that follows an answer waits for it.
const grace = 200 * time.Millisecond

// AfterAnswer runs fn on a goroutine. If ctx belongs to a request, fn runs after the
// answer has been sent, or after a short time if there is none.
func AfterAnswer(ctx context.Context, fn func()) {
	p, ok := ctx.Value(progressKey{}).(*progress)
	if !ok || !p.add(fn) {
		go fn()
	}
}

// StartNext has the socket's next request started, if ctx belongs to a request. The
// caller has to make sure that it cannot overtake this one.
func StartNext(ctx context.Context) {
	if p, ok := ctx.Value(progressKey{}).(*progress); ok {
		p.next()
	}
}

type progressKey struct{}

// progress is the state of a request.
type progress struct {
	next func()

	mu       sync.Mutex
	answered bool
	follow   []func() // functions to run after the answer
}

// add returns false if the request is answered.
func (p *progress) add(fn func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.answered {
		return false
	}
	once := sync.OnceFunc(fn)
	timer := time.AfterFunc(grace, once)
	p.follow = append(p.follow, func() {
		timer.Stop()
		once()
	})
	return true
}

// answer marks the request as answered.
func (p *progress) answer() {
	p.mu.Lock()
	follow := p.follow
	p.answered, p.follow = true, nil
	p.mu.Unlock()
	for _, fn := range follow {
		fn()
	}
}
