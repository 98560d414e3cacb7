package watch

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// maxDepth ends the descent into folders that link to each other.
const maxDepth = 32

// tree is what is known about the folder. Paths are relative to its root and
// slash-separated; the root is ".".
type tree struct {
	root   string
	base   *ignores // the fixed patterns
	ignore *ignores // with the patterns of the project
	files  map[string]*print
	dirs   map[string]*folder
	// at lists, by real path, the paths under which a folder or the target of a
	// link to a file is part of the tree.
	at map[string][]string
	// pending holds, for the files that have changed, what was last reported
	// about them.
	pending map[string]*print
	// stale are reported as such.
	stale map[string]bool
	// orphans are folders that were replaced by other folders: files below them
	// may be gone.
	orphans []string
	// targets are folders that are watched because links lead into them.
	targets map[string]bool
	// reading is false while contents are not read.
	reading bool
	watch   func(real string)
	unwatch func(real string)
	limits  limits
	// emptied is since when files are empty that were not empty before.
	emptied map[string]time.Time
	now     func() time.Time
}

type folder struct {
	info     os.FileInfo
	real     string
	links    map[string]string // links in it, and their real targets
	children map[string]bool   // its known entries, by path from the root
}

func newTree(root string, ig *ignores) *tree {
	return &tree{
		root: root, base: ig, ignore: ig, files: map[string]*print{}, dirs: map[string]*folder{},
		at: map[string][]string{}, pending: map[string]*print{}, stale: map[string]bool{},
		targets: map[string]bool{}, watch: func(string) {}, unwatch: func(string) {},
		limits: newLimits(), emptied: map[string]time.Time{}, now: time.Now,
	}
}

// ignoreAlso replaces the additional patterns. It forgets files that are now
// ignored, without reporting them, and visits those that no longer are.
func (t *tree) ignoreAlso(more *ignores) {
	now := t.base.with(more)
	if now.equal(t.ignore) {
		return
	}
	t.ignore = now
	t.limits.reset()
	for rel := range t.files {
		if t.ignore.covers(rel) {
			delete(t.files, rel)
			delete(t.pending, rel)
		}
	}
	for rel, d := range t.dirs {
		if t.ignore.covers(rel) {
			delete(t.dirs, rel)
			t.dropLinks(d)
			t.unalias(d.real, rel)
		}
	}
	t.look(".", false)
}

func (t *tree) full(rel string) string { return filepath.Join(t.root, filepath.FromSlash(rel)) }

// look updates what is known about rel and everything below it. Content is read
// if it may have changed; with thorough, that of rel itself is always read.
func (t *tree) look(rel string, thorough bool) {
	if t.ignore.covers(rel) {
		return
	}
	// A parent folder may be gone, or may be new and not yet known.
	if parent := path.Dir(rel); rel != "." && t.dirs[parent] == nil {
		if info, err := os.Stat(t.full(parent)); err == nil && info.IsDir() {
			t.look(parent, false)
		}
		return
	}
	if rel == "." {
		t.visit(rel, 0, thorough)
		return // it is in no folder of the tree
	}
	d, depth := t.dirs[path.Dir(rel)], strings.Count(rel, "/")
	if info, err := os.Lstat(t.full(rel)); err == nil && info.Mode()&os.ModeSymlink != 0 {
		t.link(d, rel)
		t.visitLink(rel, depth, thorough)
	} else {
		t.unlink(d, rel)
		t.visit(rel, depth, thorough)
	}
	if d := t.dirs[path.Dir(rel)]; d != nil && (t.files[rel] != nil || t.dirs[rel] != nil) {
		d.children[rel] = true
	}
}

func (t *tree) visit(rel string, depth int, thorough bool) {
	full := t.full(rel)
	info, err := os.Stat(full)
	switch {
	case err != nil:
		t.gone(rel)
	case info.IsDir():
		t.visitDir(rel, depth, info)
	default:
		t.dropDir(rel)
		t.visitFile(rel, info, thorough)
	}
}

// realFile returns the path of a file without links.
func (t *tree) realFile(rel string) string {
	d := t.dirs[path.Dir(rel)]
	if d == nil {
		return ""
	}
	if real, ok := d.links[rel]; ok {
		return real
	}
	return filepath.Join(d.real, path.Base(rel))
}

func (t *tree) visitFile(rel string, info os.FileInfo, thorough bool) {
	old := t.files[rel]
	real := t.realFile(rel)
	if old != nil && !thorough && old.real == real && old.sameStat(info) && old.settled() {
		return
	}
	if old == nil && !t.room(rel) {
		return
	}
	now := &print{info: info, real: real, at: time.Now()}
	if t.reading {
		now.sum, now.summed = sum(t.full(rel), info)
	}
	if old == nil || !old.sameContent(now) {
		t.note(rel, old)
	}
	t.files[rel] = now
	t.noteEmpty(rel, old)
}

