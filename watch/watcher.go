package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Options configure a Watcher. All fields but Root are optional.
type Options struct {
	// Root is the folder; links in its path are resolved.
	Root string
	// Ignore are globs of files to leave out, in addition to version control,
	// node_modules, .tmp and temporary files of editors: a pattern without a
	// slash matches names at any depth, any other the path from the root.
	Ignore []string
	// Keep are files, by path from the root, that are watched although a pattern
	// ignores them or their folder.
	Keep []string
	// Quiet is the time without events after which a batch is reported; 0 means 5
	// ms. It is ten times as long after changes of many files, and twenty times
	// after a file was removed, because that may be part of a save. Limit is the
	// longest delay of a batch; 0 means 300 ms.
	Quiet, Limit time.Duration
	// Settle is how long a file has to be empty before it is reported, if it was
	// not empty before; 0 means 1 s. Other files are reported meanwhile.
	Settle time.Duration
	// Sweep is the interval at which the folder is compared although there was no
	// event; 0 means 2 s. Poll is the interval while polling; 0 means 300 ms.
	// Both are longer where comparing takes long.
	Sweep, Poll time.Duration
	// Polling uses no events from the start.
	Polling bool
	// Log gets one warning when events are not available, and one for each link
	// that leads to too many entries; nil logs nothing.
	Log *slog.Logger
	// Clock is the source of time; nil means SystemClock.
	Clock Clock

	open            func() (notifier, error)
	entries, linked int // see limits
}

// notifier is the source of events: fsnotify, or a test.
type notifier interface {
	Add(real string) error
	Remove(real string) error
	Events() <-chan fsnotify.Event
	Errors() <-chan error
	Close() error
}

type fsNotifier struct{ *fsnotify.Watcher }

func (n fsNotifier) Events() <-chan fsnotify.Event { return n.Watcher.Events }
func (n fsNotifier) Errors() <-chan error          { return n.Watcher.Errors }

func openFS() (notifier, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return fsNotifier{w}, nil
}

// ErrClosed is returned by Next when the watcher is closed.
var ErrClosed = errors.New("the watcher is closed")

// Watcher reports changes below a folder. Also if events are lost or repeated,
// the reported changes add up to the state of the folder. Its methods are safe
// for concurrent use.
type Watcher struct {
	opts  Options
	tree  *tree
	out   chan []Change
	calls chan func()
	quit  chan struct{}
	done  chan struct{}
	close sync.Once

	reading reading
	status  atomic.Pointer[Status]
	ignored atomic.Pointer[ignores] // the tree's

	// The fields below belong to the loop.
	notifier notifier // nil while polling
	dirty    map[string]bool
	first    time.Time // time of the first event that is not handled yet
	last     time.Time
	suspects map[string]time.Time
	sweepAt  time.Time
	repeated map[string]again
	why      string // reason why there are no events
	awaited  []chan struct{}
}

// New lists the folder and starts watching it: changes from then on are reported.
func New(opts Options) (*Watcher, error) {
	real, err := filepath.Abs(opts.Root)
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return nil, fmt.Errorf("watching %s: %w", opts.Root, err)
	}
	ig, err := newIgnores(opts.Ignore)
	if err != nil {
		return nil, err
	}
	def := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	def(&opts.Quiet, 5*time.Millisecond)
	def(&opts.Limit, 300*time.Millisecond)
	def(&opts.Settle, settleTime)
	def(&opts.Sweep, 2*time.Second)
	def(&opts.Poll, 300*time.Millisecond)
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.open == nil {
		opts.open = openFS
	}
	if opts.Clock == nil {
		opts.Clock = SystemClock{}
	}
	w := &Watcher{
		opts: opts, tree: newTree(real, (&ignores{names: defaultIgnores(), kept: opts.Keep}).with(ig)), out: make(chan []Change),
		calls: make(chan func()), quit: make(chan struct{}), done: make(chan struct{}),
		dirty: map[string]bool{}, suspects: map[string]time.Time{}, repeated: map[string]again{},
	}
	w.tree.watch, w.tree.unwatch, w.tree.now = w.add, w.remove, opts.Clock.Now
	if opts.entries > 0 {
		w.tree.limits.entries, w.tree.limits.linked = opts.entries, opts.linked
	}
	w.tree.limits.settle, w.tree.limits.warn = opts.Settle, w.logOmitted
	if !opts.Polling {
		if w.notifier, err = opts.open(); err != nil {
			w.notifier = nil
			w.poll("the system gives no watches: " + explain(err))
		}
	}
	w.ignored.Store(w.tree.ignore)
	w.tree.look(".", false)
	clear(w.tree.pending) // the initial state is not reported
	clear(w.tree.emptied)
	w.publish()
	go w.loop()
	return w, nil
}

