package migrate_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"framework/engine/orm/migrate"
	"framework/engine/orm/schema"
	"framework/engine/orm/serverdb"
	"framework/engine/orm/sqldb"
	"framework/engine/testenv"
	"framework/engine/value"
)

// store is a database of the test's own.
type store interface {
	Scripts(ctx context.Context, readOnly bool, fn func(run schema.Run) error) error
	Query(ctx context.Context, text string, args []any) ([]*value.Map, error)
	Close() error
}

// database is a database with migrations that a test writes.
type database struct {
	*testing.T
	store   store
	again   func() store // another connection to it
	dialect schema.Dialect
	files   []*migrate.File
}

func (d *database) open(db store, err error) store {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() {
		if err := db.Close(); err != nil {
			d.Error(err)
		}
	})
	return db
}

// onDatabases runs a test on each.
func onDatabases(t *testing.T, test func(d *database)) {
	ctx := context.Background()
	t.Run("sqlite", func(t *testing.T) {
		d := &database{T: t, dialect: schema.SQLite}
		path := t.TempDir() + "/a.sqlite"
		d.again = func() store { db, err := sqldb.Open(ctx, sqldb.Options{Path: path}); return d.open(db, err) }
		d.store = d.again()
		test(d)
	})
	t.Run("postgresql", func(t *testing.T) {
		testenv.Slow(t)
		d := &database{T: t, dialect: schema.PostgreSQL}
		address := testenv.Server(t, "FRAMEWORK_TEST_POSTGRES")
		name := fmt.Sprintf("migrate_%d", os.Getpid())
		db, err := serverdb.OpenPostgreSQL(ctx, serverdb.Options{URL: address})
		admin := d.open(db, err)
		d.sql(admin, "DROP SCHEMA IF EXISTS "+name+" CASCADE", "CREATE SCHEMA "+name)
		t.Cleanup(func() { d.sql(admin, "DROP SCHEMA "+name+" CASCADE") })
		mark := "?"
		if strings.Contains(address, "?") {
			mark = "&"
		}
		d.again = func() store {
			db, err := serverdb.OpenPostgreSQL(ctx, serverdb.Options{URL: address + mark + "search_path=" + name})
			return d.open(db, err)
		}
		d.store = d.again()
		test(d)
	})
	t.Run("mysql", func(t *testing.T) {
		testenv.Slow(t)
		d := &database{T: t, dialect: schema.MySQL}
		address := testenv.Server(t, "FRAMEWORK_TEST_MYSQL")
		name := fmt.Sprintf("migrate_%d", os.Getpid())
		db, err := serverdb.OpenMySQL(ctx, serverdb.Options{URL: address})
		admin := d.open(db, err)
		d.sql(admin, "DROP DATABASE IF EXISTS "+name, "CREATE DATABASE "+name)
		t.Cleanup(func() { d.sql(admin, "DROP DATABASE "+name) })
		d.again = func() store {
			db, err := serverdb.OpenMySQL(ctx, serverdb.Options{URL: address, Database: name})
			return d.open(db, err)
		}
		d.store = d.again()
		test(d)
	})
}

func (d *database) sql(db store, statements ...string) {
	d.Helper()
	for _, text := range statements {
		if _, err := db.Query(context.Background(), text, nil); err != nil {
			d.Fatalf("%s: %v", text, err)
		}
	}
}

// rows is what a query answers, as JSON.
func (d *database) rows(query string) string {
	d.Helper()
	rows, err := d.store.Query(context.Background(), query, nil)
	if err != nil {
		d.Fatalf("%s: %v", query, err)
	}
	list := make([]any, len(rows))
	for i, r := range rows {
		list[i] = r
	}
	return string(value.Append(nil, list))
}

