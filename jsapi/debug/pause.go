package debug

import (
	"errors"
	"sync"

	"github.com/dop251/goja"
)

// errNoScope says why something cannot be evaluated in a call.
var errNoScope = errors.New("the variables of this call are not known: it has begun before the debugger was connected, or its statements have not begun yet")

// Pause is a script that waits.
type Pause struct {
	Agent    *Agent
	Reason   Reason
	Frames   []*Frame
	Callers  []*Frame // that await the call at the bottom
	Hit      []*Breakpoint
	Thrown   goja.Value // the exception, nil for none
	Caught   bool       // it will be caught
	Returned goja.Value // what the function at the top returns, nil if it does not

	once   sync.Once
	resume chan struct{}
}

// Motion is how a script goes on.
type Motion int

const (
	Continue Motion = iota
	Into
	Over
	Out
)

// pause waits until a debugger lets the script go on.
func (a *Agent) pause(p *Pause) {
	d := a.d
	p.Agent, p.resume = a, make(chan struct{})
	ended := a.Realm.Lifetime().Done()
	a.Realm.Suspend(func() {
		select {
		case d.pausing <- struct{}{}: // one realm at a time
		case <-ended:
			return
		case <-d.released:
			return
		}
		defer func() { <-d.pausing }()
		if !d.on.Load() { // all debuggers have gone meanwhile
			return
		}
		a.step = nil
		a.mu.Lock()
		a.paused = p
		a.mu.Unlock()
		d.watcher.Paused(p)
		for waits := true; waits; {
			a.work()
			select {
			case <-a.wake:
			case <-p.resume:
				waits = false
			case <-ended:
				waits = false
			case <-d.released:
				waits = false
			}
		}
		a.mu.Lock()
		a.paused = nil
		a.mu.Unlock()
		d.watcher.Resumed(p)
	})
}

// Paused is where the realm waits, nil if it does not. It may be called from any goroutine.
func (a *Agent) Paused() *Pause {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.paused
}

// Resume lets the script go on. It may be called from any goroutine; further calls do nothing.
func (p *Pause) Resume(how Motion) {
	p.once.Do(func() {
		if how != Continue && len(p.Frames) > 0 {
			top := p.Frames[0]
			s := &step{how: how, depth: top.depth, turn: p.Agent.turn}
			if top.function.async {
				s.call = top.call()
				s.awaits = top.point != nil && top.point.awaits && p.Thrown == nil
			}
			p.Agent.step = s
		}
		close(p.resume)
	})
}

// ResumeTo lets the script go on to a point.
func (p *Pause) ResumeTo(to *Point) {
	p.once.Do(func() {
		p.Agent.step = &step{to: to, turn: p.Agent.turn}
		close(p.resume)
	})
}

// step is how far a script goes on.
type step struct {
	to    *Point // nil for the next statement that how says
	how   Motion
	depth int // of the call in which it began
	turn  int
	// call is that of the async function in which it began, nil for others; awaits says that
	// the statement may suspend it.
	call   *goja.Object
	awaits bool
}

// reached reports whether the script has got there. A step that can no longer get there ends.
func (s *step) reached(a *Agent, depth int) bool {
	call := a.calls[depth].call()
	if s.awaits && s.call != nil && s.how != Out {
		// The callers of a function that awaits go on before it does.
		return call == s.call || s.how == Into && s.turn == a.turn && depth > s.depth
	}
	if s.turn != a.turn {
		a.step = nil
		return false
	}
	switch s.how {
	case Into:
		return true
	case Over:
		return depth <= s.depth
	default:
		// What awaits an async function goes on as deep as that, once it has been suspended itself.
		return depth < s.depth || s.call != nil && depth == s.depth && call != s.call
	}
}
