package session

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"sync/atomic"
	"time"

	"framework/engine/value"
)

// keeper records which sessions were touched recently. Two ids may share a slot;
// one of them is then touched more often.
type keeper struct {
	seed   maphash.Seed
	places *[1 << 12]atomic.Uint64
	// running bounds the number of concurrent calls.
	running chan struct{}
}

const (
	// keepEvery is how often a session that is not read is touched.
	keepEvery = time.Minute
	// keepTime bounds one call, keepMost the number of concurrent calls.
	keepTime = 5 * time.Second
	keepMost = 32
)

func newKeeper() keeper {
	return keeper{maphash.MakeSeed(), new([1 << 12]atomic.Uint64), make(chan struct{}, keepMost)}
}

// due reports whether a session is to be touched now, and records that.
func (k *keeper) due(id string, ttl time.Duration, now time.Time) bool {
	hash := maphash.String(k.seed, id)
	mark := hash ^ uint64(now.UnixNano()/int64(keepEvery))
	return k.places[hash%uint64(len(k.places))].Swap(mark) != mark || ttl < 10*keepEvery
}

// keep extends the time to live of a session that was not read, in the
// background. A later request repeats a call that fails.
func (m *Manager) keep(id string, ttl time.Duration) {
	if m.opts.Eager || !m.kept.due(id, ttl, m.opts.Now()) {
		return
	}
	if memory, ok := m.opts.Store.(*Memory); ok {
		_ = memory.Touch(context.Background(), id, ttl) // it cannot fail
		return
	}
	select {
	case m.kept.running <- struct{}{}:
	default:
		return
	}
	go func() {
		defer func() { <-m.kept.running }()
		ctx, cancel := context.WithTimeout(context.Background(), keepTime)
		defer cancel()
		_ = m.opts.Store.Touch(ctx, id, ttl) // a request that reads the session gets the error
	}()
}

// EnsureStored makes the session of a connection known to the store, so that a page and
// its socket share it whichever of them writes first. Only a recent id is
// accepted.
func (m *Manager) EnsureStored(ctx context.Context, cookies []string) error {
	id := m.read(cookies)
	if id == "" || !recent(id, m.opts.Now()) {
		return nil
	}
	r, err := m.opts.Store.Get(ctx, id)
	if r != nil || errors.Is(err, ErrDestroyed) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the session of a socket: %w", err)
	}
	s := session{manager: m, maxAge: m.opts.MaxAge}
	if err := m.opts.Store.Set(ctx, id, Record{Data: value.New(0), MaxAge: s.maxAge, Disposable: true}, s.ttl()); err != nil {
		return fmt.Errorf("storing the session of a socket: %w", err)
	}
	return nil
}
