package project

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// guessModern says what in the project at root is of 1.x alone, "" for nothing.
// It is for projects whose package.json does not name the release.
func guessModern(root string, dependencies map[string]string) string {
	// The hooks for 0.12 are sails-hook-orm 1 and sails-hook-sockets 0.
	for _, hook := range []struct{ name, before string }{{"sails-hook-orm", "1.x"}, {"sails-hook-sockets", ""}} {
		wants := dependencies[hook.name]
		if release := Release(wants); strings.HasSuffix(release, ".x") && release != hook.before {
			return fmt.Sprintf("package.json requires %s %s", hook.name, wants)
		}
	}
	if f, ok := One(root, "config/datastores"); ok {
		return "there is " + f.Rel
	}
	if f, ok := One(root, "config/models"); ok && contains(f.Path, attributesKey) {
		return f.Rel + " has attributes"
	}
	s := scanner{root: root}
	why := ""
	s.walk(filepath.Join(root, "api", "controllers"), "", -1, []string{".js", ".ts"}, func(path, _, base string) {
		if why == "" && !strings.HasSuffix(base, "Controller") && contains(path, fnKey) && contains(path, exitsKey) {
			why = s.rel(path) + " is an action with fn and exits or inputs"
		}
	})
	return why
}

var (
	attributesKey = regexp.MustCompile(`(?m)^\s*attributes\s*:`)
	fnKey         = regexp.MustCompile(`(?m)^\s*fn\s*:|^\s*(?:async\s+)?fn\s*\(`)
	exitsKey      = regexp.MustCompile(`(?m)^\s*(?:exits|inputs)\s*:`)
)

// contains reports whether the file at path has what is looked for; one that
// cannot be read has nothing.
func contains(path string, what *regexp.Regexp) bool {
	text, err := os.ReadFile(path)
	return err == nil && what.Match(text)
}
