package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"framework/engine"
)

// JSON is the name of the reporter that writes one JSON value.
const JSON = "json"

// New returns the reporter of that name: spec, dot or json.
func New(name string, w io.Writer) (engine.TestReporter, error) {
	switch name {
	case "spec", "":
		return &spec{summary: summary{w: w}}, nil
	case "dot":
		return &dot{summary: summary{w: w}}, nil
	case JSON:
		return &report{w: w}, nil
	}
	return nil, fmt.Errorf("there is no reporter %q: use spec, dot or json", name)
}

// summary collects the text below the list of test results.
type summary struct {
	w        io.Writer
	failures []engine.TestResult
}

func (s *summary) Start(int)                   {}
func (s *summary) SuiteStart(engine.TestSuite) {}
func (s *summary) SuiteEnd(engine.TestSuite)   {}

// printf ignores errors: a closed terminal or pipe needs no message.
func (s *summary) printf(format string, args ...any) { _, _ = fmt.Fprintf(s.w, format, args...) }

func (s *summary) End(stats engine.TestStats) {
	s.printf("\n  %d passing (%s)\n", stats.Passes, short(stats.End.Sub(stats.Start)))
	if stats.Pending > 0 {
		s.printf("  %d pending\n", stats.Pending)
	}
	if stats.Failures > 0 {
		s.printf("  %d failing\n", stats.Failures)
	}
	s.printf("\n")
	for i, t := range s.failures {
		s.failure(i+1, t)
	}
}

func (s *summary) failure(n int, t engine.TestResult) {
	indent := fmt.Sprintf("  %d) ", n)
	for i, title := range t.Path {
		s.printf("%s%s", indent, title)
		if i == len(t.Path)-1 {
			s.printf(":")
		}
		s.printf("\n")
		indent = strings.Repeat(" ", 5+2*(i+1))
	}
	f := t.Failure
	s.printf("\n     %s\n", indented(f.Name+": "+f.Message, 5))
	if f.Compared {
		s.printf("      + expected - actual\n\n%s\n", difference(f.Actual, f.Expected))
	}
	if f.Place != "" {
		s.printf("     at %s\n", f.Place)
	} else if t.File != "" {
		s.printf("     in %s\n", t.File)
	}
	if f.Excerpt != "" {
		s.printf("%s\n", strings.TrimRight(f.Excerpt, "\n"))
	}
	s.printf("\n")
}

// indented moves all lines of text but the first to the right.
func indented(text string, by int) string {
	return strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", by))
}

// difference shows the lines that only one of two texts has.
func difference(actual, expected string) string {
	got, want := strings.Split(actual, "\n"), strings.Split(expected, "\n")
	var b strings.Builder
	for _, line := range got {
		if !slices.Contains(want, line) {
			fmt.Fprintf(&b, "      -%s\n", line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			fmt.Fprintf(&b, "      +%s\n", line)
		}
	}
	return b.String()
}

// short formats a duration for people.
func short(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%dms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Round(time.Second).Seconds()))
	}
	return fmt.Sprintf("%dm", int(d.Round(time.Minute).Minutes()))
}

// spec lists suites and tests.
type spec struct{ summary }

func (s *spec) SuiteStart(suite engine.TestSuite) {
	if suite.Depth == 0 {
		s.printf("\n")
		return
	}
	s.printf("%s%s\n", strings.Repeat("  ", suite.Depth), suite.Title)
}

func (s *spec) SuiteEnd(suite engine.TestSuite) {
	if suite.Depth == 1 {
		s.printf("\n")
	}
}

func (s *spec) Test(t engine.TestResult) {
	indent := strings.Repeat("  ", t.Depth+1)
	switch t.State {
	case engine.TestPending:
		s.printf("%s- %s\n", indent, t.Title)
	case engine.TestFailed:
		s.failures = append(s.failures, t)
		s.printf("%s%d) %s\n", indent, len(s.failures), t.Title)
	default:
		s.printf("%s✓ %s", indent, t.Title)
		if t.Slow > 0 && t.Duration > t.Slow {
			s.printf(" (%dms)", t.Duration.Milliseconds())
		}
		s.printf("\n")
	}
}

// dot prints a character for each test.
type dot struct {
	summary
	column int
}

// width is how many tests stand on one line.
const width = 72

func (d *dot) Test(t engine.TestResult) {
	if d.column%width == 0 {
		d.printf("\n  ")
	}
	d.column++
	switch t.State {
	case engine.TestPending:
		d.printf(",")
	case engine.TestFailed:
		d.failures = append(d.failures, t)
		d.printf("!")
	default:
		d.printf(".")
	}
}

func (d *dot) End(stats engine.TestStats) {
	d.printf("\n")
	d.summary.End(stats)
}
