package report

import (
	"io"

	"framework/engine"
	"framework/engine/value"
)

// report writes one JSON object at the end, with the members of mocha's own:
// stats, tests, pending, failures and passes.
type report struct {
	w       io.Writer
	results []engine.TestResult
}

func (r *report) Start(int)                   {}
func (r *report) SuiteStart(engine.TestSuite) {}
func (r *report) SuiteEnd(engine.TestSuite)   {}
func (r *report) Test(t engine.TestResult)    { r.results = append(r.results, t) }

func (r *report) End(stats engine.TestStats) {
	const stamp = "2006-01-02T15:04:05.000Z07:00"
	all := map[engine.TestState][]any{}
	tests := []any{}
	for _, t := range r.results {
		entry := result(t)
		all[t.State] = append(all[t.State], entry)
		if !t.Hook {
			tests = append(tests, entry)
		}
	}
	list := func(state engine.TestState) []any {
		if all[state] == nil {
			return []any{}
		}
		return all[state]
	}
	out := value.Of(
		"stats", value.Of(
			"suites", int64(stats.Suites), "tests", int64(stats.Tests), "passes", int64(stats.Passes),
			"pending", int64(stats.Pending), "failures", int64(stats.Failures),
			"start", stats.Start.UTC().Format(stamp), "end", stats.End.UTC().Format(stamp),
			"duration", stats.End.Sub(stats.Start).Milliseconds(),
		),
		"tests", tests, "pending", list(engine.TestPending),
		"failures", list(engine.TestFailed), "passes", list(engine.TestPassed),
	)
	text := value.AppendIndent(nil, out, "  ")
	_, _ = r.w.Write(append(text, '\n')) // a reader that is gone is no failure of the tests
}

func result(t engine.TestResult) *value.Map {
	entry := value.Of("title", t.Title, "fullTitle", t.FullTitle, "file", t.File)
	if t.State != engine.TestPending {
		entry.Set("duration", t.Duration.Milliseconds())
	}
	entry.Set("currentRetry", int64(t.Retry))
	if t.State == engine.TestPassed {
		speed := "fast"
		switch {
		case t.Slow > 0 && t.Duration > t.Slow:
			speed = "slow"
		case t.Slow > 0 && t.Duration > t.Slow/2:
			speed = "medium"
		}
		entry.Set("speed", speed)
	}
	failure := value.New(6)
	if f := t.Failure; f != nil {
		if f.Members != nil {
			failure = f.Members.Clone()
		}
		failure.Set("message", f.Message)
		failure.Set("name", f.Name)
		failure.Set("stack", f.Stack)
		if f.Compared {
			failure.Set("actual", f.Actual)
			failure.Set("expected", f.Expected)
		}
	}
	entry.Set("err", failure)
	return entry
}
