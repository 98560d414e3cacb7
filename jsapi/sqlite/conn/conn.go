package conn

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Flags of Open.
const (
	ReadOnly  = lib.SQLITE_OPEN_READONLY
	ReadWrite = lib.SQLITE_OPEN_READWRITE
	Create    = lib.SQLITE_OPEN_CREATE
	URI       = lib.SQLITE_OPEN_URI
)

const (
	pointerSize = int(unsafe.Sizeof(uintptr(0)))
	transient   = ^uintptr(0) // SQLITE_TRANSIENT: SQLite copies what it is given
)

// Errors of a wrong use.
var (
	ErrClosed = errors.New("the database is closed")
	ErrBusy   = errors.New("the database is executing a statement")
	errMemory = errors.New("out of memory")
)

// Conn is a connection to one database.
type Conn struct {
	tls     *libc.TLS
	db      uintptr
	running int               // how many calls of Step are open
	stmts   map[*Stmt]bool    // not finalized
	kept    []any             // what SQLite points to
	states  map[uintptr]State // of aggregates, by a number that SQLite keeps
	last    uintptr

	interrupts sync.Mutex // held by Interrupt and Close

	dropped sync.Mutex
	garbage []*Stmt // see Drop
}

// Open opens a database, ":memory:" or "" for one of its own in memory or in a
// temporary file.
func Open(path string, flags int32) (*Conn, error) {
	c := &Conn{tls: libc.NewTLS(), stmts: map[*Stmt]bool{}, states: map[uintptr]State{}}
	name, err := c.text(path)
	if err != nil {
		c.tls.Close()
		return nil, err
	}
	defer libc.Xfree(c.tls, name)
	out, err := c.room(pointerSize)
	if err != nil {
		c.tls.Close()
		return nil, err
	}
	defer libc.Xfree(c.tls, out)
	code := lib.Xsqlite3_open_v2(c.tls, name, out, flags|lib.SQLITE_OPEN_NOMUTEX, 0)
	c.db = pointerAt(out)
	if code != lib.SQLITE_OK {
		err := c.failure(code)
		if c.db != 0 {
			lib.Xsqlite3_close_v2(c.tls, c.db)
		}
		c.tls.Close()
		return nil, err
	}
	lib.Xsqlite3_extended_result_codes(c.tls, c.db, 1)
	return c, nil
}

// Close finalizes all statements and closes the connection; a second time it does nothing.
func (c *Conn) Close() error {
	if c.db == 0 {
		return nil
	}
	if c.running > 0 {
		return ErrBusy
	}
	for s := range c.stmts {
		s.finalize()
	}
	c.interrupts.Lock()
	code := lib.Xsqlite3_close_v2(c.tls, c.db)
	c.db = 0
	c.interrupts.Unlock()
	c.tls.Close()
	c.kept = nil
	if code != lib.SQLITE_OK {
		return &Error{Code: int(code), Message: "the database cannot be closed", Offset: -1}
	}
	return nil
}

// Closed reports whether the connection was closed.
func (c *Conn) Closed() bool { return c.db == 0 }

// Interrupt ends what runs with SQLITE_INTERRUPT. It may be called from any goroutine.
func (c *Conn) Interrupt() {
	c.interrupts.Lock()
	defer c.interrupts.Unlock()
	if c.db == 0 {
		return
	}
	tls := libc.NewTLS()
	lib.Xsqlite3_interrupt(tls, c.db)
	tls.Close()
}

// SetTimeout sets for how long a locked database is waited for.
func (c *Conn) SetTimeout(limit time.Duration) {
	lib.Xsqlite3_busy_timeout(c.tls, c.db, int32(min(limit.Milliseconds(), 1<<31-1)))
}

// Options of Configure, a limit of Limit, and flags of functions.
const (
	ForeignKeys     = lib.SQLITE_DBCONFIG_ENABLE_FKEY
	DoubleQuotedDML = lib.SQLITE_DBCONFIG_DQS_DML
	DoubleQuotedDDL = lib.SQLITE_DBCONFIG_DQS_DDL
	LimitLength     = lib.SQLITE_LIMIT_LENGTH
	Deterministic   = lib.SQLITE_DETERMINISTIC
	DirectOnly      = lib.SQLITE_DIRECTONLY
)

// Version is the version of SQLite, as text, with its source, and as number.
func Version() (text, source string, number int) {
	return lib.SQLITE_VERSION, lib.SQLITE_SOURCE_ID, lib.SQLITE_VERSION_NUMBER
}

// Configure switches an option.
func (c *Conn) Configure(option int32, on bool) error {
	value := int32(0)
	if on {
		value = 1
	}
	list := libc.NewVaList(value, uintptr(0))
	if list == 0 {
		return errMemory
	}
	defer libc.Xfree(c.tls, list)
	return c.check(lib.Xsqlite3_db_config(c.tls, c.db, option, list))
}

