package datastore

import "sync"

// Borrowed is databases that code of the project has opened by itself and may forget
// to release. The zero value is ready to use. Safe for concurrent use.
type Borrowed struct {
	mu     sync.Mutex
	open   map[*loan]bool
	closed bool
}

type loan struct{ store *Store }

// Add takes st over and returns what releases it, once however often called. When all
// are closed already, so is st.
func (b *Borrowed) Add(st *Store) (release func()) {
	one := &loan{st}
	b.mu.Lock()
	closed := b.closed
	if !closed {
		if b.open == nil {
			b.open = map[*loan]bool{}
		}
		b.open[one] = true
	}
	b.mu.Unlock()
	if closed {
		st.Release()
	}
	return func() { b.release(one) }
}

func (b *Borrowed) release(one *loan) {
	b.mu.Lock()
	held := b.open[one]
	delete(b.open, one)
	b.mu.Unlock()
	if held {
		one.store.Release()
	}
}

// Close releases all that are left, and those that are added from now on.
func (b *Borrowed) Close() {
	b.mu.Lock()
	b.closed = true
	all := b.open
	b.open = nil
	b.mu.Unlock()
	for one := range all {
		one.store.Release()
	}
}
