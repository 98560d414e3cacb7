package sqldb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
)

// A database file can be taken away while it is open: the system lets programs
// go on in what has no name any more, and nothing of that is there after a
// restart. So what is committed counts as stored only while the names still lead
// to the files that were opened.

// file is what the database was opened as. Its methods are safe for concurrent
// use.
type file struct {
	path    string
	checked atomic.Int64 // when it was last looked at, in nanoseconds

	mu        sync.Mutex
	main, wal fs.FileInfo // as opened; wal is nil until there is one
	shm       fs.FileInfo // the index of wal, with it
	state     fs.FileInfo // of main after the last work of this process
	logged    int64       // size of wal, which shrinks by itself only when all of it is in main
}

// fate is what has become of the files.
type fate uint8

const (
	kept     fate = iota
	touched       // something else has written the file
	walLost       // the name of the log leads to another file, or nowhere
	walCut        // the log is shorter than it was
	mainLost      // that of the database does
)

// glance is how long the readers rely on what was seen of the file.
const glance = time.Second

// opened takes the files as they are now for those of the database.
func (f *file) opened() error {
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.main, f.wal, f.shm, f.state, f.logged = info, nil, nil, info, 0
	f.mu.Unlock()
	_, _ = f.look(true)
	return nil
}

// look says what has become of the files, and in words for people. settled says
// that what is different was this process's own work.
func (f *file) look(settled bool) (fate, string) {
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
	if settled {
		f.state = main
	} else if main.Size() != f.state.Size() || !main.ModTime().Equal(f.state.ModTime()) {
		return touched, "was written by another program"
	}
	return kept, ""
}

// setAside takes the log of the file that was opened from the name of another
// one that is in its place now: SQLite would take what it holds for a part of
// that.
func (f *file) setAside() {
	for suffix, own := range map[string]fs.FileInfo{"-wal": f.wal, "-shm": f.shm} {
		if own == nil {
			continue
		}
		if info, err := os.Stat(f.path + suffix); err == nil && os.SameFile(info, own) {
			_ = os.Rename(f.path+suffix, f.path+suffix+"-lost") // it is tried again
		}
	}
}

// recent reports whether the file was looked at a moment ago.
func (f *file) recent() bool { return time.Now().UnixNano()-f.checked.Load() < int64(glance) }

// lostError is a database that goes on in a file without a name, or in one that
// something else has overwritten.
func (db *DB) lostError(what string) error {
	return &orm.UnavailableError{Datastore: "SQLite", Reason: "its file " + what + " while it was open"}
}

// Lost is why the database cannot be used any more, while opening it again
// would help; nil when it can.
func (db *DB) Lost() error {
	if db.file == nil {
		return nil
	}
	fate, what := db.file.look(false)
	if fate != mainLost {
		return nil
	}
	if db.opts.Gone == nil {
		// There has to be something to go on with.
		info, err := os.Stat(db.file.path)
		if there := err == nil && info.Size() > 0; !there {
			return nil
		}
	}
	return db.lostError(what)
}

// markDeleted records that the file was deleted, and logs it once.
func (db *DB) markDeleted(what string) error {
	if !db.gone.Swap(true) {
		then := "nothing is written until the server is restarted; what was read before is still answered"
		if db.opts.Gone != nil {
			then = "it is made anew"
		}
		db.log.Error("the database file "+what+" while it was open: "+then, "file", db.file.path)
		if db.opts.Gone != nil {
			db.opts.Gone(db.lostError(what))
		}
	}
	return db.lostError(what)
}

// found takes back that the file is gone: it was put back.
func (db *DB) found() {
	if db.gone.Load() && db.gone.Swap(false) {
		db.log.Info("the database file is back", "file", db.file.path)
	}
}

// writable says whether what is written now would be stored. The caller has the
// turn.
func (db *DB) writable() error {
	if db.file == nil {
		return nil
	}
	fate, what := db.file.look(false)
	if fate == mainLost {
		return db.markDeleted(what)
	}
	if broken := db.broken.Load(); broken != nil {
		return *broken
	}
	switch fate {
	case walLost:
		return db.renew(what, intact)
	case walCut:
		return db.mend(what)
	case touched:
		return db.examine(what)
	}
	db.found()
	return nil
}

// stored says whether what was committed just now is where it is found again.
// The caller has the turn.
func (db *DB) stored() error {
	if db.file == nil {
		return nil
	}
	switch fate, what := db.file.look(true); fate {
	case mainLost:
		return db.markDeleted(what)
	case walLost:
		// The database takes it out of the log as it is closed.
		return db.renew(what, intact)
	case walCut:
		return db.mend(what)
	}
	return nil
}

// readable says whether there is a point in reading. In production the records
// of before are better than none.
func (db *DB) readable() error {
	if db.file == nil {
		return nil
	}
	if !db.file.recent() {
		if fate, what := db.file.look(false); fate == mainLost {
			_ = db.markDeleted(what)
		}
	}
	if db.opts.Gone != nil && db.gone.Load() {
		return db.lostError("was taken away")
	}
	if broken := db.broken.Load(); broken != nil {
		return *broken
	}
	return nil
}

// examined is how large a file may be that is checked as a whole.
const examined = 64 << 20

