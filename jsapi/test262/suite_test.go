package test262

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// test is one file of the suite.
type test struct {
	Name     string   `json:"name"` // its path in the folder test, with slashes
	Includes []string `json:"includes"`
	Features []string `json:"-"`
	Flags    []string `json:"-"`
	Modes    []mode   `json:"modes"`
	Async    bool     `json:"async"`
	Raw      bool     `json:"raw"`
	Phase    string   `json:"phase"` // when it has to fail, "" if it has to pass
	Error    string   `json:"error"` // with which error
}

// mode is how a test is run. Most are run twice.
type mode string

const (
	sloppy   mode = "sloppy"
	strict   mode = "strict"
	asModule mode = "module"
)

// suite is a folder with the folders test and harness.
type suite struct {
	dir   string
	tests []*test
}

// newSuite reads what the tests say of themselves.
func newSuite(dir string) (*suite, error) {
	s := &suite{dir: dir}
	root := filepath.Join(dir, "test")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".js" || strings.Contains(entry.Name(), "_FIXTURE") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		t, err := described(filepath.ToSlash(rel), string(text))
		if err != nil {
			return err
		}
		s.tests = append(s.tests, t)
		return nil
	})
	return s, err
}

// text is the source of a test.
func (s *suite) text(t *test) (string, error) {
	text, err := os.ReadFile(filepath.Join(s.dir, "test", filepath.FromSlash(t.Name)))
	return string(text), err
}

// described reads the description at the beginning of a test: YAML, of which only lists
// and pairs are used.
func described(name, text string) (*test, error) {
	t := &test{Name: name}
	_, rest, ok := strings.Cut(text, "/*---")
	head, _, closed := strings.Cut(rest, "---*/")
	if !ok || !closed {
		return nil, fmt.Errorf("%s: no description between /*--- and ---*/", name)
	}
	lists := map[string]*[]string{"flags": &t.Flags, "includes": &t.Includes, "features": &t.Features}
	var list *[]string // to which lines with a dash belong
	key := ""
	for line := range strings.Lines(strings.ReplaceAll(head, "\r", "\n")) {
		trimmed := strings.TrimSpace(line)
		if item, ok := strings.CutPrefix(trimmed, "- "); ok && list != nil {
			*list = append(*list, strings.TrimSpace(item))
			continue
		}
		word, value, pair := strings.Cut(trimmed, ":")
		value = strings.TrimSpace(value)
		if pair && line[0] != ' ' {
			key, list = word, lists[word]
			if inner, ok := strings.CutPrefix(value, "["); ok && list != nil {
				for item := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
					if item = strings.TrimSpace(item); item != "" {
						*list = append(*list, item)
					}
				}
				list = nil
			}
			continue
		}
		if pair && key == "negative" {
			switch word {
			case "phase":
				t.Phase = value
			case "type":
				t.Error = value
			}
		}
	}
	t.Async, t.Raw = slices.Contains(t.Flags, "async"), slices.Contains(t.Flags, "raw")
	switch {
	case slices.Contains(t.Flags, "module"):
		t.Modes = []mode{asModule}
	case t.Raw, slices.Contains(t.Flags, "noStrict"):
		t.Modes = []mode{sloppy}
	case slices.Contains(t.Flags, "onlyStrict"):
		t.Modes = []mode{strict}
	default:
		t.Modes = []mode{sloppy, strict}
	}
	if !t.Raw {
		common := []string{"assert.js", "sta.js"}
		if t.Async {
			common = append(common, "doneprintHandle.js")
		}
		t.Includes = append(common, t.Includes...)
	}
	return t, nil
}
