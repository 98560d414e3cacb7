package migrate

import (
	"context"
	"errors"
	"time"

	"framework/engine/orm/schema"
)

// Journal is the table that has what was applied.
const Journal = "_framework_migrations"

// Entry is a migration in the journal.
type Entry struct {
	Name     string
	Checksum string
	Applied  string // when, as ISO 8601
	// Done of Total statements were run. It is less after a failure where that
	// leaves something behind.
	Done, Total int
}

// journal reads and writes the journal on a connection.
type journal struct {
	ctx     context.Context
	conn    schema.Conn
	dialect schema.Dialect
}

func (j journal) exec(text string, args ...any) error {
	_, err := j.conn.ExecContext(j.ctx, text, args...)
	return err
}

// read lists the entries by name; none where there is no journal.
func (j journal) read() (map[string]Entry, error) {
	exists, err := j.dialect.Exists(j.ctx, j.conn, Journal)
	if err != nil || !exists {
		return nil, err
	}
	rows, err := j.conn.QueryContext(j.ctx, "SELECT name, checksum, applied_at, done, total FROM "+Journal)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // its error is that of Err
	out := map[string]Entry{}
	for rows.Next() {
		var e Entry
		if err := rows.Scan(&e.Name, &e.Checksum, &e.Applied, &e.Done, &e.Total); err != nil {
			return nil, err
		}
		out[e.Name] = e
	}
	return out, rows.Err()
}

// create makes the journal where there is none. It is created by a statement that
// another process may have run before.
func (j journal) create() error {
	exists, err := j.dialect.Exists(j.ctx, j.conn, Journal)
	if err != nil || exists {
		return err
	}
	return j.exec("CREATE TABLE " + Journal + ` (name varchar(255) NOT NULL PRIMARY KEY, checksum varchar(64) NOT NULL,
  applied_at varchar(40) NOT NULL, done integer NOT NULL, total integer NOT NULL)`)
}

// write writes an entry in the place of one of its name.
func (j journal) write(e Entry) error {
	if err := j.remove(e.Name); err != nil {
		return err
	}
	values := "(?, ?, ?, ?, ?)"
	if j.dialect == schema.PostgreSQL {
		values = "($1, $2, $3, $4, $5)"
	}
	return j.exec("INSERT INTO "+Journal+" (name, checksum, applied_at, done, total) VALUES "+values, e.Name, e.Checksum, e.Applied, int64(e.Done), int64(e.Total))
}

func (j journal) remove(name string) error {
	mark := "?"
	if j.dialect == schema.PostgreSQL {
		mark = "$1"
	}
	return j.exec("DELETE FROM "+Journal+" WHERE name = "+mark, name)
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }

// errMissingFile is a migration of the journal whose file is gone.
var errMissingFile = errors.New("its file is missing; bring it back, or forget that it was applied with --mark")
