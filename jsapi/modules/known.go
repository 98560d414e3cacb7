package modules

import (
	"os"
	"time"
)

// raceWindow is how coarse the times of a file system may be: a file that was
// looked at within it of its last change may have changed again unseen.
const raceWindow = 2 * time.Second

// known is the program of a file when it was last read.
type known struct {
	stamp   stamp
	program *cached
}

// stamp is what the system says of a file without reading it. Its last part, the
// time when anything about the file was changed, is one that nobody can set:
// as long as it is the same, so is the content.
type stamp struct {
	size, modified, changed int64
	device, inode           uint64
}

// unchanged is the program of a file that need not be read again, nil where it
// has to be.
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

// remember keeps what a file compiled to that was read at once after info was
// asked for.
func (c *Cache) remember(path string, info os.FileInfo, program *cached) {
	s, ok := stampOf(info)
	if !ok || time.Since(time.Unix(0, max(s.changed, s.modified))) < c.settle {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files[path] = &known{s, program}
}
