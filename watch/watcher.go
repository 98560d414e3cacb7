package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Options say what to watch. The zero value of every field but Root is usable.
type Options struct {
	// Root is the folder; links in its path are resolved.
	Root string
	// Ignore are globs of what to leave out beside version control,
	// node_modules, .tmp and what editors leave: a pattern without a slash is
	// compared with names at any depth, any other with the path from the root.
	Ignore []string
	// Keep are files, by their path from the root, that are watched in spite of
	// all that is ignored, each in a folder that would be.
	Keep []string
	// Quiet is how long nothing may happen before a batch is told; 0 means 5
	// ms. Many files are given ten times as long, a save that looks
	// unfinished, for a file is gone, twenty times. Limit is when a batch is
	// told however much goes on; 0 means 300 ms.
	Quiet, Limit time.Duration
	// Settle is how long a file has to stay empty to be told of, where it was
	// not empty before; 0 means 1 s. Other files are told meanwhile.
	Settle time.Duration
	// Sweep is how often the folder is compared with what is known although no
	// event came; 0 means 2 s. Poll is how often where there are no events; 0
	// means 300 ms. Both give way where comparing takes long.
	Sweep, Poll time.Duration
	// Polling does without events from the start.
	Polling bool
	// Log gets one warning when events have to be done without, and one for
	// each link that leads to too much; nil means none.
	Log *slog.Logger
	// Clock is where the time comes from; nil means the machine's.
	Clock Clock

	open            func() (notifier, error)
	entries, linked int // see limits
}

// notifier is what tells of events: fsnotify, or a test.
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

// ErrClosed is returned by Next once the watcher is closed.
var ErrClosed = errors.New("the watcher is closed")

// Watcher tells of changes below a folder. Whatever events were lost or came
// twice, what it tells adds up to the state of the folder. Its methods are safe
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

	// All below belongs to the loop.
	notifier notifier // nil while polling
	dirty    map[string]bool
	first    time.Time // of the events not yet looked at
	last     time.Time
	suspects map[string]time.Time
	sweepAt  time.Time
	retold   map[string]again
	why      string // there are no events
}

// New lists the folder and begins to watch it: what changes from here on is
// told.
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
		dirty: map[string]bool{}, suspects: map[string]time.Time{}, retold: map[string]again{},
	}
	w.tree.watch, w.tree.unwatch, w.tree.now = w.add, w.remove, opts.Clock.Now
	if opts.entries > 0 {
		w.tree.limits.entries, w.tree.limits.linked = opts.entries, opts.linked
	}
	w.tree.limits.settle, w.tree.limits.tell = opts.Settle, w.tellOmitted
	if !opts.Polling {
		if w.notifier, err = opts.open(); err != nil {
			w.notifier = nil
			w.poll("the system gives no watches: " + explain(err))
		}
	}
	w.tree.look(".", false)
	clear(w.tree.pending) // that is where we begin
	clear(w.tree.emptied)
	w.publish()
	go w.loop()
	return w, nil
}

// Next waits for the next batch of changes, ordered by path. Batches that
// nobody waits for are merged.
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

// Configure has patterns hold beside Options.Ignore, instead of those given here
// before, and may give up events for polling, which is for good. What was
// ignored until now and is not any more is told as added.
func (w *Watcher) Configure(ignore []string, polling bool) error {
	more, err := newIgnores(ignore)
	if err != nil {
		return err
	}
	call := func() {
		w.tree.ignoreAlso(more)
		if w.last = w.now(); len(w.tree.pending) > 0 && w.first.IsZero() {
			w.first = w.last
		}
		if polling && w.notifier != nil {
			w.mute()
		}
	}
	select {
	case w.calls <- call:
	case <-w.done:
		return ErrClosed
	}
	return nil
}

// Close ends the watcher and returns when nothing of it is left.
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

// isMissing reports whether there is no folder that could be watched, or be read.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR)
}

func (w *Watcher) remove(real string) {
	if w.notifier != nil {
		_ = w.notifier.Remove(real) // it is gone by itself with its folder
	}
}

// poll does without events from now on.
func (w *Watcher) poll(why string) {
	w.why = why
	w.opts.Log.Warn(fmt.Sprintf("%s; looking for changes every %v instead", why, w.opts.Poll), "folder", w.tree.root)
	w.mute()
}