// Limit sets a limit of the connection and returns the former one; a negative value
// changes nothing.
func (c *Conn) Limit(id, limit int32) int32 { return lib.Xsqlite3_limit(c.tls, c.db, id, limit) }

// InTransaction reports whether a transaction is open.
func (c *Conn) InTransaction() bool { return lib.Xsqlite3_get_autocommit(c.tls, c.db) == 0 }

// Changes is how many rows the last INSERT, UPDATE or DELETE has changed, TotalChanges all of them.
func (c *Conn) Changes() int64 { return int64(lib.Xsqlite3_changes(c.tls, c.db)) }

// TotalChanges is how many rows were changed since the connection was opened.
func (c *Conn) TotalChanges() int64 { return int64(lib.Xsqlite3_total_changes(c.tls, c.db)) }

// LastRow is the rowid of the last row that was inserted.
func (c *Conn) LastRow() int64 { return lib.Xsqlite3_last_insert_rowid(c.tls, c.db) }

// File is the path of an attached database, "" for one in memory.
func (c *Conn) File(schema string) (string, error) {
	name, err := c.text(schema)
	if err != nil {
		return "", err
	}
	defer libc.Xfree(c.tls, name)
	return libc.GoString(lib.Xsqlite3_db_filename(c.tls, c.db, name)), nil
}

// Exec runs all statements of a text.
func (c *Conn) Exec(sql string) error {
	if err := c.ready(); err != nil {
		return err
	}
	text, err := c.text(sql)
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, text)
	c.running++
	defer func() { c.running-- }()
	return c.check(lib.Xsqlite3_exec(c.tls, c.db, text, 0, 0, 0))
}

// OnChange has changed called for every row that is inserted, changed or deleted.
func (c *Conn) OnChange(changed func(op int, database, table string, row int64)) {
	if changed == nil {
		lib.Xsqlite3_update_hook(c.tls, c.db, 0, 0)
		return
	}
	hook := func(_ *libc.TLS, _ uintptr, op int32, database, table uintptr, row lib.Tsqlite_int64) {
		changed(int(op), libc.GoString(database), libc.GoString(table), row)
	}
	lib.Xsqlite3_update_hook(c.tls, c.db, c.function(hook), 0)
}

// ready finalizes dropped statements.
func (c *Conn) ready() error {
	if c.db == 0 {
		return ErrClosed
	}
	c.dropped.Lock()
	list := c.garbage
	c.garbage = nil
	c.dropped.Unlock()
	for _, s := range list {
		if !s.running {
			s.finalize()
		}
	}
	return nil
}

// text is a C string with the content of s, which free releases.
func (c *Conn) text(s string) (uintptr, error) {
	p, err := libc.CString(s)
	if err != nil {
		return 0, errMemory
	}
	return p, nil
}

// room is n bytes of zeros, at least one.
func (c *Conn) room(n int) (uintptr, error) {
	p := libc.Xcalloc(c.tls, 1, libc.Tsize_t(max(n, 1)))
	if p == 0 {
		return 0, errMemory
	}
	return p, nil
}

// copied is memory with the content of b.
func (c *Conn) copied(b []byte) (uintptr, error) {
	p, err := c.room(len(b))
	if err != nil {
		return 0, err
	}
	copy(unsafe.Slice((*byte)(pointer(p)), len(b)), b)
	return p, nil
}

// function is the C pointer of a Go function, which stays alive with the connection.
func (c *Conn) function(f any) uintptr {
	c.kept = append(c.kept, f)
	// The second word of an interface with a function is that function, a pointer.
	return (*[2]uintptr)(unsafe.Pointer(&c.kept[len(c.kept)-1]))[1]
}

func (c *Conn) check(code int32) error {
	if code == lib.SQLITE_OK {
		return nil
	}
	return c.failure(code)
}

func (c *Conn) failure(code int32) error {
	if c.db == 0 {
		return &Error{Code: int(code), Message: libc.GoString(lib.Xsqlite3_errstr(c.tls, code)), Offset: -1}
	}
	if extended := lib.Xsqlite3_extended_errcode(c.tls, c.db); extended&0xff == code&0xff {
		code = extended
	}
	return &Error{Code: int(code), Message: libc.GoString(lib.Xsqlite3_errmsg(c.tls, c.db)), Offset: int(lib.Xsqlite3_error_offset(c.tls, c.db))}
}

// pointer is memory of SQLite, which the garbage collector does not own.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

func pointerAt(p uintptr) uintptr { return *(*uintptr)(pointer(p)) }

// bytesAt copies n bytes.
func bytesAt(p uintptr, n int) []byte {
	if n == 0 || p == 0 {
		return []byte{}
	}
	return slices.Clone(unsafe.Slice((*byte)(pointer(p)), n))
}

// Drop finalizes a statement at the next use of the connection. It may be called from
// any goroutine, also that of the garbage collector.
func (c *Conn) Drop(s *Stmt) {
	c.dropped.Lock()
	defer c.dropped.Unlock()
	c.garbage = append(c.garbage, s)
	runtime.KeepAlive(c)
}
