package debug

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/intrinsics"
)

// Agent is what a debugger has in one realm. Its methods belong on the loop of the realm,
// unless they say otherwise.
type Agent struct {
	// ID tells the realms of a debugger apart.
	ID    int
	Realm *jsapi.Realm

	d      *Debugger
	points []*Point // as the debugger had them
	now    *Point   // where the last probe was called
	calls  []record // what the open calls of scripts have reached, by their depth
	step   *step
	turn   int
	// evaluators are made when they are wanted, see evaluate.
	evaluators *goja.Object
	busy       int // something is evaluated for a debugger: nothing pauses

	main    atomic.Bool // see Main
	mu      sync.Mutex
	loaded  map[string]*Loaded // by path: the last version
	scripts []*Loaded
	paused  *Pause
	waiting []func() // work for the loop
	wake    chan struct{}
	enqueue func(func(*jsapi.Realm)) bool
}

// record is how far a call has got.
type record struct {
	point     *Point
	accessors []goja.Value // of the scopes of the point
}

// accessor is that of a scope, nil where it is not known.
func (r record) accessor(i int) goja.Callable {
	if i >= len(r.accessors) {
		return nil
	}
	f, _ := goja.AssertFunction(r.accessors[i])
	return f
}

// call tells the calls of functions apart, also before and after their awaits: each has made
// its own accessor. It is nil for a function that has only an expression.
func (r record) call() *goja.Object {
	if r.point == nil {
		return nil
	}
	for i, s := range r.point.scopes {
		if s.function == r.point.function && !s.inline && i < len(r.accessors) {
			o, _ := r.accessors[i].(*goja.Object)
			return o
		}
	}
	return nil
}

// Loaded is a script in one realm.
type Loaded struct {
	*Script
	Agent *Agent
	ID    string
}

var yes, no = goja.New().ToValue(true), goja.New().ToValue(false)

func (a *Agent) install() error {
	rt := a.Realm.Runtime()
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{
		nameLoaded: a.load, nameProbe: a.probe, nameScope: a.note, nameReturn: a.returns, nameThrow: a.throws,
	} {
		if err := intrinsics.Define(rt, name, f); err != nil {
			return fmt.Errorf("preparing the realm for a debugger: %w", err)
		}
	}
	a.Realm.OnThrow(func(made *goja.Object) { a.thrown(made) })
	a.Realm.OnTurnEnd(a.endTurn)
	return a.watchConsole()
}

// IsMain reports whether Main was called for the realm.
func (a *Agent) IsMain() bool { return a.main.Load() }

// watchConsole has the debugger told of calls of console, if the realm has one.
func (a *Agent) watchConsole() error {
	rt := a.Realm.Runtime()
	console, ok := rt.Get("console").(*goja.Object)
	if !ok {
		return nil
	}
	for _, name := range []string{"log", "info", "warn", "error", "debug", "dir", "table", "trace", "group", "groupCollapsed", "groupEnd"} {
		write, ok := goja.AssertFunction(console.Get(name))
		if !ok {
			continue
		}
		told := rt.ToValue(func(call goja.FunctionCall) goja.Value {
			a.d.watcher.Console(a, name, call.Arguments)
			v, err := write(call.This, call.Arguments...)
			if err != nil {
				panic(err)
			}
			return v
		}).ToObject(rt)
		if err := told.DefineDataProperty("name", rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return fmt.Errorf("preparing console for a debugger: %w", err)
		}
		if err := console.Set(name, told); err != nil {
			return fmt.Errorf("preparing console for a debugger: %w", err)
		}
	}
	return nil
}

// endTurn drops what calls have left, for the garbage collector.
func (a *Agent) endTurn() {
	if len(a.calls) > 0 {
		clear(a.calls)
		a.calls = a.calls[:0]
	}
	a.turn++
}

// point returns the one with a number.
func (a *Agent) point(number int64) *Point {
	if number >= int64(len(a.points)) {
		a.points = *a.d.points.Load()
	}
	if number < 0 || number >= int64(len(a.points)) {
		return nil // code of the project has called the function
	}
	return a.points[number]
}

// load is called when a file begins to run.
func (a *Agent) load(call goja.FunctionCall) goja.Value {
	number := call.Argument(0).ToInteger()
	d := a.d
	d.mu.Lock()
	if number < 0 || number >= int64(len(d.scripts)) {
		d.mu.Unlock()
		return goja.Undefined()
	}
	d.loads++
	l := &Loaded{Script: d.scripts[number], Agent: a, ID: strconv.Itoa(d.loads)}
	d.mu.Unlock()
	a.mu.Lock()
	a.loaded[l.Path] = l
	a.scripts = append(a.scripts, l)
	a.mu.Unlock()
	d.watcher.Loaded(l)
	return goja.Undefined()
}

// Scripts are those that were loaded. It may be called from any goroutine.
func (a *Agent) Scripts() []*Loaded {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]*Loaded(nil), a.scripts...)
}

// probe is called in front of a statement. It says whether note is to be called.
func (a *Agent) probe(call goja.FunctionCall) goja.Value {
	if !a.d.on.Load() {
		return no
	}
	if a.now = a.point(call.Argument(0).ToInteger()); a.now == nil {
		return no
	}
	return yes
}

