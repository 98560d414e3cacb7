package inputs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"framework/engine/project"
	"framework/watch"
)

// A build may read a file in the middle of a save: empty, half written, or not
// there. What came of it is never served: policies that are read while their file
// is empty would guard nothing.

// ErrOutdated says that the folder is not what the build has read.
var ErrOutdated = errors.New("files have changed while they were read")

// goneTime is how long a file has to have been gone: editors move one away and
// write it anew.
const goneTime = 100 * time.Millisecond

// lookAgain is how often a file is looked at that may be in the middle of a save.
const lookAgain = 10 * time.Millisecond

// Required are the files that a build has loaded by require.
type Required interface {
	// Empty lists those that had nothing in them.
	Empty() []string
	// Changed returns one that has changed since and is not to be skipped, "" for
	// none.
	Changed(skip func(path string) bool) string
}

// ReadingOptions are what a Reading is made of.
type ReadingOptions struct {
	Dir string // the project's folder
	// Settle is how long a file has to stay empty, where it was not before, to be
	// part of a version; Clock is where the time for that comes from.
	Settle time.Duration
	Clock  watch.Clock
	// Unsettled is shared by the builds of a server.
	Unsettled *Unsettled
	// Served are the files of the version that is served; nil where there is none.
	Served func() *project.Tree
	// Last says that the build is finished whatever changes.
	Last bool
}

// Reading is what a build has read of the project's folder, to find out whether
// that has changed meanwhile. It belongs to one goroutine at a time.
type Reading struct {
	opts     ReadingOptions
	noted    map[string]os.FileInfo // see Note; nil for a file that was not there
	tree     *project.Tree          // nil before the folder is read
	paths    project.Paths          // of tree
	required Required               // nil before anything can be required
	own      func(path string) bool // see Owns; nil for none
}

// NewReading is that of a build that begins, with the files of the project's own
// folder that are no scripts.
func NewReading(opts ReadingOptions) *Reading {
	r := &Reading{opts: opts, noted: map[string]os.FileInfo{}}
	if root, err := project.Root(opts.Dir); err == nil { // else its reader reports the error
		for _, name := range Root() {
			r.Note(filepath.Join(root, name))
		}
	}
	return r
}

// Note keeps how files are before they are read by others than require.
func (r *Reading) Note(paths ...string) {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			info = nil
		}
		r.noted[path] = info
	}
}

// Listed says which files the folder has, with these paths.
func (r *Reading) Listed(tree *project.Tree, paths project.Paths) { r.tree, r.paths = tree, paths }

// Requires says what is required from now on.
func (r *Reading) Requires(required Required) { r.required = required }

// Owns says which files, by their absolute paths, are as the version itself has left
// them: they are no news.
func (r *Reading) Owns(own func(path string) bool) { r.own = own }

// Own reports whether a file is as the version itself has left it.
func (r *Reading) Own(path string) bool { return r.own != nil && r.own(path) }

// Settle waits until no file that the build has read as empty, or missed, may be
// in the middle of a save. The error is ErrOutdated when one has changed.
func (r *Reading) Settle(ctx context.Context) error {
	waited := false
	for {
		left := r.settling()
		if waited || left > 0 {
			if err := r.Unchanged(); err != nil {
				return err
			}
		}
		if left <= 0 {
			r.opts.Unsettled.forget()
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
func (r *Reading) settling() (left time.Duration) {
	now := r.opts.Clock.Now()
	var empty []string
	if r.required != nil {
		empty = r.required.Empty()
	}
	for path, info := range r.noted {
		if info != nil && info.Size() == 0 {
			empty = append(empty, path)
		}
	}
	for _, path := range empty {
		if info, err := os.Stat(path); err == nil && info.Size() == 0 {
			left = max(left, r.opts.Unsettled.left(sighting{path, info.ModTime()}, now, r.opts.Settle))
		}
	}
	old := r.opts.Served()
	if old == nil || r.tree == nil {
		return left
	}
	is := map[string]bool{}
	for _, f := range loaded(r.tree) {
		is[f.Path] = true
	}
	for _, f := range loaded(old) {
		if is[f.Path] {
			continue
		}
		dir := filepath.Dir(f.Path)
		if info, err := os.Stat(dir); err == nil {
			left = max(left, r.opts.Unsettled.left(sighting{dir, info.ModTime()}, now, min(goneTime, r.opts.Settle)))
		}
	}
	return left
}

// loaded are the files of a project that every build loads.
func loaded(t *project.Tree) []project.File {
	return slices.Concat(t.Controllers, t.Models, t.Services, t.Policies, t.Responses, t.Blueprints, t.Config)
}

// Unchanged fails with ErrOutdated unless the folder is as it was read, or the
// build is the last one.
func (r *Reading) Unchanged() error {
	if !r.opts.Last && r.Outdated(func(string) bool { return false }) {
		return ErrOutdated
	}
	return nil
}

// Last reports whether the build is finished whatever files change meanwhile.
func (r *Reading) Last() bool { return r.opts.Last }

// Outdated reports whether the folder is not as it was read, save for the files
// to skip and those that the version itself has written.
func (r *Reading) Outdated(skipped func(path string) bool) bool {
	skip := func(path string) bool { return skipped(path) || r.Own(path) }
	if r.required != nil && r.required.Changed(skip) != "" {
		return true
	}
	for path, was := range r.noted {
		if skip(path) {
			continue
		}
		is, err := os.Stat(path)
		switch {
		case err != nil && was == nil:
		case err != nil || was == nil, is.Size() != was.Size(), !is.ModTime().Equal(was.ModTime()), !os.SameFile(is, was):
			return true
		}
	}
	if r.tree == nil {
		return false
	}

	now, err := project.Scan(r.opts.Dir, r.paths)
	if err != nil {
		return true
	}
	counts := func(t *project.Tree) []project.File {
		return slices.DeleteFunc(loaded(t), func(f project.File) bool { return skip(f.Path) })
	}
	return !slices.Equal(counts(now), counts(r.tree))
}
