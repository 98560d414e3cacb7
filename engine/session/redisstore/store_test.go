package redisstore_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"framework/engine/redisconn"
	"framework/engine/session"
	"framework/engine/session/redisstore"
	"framework/engine/value"
	"framework/router"
)

func open(t *testing.T, s *miniredis.Miniredis, opts redisstore.Options) *redisstore.Store {
	t.Helper()
	host, port, err := net.SplitHostPort(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	if opts.Server.URL == "" {
		opts.Server.Host = host
		opts.Server.Port, _ = strconv.Atoi(port)
	}
	store, err := redisstore.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func TestLayoutIsThatOfConnectRedis(t *testing.T) {
	ctx := context.Background()
	server := miniredis.RunT(t)
	store := open(t, server, redisstore.Options{})

	// what a server on Node has left
	_ = server.Set("sess:abc", `{"cookie":{"originalMaxAge":60000,"expires":"2030-01-01T00:00:00.000Z","httpOnly":true,"path":"/"},"passport":{"user":7},"flash":{}}`)
	r, err := store.Get(ctx, "abc")
	if err != nil || string(value.Append(nil, r.Data)) != `{"passport":{"user":7},"flash":{}}` || r.MaxAge != time.Minute {
		t.Fatalf("got %+v, %v", r, err)
	}
	// what such a server will find
	if err := store.Set(ctx, "def", session.Record{Data: value.Of("member", "ann", "cookie", "crumbs")}, time.Hour); err != nil {
		t.Fatal(err)
	}
	if got, _ := server.Get("sess:def"); got != `{"cookie":{"originalMaxAge":null,"expires":null,"httpOnly":true,"path":"/"},"member":"ann"}` {
		t.Errorf("stored as %s", got)
	}
	if ttl := server.TTL("sess:def"); ttl != time.Hour {
		t.Errorf("kept for %v", ttl)
	}
	if err := store.Touch(ctx, "def", 2*time.Hour); err != nil || server.TTL("sess:def") != 2*time.Hour {
		t.Errorf("kept for %v, %v", server.TTL("sess:def"), err)
	}
	if err := store.Set(ctx, "old", session.Record{Data: value.New(0), MaxAge: time.Minute}, time.Minute); err != nil {
		t.Fatal(err)
	}
	if r, _ := store.Get(ctx, "old"); r == nil || r.MaxAge != time.Minute {
		t.Errorf("got %+v", r)
	}
	server.FastForward(2 * time.Minute)
	for id, want := range map[string]error{"old": nil, "never": nil} {
		if r, err := store.Get(ctx, id); r != nil || !errors.Is(err, want) {
			t.Errorf("%s: got %+v, %v", id, r, err)
		}
	}
	for _, text := range []string{"", "x", "null", "[1]", `"a"`} {
		_ = server.Set("sess:bad", text)
		if r, err := store.Get(ctx, "bad"); r != nil || err != nil {
			t.Errorf("%q: got %+v, %v", text, r, err)
		}
	}
}

func TestDestroyedIsRemembered(t *testing.T) {
	ctx := context.Background()
	server := miniredis.RunT(t)
	store := open(t, server, redisstore.Options{Prefix: "mine:"})
	if err := store.Set(ctx, "a", session.Record{Data: value.New(0)}, time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := store.Destroy(ctx, "a"); err != nil || server.Exists("mine:a") {
		t.Fatalf("still there: %v", err)
	}
	if r, err := store.Get(ctx, "a"); r != nil || !errors.Is(err, session.ErrDestroyed) {
		t.Errorf("got %v, %v", r, err)
	}
	if ttl := server.TTL("gone:mine:a"); ttl != time.Hour {
		t.Errorf("it is remembered for %v", ttl)
	}
	if found, err := store.Update(ctx, "a", session.Record{Data: value.New(0)}, time.Minute); found || err != nil || server.Exists("mine:a") {
		t.Errorf("it was made again: %v, %v", found, err)
	}
	if err := store.Touch(ctx, "a", time.Minute); err != nil || server.Exists("mine:a") {
		t.Errorf("touched: %v", err)
	}
	server.FastForward(time.Hour)
	if r, err := store.Get(ctx, "a"); r != nil || err != nil {
		t.Errorf("an hour later: %v, %v", r, err)
	}
}

// TestUpdate: what is there is replaced, and kept for whole seconds, one at least.
func TestUpdate(t *testing.T) {
	ctx := context.Background()
	server := miniredis.RunT(t)
	store := open(t, server, redisstore.Options{})
	for ttl, want := range map[time.Duration]time.Duration{time.Minute: time.Minute, 1500 * time.Millisecond: time.Second, time.Millisecond: time.Second, 0: time.Second} {
		if err := store.Set(ctx, "a", session.Record{Data: value.Of("n", int64(1))}, ttl); err != nil || server.TTL("sess:a") != want {
			t.Errorf("set for %v: %v, %v", ttl, server.TTL("sess:a"), err)
		}
		_ = store.Set(ctx, "a", session.Record{Data: value.Of("n", int64(1))}, time.Hour)
		found, err := store.Update(ctx, "a", session.Record{Data: value.Of("n", int64(2)), MaxAge: time.Minute}, ttl)
		if !found || err != nil || server.TTL("sess:a") != want {
			t.Errorf("updated for %v: %v, %v, %v", ttl, server.TTL("sess:a"), found, err)
		}
		if r, err := store.Get(ctx, "a"); err != nil || r.Data.Value("n") != int64(2) || r.MaxAge != time.Minute {
			t.Errorf("got %+v, %v", r, err)
		}
		if err := store.Touch(ctx, "a", ttl); err != nil || server.TTL("sess:a") != want {
			t.Errorf("touched for %v: %v, %v", ttl, server.TTL("sess:a"), err)
		}
	}
}

// TestClientThatLeaves: the fault is not that of Redis.
func TestClientThatLeaves(t *testing.T) {
	server := miniredis.RunT(t)
	store := open(t, server, redisstore.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := store.Get(ctx, "a")
	var e *router.Error
	if !errors.Is(err, context.Canceled) || errors.As(err, &e) {
		t.Errorf("got %v", err)
	}
}

func TestOptions(t *testing.T) {
	ctx := context.Background()
	server := miniredis.RunT(t)
	server.RequireUserAuth("app", "pw")
	for name, opts := range map[string]redisstore.Options{
		"url":  {Server: redisconn.Options{URL: "redis://app:pw@" + server.Addr() + "/3"}},
		"each": {Server: redisconn.Options{User: "app", Password: "pw", DB: 3}},
	} {
		store := open(t, server, opts)
		if err := store.Set(ctx, name, session.Record{Data: value.New(0)}, time.Minute); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !server.DB(3).Exists("sess:" + name) {
			t.Errorf("%s: not in database 3", name)
		}
	}
	if err := open(t, server, redisstore.Options{Server: redisconn.Options{Password: "wrong"}}).Ping(ctx); err == nil {
		t.Error("a wrong password was accepted")
	}
	if _, err := redisstore.New(redisstore.Options{Server: redisconn.Options{URL: "http://x"}}); err == nil || !strings.HasPrefix(err.Error(), "config session.url: ") {
		t.Errorf("an address that is none: %v", err)
	}
	if err := open(t, miniredis.RunT(t), redisstore.Options{}).Ping(ctx); err != nil {
		t.Error(err)
	}
}

func TestRedisGoesAndComesBack(t *testing.T) {
	ctx := context.Background()
	server := miniredis.RunT(t)
	store := open(t, server, redisstore.Options{})
	if err := store.Set(ctx, "a", session.Record{Data: value.Of("n", int64(1))}, time.Minute); err != nil {
		t.Fatal(err)
	}
	addr := server.Addr()
	server.Close()
	for name, call := range map[string]func() error{
		"get":     func() error { _, err := store.Get(ctx, "a"); return err },
		"set":     func() error { return store.Set(ctx, "a", session.Record{Data: value.New(0)}, time.Minute) },
		"touch":   func() error { return store.Touch(ctx, "a", time.Minute) },
		"destroy": func() error { return store.Destroy(ctx, "a") },
		"update": func() error {
			found, err := store.Update(ctx, "a", session.Record{Data: value.New(0)}, time.Minute)
			if found {
				t.Error("a store that is away has found a session")
			}
			return err
		},
		"ping": func() error { return store.Ping(ctx) },
	} {
		var e *router.Error
		if err := call(); !errors.As(err, &e) || e.Status != http.StatusServiceUnavailable || e.Code != "E_SESSION_STORE" ||
			e.Message != "The session store cannot be reached. Try again in a moment." || !strings.HasPrefix(e.Err.Error(), "redis at "+addr+" (config/session.js): ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	if r, err := store.Get(ctx, "a"); err != nil || r == nil || r.Data.Value("n") != int64(1) {
		t.Errorf("got %+v, %v", r, err)
	}
}
