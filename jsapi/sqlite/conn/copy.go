package conn

import (
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Backup copies a database to another one, some pages at a time.
type Backup struct {
	to     *Conn
	backup uintptr
}

// BackupTo begins to copy the database named schema to that named target of another connection.
func (c *Conn) BackupTo(schema string, to *Conn, target string) (*Backup, error) {
	if err := c.ready(); err != nil {
		return nil, err
	}
	from, err := c.text(schema)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(c.tls, from)
	name, err := c.text(target)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(c.tls, name)
	b := lib.Xsqlite3_backup_init(to.tls, to.db, name, c.db, from)
	if b == 0 {
		return nil, to.failure(lib.Xsqlite3_errcode(to.tls, to.db))
	}
	return &Backup{to, b}, nil
}

// Step copies some pages, all of them if the number is negative. Locked says that the
// database is locked, and nothing was copied.
func (b *Backup) Step(pages int) (done, locked bool, err error) {
	switch code := lib.Xsqlite3_backup_step(b.to.tls, b.backup, int32(pages)); code {
	case lib.SQLITE_DONE:
		return true, false, nil
	case lib.SQLITE_OK:
		return false, false, nil
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return false, true, nil
	default:
		return false, false, &Error{Code: int(code), Message: libc.GoString(lib.Xsqlite3_errstr(b.to.tls, code)), Offset: -1}
	}
}

// Pages are how many pages the database has, and how many are not copied yet.
func (b *Backup) Pages() (total, remaining int) {
	return int(lib.Xsqlite3_backup_pagecount(b.to.tls, b.backup)), int(lib.Xsqlite3_backup_remaining(b.to.tls, b.backup))
}

// Finish ends the copy; one that is not done leaves the target as it was.
func (b *Backup) Finish() {
	if b.backup != 0 {
		lib.Xsqlite3_backup_finish(b.to.tls, b.backup)
		b.backup = 0
	}
}

// Serialize is the file of a database, as bytes.
func (c *Conn) Serialize(schema string) ([]byte, error) {
	if err := c.ready(); err != nil {
		return nil, err
	}
	name, err := c.text(schema)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(c.tls, name)
	size, err := c.room(8)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(c.tls, size)
	p := lib.Xsqlite3_serialize(c.tls, c.db, name, size, 0)
	if n := *(*int64)(pointer(size)); p == 0 && n != 0 {
		return nil, errMemory
	}
	if p == 0 {
		return []byte{}, nil
	}
	defer lib.Xsqlite3_free(c.tls, p)
	return bytesAt(p, int(*(*int64)(pointer(size)))), nil
}

// Deserialize makes the main database one in memory with the content of a file.
func (c *Conn) Deserialize(file []byte) error {
	name, err := c.text("main")
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, name)
	p := lib.Xsqlite3_malloc64(c.tls, lib.Tsqlite3_uint64(max(len(file), 1)))
	if p == 0 {
		return errMemory
	}
	copy(unsafe.Slice((*byte)(pointer(p)), len(file)), file)
	n := lib.Tsqlite3_int64(len(file))
	return c.check(lib.Xsqlite3_deserialize(c.tls, c.db, name, p, n, n, lib.SQLITE_DESERIALIZE_FREEONCLOSE|lib.SQLITE_DESERIALIZE_RESIZEABLE))
}
