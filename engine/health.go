package engine

import (
	"context"

	"framework/engine/health"
	"framework/engine/session"
)

// watched is the App as its health is asked.
type watched struct{ *App }

var _ health.Server = watched{}

// Health implements health.Server.
func (a watched) Health() (state health.State, release func(), ok bool) {
	s, release, err := a.Acquire()
	if err != nil {
		return state, nil, false
	}
	if a.stopping.Load() {
		release()
		return state, nil, false
	}
	state = health.State{Version: s, Parts: append(s.parts(), a.nodes.parts()...), Reloads: a.reloads.Load(), Development: !s.Settings.Production()}
	if f := a.failure.Load(); f != nil {
		state.Failure = &health.Failure{Since: f.Time, Text: Explain(f.Err)}
	}
	if w := a.watcher.Load(); w != nil && s.watching.On {
		is := w.Status()
		state.Watching = &is
	}
	return state, release, true
}

// parts are what the requests of a version of the project need.
func (s *Snapshot) parts() []health.Part {
	var list []health.Part
	for _, st := range s.stores {
		if p, ok := st.adapter.(interface{ Ping(context.Context) error }); ok {
			list = append(list, health.Part{Name: "datastore " + st.name, Ping: p.Ping})
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
