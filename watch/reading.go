package watch

import (
	"strings"
	"sync"
	"time"
)

// reading is when somebody read the folder last. An editor that saves what was
// there already empties a file and writes it again: who read it in between has
// something else than what the watcher knows of, before and after.
type reading struct {
	mu      sync.Mutex
	readers int
	began   time.Time // of the oldest that goes on, or of the last
	ended   time.Time // of the last
}

// lateness bounds how long after it happened an event is looked at.
const lateness = 100 * time.Millisecond

// Reading says that somebody reads the folder until done is called: files that
// are written meanwhile are told as changed, whatever they hold then.
func (w *Watcher) Reading() (done func()) {
	r := &w.reading
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.readers++; r.readers == 1 {
		r.began = w.now()
	}
	return sync.OnceFunc(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.readers--
		r.ended = w.now()
	})
}

// overlaps reports whether somebody read between first and last.
func (r *reading) overlaps(first, last time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.began.IsZero() || last.Before(r.began) {
		return false
	}
	return r.readers > 0 || first.Before(r.ended.Add(lateness))
}

// again is how often a file was told of although it holds what it did.
type again struct {
	times int
	last  time.Time
}

// A file that reading itself writes would be told for ever: after so many times,
// nothing else having changed, it has to rest that long.
const (
	againLimit = 3
	againRest  = 10 * time.Second
)

// retell has a file told that holds what it did, and those of a folder, unless
// that happened too often.
func (w *Watcher) retell(rel string) {
	if w.tree.dirs[rel] != nil {
		for file := range w.tree.files {
			if strings.HasPrefix(file, rel+"/") {
				w.retell(file)
			}
		}
		return
	}
	now := w.tree.files[rel]
	if _, told := w.tree.pending[rel]; told || now == nil {
		return
	}
	a := w.retold[rel]
	if w.now().Sub(a.last) > againRest {
		a.times = 0
	}
	if a.times == againLimit {
		return
	}
	w.retold[rel] = again{a.times + 1, w.now()}
	w.tree.pending[rel] = &print{info: now.info, real: now.real} // of which nothing is known
}
