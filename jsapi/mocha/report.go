package mocha

import (
	"time"

	"framework/engine/ordered"
)

// Reporter is told what happens, in order and by one goroutine.
type Reporter interface {
	// Start says how many tests there are to run.
	Start(total int)
	// SuiteStart and SuiteEnd enclose what a suite holds; the root suite, whose
	// depth is 0, has no title.
	SuiteStart(s Suite)
	SuiteEnd(s Suite)
	// Test is called once for each test, and for each hook that failed.
	Test(t Test)
	End(s Stats)
}

// Suite is a describe.
type Suite struct {
	Title string
	Depth int
}

// State is how a test ended.
type State string

// The states of tests.
const (
	Passed  State = "passed"
	Failed  State = "failed"
	Pending State = "pending"
)

// Test is a test that is over, or a hook that failed.
type Test struct {
	Title     string
	FullTitle string   // the titles of its suites and its own, one space between
	Path      []string // the same, one by one
	File      string   // relative to the project
	Depth     int      // that of its suite
	State     State
	Hook      bool
	Duration  time.Duration
	Slow      time.Duration // from which duration on it counts as slow
	Retry     int           // how often it failed before
	Failure   *Failure      // nil unless Failed
}

// Failure is what a test failed with.
type Failure struct {
	Name    string // "AssertionError"
	Message string
	Stack   string // as JavaScript has it
	Place   string // file:line:column in the project, if known
	Excerpt string // the source there, see jsapi.Excerpt
	// Compared says that the error compares Actual with Expected, which are
	// written as util.inspect does.
	Compared         bool
	Actual, Expected string
	// Members are the own members of the error, nil for other values.
	Members *ordered.Map
}

// Stats are the figures of a run. Tests counts what ran or was pending, hooks
// left out; Failures counts failed hooks, too.
type Stats struct {
	Suites, Tests, Passes, Pending, Failures int
	Start, End                               time.Time
}
