package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"

	"framework/engine/admission"
	"framework/engine/logging"
	"framework/engine/web"
	"framework/jsapi/modules"
	"framework/sockets"
	"framework/watch"
)

// App serves whatever snapshot of its project is current. Its methods are safe
// for concurrent use.
type App struct {
	opts   Options
	log    *slog.Logger
	level  *slog.LevelVar
	cache  *modules.Cache
	stores *stores

	building  sync.Mutex
	current   atomic.Pointer[Snapshot]
	retired   retired
	reloads   atomic.Int64
	took      atomic.Int64 // how many nanoseconds the build of the current version took
	failure   atomic.Pointer[Failure]
	unsettled unsettled
	watcher   atomic.Pointer[watch.Watcher] // that Follow was given
	sessions  *sessions
	hub       *sockets.Hub
	nodes     nodes
	health    health
	stopping  atomic.Bool
	wants     chan string // why the project is to be loaded again, for who follows it
	// namespaces is held while those of the current version are opened.
	namespaces sync.Mutex
	lower      chan struct{}
	lowered    sync.Once
	// running says that Run listens once the first build is done, addr is where.
	running bool
	turned  turnedAway
	// arrivals decides which requests are begun.
	arrivals admission.Arrivals
	addr     atomic.Pointer[net.Addr]
	// parsing bounds what clients have sent and not yet been answered.
	parsing web.Budget
}

// ErrNotLoaded is returned when no version of the project was ever built.
var ErrNotLoaded = errors.New("the project is not loaded")

// New returns an App that serves nothing yet: Load builds the project.
func New(opts Options) *App {
	a := &App{
		opts: opts.withDefaults(), cache: modules.NewCache(),
		level: new(slog.LevelVar), lower: make(chan struct{}), sessions: new(sessions), wants: make(chan string, 1),
	}
	a.log = a.opts.Log
	if a.log == nil {
		a.log = logging.New(a.opts.Stderr, a.level)
	}
	a.stores = newStores(a.log)
	a.hub = sockets.NewHub(sockets.Options{Log: a.log}, dispatcher{a})
	return a
}

// Log is the server's log.
func (a *App) Log() *slog.Logger { return a.log }

// Load builds the project and makes the result current. On error the running
// snapshot, if there is one, is untouched. Builds are one at a time.
func (a *App) Load(ctx context.Context) error {
	_, err := a.Reload(ctx)
	return err
}

// Acquire pins the current snapshot; release is to be called exactly once.
func (a *App) Acquire() (s *Snapshot, release func(), err error) {
	for {
		s := a.current.Load()
		if s == nil {
			return nil, nil, ErrNotLoaded
		}
		if s.acquire() {
			return s, s.leave, nil
		}
	}
}

// Close disconnects the sockets, gives up the current snapshot and waits until
// the exchanges that hold it or an older one are over, or ctx is.
func (a *App) Close(ctx context.Context) error {
	if err := a.hub.Shutdown(ctx); err != nil {
		return fmt.Errorf("closing while requests over sockets were still running: %w", err)
	}
	if s := a.current.Swap(nil); s != nil {
		a.retired.add(s)
		s.leave()
	}
	if err := a.retired.wait(ctx); err != nil {
		return fmt.Errorf("closing while requests were still running: %w", err)
	}
	a.connectNodes(ctx, nil)
	return a.sessions.close()
}

// Lowered is closed when the project asked the server to stop.
func (a *App) Lowered() <-chan struct{} { return a.lower }

// RequestReload has who follows the project load it again, if anybody does or will.
// It does not wait. The reason is logged, unless it is "".
func (a *App) RequestReload(why string) {
	select {
	case a.wants <- why:
	default: // somebody has asked
	}
}

func (a *App) askToLower() { a.lowered.Do(func() { close(a.lower) }) }
