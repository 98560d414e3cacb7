package reloader_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine/diff"
	"framework/engine/inputs"
	"framework/engine/reloader"
	"framework/watch"
)

// project is built when the test lets it; every file that ends in .js matters.
type project struct {
	builds chan chan error // of each build that begins: what comes of it
	fresh  chan []string
	asked  chan bool // for its settings: after each report

	mu       sync.Mutex
	watch    inputs.Watch
	outdated string
}

func (p *project) Outdated(skip func(path string) bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.outdated != "" && !skip(p.outdated)
}

func (p *project) Reload(ctx context.Context) (diff.Diff, error) {
	result := make(chan error)
	p.builds <- result
	select {
	case err := <-result:
		return diff.Diff{Added: []string{"GET /new"}}, err
	case <-ctx.Done():
		return diff.Diff{}, ctx.Err()
	}
}

func (p *project) Judge(changes []watch.Change) (out inputs.Judged) {
	for _, c := range changes {
		if strings.HasSuffix(c.Path, ".js") {
			out.Rebuild = append(out.Rebuild, c.Path)
		} else {
			out.Fresh = append(out.Fresh, c.Path)
		}
	}
	return out
}

func (p *project) Refresh(files []string) { p.fresh <- files }

func (p *project) Watch() inputs.Watch {
	p.asked <- true
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.watch
}

func (p *project) setWatch(w inputs.Watch) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watch = w
}

// watcher reports the changes that the test gives it.
type watcher struct {
	batches    chan []watch.Change
	configured chan inputs.Watch
	compared   chan struct{}
}

func (w *watcher) Next(ctx context.Context) ([]watch.Change, error) {
	select {
	case batch := <-w.batches:
		return batch, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (w *watcher) Reading() func() { return func() {} }

func (w *watcher) Compared() <-chan struct{} { return w.compared }

func (w *watcher) Ignores(path string) bool { return path == "ignored.js" }

func (w *watcher) Configure(ignore []string, poll bool) error {
	w.configured <- inputs.Watch{Ignore: ignore, Poll: poll}
	return nil
}

func change(path string) []watch.Change { return []watch.Change{{Path: path, Op: watch.Changed}} }

// within gets a value of a channel, or fails after a time that no machine takes.
func within[T any](t *testing.T, c <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(time.Minute):
		t.Fatalf("no %s", what)
	}
	return v
}

func start(t *testing.T) (p *project, w *watcher, r *reloader.Reloader, requests chan string, stop func() string) {
	t.Helper()
	var log bytes.Buffer
	p = &project{builds: make(chan chan error), fresh: make(chan []string, 1), asked: make(chan bool, 10), watch: inputs.Watch{On: true}}
	w = &watcher{batches: make(chan []watch.Change), configured: make(chan inputs.Watch, 1), compared: make(chan struct{})}
	requests = make(chan string)
	r = reloader.New(reloader.Options{
		Project: p, Watcher: w, Requests: requests, Clock: watch.SystemClock{}, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Explain: func(err error) string { return err.Error() + "\nat line 1" },
	})
	within(t, w.configured, "settings")
	within(t, p.asked, "question for them")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		r.Run(ctx)
	}()
	stop = sync.OnceValue(func() string {
		cancel()
		within(t, ended, "end")
		return log.String()
	})
	t.Cleanup(func() { stop() })
	return p, w, r, requests, stop
}

func TestReloader(t *testing.T) {
	t.Parallel()
	p, w, r, requests, stop := start(t)

	w.batches <- change("a.css")
	if got := within(t, p.fresh, "refresh"); !slices.Equal(got, []string{"a.css"}) {
		t.Errorf("refreshed %q", got)
	}

	asked := make(chan reloader.Outcome, 1)
	w.batches <- change("a.js")
	within(t, p.builds, "build")
	w.batches <- change("b.js")
	within(t, p.builds, "build that begins anew")
	go func() { asked <- r.Ask(context.WithoutCancel(t.Context())) }()
	within(t, p.builds, "build for who asked") <- errors.New("broken: read from :5001->:5432")
	if o := within(t, asked, "answer"); o.Err == nil || o.Err.Error() != "broken: read from :5001->:5432" {
		t.Errorf("got %v", o.Err)
	}
	within(t, p.asked, "report")

	requests <- "a database is away"
	within(t, p.builds, "build that was requested") <- errors.New("broken: read from :5002->:5432")
	within(t, p.asked, "report")
	p.setWatch(inputs.Watch{On: true, Poll: true})
	requests <- ""
	within(t, p.builds, "build that was requested") <- nil
	if got := within(t, w.configured, "settings"); !got.Poll {
		t.Error("the settings of the version that is served are not those that are followed")
	}
	log := stop()
	for _, want := range []string{
		`msg="not reloaded, the last good version is served: broken: read from :5001->:5432\nat line 1"`,
		`msg="loading the project again: a database is away"`,
		`msg="still not reloaded: broken: read from :5002->:5432"`,
		`msg="reloaded in 0 ms: + GET /new"`,
	} {
		if strings.Count(log, want) != 1 {
			t.Errorf("the log does not say once %s:\n%s", want, log)
		}
	}
}

// What the watcher has not seen is noticed once it has compared the folder.
func TestReloaderOfWhatWasOverlooked(t *testing.T) {
	t.Parallel()
	p, w, _, requests, _ := start(t)
	requests <- ""
	within(t, p.builds, "build") <- nil
	within(t, p.asked, "report")
	set := func(path string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.outdated = path
	}
	set("ignored.js")
	w.compared <- struct{}{}
	requests <- ""
	within(t, p.builds, "build that was asked for") <- nil
	within(t, p.asked, "report")
	set("a.js")
	w.compared <- struct{}{}
	within(t, p.builds, "build of what was overlooked") <- nil
	within(t, p.asked, "report")
	set("")
	w.compared <- struct{}{}
	requests <- "" // the comparison was looked at
	within(t, p.builds, "build that was asked for") <- nil
}

// Files are not followed where the version that is served does not want it; who
// asks is answered.
func TestReloaderThatDoesNotWatch(t *testing.T) {
	t.Parallel()
	p, w, _, requests, stop := start(t)
	p.setWatch(inputs.Watch{})
	requests <- ""
	within(t, p.builds, "build") <- nil
	within(t, w.configured, "settings")
	w.batches <- change("a.css")
	w.batches <- change("b.css") // the first one was looked at
	if len(p.fresh) > 0 {
		t.Error("a change counts")
	}
	if log := stop(); !strings.Contains(log, "no longer watching for changes") {
		t.Errorf("the log does not say so:\n%s", log)
	}
}

// The end of Run ends the running build, and answers the callers that wait.
func TestReloaderEnds(t *testing.T) {
	t.Parallel()
	p, _, r, _, stop := start(t)
	asked := make(chan reloader.Outcome, 1)
	go func() { asked <- r.Ask(context.WithoutCancel(t.Context())) }()
	within(t, p.builds, "build")
	stop()
	if o := within(t, asked, "answer"); !errors.Is(o.Err, context.Canceled) {
		t.Errorf("got %v", o.Err)
	}
}
