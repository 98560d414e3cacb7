package modules

import (
	"os"
	"time"
)

// raceWindow is the coarsest resolution of times in a file system: a file that was
// read so soon after its last change may have changed again with the same times.
const raceWindow = 2 * time.Second

// known is the program of a file, and its stamp when it was read.
type known struct {
	stamp   stamp
	program *cached
}

// stamp identifies the content of a file without reading it. Programs cannot set the
// time of the last status change (ctime): as long as it is the same, the content is.
type stamp struct {
	size, modified, changed int64
	device, inode           uint64
}

// unchanged returns the program of a file that has not changed since it was read; nil
// if it has to be read.
func (c *Cache) unchanged(path string, info os.FileInfo) *cached {
	now, ok := stampOf(info)
	if !ok {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	f := c.files[path]
	if f == nil || f.stamp != now {
		return nil
	}
	f.program.used = c.age
	return f.program
}

// remember stores the program of a file that was read right after info.
func (c *Cache) remember(path string, info os.FileInfo, program *cached) {
	s, ok := stampOf(info)
	if !ok || time.Since(time.Unix(0, max(s.changed, s.modified))) < c.settle {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files[path] = &known{s, program}
}
