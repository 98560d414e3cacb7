package watch

import "time"

// A file is empty between being opened and being written. Whoever took that for
// a version would, for a moment, have policies that guard nothing: it counts once
// it has stayed empty for a while.

// settleTime is how long a file has to stay empty.
const settleTime = time.Second

// noteEmpty keeps since when rel is empty, if it was not before.
func (t *tree) noteEmpty(rel string, old *print) {
	_, known := t.emptied[rel]
	switch {
	case t.files[rel].info.Size() > 0:
		delete(t.emptied, rel)
	case !known && (old == nil || old.info.Size() > 0):
		t.emptied[rel] = t.now()
	}
}

// held reports whether rel is pending for being empty, and not for long.
func (t *tree) held(rel string) bool {
	since, ok := t.emptied[rel]
	return ok && t.now().Before(since.Add(t.limits.settle))
}

// tellable reports whether something is pending that is not held back.
func (t *tree) tellable() bool {
	for rel := range t.pending {
		if !t.held(rel) {
			return true
		}
	}
	return false
}

// heldUntil is when the first of those held back is to be told, zero for none.
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
