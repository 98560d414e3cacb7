package serverdb_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
	"framework/engine/value"
)

// wired is the place behind a line.
func (p *place) wired(t *testing.T) *testenv.Line {
	t.Helper()
	u, err := url.Parse(p.opts.URL)
	if err != nil {
		t.Fatal(err)
	}
	w := testenv.NewLine(t, u.Host)
	u.Host = w.Address()
	p.opts.URL = u.String()
	return w
}

func TestServerGoesAwayAndComesBack(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		w := p.wired(t)
		m := account()
		db := p.db(t, m)
		fill(t, db, m, value.Of("name", "a"))
		for range 3 {
			w.Cut(false) // connections are lost, but the server is there
			if n, err := db.Count(ctx, m, nil); n != 1 || err != nil {
				t.Fatalf("reading after the connections were lost: %d (%v)", n, err)
			}
		}
		w.Cut(true)
		var away *orm.UnavailableError
		if _, err := db.Find(ctx, m, nil); !errors.As(err, &away) {
			t.Errorf("finding without a server: %v", err)
		}
		if _, err := db.Create(ctx, m, []*value.Map{value.Of("name", "b")}); !errors.As(err, &away) {
			t.Errorf("creating without a server: %v", err)
		}
		if err := db.Transact(ctx, func(context.Context) error { return nil }); !errors.As(err, &away) {
			t.Errorf("a transaction without a server: %v", err)
		}
		w.Cut(false)
		if n, err := db.Count(ctx, m, nil); n != 1 || err != nil {
			t.Errorf("after the server came back: %d (%v)", n, err)
		}
		err := db.Transact(ctx, func(ctx context.Context) error {
			if _, err := db.Create(ctx, m, []*value.Map{value.Of("name", "c")}); err != nil {
				return err
			}
			w.Cut(false)
			_, err := db.Create(ctx, m, []*value.Map{value.Of("name", "d")})
			if err == nil {
				t.Error("a transaction survived its connection")
			}
			return nil // the project does not look at its errors
		})
		if err == nil {
			t.Error("a transaction whose connection was lost was committed")
		}
		if got := names(t, db, m); got != `"a"` {
			t.Errorf("there is %s", got)
		}
	})
}

func TestServerThatSaysNothing(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		w := p.wired(t)
		p.opts.QueryTimeout = 300 * time.Millisecond
		m := account()
		db := p.db(t, m)
		w.Silence(true)
		var away *orm.UnavailableError
		if _, err := db.Find(context.Background(), m, nil); !errors.As(err, &away) {
			t.Errorf("finding on a silent server: %v", err)
		}
		w.Silence(false)
		w.Cut(false)
		if _, err := db.Find(context.Background(), m, nil); err != nil {
			t.Errorf("after it speaks again: %v", err)
		}
	})
}

func TestLongQueries(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		p.opts.QueryTimeout = 200 * time.Millisecond
		p.opts.PoolSize = 1
		m := account()
		db := p.db(t, m)
		sleep := "SELECT pg_sleep(60)"
		if !p.postgres() {
			sleep = "SELECT SLEEP(60) FROM (SELECT 1 UNION SELECT 2) AS x"
		}
		var away *orm.UnavailableError
		if _, err := db.Query(context.Background(), sleep, nil); !errors.As(err, &away) {
			t.Errorf("a query without an end: %v", err)
		}
		if _, err := db.Count(context.Background(), m, nil); err != nil {
			t.Errorf("the query after it: %v", err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := db.Count(ctx, m, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("a caller who gave up: %v", err)
		}
		// The only connection is busy.
		release := make(chan struct{})
		begun := make(chan struct{})
		done := make(chan error)
		go func() {
			done <- db.Transact(context.Background(), func(context.Context) error {
				close(begun)
				<-release
				return nil
			})
		}()
		<-begun
		if _, err := db.Count(context.Background(), m, nil); !errors.As(err, &away) {
			t.Errorf("without a free connection: %v", err)
		}
		close(release)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestWhatCannotBeOpened(t *testing.T) {
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) {
			scheme := map[string]string{"PostgreSQL": "postgres", "MySQL": "mysql"}[s.name]
			for name, opts := range map[string]serverdb.Options{
				"nobody there": {URL: scheme + "://nobody:hush@127.0.0.1:1/none"},
				"a bad url":    {URL: scheme + "://[nobody:hush@"},
				"a bad zone":   {URL: scheme + "://nobody@127.0.0.1:1/none", Timezone: "Mars/Olympus"},
				"no authority": {URL: scheme + "://nobody@127.0.0.1:1/none", TLS: &serverdb.TLS{CA: "no PEM"}},
			} {
				db, err := s.open(context.Background(), opts)
				if err == nil {
					t.Fatalf("%s is no error: %v", name, db)
				}
				if text := err.Error(); strings.Contains(text, "hush") {
					t.Errorf("%s contains the password: %s", name, text)
				}
			}
			if os.Getenv(s.variable) == "" {
				return
			}
			opts := s.place(t).opts
			opts.Database = "there_is_no_such_database"
			if _, err := s.open(context.Background(), opts); err == nil {
				t.Error("a missing database is no error")
			}
		})
	}
}
