package serverdb_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/serverdb"
	"framework/engine/value"
)

func account() *orm.Model {
	return model("account", attr("name", orm.KindString, unique), attr("n", orm.KindInteger))
}

func names(t *testing.T, db *serverdb.DB, m *orm.Model) string {
	t.Helper()
	found, err := db.Find(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return shown(found, "name")
}

func TestTransactions(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		m := account()
		db := p.db(t, m)
		add := func(ctx context.Context, name string) error {
			_, err := db.Create(ctx, m, []*value.Map{value.Of("name", name)})
			return err
		}
		refused := errors.New("refused")
		for _, c := range []struct {
			name string
			fn   func(ctx context.Context) error
			err  error
			want string
		}{
			{"commits", func(ctx context.Context) error { return errors.Join(add(ctx, "a"), add(ctx, "b")) }, nil, `"a"; "b"`},
			{"rolls back", func(ctx context.Context) error { return errors.Join(add(ctx, "c"), refused) }, refused, `"a"; "b"`},
			{"goes on after a taken value", func(ctx context.Context) error {
				if err := add(ctx, "a"); !errors.As(err, new(*orm.UniqueError)) {
					return fmt.Errorf("no uniqueness error, but %w", err)
				}
				if _, err := db.Update(ctx, m, where(compare("name", orm.Equal, "b")), value.Of("name", "a")); !errors.As(err, new(*orm.UniqueError)) {
					return fmt.Errorf("no uniqueness error, but %w", err)
				}
				return add(ctx, "d")
			}, nil, `"a"; "b"; "d"`},
			{"undoes a part", func(ctx context.Context) error {
				if err := add(ctx, "e"); err != nil {
					return err
				}
				part := db.Transact(ctx, func(ctx context.Context) error {
					return errors.Join(add(ctx, "lost"), db.Transact(ctx, func(ctx context.Context) error { return add(ctx, "lost too") }), refused)
				})
				if !errors.Is(part, refused) {
					return fmt.Errorf("the part returned %w", part)
				}
				return errors.Join(db.Transact(ctx, func(ctx context.Context) error { return add(ctx, "f") }), add(ctx, "g"))
			}, nil, `"a"; "b"; "d"; "e"; "f"; "g"`},
		} {
			if err := db.Transact(context.Background(), c.fn); !errors.Is(err, c.err) {
				t.Errorf("%s: %v", c.name, err)
			}
			if got := names(t, db, m); got != c.want {
				t.Errorf("%s: there are %s, want %s", c.name, got, c.want)
			}
		}
		var leaked context.Context
		func() {
			defer func() { _ = recover() }()
			_ = db.Transact(context.Background(), func(ctx context.Context) error {
				leaked = ctx
				_ = add(ctx, "panicked")
				panic("in the middle")
			})
		}()
		if got := names(t, db, m); got != `"a"; "b"; "d"; "e"; "f"; "g"` {
			t.Errorf("after a panic there are %s", got)
		}
		if err := add(leaked, "late"); err == nil {
			t.Error("work after the end of its transaction is no error")
		}
		ctx, cancel := context.WithCancel(context.Background())
		err := db.Transact(ctx, func(ctx context.Context) error {
			defer cancel()
			return add(ctx, "given up")
		})
		if !errors.Is(err, context.Canceled) || names(t, db, m) != `"a"; "b"; "d"; "e"; "f"; "g"` {
			t.Errorf("a transaction whose caller gave up: %v", err)
		}
	})
}

// TestNoUpdateIsLost counts in transactions that read, compute and write.
func TestNoUpdateIsLost(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		m := account()
		db := p.db(t, m)
		fill(t, db, m, value.Of("name", "counter", "n", int64(0)))
		const workers, times = 16, 20
		one := where(compare("id", orm.Equal, int64(1)))
		var all sync.WaitGroup
		for range workers {
			all.Go(func() {
				for range times {
					err := db.Transact(context.Background(), func(ctx context.Context) error {
						found, err := db.Find(ctx, m, one)
						if err != nil {
							return err
						}
						_, err = db.Update(ctx, m, one, value.Of("n", found[0].Value("n").(int64)+1))
						return err
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		found, err := db.Find(context.Background(), m, one)
		if err != nil || found[0].Value("n") != int64(workers*times) {
			t.Errorf("counted %v of %d (%v)", found[0].Value("n"), workers*times, err)
		}
	})
}

// TestStatementsOfOneTransactionTakeTurns uses one transaction from many
// goroutines.
func TestStatementsOfOneTransactionTakeTurns(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		m := account()
		db := p.db(t, m)
		err := db.Transact(context.Background(), func(ctx context.Context) error {
			var all sync.WaitGroup
			for i := range 20 {
				all.Go(func() {
					if _, err := db.Create(ctx, m, []*value.Map{value.Of("name", fmt.Sprint(i))}); err != nil {
						t.Error(err)
					}
					if _, err := db.Find(ctx, m, nil); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			return nil
		})
		if n, _ := db.Count(context.Background(), m, nil); err != nil || n != 20 {
			t.Errorf("%d records (%v)", n, err)
		}
	})
}
