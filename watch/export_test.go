package watch

import "github.com/fsnotify/fsnotify"

// Notifier stands in for the system's events.
type Notifier = notifier

// OpenFS opens the system's own.
func OpenFS() (Notifier, error) { return openFS() }

// Event is one of the system's events.
type Event = fsnotify.Event

// WithNotifier makes the watcher use what open gives.
func (o Options) WithNotifier(open func() (Notifier, error)) Options {
	o.open = open
	return o
}

// WithLimits bounds how much is followed in all, and where one link leads to.
func (o Options) WithLimits(entries, linked int) Options {
	o.entries, o.linked = entries, linked
	return o
}
