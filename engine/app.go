package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/admission"
	"framework/engine/health"
	"framework/engine/logging"
	"framework/jsapi/modules"
	"framework/sockets"
	"framework/watch"
)

// App serves whatever snapshot of its project is current. Its methods are safe
// for concurrent use.
type App struct {
	*host
	building sync.Mutex
	retired  retired
	reloads  atomic.Int64
	took     atomic.Int64 // how many nanoseconds the build of the current version took
	failure  atomic.Pointer[Failure]
	watcher  atomic.Pointer[watch.Watcher] // that Follow was given
	health   *health.Handler
	stopping atomic.Bool
	// arrivals decides which requests are begun.
	arrivals admission.Arrivals
}

// ErrNotLoaded is returned when no version of the project was ever built.
var ErrNotLoaded = errors.New("the project is not loaded")

// New returns an App that serves nothing yet: Load builds the project.
func New(opts Options) *App {
	h := &host{
		opts: opts.withDefaults(), cache: modules.NewCache(),
		level: new(slog.LevelVar), lower: make(chan struct{}), sessions: new(sessions), wants: make(chan string, 1),
		refusals: logging.Throttle{Every: refusalInterval},
	}
	h.log = h.opts.Log
	if h.log == nil {
		h.log = logging.New(h.opts.Stderr, h.level)
	}
	h.stores = newStores(h.log)
	a := &App{host: h}
	a.health = health.New(watched{a}, time.Now)
	h.reload = a.Load
	h.hub = sockets.NewHub(sockets.Options{Log: h.log}, dispatcher{a})
	return a
}

// Load builds the project and makes the result current. On error the running
// snapshot, if there is one, is untouched. Builds are one at a time.
func (a *App) Load(ctx context.Context) error {
	_, err := a.Reload(ctx)
	return err
}

// Close disconnects the sockets, gives up the current snapshot and waits until
// the exchanges that hold it or an older one are over, or ctx is.
func (a *App) Close(ctx context.Context) error {
	if err := a.hub.Shutdown(ctx); err != nil {
		return fmt.Errorf("closing while requests over sockets were still running: %w", err)
	}
	if s := a.current.Swap(nil); s != nil {
		a.retired.add(s)
		s.release()
	}
	if err := a.retired.wait(ctx); err != nil {
		return fmt.Errorf("closing while requests were still running: %w", err)
	}
	a.connectNodes(ctx, nil)
	return a.sessions.close()
}
