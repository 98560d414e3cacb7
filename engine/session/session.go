package session

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/value"
	"framework/router"
)

// Record is the data of a session in a Store.
type Record struct {
	Data *value.Map
	// MaxAge is the lifetime of the cookie; with 0 it ends with the browser
	// session.
	MaxAge time.Duration
	// Disposable sessions hold nothing that a visitor would miss.
	Disposable bool
}

// Store keeps the data of sessions. It is safe for concurrent use, and shares no
// data with its callers.
type Store interface {
	// Get returns a session; nil if it does not exist or has expired, and
	// ErrDestroyed if it was destroyed recently.
	Get(ctx context.Context, id string) (*Record, error)
	// Set stores a session under a new id.
	Set(ctx context.Context, id string, r Record, ttl time.Duration) error
	// Update stores an existing session, and reports whether it exists: a session
	// that another request has destroyed is not created again. Stores do this
	// atomically if they can.
	Update(ctx context.Context, id string, r Record, ttl time.Duration) (bool, error)
	// Touch extends the time to live of a session, if it exists.
	Touch(ctx context.Context, id string, ttl time.Duration) error
	Destroy(ctx context.Context, id string) error
}

// ErrDestroyed is returned for a session that was destroyed: its id must not be
// used again.
var ErrDestroyed = errors.New("the session was destroyed")

// errLate is returned for the first write to a session when the answer that could
// contain its cookie has been sent.
var errLate = errors.New("the session is not known, and the answer that could give it a new id has left: write to req.session before answering")

// session is the session of one exchange. Handlers of the exchange run one at a
// time, but work that they start may use the session later: hence the lock.
type session struct {
	manager *Manager
	x       *router.Exchange

	mu     sync.Mutex
	id     string
	data   *value.Map
	maxAge time.Duration
	loaded bool
	stored bool // it exists in the store
	own    bool // the id was created for this exchange
	dirty  bool
	gone   bool
	// ending is set while Destroy has been asked for and has not begun.
	ending atomic.Bool
	// leaving is set just before the answer is sent: its header can still change.
	leaving bool
}

var _ router.Session = (*session)(nil)

// renew takes a new id and sets its cookie in the answer.
func (s *session) renew() {
	s.id, s.own = newID(s.manager.opts.Now()), true
	s.announce()
}

// announce sets the cookie in the answer, if that has not been sent.
func (s *session) announce() {
	if !s.left() {
		s.manager.announce(s.x, s.id, s.maxAge)
	}
}

func (s *session) left() bool { return !s.leaving && s.x.Response.Committed() }

// ID returns the id in the cookie, without its signature.
func (s *session) ID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id
}

// Loaded reports whether Load returns at once: the data was read, or the id is
// new.
func (s *session) Loaded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.loaded || s.own
}

// Eager reports whether the session has to be loaded before it is used.
func (s *session) Eager() bool { return s.manager.opts.Eager || s.manager.opts.Rolling }

// Load returns the data, which the caller may change.
func (s *session) Load(ctx context.Context) (*value.Map, error) {
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

// Reload discards changes and reads the session again.
func (s *session) Reload(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty = false
	return s.read(ctx)
}

func (s *session) read(ctx context.Context) error {
	var r *Record
	if !s.own || s.stored {
		var err error
		r, err = s.manager.opts.Store.Get(ctx, s.id)
		if err != nil && !errors.Is(err, ErrDestroyed) {
			return fmt.Errorf("reading the session: %w", err)
		}
		if r == nil && !s.left() && (err != nil || !recent(s.id, s.manager.opts.Now())) {
			s.renew() // an ended session is not used again
		}
	}
	s.stored = r != nil
	if r == nil {
		r = &Record{Data: value.New(2), MaxAge: s.manager.opts.MaxAge}
	}
	s.data, s.maxAge, s.loaded = r.Data, r.MaxAge, true
	return nil
}

// Touch records that the data has changed; it is stored before the answer is
// sent.
func (s *session) Touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty = true
}

