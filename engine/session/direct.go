package session

import (
	"context"
	"errors"
	"fmt"

	"framework/engine/value"
)

// Find returns a session by its id, in the form of express-session; nil if there is none.
func (m *Manager) Find(ctx context.Context, id string) (*value.Map, error) {
	r, err := m.opts.Store.Get(ctx, id)
	if errors.Is(err, ErrDestroyed) || err == nil && r == nil {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading a session: %w", err)
	}
	return r.Express(m.opts.Now()), nil
}

// Save stores a session in the form of express-session under an id, which may be new. A
// session that was destroyed stays so.
func (m *Manager) Save(ctx context.Context, id string, all *value.Map) error {
	if _, err := m.opts.Store.Get(ctx, id); errors.Is(err, ErrDestroyed) {
		return nil
	}
	r := FromExpress(all)
	if r.MaxAge == 0 {
		r.MaxAge = m.opts.MaxAge
	}
	s := session{manager: m, maxAge: r.MaxAge}
	found, err := m.opts.Store.Update(ctx, id, *r, s.ttl())
	if err == nil && !found {
		err = m.opts.Store.Set(ctx, id, *r, s.ttl())
	}
	if err != nil {
		return fmt.Errorf("storing a session: %w", err)
	}
	return nil
}

// Touch extends the life of a session, if there is one.
func (m *Manager) Touch(ctx context.Context, id string) error {
	s := session{manager: m, maxAge: m.opts.MaxAge}
	return m.opts.Store.Touch(ctx, id, s.ttl())
}

// Destroy ends a session.
func (m *Manager) Destroy(ctx context.Context, id string) error {
	return m.opts.Store.Destroy(ctx, id)
}
