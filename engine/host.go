package engine

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"

	"framework/engine/logging"
	"framework/engine/web"
	"framework/jsapi/modules"
	"framework/sockets"
)

// host is what outlives the versions of a project, and what a build needs to
// know of the server. Its methods are safe for concurrent use.
type host struct {
	opts     Options
	log      *slog.Logger
	level    *slog.LevelVar
	cache    *modules.Cache
	stores   *stores
	sessions *sessions
	hub      *sockets.Hub
	nodes    nodes
	// refusals are the requests that were refused for lack of time.
	refusals logging.Throttle
	// current is the version that is served, nil before the first one.
	current   atomic.Pointer[Snapshot]
	unsettled unsettled
	// parsing bounds what clients have sent and not yet been answered.
	parsing web.Budget
	// reload builds the project and serves the result.
	reload func(ctx context.Context) error
	wants  chan string // why the project is to be loaded again, for who follows it
	// namespaces is held while those of the current version are opened.
	namespaces sync.Mutex
	lower      chan struct{}
	lowered    sync.Once
	// running says that Run listens once the first build is done, addr is where.
	running bool
	addr    atomic.Pointer[net.Addr]
}

// Log is the server's log.
func (h *host) Log() *slog.Logger { return h.log }

// Acquire pins the current snapshot; release is to be called exactly once.
func (h *host) Acquire() (s *Snapshot, release func(), err error) {
	for {
		s := h.current.Load()
		if s == nil {
			return nil, nil, ErrNotLoaded
		}
		if s.acquire() {
			return s, s.release, nil
		}
	}
}

// Lowered is closed when the project asked the server to stop.
func (h *host) Lowered() <-chan struct{} { return h.lower }

// RequestReload has who follows the project load it again, if anybody does or will.
// It does not wait. The reason is logged, unless it is "".
func (h *host) RequestReload(why string) {
	select {
	case h.wants <- why:
	default: // somebody has asked
	}
}

func (h *host) askToLower() { h.lowered.Do(func() { close(h.lower) }) }
