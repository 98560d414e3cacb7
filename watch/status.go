package watch

import (
	"errors"
	"slices"
	"syscall"
)

// Status is how a folder is watched.
type Status struct {
	// Polling says that the folder is compared periodically. Why is the reason
	// why there are no events, empty if polling was requested.
	Polling bool
	Why     string
	// Omitted lists the parts that are too large to be watched.
	Omitted []string
}

// Status returns how the folder is watched now.
func (w *Watcher) Status() Status { return *w.status.Load() }

// publish makes the status available to Status.
func (w *Watcher) publish() {
	now := Status{Polling: w.notifier == nil, Why: w.why, Omitted: w.tree.limits.omitted()}
	was := w.status.Load()
	if was == nil || was.Polling != now.Polling || was.Why != now.Why || !slices.Equal(was.Omitted, now.Omitted) {
		w.status.Store(&now)
	}
}

// logOmitted logs the folders that are not watched.
func (w *Watcher) logOmitted(why string) {
	w.opts.Log.Warn(why, "folder", w.tree.root)
}

// explain names the limit of the system behind err.
func explain(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "the system's limit of watched folders is reached (fs.inotify.max_user_watches)"
	case errors.Is(err, syscall.EMFILE):
		return "the system's limit of watchers is reached (fs.inotify.max_user_instances)"
	}
	return err.Error()
}
