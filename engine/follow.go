package engine

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"time"

	"framework/engine/diff"
	"framework/engine/logging"
	"framework/engine/project"
	"framework/watch"
)

// patience is how long changes may keep restarting a build: after it, one is
// finished whatever else changes, unless it takes far longer than builds do:
// then it waits for something that will not come.
const patience = 3 * time.Second

// farLonger is how many times as long as the last one a build may take before
// it counts as stuck.
const farLonger = 4

// Reloaded is what came of asking a server to reload.
type Reloaded struct {
	Diff Diff
	Err  error
}

// follower reloads the project when it changes or somebody asks.
type follower struct {
	app  *App
	asks chan chan<- Reloaded
	// watcher is nil where the folder is not followed; obeyed is the
	// configuration that it goes by.
	watcher *watch.Watcher
	obeyed  watching
	// report is the text of the failure that was told last.
	reported string
}

// Watch begins to watch the project's folder, for Follow.
func (a *App) Watch() (*watch.Watcher, error) {
	root, err := project.Root(a.opts.Dir)
	if err != nil {
		return nil, err
	}
	return watch.New(watch.Options{Root: root, Keep: installed(), Log: a.log, Clock: a.opts.Clock, Settle: a.opts.Settle})
}

// Follow reloads the loaded project when w tells of changes that matter, when
// another process asks (see AskReload) and at SIGHUP where Options.Hangup says
// so, until ctx ends or stop is called, which waits for the end. w may be nil.
func (a *App) Follow(ctx context.Context, w *watch.Watcher) (stop func()) {
	s, release, err := a.Acquire()
	if err != nil {
		return func() {}
	}
	defer release()
	ctx, cancel := context.WithCancel(ctx)
	f := &follower{app: a, asks: make(chan chan<- Reloaded)}
	var group sync.WaitGroup
	var batches chan []watch.Change
	if w != nil && !s.Settings.Production() {
		batches = make(chan []watch.Change)
		f.watcher = w
		a.watcher.Store(w)
		f.obey(s)
		group.Go(func() { deliver(ctx, w, batches) })
		if f.obeyed.on {
			a.log.Info("watching for changes; --no-watch does without")
		}
	}
	hangups := a.hangups
	switch {
	case hangups == nil:
	case !s.Settings.Production():
		signal.Stop(hangups) // it ends the process, as the terminal does that is closed
		hangups = nil
	}
	control, err := a.openControl(ctx, s.Tree.Root, f)
	if err != nil {
		a.log.Log(ctx, logging.Verbose, "framework reload will not find this server", "error", err)
	}
	group.Go(func() { f.run(ctx, batches, hangups) })
	return func() {
		cancel()
		if hangups != nil {
			signal.Stop(hangups)
		}
		if control != nil {
			control.close()
		}
		group.Wait()
	}
}

// obey goes by the configuration of the version that is served now.
func (f *follower) obey(s *Snapshot) {
	was := f.obeyed
	if f.watcher == nil || was.on == s.watching.on && was.poll == s.watching.poll && slices.Equal(was.ignore, s.watching.ignore) {
		return
	}
	f.obeyed = s.watching
	if was.on && !f.obeyed.on {
		f.app.log.Info("no longer watching for changes; framework reload asks for them")
	}
	if err := f.watcher.Configure(f.obeyed.ignore, f.obeyed.poll); err != nil {
		f.app.log.Warn("config watch.ignore: " + err.Error())
	}
}

// deliver hands batches on until ctx or the watcher ends.
func deliver(ctx context.Context, w *watch.Watcher, batches chan<- []watch.Change) {
	for {
		batch, err := w.Next(ctx)
		if err != nil {
			return
		}
		select {
		case batches <- batch:
		case <-ctx.Done():
			return
		}
	}
}

