package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"framework/engine/control"
	"framework/engine/inputs"
	"framework/engine/logging"
	"framework/engine/profiler"
	"framework/engine/project"
	"framework/engine/reloader"
	"framework/watch"
)

// Watch begins to watch the project's folder, for Follow.
func (a *App) Watch() (*watch.Watcher, error) {
	root, err := project.Root(a.opts.Dir)
	if err != nil {
		return nil, err
	}
	return watch.New(watch.Options{Root: root, Keep: inputs.Installed(), Log: a.log, Clock: a.opts.Clock, Settle: a.opts.Settle})
}

// Follow reloads the loaded project when w reports changes that matter, when
// another process asks (see package control) and where RequestReload is called, until
// ctx ends or stop is called, which waits for the end. w may be nil.
func (a *App) Follow(ctx context.Context, w *watch.Watcher) (stop func()) {
	s, release, err := a.Acquire()
	if err != nil {
		return func() {}
	}
	defer release()
	ctx, cancel := context.WithCancel(ctx)
	a.follows.Store(true)
	opts := reloader.Options{Project: reloading{a}, Requests: a.Wanted(), Took: time.Duration(a.took.Load()), Clock: a.opts.Clock, Log: a.log, Explain: Explain, Reported: a.reported}
	if w != nil && !s.Settings.Production() {
		opts.Watcher = w
		a.watcher.Store(w)
	}
	r := reloader.New(opts)
	var group sync.WaitGroup
	group.Go(func() { r.Run(ctx) })
	open, err := control.Open(ctx, s.Tree.Root, controlled{a, r})
	if err != nil {
		a.log.Log(ctx, logging.Verbose, "framework reload will not find this server", "error", err)
	}
	return func() {
		cancel()
		if open != nil {
			open.Close()
		}
		group.Wait()
	}
}

// reported is called when the log has said what a build for files came to.
func (a *App) reported(files []string) {
	a.window.ReloadedFor(files)
	if a.Failure() == nil { // else the version is the one before
		a.develop()
	}
}

// reloading is the App as its reloader sees it.
type reloading struct{ *App }

var _ reloader.Project = reloading{}

// Judge implements reloader.Project.
func (a reloading) Judge(changes []watch.Change) inputs.Judged {
	s, release, err := a.Acquire()
	if err != nil {
		return inputs.Judged{}
	}
	defer release()
	v := inputs.Version{Folders: s.Inputs(), Read: s.Reads(), Own: s.Own}
	if f := a.failure.Load(); f != nil {
		v.Failed = true
		if f.reads != nil {
			v.Since = f.reads
		}
	}
	return v.Judge(changes)
}

// Outdated implements reloader.Project.
func (a reloading) Outdated(skip func(path string) bool) bool {
	s, release, err := a.Acquire()
	if err != nil {
		return false
	}
	defer release()
	if f := a.failure.Load(); f != nil {
		return f.reading != nil && f.reading.Outdated(skip)
	}
	return s.Outdated(skip)
}

// Refresh implements reloader.Project.
func (a reloading) Refresh(files []string) {
	a.NotifyPages(files)
	a.develop() // a view may have a mistake now
}

// Watch implements reloader.Project.
func (a reloading) Watch() inputs.Watch {
	s, release, err := a.Acquire()
	if err != nil {
		return inputs.Watch{}
	}
	defer release()
	return s.Watching()
}

// controlled is the App as other processes control it.
type controlled struct {
	app      *App
	reloader *reloader.Reloader
}

var (
	_ control.Server  = controlled{}
	_ control.Console = controlled{}
)

// Reload implements control.Server.
func (c controlled) Reload(ctx context.Context) (string, error) {
	out := c.reloader.Ask(ctx)
	if out.Err != nil {
		return "", out.Err
	}
	summary := fmt.Sprintf("reloaded in %d ms", out.Diff.Took.Milliseconds())
	if d := out.Diff.String(); d != "" {
		summary += ": " + d
	}
	return summary, nil
}

// Failure implements control.Server.
func (c controlled) Failure() error {
	if f := c.app.Failure(); f != nil {
		return f.Err
	}
	return nil
}

// LogLevel implements control.Server.
func (c controlled) LogLevel(name string) (string, error) { return c.app.SetLogLevel(name) }

// Profile implements control.Server.
func (c controlled) Profile(ctx context.Context, kind string) ([]byte, error) {
	k, err := profiler.ParseKind(kind)
	if err != nil {
		return nil, err
	}
	return c.app.record(ctx, k)
}

// record records a profile until ctx ends. It keeps no version meanwhile.
func (a *App) record(ctx context.Context, kind profiler.Kind) ([]byte, error) {
	s, release, err := a.Acquire()
	if err != nil {
		return nil, err
	}
	root := s.Tree.Root
	release()
	return profiler.Record(ctx, kind, root)
}

// Loop implements control.Server.
func (c controlled) Loop() []string {
	s, release, err := c.app.Acquire()
	if err != nil {
		return []string{err.Error()}
	}
	defer release()
	var out []string
	loops := s.Loops()
	for i, loop := range loops {
		does := "JavaScript runs"
		switch {
		case loop.Idle:
			does = "JavaScript has nothing to do"
		case loop.Turn > 0:
			does = fmt.Sprintf("JavaScript has run for %v without a pause", loop.Turn.Round(time.Millisecond))
		}
		if len(loops) > 1 {
			does = fmt.Sprintf("worker %d: %s", i+1, does)
		}
		out = append(out,
			does, fmt.Sprintf("%d requests and %d other tasks wait for it", loop.Requests, loop.Tasks),
			fmt.Sprintf("%d queries, files and other work will come back to it", loop.Pending))
	}
	return out
}

// Explain implements control.Server.
func (c controlled) Explain(err error) string { return Explain(err) }

// Evaluate implements control.Console.
func (c controlled) Evaluate(ctx context.Context, text string, colours bool) (control.Evaluated, error) {
	if err := c.mayRun(); err != nil {
		return control.Evaluated{}, err
	}
	shown, err := c.app.Evaluate(ctx, text, colours)
	if errors.Is(err, ErrIncomplete) {
		return control.Evaluated{Incomplete: true}, nil
	}
	return control.Evaluated{Text: shown.Text, Failed: shown.Failed}, err
}

// Complete implements control.Console.
func (c controlled) Complete(ctx context.Context, of []string, prefix string) ([]string, error) {
	if err := c.mayRun(); err != nil {
		return nil, err
	}
	return c.app.Complete(ctx, of, prefix)
}

// mayRun refuses inputs in production.
func (c controlled) mayRun() error {
	if s := c.app.Current(); s == nil || s.Settings.Production() {
		return control.ErrRefused
	}
	return nil
}
