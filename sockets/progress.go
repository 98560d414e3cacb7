package sockets

import (
	"context"
	"sync"
	"time"
)

// grace is how long what is to follow an answer waits for it.
const grace = 200 * time.Millisecond

// After runs fn on a goroutine: if ctx is that of a request or of something
// that it set going, once the client was sent the answer, or soon if there is
// none.
func After(ctx context.Context, fn func()) {
	p, ok := ctx.Value(progressKey{}).(*progress)
	if !ok || !p.add(fn) {
		go fn()
	}
}

// LetNext lets the socket's next request begin, if ctx is that of a request: it
// comes behind this one whatever happens.
func LetNext(ctx context.Context) {
	if p, ok := ctx.Value(progressKey{}).(*progress); ok {
		p.next()
	}
}

type progressKey struct{}

// progress is how far a request is.
type progress struct {
	next func()

	mu       sync.Mutex
	answered bool
	follow   []func() // what is to follow the answer
}

// add is false when the request was answered.
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

// answer is the end of the request.
func (p *progress) answer() {
	p.mu.Lock()
	follow := p.follow
	p.answered, p.follow = true, nil
	p.mu.Unlock()
	for _, fn := range follow {
		fn()
	}
}
