package serverdb_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"framework/engine/orm"
	"framework/engine/testenv"
	"framework/engine/value"
)

// TestMigrationThatMeetsATransaction: a migration and a transaction of a running server
// lock two tables in opposite orders. The server ends the migration, which is repeated.
func TestMigrationThatMeetsATransaction(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		if !p.postgres() {
			t.Skip("only PostgreSQL locks several tables for one migration")
		}
		ctx := t.Context()
		db := p.db(t, model("a", attr("n", orm.KindInteger)), model("b", attr("n", orm.KindInteger)))
		connect := func() *pgx.Conn {
			t.Helper()
			conn, err := pgx.Connect(ctx, testenv.Server(t, "FRAMEWORK_TEST_POSTGRES"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close(context.Background()) })
			if _, err := conn.Exec(ctx, "SET search_path = "+p.opts.Schema); err != nil {
				t.Fatal(err)
			}
			return conn
		}
		conn, watcher := connect(), connect()
		exec := func(text string) {
			t.Helper()
			if _, err := conn.Exec(ctx, text); err != nil {
				t.Fatal(err)
			}
		}
		exec("SET deadlock_timeout = '1h'") // the other one finds the deadlock, and is its victim
		exec("BEGIN")
		exec("LOCK TABLE b IN ROW EXCLUSIVE MODE")
		done := make(chan error, 1)
		go func() {
			done <- db.Define(context.Background(), []*orm.Model{
				migrate(model("a", attr("n", orm.KindInteger), attr("m", orm.KindInteger)), orm.Alter),
				migrate(model("b", attr("n", orm.KindInteger), attr("m", orm.KindInteger)), orm.Alter),
			})
		}()
		for waiting := false; !waiting; { // until the migration holds a and waits for b
			err := watcher.QueryRow(ctx, "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted AND relation = 'b'::regclass").Scan(&waiting)
			if err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-done:
				t.Fatalf("the migration did not wait: %v", err)
			default:
			}
		}
		exec("LOCK TABLE a IN ROW EXCLUSIVE MODE")
		exec("COMMIT")
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		var columns int
		if err := watcher.QueryRow(ctx, "SELECT count(*) FROM information_schema.columns WHERE table_schema = $1 AND column_name = 'm'", p.opts.Schema).Scan(&columns); err != nil || columns != 2 {
			t.Errorf("%d columns were made (%v)", columns, err)
		}
	})
}

// TestDeadlock: of two transactions that wait for each other one fails, with an error that
// says to run it again, and stands for 503.
func TestDeadlock(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		m := model("counter", attr("n", orm.KindInteger))
		db := p.db(t, m)
		fill(t, db, m, value.Of("n", int64(0)), value.Of("n", int64(0)))
		ready := [2]chan struct{}{make(chan struct{}), make(chan struct{})}
		failures := make(chan error, 2)
		for i := range 2 {
			go func() {
				failures <- db.Transact(t.Context(), func(ctx context.Context) error {
					set := func(id int) error {
						_, err := db.Update(ctx, m, where(compare("id", orm.Equal, int64(1+id))), value.Of("n", int64(i)))
						return err
					}
					err := set(i)
					close(ready[i])
					<-ready[1-i]
					if err != nil {
						return err
					}
					return set(1 - i)
				})
			}()
		}
		first, second := <-failures, <-failures
		err := errors.Join(first, second)
		if err == nil || first != nil && second != nil {
			t.Fatalf("the transactions end with %v and %v", first, second)
		}
		gone, ok := errors.AsType[*orm.UnavailableError](err)
		if !ok || !gone.RolledBack || !strings.Contains(err.Error(), "run it again") {
			t.Errorf("the error is %v", err)
		}
	})
}