// note is called after probe with the accessors of the scopes.
func (a *Agent) note(call goja.FunctionCall) goja.Value {
	p := a.now
	if p == nil || a.busy > 0 {
		return goja.Undefined()
	}
	depth := a.Realm.CallDepth()
	a.record(depth, record{p, slices.Clone(call.Arguments)})
	a.reach(p, depth, nil)
	if p.kind == atReturn {
		a.record(depth, record{})
	}
	return goja.Undefined()
}

// record notes how far the call at a depth has got. What is deeper has ended.
func (a *Agent) record(depth int, r record) {
	for len(a.calls) <= depth {
		a.calls = append(a.calls, record{})
	}
	clear(a.calls[depth+1:])
	a.calls = a.calls[:depth+1]
	a.calls[depth] = r
}

// returns is called with the value that a function returns.
func (a *Agent) returns(call goja.FunctionCall) goja.Value {
	v := call.Argument(1)
	if !a.d.on.Load() || a.busy > 0 {
		return v
	}
	p := a.point(call.Argument(0).ToInteger())
	depth := a.Realm.CallDepth()
	if p == nil || depth >= len(a.calls) || a.calls[depth].point == nil {
		return v
	}
	a.record(depth, record{p, a.outer(depth, p)})
	v = a.reach(p, depth, v)
	a.record(depth, record{})
	return v
}

// outer are the accessors for the scopes of p that the last statement of the call had too.
func (a *Agent) outer(depth int, p *Point) []goja.Value {
	last := a.calls[depth]
	list := make([]goja.Value, len(p.scopes))
	for i, s := range p.scopes {
		if at := slices.Index(last.point.scopes, s); at >= 0 && at < len(last.accessors) {
			list[i] = last.accessors[at]
		}
	}
	return list
}

// throws is called with a value that is thrown.
func (a *Agent) throws(call goja.FunctionCall) goja.Value {
	v := call.Argument(1)
	if a.d.on.Load() && a.busy == 0 {
		a.thrown(v)
	}
	return v
}

// thrown pauses at an exception, where that is wanted.
func (a *Agent) thrown(v goja.Value) {
	which := ThrowState(a.d.throws.Load())
	if which == NoThrows || a.busy > 0 || !a.d.on.Load() || a.d.skip.Load() {
		return
	}
	frames, callers := a.frames()
	if len(frames) == 0 || a.d.ignores(frames[0].Script.Script) {
		return
	}
	caught := false
	for _, f := range frames {
		caught = caught || f.point != nil && f.point.catches
	}
	if which == UncaughtThrows && caught || which == CaughtThrows && !caught {
		return
	}
	reason := ReasonException
	for _, f := range frames {
		if f.point != nil && f.point.catches {
			break
		}
		if f.function.rejects {
			reason = ReasonRejection
			break
		}
	}
	a.pause(&Pause{Reason: reason, Thrown: v, Caught: caught, Frames: frames, Callers: callers})
}

// reach pauses at a point, if somebody wants that. It returns what the function returns, which
// a debugger may change meanwhile.
func (a *Agent) reach(p *Point, depth int, returned goja.Value) goja.Value {
	d := a.d
	if d.skip.Load() {
		return returned
	}
	pause := &Pause{Reason: ReasonOther, Returned: returned}
	stop := false
	ignored := d.ignores(p.Script)
	if q := d.request.Load(); q != nil && !ignored && q.holds(p.Script) && d.request.CompareAndSwap(q, nil) {
		stop, pause.Reason = true, q.why
	}
	if s := a.step; s != nil && s.to != nil {
		stop = stop || s.to == p
	} else if s != nil && s.reached(a, depth) && !ignored {
		stop = true
	}
	if p.kind == atDebugger && !ignored {
		stop = true
	}
	if list := (*d.armed.Load())[p]; len(list) > 0 {
		for _, b := range list {
			if a.holds(b, depth) {
				stop = true
				pause.Hit = append(pause.Hit, b)
			}
		}
	}
	if stop {
		pause.Frames, pause.Callers = a.frames()
		a.pause(pause)
	}
	return pause.Returned
}

// holds reports whether the condition of a breakpoint is true. One that throws is not, as in V8.
func (a *Agent) holds(b *Breakpoint, depth int) bool {
	if b.Condition == "" {
		return true
	}
	v, err := a.evaluate(a.calls[depth], b.Condition)
	return err == nil && v.ToBoolean()
}

// Do runs fn on the loop, also while a script is paused. It waits for it, and may be called
// from any goroutine but that of the loop. The error is that of ctx, or that the realm has ended.
func (a *Agent) Do(ctx context.Context, fn func()) error {
	done := make(chan struct{})
	a.mu.Lock()
	a.waiting = append(a.waiting, func() {
		defer close(done)
		fn()
	})
	a.mu.Unlock()
	select {
	case a.wake <- struct{}{}:
	default:
	}
	if !a.enqueue(func(*jsapi.Realm) { a.work() }) {
		return jsapi.ErrClosed
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-a.Realm.Lifetime().Done():
		return jsapi.ErrClosed
	}
}

// work does what waits for the loop.
func (a *Agent) work() {
	for {
		a.mu.Lock()
		if len(a.waiting) == 0 {
			a.mu.Unlock()
			return
		}
		next := a.waiting[0]
		a.waiting = a.waiting[1:]
		a.mu.Unlock()
		next()
	}
}
