package engine

import (
	"net/http"
	"time"

	"framework/engine/health"
	"framework/engine/metrics"
)

// metricsPath answers with the metrics, where the setting metrics is on.
const metricsPath = health.Prefix + "metrics"

// counted is the App as the metrics see it.
type counted struct{ *App }

var _ metrics.Sources = counted{}

// State implements metrics.Sources.
func (a counted) State() metrics.State {
	state := metrics.State{
		Version: Version, Reloads: a.reloads.Load(), BuildSeconds: time.Duration(a.took.Load()).Seconds(), Outdated: a.failure.Load() != nil,
		Draining: a.draining.len(), Refused: a.Refused(), Sockets: a.hub.Len(), Rooms: a.hub.Rooms(),
	}
	if s, release, err := a.Acquire(); err == nil {
		state.Profile = s.Profile.String()
		for _, loop := range s.Loops() {
			state.WaitingRequests += loop.Requests
			state.WaitingTasks += loop.Tasks
			state.Workers = append(state.Workers, metrics.Worker{Requests: loop.Requests, Tasks: loop.Tasks, Turn: loop.Turn})
		}
		release()
	}
	counts := a.hub.Counts()
	state.Emitted, state.Delivered, state.Disconnected = counts.Events, counts.Deliveries, make(map[string]uint64, len(counts.Ended))
	for reason, n := range counts.Ended {
		state.Disconnected[string(reason)] = n
	}
	if b, ok := a.Broker(); ok {
		state.Broker = &metrics.Broker{
			Connected: b.Connected, Published: b.Published, Dropped: b.Dropped, Received: b.Received, Lost: b.Lost, Refused: b.Refused, Waiting: b.Waiting,
		}
	}
	for _, c := range a.Connections() {
		state.Pools = append(state.Pools, metrics.Pool{Datastore: c.Datastore, Size: c.Size, Used: c.Used, Waiting: c.Waiting})
	}
	return state
}

// serveMetrics answers with the metrics. Where they are switched off, the address is one of
// the project's like any other.
func (a *App) serveMetrics(w http.ResponseWriter, r *http.Request) {
	s, release, err := a.Acquire()
	if err == nil {
		defer release()
		if m := a.Metrics(s); m != nil {
			m.Serve(w, r, s.Settings.Observe.Metrics.Token)
			return
		}
	}
	a.serveHTTP(w, r)
}
