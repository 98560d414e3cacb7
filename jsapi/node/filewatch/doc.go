// Package filewatch reports what happens to watched files and folders, event by event and with the
// names of inotify, as fs.watch of Node does.
package filewatch

// Event is something that has happened to what the watch ID is for.
type Event struct {
	ID int64
	// Changed is whether contents or attributes have changed; otherwise something has come, gone or moved.
	Changed bool
	// Name is what it has happened to: a name in the watched folder, or the last part of the watched path.
	Name string
}
