package setup

import (
	"context"

	"framework/engine/health"
	"framework/engine/session"
)

// Health is the health check of a store, which may be nil.
func Health(store session.Store) []health.Part {
	const name = "session store"
	switch store := store.(type) {
	case nil, *session.Memory:
		return nil
	case interface{ Ping(context.Context) error }:
		return []health.Part{{Name: name, Ping: store.Ping}}
	default: // of the project's own: a session that does not exist is an answer
		return []health.Part{{Name: name, Ping: func(ctx context.Context) error {
			_, err := store.Get(ctx, "framework-health")
			return err
		}}}
	}
}