// file writes a migration; down is "" for none.
func (d *database) file(name, up, down string) {
	d.Helper()
	text := "-- migrate:up\n" + up + "\n"
	if down != "" {
		text += "-- migrate:down\n" + down + "\n"
	}
	f, err := migrate.Parse(name, name+".sql", []byte(text))
	if err != nil {
		d.Fatal(err)
	}
	d.files = slices.DeleteFunc(d.files, func(f *migrate.File) bool { return f.Name == name })
	d.files = append(d.files, f)
	slices.SortFunc(d.files, func(a, b *migrate.File) int { return strings.Compare(a.Name, b.Name) })
}

func (d *database) db() *migrate.Database {
	return &migrate.Database{Dialect: d.dialect, Files: d.files, Scripts: d.store.Scripts}
}

// status is what became of the migrations: "1_a applied, 2_b pending".
func (d *database) status() string {
	d.Helper()
	list, err := d.db().Status(context.Background())
	if err != nil {
		d.Fatal(err)
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.Name + " " + string(s.Condition)
		if s.Condition == migrate.Failed {
			out[i] += fmt.Sprintf(" %d/%d", s.Done, s.Total)
		}
	}
	return strings.Join(out, ", ")
}

func (d *database) is(what, got, want string) {
	d.Helper()
	if got != want {
		d.Fatalf("%s is\n%s, want\n%s", what, got, want)
	}
}

// apply applies and returns the names of what was applied.
func (d *database) apply(opts migrate.ApplyOptions) string {
	d.Helper()
	var names []string
	opts.Done = func(f *migrate.File, _ int) { names = append(names, f.Name) }
	if err := d.db().Apply(context.Background(), opts); err != nil {
		d.Fatal(err)
	}
	return strings.Join(names, " ")
}

func (d *database) rollback(opts migrate.RollbackOptions) string {
	d.Helper()
	var names []string
	opts.Done = func(name string, _ int) { names = append(names, name) }
	if err := d.db().Rollback(context.Background(), opts); err != nil {
		d.Fatal(err)
	}
	return strings.Join(names, " ")
}

// fails wants an error with these words.
func (d *database) fails(err error, words ...string) {
	d.Helper()
	for _, w := range words {
		if err == nil || !strings.Contains(err.Error(), w) {
			d.Fatalf("the error is %v, want %q", err, w)
		}
	}
}