// note records the last reported state of rel.
func (t *tree) note(rel string, old *print) {
	if _, ok := t.pending[rel]; !ok {
		t.pending[rel] = old
	}
}

func (t *tree) visitDir(rel string, depth int, info os.FileInfo) {
	if old := t.files[rel]; old != nil {
		t.gone(rel)
	}
	if depth > maxDepth {
		return
	}
	real, ok := t.realPath(rel)
	if !ok {
		return
	}
	d := t.dirs[rel]
	if d != nil && (!os.SameFile(d.info, info) || d.real != real) {
		t.replaced(rel)
		d = nil
	}
	if d == nil {
		if !t.room(rel) {
			return
		}
		d = &folder{info: info, real: real, links: map[string]string{}, children: map[string]bool{}}
		t.release(info)
		t.dirs[rel] = d
		t.alias(real, rel)
		t.watch(real) // before it is read, so that no change is missed
	}
	entries, err := os.ReadDir(t.full(rel))
	if err != nil {
		return
	}
	seen := make(map[string]bool, len(entries))
	t.dropLinks(d)
	for _, e := range entries {
		if t.limits.burst {
			return
		}
		child := path.Join(rel, e.Name())
		if t.ignore.match(child) {
			continue
		}
		seen[child] = true
		if e.Type()&os.ModeSymlink != 0 {
			t.link(d, child)
			t.visitLink(child, depth+1, false)
			continue
		}
		t.visit(child, depth+1, false)
	}
	for child := range d.children {
		if seen[child] || t.ignore.match(child) {
			continue
		}
		// A folder that is being written may be listed before its entries exist.
		if info, err := os.Lstat(t.full(child)); err == nil {
			seen[child] = true
			if info.Mode()&os.ModeSymlink != 0 {
				t.link(d, child)
				t.visitLink(child, depth+1, false)
				continue
			}
			t.visit(child, depth+1, false)
			continue
		}
		t.gone(child)
	}
	d.children = seen
}

// release removes the watch of a folder that was moved to the path that is now
// visited. The system keeps one watch for each folder, under its first name: the
// new name would get the watch of the old one, and lose it when the old name is
// removed.
func (t *tree) release(info os.FileInfo) {
	for _, d := range t.dirs {
		if !os.SameFile(d.info, info) {
			continue
		}
		if at, err := os.Lstat(d.real); err != nil || !os.SameFile(at, info) {
			t.unwatch(d.real)
		}
	}
}

// vacate removes the watches of the folder rel if another folder has replaced it.
// All of them are removed before any is visited again: folders that were swapped
// would lose their watches to each other.
func (t *tree) vacate(rel string) {
	d := t.dirs[rel]
	if d == nil {
		return
	}
	info, err := os.Stat(t.full(rel))
	if err != nil {
		return
	}
	if real, ok := t.realPath(rel); !os.SameFile(d.info, info) || ok && real != d.real {
		t.replaced(rel)
	}
}

func (t *tree) replaced(rel string) {
	t.forgetDirs(rel)
	t.orphans = append(t.orphans, rel)
}

// reap forgets the files of replaced folders that do not exist any more.
func (t *tree) reap() {
	for _, dir := range t.orphans {
		for name := range t.files {
			if below(name, dir) && t.dirs[path.Dir(name)] == nil {
				t.gone(name)
			} else if _, err := os.Stat(t.full(name)); below(name, dir) && err != nil {
				t.gone(name)
			}
		}
	}
	t.orphans = nil
}

// realPath returns the path of a folder without links; false if the folder
// contains itself.
func (t *tree) realPath(rel string) (string, bool) {
	if rel == "." {
		return t.root, true
	}
	full := t.full(rel)
	parent := t.dirs[path.Dir(rel)]
	if parent == nil {
		return "", false
	}
	real := filepath.Join(parent.real, path.Base(rel))
	if info, err := os.Lstat(full); err != nil {
		return "", false
	} else if info.Mode()&os.ModeSymlink != 0 {
		if real, err = filepath.EvalSymlinks(full); err != nil {
			return "", false
		}
		for up := path.Dir(rel); ; up = path.Dir(up) {
			if d := t.dirs[up]; d != nil && holds(real, d.real) {
				return "", false
			}
			if up == "." {
				break
			}
		}
	}
	return real, true
}

