package jsapi

import (
	"time"

	"github.com/dop251/goja"
)

// Call is an open call, of a script or of a built-in function.
type Call struct {
	// Depth numbers the open calls, from the first one on; -1 is that of an async function
	// which awaits the first one.
	Depth int
	// Name is that of the function, "" for none.
	Name string
	// File is the path of a script, "" for a built-in function; Offset is where in its
	// compiled text the call is.
	File   string
	Offset int
}

// CallDepth is how many calls are open.
func (r *Realm) CallDepth() int { return r.messages.Depth() }

// Calls are the open calls, the last one first. Depth is that at which CallDepth was when a
// built-in function was called by that one: the call below the top has that of now.
func (r *Realm) Calls() []Call {
	depths := r.messages.OpenCalls()
	stack := r.rt.CaptureCallStack(0, nil)
	list := make([]Call, 0, len(depths))
	for i := range stack {
		c := Call{Depth: -1}
		if i < len(depths) {
			c.Depth = depths[i]
		}
		if name := stack[i].FuncName(); name != "<anonymous>" && name != "<native>" {
			c.Name = name
		}
		if source, offset := r.messages.Place(&stack[i]); source != nil {
			c.File, c.Offset = source.Name(), offset
		}
		list = append(list, c)
	}
	return list
}

// Suspend runs wait, which may take long, and leaves its time and what the heap grows by
// meanwhile out of the limits of the turn: a debugger has paused it. wait has to return when
// Lifetime ends.
func (r *Realm) Suspend(wait func()) {
	r.iso.watchdog.suspend()
	defer r.iso.watchdog.resume()
	wait()
}

// Limited runs call, whose JavaScript ends with the error over when it has taken longer than limit; 0 is no
// limit. The turn goes on.
func (r *Realm) Limited(limit time.Duration, over error, call func() (goja.Value, error)) (goja.Value, error) {
	if limit <= 0 {
		return call()
	}
	fired := make(chan struct{})
	timer := time.AfterFunc(limit, func() {
		r.rt.Interrupt(over)
		close(fired)
	})
	v, err := call()
	if timer.Stop() {
		return v, err
	}
	<-fired
	if !r.Interrupted() {
		r.rt.ClearInterrupt()
	}
	return v, err
}

// OnThrow sets a hook that is called on the loop with each error that the engine, or a
// built-in function, is about to throw.
func (r *Realm) OnThrow(hook func(made *goja.Object)) { r.messages.OnThrow(hook) }