// examine decides about a file that something else has written: another program
// may do so by the rules of SQLite, or may have overwritten it.
func (db *DB) examine(what string) error {
	info, err := os.Stat(db.file.path)
	if err != nil {
		return db.markDeleted("was removed or moved away")
	}
	if info.Size() <= examined {
		if err := sound(db.file.path); err != nil {
			db.log.Error("the database file "+what+" while it was open, and is damaged now: stop the server and put a good copy in its place", "file", db.file.path, "error", err)
			return db.breaks(fmt.Errorf("the database file %s while it was open, and is damaged: %w", what, err))
		}
		return db.renew(what, intact)
	}
	if err := opens(db.file.path); err != nil {
		db.log.Error("the database file "+what+" while it was open, and cannot be read now: stop the server and put a good copy in its place", "file", db.file.path, "error", err)
		return db.breaks(fmt.Errorf("the database file %s while it was open, and cannot be read: %w", what, err))
	}
	if !db.unexamined.Swap(true) { // another server that shares it writes all the time
		db.log.Warn("the database file "+what+" while it was open, and is too large to be checked: if that was a copy over it, stop the server, and put the copy in its place then",
			"file", db.file.path, "size", info.Size(), "limit", examined)
	}
	_, _ = db.file.look(true)
	return nil
}

// mend decides about a log that is shorter than it was: another program may have
// brought all of it into the file, or have cut off what is nowhere else. Writing
// behind the gap would damage the file. The caller has the turn.
func (db *DB) mend(what string) error {
	held := false
	err := db.writer.query([]byte("PRAGMA wal_checkpoint(TRUNCATE)"), nil, func(stmt *sqlite.Stmt) error {
		held = stmt.ColumnInt64(0) != 0
		return nil
	})
	switch {
	case err == nil && held:
		return &orm.UnavailableError{Datastore: "SQLite", Reason: "its file " + what + ", and it is read"}
	case err == nil:
		db.file.emptied()
		_, _ = db.file.look(true)
		return nil
	}
	if err := db.renew(what, "records of late, which were in the log only, are lost; compare with a backup"); err != nil {
		return err
	}
	if err := sound(db.file.path); err != nil {
		db.log.Error("the database file "+what+" while it was open, and is damaged now: stop the server and put a good copy in its place", "file", db.file.path, "error", err)
		return db.breaks(fmt.Errorf("the database file %s while it was open, and is damaged: %w", what, err))
	}
	return nil
}

// emptied takes note that nothing is in the log.
func (f *file) emptied() {
	f.mu.Lock()
	f.logged = 0
	f.mu.Unlock()
}

// opens reads the beginning of a database over a connection that remembers
// nothing.
func opens(path string) error {
	c, err := openConn(path, "PRAGMA query_only=ON", "SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return err
	}
	return c.close()
}

// sound checks a database over a connection that remembers nothing.
func sound(path string) error {
	c, err := openConn(path, "PRAGMA query_only=ON")
	if err != nil {
		return err
	}
	defer func() { _ = c.close() }() // it was only read
	var said string
	err = c.query([]byte("PRAGMA quick_check(1)"), nil, func(stmt *sqlite.Stmt) error {
		said = stmt.ColumnText(0)
		return nil
	})
	if err == nil && said != "ok" {
		err = fmt.Errorf("%s", said)
	}
	return err
}

// breaks has everything fail with err from now on.
func (db *DB) breaks(err error) error {
	db.broken.Store(&err)
	return err
}

// renewal is how long the readers may take to come back.
const renewal = 5 * time.Second

// intact is the outcome of most renewals.
const intact = "nothing is lost"

// renew closes all connections, which writes into the file what the log holds,
// and opens them again. outcome is what the log says of that. The caller has the
// turn.
func (db *DB) renew(what, outcome string) error {
	timer := time.NewTimer(renewal)
	defer timer.Stop()
	readers := make([]*conn, 0, cap(db.readers))
	for range cap(db.readers) {
		select {
		case c := <-db.readers:
			readers = append(readers, c)
		case <-timer.C:
			for _, c := range readers {
				db.readers <- c
			}
			return &orm.UnavailableError{Datastore: "SQLite", Reason: "its file " + what + ", and it cannot be opened again while it is read"}
		}
	}
	var err error
	for _, c := range append(readers, db.writer) {
		err = errors.Join(err, c.close())
	}
	if err == nil {
		err = db.openFile()
	}
	if err != nil {
		db.writer = nil
		db.log.Error("the database file "+what+" while it was open, and cannot be opened again", "file", db.opts.Path, "error", err)
		for range cap(db.readers) - len(db.readers) {
			db.readers <- nil
		}
		return db.breaks(fmt.Errorf("the database file %s while it was open, and cannot be opened again: %w", what, err))
	}
	level := slog.LevelWarn
	if outcome != intact {
		level = slog.LevelError
	}
	db.log.Log(context.Background(), level, "the database file "+what+" while it was open: it was opened again, "+outcome, "file", db.opts.Path)
	return nil
}

// Ping says whether the database can be read, and written if that failed last.
func (db *DB) Ping(ctx context.Context) error {
	if db.file != nil {
		switch fate, what := db.file.look(false); fate {
		case mainLost:
			return db.markDeleted(what)
		case touched, walCut: // only who writes may look closer
			if err := db.change(ctx, func(*conn) error { return nil }); err != nil {
				return err
			}
		case kept:
			db.found()
		}
	}
	var version int64
	err := db.read(ctx, func(c *conn) error {
		if err := c.exec("SELECT count(*) FROM sqlite_schema"); err != nil {
			return err
		}
		return c.query([]byte("PRAGMA user_version"), nil, func(stmt *sqlite.Stmt) error {
			version = stmt.ColumnInt64(0)
			return nil
		})
	})
	if err != nil || !db.refused.Load() {
		return err
	}
	return db.change(ctx, func(c *conn) error { return c.exec(fmt.Sprintf("PRAGMA user_version=%d", version)) })
}
