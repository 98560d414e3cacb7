package reloader

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"

	"framework/engine/diff"
	"framework/engine/inputs"
	"framework/engine/logging"
	"framework/watch"
)

// Project is the project that is reloaded. Its methods are called on one
// goroutine, Reload on another.
type Project interface {
	// Reload builds the project and serves the result; on error the previous
	// version is still served.
	Reload(ctx context.Context) (diff.Diff, error)
	// Judge returns the impact of changes on the version that is served.
	Judge(changes []watch.Change) inputs.Judged
	// Outdated reports whether the last build has read other files than there are
	// now, save for those to skip.
	Outdated(skip func(path string) bool) bool
	// Refresh is called for changed files that need no build, because requests
	// read them.
	Refresh(files []string)
	// Watch are the settings for watching, of the version that is served.
	Watch() inputs.Watch
}

// Watcher reports changes of a folder; *watch.Watcher is one.
type Watcher interface {
	Next(ctx context.Context) ([]watch.Change, error)
	Reading() (done func())
	Compared() <-chan struct{}
	Ignores(path string) bool
	Configure(ignore []string, poll bool) error
}

var _ Watcher = (*watch.Watcher)(nil)

// Options are the project to reload, and the sources of reasons to do so.
type Options struct {
	Project Project
	// Watcher is nil if the folder is not watched.
	Watcher Watcher
	// Requests are reasons to load the project again; "" is not logged.
	Requests <-chan string
	// Took is the time of the build of the version that is served.
	Took  time.Duration
	Clock watch.Clock
	Log   *slog.Logger
	// Explain writes an error for the log.
	Explain func(error) string
	// Reported is called with the files that a build was for, when it is over; nil means
	// nothing.
	Reported func(files []string)
}

// Reloader reloads a project when it changes or on request.
type Reloader struct {
	opts Options
	asks chan chan<- Outcome
	// All below belongs to Run.
	machine   *Machine
	following inputs.Watch // what the watcher was configured with
	reported  string       // the text of the failure that was logged last
	waiting   []chan<- Outcome
	cancel    context.CancelFunc // of the build that runs
	finished  chan Outcome       // of the build that runs; nil for none
	due       <-chan time.Time
	compared  <-chan struct{} // the watcher has compared the folder since the last build
	stopDue   func()
}

// New returns a reloader that does nothing before Run.
func New(opts Options) *Reloader {
	r := &Reloader{opts: opts, asks: make(chan chan<- Outcome), machine: NewMachine(opts.Took), stopDue: func() {}}
	r.follow()
	if r.following.On {
		opts.Log.Info("watching for changes; --no-watch switches this off")
	}
	return r
}

// Ask has the project loaded again and waits for the outcome, which is an error
// if ctx or Run ends before.
func (r *Reloader) Ask(ctx context.Context) Outcome {
	reply := make(chan Outcome, 1)
	select {
	case r.asks <- reply:
	case <-ctx.Done():
		return Outcome{Err: ctx.Err()}
	}
	select {
	case o := <-reply:
		return o
	case <-ctx.Done():
		return Outcome{Err: ctx.Err()}
	}
}

// Run reloads the project when it changes until ctx ends, and then waits for
// the end of the running build. Call it once.
func (r *Reloader) Run(ctx context.Context) {
	var group sync.WaitGroup
	defer group.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := make(chan []watch.Change)
	if r.opts.Watcher != nil {
		group.Go(func() { deliver(ctx, r.opts.Watcher, batches) })
	}
	defer func() { r.stopDue() }()
	for {
		select {
		case <-ctx.Done():
			if r.finished != nil {
				r.cancel()
				<-r.finished
			}
			r.answer(Outcome{Err: ctx.Err()})
			return
		case batch := <-batches:
			if r.following.On {
				r.handle(ctx, Changed{r.opts.Project.Judge(batch)})
			}
		case why := <-r.opts.Requests:
			if why != "" {
				r.opts.Log.Warn("loading the project again: " + why)
			}
			r.handle(ctx, Asked{})
		case reply := <-r.asks:
			r.waiting = append(r.waiting, reply)
			r.handle(ctx, Asked{})
		case <-r.due:
			r.handle(ctx, Due{})
		case <-r.compared:
			r.compared = nil
			if r.following.On && r.opts.Project.Outdated(r.opts.Watcher.Ignores) {
				r.handle(ctx, Overlooked{})
			}
		case o := <-r.finished:
			r.cancel()
			r.finished = nil
			r.handle(ctx, Finished{o})
		}
	}
}

