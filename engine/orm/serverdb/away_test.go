package serverdb_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/engine/orm/serverdb"
)

// wire passes connections on to a server, until it is cut.
type wire struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	open     []net.Conn
	down     bool // refuse
	mute     bool // take everything, answer nothing
}

func newWire(t *testing.T, target string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, target: target}
	t.Cleanup(func() { w.cut(true); _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go w.serve(c)
		}
	}()
	return w
}

func (w *wire) serve(c net.Conn) {
	w.mu.Lock()
	down := w.down
	w.mu.Unlock()
	if down {
		_ = c.Close()
		return
	}
	s, err := net.Dial("tcp", w.target)
	if err != nil {
		_ = c.Close()
		return
	}
	w.mu.Lock()
	w.open = append(w.open, c, s)
	w.mu.Unlock()
	go func() { _, _ = io.Copy(s, c); _ = s.Close() }()
	buf := make([]byte, 64<<10)
	for {
		n, err := s.Read(buf)
		w.mu.Lock()
		mute := w.mute
		w.mu.Unlock()
		if n > 0 && !mute {
			_, _ = c.Write(buf[:n])
		}
		if err != nil {
			_ = c.Close()
			return
		}
	}
}

// cut ends all connections; down keeps new ones away as well.
func (w *wire) cut(down bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = down
	for _, c := range w.open {
		_ = c.Close()
	}
	w.open = nil
}

func (w *wire) silence(mute bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.mute = mute
}

// wired is the place behind a wire.
func (p *place) wired(t *testing.T) *wire {
	t.Helper()
	u, err := url.Parse(p.opts.URL)
	if err != nil {
		t.Fatal(err)
	}
	w := newWire(t, u.Host)
	u.Host = w.listener.Addr().String()
	p.opts.URL = u.String()
	return w
}

func TestServerGoesAwayAndComesBack(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		ctx := context.Background()
		w := p.wired(t)
		m := account()
		db := p.db(t, m)
		fill(t, db, m, ordered.Of("name", "a"))
		for range 3 {
			w.cut(false) // connections are lost, but the server is there
			if n, err := db.Count(ctx, m, nil); n != 1 || err != nil {
				t.Fatalf("reading after the connections were lost: %d (%v)", n, err)
			}
		}
		w.cut(true)
		var away *orm.UnavailableError
		if _, err := db.Find(ctx, m, nil); !errors.As(err, &away) {
			t.Errorf("finding without a server: %v", err)
		}
		if _, err := db.Create(ctx, m, []*ordered.Map{ordered.Of("name", "b")}); !errors.As(err, &away) {
			t.Errorf("creating without a server: %v", err)
		}
		if err := db.Transact(ctx, func(context.Context) error { return nil }); !errors.As(err, &away) {
			t.Errorf("a transaction without a server: %v", err)
		}
		w.cut(false)
		if n, err := db.Count(ctx, m, nil); n != 1 || err != nil {
			t.Errorf("after the server came back: %d (%v)", n, err)
		}
		err := db.Transact(ctx, func(ctx context.Context) error {
			if _, err := db.Create(ctx, m, []*ordered.Map{ordered.Of("name", "c")}); err != nil {
				return err
			}
			w.cut(false)
			_, err := db.Create(ctx, m, []*ordered.Map{ordered.Of("name", "d")})
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
		w.silence(true)
		var away *orm.UnavailableError
		if _, err := db.Find(context.Background(), m, nil); !errors.As(err, &away) {
			t.Errorf("finding on a silent server: %v", err)
		}
		w.silence(false)
		w.cut(false)
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
					t.Errorf("%s tells the password: %s", name, text)
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
