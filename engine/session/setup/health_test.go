package setup_test

import (
	"context"
	"errors"
	"testing"

	"framework/engine/session"
	"framework/engine/session/setup"
)

// asked is a store that can only be asked for sessions.
type asked struct {
	session.Store
	err error
}

func (a asked) Get(context.Context, string) (*session.Record, error) { return nil, a.err }

// pinged is a store that says whether it is there.
type pinged struct {
	session.Store
	err error
}

func (p pinged) Ping(context.Context) error { return p.err }

func TestHealth(t *testing.T) {
	t.Parallel()
	away := errors.New("away")
	for name, tc := range map[string]struct {
		store session.Store
		parts int
		err   error
	}{
		"no sessions":            {nil, 0, nil},
		"in memory":              {session.NewMemory(0, nil), 0, nil},
		"a store that answers":   {asked{}, 1, nil},
		"a store that does not":  {asked{err: away}, 1, away},
		"a server that is there": {pinged{}, 1, nil},
		"a server that is away":  {pinged{err: away}, 1, away},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts := setup.Health(tc.store)
			if len(parts) != tc.parts {
				t.Fatalf("%d parts, want %d", len(parts), tc.parts)
			}
			for _, part := range parts {
				if err := part.Ping(t.Context()); !errors.Is(err, tc.err) || part.Name != "session store" {
					t.Errorf("%s: %v", part.Name, err)
				}
			}
		})
	}
}
