package session

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
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
	// Slight sessions hold nothing that a visitor would miss.
	Slight bool
}

// Store keeps the data of sessions. Safe for concurrent use; what it returns
// and is given is not shared with anybody.
type Store interface {
	// Get returns a session, nil when there is none or it expired, and
	// ErrDestroyed when it was destroyed not long ago.
	Get(ctx context.Context, id string) (*Record, error)
	// Set stores a session under an id that is new.
	Set(ctx context.Context, id string, r Record, ttl time.Duration) error
	// Update stores a session that is there, and reports whether it was: what
	// another request has destroyed does not come back. Both is one step, as far
	// as the store has such.
	Update(ctx context.Context, id string, r Record, ttl time.Duration) (bool, error)
	// Touch keeps a session for another ttl, if there is one.
	Touch(ctx context.Context, id string, ttl time.Duration) error
	Destroy(ctx context.Context, id string) error
}

// ErrDestroyed is what a Store says about a session that was destroyed: its id
// is not to be used again.
var ErrDestroyed = errors.New("the session was destroyed")

// errLate is a first write that comes when the client cannot be told its id any
// more.
var errLate = errors.New("the session is not known, and the answer that could give it a new id has left: write to req.session before answering")

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
	own    bool // the id was made for this exchange
	dirty  bool
	gone   bool
	// leaving is set while the answer is about to leave: its header still changes.
	leaving bool
}

var _ router.Session = (*session)(nil)

// renew takes a new id and announces it in the answer.
func (s *session) renew() {
	s.id, s.own = newID(s.manager.opts.Now()), true
	s.announce()
}

// announce puts the cookie into the answer, if it has not left.
func (s *session) announce() {
	if !s.left() {
		s.manager.announce(s.x, s.id, s.maxAge)
	}
}

func (s *session) left() bool { return !s.leaving && s.x.Response.Committed() }

// ID is the identifier in the cookie, without its signature.
func (s *session) ID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id
}

// Loaded reports whether Load returns at once: the data was read, or there can
// be none under an id that is new.
func (s *session) Loaded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.loaded || s.own
}

// Eager reports whether the session is to be loaded before it is asked for.
func (s *session) Eager() bool { return s.manager.opts.Eager || s.manager.opts.Rolling }

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
	var r *Record
	if !s.own || s.stored {
		var err error
		r, err = s.manager.opts.Store.Get(ctx, s.id)
		if err != nil && !errors.Is(err, ErrDestroyed) {
			return fmt.Errorf("reading the session: %w", err)
		}
		if r == nil && !s.left() && (err != nil || !recent(s.id, s.manager.opts.Now())) {
			s.renew() // what ended is not taken up again
		}
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
	s.leaving = true
	dirty, id, ttl := s.dirty, s.id, s.ttl()
	keep := s.loaded && s.stored && !s.gone
	unread := !s.loaded && !s.own && !s.gone
	if (keep || s.loaded && dirty && !s.gone) && s.maxAge > 0 && (dirty || s.manager.opts.Rolling) {
		// What expires at a time is announced again with a later one.
		s.manager.announce(s.x, s.id, s.maxAge)
	}
	if !dirty && !s.stored && shared(s.x.Response.Header()) {
		s.manager.drop(s.x.Response.Header()) // a cache would give everybody this id
	}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.leaving = false
		s.mu.Unlock()
	}()
	switch {
	case dirty:
		return s.Save(ctx)
	case unread:
		s.manager.keep(id, ttl)
	case keep:
		if err := s.manager.opts.Store.Touch(ctx, id, ttl); err != nil {
			return fmt.Errorf("keeping the session: %w", err)
		}
	}
	return nil
}

// shared reports whether an answer may be kept by caches that serve many.
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

// Save stores the data, unless the session was destroyed, be it by another
// request meanwhile. An id that the store does not know is replaced first: a
// client may have it from anywhere.
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
	r := Record{Data: s.data.DeepClone(), MaxAge: s.maxAge, Slight: s.slight()}
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
		s.announce() // what expires at a time does so later now
	}
	s.dirty, s.stored = false, true
	return nil
}

// slight reports whether the session holds no more than the secret of tokens,
// which every visitor of a form has.
func (s *session) slight() bool {
	for k, v := range s.data.All() {
		switch v := v.(type) {
		case *ordered.Map:
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

// Destroy removes the data.
func (s *session) Destroy(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone, s.loaded, s.data = true, true, ordered.New(0)
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
