package sqldb

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"zombiezen.com/go/sqlite"

	"framework/engine/admission"
	"framework/engine/orm"
)

// passing are the primary codes of failures that may be over the next time,
// with what is logged about them.
var passing = map[sqlite.ResultCode]string{
	sqlite.ResultBusy:     "another program holds it",
	sqlite.ResultProtocol: "another program holds it",
	sqlite.ResultFull:     "the disk is full",
	sqlite.ResultIOErr:    "its file cannot be read or written",
	sqlite.ResultReadOnly: "its file may not be written",
	sqlite.ResultPerm:     "its file may not be used",
	sqlite.ResultCantOpen: "its file cannot be opened",
	sqlite.ResultNoMem:    "the memory is full",
}

// damaged are those of failures that stay.
var damaged = map[sqlite.ResultCode]string{
	sqlite.ResultCorrupt: "the database file is damaged: stop the server and put a good copy in its place, or bring over what `sqlite3 FILE .recover` can save",
	sqlite.ResultNotADB:  "the database file is no SQLite database any more: stop the server and put a good copy in its place",
}

// errorReporter turns errors of SQLite into those of the ORM, and logs those
// that an operator has to act on.
type errorReporter struct {
	path string // "" in memory
	log  *slog.Logger
	// writeFailed says that the last write failed because of the file.
	writeFailed atomic.Bool
	limit       logLimit
}

// report returns the error of the ORM: an *orm.UnavailableError when the cause
// may pass. wrote says that the work was a write.
func (r *errorReporter) report(err error, wrote bool) error {
	if err == nil {
		if wrote {
			r.writeFailed.Store(false)
		}
		return nil
	}
	if errors.Is(err, ErrClosed) {
		return &orm.UnavailableError{Datastore: "SQLite", Reason: ErrClosed.Error(), Err: err}
	}
	if errors.Is(err, admission.ErrOverloaded) {
		return err // not because of the file
	}
	if _, is := errors.AsType[*orm.UnavailableError](err); is {
		if wrote {
			r.writeFailed.Store(true)
		}
		return err
	}
	full := sqlite.ErrCode(err)
	code := full.ToPrimary()
	if reason, ok := passing[code]; ok {
		if !wrote && full == sqlite.ResultReadOnly {
			return err // a query that writes, on a connection that reads
		}
		if err = withCause(err, r.path); errors.Is(err, syscall.ENOSPC) {
			reason = passing[sqlite.ResultFull]
		}
		if wrote {
			r.writeFailed.Store(true)
		}
		r.limit.log(code, func() { r.log.Error("the database is not available: "+reason, "file", name(r.path), "error", err) })
		return &orm.UnavailableError{Datastore: "SQLite", Reason: reason, Err: err}
	}
	if reason, ok := damaged[code]; ok {
		if wrote {
			r.writeFailed.Store(true)
		}
		r.limit.log(code, func() { r.log.Error(reason, "file", name(r.path), "error", err) })
		return fmt.Errorf("the database file is damaged: %w", err)
	}
	return err
}

// withCause adds to an error of SQLite about its file what the system answers
// when a new file is written in the same folder: SQLite recognises a full disk
// only where it writes the data itself.
func withCause(err error, path string) error {
	if path == "" {
		return err
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultCantOpen, sqlite.ResultIOErr, sqlite.ResultReadOnly:
	default:
		return err
	}
	f, cause := os.CreateTemp(filepath.Dir(path), "framework-*.tmp")
	if cause == nil {
		_, cause = f.Write(make([]byte, 64<<10)) // more than SQLite writes at once
		cause = errors.Join(cause, f.Close(), os.Remove(f.Name()))
	}
	if cause == nil {
		return err
	}
	return fmt.Errorf("%w (%w)", err, cause)
}

// logLimit logs each kind of error at most once in logInterval.
type logLimit struct {
	mu   sync.Mutex
	last map[sqlite.ResultCode]time.Time
}

const logInterval = time.Second

func (l *logLimit) log(code sqlite.ResultCode, log func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.last[code]) >= logInterval {
		if l.last == nil {
			l.last = map[sqlite.ResultCode]time.Time{}
		}
		l.last[code] = now
		log()
	}
}
