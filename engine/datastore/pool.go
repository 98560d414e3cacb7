package datastore

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"framework/engine/orm"
	"framework/engine/orm/pool"
)

// Options of a pool.
type Options struct {
	Log    *slog.Logger
	Access Access
}

// Pool keeps the databases that versions of a project use, by the fingerprint of
// their configuration: a new version with the same settings gets the same database,
// the last one to release it closes it. One database is opened or closed at a
// time; those of other settings do not wait for it. Safe for concurrent use.
type Pool struct {
	opts  Options
	log   *slog.Logger
	mu    sync.Mutex
	open  map[string]*Store
	moves map[string]chan struct{} // of what is being opened or closed: closed when that is done
}

// Store is a database that is open. It is released once by each who got it.
type Store struct {
	opened
	pool *Pool
	key  string
	name string // of the datastore
	refs int
}

// opened is a database.
type opened struct {
	adapter orm.Adapter
	// versioned is what migration files need; nil where there cannot be any, for the
	// reason of unversioned.
	versioned   *versioned
	unversioned string
	// legacy is the document store of Sails that this one replaces, until its records
	// are imported.
	legacy former
}

// Adapter runs the queries.
func (s *Store) Adapter() orm.Adapter { return s.adapter }

// Name is that of the datastore in the configuration.
func (s *Store) Name() string { return s.name }

// takeLegacy returns the former store to its first caller, and nil to later
// ones.
func (s *Store) takeLegacy() former {
	s.pool.mu.Lock()
	defer s.pool.mu.Unlock()
	from := s.legacy
	s.legacy = nil
	return from
}

// NewPool has nothing open.
func NewPool(opts Options) *Pool {
	return &Pool{opts: opts, log: opts.Log, open: map[string]*Store{}, moves: map[string]chan struct{}{}}
}

// Connections are the numbers of the connections of a datastore.
type Connections struct {
	Datastore string
	pool.Stats
}

// Connections are those of the databases that are open, by the names of their datastores.
func (p *Pool) Connections() []Connections {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []Connections
	for _, s := range p.open {
		if db, ok := s.adapter.(interface{ Connections() pool.Stats }); ok {
			out = append(out, Connections{s.name, db.Connections()})
		}
	}
	slices.SortFunc(out, func(a, b Connections) int { return strings.Compare(a.Datastore, b.Datastore) })
	return out
}

// acquire returns the database of key, and opens it if it is not open. It waits
// for other calls that open or close it, or until ctx ends.
func (p *Pool) acquire(ctx context.Context, key, name string, open func() (opened, error)) (*Store, error) {
	s, done, err := p.claim(ctx, key)
	if s != nil || err != nil {
		return s, err
	}
	db, err := open()
	if err != nil {
		done(nil)
		return nil, err
	}
	s = &Store{opened: db, pool: p, key: key, name: name, refs: 1}
	done(s)
	return s, nil
}

// claim is the open database of key, or the right to open it: then done is to be
// called with what was opened, nil for nothing.
func (p *Pool) claim(ctx context.Context, key string) (s *Store, done func(*Store), err error) {
	p.mu.Lock()
	for p.moves[key] != nil {
		move := p.moves[key]
		p.mu.Unlock()
		select {
		case <-move:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
		p.mu.Lock()
	}
	s = p.open[key]
	if s != nil && lostError(s.adapter) == nil {
		s.refs++
		p.mu.Unlock()
		return s, nil, nil
	}
	done = p.move(key)
	delete(p.open, key)
	p.mu.Unlock()
	if s != nil {
		p.log.Warn("a database is opened anew", "error", lostError(s.adapter))
		// Before another is opened at the same path, whose files it would remove.
		if err := s.adapter.Close(); err != nil {
			p.log.Warn("closing a database whose file is gone", "error", err)
		}
	}
	return nil, done, nil
}

// move keeps others off key until done is called, with what is open from then on.
// The lock is held by the caller.
func (p *Pool) move(key string) (done func(*Store)) {
	move := make(chan struct{})
	p.moves[key] = move
	return func(s *Store) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if s != nil {
			p.open[key] = s
		}
		delete(p.moves, key)
		close(move)
	}
}

// lostError is why a database has to be opened anew, nil when it has not.
func lostError(adapter orm.Adapter) error {
	if l, ok := adapter.(interface{ Lost() error }); ok {
		return l.Lost()
	}
	return nil
}

// Release gives the database back. The last one to do so closes it, and waits for that.
func (s *Store) Release() {
	p := s.pool
	p.mu.Lock()
	s.refs--
	if s.refs > 0 {
		p.mu.Unlock()
		return
	}
	done := func(*Store) {}
	if p.open[s.key] == s {
		delete(p.open, s.key)
		done = p.move(s.key)
	}
	p.mu.Unlock()
	if err := s.adapter.Close(); err != nil {
		p.log.Error("closing a database", "error", err)
	}
	done(nil)
}
