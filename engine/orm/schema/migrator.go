package schema

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"framework/engine/orm"
)

// Migrator migrates one database. It is safe for concurrent use, by several
// processes, too.
type Migrator struct {
	db      *sql.DB
	dialect Dialect
	log     *slog.Logger
}

// New returns a Migrator of the database that db is connected to. log takes
// what a migration does; nil for none.
func New(db *sql.DB, dialect Dialect, log *slog.Logger) *Migrator {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Migrator{db: db, dialect: dialect, log: log}
}

// Plan says what would bring the tables about and changes nothing. strategy
// replaces the tables' own; "" leaves them. Views are left alone.
func (m *Migrator) Plan(ctx context.Context, tables []Table, strategy orm.Migration) ([]orm.Step, error) {
	var steps []orm.Step
	err := m.begin(ctx, true, func(s *session) (err error) {
		steps, _, err = s.plan(tables, strategy)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("planning a migration: %w", err)
	}
	return steps, nil
}

// Apply carries out a plan for the tables, as orm.Migrator has it; the error
// may be a *orm.LossError or orm.ErrStalePlan.
func (m *Migrator) Apply(ctx context.Context, tables []Table, plan *orm.Plan, allowLoss bool) error {
	return m.change(ctx, tables, plan.Strategy, allowLoss, func(now *orm.Plan) error {
		if len(now.Steps) > 0 && !now.Same(plan) {
			return orm.ErrStalePlan
		}
		return nil
	})
}

// Define plans and applies at once, each table as its own strategy says and
// without losing data, which is what a lift does. Of servers that start
// together one does the work, the others wait for it.
func (m *Migrator) Define(ctx context.Context, tables []Table) error {
	return m.change(ctx, tables, "", false, func(*orm.Plan) error { return nil })
}

// change plans the migration under the database's lock and carries it out if
// check has nothing against it.
func (m *Migrator) change(ctx context.Context, tables []Table, strategy orm.Migration, allowLoss bool, check func(*orm.Plan) error) error {
	err := m.begin(ctx, false, func(s *session) error {
		steps, before, err := s.plan(tables, strategy)
		if err != nil {
			return err
		}
		now := &orm.Plan{Steps: steps}
		if err := check(now); err != nil {
			return err
		}
		take, leave, err := now.Split(allowLoss)
		if err != nil {
			return err
		}
		for _, step := range leave {
			m.log.Warn("kept what a migration would lose", "table", step.Table, "why", step.Why, "keeps", step.Loses)
		}
		if len(take) == 0 {
			return nil
		}
		err = s.take(take, before.missing(tables))
		if err == nil || m.dialect == MySQL { // where what was done is done
			err = errors.Join(err, s.remember(tables, before))
		}
		return err
	})
	var loss *orm.LossError
	if err != nil && !errors.As(err, &loss) {
		err = fmt.Errorf("migrating the database: %w", err)
	}
	return err
}

// session is a connection for one plan or migration.
type session struct {
	*Migrator
	ctx context.Context
	run Conn // nil without a database: then every table is taken to have records
}

// offline says that there is no database to ask.
func (s *session) offline() bool { return s.run == nil }

// many is the number of records, or of values, where no database can be asked.
const many = math.MaxInt32

// amount is orm.Amount, without a number where that is not known.
func amount(n int64, noun string) string {
	if n >= many {
		return noun + "s"
	}
	return orm.Amount(n, noun)
}

// Conn is what database/sql's connections and transactions share.
type Conn interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// lockName is what PostgreSQL's and MySQL's advisory locks are called.
const (
	lockNumber = 0x66726d77_6d696772
	lockName   = "framework migration of "
)

// begin runs fn with a connection; for changes, alone with the database's lock
// and, where there are such things, inside a transaction.
func (m *Migrator) begin(ctx context.Context, readOnly bool, fn func(s *session) error) error {
	conn, err := m.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // it goes back to the pool
	if m.dialect == MySQL {
		return m.locked(ctx, conn, readOnly, fn)
	}
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: readOnly})
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // does nothing after the commit
	if !readOnly {
		// The limits of ordinary queries are not for copying tables.
		if _, err := tx.ExecContext(ctx, "SET LOCAL statement_timeout = 0"); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(lockNumber)); err != nil {
			return fmt.Errorf("waiting for another migration: %w", err)
		}
	}
	if err := fn(&session{m, ctx, tx}); err != nil {
		return err
	}
	return tx.Commit()
}

// lockWait is how long MySQL waits for another migration before it looks
// whether the caller still does.
const lockWait = 10 * time.Second

func (m *Migrator) locked(ctx context.Context, conn *sql.Conn, readOnly bool, fn func(s *session) error) (err error) {
	s := &session{m, ctx, conn}
	if readOnly {
		return fn(s)
	}
	const name = "left(concat('" + lockName + "', database()), 64)"
	for {
		got, err := s.answer("SELECT coalesce(get_lock("+name+", ?), 0)", lockWait.Seconds())
		if err != nil {
			return fmt.Errorf("waiting for another migration: %w", err)
		}
		if got == 1 {
			break
		}
	}
	// What does not fit has to be an error, whatever the server's default is.
	var mode string
	if err := s.row("SELECT @@SESSION.sql_mode", &mode); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lockWait)
		defer cancel()
		_, e1 := conn.ExecContext(ctx, "SET SESSION sql_mode = ?", mode)
		_, e2 := conn.ExecContext(ctx, "DO release_lock("+name+")")
		if err == nil {
			err = errors.Join(e1, e2)
		}
	}()
	if _, err := conn.ExecContext(ctx, "SET SESSION sql_mode = concat(@@SESSION.sql_mode, ',STRICT_ALL_TABLES')"); err != nil {
		return err
	}
	return fn(s)
}

// row reads the only row of a query.
func (s *session) row(query string, dest ...any) error {
	rows, err := s.run.QueryContext(s.ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // its error is that of Err
	if !rows.Next() {
		return errors.Join(rows.Err(), sql.ErrNoRows)
	}
	if err := rows.Scan(dest...); err != nil {
		return err
	}
	return rows.Err()
}

// answer is the number that a query answers.
func (s *session) answer(query string, args ...any) (n int64, err error) {
	if s.offline() {
		return many, nil
	}
	if n, err = Number(s.ctx, s.run, query, args...); err != nil {
		err = fmt.Errorf("%w (%s)", err, query)
	}
	return n, err
}

// take carries out the steps; those of new tables are nothing to think about.
func (s *session) take(steps []orm.Step, isNew map[string]bool) error {
	for _, step := range steps {
		level := slog.LevelInfo
		if isNew[step.Table] {
			level = slog.LevelDebug
		}
		s.log.Log(s.ctx, level, "migrating", "table", step.Table, "why", step.Why, "sql", step.SQL)
		if _, err := s.run.ExecContext(s.ctx, step.SQL); err != nil {
			return fmt.Errorf("table %q: %s: %w (%s)", step.Table, step.Why, err, step.SQL)
		}
	}
	return nil
}
