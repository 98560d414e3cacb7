package snapshot

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/config"
	"framework/engine/inputs"
	"framework/engine/realtime"
	"framework/jsapi"
	"framework/jsapi/app"
)

// workers are the snapshots of one version of a project: the same files, built once for each
// worker, with an isolate each. They are served and replaced as one. Safe for
// concurrent use.
type workers struct {
	list []*Snapshot // of which the first was built first
	next atomic.Uint64
	// over is closed when all have ended; whoever asks first starts the wait.
	over  chan struct{}
	await sync.Once
}

// newWorkers makes workers of one version know each other.
func newWorkers(list ...*Snapshot) *workers {
	w := &workers{list: list, over: make(chan struct{})}
	for _, s := range list {
		s.workers = w
	}
	return w
}

// blockedTime is how long a turn runs until its worker gets no new sockets.
const blockedTime = 10 * time.Millisecond

// leastBusy is the worker that is expected to begin a request first, and of several such
// the one with the fewest requests.
func (w *workers) leastBusy() *Snapshot {
	if len(w.list) == 1 {
		return w.list[0]
	}
	first := int(w.next.Add(1) % uint64(len(w.list)))
	var (
		found *Snapshot
		least time.Duration
		users int64
	)
	for n := range w.list {
		s := w.list[(first+n)%len(w.list)]
		wait, uses := s.isolate.ExpectedWait(), s.refs.Load()
		if found == nil || wait < least || wait == least && uses < users {
			found, least, users = s, wait, uses
		}
	}
	return found
}

// unblocked is the index of the worker for a socket that connects: in turn, without those
// whose JavaScript is blocked.
func (w *workers) unblocked(turn uint64) int {
	first := int(turn % uint64(len(w.list)))
	for n := range w.list {
		if i := (first + n) % len(w.list); w.list[i].isolate.TurnRunsFor() < blockedTime {
			return i
		}
	}
	return first
}

// each runs fn for all workers at once, because one may be blocked, and waits.
func (w *workers) each(fn func(s *Snapshot) error) error {
	if len(w.list) == 1 {
		return fn(w.list[0])
	}
	failed := make([]error, len(w.list))
	var group sync.WaitGroup
	for i, s := range w.list {
		group.Go(func() { failed[i] = fn(s) })
	}
	group.Wait()
	return errors.Join(failed...)
}

// ended is closed when all workers have ended.
func (w *workers) ended() <-chan struct{} {
	if len(w.list) == 1 {
		return w.list[0].lifetime.over
	}
	w.await.Do(func() {
		go func() {
			for _, s := range w.list {
				<-s.lifetime.over
			}
			close(w.over)
		}()
	})
	return w.over
}

// acquireFirst pins the first worker of the current version, for what has to be done in
// one place.
func (h *Host) acquireFirst() (*Snapshot, func(), error) {
	return h.acquireOne(func(w *workers) *Snapshot { return w.list[0] })
}

// acquireAt pins the worker with that index, or another one if there are fewer.
func (h *Host) acquireAt(index int) (*Snapshot, func(), error) {
	return h.acquireOne(func(w *workers) *Snapshot { return w.list[index%len(w.list)] })
}

// acquireOne pins the worker of the current version that choose chooses.
func (h *Host) acquireOne(choose func(w *workers) *Snapshot) (*Snapshot, func(), error) {
	for {
		current := h.current.Load()
		if current == nil {
			return nil, nil, ErrNotLoaded
		}
		if s := choose(current.workers); s.acquire() {
			return s, s.Release, nil
		}
	}
}

// errWorkersSeen is a build in which code has looked at cluster before the configuration
// said whether there are workers, and has seen the wrong thing.
var errWorkersSeen = errors.New("the project has looked at cluster before its setting workers was read")

// startsAgain reports whether a build is to begin again after this error.
func startsAgain(err error) bool {
	return errors.Is(err, inputs.ErrOutdated) || errors.Is(err, errWorkersSeen)
}

// starting reports whether nothing is served yet and no worker is built.
func (b *build) starting() bool { return b.first == nil && b.current.Load() == nil }

// severally reports whether the version is to have several workers.
func (b *build) severally(n int) bool {
	return n > 1 && !b.opts.Inspect && !b.opts.LoadOnly && !b.opts.OneWorker
}