// run is the loop: one build at a time, begun anew when something changes
// while it runs.
func (f *follower) run(ctx context.Context, batches <-chan []watch.Change, hangups <-chan os.Signal) {
	var (
		waiting []chan<- Reloaded // who asked
		changed []string          // since the last build that was finished
		known   int               // how many of them the build that runs knows of
		since   time.Time         // of the oldest change not built yet
		open    []watch.Change    // that concern the build that runs, or nobody
		again   bool              // the build that runs is outdated
		done    chan Reloaded     // of the build that runs
		begun   time.Time         // when it did
		abort   context.CancelFunc
		overdue <-chan time.Time // tells when an outdated build is given up
		retry   retry
	)
	defer retry.stop()
	begin := func() {
		again, begun, overdue = false, time.Now(), nil
		retry.stop()
		known = len(changed)
		buildCtx, cancel := context.WithCancel(ctx)
		finished := make(chan Reloaded, 1)
		done, abort = finished, cancel
		read := func() {}
		if f.watcher != nil {
			read = f.watcher.Reading()
		}
		go func() {
			diff, err := f.app.Reload(buildCtx)
			read()
			finished <- Reloaded{diff, err}
		}()
	}
	wanted := func() {
		if since.IsZero() {
			since = time.Now()
		}
		switch {
		case done == nil:
			begin()
		case time.Since(since) < patience:
			abort()
			again = true
		case !again:
			again = true
			limit := max(patience, farLonger*time.Duration(f.app.took.Load()))
			overdue = time.After(time.Until(begun.Add(limit)))
		}
	}
	consider := func(batch []watch.Change) {
		paths, pages, undecided := f.app.relevant(batch)
		if len(pages) > 0 {
			f.app.tellPages(pages)
		}
		if done != nil {
			open = append(open, undecided...)
		}
		if len(paths) > 0 {
			for _, path := range paths {
				if !slices.Contains(changed, path) {
					changed = append(changed, path)
				}
			}
			wanted()
		}
	}
	for {
		select {
		case <-ctx.Done():
			if done != nil {
				abort()
				<-done
			}
			for _, reply := range waiting {
				reply <- Reloaded{Err: ctx.Err()}
			}
			return
		case batch := <-batches:
			if f.obeyed.on {
				consider(batch)
			}
		case <-hangups:
			wanted()
		case why := <-f.app.wants:
			f.app.log.Warn("loading the project again: " + why)
			wanted()
		case <-retry.due():
			wanted()
		case reply := <-f.asks:
			waiting = append(waiting, reply)
			wanted()
		case <-overdue:
			abort()
		case result := <-done:
			abort()
			done = nil
			if again && result.Err != nil {
				begin() // what it says is outdated
				continue
			}
			f.tell(result, changed[:known])
			retry.after(result.Err)
			if s, release, err := f.app.Acquire(); err == nil {
				f.obey(s)
				release()
			}
			changed, since = changed[known:], time.Time{}
			if again {
				wanted()
				continue
			}
			if late := open; len(late) > 0 {
				open = nil
				if consider(late); done != nil {
					continue
				}
			}
			for _, reply := range waiting {
				reply <- result
			}
			waiting = nil
		}
	}
}

// tell writes the outcome of a build to the log.
func (f *follower) tell(r Reloaded, changed []string) {
	log := f.app.log
	if r.Err != nil {
		text := Explain(r.Err)
		if text == f.reported {
			first, _, _ := strings.Cut(text, "\n")
			log.Error("still not reloaded: " + first)
			return
		}
		f.reported = text
		log.Error("not reloaded, the last good version is served: " + text)
		return
	}
	f.reported = ""
	what := r.Diff.String()
	if what == "" {
		what = diff.List(changed, "files")
	}
	if what != "" {
		what = ": " + what
	}
	log.Info(fmt.Sprintf("reloaded in %d ms%s", r.Diff.Took.Milliseconds(), what))
	for _, w := range r.Diff.Warnings {
		log.Warn(w)
	}
}

// ask reloads and waits for the outcome.
func (f *follower) ask(ctx context.Context) Reloaded {
	reply := make(chan Reloaded, 1)
	select {
	case f.asks <- reply:
	case <-ctx.Done():
		return Reloaded{Err: ctx.Err()}
	}
	select {
	case r := <-reply:
		return r
	case <-ctx.Done():
		return Reloaded{Err: ctx.Err()}
	}
}

// relevant lists the files of batch that a build would read differently, those
// that requests read anew, and the changes that are of no concern unless the
// build that runs has read them.
func (a *App) relevant(batch []watch.Change) (paths, pages []string, undecided []watch.Change) {
	s, release, err := a.Acquire()
	if err != nil {
		return nil, nil, nil
	}
	defer release()
	for _, c := range batch {
		known := s.inputs.concerns(c.Path)
		switch {
		case known == yes, known == maybe && a.required(s, c):
			paths = append(paths, c.Path)
		case known == shown:
			pages = append(pages, c.Path)
		case known == maybe:
			undecided = append(undecided, c)
		}
	}
	return paths, pages, undecided
}