// mute gives up the events.
func (w *Watcher) mute() {
	if n := w.notifier; n != nil {
		w.notifier = nil
		_ = n.Close() // it is of no use any more
	}
	w.sweepAt = time.Time{}
}

func (w *Watcher) now() time.Time { return w.opts.Clock.Now() }

func (w *Watcher) loop() {
	defer close(w.done)
	defer func() {
		if w.notifier != nil {
			_ = w.notifier.Close() // nothing can be done about it
		}
	}()
	w.tree.sumAll()
	if len(w.tree.pending) > 0 {
		w.last = w.now()
		w.first = w.last
	}
	w.sweepAt = w.now().Add(w.interval(0))
	var batch []Change // told, but not taken yet
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

// event notes what one event is about.
func (w *Watcher) event(e fsnotify.Event, ok bool) {
	if !ok {
		w.poll("the system has ended its watches")
		return
	}
	for _, rel := range w.tree.names(e.Name) {
		delete(w.suspects, rel)
		if rel != "." && w.tree.ignore.covers(rel) {
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

// failed makes up for lost events by looking at everything.
func (w *Watcher) failed(err error) {
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		w.opts.Log.Debug("watching", "error", err)
	}
	w.sweepAt = time.Time{}
}

// quiet is how long nothing may happen before what is noted is looked at.
func (w *Watcher) quiet() time.Duration {
	switch {
	case w.tree.fragile():
		return 20 * w.opts.Quiet
	case len(w.dirty) > 3:
		return 10 * w.opts.Quiet
	}
	return w.opts.Quiet
}

// settleAt is when what is noted is to be looked at.
func (w *Watcher) settleAt() time.Time {
	at := w.last.Add(w.quiet())
	if limit := w.first.Add(w.opts.Limit); limit.Before(at) {
		return limit
	}
	return at
}

// ready reports whether what is pending is to be told.
func (w *Watcher) ready() bool {
	return w.tree.tellable() && len(w.dirty) == 0 && !w.now().Before(w.settleAt())
}

func (w *Watcher) wake() time.Time {
	at := w.sweepAt
	if held := w.tree.heldUntil(); !held.IsZero() && held.Before(at) {
		at = held
	}
	if len(w.dirty) > 0 || w.tree.tellable() {
		if s := w.settleAt(); s.Before(at) {
			at = s
		}
	}
	return at
}

// tick looks at what is noted, or at everything, when its time has come.
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
			clear(w.retold) // it is not reading alone that writes
		}
		if w.reading.overlaps(w.first, w.last) {
			for rel := range w.dirty {
				w.retell(rel)
			}
		}
		clear(w.dirty)
		if !w.tree.tellable() {
			w.first = time.Time{}
		}
	}
	if !now.Before(w.sweepAt) {
		w.sweep()
		w.sweepAt = w.now().Add(w.interval(w.now().Sub(now)))
	}
}

// interval is when to sweep again after a sweep that took that long.
func (w *Watcher) interval(took time.Duration) time.Duration {
	if w.notifier == nil {
		return max(w.opts.Poll, 10*took)
	}
	return max(w.opts.Sweep, 100*took)
}

// sweep compares the whole folder. What it finds should have been announced by
// an event, at the latest until the next one; else there are no events here.
func (w *Watcher) sweep() {
	before := make(map[string]bool, len(w.tree.pending))
	for rel := range w.tree.pending {
		before[rel] = true
	}
	w.tree.look(".", false)
	w.tree.reap()
	now := w.now()
	if w.notifier != nil {
		for rel, since := range w.suspects {
			if now.Sub(since) > w.opts.Sweep/2 {
				w.poll(fmt.Sprintf("the file system tells nothing of changes such as that of %s", rel))
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

// merge adds later changes to those that nobody has taken yet.
func merge(earlier, later []Change) []Change {
	ops := make(map[string]Op, len(earlier)+len(later))
	for _, c := range earlier {
		ops[c.Path] = c.Op
	}
	for _, c := range later {
		switch was := ops[c.Path]; {
		case was == Added && c.Op == Removed:
			delete(ops, c.Path)
			continue
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
