package watch

import "time"

// A file is empty between being opened and being written. A version that is built
// at that moment could have policies that protect nothing. So an empty file is
// reported only once it has been empty for a while.

// settleTime is how long a file has to be empty before it is reported.
const settleTime = time.Second

// noteEmpty records since when rel is empty, if it was not empty before.
func (t *tree) noteEmpty(rel string, old *print) {
	_, known := t.emptied[rel]
	switch {
	case t.files[rel].info.Size() > 0:
		delete(t.emptied, rel)
	case !known && (old == nil || old.info.Size() > 0):
		t.emptied[rel] = t.now()
	}
}

// held reports whether rel is pending but not yet reported because it is empty.
func (t *tree) held(rel string) bool {
	since, ok := t.emptied[rel]
	return ok && t.now().Before(since.Add(t.limits.settle))
}

// reportable reports whether a pending change is not held back.
func (t *tree) reportable() bool {
	if len(t.stale) > 0 {
		return true
	}
	for rel := range t.pending {
		if !t.held(rel) {
			return true
		}
	}
	return false
}

// heldUntil returns when the first file that is held back may be reported, zero
// if there is none.
func (t *tree) heldUntil() (at time.Time) {
	for rel, since := range t.emptied {
		if _, ok := t.pending[rel]; !ok || !t.held(rel) {
			continue
		}
		if until := since.Add(t.limits.settle); at.IsZero() || until.Before(at) {
			at = until
		}
	}
	return at
}
