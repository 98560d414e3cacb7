package test262

import (
	"path"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// The tests of testdata/suite pass or fail as their names say: here, and in Node.
func TestRunner(t *testing.T) {
	testenv.Slow(t)
	s, err := newSuite("testdata/suite")
	if err != nil || len(s.tests) < 15 {
		t.Fatal(len(s.tests), err)
	}
	theirs, ours := s.inNode(t), s.inRealms(t)
	for _, test := range s.tests {
		passes := strings.HasPrefix(path.Base(test.Name), "pass")
		if err := ours[test.Name]; passes != (err == nil) {
			t.Errorf("%s here: %v", test.Name, err)
		}
		if passes == theirs[test.Name] {
			t.Errorf("%s in Node: failed is %v", test.Name, theirs[test.Name])
		}
	}
}
