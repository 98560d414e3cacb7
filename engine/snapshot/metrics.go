package snapshot

import (
	"sync"

	"framework/engine/config"
	"framework/engine/datastore"
	"framework/engine/metrics"
	"framework/engine/realtime"
	"framework/jsapi"
)

// lazyMetrics are the metrics of a server, which are made for the first version of the
// project that wants them, and are shared by all of these.
type lazyMetrics struct {
	sources metrics.Sources
	once    sync.Once
	made    *metrics.Metrics
}

// meter is what counts for a version with these settings, nil for nothing.
func (h *Host) meter(set config.Observe) *metrics.Metrics {
	m := &h.metrics
	if !set.Metrics.On || m.sources == nil || h.opts.Inspect {
		return nil
	}
	m.once.Do(func() { m.made = metrics.New(m.sources) })
	return m.made
}

// Metrics are those of a version, nil where it has none.
func (h *Host) Metrics(s *Snapshot) *metrics.Metrics { return h.meter(s.Settings.Observe) }

// Connections are those of the open databases.
func (h *Host) Connections() []datastore.Connections { return h.datastores.Connections() }

// Broker are the numbers of the connection to other servers; false without one.
func (h *Host) Broker() (realtime.BrokerStats, bool) { return h.sockets.Broker() }

// Refused is how many requests were refused for lack of time.
func (h *Host) Refused() uint64 { return h.refusals.Count() }

// Loops is what the JavaScript of the version does now, by worker.
func (s *Snapshot) Loops() []jsapi.LoopState {
	out := make([]jsapi.LoopState, len(s.workers.list))
	for i, each := range s.workers.list {
		out[i] = each.isolate.State()
	}
	return out
}
