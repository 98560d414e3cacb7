package session

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"sync"
	"time"

	"framework/engine/ordered"
	"framework/router"
)

// Record is what a Store keeps of a session.
type Record struct {
	Data *ordered.Map
	// MaxAge is how long the cookie lives, 0 ends it with the browser.
	MaxAge time.Duration
}

// Store keeps the data of sessions. Safe for concurrent use; what it returns
// and is given is not shared with anybody.
type Store interface {
	// Get returns a session, nil when there is none or it expired, and
	// ErrDestroyed when it was destroyed not long ago.
	Get(ctx context.Context, id string) (*Record, error)
	Set(ctx context.Context, id string, r Record, ttl time.Duration) error
	// Touch keeps a session for another ttl, if there is one.
	Touch(ctx context.Context, id string, ttl time.Duration) error
	Destroy(ctx context.Context, id string) error
}

// ErrDestroyed is what a Store says about a session that was destroyed: its id
// is not to be used again.
var ErrDestroyed = errors.New("the session was destroyed")

// session is the session of one exchange. Handlers of the exchange run one at
// a time, but what they set going may come back later: hence the lock.
type session struct {
	manager *Manager
	x       *router.Exchange

	mu     sync.Mutex
	id     string
	data   *ordered.Map
	maxAge time.Duration
	loaded bool
	stored bool // the store has it
	dirty  bool
	gone   bool
}

var _ router.Session = (*session)(nil)

// renew takes a new id and announces it in the answer.
func (s *session) renew() {
	s.id = newID()
	s.announce()
}

// announce puts the cookie into the answer, if it has not left.
func (s *session) announce() {
	if !s.x.Response.Committed() {
		s.manager.announce(s.x, s.id, s.maxAge)
	}
}

func newID() string {
	var b [24]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// ID is the identifier in the cookie, without its signature.
func (s *session) ID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id
}

// Load returns the live data.
func (s *session) Load(ctx context.Context) (*ordered.Map, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded {
		return s.data, nil
	}
	if err := s.read(ctx); err != nil {
		return nil, err
	}
	return s.data, nil
}

// Reload forgets what was changed and reads the session again.
func (s *session) Reload(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty = false
	return s.read(ctx)
}

func (s *session) read(ctx context.Context) error {
	r, err := s.manager.opts.Store.Get(ctx, s.id)
	if errors.Is(err, ErrDestroyed) {
		s.renew()
		err = nil
	}
	if err != nil {
		return fmt.Errorf("reading the session: %w", err)
	}
	s.stored = r != nil
	if r == nil {
		r = &Record{Data: ordered.New(2), MaxAge: s.manager.opts.MaxAge}
	}
	s.data, s.maxAge, s.loaded = r.Data, r.MaxAge, true
	return nil
}

// Touch says that the data changed; it is stored before the answer leaves.
func (s *session) Touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty = true
}

// MaxAge is how long the cookie lives, 0 for one that ends with the browser.
func (s *session) MaxAge() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.maxAge
}

// SetMaxAge changes how long the cookie and the session live.
func (s *session) SetMaxAge(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.maxAge, s.dirty = max(d, 0), true
	s.announce()
}

// flush stores what changed, and keeps alive what did not.
func (s *session) flush(ctx context.Context) error {
	s.mu.Lock()
	dirty, id, ttl := s.dirty, s.id, s.ttl()
	keep := s.loaded && s.stored && !s.gone
	if (keep || s.loaded && dirty && !s.gone) && s.maxAge > 0 && (dirty || s.manager.opts.Rolling) {
		// What expires at a time is announced again with a later one.
		s.manager.announce(s.x, s.id, s.maxAge)
	}
	s.mu.Unlock()
	if dirty {
		return s.Save(ctx)
	}
	if !keep {
		return nil
	}
	if err := s.manager.opts.Store.Touch(ctx, id, ttl); err != nil {
		return fmt.Errorf("keeping the session: %w", err)
	}
	return nil
}

func (s *session) ttl() time.Duration {
	switch {
	case s.manager.opts.TTL > 0:
		return s.manager.opts.TTL
	case s.maxAge > 0:
		return s.maxAge
	}
	return defaultTTL
}

// Save stores the data, unless the session was destroyed.
func (s *session) Save(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.loaded || s.gone {
		return nil
	}
	if err := s.manager.opts.Store.Set(ctx, s.id, Record{s.data.DeepClone(), s.maxAge}, s.ttl()); err != nil {
		return fmt.Errorf("storing the session: %w", err)
	}
	if s.dirty && s.maxAge > 0 {
		s.announce() // what expires at a time does so later now
	}
	s.dirty, s.stored = false, true
	return nil
}

// Destroy removes the data.
func (s *session) Destroy(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone, s.loaded, s.data = true, true, ordered.New(0)
	if err := s.manager.opts.Store.Destroy(ctx, s.id); err != nil {
		return fmt.Errorf("removing the session: %w", err)
	}
	return nil
}

// Regenerate removes the data and takes a new id, against session fixation.
func (s *session) Regenerate(ctx context.Context) error {
	if err := s.Destroy(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone, s.stored, s.maxAge = false, false, s.manager.opts.MaxAge
	s.renew()
	return nil
}
