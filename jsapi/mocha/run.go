package mocha

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// run is one run of a Runner's tests. It is used by one goroutine.
type run struct {
	*Runner
	ctx    context.Context
	stats  Stats
	aborts bool // by bail, or because ctx is over
	last   *runnable
}

// Run runs the tests; its error is that of ctx or of the realm, never that of a
// test.
func (m *Runner) Run(ctx context.Context) (Stats, error) {
	r := &run{Runner: m, ctx: ctx, stats: Stats{Start: time.Now()}}
	m.opts.Reporter.Start(m.root.total)
	if m.root.total > 0 {
		r.suite(m.root)
	}
	r.uncaughtBetween()
	r.stats.End = time.Now()
	m.opts.Reporter.End(r.stats)
	return r.stats, ctx.Err()
}

func (r *run) over() bool { return r.aborts || r.ctx.Err() != nil }

// suite runs a suite. It returns the suite whose hook failed if that is a parent
// of s, of which no further tests may run then.
func (r *run) suite(s *suite) (failed *suite) {
	if s.total == 0 || r.over() {
		return nil
	}
	if s.parent != nil {
		r.stats.Suites++
	}
	shown := Suite{Title: s.title, Depth: s.depth}
	r.opts.Reporter.SuiteStart(shown)
	if s.allPending() {
		r.pending(s)
		r.opts.Reporter.SuiteEnd(shown)
		return nil
	}
	switch ok, skipped := r.hooksOnce(s, beforeAll); {
	case skipped:
		r.pending(s)
	case ok:
		failed = r.inside(s)
	}
	r.hooksOnce(s, afterAll)
	r.opts.Reporter.SuiteEnd(shown)
	return failed
}

func (s *suite) allPending() bool {
	for _, t := range s.tests {
		if !t.pending {
			return false
		}
	}
	for _, c := range s.suites {
		if !c.allPending() {
			return false
		}
	}
	return true
}

// inside runs the tests of s and its suites.
func (r *run) inside(s *suite) *suite {
	for _, t := range s.tests {
		if r.over() {
			return nil
		}
		if failed := r.test(t); failed != nil {
			return above(failed, s)
		}
	}
	for _, c := range s.suites {
		if failed := r.suite(c); failed != nil {
			return above(failed, s)
		}
	}
	return nil
}

// above returns failed unless it is s itself, whose parents continue.
func above(failed, s *suite) *suite {
	if failed == s {
		return nil
	}
	return failed
}

// pending reports all tests of a suite as pending.
func (r *run) pending(s *suite) {
	for _, t := range s.tests {
		r.report(t, outcome{state: Pending})
	}
	for _, c := range s.suites {
		if c.total == 0 {
			continue
		}
		r.stats.Suites++
		shown := Suite{Title: c.title, Depth: c.depth}
		r.opts.Reporter.SuiteStart(shown)
		r.pending(c)
		r.opts.Reporter.SuiteEnd(shown)
	}
}

// test runs a test with its hooks. It returns the suite whose hook failed.
func (r *run) test(t *runnable) *suite {
	if t.pending {
		r.report(t, outcome{state: Pending})
		return nil
	}
	for retry := 0; ; retry++ {
		failed, skipped := r.down(t.parent, t)
		if failed != nil {
			if up := r.up(failed, t); up != nil {
				failed = up
			}
			return failed
		}
		if skipped {
			r.report(t, outcome{state: Pending})
			return r.up(t.parent, t)
		}
		out := r.call(t, nil)
		out.retry = retry
		if out.state == Failed && retry < out.retries && !r.over() {
			if failed := r.up(t.parent, t); failed != nil {
				return failed
			}
			continue
		}
		r.report(t, out)
		return r.up(t.parent, t)
	}
}

// down runs the hooks before t, those of outer suites first.
func (r *run) down(s *suite, t *runnable) (failed *suite, skipped bool) {
	if s.parent != nil {
		if failed, skipped = r.down(s.parent, t); failed != nil || skipped {
			return failed, skipped
		}
	}
	ok, skipped := r.hooks(s, beforeEach, t)
	if !ok {
		return s, false
	}
	return nil, skipped
}

// up runs the hooks after t from s outwards. If one fails, those of the outer
// suites still run.
func (r *run) up(s *suite, t *runnable) (failed *suite) {
	for at := s; at != nil; at = at.parent {
		if ok, _ := r.hooks(at, afterEach, t); !ok {
			failed = at
		}
	}
	return failed
}

// hooksOnce runs the hooks before or after all tests of s.
func (r *run) hooksOnce(s *suite, k kind) (ok, skipped bool) {
	return r.hooks(s, k, nil)
}

// hooks runs the hooks of one kind until one fails or skips.
func (r *run) hooks(s *suite, k kind, t *runnable) (ok, skipped bool) {
	for _, h := range s.hooks[k] {
		if r.ctx.Err() != nil {
			return false, false
		}
		out := r.call(h, t)
		switch out.state {
		case Failed:
			r.reportHook(h, s, k, t, out)
			return false, false
		case Pending:
			return true, true
		}
	}
	return true, false
}

// reportHook reports a failed hook with its test or suite.
func (r *run) reportHook(h *runnable, s *suite, k kind, t *runnable, out outcome) {
	named := *h
	if t == nil && len(s.tests) > 0 {
		t = s.tests[0]
		if k == afterAll {
			t = s.tests[len(s.tests)-1]
		}
	}
	switch {
	case t != nil:
		named.title = fmt.Sprintf("%s for %q", h.title, t.title)
	case s.parent == nil:
		named.title = h.title + ` in "{root}"`
	default:
		named.title = fmt.Sprintf("%s in %q", h.title, s.title)
	}
	named.path = append(append([]string(nil), h.path[:len(h.path)-1]...), named.title)
	r.report(&named, out)
}

// report counts an outcome and passes it to the reporter.
func (r *run) report(t *runnable, out outcome) {
	r.last = t
	if !t.hook {
		r.stats.Tests++
	}
	switch out.state {
	case Passed:
		r.stats.Passes++
	case Pending:
		r.stats.Pending++
	case Failed:
		r.stats.Failures++
		r.aborts = r.aborts || out.bail
	}
	r.opts.Reporter.Test(Test{
		Title: t.title, FullTitle: t.fullTitle(), Path: t.path, File: t.file, Depth: t.parent.depth,
		State: out.state, Hook: t.hook, Duration: out.duration, Slow: out.slow, Retry: out.retry, Failure: out.failure,
	})
	r.uncaughtBetween()
}

// uncaughtBetween reports errors between two tests as failures of the previous
// test.
func (r *run) uncaughtBetween() {
	for _, f := range r.takeBetweenTests(r.ctx) {
		r.stats.Failures++
		r.aborts = r.aborts || r.opts.Bail
		t := Test{Title: "(after the tests)", FullTitle: "(after the tests)", Path: []string{"(after the tests)"}, State: Failed, Hook: true, Failure: f}
		if r.last != nil {
			t.Title, t.FullTitle, t.Path = r.last.title, r.last.fullTitle(), r.last.path
			t.File, t.Depth = r.last.file, r.last.parent.depth
		}
		r.opts.Reporter.Test(t)
	}
}

// TimeoutError is a test or hook that did not end in time.
type TimeoutError struct{ After time.Duration }

func (e *TimeoutError) Error() string {
	return fmt.Sprintf(`Timeout of %dms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves.`, e.After.Milliseconds())
}

var errTwice = errors.New("done() called multiple times")
