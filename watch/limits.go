package watch

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"time"
)

// The most entries of a project. Beyond that, watching would keep a processor
// busy. The limit of a link is lower, because it usually leads out of the
// project.
const (
	maxEntries = 100_000
	maxLinked  = 20_000
)

// limits bound the number of watched files and folders.
type limits struct {
	entries, linked int
	settle          time.Duration
	// skipped are the links that lead to too many entries, by path, with their
	// targets. full is the reason why the project itself is too large, or empty.
	skipped map[string]string
	full    string
	// within is the allowed number of entries while a link is visited, 0
	// otherwise.
	within int
	burst  bool // the limit was exceeded
	warn   func(why string)
}

func newLimits() limits {
	return limits{entries: maxEntries, linked: maxLinked, settle: settleTime, skipped: map[string]string{}, warn: func(string) {}}
}

func (l *limits) reset() {
	clear(l.skipped)
	l.full = ""
}

// room reports whether rel can be watched within the limits.
func (t *tree) room(rel string) bool {
	l := &t.limits
	switch n := len(t.files) + len(t.dirs); {
	case l.within > 0 && n >= l.within:
		l.burst = true
		return false
	case n < l.entries:
		return true
	}
	if l.full == "" {
		l.full = fmt.Sprintf("the project has more than %d files: %s and others are not watched; add to watch.ignore what is not part of it", l.entries, rel)
		l.warn(l.full)
	}
	return false
}

// visitLink is visit for a link, which may lead to a folder of any size.
func (t *tree) visitLink(rel string, depth int, thorough bool) {
	l := &t.limits
	target := t.dirs[path.Dir(rel)].links[rel]
	if was, ok := l.skipped[rel]; ok && was == target {
		return
	}
	delete(l.skipped, rel)
	if l.within > 0 { // inside of another link
		t.visit(rel, depth, thorough)
		return
	}
	l.within = len(t.files) + len(t.dirs) - t.count(rel) + l.linked
	t.visit(rel, depth, thorough)
	l.within = 0
	if !l.burst {
		return
	}
	l.burst = false
	for name := range t.files {
		if below(name, rel) {
			delete(t.files, name)
			delete(t.pending, name)
			delete(t.emptied, name)
		}
	}
	t.forgetDirs(rel)
	l.skipped[rel] = target
	l.warn(l.tooMuch(rel))
}

// tooMuch returns the message that a link is not followed.
func (l *limits) tooMuch(rel string) string {
	return fmt.Sprintf("%s is a link to %s, which holds more than %d files: it is not watched; add it to watch.ignore, or run framework reload after changes", rel, l.skipped[rel], l.linked)
}

// omitted returns a message for each part that is too large to be watched.
func (l *limits) omitted() (out []string) {
	if l.full != "" {
		out = append(out, l.full)
	}
	for _, rel := range slices.Sorted(maps.Keys(l.skipped)) {
		out = append(out, l.tooMuch(rel))
	}
	return out
}

// count returns the number of known entries below rel, including rel.
func (t *tree) count(rel string) (n int) {
	for name := range t.files {
		if name == rel || below(name, rel) {
			n++
		}
	}
	for name := range t.dirs {
		if name == rel || below(name, rel) {
			n++
		}
	}
	return n
}
