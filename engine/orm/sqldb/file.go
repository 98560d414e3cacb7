package sqldb

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// file compares the files of a database with those that were opened. A file can
// be removed while it is open: programs go on with it, but after a restart
// nothing of what they wrote is there. So a commit counts as stored only while
// the paths still lead to the files that were opened. The methods are safe for
// concurrent use.
type file struct {
	path    string
	checked atomic.Int64 // time of the last check, in nanoseconds

	mu        sync.Mutex
	main, wal fs.FileInfo // as opened; wal is nil until there is one
	shm       fs.FileInfo // the index of wal, with it
	state     fs.FileInfo // of main after the last write of this process
	logged    int64       // size of wal, which shrinks by itself only when all of it is in main
}

// fileState is what happened to the files since they were opened.
type fileState uint8

const (
	unchanged fileState = iota
	touched             // another program has written the file
	walLost             // the path of the log leads to another file, or nowhere
	walCut              // the log is shorter than it was
	mainLost            // the path of the database leads to another file, or nowhere
)

// checkInterval is how long readers rely on the last check of the file.
const checkInterval = time.Second

// opened records the files as they are now as those of the database.
func (f *file) opened() error {
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.main, f.wal, f.shm, f.state, f.logged = info, nil, nil, info, 0
	f.mu.Unlock()
	_, _ = f.check(true)
	return nil
}

// check returns what happened to the files, and a description of it for
// messages. own says that a changed size or time is the work of this process.
func (f *file) check(own bool) (fileState, string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.checked.Store(time.Now().UnixNano())
	main, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return mainLost, "was removed or moved away"
	case err != nil:
		return mainLost, "cannot be found any more (" + err.Error() + ")"
	case !os.SameFile(main, f.main):
		f.setAside()
		return mainLost, "was replaced by another file"
	case main.Size() == 0 && f.state.Size() > 0:
		return mainLost, "was emptied"
	}
	switch wal, err := os.Stat(f.path + "-wal"); {
	case err == nil && f.wal == nil:
		f.wal = wal
		f.shm, _ = os.Stat(f.path + "-shm") // there need not be one
	case f.wal != nil && (err != nil || !os.SameFile(wal, f.wal)):
		return walLost, "has lost its log " + f.path + "-wal"
	case err == nil && wal.Size() < f.logged:
		return walCut, "had its log " + f.path + "-wal cut off"
	case err == nil:
		f.logged = wal.Size()
	}
	if own {
		f.state = main
	} else if main.Size() != f.state.Size() || !main.ModTime().Equal(f.state.ModTime()) {
		return touched, "was written by another program"
	}
	return unchanged, ""
}

// setAside renames the log when another file has taken the place of the
// database: SQLite would apply the log to that file.
func (f *file) setAside() {
	for suffix, own := range map[string]fs.FileInfo{"-wal": f.wal, "-shm": f.shm} {
		if own == nil {
			continue
		}
		if info, err := os.Stat(f.path + suffix); err == nil && os.SameFile(info, own) {
			_ = os.Rename(f.path+suffix, f.path+suffix+"-lost") // the next check tries again
		}
	}
}

// checkedRecently reports whether the last check is recent enough for readers.
func (f *file) checkedRecently() bool {
	return time.Now().UnixNano()-f.checked.Load() < int64(checkInterval)
}

// emptied records that nothing is in the log.
func (f *file) emptied() {
	f.mu.Lock()
	f.logged = 0
	f.mu.Unlock()
}