// MaxAge returns the lifetime of the cookie, 0 if it ends with the browser
// session.
func (s *session) MaxAge() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.maxAge
}

// SetMaxAge changes the lifetime of the cookie and the session.
func (s *session) SetMaxAge(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.maxAge, s.dirty = max(d, 0), true
	s.announce()
}

// flush stores a changed session, and touches an unchanged one, also for a client that has
// gone meanwhile.
func (s *session) flush(ctx context.Context) error {
	if s.ending.Load() {
		if err := s.Destroy(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	s.mu.Lock()
	s.leaving = true
	dirty, id, ttl := s.dirty, s.id, s.ttl()
	keep := s.loaded && s.stored && !s.gone
	unread := !s.loaded && !s.own && !s.gone
	if (keep || s.loaded && dirty && !s.gone) && s.maxAge > 0 && (dirty || s.manager.opts.Rolling) {
		// A cookie with a lifetime is sent again with the new expiry.
		s.manager.announce(s.x, s.id, s.maxAge)
	}
	if isNew := s.own && s.stored; !dirty && !isNew && shared(s.x.Response.Header()) {
		s.manager.drop(s.x.Response.Header()) // a cache would send this id to other clients
	}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.leaving = false
		s.mu.Unlock()
	}()
	switch {
	case dirty:
		return s.Save(context.WithoutCancel(ctx))
	case unread:
		s.manager.keep(id, ttl)
	case keep:
		if err := s.manager.opts.Store.Touch(context.WithoutCancel(ctx), id, ttl); err != nil {
			return fmt.Errorf("keeping the session: %w", err)
		}
	}
	return nil
}

// shared reports whether shared caches may store an answer.
func shared(h http.Header) bool {
	for _, line := range h["Cache-Control"] {
		for each := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(strings.TrimSpace(each), "public") {
				return true
			}
		}
	}
	return false
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

// Save stores the data, unless the session was destroyed, possibly by a
// concurrent request. An id that the store does not know is replaced first,
// because a client may have forged it.
func (s *session) Save(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.loaded || s.gone {
		return nil
	}
	if !s.stored && !s.own {
		if s.left() {
			return fmt.Errorf("storing the session: %w", errLate)
		}
		s.renew()
	}
	r := Record{Data: s.data.DeepClone(), MaxAge: s.maxAge, Disposable: s.disposable()}
	found := true
	var err error
	if s.stored {
		found, err = s.manager.opts.Store.Update(ctx, s.id, r, s.ttl())
	} else {
		err = s.manager.opts.Store.Set(ctx, s.id, r, s.ttl())
	}
	if err != nil {
		return fmt.Errorf("storing the session: %w", err)
	}
	if !found {
		s.dirty, s.gone = false, true
		return nil
	}
	if s.dirty && s.maxAge > 0 {
		s.announce() // the expiry has changed
	}
	s.dirty, s.stored = false, true
	return nil
}

// disposable reports whether the session holds only the secret of CSRF tokens, which
// every visitor of a form has.
func (s *session) disposable() bool {
	for k, v := range s.data.All() {
		switch v := v.(type) {
		case *value.Map:
			if v.Len() == 0 {
				continue
			}
		case []any:
			if len(v) == 0 {
				continue
			}
		}
		if k != s.manager.opts.TokenKey {
			return false
		}
	}
	return true
}

// Ending says that Destroy or Regenerate follows on another goroutine: the answer does not
// leave before the data is removed, so that the next request of the client does not find it.
func (s *session) Ending() {
	s.ending.Store(true)
	s.Withdraw()
}

// Withdraw takes the cookie of a session that the client does not have yet out of the answer.
func (s *session) Withdraw() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own && !s.stored && !s.left() {
		s.manager.drop(s.x.Response.Header())
	}
}

// Destroy removes the data.
func (s *session) Destroy(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ending.Store(false)
	s.gone, s.loaded, s.data = true, true, value.New(0)
	if s.own && !s.stored {
		return nil
	}
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
