package accelerate

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// comparison is what a function compares that is given to sort, one of
//
//	(a, b) => a - b
//	(a, b) => b.rank - a.rank
//	(a, b) => a.name < b.name ? -1 : 1
//	function (a, b) { return a.name > b.name ? 1 : a.name < b.name ? -1 : 0; }
//
// with any names. Such a function depends on nothing but what it is given.
type comparison struct {
	path       []string // of the members that are compared
	difference bool     // of numbers
	swapped    bool     // the second is in front
	tests      []test
	otherwise  int

	instructions int // of a function that only compares
}

// test is a part of a comparison: less is whether the first is less than the second, and else whether
// it is greater.
type test struct {
	less   bool
	result int
}

func (c *comparison) takesTexts() bool { return !c.difference }

// before reports whether the comparison of a first value with a second gives a number below 0.
func (c *comparison) before(less, greater bool) bool {
	for _, t := range c.tests {
		if t.less && less || !t.less && greater {
			return t.result < 0
		}
	}
	return c.otherwise < 0
}

const identifier = `[A-Za-z_$][\w$]*`

var (
	comparing = regexp.MustCompile(`^(?:function\s*(?:` + identifier + `)?\s*\(\s*(` + identifier + `)\s*,\s*(` + identifier + `)\s*\)\s*\{\s*return\s([^{}]*?);?\s*\}|` +
		`\(\s*(` + identifier + `)\s*,\s*(` + identifier + `)\s*\)\s*=>\s*(?:\{\s*return\s([^{}]*?);?\s*\}|([^{}]*)))$`)
	operands = regexp.MustCompile(`^(` + identifier + `)((?:\.` + identifier + `)*)\s*([-<>])\s*(` + identifier + `)((?:\.` + identifier + `)*)$`)
)

// comparison is what a function compares, nil for any other function.
func (s *sorter) comparison(fn *goja.Object) *comparison {
	src := s.layout.Source(fn)
	if src == "" || len(src) > 200 {
		return nil
	}
	c, ok := s.known[src]
	if !ok {
		if c = parseComparison(src); c != nil {
			c.instructions = s.compiled(src)
		}
		if len(s.known) < 1000 {
			s.known[strings.Clone(src)] = c
		}
	}
	if c == nil || c.instructions != s.layout.Instructions(fn) {
		return nil // it may have more to do, as when it is debugged, or when what has run is counted
	}
	return c
}

// compiled is how many instructions the engine makes of a function by itself.
func (s *sorter) compiled(src string) int {
	made, err := s.rt.RunString("(" + src + ")")
	if err != nil {
		return -1
	}
	return s.layout.Instructions(made.ToObject(s.rt))
}

func parseComparison(src string) *comparison {
	m := comparing.FindStringSubmatch(src)
	if m == nil {
		return nil
	}
	a, b, body := m[1]+m[4], m[2]+m[5], strings.TrimSpace(m[3]+m[6]+m[7])
	if a == b || strings.Contains(body, "=") {
		return nil
	}
	c := &comparison{}
	parts := strings.FieldsFunc(body, func(r rune) bool { return r == '?' || r == ':' })
	if len(parts)%2 == 0 || strings.Count(body, "?") != strings.Count(body, ":") {
		return nil
	}
	for i, part := range parts {
		part = strings.TrimSpace(part)
		if i%2 == 1 || i == len(parts)-1 && i > 0 {
			n, err := strconv.Atoi(part)
			if err != nil || n < -1 || n > 1 {
				return nil
			}
			if i%2 == 1 {
				c.tests[len(c.tests)-1].result = n
			} else {
				c.otherwise = n
			}
			continue
		}
		o := operands.FindStringSubmatch(part)
		if o == nil || o[2] != o[5] || !(o[1] == a && o[4] == b || o[1] == b && o[4] == a) || (o[3] == "-") != (len(parts) == 1) {
			return nil
		}
		path := strings.Split(o[2], ".")[1:]
		if i > 0 && strings.Join(path, ".") != strings.Join(c.path, ".") {
			return nil
		}
		c.path = path
		if o[3] == "-" {
			c.difference, c.swapped = true, o[1] == b
			return c
		}
		c.tests = append(c.tests, test{less: (o[3] == "<") == (o[1] == a)})
	}
	return c
}
