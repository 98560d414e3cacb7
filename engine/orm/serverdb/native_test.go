package serverdb_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

func TestNativeQueries(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		m := account()
		db := p.db(t, m)
		fill(t, db, m, value.Of("name", "a", "n", int64(1)), value.Of("name", "it's ?", "n", int64(2)), value.Of("name", "$1", "n", int64(3)))
		table := "account"
		if p.postgres() {
			table = p.opts.Schema + ".account"
		}
		for _, c := range []struct {
			sql      string
			args     []any
			numbered bool
			want     string
			affected int64
		}{
			{`SELECT n AS x, name FROM {T} WHERE n > $1 ORDER BY n`, []any{int64(1)}, true, `[{"x":2,"name":"it's ?"},{"x":3,"name":"$1"}]`, 2},
			{`SELECT n FROM {T} WHERE name = $2 AND n = $1`, []any{int64(3), "$1"}, true, `[{"n":3}]`, 1},
			{`SELECT '$1' AS a, n FROM {T} WHERE n = $1`, []any{int64(3)}, true, `[{"a":"$1","n":3}]`, 1},
			{`UPDATE {T} SET n = n + 1 WHERE n >= $1`, []any{int64(2)}, true, `null`, 2},
			{`SELECT count(*) AS c, sum(n) AS s, avg(n) AS v FROM {T}`, nil, false, `[{"c":3,"s":8,"v":2.6667}]`, 1},
			{`SELECT n FROM {T} WHERE n = 99`, nil, false, `null`, 0},
			{`/* first */ DELETE FROM {T} WHERE n = $1`, []any{int64(1)}, true, `null`, 1},
		} {
			result, err := db.NativeQuery(ctx, strings.ReplaceAll(c.sql, "{T}", table), c.args, c.numbered)
			if err != nil {
				t.Errorf("%s: %v", c.sql, err)
				continue
			}
			var got any
			if result.Rows != nil {
				list := make([]any, len(result.Rows))
				for i, r := range result.Rows {
					if f, ok := r.Value("v").(float64); ok {
						r.Set("v", float64(int(f*10000+0.5))/10000)
					}
					list[i] = r
				}
				got = list
			}
			if text := string(value.Append(nil, got)); text != c.want || result.Affected != c.affected {
				t.Errorf("%s: %s, %d affected; want %s, %d", c.sql, text, result.Affected, c.want, c.affected)
			}
		}
		for _, word := range []string{"BEGIN", "commit", "SET x = 1", "", "-- nothing"} {
			if _, err := db.Query(ctx, word, nil); !errors.As(err, new(*orm.UsageError)) {
				t.Errorf("%q gives %v", word, err)
			}
		}
		if _, err := db.Query(ctx, "SELECT nonsense FROM nowhere", nil); err == nil || !strings.Contains(err.Error(), "nowhere") {
			t.Errorf("a bad statement gives %v", err)
		}
		if !p.postgres() {
			rows := p.sql(t, db, "SELECT n, '?' AS q FROM account WHERE n IN (?) AND name <> ? ORDER BY n", []any{int64(3), int64(4)}, "x")
			if got := string(value.Append(nil, []any{rows[0], rows[1]})); got != `[{"n":3,"q":"?"},{"n":4,"q":"?"}]` {
				t.Errorf("a list as a parameter gives %s", got)
			}
			made, err := db.NativeQuery(ctx, "INSERT INTO account (name) VALUES (?)", []any{"made"}, false)
			if err != nil || made.Affected != 1 || made.InsertID.(int64) < 4 {
				t.Errorf("an INSERT returns %+v (%v)", made, err)
			}
		}
	})
}

func TestLeasedConnection(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		m := account()
		p.opts.PoolSize = 2
		db := p.db(t, m)
		set, show := "SET application_name = 'mine'", "SELECT current_setting('application_name') AS name"
		if !p.postgres() {
			set, show = "SET @mine = 'mine'", "SELECT CONVERT(coalesce(@mine, '') USING utf8mb4) AS name"
		}
		name := func(ctx context.Context) string {
			rows, err := db.Query(ctx, show, nil)
			if err != nil {
				t.Fatal(err)
			}
			return rows[0].Value("name").(string)
		}
		var kept context.Context
		err := db.Lease(context.Background(), func(ctx context.Context) error {
			kept = ctx
			if _, err := db.Query(ctx, set, nil); err != nil {
				return err
			}
			for range 5 {
				if got := name(ctx); got != "mine" {
					t.Errorf("the leased connection forgot its setting: %q", got)
				}
			}
			return db.Transact(ctx, func(ctx context.Context) error {
				if got := name(ctx); got != "mine" {
					t.Errorf("a transaction of the lease is on another connection: %q", got)
				}
				_, err := db.Create(ctx, m, []*value.Map{value.Of("name", "in it")})
				return err
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			if got := name(context.Background()); got == "mine" {
				t.Error("the setting of a lease reached another caller")
			}
		}
		if got := names(t, db, m); got != `"in it"` {
			t.Errorf("there is %s", got)
		}
		if _, err := db.Count(kept, m, nil); err == nil {
			t.Error("work after the end of its lease is no error")
		}
	})
}
