package jsapi

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/google/pprof/profile"
)

// profiling is held while a profile is recorded: goja has one profiler for the process, and
// loses its output if another one starts while it stops.
var profiling sync.Mutex

// StartProfile records where the JavaScript of all realms of the process spends its time, until
// stop is called, once. It is a profile of the kind that go tool pprof reads, with the files of the
// project at root by their names in it. Only one can be recorded at a time.
//
// A sample is taken every 10 ms of running JavaScript, and time spent in functions of the server that
// JavaScript calls counts for the line that calls them.
func StartProfile(root string) (stop func() (*profile.Profile, error), err error) {
	if !profiling.TryLock() {
		return nil, errors.New("JavaScript is being profiled already")
	}
	text := new(bytes.Buffer)
	if err := goja.StartProfile(text); err != nil {
		profiling.Unlock()
		return nil, fmt.Errorf("JavaScript cannot be profiled: %w", err)
	}
	return func() (*profile.Profile, error) {
		goja.StopProfile()
		profiling.Unlock()
		return readProfile(text, root)
	}, nil
}

// readProfile reads what goja has written.
func readProfile(text *bytes.Buffer, root string) (*profile.Profile, error) {
	p, err := profile.ParseData(text.Bytes())
	if err != nil {
		return nil, fmt.Errorf("the profile of JavaScript cannot be read: %w", err)
	}
	for _, f := range p.Function {
		f.Filename = within(root, f.Filename)
		f.Name = functionName(f)
		f.SystemName = f.Name
	}
	for _, m := range p.Mapping {
		m.HasFunctions, m.HasFilenames, m.HasLineNumbers = true, true, true
	}
	return p, nil
}

// within is the name of a file in the project, that of other files as it is.
func within(root, name string) string {
	if rel, err := filepath.Rel(root, name); root != "" && err == nil && filepath.IsAbs(name) && !strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return name
}

// numbered is what goja adds to the names of functions that are not the only ones of
// their name.
var numbered = regexp.MustCompile(`\.\d+$`)

// functionName is the name of a function with its file, so that functions of the same name
// are told apart.
func functionName(f *profile.Function) string {
	name := numbered.ReplaceAllString(f.Name, "")
	if strings.HasPrefix(f.Filename, "framework:") || f.Filename == "" {
		return name
	}
	return name + " " + f.Filename
}
