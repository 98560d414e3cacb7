package modules

import (
	"crypto/sha256"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Reads records the files that require has looked for, by their real paths. It is safe
// for concurrent use.
type Reads struct {
	mu     sync.Mutex
	found  map[string]version
	missed map[string]bool // as required, mostly without an extension
}

// version identifies the content of a file that was read.
type version struct {
	info os.FileInfo // right before it was read
	// sum is the hash of the content; only if it was read.
	sum    [sha256.Size]byte
	summed bool
}

// find records that path was loaded; src is nil if its program was in the cache.
func (r *Reads) find(path string, info os.FileInfo, src []byte) {
	v := version{info: info}
	if src != nil {
		v.sum, v.summed = sha256.Sum256(src), true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.found == nil {
		r.found = map[string]version{}
	}
	r.found[path] = v
}

// Changed returns a file that has changed since it was read, "" for none. Files in
// node_modules and those to skip are not checked.
func (r *Reads) Changed(skip func(path string) bool) string {
	r.mu.Lock()
	found := maps.Clone(r.found)
	r.mu.Unlock()
	for path, v := range found {
		if !installed(path) && !skip(path) && v.outdated(path) {
			return path
		}
	}
	return ""
}

func (v *version) outdated(path string) bool {
	now, err := os.Stat(path)
	if err != nil {
		return true
	}
	if now.Size() == v.info.Size() && now.ModTime().Equal(v.info.ModTime()) && os.SameFile(now, v.info) {
		return false
	}
	if !v.summed {
		return true
	}
	src, err := readModule(path, now.Size())
	return err != nil || sha256.Sum256(src) != v.sum
}

// Empty lists the empty files, without those in node_modules.
func (r *Reads) Empty() (out []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	none := sha256.Sum256(nil)
	for path, v := range r.found {
		if !installed(path) && (v.summed && v.sum == none || !v.summed && v.info.Size() == 0) {
			out = append(out, path)
		}
	}
	return out
}

func installed(path string) bool {
	return strings.Contains(filepath.ToSlash(path), "/node_modules/")
}

// miss records that name, required by a file in dir, was not found.
func (r *Reads) miss(name, dir string) {
	switch {
	case filepath.IsAbs(name):
	case strings.HasPrefix(name, "."):
		name = filepath.Join(dir, name)
	default:
		return // a package
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.missed == nil {
		r.missed = map[string]bool{}
	}
	r.missed[filepath.Clean(name)] = true
}

// file reports whether the file at path was read.
func (r *Reads) file(path string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.found[path]
	return ok
}

// Has reports whether the file at path, or one in the folder at path, was read.
func (r *Reads) Has(path string) bool {
	if r.file(path) {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	folder := path + string(filepath.Separator)
	for file := range r.found {
		if strings.HasPrefix(file, folder) {
			return true
		}
	}
	return false
}

// Misses reports whether the file at path may be one that was required and not found.
func (r *Reads) Misses(path string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	plain := strings.TrimSuffix(path, filepath.Ext(path))
	if r.missed[path] || r.missed[plain] {
		return true
	}
	base := filepath.Base(plain)
	return (base == "index" || base == "package") && r.missed[filepath.Dir(path)]
}
