package engine

import "framework/engine/health"

// watched is the App as the health check sees it.
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
	state = health.State{Version: s.Version(), Parts: append(s.Parts(), a.Parts()...), Reloads: a.reloads.Load(), Development: !s.Settings.Production()}
	if loops := s.Loops(); len(loops) > 1 {
		for _, loop := range loops {
			state.Workers = append(state.Workers, health.Worker{Waiting: loop.Requests + loop.Tasks, Turn: loop.Turn})
		}
	}
	if f := a.failure.Load(); f != nil {
		state.Failure = &health.Failure{Since: f.Time, Text: Explain(f.Err)}
	}
	if w := a.watcher.Load(); w != nil && s.Watching().On {
		is := w.Status()
		state.Watching = &is
	}
	return state, release, true
}
