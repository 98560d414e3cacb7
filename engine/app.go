package engine

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/health"
	"framework/engine/snapshot"
	"framework/engine/window"
	"framework/sockets"
	"framework/watch"
)

// App serves whatever snapshot of its project is current. Its methods are safe
// for concurrent use.
type App struct {
	*snapshot.Host
	opts     Options
	log      *slog.Logger
	hub      *sockets.Hub
	building sync.Mutex
	draining draining
	reloads  atomic.Int64
	took     atomic.Int64 // how many nanoseconds the build of the current version took
	failure  atomic.Pointer[Failure]
	watcher  atomic.Pointer[watch.Watcher] // that Follow was given
	// encryption is that of the last version that had one.
	encryption atomic.Pointer[tls.Config]
	health     *health.Handler
	window     *window.Handler // the development page
	stopping   atomic.Bool
	developing sync.Mutex      // held while develop is busy with a version
	follows    atomic.Bool     // Follow has been called
	behind     sync.WaitGroup  // of what develop does
	linted     map[string]bool // what lint found in the last version
}

// New returns an App that serves nothing yet: Load builds the project.
func New(opts Options) *App {
	a := new(App)
	return a.on(snapshot.NewHost(opts, a.Load))
}

// newApp returns an App for a host that others build the project for.
func newApp(h *snapshot.Host) *App { return new(App).on(h) }

func (a *App) on(h *snapshot.Host) *App {
	a.Host = h
	a.opts, a.log, a.hub = a.Options(), a.Log(), a.Hub()
	a.health = health.New(watched{a}, time.Now)
	a.window = window.New(window.Options{Server: windowed{a}, Key: window.NewKey()})
	a.Sources(counted{a})
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
	a.window.Close()
	a.behind.Wait()
	if s := a.Withdraw(); s != nil {
		a.draining.add(s)
		s.ReleaseAll()
	}
	if err := a.draining.wait(ctx); err != nil {
		return fmt.Errorf("closing while requests were still running: %w", err)
	}
	return a.Host.Close(ctx)
}
