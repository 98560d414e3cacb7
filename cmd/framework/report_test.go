package main_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"framework/cmd/framework/report"
	"framework/engine"
	"framework/engine/value"
)

var update = flag.Bool("update", false, "write the golden files anew")

// playTests reports a run with every kind of result to a reporter.
func playTests(r engine.TestReporter) {
	start := time.Date(2020, 1, 2, 3, 4, 5, 6e6, time.UTC)
	outer, inner := engine.TestSuite{Title: "Pets", Depth: 1}, engine.TestSuite{Title: "when fed", Depth: 2}
	test := func(title string, depth int, change func(t *engine.TestResult)) {
		t := engine.TestResult{
			Title: title, FullTitle: "Pets " + title, Path: []string{"Pets", title}, File: "test/pet.test.js", Depth: depth,
			State: engine.TestPassed, Duration: 2 * time.Millisecond, Slow: 75 * time.Millisecond,
		}
		if change != nil {
			change(&t)
		}
		r.Test(t)
	}
	r.Start(7)
	r.SuiteStart(engine.TestSuite{})
	r.SuiteStart(outer)
	test("are there", 1, nil)
	test("take their time", 1, func(t *engine.TestResult) { t.Duration = 50 * time.Millisecond })
	test("take too long", 1, func(t *engine.TestResult) { t.Duration = 90 * time.Millisecond })
	test("will fly", 1, func(t *engine.TestResult) { t.State, t.Duration = engine.TestPending, 0 })
	r.SuiteStart(inner)
	test("are alike", 2, func(t *engine.TestResult) {
		t.Path = []string{"Pets", "when fed", "are alike"}
		t.State, t.Failure = engine.TestFailed, &engine.TestFailure{
			Name: "AssertionError", Message: "not alike\nat all", Stack: "AssertionError: not alike\n    at test/pet.test.js:3:5", Place: "test/pet.test.js:3:5",
			Excerpt: "    3 | assert.deepEqual(a, b);\n      |        ^\n", Compared: true, Actual: "{ a: 1,\n  b: 2 }", Expected: "{ a: 1,\n  b: 3 }",
			Members: value.Of("code", "ERR_ASSERTION", "actual", int64(1)),
		}
	})
	test(`"before each" hook for "sleep"`, 2, func(t *engine.TestResult) {
		t.State, t.Hook, t.Failure = engine.TestFailed, true, &engine.TestFailure{Name: "Error", Message: "no bed", Stack: "Error: no bed"}
	})
	r.SuiteEnd(inner)
	test("come back", 1, func(t *engine.TestResult) { t.Retry = 2 })
	r.SuiteEnd(outer)
	r.SuiteEnd(engine.TestSuite{})
	r.End(engine.TestStats{Suites: 2, Tests: 6, Passes: 4, Pending: 1, Failures: 2, Start: start, End: start.Add(1234 * time.Millisecond)})
}

func TestReporters(t *testing.T) {
	for _, name := range []string{"spec", "dot", "json"} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			r, err := report.New(name, &out)
			if err != nil {
				t.Fatal(err)
			}
			playTests(r)
			golden := filepath.Join("testdata", "report", name+".golden")
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), out.String()); diff != "" {
				t.Error(diff)
			}
			if name == "json" && !json.Valid(out.Bytes()) {
				t.Error("it is no JSON")
			}
		})
	}
}

func TestDotsHaveLines(t *testing.T) {
	var out bytes.Buffer
	r, err := report.New("dot", &out)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		r.Test(engine.TestResult{State: engine.TestPassed})
	}
	if got := strings.Count(out.String(), "\n"); got != 2 {
		t.Errorf("100 dots have %d lines: %s", got, &out)
	}
}

func TestUnknownReporter(t *testing.T) {
	if _, err := report.New("nyan", nil); err == nil || !strings.Contains(err.Error(), `"nyan": use spec, dot or json`) {
		t.Errorf("got %v", err)
	}
	if r, err := report.New("", &bytes.Buffer{}); r == nil || err != nil {
		t.Errorf("no name: %v", err)
	}
}
