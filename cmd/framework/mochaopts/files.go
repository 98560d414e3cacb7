package mochaopts

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// scripts matches the extensions of JavaScript and TypeScript.
const scripts = "{js,cjs,mjs,ts,cts,mts}"

// defaultSpecs are tried in turn for projects that name no tests.
var defaultSpecs = []string{"test/**/*.test." + scripts, "test/*." + scripts}

// Files are the test files, absolute: those of each entry of Spec in turn, a
// folder's and a pattern's sorted by name, each file once.
func (o *Options) Files(dir string) ([]string, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("looking for tests: %w", err)
	}
	if len(o.Spec) == 0 {
		for _, spec := range defaultSpecs {
			if list, err := o.matching(root, spec); err != nil || len(list) > 0 {
				return list, err
			}
		}
		return nil, fmt.Errorf("there are no tests in %s: no script matches test/**/*.test.* or test/*.* (framework generate test <name> makes one)", dir)
	}
	var files []string
	for _, spec := range o.Spec {
		list, err := o.matching(root, spec)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("there are no tests: nothing matches %s", spec)
		}
		for _, f := range list {
			if !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	return files, nil
}

// Required are the entries of Require: those that are files are absolute.
func (o *Options) Required(dir string) ([]string, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("looking for what the tests require: %w", err)
	}
	out := make([]string, len(o.Require))
	for i, name := range o.Require {
		out[i] = name
		if path := absolute(root, name); isFile(path) || isFile(path+".js") {
			out[i] = path
		}
	}
	return out, nil
}

func absolute(root, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(root, filepath.FromSlash(name))
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// matching lists the files that a spec means.
func (o *Options) matching(root, spec string) ([]string, error) {
	path := absolute(root, spec)
	if isFile(path) {
		return []string{path}, nil
	}
	for _, ending := range []string{".js", ".ts"} {
		if isFile(path + ending) {
			return []string{path + ending}, nil
		}
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		pattern := "/*." + scripts
		if o.Recursive {
			pattern = "/**/*." + scripts
		}
		path += pattern
	}
	base, pattern := doublestar.SplitPattern(filepath.ToSlash(path))
	list, err := doublestar.Glob(os.DirFS(base), pattern, doublestar.WithFilesOnly())
	if err != nil {
		return nil, fmt.Errorf("the pattern %s: %w", spec, err)
	}
	slices.Sort(list)
	var out []string
	for _, f := range list {
		if !strings.Contains("/"+f, "/node_modules/") && !strings.HasSuffix(f, ".d.ts") {
			out = append(out, filepath.Join(base, filepath.FromSlash(f)))
		}
	}
	return out, nil
}