// holds reports whether the folder outer is inner or a parent of it; both are
// clean.
func holds(outer, inner string) bool {
	sep := string(filepath.Separator)
	return outer == inner || strings.HasPrefix(inner, strings.TrimSuffix(outer, sep)+sep)
}

// link records that the file rel is a link, whose target may change elsewhere.
func (t *tree) link(d *folder, rel string) {
	real, err := filepath.EvalSymlinks(t.full(rel))
	d.links[rel] = real
	if err != nil {
		return
	}
	if info, err := os.Stat(real); err == nil && !info.IsDir() {
		t.alias(real, rel)
		t.targets[filepath.Dir(real)] = true
		t.watch(filepath.Dir(real))
	}
}

func (t *tree) dropLinks(d *folder) {
	for rel := range d.links {
		t.unlink(d, rel)
	}
}

// unlink records that rel is not a link, if it was one.
func (t *tree) unlink(d *folder, rel string) {
	if _, ok := d.links[rel]; !ok {
		return
	}
	delete(d.links, rel)
	for real, names := range t.at {
		if i := slices.Index(names, rel); i >= 0 && t.dirs[rel] == nil {
			t.unalias(real, rel)
		}
	}
}

func (t *tree) alias(real, rel string) {
	if !slices.Contains(t.at[real], rel) {
		t.at[real] = append(t.at[real], rel)
	}
}

func (t *tree) unalias(real, rel string) {
	names := slices.DeleteFunc(t.at[real], func(s string) bool { return s == rel })
	if len(names) > 0 {
		t.at[real] = names
		return
	}
	delete(t.at, real)
	if !t.targets[real] {
		t.unwatch(real)
	}
}

// gone forgets rel and everything below it.
func (t *tree) gone(rel string) {
	delete(t.limits.skipped, rel)
	if old, ok := t.files[rel]; ok {
		t.note(rel, old)
		delete(t.files, rel)
		delete(t.emptied, rel)
		return
	}
	if t.dirs[rel] == nil {
		return
	}
	for name, old := range t.files {
		if below(name, rel) {
			t.note(name, old)
			delete(t.files, name)
			delete(t.emptied, name)
		}
	}
	t.forgetDirs(rel)
}

// dropDir forgets the folder rel, which has become a file.
func (t *tree) dropDir(rel string) {
	if t.dirs[rel] != nil {
		t.gone(rel)
	}
}

// forgetDirs removes the watches of rel and the folders below it.
func (t *tree) forgetDirs(rel string) {
	for name, d := range t.dirs {
		if name == rel || below(name, rel) {
			delete(t.dirs, name)
			t.dropLinks(d)
			t.unalias(d.real, name)
		}
	}
}

func below(name, dir string) bool {
	return dir == "." || strings.HasPrefix(name, dir+"/")
}

// names lists the paths of the tree that an event at the real path full concerns.
func (t *tree) names(full string) []string {
	out := slices.Clone(t.at[full])
	dir, base := filepath.Dir(full), filepath.Base(full)
	for _, rel := range t.at[dir] {
		d := t.dirs[rel]
		if d == nil {
			continue
		}
		out = append(out, path.Join(rel, base))
		out = slices.AppendSeq(out, maps.Keys(d.links))
	}
	return out
}

// changes returns and clears what is pending and not held back, by path.
func (t *tree) changes() []Change {
	var out []Change
	for rel, old := range t.pending {
		if t.held(rel) {
			continue
		}
		now := t.files[rel]
		delete(t.pending, rel)
		switch {
		case old == nil && now != nil:
			out = append(out, Change{rel, Added})
		case old != nil && now == nil:
			out = append(out, Change{rel, Removed})
		case !old.sameContent(now):
			out = append(out, Change{rel, Changed})
		default:
			continue
		}
		delete(t.stale, rel)
	}
	for rel := range t.stale {
		out = append(out, Change{rel, Stale})
	}
	clear(t.stale)
	slices.SortFunc(out, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// fragile reports whether a pending change looks like an unfinished save: a file
// that is gone.
func (t *tree) fragile() bool {
	for rel, old := range t.pending {
		if old != nil && t.files[rel] == nil {
			return true
		}
	}
	return false
}

// sumAll reads the contents of the files that were only listed so far.
func (t *tree) sumAll() {
	t.reading = true
	for rel, p := range t.files {
		if p.summed {
			continue
		}
		content, ok := sum(t.full(rel), p.info)
		info, err := os.Stat(t.full(rel))
		if err != nil || !p.sameStat(info) {
			// It has changed since it was listed, or while it was read.
			t.note(rel, p)
			t.visit(rel, 0, true)
			continue
		}
		p.sum, p.summed = content, ok
	}
}
