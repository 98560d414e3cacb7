package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"framework/engine/logging"
	"framework/jsapi/modules"
)

// App serves whatever snapshot of its project is current. Its methods are safe
// for concurrent use.
type App struct {
	opts   Options
	log    *slog.Logger
	level  *slog.LevelVar
	cache  *modules.Cache
	stores *stores

	building sync.Mutex
	current  atomic.Pointer[Snapshot]
	sessions *sessions
	lower    chan struct{}
	lowered  sync.Once
}

// ErrNotLoaded is returned when no version of the project was ever built.
var ErrNotLoaded = errors.New("the project is not loaded")

// New returns an App that serves nothing yet: Load builds the project.
func New(opts Options) *App {
	a := &App{
		opts: opts.withDefaults(), cache: modules.NewCache(),
		level: new(slog.LevelVar), lower: make(chan struct{}), sessions: new(sessions),
	}
	a.log = a.opts.Log
	if a.log == nil {
		a.log = logging.New(a.opts.Stderr, a.level)
	}
	a.stores = newStores(a.log)
	return a
}

// Log is the server's log.
func (a *App) Log() *slog.Logger { return a.log }

// Load builds the project and makes the result current. On error the running
// snapshot, if there is one, is untouched. Builds are one at a time.
func (a *App) Load(ctx context.Context) error {
	a.building.Lock()
	defer a.building.Unlock()
	s, err := a.build(ctx)
	if err != nil {
		return err
	}
	if old := a.current.Swap(s); old != nil {
		old.release()
	}
	return nil
}

// Acquire pins the current snapshot; release is to be called exactly once.
func (a *App) Acquire() (s *Snapshot, release func(), err error) {
	for {
		s := a.current.Load()
		if s == nil {
			return nil, nil, ErrNotLoaded
		}
		if s.acquire() {
			return s, s.release, nil
		}
	}
}

// Close gives up the current snapshot and waits until the exchanges that hold
// it are over, or ctx is.
func (a *App) Close(ctx context.Context) error {
	s := a.current.Swap(nil)
	if s == nil {
		return nil
	}
	s.release()
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("closing while requests were still running: %w", ctx.Err())
	}
}

// Lowered is closed when the project asked the server to stop.
func (a *App) Lowered() <-chan struct{} { return a.lower }

func (a *App) askToLower() { a.lowered.Do(func() { close(a.lower) }) }
