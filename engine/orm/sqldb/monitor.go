package sqldb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
)

// monitor finds out, before and after work on the database, whether its file was
// removed, replaced or written by another program, and decides what then
// happens. A database in memory has one without a file, which does nothing.
type monitor struct {
	file   *file
	conns  *connections
	log    *slog.Logger
	onGone func(error) // see Options.Gone

	gone   atomic.Bool           // the file is not there any more, which was logged
	failed atomic.Pointer[error] // why nothing can be done any more
	// unexamined says that it was logged that the file is too large to be checked.
	unexamined atomic.Bool
}

// lostError is the error of a database whose file is not at its path any more.
func lostError(what string) error {
	return &orm.UnavailableError{Datastore: "SQLite", Reason: "its file " + what + " while it was open"}
}

// lost is why the database cannot be used any more, while opening it again
// would help; nil when it can.
func (m *monitor) lost() error {
	if m.file == nil {
		return nil
	}
	state, what := m.file.check(false)
	if state != mainLost {
		return nil
	}
	if m.onGone == nil {
		// There has to be a file that can be opened.
		info, err := os.Stat(m.file.path)
		if there := err == nil && info.Size() > 0; !there {
			return nil
		}
	}
	return lostError(what)
}

// ping checks the file for a health check. needsWrite says that only a
// writer can find out whether the database is in order.
func (m *monitor) ping() (needsWrite bool, err error) {
	if m.file == nil {
		return false, nil
	}
	switch state, what := m.file.check(false); state {
	case mainLost:
		return false, m.markDeleted(what)
	case touched, walCut:
		return true, nil
	case unchanged:
		m.found()
	}
	return false, nil
}

// markDeleted records that the file was deleted, and logs it once.
func (m *monitor) markDeleted(what string) error {
	if !m.gone.Swap(true) {
		then := "nothing is written until the server is restarted; what was read before is still answered"
		if m.onGone != nil {
			then = "it is made anew"
		}
		m.log.Error("the database file "+what+" while it was open: "+then, "file", m.file.path)
		if m.onGone != nil {
			m.onGone(lostError(what))
		}
	}
	return lostError(what)
}

// renew makes the file anew if it was removed, where Options.Gone would have it done.
// The caller has the writer's turn, and knows that nothing was read or written yet.
func (m *monitor) renew() error {
	if m.file == nil || m.onGone == nil {
		return nil
	}
	if _, err := os.Stat(m.file.path); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(m.file.path), 0o755); err != nil {
		return err
	}
	if err := m.conns.reopen(); err != nil {
		return m.fail(fmt.Errorf("the database file was removed while the project was loaded, and cannot be made anew: %w", err))
	}
	m.log.Warn("the database file was removed while the project was loaded: it was made anew, without records", "file", m.file.path)
	return nil
}

// found records that the file is there, and logs that it was put back.
func (m *monitor) found() {
	if m.gone.Load() && m.gone.Swap(false) {
		m.log.Info("the database file is back", "file", m.file.path)
	}
}

// writable returns an error when what is written now would not be stored. The
// caller has the writer's turn.
func (m *monitor) writable() error {
	if m.file == nil {
		return nil
	}
	state, what := m.file.check(false)
	if state == mainLost {
		return m.markDeleted(what)
	}
	if failed := m.failed.Load(); failed != nil {
		return *failed
	}
	switch state {
	case walLost:
		return m.reopen(what, nothingLost)
	case walCut:
		return m.repairLog(what)
	case touched:
		return m.examine(what)
	}
	m.found()
	return nil
}

// stored returns an error when what was just committed is not in the file at
// the path of the database. The caller has the writer's turn.
func (m *monitor) stored() error {
	if m.file == nil {
		return nil
	}
	switch state, what := m.file.check(true); state {
	case mainLost:
		return m.markDeleted(what)
	case walLost:
		// The database takes it out of the log as it is closed.
		return m.reopen(what, nothingLost)
	case walCut:
		return m.repairLog(what)
	}
	return nil
}

// readable returns an error when the database cannot be read. A deleted file is
// still read, except where Options.Gone opens a new database in its place.
func (m *monitor) readable() error {
	if m.file == nil {
		return nil
	}
	if !m.file.checkedRecently() {
		if state, what := m.file.check(false); state == mainLost {
			_ = m.markDeleted(what)
		}
	}
	if m.onGone != nil && m.gone.Load() {
		return lostError("was taken away")
	}
	if failed := m.failed.Load(); failed != nil {
		return *failed
	}
	return nil
}

