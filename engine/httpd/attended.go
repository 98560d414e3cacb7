package httpd

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// attended is the context of a request until it is answered: it ends when the client disconnects before. Work that
// the request has started, such as a query that is not awaited, continues after the answer. To
// watch over the client takes several objects, so that begins when somebody asks for Done.
type attended struct {
	client context.Context // has the values too

	watched atomic.Pointer[watched]
	over    atomic.Bool // the request is answered
	mu      sync.Mutex  // held to change these
	err     error       // why it had ended when it was answered, while it was not watched
}

// watched is the context in place of one that somebody watches.
type watched struct {
	context.Context
	stop func() bool // of watching over the client, nil where that has not begun
}

// attend returns the context of a request that client, the context of its connection, waits for.
func attend(client context.Context) *attended {
	return &attended{client: client}
}

// finish says that the request is answered.
func (a *attended) finish() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.over.Store(true)
	switch w := a.watched.Load(); {
	case w == nil:
		a.err = a.client.Err()
	case w.stop != nil:
		w.stop()
	}
}

// Done implements context.Context.
func (a *attended) Done() <-chan struct{} { return a.watch().Done() }

func (a *attended) watch() *watched {
	if w := a.watched.Load(); w != nil {
		return w
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if w := a.watched.Load(); w != nil {
		return w
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(a.client))
	end := func() { cancel(context.Cause(a.client)) }
	w := &watched{Context: ctx}
	switch {
	case a.err != nil, !a.over.Load() && a.client.Err() != nil:
		end()
	case !a.over.Load():
		w.stop = context.AfterFunc(a.client, end)
	}
	a.watched.Store(w)
	return w
}

// Err implements context.Context.
func (a *attended) Err() error {
	if w := a.watched.Load(); w != nil {
		return w.Err()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch w := a.watched.Load(); {
	case w != nil:
		return w.Err()
	case a.over.Load():
		return a.err
	}
	return a.client.Err()
}

// Deadline implements context.Context.
func (*attended) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value implements context.Context. Package context finds the context that another one ends with by it:
// after the answer that is not the client's.
func (a *attended) Value(key any) any {
	if w := a.watched.Load(); w != nil {
		return w.Value(key)
	}
	if a.over.Load() {
		return context.WithoutCancel(a.client).Value(key)
	}
	return a.client.Value(key)
}

// Waiting is a channel as that of Done, for who waits until the request is answered at most.
func (a *attended) Waiting() <-chan struct{} { return a.client.Done() }
