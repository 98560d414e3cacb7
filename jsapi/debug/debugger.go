package debug

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// Debugger pauses the scripts of all realms that it is installed in, one at a time. Its
// methods are safe for concurrent use.
type Debugger struct {
	covers func(path string) bool

	// on says that somebody wants scripts to be paused: only then are calls noted.
	on      atomic.Bool
	points  atomic.Pointer[[]*Point]
	armed   atomic.Pointer[map[*Point][]*Breakpoint]
	request atomic.Pointer[request] // that the next statement pauses
	throws  atomic.Int32            // a ThrowState
	ignored atomic.Pointer[[]Matcher]
	skip    atomic.Bool

	mu       sync.Mutex
	scripts  []*Script
	agents   []*Agent
	realms   int
	loads    int
	breaks   map[string]*Breakpoint
	inactive bool // see ActivateBreakpoints
	watcher  Watcher
	pausing  chan struct{} // holds a value while a realm is paused
	released chan struct{} // closed by Release
}

// Watcher gets what happens. Its methods are called on loops and must not wait.
type Watcher interface {
	// Began and Ended tell of realms, Loaded of scripts that begin to run in one.
	Began(a *Agent)
	Ended(a *Agent)
	Loaded(l *Loaded)
	// Paused is called before a realm waits, Resumed when it goes on.
	Paused(p *Pause)
	Resumed(p *Pause)
	// Console gets a call of a method of console.
	Console(a *Agent, method string, args []goja.Value)
}

// Reason is why a script was paused, in the words of the protocol of Chrome's tools.
type Reason string

const (
	ReasonOther     Reason = "other" // a step, a breakpoint, a request
	ReasonException Reason = "exception"
	ReasonRejection Reason = "promiseRejection" // an exception that rejects the promise of an async function
	ReasonStart     Reason = "Break on start"
)

// ThrowState says which exceptions pause.
type ThrowState int32

const (
	NoThrows ThrowState = iota
	UncaughtThrows
	CaughtThrows
	AllThrows
)

// New returns a debugger of the files whose paths covers says. watcher gets what happens.
func New(covers func(path string) bool, watcher Watcher) *Debugger {
	d := &Debugger{covers: covers, watcher: watcher, breaks: map[string]*Breakpoint{}, pausing: make(chan struct{}, 1), released: make(chan struct{})}
	d.points.Store(new([]*Point))
	d.armed.Store(&map[*Point][]*Breakpoint{})
	return d
}

// register makes a script known, whose points get their numbers.
func (d *Debugger) register(s *Script) {
	d.mu.Lock()
	defer d.mu.Unlock()
	points := *d.points.Load()
	s.number, s.first = len(d.scripts), len(points)
	d.scripts = append(d.scripts, s)
	more := make([]*Point, 0, len(points)+len(s.points))
	more = append(append(more, points...), s.points...)
	for i := range s.points {
		s.points[i].number = s.first + i
	}
	d.points.Store(&more)
}

// Enable says whether scripts may be paused. While they may not, they run past everything,
// and nothing of them is kept.
func (d *Debugger) Enable(on bool) {
	d.on.Store(on)
	if !on {
		d.request.Store(nil)
		d.throws.Store(int32(NoThrows))
	}
}

// request is a pause that somebody wants.
type request struct {
	why Reason
	in  func(path string) bool // nil for every script
}

func (r *request) holds(s *Script) bool { return r.in == nil || r.in(s.Path) }

// PauseNext pauses the next statement that runs.
func (d *Debugger) PauseNext(why Reason) { d.PauseNextIn(why, nil) }

// PauseNextIn pauses the next statement that runs in a script whose path in says; nil is every script.
func (d *Debugger) PauseNextIn(why Reason, in func(path string) bool) {
	d.request.Store(&request{why, in})
}

// PauseOnThrow says which exceptions pause.
func (d *Debugger) PauseOnThrow(which ThrowState) { d.throws.Store(int32(which)) }

// Agents are those of the realms that have not ended.
func (d *Debugger) Agents() []*Agent {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]*Agent(nil), d.agents...)
}

// Release has everything that is paused go on, and nothing pause any more: the server stops.
func (d *Debugger) Release() {
	d.Enable(false)
	d.mu.Lock()
	defer d.mu.Unlock()
	select {
	case <-d.released:
	default:
		close(d.released)
	}
}

// Install adds the functions that instrumented scripts call to a realm. A nil debugger adds
// none.
func (d *Debugger) Install(r *jsapi.Realm) error {
	if d == nil || r.Slot(agentKey{}) != nil {
		return nil
	}
	d.mu.Lock()
	d.realms++
	a := &Agent{ID: d.realms, Realm: r, d: d, loaded: map[string]*Loaded{}, wake: make(chan struct{}, 1), enqueue: r.Enqueuer()}
	d.mu.Unlock()
	if err := a.install(); err != nil {
		return err
	}
	r.SetSlot(agentKey{}, a)
	d.mu.Lock()
	d.agents = append(d.agents, a)
	d.mu.Unlock()
	d.watcher.Began(a)
	r.Go(func(ctx context.Context) {
		<-ctx.Done()
		d.ended(a)
	})
	return nil
}

type agentKey struct{}

// Main says that a realm is the one that debuggers mean where they name none.
func Main(r *jsapi.Realm) {
	if a, ok := r.Slot(agentKey{}).(*Agent); ok {
		a.main.Store(true)
	}
}

func (d *Debugger) ended(a *Agent) {
	d.mu.Lock()
	d.agents = slices.DeleteFunc(d.agents, func(other *Agent) bool { return other == a })
	d.mu.Unlock()
	d.watcher.Ended(a)
}