// maxExamined is the size up to which a file is checked as a whole.
const maxExamined = 64 << 20

// examine decides about a file that another program has written: through SQLite,
// which is allowed, or by overwriting it, which damages it.
func (m *monitor) examine(what string) error {
	info, err := os.Stat(m.file.path)
	if err != nil {
		return m.markDeleted("was removed or moved away")
	}
	if info.Size() <= maxExamined {
		if err := sound(m.file.path); err != nil {
			m.log.Error("the database file "+what+" while it was open, and is damaged now: stop the server and put a good copy in its place", "file", m.file.path, "error", err)
			return m.fail(fmt.Errorf("the database file %s while it was open, and is damaged: %w", what, err))
		}
		return m.reopen(what, nothingLost)
	}
	if err := opens(m.file.path); err != nil {
		m.log.Error("the database file "+what+" while it was open, and cannot be read now: stop the server and put a good copy in its place", "file", m.file.path, "error", err)
		return m.fail(fmt.Errorf("the database file %s while it was open, and cannot be read: %w", what, err))
	}
	if !m.unexamined.Swap(true) { // another server that shares it writes all the time
		m.log.Warn("the database file "+what+" while it was open, and is too large to be checked: if that was a copy over it, stop the server, and put the copy in its place then",
			"file", m.file.path, "size", info.Size(), "limit", maxExamined)
	}
	_, _ = m.file.check(true)
	return nil
}

// repairLog decides about a log that is shorter than it was: another program has
// moved all of it into the file, or has cut off what is nowhere else. Writing
// behind the gap would damage the file. The caller has the writer's turn.
func (m *monitor) repairLog(what string) error {
	held := false
	err := m.conns.writer.query([]byte("PRAGMA wal_checkpoint(TRUNCATE)"), nil, func(stmt *sqlite.Stmt) error {
		held = stmt.ColumnInt64(0) != 0
		return nil
	})
	switch {
	case err == nil && held:
		return &orm.UnavailableError{Datastore: "SQLite", Reason: "its file " + what + ", and it is read"}
	case err == nil:
		m.file.emptied()
		_, _ = m.file.check(true)
		return nil
	}
	if err := m.reopen(what, "records of late, which were in the log only, are lost; compare with a backup"); err != nil {
		return err
	}
	if err := sound(m.file.path); err != nil {
		m.log.Error("the database file "+what+" while it was open, and is damaged now: stop the server and put a good copy in its place", "file", m.file.path, "error", err)
		return m.fail(fmt.Errorf("the database file %s while it was open, and is damaged: %w", what, err))
	}
	return nil
}

// opens reads the beginning of a database over a new connection, which has
// cached nothing.
func opens(path string) error {
	c, err := openConn(path, "PRAGMA query_only=ON", "SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return err
	}
	return c.close()
}

// sound checks a database over a new connection, which has cached nothing.
func sound(path string) error {
	c, err := openConn(path, "PRAGMA query_only=ON")
	if err != nil {
		return err
	}
	defer func() { _ = c.close() }() // it was only read
	var result string
	err = c.query([]byte("PRAGMA quick_check(1)"), nil, func(stmt *sqlite.Stmt) error {
		result = stmt.ColumnText(0)
		return nil
	})
	if err == nil && result != "ok" {
		err = fmt.Errorf("%s", result)
	}
	return err
}

// fail makes everything fail with err from now on.
func (m *monitor) fail(err error) error {
	m.failed.Store(&err)
	return err
}

// nothingLost is the outcome of most attempts to open the file again.
const nothingLost = "nothing is lost"

// reopen closes all connections, which writes the log into the file, and opens
// them again. outcome is the text about the records for the log. The caller
// holds the writer.
func (m *monitor) reopen(what, outcome string) error {
	switch err := m.conns.reopen(); {
	case errors.Is(err, errInUse):
		return &orm.UnavailableError{Datastore: "SQLite", Reason: "its file " + what + ", and it cannot be opened again while it is read"}
	case err != nil:
		m.log.Error("the database file "+what+" while it was open, and cannot be opened again", "file", m.file.path, "error", err)
		return m.fail(fmt.Errorf("the database file %s while it was open, and cannot be opened again: %w", what, err))
	}
	level := slog.LevelWarn
	if outcome != nothingLost {
		level = slog.LevelError
	}
	m.log.Log(context.Background(), level, "the database file "+what+" while it was open: it was opened again, "+outcome, "file", m.file.path)
	return nil
}
