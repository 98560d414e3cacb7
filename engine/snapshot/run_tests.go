package snapshot

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"framework/jsapi/app"
	"framework/jsapi/coverage"
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
	// Unbounded leaves out all bounds, those that tests set themselves too: for debuggers.
	Unbounded bool
	Retries   int
	Bail      bool
	Reporter  TestReporter
	// Coverage gets what was run of the project's own files, after the last test; nil for
	// no coverage.
	Coverage func([]CoverageFile)
}

// What the coverage of a test run consists of; see package coverage.
type (
	CoverageFile     = coverage.File
	CoverageFunction = coverage.Function
)

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

// Test runs mocha-style tests of the project in a realm of their own. The app is
// lifted first, without listening; when the tests lift it themselves it is
// lifted then, and the settings they give win over all others. Apps of
// new Sails() are lifted by the tests. listen makes the server of an app. An error
// means that the tests could not be run; what the tests found is in the stats.
func Test(ctx context.Context, opts Options, tests TestOptions, listen func(*Host) TestServer) (TestStats, error) {
	run, err := newTestRun(ctx, opts, tests, listen)
	if err != nil {
		return TestStats{}, err
	}
	defer run.end()
	files := append(append([]string(nil), tests.Require...), tests.Files...)
	if !liftsItself(files) {
		if err := run.main.lift(ctx, nil, false); err != nil {
			return TestStats{}, err
		}
		run.main.early = true
	}
	if err := run.exposeFixtures(ctx); err != nil {
		return TestStats{}, err
	}
	js := run.main.realm.js
	runner, err := mocha.Load(ctx, run.iso, mocha.Options{
		Files: files, Shown: func(file string) string { return shownFile(run.root, file) },
		Require: func(file string) error {
			_, err := js.Loader().Require(file)
			return err
		},
		Await: js.AwaitModule,
		UI:    tests.UI, Grep: tests.Grep, Contains: tests.Contains, Invert: tests.Invert,
		Timeout: tests.Timeout, Slow: tests.Slow, Unbounded: tests.Unbounded, Retries: tests.Retries, Bail: tests.Bail, Reporter: tests.Reporter,
	})
	if err != nil {
		return TestStats{}, err
	}
	stats, err := runner.Run(ctx)
	if tests.Coverage != nil {
		tests.Coverage(run.coverage.Files())
	}
	return stats, err
}

// covered reports whether a file belongs to the coverage: one of the project's own that is
// no test.
func covered(root string, tests TestOptions) func(path string) bool {
	return func(path string) bool {
		rel, err := filepath.Rel(root, path)
		if err != nil || slices.Contains(tests.Files, path) || slices.Contains(tests.Require, path) {
			return false
		}
		folders := strings.Split(filepath.ToSlash(rel), "/")
		return !slices.Contains([]string{"..", "test", "tests", "spec"}, folders[0]) && !slices.Contains(folders, "node_modules")
	}
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
