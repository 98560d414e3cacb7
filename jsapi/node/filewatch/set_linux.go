package filewatch

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// fsnotify cannot tell apart what the watch of a file and that of its folder report, and a user has few
// instances of inotify, so that there cannot be one for each watch. Hence the calls of the system.

// Set are watches which share an instance of inotify. What happens is reported in order by one goroutine,
// which reads on when report has returned.
type Set struct {
	report func([]Event)

	mu     sync.Mutex
	file   *os.File // of the instance; nil until there is a watch
	fd     int
	closed bool
	last   int64
	shared map[int][]watch // by descriptor of inotify, which a file has only one of
	of     map[int64]int   // the descriptors of the watches
}

// watch has the name for what happens to the watched path itself.
type watch struct {
	id   int64
	name string
}

// New makes an empty set.
func New(report func([]Event)) *Set {
	return &Set{report: report, shared: map[int][]watch{}, of: map[int64]int{}}
}

const interest = unix.IN_ATTRIB | unix.IN_CREATE | unix.IN_MODIFY | unix.IN_DELETE | unix.IN_DELETE_SELF | unix.IN_MOVE_SELF | unix.IN_MOVED_FROM | unix.IN_MOVED_TO

// Add watches a file or folder.
func (s *Set) Add(path string) (id int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, os.ErrClosed
	}
	if s.file == nil {
		fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
		if err != nil {
			return 0, err
		}
		s.fd, s.file = fd, os.NewFile(uintptr(fd), "inotify")
		go s.read(s.file)
	}
	d, err := unix.InotifyAddWatch(s.fd, path, interest)
	if err != nil {
		return 0, err
	}
	s.last++
	s.shared[d] = append(s.shared[d], watch{s.last, filepath.Base(path)})
	s.of[s.last] = d
	return s.last, nil
}

// Remove ends a watch.
func (s *Set) Remove(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, ok := s.of[id]
	if !ok || s.closed {
		return
	}
	delete(s.of, id)
	s.shared[d] = slices.DeleteFunc(s.shared[d], func(w watch) bool { return w.id == id })
	if len(s.shared[d]) == 0 {
		delete(s.shared, d)
		_, _ = unix.InotifyRmWatch(s.fd, uint32(d)) //nolint:gosec // it is not negative; the file may be gone, and the watch with it
	}
}

// Close ends all watches.
func (s *Set) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.file == nil {
		s.closed = true
		return nil
	}
	s.closed = true
	return s.file.Close()
}

func (s *Set) read(from *os.File) {
	buf := make([]byte, 16<<10)
	for {
		n, err := from.Read(buf)
		if err != nil {
			return // the set is closed
		}
		if events := s.events(buf[:n]); len(events) > 0 {
			s.report(events)
		}
	}
}

// events decodes what inotify has written.
func (s *Set) events(b []byte) []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Event
	for len(b) >= unix.SizeofInotifyEvent {
		d, mask := int(int32(binary.NativeEndian.Uint32(b))), binary.NativeEndian.Uint32(b[4:]) //nolint:gosec // that is how it is written
		end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(b[12:]))
		name, _, _ := bytes.Cut(b[unix.SizeofInotifyEvent:end], []byte{0})
		for _, w := range s.shared[d] {
			e := Event{ID: w.id, Changed: mask&^(unix.IN_ATTRIB|unix.IN_MODIFY) == 0, Name: w.name}
			if len(name) > 0 {
				e.Name = string(name)
			}
			list = append(list, e)
		}
		if mask&unix.IN_IGNORED != 0 { // the file is gone
			for _, w := range s.shared[d] {
				delete(s.of, w.id)
			}
			delete(s.shared, d)
		}
		b = b[end:]
	}
	return list
}
