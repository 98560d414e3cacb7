package engine

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"framework/engine/config"
	"framework/engine/ordered"
	"framework/jsapi/mocha"
)

// TestOptions say which tests of a project to run and how.
type TestOptions struct {
	// Require are files loaded before the tests, Files the tests; both are
	// absolute paths. Require may also name modules.
	Require, Files []string
	// UI is "bdd" or "tdd"; "" is bdd.
	UI string
	// Grep is a regular expression of JavaScript that the tests' full titles
	// have to match, Contains a text they have to contain; Invert turns both
	// round.
	Grep, Contains string
	Invert         bool
	// Timeout bounds each test and hook, 0 means no bound; Slow is the duration
	// from which on a test is slow.
	Timeout, Slow time.Duration
	Retries       int
	Bail          bool
	Reporter      TestReporter
}

// What a reporter is told; see package mocha.
type (
	TestReporter = mocha.Reporter
	TestSuite    = mocha.Suite
	TestResult   = mocha.Test
	TestFailure  = mocha.Failure
	TestStats    = mocha.Stats
	TestState    = mocha.State
)

// The states of a TestResult.
const (
	TestPassed  = mocha.Passed
	TestFailed  = mocha.Failed
	TestPending = mocha.Pending
)

// Test runs mocha-style tests of the project in its own realm. The app is
// lifted first, without listening; when the tests lift it themselves it is
// lifted then, and the settings they give win over all others. An error means
// that the tests could not be run; what the tests found is in the stats.
func Test(ctx context.Context, opts Options, tests TestOptions) (TestStats, error) {
	a := New(opts)
	b := newBuilder(a)
	defer b.snapshot.release()
	var once sync.Once
	var failed error
	stop := func() {}
	defer func() { stop() }()
	b.onLift = func(ctx context.Context, settings *ordered.Map, listen bool) error {
		once.Do(func() {
			if settings != nil {
				a.opts.Flags = config.Merge([]config.Layer{
					{Source: "the command line", Values: a.opts.Flags}, {Source: "the tests", Values: settings},
				}, b.profile.Config).Values
			}
			if listen {
				b.listen = func(ctx context.Context) (addr net.Addr, err error) {
					addr, stop, err = b.serveTests(ctx)
					return addr, err
				}
			}
			failed = b.lift(ctx)
		})
		return failed
	}
	if err := b.prepare(ctx); err != nil {
		return TestStats{}, err
	}
	files := append(append([]string(nil), tests.Require...), tests.Files...)
	if !liftsItself(files) {
		if err := b.onLift(ctx, nil, false); err != nil {
			return TestStats{}, err
		}
	}
	runner, err := mocha.Load(ctx, b.iso, mocha.Options{
		Files: files, Shown: b.shownFile,
		Require: func(file string) error {
			_, err := b.js.Loader().Require(file)
			return err
		},
		UI: tests.UI, Grep: tests.Grep, Contains: tests.Contains, Invert: tests.Invert,
		Timeout: tests.Timeout, Slow: tests.Slow, Retries: tests.Retries, Bail: tests.Bail, Reporter: tests.Reporter,
	})
	if err != nil {
		return TestStats{}, err
	}
	return runner.Run(ctx)
}

// serveTests listens for tests that lift the app themselves, as they expect it.
// A port that is taken fails only where somebody chose it: tests that talk to
// the app without one need none. stop ends it.
func (b *builder) serveTests(ctx context.Context) (addr net.Addr, stop func(), err error) {
	ln, err := listen(ctx, b.set.Host, b.set.Port)
	if err != nil {
		if b.cfg.Source("port") != b.profile.DefaultsSource() {
			return nil, func() {}, err
		}
		b.app.log.Warn(err.Error() + "; the tests go on without a port of their own")
		return nil, func() {}, nil
	}
	server := &http.Server{Handler: b.gateway, ReadHeaderTimeout: b.set.HeadTimeout}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(ln) // it ends with the tests
	}()
	return ln.Addr(), func() {
		_ = server.Close() // nobody is left to ask
		<-ended
	}, nil
}

// shownFile is a file as reports name it.
func (b *builder) shownFile(file string) string {
	rel, err := filepath.Rel(b.tree.Root, file)
	if err != nil || !filepath.IsAbs(file) || strings.HasPrefix(rel, "..") {
		return file
	}
	return filepath.ToSlash(rel)
}

// lifting is how tests lift the app: sails.lift(…), new Sails().load(…),
// require('sails').lift(…). Much else has a load.
var lifting = regexp.MustCompile(`\.\s*lift\s*\(|(?i:sails)['")(\s]*\.\s*load\s*\(`)

// liftsItself tells whether one of the files lifts the app.
func liftsItself(files []string) bool {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && lifting.Match(text) {
			return true
		}
	}
	return false
}
