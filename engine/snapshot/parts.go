package snapshot

import (
	"context"

	"framework/engine/health"
	"framework/engine/session"
)

// Parts are what the requests of a version of the project need.
func (s *Snapshot) Parts() []health.Part {
	var list []health.Part
	for _, st := range s.stores {
		if p, ok := st.Adapter().(interface{ Ping(context.Context) error }); ok {
			list = append(list, health.Part{Name: "datastore " + st.Name(), Ping: p.Ping})
		}
	}
	switch store := s.sessions.(type) {
	case nil, *session.Memory:
	case interface{ Ping(context.Context) error }:
		list = append(list, health.Part{Name: "session store", Ping: store.Ping})
	default: // of the project's own: a session that there is not is an answer
		list = append(list, health.Part{Name: "session store", Ping: func(ctx context.Context) error {
			_, err := store.Get(ctx, "framework-health")
			return err
		}})
	}
	return list
}
