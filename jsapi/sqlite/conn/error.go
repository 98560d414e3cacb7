package conn

import (
	"strconv"
	"sync"
)

// Error is an error of SQLite.
type Error struct {
	Code    int // the extended result code
	Message string
	Offset  int // where in the statement, in bytes; -1 if it is not known
}

func (e *Error) Error() string { return e.Message }

// Name is the name of the extended code, such as SQLITE_CONSTRAINT_UNIQUE.
func (e *Error) Name() string {
	if name, ok := extendedNames()[e.Code]; ok {
		return name
	}
	return PrimaryName(e.Code)
}

// PrimaryName is the name of a code without its extension, such as SQLITE_CONSTRAINT.
func PrimaryName(code int) string {
	names := []string{
		"OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY", "INTERRUPT", "IOERR", "CORRUPT", "NOTFOUND", "FULL",
		"CANTOPEN", "PROTOCOL", "EMPTY", "SCHEMA", "TOOBIG", "CONSTRAINT", "MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE", "NOTADB", "NOTICE", "WARNING",
	}
	code &= 0xff
	switch {
	case code < len(names):
		return "SQLITE_" + names[code]
	case code == 100:
		return "SQLITE_ROW"
	case code == 101:
		return "SQLITE_DONE"
	}
	return "UNKNOWN_SQLITE_ERROR_" + strconv.Itoa(code)
}

// extendedNames are the names of extended codes: the primary code, and 256 times a number.
var extendedNames = sync.OnceValue(func() map[int]string {
	out := map[int]string{}
	for primary, names := range map[int][]string{
		1: {"MISSING_COLLSEQ", "RETRY", "SNAPSHOT"},
		4: {"", "ROLLBACK"},
		5: {"RECOVERY", "SNAPSHOT", "TIMEOUT"},
		6: {"SHAREDCACHE", "VTAB"},
		8: {"RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"},
		10: {
			"READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK", "RDLOCK", "DELETE", "BLOCKED", "NOMEM", "ACCESS",
			"CHECKRESERVEDLOCK", "LOCK", "CLOSE", "DIR_CLOSE", "SHMOPEN", "SHMSIZE", "SHMLOCK", "SHMMAP", "SEEK", "DELETE_NOENT", "MMAP", "GETTEMPPATH", "CONVPATH",
			"VNODE", "AUTH", "BEGIN_ATOMIC", "COMMIT_ATOMIC", "ROLLBACK_ATOMIC", "DATA", "CORRUPTFS",
		},
		11: {"VTAB", "SEQUENCE", "INDEX"},
		14: {"NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"},
		19: {
			"CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER", "UNIQUE", "VTAB", "ROWID", "PINNED", "DATATYPE",
		},
		23: {"USER"},
		27: {"RECOVER_WAL", "RECOVER_ROLLBACK", "RBU"},
		28: {"AUTOINDEX"},
	} {
		for i, name := range names {
			if name != "" {
				out[primary+(i+1)*256] = PrimaryName(primary) + "_" + name
			}
		}
	}
	return out
})
