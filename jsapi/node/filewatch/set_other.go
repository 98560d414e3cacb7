//go:build !linux

package filewatch

import (
	"os"
	"path/filepath"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// Set are watches. Those of different files are reported at the same time.
type Set struct {
	report func([]Event)

	mu      sync.Mutex
	closed  bool
	last    int64
	watches map[int64]*fsnotify.Watcher
}

// New makes an empty set.
func New(report func([]Event)) *Set {
	return &Set{report: report, watches: map[int64]*fsnotify.Watcher{}}
}

// Add watches a file or folder.
func (s *Set) Add(path string) (id int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, os.ErrClosed
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return 0, err
	}
	if err := w.Add(path); err != nil {
		_ = w.Close() // the error is that of Add
		return 0, err
	}
	s.last++
	id = s.last
	s.watches[id] = w
	go func() {
		for e := range w.Events {
			s.report([]Event{{ID: id, Changed: !e.Has(fsnotify.Create) && !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename), Name: filepath.Base(e.Name)}})
		}
	}()
	go func() {
		for range w.Errors { // an event is lost
		}
	}()
	return id, nil
}

// Remove ends a watch.
func (s *Set) Remove(id int64) {
	s.mu.Lock()
	w := s.watches[id]
	delete(s.watches, id)
	s.mu.Unlock()
	if w != nil {
		_ = w.Close() // nothing is written
	}
}

// Close ends all watches.
func (s *Set) Close() error {
	s.mu.Lock()
	watches := s.watches
	s.closed, s.watches = true, nil
	s.mu.Unlock()
	for _, w := range watches {
		_ = w.Close() // the same
	}
	return nil
}
