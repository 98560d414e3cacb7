package schema

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Run runs fn with a connection of the database: in a transaction, which is committed
// unless fn fails, or, where atomic is false or the database cannot change its tables in
// one, without.
type Run func(atomic bool, fn func(ctx context.Context, c Conn) error) error

// Scripts runs fn, which runs the scripts of people. Without readOnly it waits until no
// other process does, nor migrates to the models.
func (m *Migrator) Scripts(ctx context.Context, readOnly bool, fn func(run Run) error) error {
	conn, err := m.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // it goes back to the pool
	if m.dialect == MySQL {
		return m.locked(ctx, conn, readOnly, func(*session) error {
			return fn(func(_ bool, fn func(context.Context, Conn) error) error { return fn(ctx, conn) })
		})
	}
	if !readOnly {
		unlock, err := lock(ctx, conn)
		if err != nil {
			return err
		}
		defer unlock()
	}
	return fn(func(atomic bool, fn func(context.Context, Conn) error) error {
		if !atomic {
			return fn(ctx, conn)
		}
		tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: readOnly})
		if err != nil {
			return err
		}
		if err := fn(ctx, tx); err != nil {
			_ = tx.Rollback() //nolint:errcheck // the error of fn says more
			return err
		}
		return tx.Commit()
	})
}

// unlockLimit bounds giving back a lock whose holder may have been interrupted.
const unlockLimit = 10 * time.Second

// lock takes PostgreSQL's lock for migrations, for longer than a transaction.
func lock(ctx context.Context, conn *sql.Conn) (unlock func(), err error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(lockNumber)); err != nil {
		return nil, fmt.Errorf("waiting for another migration: %w", err)
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), unlockLimit)
		defer cancel()
		// Closing the connection gives the lock back, too.
		_, _ = conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", int64(lockNumber)) //nolint:errcheck // see above
	}, nil
}

// Exists reports whether the database has a table of that name, where an unqualified name
// is looked for.
func (d Dialect) Exists(ctx context.Context, c Conn, table string) (bool, error) {
	n, err := Number(ctx, c, map[Dialect]string{
		PostgreSQL: "SELECT CASE WHEN to_regclass(" + literal(d.quote(table)) + ") IS NULL THEN 0 ELSE 1 END",
		MySQL:      "SELECT count(*) FROM information_schema.tables WHERE table_schema = database() AND table_name = " + literal(table),
		SQLite:     "SELECT count(*) FROM sqlite_master WHERE name = " + literal(table),
	}[d])
	return n > 0, err
}

// Number is the number that a query answers, 0 without an answer.
func Number(ctx context.Context, c Conn, query string, args ...any) (n int64, err error) {
	rows, err := c.QueryContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close() //nolint:errcheck // its error is that of Err
	if rows.Next() {
		err = rows.Scan(&n)
	}
	return n, errors.Join(err, rows.Err())
}