// Next waits for the next batch of changes, ordered by path. Batches that were
// not fetched meanwhile are merged.
func (w *Watcher) Next(ctx context.Context) ([]Change, error) {
	select {
	case batch := <-w.out:
		return batch, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-w.done:
		return nil, ErrClosed
	}
}

// Configure replaces the patterns in addition to Options.Ignore, and may switch
// to polling, which cannot be undone. Files that are not ignored any more are
// reported as added.
func (w *Watcher) Configure(ignore []string, polling bool) error {
	more, err := newIgnores(ignore)
	if err != nil {
		return err
	}
	call := func() {
		w.tree.ignoreAlso(more)
		w.ignored.Store(w.tree.ignore)
		if w.last = w.now(); len(w.tree.pending) > 0 && w.first.IsZero() {
			w.first = w.last
		}
		if polling && w.notifier != nil {
			w.closeNotifier()
		}
	}
	select {
	case w.calls <- call:
	case <-w.done:
		return ErrClosed
	}
	return nil
}

// Ignores reports whether the file at an absolute path without links is in the
// folder, and left out.
func (w *Watcher) Ignores(file string) bool {
	rel, err := filepath.Rel(w.tree.root, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return false
	}
	return w.ignored.Load().covers(filepath.ToSlash(rel))
}

// Close ends the watcher and waits until it has released everything.
func (w *Watcher) Close() error {
	w.close.Do(func() { close(w.quit) })
	<-w.done
	return nil
}

func (w *Watcher) add(real string) {
	if w.notifier == nil {
		return
	}
	if err := w.notifier.Add(real); err != nil && !isMissing(err) {
		w.poll(fmt.Sprintf("%s cannot be watched: %s", real, explain(err)))
	}
}

// isMissing reports whether the error means that the folder does not exist or
// cannot be read.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR)
}

func (w *Watcher) remove(real string) {
	if w.notifier != nil {
		_ = w.notifier.Remove(real) // the watch ends with its folder
	}
}

// poll switches to polling.
func (w *Watcher) poll(why string) {
	w.why = why
	w.opts.Log.Warn(fmt.Sprintf("%s; looking for changes every %v instead", why, w.opts.Poll), "folder", w.tree.root)
	w.closeNotifier()
}

// closeNotifier stops the events.
func (w *Watcher) closeNotifier() {
	if n := w.notifier; n != nil {
		w.notifier = nil
		_ = n.Close() // nothing depends on the result
	}
	w.sweepAt = time.Time{}
}

func (w *Watcher) now() time.Time { return w.opts.Clock.Now() }

func (w *Watcher) loop() {
	defer close(w.done)
	defer func() {
		if w.notifier != nil {
			_ = w.notifier.Close() // New fails anyway
		}
	}()
	w.tree.sumAll()
	if len(w.tree.pending) > 0 {
		w.last = w.now()
		w.first = w.last
	}
	w.sweepAt = w.now().Add(w.interval(0))
	var batch []Change // ready, but not yet taken by Next
	for {
		var events <-chan fsnotify.Event
		var errs <-chan error
		if w.notifier != nil {
			events, errs = w.notifier.Events(), w.notifier.Errors()
		}
		var out chan []Change
		if batch == nil && w.ready() {
			batch = w.tree.changes()
			w.first = time.Time{}
		}
		if len(batch) > 0 {
			out = w.out
		} else {
			batch = nil
		}
		w.publish()
		timer, stop := w.opts.Clock.After(w.wake().Sub(w.now()))
		select {
		case <-w.quit:
			stop()
			return
		case call := <-w.calls:
			call()
		case e, ok := <-events:
			w.event(e, ok)
		case err, ok := <-errs:
			if ok {
				w.failed(err)
			}
		case out <- batch:
			batch = nil
		case <-timer:
			w.tick()
			if len(batch) > 0 && w.ready() {
				batch = merge(batch, w.tree.changes())
				w.first = time.Time{}
			}
		}
		stop()
	}
}

