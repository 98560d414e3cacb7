package snapshot

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"framework/engine/config"
	"framework/engine/value"
	"framework/jsapi/app"
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

// What a reporter gets; see package mocha.
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
	h := NewHost(opts, nil)
	b := newBuild(h, false)
	defer b.lifetime.releaseAndWait()
	var (
		once   sync.Once
		failed error
		src    source
		rt     realm
		server testServer
		err    error
	)
	defer server.close()
	lift := func(ctx context.Context, settings *value.Map, listen bool) error {
		once.Do(func() {
			if settings != nil {
				h.opts.Flags = config.Merge([]config.Layer{
					{Source: "the command line", Values: h.opts.Flags}, {Source: "the tests", Values: settings},
				}, src.profile.Config).Values
			}
			var listening listenFunc
			if listen {
				listening = func(ctx context.Context, s *Snapshot) (net.Addr, error) { return server.serve(ctx, b, s) }
			}
			_, failed = b.lift(ctx, src, rt, listening)
		})
		return failed
	}
	if src, rt, err = b.begin(ctx, lift); err != nil {
		return TestStats{}, err
	}
	files := append(append([]string(nil), tests.Require...), tests.Files...)
	if !liftsItself(files) {
		if err := lift(ctx, nil, false); err != nil {
			return TestStats{}, err
		}
	}
	runner, err := mocha.Load(ctx, rt.iso, mocha.Options{
		Files: files, Shown: func(file string) string { return shownFile(src.tree.Root, file) },
		Require: func(file string) error {
			_, err := rt.js.Loader().Require(file)
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

// shownFile is a file as reports name it.
func shownFile(root, file string) string {
	rel, err := filepath.Rel(root, file)
	if err != nil || !filepath.IsAbs(file) || strings.HasPrefix(rel, "..") {
		return file
	}
	return filepath.ToSlash(rel)
}

// liftsItself reports whether one of the files lifts the app.
func liftsItself(files []string) bool {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil && app.Lifts(text) {
			return true
		}
	}
	return false
}
