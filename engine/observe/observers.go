package observe

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Observer gets each request when it was answered. Observe is called on the goroutine
// of the request and must not wait; it may keep the request.
type Observer interface {
	Observe(r *Request)
}

// Func adapts a function to Observer.
type Func func(r *Request)

// Observe implements Observer.
func (f Func) Observe(r *Request) { f(r) }

// Wants is what an observer needs besides the record itself.
type Wants struct {
	// Statements keeps the texts of the statements that requests run.
	Statements bool
	// Trace follows traces: Request.Trace is set.
	Trace bool
	// Content keeps what the client has sent, Request.Content, and the lines of the project
	// that asked for the statements.
	Content bool
}

type observing struct {
	id       int
	observer Observer
	wants    Wants
}

// Observers are those who get requests now. Nobody is asked and nothing is recorded
// while there are none. The zero value has none, a nil one never has any; both are safe
// for concurrent use.
type Observers struct {
	current atomic.Pointer[[]observing]

	mu   sync.Mutex
	last int
}

// Add adds an observer; remove removes it again.
func (o *Observers) Add(observer Observer, wants Wants) (remove func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last++
	id := o.last
	o.set(append(o.list(), observing{id, observer, wants}))
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.set(slices.DeleteFunc(o.list(), func(each observing) bool { return each.id == id }))
	}
}

func (o *Observers) list() []observing {
	if now := o.current.Load(); now != nil {
		return slices.Clone(*now)
	}
	return nil
}

func (o *Observers) set(list []observing) {
	if len(list) == 0 {
		o.current.Store(nil)
		return
	}
	o.current.Store(&list)
}

// Wanted reports whether there is an observer, and what all of them want.
func (o *Observers) Wanted() (wants Wants, any bool) {
	if o == nil {
		return Wants{}, false
	}
	now := o.current.Load()
	if now == nil {
		return Wants{}, false
	}
	for i := range *now {
		wants.Statements = wants.Statements || (*now)[i].wants.Statements
		wants.Trace = wants.Trace || (*now)[i].wants.Trace
		wants.Content = wants.Content || (*now)[i].wants.Content
	}
	return wants, true
}

// Observe gives a finished request to all of them.
func (o *Observers) Observe(r *Request) {
	if o == nil || r == nil {
		return
	}
	if now := o.current.Load(); now != nil {
		for i := range *now {
			(*now)[i].observer.Observe(r)
		}
	}
}