func TestLife(t *testing.T) {
	onDatabases(t, func(d *database) {
		ctx := context.Background()
		d.is("the status without files", d.status(), "")
		d.file("1_a", "CREATE TABLE a (x INT);", "DROP TABLE a;")
		d.file("2_b", "-- two\nINSERT INTO a VALUES (1);\nINSERT INTO a VALUES (2);", "DELETE FROM a;")
		d.file("3_c", "CREATE TABLE c (x INT)", "DROP TABLE c")
		d.is("the status", d.status(), "1_a pending, 2_b pending, 3_c pending")
		d.is("what was applied", d.apply(migrate.ApplyOptions{To: "b"}), "1_a 2_b")
		d.is("the status", d.status(), "1_a applied, 2_b applied, 3_c pending")
		d.is("the table", d.rows("SELECT x FROM a ORDER BY x"), `[{"x":1},{"x":2}]`)
		d.is("what was applied", d.apply(migrate.ApplyOptions{}), "3_c")
		d.is("what was applied", d.apply(migrate.ApplyOptions{}), "")

		// A migration of another branch, which comes before.
		d.file("2_a", "INSERT INTO a VALUES (3)", "DELETE FROM a WHERE x = 3")
		d.is("what was applied", d.apply(migrate.ApplyOptions{}), "2_a")

		d.is("what was rolled back", d.rollback(migrate.RollbackOptions{}), "3_c")
		d.is("what was rolled back", d.rollback(migrate.RollbackOptions{To: "1"}), "2_b 2_a")
		d.is("the table", d.rows("SELECT x FROM a"), `[]`)
		d.is("what was rolled back", d.rollback(migrate.RollbackOptions{Steps: 9}), "1_a")
		d.is("the status", d.status(), "1_a pending, 2_a pending, 2_b pending, 3_c pending")
		d.is("what was applied", d.apply(migrate.ApplyOptions{}), "1_a 2_a 2_b 3_c")

		// Comments are no change, statements are.
		d.file("2_b", "INSERT INTO a VALUES (1);\n\n-- says more\nINSERT INTO a VALUES (2);", "DELETE FROM a;")
		d.is("the status", d.status(), "1_a applied, 2_a applied, 2_b applied, 3_c applied")
		d.file("2_b", "INSERT INTO a VALUES (4);", "DELETE FROM a;")
		d.is("the status", d.status(), "1_a applied, 2_a applied, 2_b changed, 3_c applied")
		d.file("4_d", "INSERT INTO a VALUES (5)", "")
		d.fails(d.db().Apply(ctx, migrate.ApplyOptions{}), "changed since it was applied: 2_b.sql", "--mark")
		d.is("what was marked", d.apply(migrate.ApplyOptions{Mark: true, To: "2_b"}), "2_b")
		d.is("the status", d.status(), "1_a applied, 2_a applied, 2_b applied, 3_c applied, 4_d pending")
		d.is("the table", d.rows("SELECT x FROM a ORDER BY x"), `[{"x":1},{"x":2},{"x":3}]`)

		// Without a down part, and without a file.
		d.is("what was applied", d.apply(migrate.ApplyOptions{}), "4_d")
		d.fails(d.db().Rollback(ctx, migrate.RollbackOptions{Steps: 2}), `4_d.sql: it cannot be rolled back: it has no line "-- migrate:down"`)
		d.is("the status", d.status(), "1_a applied, 2_a applied, 2_b applied, 3_c applied, 4_d applied")
		d.files = d.files[:4]
		d.is("the status", d.status(), "1_a applied, 2_a applied, 2_b applied, 3_c applied, 4_d missing")
		d.fails(d.db().Rollback(ctx, migrate.RollbackOptions{}), "4_d: its file is missing")
		d.is("what was applied", d.apply(migrate.ApplyOptions{}), "")
		d.is("what was rolled back", d.rollback(migrate.RollbackOptions{Mark: true}), "4_d")
		d.is("the status", d.status(), "1_a applied, 2_a applied, 2_b applied, 3_c applied")

		for _, name := range []string{"x", "2"} {
			d.fails(d.db().Apply(ctx, migrate.ApplyOptions{To: name}), name)
			d.fails(d.db().Rollback(ctx, migrate.RollbackOptions{To: name}), name)
		}
		if _, err := d.db().Pending(ctx, migrate.ApplyOptions{To: "x"}); err == nil {
			d.Error("pending migrations until one that is not there")
		}
	})
}

// TestFailure: a statement fails in the middle of a file.
func TestFailure(t *testing.T) {
	onDatabases(t, func(d *database) {
		ctx := context.Background()
		d.file("1_a", "CREATE TABLE a (x INT);", "DROP TABLE a;")
		d.file("2_b", "CREATE TABLE b (x INT);\n\nINSERT INTO a VALUES (1);\n-- it is called x\nINSERT INTO a (y) VALUES (2);\nINSERT INTO a VALUES (3);", "DROP TABLE b;\nDROP TABLE nothing;")
		d.file("3_c", "INSERT INTO a VALUES (4);", "")
		err := d.db().Apply(ctx, migrate.ApplyOptions{})
		if d.dialect.Transactional() {
			d.fails(err, "2_b.sql:6: statement 3 of 4 failed, and nothing of this file was done")
			d.is("the status", d.status(), "1_a applied, 2_b pending, 3_c pending")
			d.is("the table", d.rows("SELECT x FROM a"), `[]`)
		} else {
			d.fails(err, "2_b.sql:6: statement 3 of 4 failed; the 2 before it stay done, since MySQL")
			d.is("the status", d.status(), "1_a applied, 2_b failed 2/4, 3_c pending")
			d.is("the table", d.rows("SELECT x FROM a"), `[{"x":1}]`)
			d.fails(d.db().Rollback(ctx, migrate.RollbackOptions{}), "2 of its 4 statements were run")

			// What was run must not change.
			d.file("2_b", "CREATE TABLE bb (x INT);\nINSERT INTO a VALUES (1);\nINSERT INTO a (x) VALUES (2);\nINSERT INTO a VALUES (3);", "DROP TABLE b")
			d.fails(d.db().Apply(ctx, migrate.ApplyOptions{}), "2 of its statements were run before one failed, and these have changed since")
		}
		d.file("2_b", "CREATE TABLE b (x INT);\nINSERT INTO a VALUES (1);\nINSERT INTO a (x) VALUES (2);\nINSERT INTO a VALUES (3);", "DROP TABLE b;\nDROP TABLE nothing;")
		d.is("what was applied", d.apply(migrate.ApplyOptions{}), "2_b 3_c")
		d.is("the table", d.rows("SELECT x FROM a ORDER BY x"), `[{"x":1},{"x":2},{"x":3},{"x":4}]`)

		d.is("what was rolled back", d.rollback(migrate.RollbackOptions{Mark: true}), "3_c")
		err = d.db().Rollback(ctx, migrate.RollbackOptions{})
		d.fails(err, "2_b.sql:8: statement 2 of 2 failed")
		d.is("the status", d.status(), "1_a applied, 2_b applied, 3_c pending")
		if d.dialect.Transactional() {
			d.is("the table", d.rows("SELECT x FROM b"), `[]`) // it is there
		} else {
			d.fails(err, "the one before it stays done", "rollback --mark")
		}
	})
}

