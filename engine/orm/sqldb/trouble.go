package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"zombiezen.com/go/sqlite"

	"framework/engine/admission"
	"framework/engine/orm"
)

// passing are the failures that may be over the next time, by their primary
// codes, with what is logged about them.
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

// damaged are those that stay.
var damaged = map[sqlite.ResultCode]string{
	sqlite.ResultCorrupt: "the database file is damaged: stop the server and put a good copy in its place, or bring over what `sqlite3 FILE .recover` can save",
	sqlite.ResultNotADB:  "the database file is no SQLite database any more: stop the server and put a good copy in its place",
}

// failure turns an error of SQLite into one of the ORM: what may pass is an
// *orm.UnavailableError. It writes to the log what an operator has to know of.
func (db *DB) failure(err error, wrote bool) error {
	if err == nil {
		if wrote {
			db.refused.Store(false)
		}
		return nil
	}
	if errors.Is(err, ErrClosed) {
		return &orm.UnavailableError{Datastore: "SQLite", Reason: ErrClosed.Error(), Err: err}
	}
	if errors.Is(err, admission.ErrOverloaded) {
		return err // the file has no part in it
	}
	if _, is := errors.AsType[*orm.UnavailableError](err); is {
		if wrote {
			db.refused.Store(true)
		}
		return err
	}
	full := sqlite.ErrCode(err)
	code := full.ToPrimary()
	if reason, ok := passing[code]; ok {
		if !wrote && full == sqlite.ResultReadOnly {
			return err // a query that writes, on a connection that reads
		}
		if err = db.because(err); errors.Is(err, syscall.ENOSPC) {
			reason = passing[sqlite.ResultFull]
		}
		if wrote {
			db.refused.Store(true)
		}
		db.complaints.about(code, func() { db.log.Error("the database is not available: "+reason, "file", db.name(), "error", err) })
		return &orm.UnavailableError{Datastore: "SQLite", Reason: reason, Err: err}
	}
	if reason, ok := damaged[code]; ok {
		if wrote {
			db.refused.Store(true)
		}
		db.complaints.about(code, func() { db.log.Error(reason, "file", db.name(), "error", err) })
		return fmt.Errorf("the database file is damaged: %w", err)
	}
	return err
}

// because adds to what SQLite says about a file that it cannot open, read or
// write what the system says to a new one beside it: SQLite knows of a full disk
// only where it writes the data itself.
func (db *DB) because(err error) error {
	if db.file == nil {
		return err
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultCantOpen, sqlite.ResultIOErr, sqlite.ResultReadOnly:
	default:
		return err
	}
	f, cause := os.CreateTemp(filepath.Dir(db.file.path), "framework-*.tmp")
	if cause == nil {
		_, cause = f.Write(make([]byte, 64<<10)) // more than SQLite asks for at once
		cause = errors.Join(cause, f.Close(), os.Remove(f.Name()))
	}
	if cause == nil {
		return err
	}
	return fmt.Errorf("%w (%w)", err, cause)
}

// busy is a wait for a connection that was too long.
func busy(reason string) error {
	return &orm.UnavailableError{Datastore: "SQLite", Reason: reason, Err: context.DeadlineExceeded}
}

// complaints keeps the log from being filled with one thing.
type complaints struct {
	mu   sync.Mutex
	last map[sqlite.ResultCode]time.Time
}

// pause is how long nothing more is said about what was complained about.
const pause = time.Second

func (c *complaints) about(code sqlite.ResultCode, log func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(c.last[code]) >= pause {
		if c.last == nil {
			c.last = map[sqlite.ResultCode]time.Time{}
		}
		c.last[code] = now
		log()
	}
}
