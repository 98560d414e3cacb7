package mocha_test

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"framework/jsapi"
	"framework/jsapi/mocha"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestFiles runs every file of testdata and compares what is reported with the
// golden file next to it, which agrees with mocha 10 except where
// docs/testing.md names a difference.
func TestFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			opts := mocha.Options{Timeout: 2 * time.Second, Slow: time.Second}
			if strings.HasSuffix(file, "tdd.js") {
				opts.UI = "tdd"
			}
			l := run(t, opts, file)
			golden := strings.TrimSuffix(file, ".js") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(l.text()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), l.text()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// lines records the events that a reporter gets.
type lines struct {
	list  []string
	tests []mocha.Test
	stats mocha.Stats
}

func (l *lines) text() string { return strings.Join(l.list, "\n") + "\n" }

func (l *lines) Start(total int) { l.list = append(l.list, fmt.Sprintf("start %d", total)) }

func (l *lines) SuiteStart(s mocha.Suite) {
	if s.Depth > 0 {
		l.list = append(l.list, fmt.Sprintf("%s> %s", strings.Repeat("  ", s.Depth-1), s.Title))
	}
}

func (l *lines) SuiteEnd(s mocha.Suite) {
	if s.Depth > 0 {
		l.list = append(l.list, fmt.Sprintf("%s< %s", strings.Repeat("  ", s.Depth-1), s.Title))
	}
}

func (l *lines) Test(t mocha.Test) {
	line := fmt.Sprintf("%s%s %s", strings.Repeat("  ", t.Depth), t.State, t.Title)
	if t.Failure != nil {
		message, _, _ := strings.Cut(t.Failure.Message, "\n")
		line += ": " + message
	}
	l.list = append(l.list, line)
	l.tests = append(l.tests, t)
}

func (l *lines) End(s mocha.Stats) {
	l.stats = s
	l.list = append(l.list, fmt.Sprintf("end: %d suites, %d tests, %d passed, %d pending, %d failed", s.Suites, s.Tests, s.Passes, s.Pending, s.Failures))
}

// load makes a realm with the modules of Node and loads the files.
func load(t *testing.T, opts mocha.Options, files ...string) (*mocha.Runner, error) {
	t.Helper()
	root, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	iso, err := jsapi.New(jsapi.Options{Root: root, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := iso.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	var loader *modules.Loader
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		options := node.Options{Root: root, Log: slog.New(slog.DiscardHandler)}
		if err := node.Globals(r, options); err != nil {
			return err
		}
		var err error
		loader, err = modules.Install(r, modules.Options{Root: root, Core: node.Core(options)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		abs, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		opts.Files = append(opts.Files, abs)
	}
	opts.Shown = filepath.Base
	opts.Require = func(file string) error {
		_, err := loader.Require(file)
		return err
	}
	return mocha.Load(t.Context(), iso, opts)
}

func run(t *testing.T, opts mocha.Options, files ...string) *lines {
	t.Helper()
	l := &lines{}
	opts.Reporter = l
	runner, err := load(t, opts, files...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := runner.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l
}

// source writes a test file of its own.
func source(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "x.js")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestChoice(t *testing.T) {
	file := source(t, `
		describe('a', function () {
			it('one', function () {});
			it('two', function () { throw new Error('two'); });
			describe('b', function () { it('THREE', function () {}); });
		});
		it('four', function () {});`)
	for _, tc := range []struct {
		name string
		opts mocha.Options
		want string
	}{
		{"all", mocha.Options{}, "four one two THREE"},
		{"grep", mocha.Options{Grep: "^a (o|b)"}, "one THREE"},
		{"grep with flags", mocha.Options{Grep: "/three|ONE/i"}, "one THREE"},
		{"grep turned round", mocha.Options{Grep: "^a", Invert: true}, "four"},
		{"contains", mocha.Options{Contains: "b T"}, "THREE"},
		{"contains turned round", mocha.Options{Contains: "a ", Invert: true}, "four"},
		{"contains no expression", mocha.Options{Contains: "^a"}, ""},
		{"both", mocha.Options{Grep: "^a", Contains: "one"}, "one"},
		{"bail", mocha.Options{Bail: true}, "four one two"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var titles []string
			for _, r := range run(t, tc.opts, file).tests {
				titles = append(titles, r.Title)
			}
			if got := strings.Join(titles, " "); got != tc.want {
				t.Errorf("ran %q, want %q", got, tc.want)
			}
		})
	}
	if _, err := load(t, mocha.Options{Grep: "(", Reporter: &lines{}}, file); err == nil || !strings.Contains(err.Error(), "grep (") {
		t.Errorf("an expression that is none: %v", err)
	}
}

func TestFailure(t *testing.T) {
	l := run(t, mocha.Options{}, source(t, `
		var assert = require('assert');
		it('compares', function () { assert.deepStrictEqual({ a: 1 }, { a: 2 }); });
		it('has members', function () { throw Object.assign(new RangeError('far'), { code: 'E_FAR', list: [1] }); });
		it('is no error', function () { throw 'text'; });
		it('compares nothing', function () { throw Object.assign(new Error('x'), { expected: 1, actual: 2, showDiff: false }); });
	`))
	compared := l.tests[0].Failure
	if !compared.Compared || compared.Actual != "{ a: 1 }" || compared.Expected != "{ a: 2 }" || !strings.HasSuffix(compared.Place, "x.js:3:39") {
		t.Errorf("%+v", compared)
	}
	if f := l.tests[1].Failure; f.Name != "RangeError" || f.Members.Value("code") != "E_FAR" || !strings.Contains(f.Excerpt, "^") || !strings.Contains(f.Stack, "x.js:4:") {
		t.Errorf("%+v", f)
	}
	if f := l.tests[2].Failure; f.Message != "text" || f.Members != nil {
		t.Errorf("%+v", f)
	}
	if f := l.tests[3].Failure; f.Compared {
		t.Errorf("%+v", f)
	}
}

func TestLoadErrors(t *testing.T) {
	for text, want := range map[string]string{
		`describe('a', function () { nothing(); });`: "nothing is not defined",
		`describe('a');`: `the suite "a" has no function`,
		`it('a', 5);`:    `the test "a" has something else than a function`,
		`before('a');`:   `a "before all" hook has no function`,
		`describe('a', function () { this.timeout('later'); });`: `a time has to be a number`,
		`describe('a', function () {`:                            "Unexpected",
	} {
		_, err := load(t, mocha.Options{Reporter: &lines{}}, source(t, text))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "loading x.js: ") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, err := load(t, mocha.Options{UI: "qunit", Reporter: &lines{}}); err == nil || !strings.Contains(err.Error(), `"qunit"`) {
		t.Errorf("an unknown interface: %v", err)
	}
}

// TestEnd: a run ends with its context, what hangs is not waited for.
func TestEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l := &lines{}
	runner, err := load(t, mocha.Options{Reporter: l}, source(t, `
		it('hangs', function (done) {});
		it('is not run', function () {});`))
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := runner.Run(ctx); err == nil {
		t.Error("there is no error")
	}
	if len(l.tests) != 1 || l.tests[0].State != mocha.Failed {
		t.Errorf("reported %v", l.list)
	}
}
