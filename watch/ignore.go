package watch

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// defaultIgnores are never part of a project: version control, packages, output
// of the server, and temporary files of editors and databases.
func defaultIgnores() []string {
	return []string{
		".git", ".hg", ".svn", "node_modules", ".tmp", ".idea", ".vscode", ".DS_Store",
		"*~", "#*#", ".#*", "*.sw[a-z]", "4913", "*.tmp", "*.bak", "*.orig", "*.crswap",
		"*___jb_tmp___", "*___jb_old___", ".goutputstream-*", ".*.kate-swp", ".nfs*",
		"*.log", "*.sqlite", "*.sqlite3", "*.db", "*-journal", "*-wal", "*-shm",
	}
}

// ignores are the patterns of paths that are not watched.
type ignores struct {
	names, paths []string
	// kept are files that are watched although a pattern matches; their folders
	// are visited for these files only.
	kept []string
}

// IgnoreError is a malformed pattern.
type IgnoreError struct{ Pattern string }

func (e *IgnoreError) Error() string {
	return fmt.Sprintf("the ignore pattern %q is not a glob: write it like docs/** or *.bak", e.Pattern)
}

// newIgnores parses patterns: one without a slash matches names at any depth, any
// other the path from the root.
func newIgnores(patterns []string) (*ignores, error) {
	ig := &ignores{}
	for _, p := range patterns {
		trimmed := strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/")
		if trimmed == "" || !doublestar.ValidatePattern(trimmed) {
			return nil, &IgnoreError{p}
		}
		if strings.Contains(trimmed, "/") {
			ig.paths = append(ig.paths, strings.TrimPrefix(trimmed, "/"))
		} else {
			ig.names = append(ig.names, trimmed)
		}
	}
	return ig, nil
}

// with returns these patterns and those of more.
func (ig *ignores) with(more *ignores) *ignores {
	return &ignores{slices.Concat(ig.names, more.names), slices.Concat(ig.paths, more.paths), ig.kept}
}

// equal reports whether both hold the same patterns.
func (ig *ignores) equal(other *ignores) bool {
	return slices.Equal(ig.names, other.names) && slices.Equal(ig.paths, other.paths)
}

// match reports whether rel, a path from the root, is ignored, or is in a folder
// that is visited for a kept file only.
func (ig *ignores) match(rel string) bool {
	for _, file := range ig.kept {
		if file == rel || path.Dir(file) == rel {
			return false
		}
	}
	for _, file := range ig.kept {
		if path.Dir(file) == path.Dir(rel) && ig.matches(path.Dir(rel)) {
			return true
		}
	}
	return ig.matches(rel)
}

func (ig *ignores) matches(rel string) bool {
	name := path.Base(rel)
	for _, p := range ig.names {
		if ok, _ := doublestar.Match(p, name); ok { // patterns were validated
			return true
		}
	}
	for _, p := range ig.paths {
		if ok, _ := doublestar.Match(p, rel); ok {
			return true
		}
	}
	return false
}

// covers reports whether rel or a parent folder is ignored; the root never is.
func (ig *ignores) covers(rel string) bool {
	for rel != "." && rel != "" {
		if ig.match(rel) {
			return true
		}
		rel = path.Dir(rel)
	}
	return false
}
