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
	f, ok := ctx.Value(followersKey{}).(*followers)
	if !ok || !f.add(fn) {
		go fn()
	}
}

type followersKey struct{}

// followers are what is to follow the answer of a request.
type followers struct {
	mu       sync.Mutex
	answered bool
	list     []func()
}

// add is false when the request was answered.
func (f *followers) add(fn func()) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.answered {
		return false
	}
	once := sync.OnceFunc(fn)
	timer := time.AfterFunc(grace, once)
	f.list = append(f.list, func() {
		timer.Stop()
		once()
	})
	return true
}

// run begins them.
func (f *followers) run() {
	f.mu.Lock()
	list := f.list
	f.answered, f.list = true, nil
	f.mu.Unlock()
	for _, fn := range list {
		fn()
	}
}
