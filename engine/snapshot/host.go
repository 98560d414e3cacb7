package snapshot

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/admission"
	"framework/engine/budget"
	"framework/engine/datastore"
	"framework/engine/inputs"
	"framework/engine/logging"
	"framework/engine/metrics"
	"framework/engine/observe"
	"framework/engine/project"
	"framework/engine/realtime"
	"framework/engine/scripts"
	"framework/engine/session/setup"
	"framework/jsapi/library"
	"framework/jsapi/modules"
	"framework/sockets"
)

// Host is what outlives the versions of a project, and what a build needs to
// know of the server. Its methods are safe for concurrent use.
type Host struct {
	opts       Options
	log        *slog.Logger
	style      *logging.Log // of log; nil where Options.Log was given
	level      logLevel
	observers  observe.Observers
	metrics    lazyMetrics
	traces     traces
	cache      *modules.Cache
	limits     *library.Limits
	datastores *datastore.Pool
	sessions   *setup.Shared
	sockets    *realtime.Server
	// arrivals decides which requests are admitted; refusals are those that were not.
	arrivals admission.Arrivals
	refusals *admission.Refusals
	// current is the version that is served, nil before the first one: its first worker.
	current   atomic.Pointer[Snapshot]
	unsettled inputs.Unsettled
	// sources are the scripts of the last version whose text was wanted.
	sources scripts.Cache
	// manyWorkers: the next build is probably for several workers, see build.guessWorker.
	manyWorkers atomic.Bool
	// receiving bounds what clients are sending, parsing what they have sent and
	// not yet been answered.
	receiving, parsing budget.Budget
	// reload builds the project and serves the result.
	reload  func(ctx context.Context) error
	wants   chan string // why the project is to be loaded again, for who follows it
	lower   chan struct{}
	lowered sync.Once
	// running says that Run listens once the first build is done, addr is where.
	running bool
	addr    atomic.Pointer[net.Addr]
}

// ErrNotLoaded is returned when no version of the project was ever built.
var ErrNotLoaded = errors.New("the project is not loaded")

// NewHost is the server of a project without a version of it. reload builds one
// and has it served.
func NewHost(opts Options, reload func(ctx context.Context) error) *Host {
	h := &Host{
		opts: opts.withDefaults(), cache: modules.NewCache(), limits: library.NewLimits(), reload: reload,
		lower: make(chan struct{}), sessions: new(setup.Shared), wants: make(chan string, 1),
	}
	h.log = h.opts.Log
	if h.log == nil {
		h.style = logging.Open(h.opts.Stderr, &h.level.now)
		h.log = h.style.Logger
		h.styleByFlags()
	}
	if d := h.opts.Debugger; d != nil {
		h.cache.Debug(d.Debugger)
	}
	h.refusals = admission.NewRefusals(h.log, time.Now)
	h.datastores = datastore.NewPool(datastore.Options{Log: h.log, Access: h.opts.access()})
	h.sockets = realtime.NewServer(realtime.Options{
		Versions: versions{h}, Log: h.log, Budget: &h.parsing, Receiving: &h.receiving, Inspect: h.opts.Inspect, Grown: h.opts.Grown,
		Admit: func(waited time.Duration) bool {
			return h.Admit(time.Now(), func() time.Duration { return waited })
		}, TurnedAway: h.refusals.Note,
	})
	return h
}

// Close gives back what outlives versions; it is called when all of them have
// ended.
func (h *Host) Close(ctx context.Context) error {
	h.sockets.Disconnect(ctx)
	h.endTraces()
	return h.sessions.Close()
}

// Options are the server's, with their defaults.
func (h *Host) Options() Options { return h.opts }

// Hub is the sockets of the server.
func (h *Host) Hub() *sockets.Hub { return h.sockets.Hub() }

// Current is the version that is served, nil before the first one.
func (h *Host) Current() *Snapshot { return h.current.Load() }

// servedTree are the files of the version that is served, nil before the first one.
func (h *Host) servedTree() *project.Tree {
	if s := h.current.Load(); s != nil {
		return s.Tree
	}
	return nil
}

// Serve makes s the version that is served, and returns the one before.
func (h *Host) Serve(ctx context.Context, s *Snapshot) (old *Snapshot) {
	h.level.configure(s.level)
	h.applyStyle(s.style)
	h.trace(s)
	h.sockets.Configure(ctx, s.sockets.Settings())
	old = h.current.Swap(s)
	h.sockets.OpenNamespaces(s.sockets.Script())
	return old
}

// Withdraw serves nothing any more, and returns what was served, nil for nothing.
func (h *Host) Withdraw() *Snapshot { return h.current.Swap(nil) }

// WillListen says that the server listens once the first build is done.
func (h *Host) WillListen() { h.running = true }

// ListensAt says where the server listens.
func (h *Host) ListensAt(addr net.Addr) { h.addr.Store(&addr) }

// Wanted receives why the project is to be loaded again, see RequestReload.
func (h *Host) Wanted() <-chan string { return h.wants }

// Log is the server's log.
func (h *Host) Log() *slog.Logger { return h.log }

// Acquire pins the current snapshot, of several workers that which is least busy; release
// is to be called exactly once.
func (h *Host) Acquire() (s *Snapshot, release func(), err error) {
	return h.acquireOne((*workers).leastBusy)
}

// Lowered is closed when the project asked the server to stop.
func (h *Host) Lowered() <-chan struct{} { return h.lower }

// RequestReload makes the reloader load the project again, if there is one or
// will be. It does not wait. The reason is logged, unless it is "".
func (h *Host) RequestReload(why string) {
	select {
	case h.wants <- why:
	default: // already requested
	}
}

// Admit reports whether a request is admitted that has waited so long by now until
// the server read it, with the limit of the version that is served. waited is called where
// that matters.
func (h *Host) Admit(now time.Time, waited func() time.Duration) bool {
	s := h.Current()
	return s == nil || h.arrivals.Admit(now, waited, s.Settings.ArrivalTime)
}

// TurnAway notes that a request was refused for lack of time.
func (h *Host) TurnAway(method, path string, why error) { h.refusals.Note(method, path, why) }

// Sources is where the metrics of the server come from; it is called before a version is
// built.
func (h *Host) Sources(s metrics.Sources) { h.metrics.sources = s }

func (h *Host) askToLower() { h.lowered.Do(func() { close(h.lower) }) }
