package engine

import (
	"context"
	"slices"
	"sync"
	"time"

	"framework/engine/diff"
	"framework/engine/inputs"
	"framework/engine/problem"
	"framework/engine/snapshot"
	"framework/jsapi/modules"
)

// Diff is how a snapshot differs from the one before.
type Diff = diff.Diff

// Failure is a version of the project that could not be built, while an older
// one is served.
type Failure struct {
	Err  error
	Time time.Time
	// Warnings are those of the build until it failed: often they name the cause.
	Warnings []problem.Problem

	reads   *modules.Reads // what it had required, nil for nothing
	reading *inputs.Reading
}

// Reload builds the project as it is on disk now, while the running snapshot is
// served, and makes the result current; requests in flight finish on the old
// one. On error the running snapshot is untouched, and the error is kept for
// Failure unless ctx was cancelled. Builds are one at a time.
func (a *App) Reload(ctx context.Context) (Diff, error) {
	a.building.Lock()
	defer a.building.Unlock()
	started := time.Now()
	s, err := snapshot.Build(ctx, a.Host)
	var failure Failure
	var steps []snapshot.Step
	if failed, ok := err.(*snapshot.BuildError); ok { //nolint:errorlint // it is what Build returns
		err, failure.Warnings, failure.reads, failure.reading = failed.Err, failed.Warnings, failed.Reads, failed.Reading
		steps = failed.Steps
	}
	if err == nil && ctx.Err() != nil {
		s.Discard()
		err = ctx.Err()
	}
	if err != nil {
		if ctx.Err() == nil {
			failure.Err, failure.Time = err, time.Now()
			for _, w := range failure.Warnings {
				a.log.Warn(w.String())
			}
			a.failure.Store(&failure)
			a.noteReload(started, Diff{Took: time.Since(started)}, steps, failure.Warnings, err)
		}
		return Diff{}, err
	}
	if own := s.TLS(); own != nil {
		a.encryption.Store(own)
	}
	old := a.Host.Serve(ctx, s)
	took := time.Since(started)
	a.took.Store(int64(took))
	a.failure.Store(nil)
	if !a.follows.Load() { // else once the log has said so
		a.develop()
	}
	changes := Diff{Took: took}
	if old != nil {
		a.reloads.Add(1)
		changes = diff.Compare(old.Compared(), s.Compared())
		changes.Took = took
		if w := encryptionChanged(old, s); w != "" {
			a.log.Warn(w)
		}
		a.draining.add(old)
		old.Drain()
		a.NotifySockets(s, changes)
	}
	a.noteReload(started, changes, s.Steps, s.Warnings, nil)
	return changes, nil
}

// Failure is why the last version of the project is not served, nil when it
// is. It is safe for concurrent use.
func (a *App) Failure() *Failure { return a.failure.Load() }

// draining holds the snapshots that have been replaced and may still be in use.
type draining struct {
	mu   sync.Mutex
	list []*Snapshot
}

func (r *draining) add(s *Snapshot) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, s)
	go r.forget(s)
}

func (r *draining) len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.list)
}

// forget drops a snapshot when it is closed: it is large.
func (r *draining) forget(s *Snapshot) {
	<-s.Over()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = slices.DeleteFunc(r.list, func(other *Snapshot) bool { return other == s })
}

// wait returns when all of them are closed, or with the error of ctx.
func (r *draining) wait(ctx context.Context) error {
	r.mu.Lock()
	list := slices.Clone(r.list)
	r.mu.Unlock()
	for _, s := range list {
		select {
		case <-s.Over():
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
