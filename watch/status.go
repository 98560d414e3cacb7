package watch

import (
	"errors"
	"slices"
	"syscall"
)

// Status is how a folder is followed.
type Status struct {
	// Polling says that the folder is looked at again and again, Why what kept
	// the watcher from waiting for events, "" where nobody did.
	Polling bool
	Why     string
	// Omitted says of what is too large which parts are not followed.
	Omitted []string
}

// Status tells how the folder is followed now.
func (w *Watcher) Status() Status { return *w.status.Load() }

// publish keeps the status for who asks.
func (w *Watcher) publish() {
	now := Status{Polling: w.notifier == nil, Why: w.why, Omitted: w.tree.limits.omitted()}
	was := w.status.Load()
	if was == nil || was.Polling != now.Polling || was.Why != now.Why || !slices.Equal(was.Omitted, now.Omitted) {
		w.status.Store(&now)
	}
}

// tellOmitted says what is not followed.
func (w *Watcher) tellOmitted(why string) {
	w.opts.Log.Warn(why, "folder", w.tree.root)
}

// explain says which limit of the system was met.
func explain(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "the system's limit of watched folders is reached (fs.inotify.max_user_watches)"
	case errors.Is(err, syscall.EMFILE):
		return "the system's limit of watchers is reached (fs.inotify.max_user_instances)"
	}
	return err.Error()
}
