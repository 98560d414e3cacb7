package enginetest

import (
	"fmt"

	"framework/engine"
)

// Collector is a reporter of a test run that keeps the full titles of the tests that failed,
// and why they did.
type Collector struct{ Failed, Reasons []string }

var _ engine.TestReporter = (*Collector)(nil)

// Start implements engine.TestReporter.
func (c *Collector) Start(int) {}

// SuiteStart implements engine.TestReporter.
func (c *Collector) SuiteStart(engine.TestSuite) {}

// SuiteEnd implements engine.TestReporter.
func (c *Collector) SuiteEnd(engine.TestSuite) {}

// End implements engine.TestReporter.
func (c *Collector) End(engine.TestStats) {}

// Test implements engine.TestReporter.
func (c *Collector) Test(r engine.TestResult) {
	if r.State == engine.TestFailed {
		c.Failed = append(c.Failed, r.FullTitle)
		c.Reasons = append(c.Reasons, fmt.Sprintf("%s\n  %s %s: %s\n%s", r.FullTitle, r.Failure.Place, r.Failure.Name, r.Failure.Message, r.Failure.Excerpt))
	}
}
