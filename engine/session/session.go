package session

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"framework/engine/ordered"
	"framework/engine/web"
	"framework/router"
)

// Store keeps the data of sessions. Safe for concurrent use; what it returns
// and is given is not shared with anybody.
type Store interface {
	// Get returns the data of a session, nil when there is none or it expired,
	// and ErrDestroyed when it was destroyed not long ago.
	Get(ctx context.Context, id string) (*ordered.Map, error)
	Set(ctx context.Context, id string, data *ordered.Map, ttl time.Duration) error
	Destroy(ctx context.Context, id string) error
}

// ErrDestroyed is what a Store says about a session that was destroyed: its id
// is not to be used again.
var ErrDestroyed = errors.New("the session was destroyed")

// Options configure a Manager.
type Options struct {
	// Name is that of the cookie, "sails.sid" in the classic releases.
	Name string
	// Secrets sign the cookie: the first one signs, all of them verify.
	Secrets []string
	// MaxAge makes the cookie persistent; 0 ends it with the browser.
	MaxAge time.Duration
	Path   string // default "/"
	Domain string
	Secure bool
	// TTL is how long an idle session is kept; 0 means 24 hours.
	TTL   time.Duration
	Store Store
}

// Manager opens sessions. Safe for concurrent use.
type Manager struct {
	opts   Options
	signer *web.Signer
	// prefix and suffix of the cookie's line, around the escaped value.
	prefix, suffix string
}

// New returns a Manager. Without a secret sessions cannot be signed, which is
// an error.
func New(opts Options) (*Manager, error) {
	if len(opts.Secrets) == 0 || opts.Secrets[0] == "" {
		return nil, fmt.Errorf("sessions need a secret: set session.secret in config/session.js or config/local.js")
	}
	if opts.Path == "" {
		opts.Path = "/"
	}
	if opts.TTL == 0 {
		opts.TTL = 24 * time.Hour
		if opts.MaxAge > 0 {
			opts.TTL = opts.MaxAge
		}
	}
	m := &Manager{opts: opts, signer: web.NewSigner(opts.Secrets), prefix: opts.Name + "=s%3A", suffix: "; HttpOnly"}
	if opts.Secure {
		m.suffix += "; Secure"
	}
	return m, nil
}

// Open gives x its session. A client without a valid cookie is given one with
// the answer. Nothing is stored until there is data: a signed id that the
// store does not know is an empty session, so that visitors cost no memory.
//
// flush stores what handlers changed; it is to be called before the answer
// leaves, so that the client's next request finds it.
func (m *Manager) Open(x *router.Exchange) (flush func(ctx context.Context) error) {
	s := &session{manager: m, x: x}
	if raw, ok := web.Cookie(x.Request.Header["Cookie"], m.opts.Name); ok && len(raw) > 2 && raw[:2] == "s:" {
		if id, ok := m.signer.Unsign(raw[2:]); ok {
			s.id = id
		}
	}
	if s.id == "" {
		s.renew()
	}
	x.Session = s
	return s.flush
}

// session is the session of one exchange. Handlers of the exchange run one at
// a time, but what they set going may come back later: hence the lock.
type session struct {
	manager *Manager
	x       *router.Exchange

	mu     sync.Mutex
	id     string
	data   *ordered.Map
	loaded bool
	dirty  bool
	gone   bool
}

var _ router.Session = (*session)(nil)

// renew takes a new id and announces it in the answer.
func (s *session) renew() {
	s.id = newID()
	if s.x.Response.Committed() {
		return
	}
	o := s.manager.opts
	line := s.manager.prefix + url.QueryEscape(s.manager.signer.Sign(s.id))
	if o.Domain != "" {
		line += "; Domain=" + o.Domain
	}
	line += "; Path=" + o.Path
	if o.MaxAge > 0 {
		line += "; Expires=" + time.Now().Add(o.MaxAge).UTC().Format(http.TimeFormat)
	}
	line += s.manager.suffix
	h := s.x.Response.Header()
	s.drop(h)
	h.Add("Set-Cookie", line)
}

// drop removes an announcement made earlier for this answer.
func (s *session) drop(h http.Header) {
	if len(h["Set-Cookie"]) == 0 {
		return
	}
	prefix := s.manager.opts.Name + "="
	kept := h["Set-Cookie"][:0:0]
	for _, line := range h["Set-Cookie"] {
		if len(line) < len(prefix) || line[:len(prefix)] != prefix {
			kept = append(kept, line)
		}
	}
	if len(kept) == 0 {
		h.Del("Set-Cookie")
		return
	}
	h["Set-Cookie"] = kept
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
	data, err := s.manager.opts.Store.Get(ctx, s.id)
	if errors.Is(err, ErrDestroyed) {
		s.renew()
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the session: %w", err)
	}
	if data == nil {
		data = ordered.New(2)
	}
	s.data, s.loaded = data, true
	return data, nil
}

// Touch says that the data changed; it is stored before the answer leaves.
func (s *session) Touch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty = true
}

func (s *session) flush(ctx context.Context) error {
	s.mu.Lock()
	dirty := s.dirty
	s.mu.Unlock()
	if !dirty {
		return nil
	}
	return s.Save(ctx)
}

// Save stores the data, unless the session was destroyed.
func (s *session) Save(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.loaded || s.gone {
		return nil
	}
	if err := s.manager.opts.Store.Set(ctx, s.id, s.data.DeepClone(), s.manager.opts.TTL); err != nil {
		return fmt.Errorf("storing the session: %w", err)
	}
	s.dirty = false
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
	s.gone = false
	s.renew()
	return nil
}
