package mocha

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"
)

// kind is when a hook runs.
type kind string

const (
	beforeAll  kind = "beforeAll"
	afterAll   kind = "afterAll"
	beforeEach kind = "beforeEach"
	afterEach  kind = "afterEach"
)

// suite is the result of one call of describe.
type suite struct {
	title  string
	depth  int
	parent *suite
	suites []*suite
	tests  []*runnable
	hooks  map[kind][]*runnable
	only   bool
	total  int // number of tests below it, including pending ones
}

// runnable is a test or a hook.
type runnable struct {
	object  *goja.Object
	title   string
	path    []string
	file    string
	parent  *suite
	only    bool
	pending bool
	hook    bool
}

func (t *runnable) fullTitle() string { return strings.Join(t.path, " ") }

// read copies the tree that the files registered, without the tests that only and grep
// exclude.
func (m *Runner) read() (*suite, error) {
	root := m.readSuite(m.api.Get("root").(*goja.Object), nil)
	if root.hasOnly() {
		root.keepOnly()
	}
	matches, err := m.filter()
	if err != nil {
		return nil, err
	}
	root.keep(matches)
	return root, nil
}

func (m *Runner) readSuite(o *goja.Object, parent *suite) *suite {
	s := &suite{title: o.Get("title").String(), parent: parent, only: o.Get("only").ToBoolean(), hooks: map[kind][]*runnable{}}
	if parent != nil {
		s.depth = parent.depth + 1
	}
	hooks := o.Get("hooks").(*goja.Object)
	for _, k := range []kind{beforeAll, afterAll, beforeEach, afterEach} {
		for _, h := range entries(hooks.Get(string(k))) {
			hook := m.readRunnable(h, s)
			hook.hook = true
			s.hooks[k] = append(s.hooks[k], hook)
		}
	}
	for _, t := range entries(o.Get("tests")) {
		s.tests = append(s.tests, m.readRunnable(t, s))
	}
	for _, c := range entries(o.Get("suites")) {
		s.suites = append(s.suites, m.readSuite(c, s))
	}
	return s
}

func (m *Runner) readRunnable(o *goja.Object, s *suite) *runnable {
	t := &runnable{
		object: o, parent: s, title: o.Get("title").String(), file: o.Get("file").String(),
		only: o.Get("only").ToBoolean(), pending: o.Get("pending").ToBoolean(),
	}
	for at := s; at.parent != nil; at = at.parent {
		t.path = append([]string{at.title}, t.path...)
	}
	t.path = append(t.path, t.title)
	return t
}

func entries(v goja.Value) []*goja.Object {
	list := v.(*goja.Object)
	out := make([]*goja.Object, 0, len(list.Keys()))
	for _, k := range list.Keys() {
		out = append(out, list.Get(k).(*goja.Object))
	}
	return out
}

// hasOnly reports whether only was used in s or below it.
func (s *suite) hasOnly() bool {
	for _, t := range s.tests {
		if t.only {
			return true
		}
	}
	for _, c := range s.suites {
		if c.only || c.hasOnly() {
			return true
		}
	}
	return false
}

// keepOnly removes tests that are not marked with only. If no test is marked, it keeps
// the marked suites, and in suites that contain a mark only what is marked.
func (s *suite) keepOnly() {
	var tests []*runnable
	for _, t := range s.tests {
		if t.only {
			tests = append(tests, t)
		}
	}
	s.tests = tests
	if len(tests) > 0 {
		s.suites = nil
		return
	}
	var suites []*suite
	for _, c := range s.suites {
		switch inner := c.hasOnly(); {
		case inner:
			c.keepOnly()
			suites = append(suites, c)
		case c.only:
			suites = append(suites, c)
		}
	}
	s.suites = suites
}

// keep removes the tests that do not match, and counts the others.
func (s *suite) keep(matches func(title string) bool) {
	var tests []*runnable
	for _, t := range s.tests {
		if matches(t.fullTitle()) {
			tests = append(tests, t)
		}
	}
	s.tests = tests
	s.total = len(tests)
	for _, c := range s.suites {
		c.keep(matches)
		s.total += c.total
	}
}

// filter returns the predicate of Grep, Contains and Invert. Call it on the loop.
func (m *Runner) filter() (func(title string) bool, error) {
	o := m.opts
	if o.Grep == "" {
		return func(title string) bool { return strings.Contains(title, o.Contains) != o.Invert || o.Contains == "" }, nil
	}
	rt := m.realm.Runtime()
	source, flags := o.Grep, ""
	if end := strings.LastIndex(source, "/"); strings.HasPrefix(source, "/") && end > 0 {
		source, flags = source[1:end], source[end+1:]
	}
	re, err := rt.New(rt.Get("RegExp"), rt.ToValue(source), rt.ToValue(flags))
	if err != nil {
		return nil, fmt.Errorf("grep %s: %w", o.Grep, m.realm.Wrap(err))
	}
	test, _ := goja.AssertFunction(re.Get("test"))
	return func(title string) bool {
		_ = re.Set("lastIndex", 0)
		v, err := test(re, rt.ToValue(title))
		matched := err == nil && v.ToBoolean() && strings.Contains(title, o.Contains)
		return matched != o.Invert
	}, nil
}