// event records the paths that an event concerns.
func (w *Watcher) event(e fsnotify.Event, ok bool) {
	if !ok {
		w.poll("the system has ended its watches")
		return
	}
	for _, rel := range w.tree.names(e.Name) {
		delete(w.suspects, rel)
		if w.tree.ignore.covers(rel) {
			continue
		}
		w.touch(rel)
	}
}

func (w *Watcher) touch(rel string) {
	w.dirty[rel] = true
	w.last = w.now()
	if w.first.IsZero() {
		w.first = w.last
	}
}

// failed handles lost events by comparing everything.
func (w *Watcher) failed(err error) {
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		w.opts.Log.Debug("watching", "error", err)
	}
	w.sweepAt = time.Time{}
}

// quiet returns the time without events after which recorded paths are compared.
func (w *Watcher) quiet() time.Duration {
	switch {
	case w.tree.fragile():
		return 20 * w.opts.Quiet
	case len(w.dirty) > 3:
		return 10 * w.opts.Quiet
	}
	return w.opts.Quiet
}

// settleAt returns when the recorded paths are to be compared.
func (w *Watcher) settleAt() time.Time {
	at := w.last.Add(w.quiet())
	if limit := w.first.Add(w.opts.Limit); limit.Before(at) {
		return limit
	}
	return at
}

// ready reports whether the pending changes are to be reported.
func (w *Watcher) ready() bool {
	return w.tree.reportable() && len(w.dirty) == 0 && !w.now().Before(w.settleAt())
}

func (w *Watcher) wake() time.Time {
	at := w.sweepAt
	if held := w.tree.heldUntil(); !held.IsZero() && held.Before(at) {
		at = held
	}
	if len(w.dirty) > 0 || w.tree.reportable() {
		if s := w.settleAt(); s.Before(at) {
			at = s
		}
	}
	return at
}

// tick compares the recorded paths, or everything, when it is time.
func (w *Watcher) tick() {
	now := w.now()
	if len(w.dirty) > 0 && !now.Before(w.settleAt()) {
		for rel := range w.dirty {
			w.tree.vacate(rel)
		}
		for rel := range w.dirty {
			w.tree.look(rel, true)
		}
		w.tree.reap()
		if len(w.tree.pending) > 0 {
			clear(w.repeated) // files are not only written by their reader
		}
		if w.reading.overlaps(w.first, w.last) {
			for rel := range w.dirty {
				w.reportAgain(rel)
			}
		}
		clear(w.dirty)
		if !w.tree.reportable() {
			w.first = time.Time{}
		}
	}
	if !now.Before(w.sweepAt) {
		w.sweep()
		w.sweepAt = w.now().Add(w.interval(w.now().Sub(now)))
	}
}

// interval returns the time until the next sweep after a sweep that took that
// long.
func (w *Watcher) interval(took time.Duration) time.Duration {
	if w.notifier == nil {
		return max(w.opts.Poll, 10*took)
	}
	return max(w.opts.Sweep, 100*took)
}

// sweep compares the whole folder. If it finds a change for which there is no
// event until the next sweep, there are no events here.
func (w *Watcher) sweep() {
	before := make(map[string]bool, len(w.tree.pending))
	for rel := range w.tree.pending {
		before[rel] = true
	}
	w.tree.look(".", false)
	w.tree.reap()
	for _, c := range w.awaited {
		close(c)
	}
	w.awaited = nil
	now := w.now()
	if w.notifier != nil {
		for rel, since := range w.suspects {
			if now.Sub(since) > w.opts.Sweep/2 {
				w.poll(fmt.Sprintf("the file system does not report changes such as that of %s", rel))
				clear(w.suspects)
				break
			}
		}
	}
	for rel := range w.tree.pending {
		if before[rel] {
			continue
		}
		w.last = now
		if w.first.IsZero() {
			w.first = now
		}
		if w.notifier != nil && !w.dirty[rel] {
			w.suspects[rel] = now
		}
	}
}

// merge adds later changes to those that Next has not returned yet.
func merge(earlier, later []Change) []Change {
	ops := make(map[string]Op, len(earlier)+len(later))
	for _, c := range earlier {
		ops[c.Path] = c.Op
	}
	for _, c := range later {
		switch was := ops[c.Path]; {
		case c.Op == Stale, was == Added && c.Op == Removed: // somebody may have read it
			ops[c.Path] = Stale
		case was == Added:
			ops[c.Path] = Added
		case was == Removed:
			ops[c.Path] = Changed
		default:
			ops[c.Path] = c.Op
		}
	}
	return sorted(ops)
}
