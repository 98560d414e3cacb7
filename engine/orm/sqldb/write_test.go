package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

func TestMain(m *testing.M) {
	if crashChild() {
		return
	}
	goleak.VerifyTestMain(m)
}

func TestUpdate(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	create(t, db, m, `{"town":"a","weight":1}`, `{"town":"A","note":"n"}`, `{"town":"b","x":[1]}`)
	for _, tc := range []struct {
		q    orm.Query
		set  string
		want string
	}{
		{orm.Query{Where: compare("town", orm.Equal, "a")}, `{"weight":7}`, `[{"town":"a","weight":7,"id":1},{"town":"A","weight":7,"note":"n","id":2}]`},
		{orm.Query{Where: compare("id", orm.Equal, int64(1))}, `{"weight":null}`, `[{"town":"a","weight":null,"id":1}]`},
		{orm.Query{Where: compare("id", orm.Equal, int64(1))}, `{"weight":8}`, `[{"town":"a","weight":8,"id":1}]`},
		{orm.Query{Where: compare("id", orm.Equal, int64(3))}, `{"x":{"y":null},"z":null,"q\"']$":1}`, `[{"town":"b","id":3,"x":{"y":null},"z":null,"q\"']$":1}]`},
		{orm.Query{Where: compare("q\"']$", orm.Equal, int64(1))}, `{}`, `[{"town":"b","id":3,"x":{"y":null},"z":null,"q\"']$":1}]`},
		{orm.Query{Sort: []orm.Order{{Attr: "id", Desc: true}}, Limit: 1}, `{"note":"last"}`, `[{"town":"b","note":"last","id":3,"x":{"y":null},"z":null,"q\"']$":1}]`},
		{orm.Query{Where: compare("town", orm.Equal, "Atlantis")}, `{"note":"x"}`, `[]`},
	} {
		got, err := db.Update(context.Background(), m, &tc.q, object(t, tc.set))
		if err != nil {
			t.Errorf("%s: %v", tc.set, err)
		} else if text(got) != tc.want {
			t.Errorf("%s: got %s, want %s", tc.set, text(got), tc.want)
		}
	}
}

func TestDestroy(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	create(t, db, m, `{"weight":9}`, `{"weight":5}`, `{"weight":1}`)
	gone, err := db.Destroy(context.Background(), m, &orm.Query{Where: compare("weight", orm.Less, int64(6))})
	if err != nil || ids(gone) != "23" {
		t.Errorf("destroyed %s, %v", ids(gone), err)
	}
	if got := text(create(t, db, m, `{}`)); got != `[{"id":4}]` {
		t.Errorf("an id was given twice: %s", got)
	}
	if gone, err = db.Destroy(context.Background(), m, nil); err != nil || ids(gone) != "14" {
		t.Errorf("destroyed %s, %v", ids(gone), err)
	}
}

