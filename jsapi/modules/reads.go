package modules

import (
	"path/filepath"
	"strings"
	"sync"
)

// Reads are the files that require has looked for, by their absolute paths
// without links. It is safe for concurrent use.
type Reads struct {
	mu     sync.Mutex
	found  map[string]bool
	missed map[string]bool // as they were named, mostly without an extension
}

func (r *Reads) find(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.found == nil {
		r.found = map[string]bool{}
	}
	r.found[path] = true
}

// miss notes that name, required by a file in dir, is nowhere.
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

// Has reports whether the file at path was read.
func (r *Reads) Has(path string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.found[path]
}

// Misses reports whether the file at path may be one that was not there.
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
