package mongostore_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/session"
	"framework/engine/session/mongostore"
	"framework/engine/testenv"
	"framework/engine/value"
	"framework/router"
)

var databases atomic.Int64

// patient is longer than a busy machine needs.
const patient = time.Minute

// place returns an empty database of the test's own, and the options of a store there.
func place(t testing.TB, opts mongostore.Options) (*driver.Database, mongostore.Options) {
	t.Helper()
	opts.URL = testenv.Server(t, "FRAMEWORK_TEST_MONGO")
	opts.Database, opts.Timeout = fmt.Sprintf("fw_sess_%d_%d", os.Getpid(), databases.Add(1)), patient
	client, err := driver.Connect(options.Client().ApplyURI(opts.URL))
	if err != nil {
		t.Fatal(err)
	}
	db := client.Database(opts.Database)
	t.Cleanup(func() {
		if err := db.Drop(context.Background()); err != nil {
			t.Error(err)
		}
		_ = client.Disconnect(context.Background())
	})
	return db, opts
}

func open(t testing.TB, opts mongostore.Options) *mongostore.Store {
	t.Helper()
	store, err := mongostore.New(opts, slog.New(slog.DiscardHandler))
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

func count(t testing.TB, db *driver.Database, filter bson.D) int64 {
	t.Helper()
	n, err := db.Collection("sessions").CountDocuments(context.Background(), filter)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestSharedWithConnectMongo: a server on Node reads what this one has written, and
// the other way round, with all forms of the documents.
func TestSharedWithConnectMongo(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	home := testenv.Packages(t, "connect-mongo@3.2.0", "express-session@1.17.3")
	for name, test := range map[string]struct {
		opts mongostore.Options
		node string
	}{
		"text":      {mongostore.Options{}, `{"autoRemove":"disabled"}`},
		"documents": {mongostore.Options{Documents: true}, `{"autoRemove":"disabled","stringify":false}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			_, opts := place(t, test.opts)
			store := open(t, opts)
			if err := store.Set(ctx, "ours", session.Record{Data: value.Of("user", int64(7), "list", []any{"a", nil}, "half", 0.5), MaxAge: time.Hour}, time.Hour); err != nil {
				t.Fatal(err)
			}
			if err := store.Set(ctx, "over", session.Record{Data: value.New(0)}, time.Hour); err != nil {
				t.Fatal(err)
			}
			if err := store.Destroy(ctx, "over"); err != nil {
				t.Fatal(err)
			}
			// FerretDB makes no index that ends documents.
			out := testenv.Node(t, home, "testdata/peer.js", strings.TrimSuffix(opts.URL, "/")+"/"+opts.Database, test.node,
				`["get","ours"]`, `["get","over"]`, `["set","theirs",{"cookie":{"originalMaxAge":60000,"expires":"2999-01-01T00:00:00.000Z","httpOnly":true,"path":"/"},"passport":{"user":"x"},"n":[1,2.5]}]`)
			lines := strings.Split(strings.TrimSpace(out), "\n")
			if len(lines) != 3 || !strings.Contains(lines[0], `"user":7,"list":["a",null],"half":0.5`) || !strings.HasPrefix(lines[0], `{"cookie":{"originalMaxAge":3600000,"expires":"`) || lines[1] != "null" {
				t.Errorf("Node reads %s", out)
			}
			r, err := store.Get(ctx, "theirs")
			if err != nil || r == nil || string(value.Append(nil, r.Data)) != `{"passport":{"user":"x"},"n":[1,2.5]}` || r.MaxAge != time.Minute {
				t.Errorf("we read %+v, %v", r, err)
			}
		})
	}
}

func TestDestroyedIsRemembered(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db, opts := place(t, mongostore.Options{})
	store := open(t, opts)
	data := session.Record{Data: value.Of("n", int64(1))}
	if err := store.Set(ctx, "a", data, time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := store.Destroy(ctx, "a"); err != nil || count(t, db, bson.D{{Key: "_id", Value: "a"}}) != 0 {
		t.Fatalf("still there: %v", err)
	}
	if r, err := store.Get(ctx, "a"); r != nil || !errors.Is(err, session.ErrDestroyed) {
		t.Errorf("got %v, %v", r, err)
	}
	if found, err := store.Update(ctx, "a", data, time.Minute); found || err != nil {
		t.Errorf("it was made again: %v, %v", found, err)
	}
	if err := store.Touch(ctx, "a", time.Minute); err != nil || count(t, db, bson.D{{Key: "_id", Value: "a"}}) != 0 {
		t.Errorf("touched: %v", err)
	}
	if r, err := store.Get(ctx, "never"); r != nil || err != nil {
		t.Errorf("got %v, %v", r, err)
	}
}

// TestEnd: what has expired is not read, updated or touched.
func TestEnd(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db, opts := place(t, mongostore.Options{})
	store := open(t, opts)
	data := session.Record{Data: value.Of("n", int64(1))}
	for id, ttl := range map[string]time.Duration{"old": -time.Second, "new": time.Hour} {
		if err := store.Set(ctx, id, data, ttl); err != nil {
			t.Fatal(err)
		}
		r, err := store.Get(ctx, id)
		if (r != nil) != (ttl > 0) || err != nil {
			t.Errorf("%s: got %v, %v", id, r, err)
		}
		if found, err := store.Update(ctx, id, session.Record{Data: value.Of("n", int64(2)), MaxAge: time.Minute}, ttl); found != (ttl > 0) || err != nil {
			t.Errorf("%s: updated %v, %v", id, found, err)
		}
		if err := store.Touch(ctx, id, 2*time.Hour); err != nil {
			t.Error(err)
		}
	}
	late := bson.D{{Key: "expires", Value: bson.D{{Key: "$gt", Value: time.Now().Add(90 * time.Minute)}}}}
	if n := count(t, db, late); n != 1 {
		t.Errorf("%d were extended", n)
	}
	if r, err := store.Get(ctx, "new"); err != nil || r.Data.Value("n") != int64(2) || r.MaxAge != time.Minute {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestRemoval: with sweeps, or a database that refuses the index, expired documents go.
func TestRemoval(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, opts := range map[string]mongostore.Options{
		"sweeps": {Remove: mongostore.BySweeps, Every: time.Nanosecond},
		"index":  {Every: time.Nanosecond}, // FerretDB refuses it
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, opts := place(t, opts)
			store := open(t, opts)
			deadline := time.Now().Add(patient)
			for i := 0; ; i++ {
				if err := store.Set(ctx, fmt.Sprint("old", i), session.Record{Data: value.New(0)}, -time.Hour); err != nil {
					t.Fatal(err)
				}
				if count(t, db, bson.D{{Key: "_id", Value: "old0"}}) == 0 {
					return
				}
				if time.Now().After(deadline) {
					t.Fatal("nothing was removed")
				}
			}
		})
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db, opts := place(t, mongostore.Options{Hash: "sha1", Salt: "connect-mongo"})
	store := open(t, opts)
	if err := store.Set(ctx, "abc", session.Record{Data: value.New(0)}, time.Minute); err != nil {
		t.Fatal(err)
	}
	// node -p "crypto.createHash('sha1').update('connect-mongo'+'abc').digest('hex')"
	if count(t, db, bson.D{{Key: "_id", Value: "44279f69fea0b2f43e679ce4941ffa7facb75ea4"}}) != 1 {
		t.Error("the key is not that of connect-mongo 0.8")
	}
	if r, err := store.Get(ctx, "abc"); r == nil || err != nil {
		t.Errorf("got %v, %v", r, err)
	}
	opts.Hash = "rot13"
	if _, err := mongostore.New(opts, nil); err == nil || !strings.Contains(err.Error(), "session.hash.algorithm") {
		t.Errorf("an unknown algorithm: %v", err)
	}
}

// TestNoSession: whatever the collection holds is a session or none.
func TestNoSession(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db, opts := place(t, mongostore.Options{})
	store := open(t, opts)
	for i, held := range []any{nil, "", "x", "null", "[1]", int32(1), bson.A{}, time.Now()} {
		id := fmt.Sprint(i)
		if _, err := db.Collection("sessions").InsertOne(ctx, bson.D{{Key: "_id", Value: id}, {Key: "session", Value: held}}); err != nil {
			t.Fatal(err)
		}
		if r, err := store.Get(ctx, id); r != nil || err != nil {
			t.Errorf("%v: got %+v, %v", held, r, err)
		}
	}
	if _, err := db.Collection("sessions").InsertOne(ctx, bson.D{{Key: "_id", Value: "bare"}, {Key: "session", Value: `{"a":1}`}}); err != nil {
		t.Fatal(err)
	}
	if r, err := store.Get(ctx, "bare"); r == nil || err != nil || r.Data.Value("a") != int64(1) {
		t.Errorf("without an end: %v, %v", r, err)
	}
}

// TestAway: a server that does not answer is 503, and no message has the password.
func TestAway(t *testing.T) {
	t.Parallel()
	store := open(t, mongostore.Options{URL: "mongodb://app:s3cret@127.0.0.1:1/x", Timeout: time.Millisecond})
	ctx := context.Background()
	for name, call := range map[string]func() error{
		"ping":    func() error { return store.Ping(ctx) },
		"get":     func() error { _, err := store.Get(ctx, "a"); return err },
		"set":     func() error { return store.Set(ctx, "a", session.Record{}, time.Minute) },
		"update":  func() error { _, err := store.Update(ctx, "a", session.Record{}, time.Minute); return err },
		"touch":   func() error { return store.Touch(ctx, "a", time.Minute) },
		"destroy": func() error { return store.Destroy(ctx, "a") },
	} {
		err := call()
		var e *router.Error
		if !errors.As(err, &e) || e.Status != http.StatusServiceUnavailable || strings.Contains(err.Error()+e.Err.Error(), "s3cret") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	var e *router.Error
	if _, err := store.Get(ctx, "a"); !errors.Is(err, context.Canceled) || errors.As(err, &e) {
		t.Errorf("a client that has left: %v", err)
	}
}