// TestTransactions: a file cannot end its transaction, and does without one only where it
// says so.
func TestTransactions(t *testing.T) {
	onDatabases(t, func(d *database) {
		ctx := context.Background()
		d.file("1_a", "CREATE TABLE a (x INT);\nCOMMIT;", "")
		err := d.db().Apply(ctx, migrate.ApplyOptions{})
		if d.dialect == schema.MySQL {
			d.is("the error", fmt.Sprint(err), "<nil>")
			return
		}
		d.fails(err, "1_a.sql:3: each file is one transaction")
		f, err := migrate.Parse("1_a", "1_a.sql", []byte("-- migrate:up transaction:false\nCREATE TABLE a (x INT);\nCREATE INDEX CONCURRENTLY a_x ON a (x);\nCREATE INDEX CONCURRENTLY a_y ON a (y);"))
		if err != nil {
			d.Fatal(err)
		}
		d.files = []*migrate.File{f}
		err = d.db().Apply(ctx, migrate.ApplyOptions{})
		if d.dialect == schema.SQLite {
			d.fails(err, "remove transaction:false")
			return
		}
		d.fails(err, "1_a.sql:4: statement 3 of 3 failed; the 2 before it stay done")
		d.is("the status", d.status(), "1_a failed 2/3")
	})
}

// TestAtTheSameTime: several processes apply the same files; each runs once.
func TestAtTheSameTime(t *testing.T) {
	onDatabases(t, func(d *database) {
		d.file("1_a", "CREATE TABLE a (x INT);", "DROP TABLE a;")
		for i := range 5 {
			d.file(fmt.Sprintf("2_b%d", i), fmt.Sprintf("INSERT INTO a VALUES (%d);\nCREATE TABLE b%d (x INT);", i, i), "")
		}
		const processes = 4
		var wg sync.WaitGroup
		errs := make([]error, processes)
		counts := make([]int, processes)
		for i := range processes {
			db := d.db()
			db.Scripts = d.again().Scripts
			wg.Go(func() {
				errs[i] = db.Apply(context.Background(), migrate.ApplyOptions{Done: func(*migrate.File, int) { counts[i]++ }})
			})
		}
		wg.Wait()
		total := 0
		for i := range processes {
			total += counts[i]
			if errs[i] != nil {
				d.Error(errs[i])
			}
		}
		if total != 6 {
			d.Errorf("%d migrations were applied: %v", total, counts)
		}
		d.is("the table", d.rows("SELECT x FROM a ORDER BY x"), `[{"x":0},{"x":1},{"x":2},{"x":3},{"x":4}]`)
	})
}