// deliver passes on batches until ctx or the watcher ends.
func deliver(ctx context.Context, w Watcher, batches chan<- []watch.Change) {
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

// handle passes an event to the machine and does what it decides.
func (r *Reloader) handle(ctx context.Context, e Event) {
	for _, a := range r.machine.Handle(r.opts.Clock.Now(), e) {
		switch a := a.(type) {
		case Build:
			r.build(ctx)
		case Cancel:
			r.cancel()
		case Refresh:
			r.opts.Project.Refresh(a.Files)
		case Report:
			r.report(a)
			if r.opts.Reported != nil {
				r.opts.Reported(a.Files)
			}
			r.follow()
			if r.opts.Watcher != nil {
				r.compared = r.opts.Watcher.Compared()
			}
		case Judge:
			r.handle(ctx, Changed{r.opts.Project.Judge(a.Changes)})
		case Answer:
			r.answer(a.Outcome)
		case Wait:
			r.stopDue()
			r.due, r.stopDue = nil, func() {}
			if a.For > 0 {
				r.due, r.stopDue = r.opts.Clock.After(a.For)
			}
		}
	}
}

func (r *Reloader) build(ctx context.Context) {
	ctx, r.cancel = context.WithCancel(ctx)
	finished := make(chan Outcome, 1)
	r.finished = finished
	r.compared = nil
	read := func() {}
	if r.opts.Watcher != nil {
		read = r.opts.Watcher.Reading()
	}
	go func() {
		changes, err := r.opts.Project.Reload(ctx)
		read()
		finished <- Outcome{changes, err}
	}()
}

func (r *Reloader) answer(o Outcome) {
	for _, reply := range r.waiting {
		reply <- o
	}
	r.waiting = nil
}

// follow applies the settings for watching of the version that is served now.
func (r *Reloader) follow() {
	if r.opts.Watcher == nil {
		return
	}
	was, is := r.following, r.opts.Project.Watch()
	if was.Equal(is) {
		return
	}
	r.following = is
	if was.On && !is.On {
		r.opts.Log.Info("no longer watching for changes; run framework reload after changes")
	}
	if err := r.opts.Watcher.Configure(is.Ignore, is.Poll); err != nil {
		r.opts.Log.Warn("config watch.ignore: " + err.Error())
	}
}

// localPort is the local port in an error of a connection.
var localPort = regexp.MustCompile(`:\d+->`)

// report writes the outcome of a build to the log.
func (r *Reloader) report(a Report) {
	log := r.opts.Log
	if a.Outcome.Err != nil {
		text := r.opts.Explain(a.Outcome.Err)
		// Each attempt to connect has a local port of its own.
		reason := localPort.ReplaceAllString(text, "->")
		if reason == r.reported {
			first, _, _ := strings.Cut(text, "\n")
			log.Error("still not reloaded: " + first)
			return
		}
		r.reported = reason
		log.Error("not reloaded, the last good version is served: " + text)
		return
	}
	r.reported = ""
	if len(a.Files) > 0 {
		log.Log(context.Background(), logging.Verbose, "the reload was for "+diff.List(a.Files, "files"))
	}
	what := a.Outcome.Diff.String()
	if what == "" {
		what = diff.List(a.Files, "files")
	}
	if what != "" {
		what = ": " + what
	}
	log.Info(fmt.Sprintf("reloaded in %d ms%s", a.Outcome.Diff.Took.Milliseconds(), what))
	for _, w := range a.Outcome.Diff.Warnings {
		log.Warn(w.String())
	}
}