// guessWorker is the number of the first worker before its configuration is read: what is
// set outside of the project's files, or else what the build before it came to.
func (b *build) guessWorker(src source) error {
	if b.first != nil {
		return nil
	}
	layers, err := b.started().Layers(src.tree.Root, src.profile.Config)
	if err != nil {
		return err
	}
	many := b.manyWorkers.Load()
	if set := config.Merge(layers, src.profile.Config); set.Source("workers") != "" {
		n, _ := set.Workers()
		many = b.severally(n)
	}
	if many {
		b.worker = 1
	}
	return nil
}

// misled reports whether code has looked at cluster before its configuration was read: if
// that failed, it may be because the guess was wrong, and the next build guesses otherwise.
func (b *build) misled(ctx context.Context, rt realm) bool {
	if b.first != nil || b.reading.Last() || !b.severally(2) {
		return false
	}
	seen := false
	err := rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		seen = !app.SetWorker(r, 1-b.worker)
		return nil
	})
	if err == nil && seen {
		b.manyWorkers.Store(b.worker == 0)
	}
	return err == nil && seen
}

// number gives a realm its number among the workers, once the configuration is known. The
// first worker had to guess it before.
func (b *build) number(ctx context.Context, rt realm, n int) error {
	if b.first != nil {
		return nil
	}
	b.worker = 0
	if b.severally(n) {
		b.worker = 1
	}
	b.manyWorkers.Store(b.worker > 0)
	rt.iso.SetWorker(b.worker)
	return rt.iso.Do(ctx, func(r *jsapi.Realm) error {
		if !app.SetWorker(r, b.worker) && !b.reading.Last() {
			return errWorkersSeen
		}
		return nil
	})
}

// addWorkers builds the other workers of a version one after the other: a bootstrap that
// creates what is missing finds what the one before it has created. Nothing is left of
// them if one fails.
func (b *build) addWorkers(ctx context.Context, first *Snapshot, last bool) (err error) {
	list := []*Snapshot{first}
	if n := first.Settings.Workers; b.severally(n) {
		for number := 2; number <= n && err == nil; number++ {
			next := newBuild(b.Host, last)
			next.first, next.worker = first, number
			var s *Snapshot
			if s, err = next.finish(ctx); err == nil {
				list = append(list, s)
			}
		}
		// A file that changed between two of them would have them serve two versions.
		for _, s := range list {
			if err == nil {
				err = s.reading.Unchanged()
			}
		}
	}
	made := newWorkers(list...)
	if err != nil {
		if ctx.Err() != nil {
			_ = made.each(func(s *Snapshot) error { // a signal is for all of them
				interrupted(ctx, b, realm{iso: s.isolate, js: s.js})
				return nil
			})
		}
		for _, s := range made.list[1:] {
			s.lifetime.releaseAndWait()
		}
	}
	return err
}

// Version is the same for all workers of a version, and another for each version.
func (s *Snapshot) Version() any { return s.workers }

// Workers is how many workers serve the version.
func (s *Snapshot) Workers() int { return len(s.workers.list) }

// ReleaseAll gives up the references of the App to all workers, see Release.
func (s *Snapshot) ReleaseAll() {
	for _, each := range s.workers.list {
		each.lifetime.release()
	}
}

// required is what the workers of a version have required so far.
type required []*Snapshot

var _ inputs.Reads = required(nil)

// Has implements inputs.Reads.
func (r required) Has(path string) bool {
	return slices.ContainsFunc(r, func(s *Snapshot) bool { return s.reads != nil && s.reads.Has(path) })
}

// Misses implements inputs.Reads.
func (r required) Misses(path string) bool {
	return slices.ContainsFunc(r, func(s *Snapshot) bool { return s.reads != nil && s.reads.Misses(path) })
}

// Reads is what was required so far.
func (s *Snapshot) Reads() inputs.Reads { return required(s.workers.list) }

// Own reports whether a file of the project is as the version itself has left it.
func (s *Snapshot) Own(path string) bool {
	return slices.ContainsFunc(s.workers.list, func(each *Snapshot) bool { return each.reading.Own(path) })
}

// Outdated reports whether the folder is not as it was read, see inputs.Reading.
func (s *Snapshot) Outdated(skip func(path string) bool) bool {
	return slices.ContainsFunc(s.workers.list, func(each *Snapshot) bool {
		return each.reading.Outdated(func(path string) bool { return skip(path) || s.Own(path) })
	})
}

// served are the sockets' sides of the workers.
func (w *workers) served() []*realtime.Version {
	out := make([]*realtime.Version, len(w.list))
	for i, s := range w.list {
		out[i] = s.sockets
	}
	return out
}
