package wire

import (
	"context"
	"errors"
	"sync"
)

// ErrTooMany is returned by Register.Add for one connection more than there may
// be.
var ErrTooMany = errors.New("there are as many connections as the server takes")

// Register holds the connections of a server by their ids, until it is shut
// down. The zero Register is empty and ready for use. Its methods are safe for
// concurrent use.
type Register[C any] struct {
	mu      sync.Mutex
	conns   map[string]C
	closed  bool
	refuses bool
	readers sync.WaitGroup
}

// Len is the number of connections.
func (g *Register[C]) Len() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.conns)
}

// Add puts a connection in. With a limit above 0 it fails with ErrTooMany when
// there are as many already, after Shutdown with ErrClosed.
func (g *Register[C]) Add(id string, c C, limit int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.closed || g.refuses:
		return ErrClosed
	case limit > 0 && len(g.conns) >= limit:
		return ErrTooMany
	case g.conns == nil:
		g.conns = map[string]C{}
	}
	g.conns[id] = c
	return nil
}

// Refuse has Add fail with ErrClosed from now on.
func (g *Register[C]) Refuse() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refuses = true
}

// Find is the connection of an id, the zero C when there is none.
func (g *Register[C]) Find(id string) C {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.conns[id]
}

// Remove takes a connection out.
func (g *Register[C]) Remove(id string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.conns, id)
}

// Acquire counts a goroutine that Shutdown waits for, until Release; false once
// it does.
func (g *Register[C]) Acquire() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.readers.Add(1)
	}
	return !g.closed
}

// Release ends what Acquire began.
func (g *Register[C]) Release() { g.readers.Done() }

// Shutdown refuses new connections, calls end for each connection, and waits
// until each Acquire was released. When ctx ends before, it calls abort for the
// same connections, waits on, and returns the context's error.
func (g *Register[C]) Shutdown(ctx context.Context, end, abort func(C)) error {
	g.mu.Lock()
	g.closed = true
	conns := make([]C, 0, len(g.conns))
	for _, c := range g.conns {
		conns = append(conns, c)
	}
	g.mu.Unlock()
	for _, c := range conns {
		end(c)
	}
	done := make(chan struct{})
	go func() {
		g.readers.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	for _, c := range conns {
		abort(c)
	}
	<-done
	return ctx.Err()
}
