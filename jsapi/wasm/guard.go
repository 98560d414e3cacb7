package wasm

import (
	"context"
	"errors"
	"sync"

	"framework/jsapi"
)

// errInterrupted ends modules whose turn was interrupted while the project's
// JavaScript, which they had called, was running. The realm throws its own.
var errInterrupted = errors.New("the turn was interrupted")

// guard ends modules with the turn that runs them and lets the realm release
// them when none is running.
type guard struct {
	realm *jsapi.Realm
	busy  sync.Mutex // while modules run or are compiled

	mu      sync.Mutex
	depth   int  // calls of modules, one within the other
	inside  bool // a module runs, not JavaScript that it called
	stopped bool
	closed  bool
	// cancel ends the innermost call; its module cannot be used any more.
	cancel context.CancelFunc
}

func newGuard(r *jsapi.Realm) *guard {
	g := &guard{realm: r}
	r.OnInterrupt(g.stop)
	return g
}

// stop is called by the realm when the turn is interrupted. A module that waits
// for JavaScript is stopped when that returns, and stays usable.
func (g *guard) stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stopped = g.depth > 0
	if g.inside {
		g.cancel()
	}
}

// enter begins a call from JavaScript; leave has to follow unless it fails.
func (g *guard) enter() (ctx context.Context, leave func(), err error) {
	g.mu.Lock()
	outermost := g.depth == 0
	g.mu.Unlock()
	if outermost {
		g.busy.Lock()
	}
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		if outermost {
			g.busy.Unlock()
		}
		return nil, nil, jsapi.ErrClosed
	}
	before := g.cancel
	ctx, g.cancel = context.WithCancel(context.Background())
	g.depth++
	g.inside = true
	g.mu.Unlock()
	leave = func() { g.leave(before) }
	if g.realm.Interrupted() { // interrupted before depth made stop cancel this call
		leave()
		return nil, nil, errInterrupted
	}
	return ctx, leave, nil
}

func (g *guard) leave(before context.CancelFunc) {
	g.mu.Lock()
	g.cancel()
	g.cancel = before
	g.depth--
	g.inside = false // the caller is JavaScript
	outermost := g.depth == 0
	if outermost {
		g.stopped = false
	}
	g.mu.Unlock()
	if outermost {
		g.busy.Unlock()
	}
}

// hostCall runs a JavaScript function that a module has imported.
func (g *guard) hostCall(run func() error) error {
	g.mu.Lock()
	g.inside = false
	g.mu.Unlock()
	err := run()
	g.mu.Lock()
	defer g.mu.Unlock()
	if err == nil && g.stopped {
		err = errInterrupted
	}
	g.inside = err == nil
	return err
}

// close waits for what runs and lets nothing begin.
func (g *guard) close(release func()) {
	g.busy.Lock()
	defer g.busy.Unlock()
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	release()
}
