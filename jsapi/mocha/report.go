package mocha

import (
	"time"

	"framework/engine/value"
)

// Reporter receives the events of a run, in order and on one goroutine.
type Reporter interface {
	// Start announces the number of tests.
	Start(total int)
	// SuiteStart and SuiteEnd enclose the events of a suite; the root suite has
	// the depth 0 and no title.
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

// State is the result of a test.
type State string

// The states of tests.
const (
	Passed  State = "passed"
	Failed  State = "failed"
	Pending State = "pending"
)

// Test is a finished test, or a failed hook.
type Test struct {
	Title     string
	FullTitle string   // the titles of its suites and its own, one space between
	Path      []string // the same, one by one
	File      string   // relative to the project
	Depth     int      // that of its suite
	State     State
	Hook      bool
	Duration  time.Duration
	Slow      time.Duration // the duration above which it counts as slow
	Retry     int           // how often it failed before
	Failure   *Failure      // nil unless Failed
}

// Failure is the error of a failed test.
type Failure struct {
	Name    string // "AssertionError"
	Message string
	Stack   string // name, message and frames
	Place   string // file:line:column in the project, if known
	Excerpt string // the source there, see jsapi.Excerpt
	// Compared says that the error compares Actual with Expected, which are
	// formatted by util.inspect.
	Compared         bool
	Actual, Expected string
	// Members are the own members of the error, nil for values that are not
	// errors.
	Members *value.Map
}

// Stats are the numbers of a run. Tests counts tests that ran or are pending,
// without hooks; Failures also counts failed hooks.
type Stats struct {
	Suites, Tests, Passes, Pending, Failures int
	Start, End                               time.Time
}