func TestUnique(t *testing.T) {
	m := model("user", attr("email", orm.KindString, unique, column("e.mail")))
	db := sparse(t, m)
	create(t, db, m, `{"email":"a@b"}`, `{"email":"A@b"}`, `{}`, `{}`)
	ctx := context.Background()
	_, create := db.Create(ctx, m, []*value.Map{value.Of("email", "new"), value.Of("email", "a@b")})
	_, update := db.Update(ctx, m, &orm.Query{Where: compare("id", orm.Equal, int64(2))}, value.Of("email", "a@b"))
	_, key := db.Create(ctx, m, []*value.Map{value.Of("id", int64(1))})
	for name, err := range map[string]error{"email=a@b": create, "email=a@b ": update, "id=1": key} {
		var u *orm.UniqueError
		if !errors.As(err, &u) || fmt.Sprintf("%s=%v", u.Attribute, u.Value) != strings.TrimSpace(name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if n, _ := db.Count(ctx, m, nil); n != 4 {
		t.Errorf("%d records after failures, want 4", n)
	}
}

func TestAutoIncrementOtherThanTheKey(t *testing.T) {
	m := keyed("bill", "code", attr("code", orm.KindString, func(a *orm.Attribute) { a.PrimaryKey = true }),
		attr("number", orm.KindInteger, func(a *orm.Attribute) { a.AutoIncrement = true }))
	db := sparse(t, m)
	got := text(create(t, db, m, `{"code":"x"}`, `{"code":"y","number":10}`, `{"code":"z"}`))
	if want := `[{"code":"x","number":1},{"code":"y","number":10},{"code":"z","number":11}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// stores are a database of each sort.
func stores(t *testing.T) map[string]sqldb.Options {
	return map[string]sqldb.Options{
		"memory": {Sparse: true, QueryTimeout: 20 * time.Second},
		"file":   {Sparse: true, QueryTimeout: 20 * time.Second, Path: filepath.Join(t.TempDir(), "x.db"), Synchronous: "NORMAL"},
	}
}

func TestConcurrentWritersAndReaders(t *testing.T) {
	for name, opts := range stores(t) {
		t.Run(name, func(t *testing.T) {
			m := model("user", attr("name", orm.KindString, unique), attr("n", orm.KindInteger))
			db := open(t, opts, m)
			ctx := context.Background()
			const workers, each = 16, 30
			var wg sync.WaitGroup
			for w := range workers {
				wg.Go(func() {
					for i := range each {
						name := fmt.Sprintf("%d-%d", w, i)
						if i%5 == 4 { // taken: fails alone
							name = fmt.Sprintf("%d-%d", w, i-1)
						}
						_, err := db.Create(ctx, m, []*value.Map{value.Of("name", name, "n", int64(w))})
						if (err != nil) != (i%5 == 4) {
							t.Errorf("create %s: %v", name, err)
						}
						q := &orm.Query{Where: compare("n", orm.Equal, int64(w))}
						found, err := db.Find(ctx, m, q)
						if want := (i+1)*4/5 + 1; err != nil || len(found) < want-1 || len(found) > want {
							t.Errorf("worker %d after %d sees %d: %v", w, i+1, len(found), err)
						}
					}
				})
			}
			wg.Wait()
			if n, err := db.Count(ctx, m, nil); err != nil || n != workers*each*4/5 {
				t.Errorf("%d records: %v", n, err)
			}
		})
	}
}

func TestTransaction(t *testing.T) {
	for name, opts := range stores(t) {
		t.Run(name, func(t *testing.T) {
			m := model("user", attr("name", orm.KindString, unique))
			db := open(t, opts, m)
			ctx := context.Background()
			row := func(name string) []*value.Map { return []*value.Map{value.Of("name", name)} }
			boom := errors.New("boom")
			var late context.Context
			err := db.Transact(ctx, func(ctx context.Context) error {
				late = ctx
				if _, err := db.Create(ctx, m, row("a")); err != nil {
					return err
				}
				if n, err := db.Count(ctx, m, nil); n != 1 || err != nil {
					t.Errorf("the transaction sees %d, %v", n, err)
				}
				return db.Transact(ctx, func(ctx context.Context) error {
					_, _ = db.Create(ctx, m, row("b"))
					return boom
				})
			})
			if !errors.Is(err, boom) {
				t.Errorf("got %v", err)
			}
			if n, _ := db.Count(ctx, m, nil); n != 0 {
				t.Errorf("%d records after a rollback", n)
			}
			if _, err := db.Create(late, m, row("late")); err == nil {
				t.Error("work after the end of the transaction was accepted")
			}
			err = db.Transact(ctx, func(ctx context.Context) error {
				if _, err := db.Create(ctx, m, row("a")); err != nil {
					return err
				}
				if _, err := db.Create(ctx, m, append(row("c"), row("a")...)); err == nil {
					t.Error("a taken name was stored")
				}
				_, err := db.Create(ctx, m, row("d"))
				return err
			})
			if err != nil {
				t.Error(err)
			}
			if got := len(find(t, db, m, nil)); got != 2 {
				t.Errorf("%d records after a commit, want a and d", got)
			}
			func() {
				defer func() { _ = recover() }()
				_ = db.Transact(ctx, func(ctx context.Context) error {
					_, _ = db.Create(ctx, m, row("e"))
					panic("in a transaction")
				})
			}()
			if n, err := db.Count(ctx, m, nil); n != 2 || err != nil {
				t.Errorf("%d records after a panic, %v", n, err)
			}
		})
	}
}

// TestNestedTransaction undoes what failed inside and keeps the rest.
func TestNestedTransaction(t *testing.T) {
	for name, opts := range stores(t) {
		t.Run(name, func(t *testing.T) {
			m := model("user", attr("name", orm.KindString, unique))
			db := open(t, opts, m)
			ctx := context.Background()
			boom := errors.New("boom")
			add := func(ctx context.Context, name string) {
				t.Helper()
				if _, err := db.Create(ctx, m, []*value.Map{value.Of("name", name)}); err != nil {
					t.Error(err)
				}
			}
			err := db.Transact(ctx, func(ctx context.Context) error {
				add(ctx, "before")
				err := db.Transact(ctx, func(ctx context.Context) error {
					add(ctx, "undone")
					err := db.Transact(ctx, func(ctx context.Context) error {
						add(ctx, "undone with it")
						return nil
					})
					return errors.Join(err, boom)
				})
				if !errors.Is(err, boom) {
					t.Errorf("got %v, want the error of the nested transaction", err)
				}
				func() {
					defer func() { _ = recover() }()
					_ = db.Transact(ctx, func(ctx context.Context) error {
						add(ctx, "undone by a panic")
						panic(boom)
					})
				}()
				var all sync.WaitGroup
				for i := range 8 { // siblings at once take turns
					all.Go(func() {
						err := db.Transact(ctx, func(ctx context.Context) error {
							add(ctx, fmt.Sprint("sibling ", i))
							if i%2 == 0 {
								return boom
							}
							return nil
						})
						if (err != nil) != (i%2 == 0) {
							t.Errorf("sibling %d: %v", i, err)
						}
					})
				}
				all.Wait()
				var late context.Context
				if err := db.Transact(ctx, func(ctx context.Context) error { late = ctx; return nil }); err != nil {
					return err
				}
				if _, err := db.Count(late, m, nil); err == nil {
					t.Error("work after the end of a nested transaction was accepted")
				}
				add(ctx, "after")
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			names := map[any]bool{}
			for _, r := range find(t, db, m, nil) {
				names[r.Value("name")] = true
			}
			want := []string{"before", "after", "sibling 1", "sibling 3", "sibling 5", "sibling 7"}
			for _, n := range want {
				if !names[n] {
					t.Errorf("%s is missing", n)
				}
			}
			if len(names) != len(want) {
				t.Errorf("got %v, want %v", names, want)
			}
		})
	}
}

// TestNestedTransactionEnds gives up waiting for the connection with its
// context, and lets nothing of a nested transaction survive that was cancelled.
func TestNestedTransactionEnds(t *testing.T) {
	m := parcel()
	for name, opts := range stores(t) {
		t.Run(name, func(t *testing.T) {
			db := open(t, opts, m)
			err := db.Transact(context.Background(), func(outer context.Context) error {
				return db.Transact(outer, func(context.Context) error {
					short, cancel := context.WithTimeout(outer, 5*time.Millisecond)
					defer cancel()
					if _, err := db.Create(short, m, []*value.Map{value.Of()}); !errors.Is(err, context.DeadlineExceeded) {
						t.Errorf("work of the outer transaction that waits for itself gave %v", err)
					}
					return nil
				})
			})
			if err != nil {
				t.Error(err)
			}
			err = db.Transact(context.Background(), func(ctx context.Context) error {
				short, cancel := context.WithCancel(ctx)
				err := db.Transact(short, func(ctx context.Context) error {
					_, err := db.Create(ctx, m, []*value.Map{value.Of()})
					cancel()
					return err
				})
				if !errors.Is(err, context.Canceled) {
					t.Errorf("a cancelled nested transaction gave %v", err)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			if n := len(find(t, db, m, nil)); n != 0 {
				t.Errorf("%d records, want none", n)
			}
		})
	}
}

// TestNativeQuery: the result has everything that the database returns for a
// statement.
func TestNativeQuery(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	for _, tc := range []struct {
		sql  string
		args []any
		want string
	}{
		{`INSERT INTO parcel (town, weight) VALUES ($2, $1), ($2, '$1')`, []any{int64(7), "a"}, `INSERT 2 2 [] []`},
		{`SELECT town, weight FROM parcel WHERE weight = $1 OR $1 = 0 -- $2` + "\n", []any{int64(7)}, `SELECT 1 <nil> [town weight] [{"town":"a","weight":7}]`},
		{`UPDATE parcel SET town = /* $9 */ $1 WHERE "id" > 0`, []any{"b"}, `UPDATE 2 <nil> [] []`},
		{`DELETE FROM parcel WHERE id = 1 RETURNING [town]`, nil, `DELETE 1 <nil> [town] [{"town":"b"}]`},
		{`SELECT 1 AS one WHERE 1 = 2`, nil, `SELECT 0 <nil> [one] []`},
	} {
		got, err := db.NativeQuery(context.Background(), tc.sql, tc.args, true)
		if err != nil {
			t.Errorf("%s: %v", tc.sql, err)
			continue
		}
		rows := make([]string, len(got.Rows))
		for i, r := range got.Rows {
			rows[i] = string(value.Append(nil, r))
		}
		if text := fmt.Sprint(got.Command, " ", got.Affected, " ", got.InsertID, " ", got.Columns, " ", rows); text != tc.want {
			t.Errorf("%s: got %s, want %s", tc.sql, text, tc.want)
		}
	}
}

func TestNothingHangs(t *testing.T) {
	m := parcel()
	for name, opts := range stores(t) {
		t.Run(name, func(t *testing.T) {
			opts.QueryTimeout = 50 * time.Millisecond
			db := open(t, opts, m)
			ctx := context.Background()
			err := db.Transact(ctx, func(context.Context) error {
				_, err := db.Create(ctx, m, []*value.Map{value.Of()}) // not the transaction's context
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("a write that waits for itself gave %v", err)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			endless := "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) AS n FROM r"
			if _, err := db.Query(ctx, endless, nil); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("an endless query gave %v", err)
			}
			short, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
			defer cancel()
			if _, err := db.Query(short, endless, nil); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a cancelled query gave %v", err)
			}
			if _, err := db.Query(short, "CREATE TABLE x AS "+endless, nil); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a cancelled write gave %v", err)
			}
			if _, err := db.Create(ctx, m, []*value.Map{value.Of()}); err != nil {
				t.Errorf("after interrupts: %v", err)
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
			_, err1 := db.Find(ctx, m, nil)
			_, err2 := db.Create(ctx, m, []*value.Map{value.Of()})
			err3 := db.Transact(ctx, func(context.Context) error { return nil })
			for _, err := range []error{err1, err2, err3} {
				if !errors.Is(err, sqldb.ErrClosed) {
					t.Errorf("after Close: %v", err)
				}
			}
		})
	}
}

func TestQuery(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	ctx := context.Background()
	for _, tc := range []struct {
		sql  string
		args []any
		want string // JSON, or the start of an error
	}{
		{`INSERT INTO parcel (town, weight) VALUES (?, ?), ('b', 2)`, []any{"a", int64(1)}, `null`},
		{`SELECT town, weight AS w FROM parcel WHERE weight > ? ORDER BY id`, []any{int64(0)}, `[{"town":"a","w":1},{"town":"b","w":2}]`},
		{"-- all\n/* of */ WITH x AS (SELECT 1.5 AS f, NULL AS n) SELECT * FROM x;", nil, `[{"f":1.5,"n":null}]`},
		{`DELETE FROM parcel RETURNING town`, nil, `[{"town":"a"},{"town":"b"}]`},
		{`/* x */ COMMIT`, nil, `COMMIT cannot be sent`},
		{`SELECT 1; DROP TABLE parcel`, nil, `query`},
		{`SELECT ?`, nil, `query`},
		{`SELEC`, nil, `query`},
		{``, nil, `the SQL text is empty`},
	} {
		rows, err := db.Query(ctx, tc.sql, tc.args)
		list := []any{}
		for _, r := range rows {
			list = append(list, r)
		}
		got := string(value.Append(nil, list))
		if err != nil {
			got = err.Error()
			if strings.HasPrefix(got, tc.want) {
				continue
			}
		}
		if tc.want == "null" && got == "[]" {
			continue
		}
		if got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.sql, got, tc.want)
		}
	}
}

// TestLostTransactionHurtsOnlyItsCause lets SQLite give up whole transactions
// while others take part in them.
func TestLostTransactionHurtsOnlyItsCause(t *testing.T) {
	for name, opts := range stores(t) {
		t.Run(name, func(t *testing.T) {
			m := model("user", attr("name", orm.KindString, unique))
			db := open(t, opts, m)
			ctx := context.Background()
			create(t, db, m, `{"name":"taken"}`)
			var wg sync.WaitGroup
			for w := range 8 {
				wg.Go(func() {
					for i := range 40 {
						if _, err := db.Create(ctx, m, []*value.Map{value.Of("name", fmt.Sprint(w, " ", i))}); err != nil {
							t.Error(err)
						}
						if w%2 == 0 {
							if _, err := db.Query(ctx, `INSERT OR ROLLBACK INTO user (name) VALUES ('taken')`, nil); err == nil {
								t.Error("a taken name was stored")
							}
						}
					}
				})
			}
			wg.Wait()
			if n, err := db.Count(ctx, m, nil); n != 8*40+1 || err != nil {
				t.Errorf("%d records, %v", n, err)
			}
			err := db.Transact(ctx, func(ctx context.Context) error {
				if _, err := db.Query(ctx, `INSERT OR ROLLBACK INTO user (name) VALUES ('taken')`, nil); err == nil {
					t.Error("a taken name was stored")
				}
				if _, err := db.Create(ctx, m, []*value.Map{value.Of("name", "alone")}); err == nil {
					t.Error("work went on outside of the lost transaction")
				}
				return nil
			})
			if err == nil {
				t.Error("a lost transaction was committed")
			}
		})
	}
}
