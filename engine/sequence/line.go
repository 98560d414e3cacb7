// Package sequence orders operations that run on goroutines of their own: each
// waits for its turn in the order in which they were started.
package sequence

import (
	"context"
	"sync"
)

// Line is a first-come, first-served queue of operations. The zero value is empty.
// Safe for concurrent use.
type Line struct {
	mu          sync.Mutex
	front, back *ticket
}

// ticket is one wait in a line. Its fields are guarded by the line.
type ticket struct {
	next   *ticket
	passed bool
	ready  chan struct{} // closed at the front; nil while nothing waits
}

// Place is the place of an operation in a line. While it has a ticket, the
// operations behind it wait: it must Pass before it waits for anything that may
// depend on them.
type Place struct {
	line   *Line
	ticket *ticket // nil when it has passed
	left   bool
}

type placeKey struct{}

// Join puts an operation at the end of the line. Calls with the returned
// context belong to the operation. It has to Leave at its end.
func (l *Line) Join(ctx context.Context) (context.Context, *Place) {
	p := &Place{line: l}
	p.Rejoin()
	return context.WithValue(ctx, placeKey{}, p), p
}

// Of returns the place of the operation of ctx, nil if it has none. The methods of
// a nil place do nothing.
func Of(ctx context.Context) *Place {
	p, _ := ctx.Value(placeKey{}).(*Place)
	return p
}

// Without returns a context for work that is in no line.
func Without(ctx context.Context) context.Context {
	if Of(ctx) == nil {
		return ctx
	}
	return context.WithValue(ctx, placeKey{}, (*Place)(nil))
}

// Turn returns a channel that is closed when all operations in front have
// passed; nil if they already have.
func (p *Place) Turn() <-chan struct{} {
	if p == nil {
		return nil
	}
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	t := p.ticket
	if t == nil || p.line.front == t {
		return nil
	}
	if t.ready == nil {
		t.ready = make(chan struct{})
	}
	return t.ready
}

// Await waits for the turn of the operation, or for the end of ctx.
func (p *Place) Await(ctx context.Context) error {
	turn := p.Turn()
	if turn == nil {
		return nil
	}
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Pass gives the turn to the next operation.
func (p *Place) Pass() { p.Passer()() }

// Passer returns a function that passes with the current ticket of the
// operation. If the operation has rejoined before the call, it keeps its new
// ticket.
func (p *Place) Passer() func() {
	if p == nil {
		return func() {}
	}
	l := p.line
	l.mu.Lock()
	defer l.mu.Unlock()
	t := p.ticket
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.pass(t)
		if p.ticket == t {
			p.ticket = nil
		}
	}
}

// pass marks t, which may be nil, as passed, and wakes the operation that is
// then at the front.
func (l *Line) pass(t *ticket) {
	if t == nil {
		return
	}
	t.passed = true
	for l.front != nil && l.front.passed {
		l.front = l.front.next
	}
	switch {
	case l.front == nil:
		l.back = nil
	case l.front.ready != nil:
		close(l.front.ready)
		l.front.ready = nil
	}
}

// Rejoin puts an operation at the end of the line. The code that ends a wait of
// the operation calls it first, so that operations continue in the order in
// which their waits end.
func (p *Place) Rejoin() {
	if p == nil {
		return
	}
	l := p.line
	l.mu.Lock()
	defer l.mu.Unlock()
	if p.left {
		return
	}
	old := p.ticket
	p.ticket = new(ticket)
	if l.back == nil {
		l.front = p.ticket
	} else {
		l.back.next = p.ticket
	}
	l.back = p.ticket
	l.pass(old)
}

// Leave passes, and ends the membership: Rejoin has no effect after it.
func (p *Place) Leave() {
	if p == nil {
		return
	}
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	p.left = true
	p.line.pass(p.ticket)
	p.ticket = nil
}
