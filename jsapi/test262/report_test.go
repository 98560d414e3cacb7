package test262

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine/testenv"
)

var (
	update = flag.Bool("update", false, "write the table into docs/npm.md")
	under  = flag.String("under", "", "run only the tests below this folder, and leave the table as it is")
	list   = flag.Bool("list", false, "print the tests that fail here and pass in Node")
	every  = flag.Int("every", 1, "run only each n-th test")
)

// TestSuite runs the suite in the folder that FRAMEWORK_TEST_262 names (with the folders test and harness)
// here and in Node. docs/npm.md has what came out of each seventh test, which takes five minutes of CPU; all take half an hour.
func TestSuite(t *testing.T) {
	dir := os.Getenv("FRAMEWORK_TEST_262")
	if dir == "" {
		t.Skip("FRAMEWORK_TEST_262 is not set: it has to be the folder of test262")
	}
	s, err := newSuite(dir)
	if err != nil {
		t.Fatal(err)
	}
	if *under != "" {
		s.tests = slices.DeleteFunc(s.tests, func(t *test) bool { return !strings.HasPrefix(t.Name, *under) })
	}
	var sample []*test
	for i := 0; i < len(s.tests); i += *every {
		sample = append(sample, s.tests[i])
	}
	s.tests = sample
	theirs := s.inNode(t)
	ours := s.inRealms(t)
	if *under != "" || *list {
		passed := 0
		for _, test := range s.tests {
			err := ours[test.Name]
			if err == nil {
				passed++
			} else if !theirs[test.Name] {
				t.Logf("%s: %v", test.Name, err)
			}
		}
		t.Logf("%d tests, %d pass here, %d in Node", len(s.tests), passed, len(s.tests)-len(theirs))
	}
	if *under != "" {
		return
	}
	testenv.Table(t, "../../docs/npm.md", "<!-- test262: written by go test ./jsapi/test262 -run TestSuite -timeout 2h -every 7 -update -->\n", "<!-- end of test262 -->", report(s.tests, theirs, ours), *update)
}

// inRealms returns the tests that fail here, and why.
func (s *suite) inRealms(t *testing.T) map[string]error {
	e := &engine{suite: s, scratch: t.TempDir()}
	var mu sync.Mutex
	failed := map[string]error{}
	todo := make(chan *test)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for test := range todo {
				if err := e.check(test); err != nil {
					mu.Lock()
					failed[test.Name] = err
					mu.Unlock()
				}
			}
		})
	}
	for _, test := range s.tests {
		todo <- test
	}
	close(todo)
	wg.Wait()
	return failed
}

// silence is after how long a test of Node is ended: some block its only thread.
const silence = time.Minute

// inNode returns the tests that fail in Node.
func (s *suite) inNode(t *testing.T) map[string]bool {
	t.Helper()
	failed := map[string]bool{}
	for rest := s.tests; len(rest) > 0; {
		done, ended := s.someInNode(t, rest, failed)
		if !ended {
			failed[rest[done].Name] = true
			done++
		}
		rest = rest[done:]
	}
	return failed
}

// someInNode runs tests in one process of Node, and returns how many have ended, and whether all have.
func (s *suite) someInNode(t *testing.T, tests []*test, failed map[string]bool) (done int, ended bool) {
	t.Helper()
	dir := t.TempDir()
	list, err := json.Marshal(tests)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "tests.json"), list, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/node.js")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "--no-warnings", "--expose-gc", "--experimental-vm-modules", script, dir, s.dir)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	silent := time.AfterFunc(silence, cancel)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		silent.Reset(silence)
		name, ok := strings.CutPrefix(lines.Text(), "not ")
		if ok {
			failed[name] = true
		}
		if name != tests[done].Name {
			t.Fatalf("node.js printed %q", lines.Text())
		}
		done++
	}
	silent.Stop()
	if err := cmd.Wait(); err != nil && ctx.Err() == nil {
		t.Fatalf("%v after %d tests", err, done)
	}
	return done, done == len(tests)
}

// row counts the tests of a category or a feature.
type row struct {
	tests, theirs, ours int
	only                int            // fail here, and pass in Node
	groups              map[string]int // where these are
}

func (r *row) add(group string, theirs, ours bool) {
	r.tests++
	if theirs {
		r.theirs++
	}
	if ours {
		r.ours++
	}
	if theirs && !ours {
		r.only++
		if r.groups == nil {
			r.groups = map[string]int{}
		}
		r.groups[group]++
	}
}

// category is the row of a test, and the group in it.
func category(name string) (row, group string) {
	parts := strings.Split(name, "/")
	depth := min(2, len(parts)-1)
	if parts[0] == "language" && (parts[1] == "expressions" || parts[1] == "statements") || parts[0] == "annexB" {
		depth = min(3, len(parts)-1)
	}
	if parts[0] == "staging" || parts[0] == "harness" {
		depth = 1
	}
	rest := parts[depth:]
	group = strings.Join(rest[:min(2, len(rest)-1)], "/")
	if group == "" {
		group = strings.TrimSuffix(rest[0], ".js")
	}
	return strings.Join(parts[:depth], "/"), group
}

// report is the part of docs/npm.md that says what the suite gives.
func report(tests []*test, theirs map[string]bool, ours map[string]error) string {
	categories, features := map[string]*row{}, map[string]*row{}
	var all row
	count := func(rows map[string]*row, key, group string, theirs, ours bool) {
		if rows[key] == nil {
			rows[key] = &row{}
		}
		rows[key].add(group, theirs, ours)
	}
	for _, t := range tests {
		theirs, ours := !theirs[t.Name], ours[t.Name] == nil
		key, group := category(t.Name)
		count(categories, key, group, theirs, ours)
		for _, feature := range t.Features {
			count(features, feature, key, theirs, ours)
		}
		all.add(key, theirs, ours)
	}
	var b strings.Builder
	if *every > 1 {
		fmt.Fprintf(&b, "One test of %d was run.\n\n", *every)
	}
	b.WriteString("| tests of | run | pass in Node 20 | pass here | fail here only | where most of these are |\n| --- | --- | --- | --- | --- | --- |\n")
	line := func(name string, r *row) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %s |\n", name, r.tests, r.theirs, r.ours, r.only, r.most())
	}
	line("all", &all)
	for _, key := range slices.Sorted(maps.Keys(categories)) {
		line("`"+key+"`", categories[key])
	}
	b.WriteString("\nThe same by the features that tests name, where a tenth or more of what Node passes fails here:\n\n" +
		"| feature | run | pass in Node 20 | pass here | fail here only | where most of these are |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, key := range slices.Sorted(maps.Keys(features)) {
		if r := features[key]; 10*r.only >= r.theirs && r.only > 0 {
			line("`"+key+"`", r)
		}
	}
	return b.String()
}

// most lists the largest groups.
func (r *row) most() string {
	keys := slices.SortedFunc(maps.Keys(r.groups), func(a, b string) int {
		return cmp.Or(r.groups[b]-r.groups[a], strings.Compare(a, b))
	})
	var out []string
	for _, key := range keys[:min(3, len(keys))] {
		out = append(out, fmt.Sprintf("`%s` %d", key, r.groups[key]))
	}
	return strings.Join(out, ", ")
}
