package snapshot

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"time"

	"framework/engine/inputs"
	"framework/engine/project"
	"framework/jsapi/modules"
)

// A build may read a file in the middle of a save: empty, half written, or not
// there. What came of it is never served: policies that are read while their file
// is empty would guard nothing.

// errOutdated says that the folder is not what the build has read.
var errOutdated = errors.New("files have changed while they were read")

// buildTries is how often a build is begun because files change meanwhile; a
// project may write them itself.
const buildTries = 3

// goneTime is how long a file has to have been gone: editors move one away and
// write it anew.
const goneTime = 100 * time.Millisecond

// lookAgain is how often a file is looked at that may be in the middle of a save.
const lookAgain = 10 * time.Millisecond

// unsettled are files that are empty or gone, with since when that is known.
type unsettled struct {
	mu    sync.Mutex
	since map[sighting]time.Time
}

// sighting is a file, or a folder that has lost one, as it was at a time.
type sighting struct {
	path     string
	modified time.Time
}

// left is how long a sighting has to last yet.
func (u *unsettled) left(s sighting, now time.Time, atLeast time.Duration) time.Duration {
	if now.Sub(s.modified) >= atLeast {
		return 0
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.since == nil {
		u.since = map[sighting]time.Time{}
	}
	first, ok := u.since[s]
	if !ok {
		first = now
		u.since[s] = now
	}
	return max(0, atLeast-now.Sub(first))
}

// forget is called when all has settled.
func (u *unsettled) forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	clear(u.since)
}

// reading is what a build has read of the project's folder, to tell whether that
// changed meanwhile.
type reading struct {
	*Host
	last  bool                   // the build is finished whatever changes
	noted map[string]os.FileInfo // see note; nil for a file that was not there
	tree  *project.Tree          // nil before the folder is read
	paths project.Paths          // of tree; zero before the configuration is read
	reads *modules.Reads         // what was required; nil before the realm is there
}

func newReading(h *Host) *reading { return &reading{Host: h, noted: map[string]os.FileInfo{}} }

// note keeps how files are before they are read by others than require.
func (r *reading) note(paths ...string) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			info = nil
		}
		r.noted[path] = info
	}
}

// noteSettings notes the files of the project's folder that are no scripts.
func (r *reading) noteSettings() {
	root, err := project.Root(r.opts.Dir)
	if err != nil {
		return // that is told by who reads it
	}
	for _, name := range inputs.Root() {
		r.note(filepath.Join(root, name))
	}
}

// settle waits until no file that the build has read as empty, or missed, may be
// in the middle of a save. The error is errOutdated when one has changed.
func (r *reading) settle(ctx context.Context) error {
	waited := false
	for {
		left := r.settling()
		if waited || left > 0 {
			if err := r.unchanged(); err != nil {
				return err
			}
		}
		if left <= 0 {
			r.unsettled.forget()
			return nil
		}
		waited = true
		settled, stop := r.opts.Clock.After(left)
		again := time.NewTimer(lookAgain)
		select {
		case <-settled:
		case <-again.C:
		case <-ctx.Done():
		}
		stop()
		again.Stop()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// settling is how long it takes until all that is empty or gone counts.
func (r *reading) settling() (left time.Duration) {
	a, now := r.Host, r.opts.Clock.Now()
	var empty []string
	if r.reads != nil {
		empty = r.reads.Empty()
	}
	for path, info := range r.noted {
		if info != nil && info.Size() == 0 {
			empty = append(empty, path)
		}
	}
	for _, path := range empty {
		if info, err := os.Stat(path); err == nil && info.Size() == 0 {
			left = max(left, a.unsettled.left(sighting{path, info.ModTime()}, now, a.opts.Settle))
		}
	}
	old := a.current.Load()
	if old == nil || r.tree == nil {
		return left
	}
	is := map[string]bool{}
	for _, f := range files(r.tree) {
		is[f.Path] = true
	}
	for _, f := range files(old.Tree) {
		if is[f.Path] {
			continue
		}
		dir := filepath.Dir(f.Path)
		if info, err := os.Stat(dir); err == nil {
			left = max(left, a.unsettled.left(sighting{dir, info.ModTime()}, now, min(goneTime, a.opts.Settle)))
		}
	}
	return left
}

func files(t *project.Tree) []project.File {
	return slices.Concat(t.Controllers, t.Models, t.Services, t.Policies, t.Responses, t.Blueprints, t.Config)
}

// unchanged fails with errOutdated unless the folder is as it was read.
func (r *reading) unchanged() error {
	if r.last {
		return nil
	}
	if r.reads != nil && r.reads.Changed() != "" {
		return errOutdated
	}
	for path, was := range r.noted {
		is, err := os.Stat(path)
		switch {
		case err != nil && was == nil:
		case err != nil || was == nil, is.Size() != was.Size(), !is.ModTime().Equal(was.ModTime()), !os.SameFile(is, was):
			return errOutdated
		}
	}
	if r.tree == nil {
		return nil
	}
	paths := r.paths
	if paths == (project.Paths{}) {
		paths = project.DefaultPaths()
	}
	if now, err := project.Scan(r.opts.Dir, paths); err != nil || !reflect.DeepEqual(files(now), files(r.tree)) {
		return errOutdated
	}
	return nil
}
