package snapshot

import (
	"net/http"

	"framework/engine/diff"
	"framework/engine/health"
	"framework/engine/realtime"
)

// versions are the versions of the project as sockets need them.
type versions struct{ host *Host }

var _ realtime.Versions = versions{}

// Served implements realtime.Versions.
func (v versions) Served() []*realtime.Version {
	if s := v.host.current.Load(); s != nil {
		return s.workers.served()
	}
	return nil
}

// Choose implements realtime.Versions.
func (v versions) Choose(turn uint64) int {
	if s := v.host.current.Load(); s != nil {
		return s.workers.unblocked(turn)
	}
	return 0
}

// Acquire implements realtime.Versions.
func (v versions) Acquire(worker int) (*realtime.Version, func(), error) {
	s, release, err := v.host.acquireAt(worker)
	if err != nil {
		return nil, nil, err
	}
	return s.sockets, release, nil
}

// ServeSockets answers what is below the path of the sockets.
func (h *Host) ServeSockets(w http.ResponseWriter, r *http.Request) { h.sockets.ServeHTTP(w, r) }

// Parts is what other servers are reached by.
func (h *Host) Parts() []health.Part { return h.sockets.Health() }

// NotifySockets moves the sockets to a new version of the project.
func (h *Host) NotifySockets(s *Snapshot, changes diff.Diff) {
	h.sockets.Reloaded(s.workers.served(), changes)
}

// NotifyPages notifies pages in development of the views and assets that were
// saved.
func (h *Host) NotifyPages(files []string) { h.sockets.FilesChanged(files) }
