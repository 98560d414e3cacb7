package watch

import (
	"strings"
	"sync"
	"time"
)

// reading is when the folder was last read by a user of the package. An editor
// that saves unchanged content empties the file and writes it again: a build that
// reads the file in between sees a content that the watcher sees neither before
// nor after.
type reading struct {
	mu      sync.Mutex
	readers int
	began   time.Time // start of the oldest one in progress, or of the last one
	ended   time.Time // end of the last one
}

// lateness bounds the delay between an event and its handling, on a machine that
// has other things to do.
const lateness = time.Second

// Reading announces that the caller reads the folder until it calls done. Files
// that are written during this time are reported as changed, whatever their
// content is afterwards, and what comes and goes as stale.
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

// overlaps reports whether the folder was read between first and last.
func (r *reading) overlaps(first, last time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.began.IsZero() || last.Before(r.began) {
		return false
	}
	return r.readers > 0 || first.Before(r.ended.Add(lateness))
}

// Compared returns a channel that is closed when the whole folder has been
// compared once more. A reader that finds then what it has read knows that later
// changes are reported. Without that, a file that had another content for a
// moment is reported only if there are events and they come in time.
func (w *Watcher) Compared() <-chan struct{} {
	c := make(chan struct{})
	select {
	case w.calls <- func() { w.awaited = append(w.awaited, c) }:
	case <-w.done: // nothing is compared any more
	}
	return c
}

// again counts how often a file was reported with unchanged content.
type again struct {
	times int
	last  time.Time
}

// A file that is written by its reader would be reported forever: after so many
// reports, without any other change, it is not reported for that long.
const (
	againLimit = 3
	againRest  = 10 * time.Second
)

// reportAgain reports the file rel, or the folder rel and the files in it, although
// their content is unchanged, unless that happened too often.
func (w *Watcher) reportAgain(rel string) {
	if w.tree.dirs[rel] != nil {
		for file := range w.tree.files {
			if strings.HasPrefix(file, rel+"/") {
				w.reportAgain(file)
			}
		}
	}
	now := w.tree.files[rel]
	// What has changed and was changed back, as by an editor that empties the file first,
	// is pending and would not be reported.
	if old, pending := w.tree.pending[rel]; pending && !old.sameContent(now) {
		return
	}
	a := w.repeated[rel]
	if w.now().Sub(a.last) > againRest {
		a.times = 0
	}
	if a.times == againLimit {
		return
	}
	w.repeated[rel] = again{a.times + 1, w.now()}
	if now == nil {
		w.tree.stale[rel] = true
		return
	}
	w.tree.pending[rel] = &print{info: now.info, real: now.real} // without a known content
}
