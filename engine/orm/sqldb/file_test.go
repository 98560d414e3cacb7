package sqldb_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/testenv"
	"framework/engine/value"
)

// written collects a log.
type written struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *written) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// overwrite writes into a file as cp does.
func overwrite(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// harms are what people do to a file that is open. back undoes it.
var harms = []struct {
	name string
	do   func(path string) error
	back func(path string) error
	// heals says that the database goes on and loses nothing.
	heals bool
	log   string
}{
	{"folder removed", func(p string) error { return os.RemoveAll(filepath.Dir(p)) }, nil, false, "was removed or moved away"},
	{
		"folder renamed", func(p string) error { return os.Rename(filepath.Dir(p), filepath.Dir(p)+"-old") },
		func(p string) error { return os.Rename(filepath.Dir(p)+"-old", filepath.Dir(p)) }, false, "was removed or moved away",
	},
	{"file removed", os.Remove, nil, false, "was removed or moved away"},
	{"replaced", func(p string) error {
		if err := os.WriteFile(p+"-new", []byte("another file"), 0o644); err != nil {
			return err
		}
		return os.Rename(p+"-new", p)
	}, nil, false, "was replaced"},
	{"log removed", func(p string) error { return os.Remove(p + "-wal") }, nil, true, "nothing is lost"},
	{"log and index removed", func(p string) error { return errors.Join(os.Remove(p+"-wal"), os.Remove(p+"-shm")) }, nil, true, "nothing is lost"},
	{"log emptied", func(p string) error { return os.Truncate(p+"-wal", 0) }, nil, true, "are lost; compare with a backup"},
	{"log cut off", func(p string) error { return os.Truncate(p+"-wal", 9000) }, nil, true, "are lost; compare with a backup"},
	{"emptied", func(p string) error { return os.Truncate(p, 0) }, nil, false, "was emptied"},
	{"cut off", func(p string) error { return os.Truncate(p, 5000) }, nil, false, "is damaged now"},
	{"overwritten", func(p string) error { return overwrite(p, bytes.Repeat([]byte("garbage "), 32<<10)) }, nil, false, "is damaged now"},
}

// settledDB is a database whose file holds records, and its log nothing that
// the file has not.
func settledDB(t *testing.T, opts sqldb.Options, m *orm.Model) *sqldb.DB {
	t.Helper()
	var db *sqldb.DB
	for round := range 2 { // what is closed is in the file
		var err error
		if db, err = sqldb.Open(t.Context(), opts); err == nil {
			err = db.Define(t.Context(), []*orm.Model{m})
		}
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			if _, err := db.Create(t.Context(), m, []*value.Map{value.Of("note", strings.Repeat("x", 1000))}); err != nil {
				t.Fatal(err)
			}
		}
		if round == 0 {
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Cleanup(func() { _ = db.Close() }) // there may be nothing left to close
	return db
}

// TestFileTakenAway: writes that are acknowledged after a change of the file by
// others are there after a restart.
func TestFileTakenAway(t *testing.T) {
	testenv.Slow(t)
	for _, harm := range harms {
		t.Run(harm.name, func(t *testing.T) {
			var log written
			path := filepath.Join(t.TempDir(), "data", "main.sqlite")
			m := parcel()
			opts := sqldb.Options{Path: path, Sparse: true, Log: slog.New(slog.NewTextHandler(&log, nil))}
			db := settledDB(t, opts, m)
			if err := harm.do(path); err != nil {
				t.Fatal(err)
			}
			ways := map[string]func() (any, error){
				"one":     func() (any, error) { return createSome(t.Context(), db, m, 1) },
				"several": func() (any, error) { return createSome(t.Context(), db, m, 3) },
				"transaction": func() (id any, err error) {
					err = db.Transact(t.Context(), func(ctx context.Context) error {
						id, err = createSome(ctx, db, m, 1)
						return err
					})
					return id, err
				},
			}
			var acknowledged []any
			for name, way := range ways {
				id, err := way()
				switch {
				case err == nil:
					acknowledged = append(acknowledged, id)
				case harm.heals:
					t.Errorf("%s: %v", name, err)
				case !strings.Contains(err.Error(), "while it was open"):
					t.Errorf("%s: %v", name, err)
				}
			}
			if !harm.heals && len(acknowledged) > 0 {
				t.Errorf("acknowledged %v", acknowledged)
			}
			if err := db.Ping(t.Context()); (err == nil) != harm.heals {
				t.Errorf("ping says %v", err)
			}
			if !strings.Contains(log.String(), harm.log) {
				t.Errorf("the log says\n%s", log.String())
			}
			if harm.back != nil {
				if err := harm.back(path); err != nil {
					t.Fatal(err)
				}
				if err := db.Ping(t.Context()); err != nil {
					t.Errorf("with the file back: %v", err)
				}
				id, err := createSome(t.Context(), db, m, 1)
				if err != nil {
					t.Fatalf("with the file back: %v", err)
				}
				acknowledged = append(acknowledged, id)
			}
			_ = db.Close() // the harm may have an effect on this
			if len(acknowledged) == 0 {
				return
			}
			again := open(t, opts, m)
			kept := map[any]bool{}
			for _, r := range find(t, again, m, nil) {
				kept[r.ID()] = true
			}
			for _, id := range acknowledged {
				if !kept[id] {
					t.Errorf("%v was acknowledged and is lost", id)
				}
			}
		})
	}
}

// createSome stores n records and returns the id of the last.
func createSome(ctx context.Context, db *sqldb.DB, m *orm.Model, n int) (any, error) {
	rows := make([]*value.Map, n)
	for i := range rows {
		rows[i] = value.Of("note", "n")
	}
	made, err := db.Create(ctx, m, rows)
	if err != nil {
		return nil, err
	}
	return made[n-1].ID(), nil
}

// TestFileTakenAwayInTransaction: a transaction that is open meanwhile, and the
// writes that wait for it, all fail with an error.
func TestFileTakenAwayInTransaction(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "main.sqlite")
	m := parcel()
	db := settledDB(t, sqldb.Options{Path: path, Sparse: true}, m)
	const many = 8
	errs := make(chan error, many)
	err := db.Transact(t.Context(), func(ctx context.Context) error {
		if _, err := createSome(ctx, db, m, 1); err != nil {
			return err
		}
		for range many {
			go func() {
				_, err := createSome(context.Background(), db, m, 1)
				errs <- err
			}()
		}
		return os.RemoveAll(filepath.Dir(path))
	})
	if _, away := errors.AsType[*orm.UnavailableError](err); !away {
		t.Errorf("the transaction: %v", err)
	}
	for range many {
		if _, away := errors.AsType[*orm.UnavailableError](<-errs); !away {
			t.Errorf("one that waited: %v", err)
		}
	}
}

// TestGone: a database whose file has to be created again reports it once, and
// refuses all operations.
func TestGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "main.sqlite")
	m := parcel()
	gone := make(chan error, 10)
	db := settledDB(t, sqldb.Options{Path: path, Sparse: true, Gone: func(err error) { gone <- err }}, m)
	if err := db.Lost(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := createSome(t.Context(), db, m, 1); err == nil {
			t.Error("acknowledged")
		}
		if _, err := db.Find(t.Context(), m, nil); err == nil {
			t.Error("records of before are found")
		}
	}
	if db.Lost() == nil || len(gone) != 1 {
		t.Errorf("lost: %v, reported %d times", db.Lost(), len(gone))
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// TestRemovedBeforeUse: a file that was removed before there was a model is made anew.
func TestRemovedBeforeUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "main.sqlite")
	m := parcel()
	db, err := sqldb.Open(t.Context(), sqldb.Options{Path: path, Sparse: true, Gone: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	if err := db.Define(t.Context(), []*orm.Model{m}); err != nil {
		t.Fatal(err)
	}
	if _, err := createSome(t.Context(), db, m, 3); err != nil {
		t.Fatal(err)
	}
	if n := len(find(t, db, m, nil)); n != 3 || db.Lost() != nil {
		t.Errorf("%d records, lost: %v", n, db.Lost())
	}
}

// TestOtherProgramWrites by the rules: that is no harm.
func TestOtherProgramWrites(t *testing.T) {
	var log written
	path := filepath.Join(t.TempDir(), "main.sqlite")
	m := parcel()
	opts := sqldb.Options{Path: path, Sparse: true, Log: slog.New(slog.NewTextHandler(&log, nil))}
	db := settledDB(t, opts, m)
	for range 3 {
		other := open(t, sqldb.Options{Path: path, Sparse: true}, m)
		if _, err := createSome(t.Context(), other, m, 1000); err != nil {
			t.Fatal(err)
		}
		if _, err := createSome(t.Context(), db, m, 50); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(find(t, db, m, nil)); n != 3190 {
		t.Errorf("%d records", n)
	}
	if strings.Contains(log.String(), "ERROR") {
		t.Error(log.String())
	}
}

// TestFailuresAreDistinguished of SQLite itself.
func TestFailuresAreDistinguished(t *testing.T) {
	for _, c := range []struct {
		name, begin, end, reason string
	}{
		{"full", "PRAGMA max_page_count=10", "PRAGMA max_page_count=1000000", "the disk is full"},
		{"read-only", "PRAGMA query_only=ON", "", "may not be written"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log written
			m := parcel()
			path := filepath.Join(t.TempDir(), "main.sqlite")
			db := settledDB(t, sqldb.Options{Path: path, Sparse: true, Log: slog.New(slog.NewTextHandler(&log, nil))}, m)
			set := func(text string) {
				// The answer of a limit is a row; the log has nothing to say about it.
				if _, err := db.NativeQuery(t.Context(), text, nil, false); err != nil {
					t.Fatal(err)
				}
			}
			set(c.begin)
			fill := func() (err error) {
				for range 20 {
					if _, err = createSome(t.Context(), db, m, 40); err != nil {
						return err
					}
				}
				return nil
			}
			err := fill()
			away, ok := errors.AsType[*orm.UnavailableError](err)
			if !ok || !strings.Contains(away.Reason, c.reason) {
				t.Fatalf("got %v", err)
			}
			if !strings.Contains(log.String(), c.reason) {
				t.Errorf("the log says\n%s", log.String())
			}
			if err := db.Ping(t.Context()); err == nil && c.name != "full" { // a page is left
				t.Error("ping says it is well")
			}
			if c.end == "" {
				return
			}
			set(c.end)
			if err := fill(); err != nil {
				t.Errorf("afterwards: %v", err)
			}
			if err := db.Ping(t.Context()); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// TestDamagedPages: those that a running server reads are an error that stays.
func TestDamagedPages(t *testing.T) {
	var log written
	m := parcel()
	path := filepath.Join(t.TempDir(), "main.sqlite")
	opts := sqldb.Options{Path: path, Sparse: true}
	db := settledDB(t, opts, m)
	if _, err := createSome(t.Context(), db, m, 1000); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(12<<10, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(bytes.Repeat([]byte{0xfe}, 20<<10)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	opts.Log = slog.New(slog.NewTextHandler(&log, nil))
	again, err := sqldb.Open(t.Context(), opts)
	if err == nil {
		defer func() { _ = again.Close() }()
		if err = again.Define(t.Context(), []*orm.Model{m}); err == nil {
			_, err = again.Find(t.Context(), m, nil)
		}
	}
	if err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Fatalf("got %v", err)
	}
	if _, passes := errors.AsType[*orm.UnavailableError](err); passes {
		t.Errorf("as if it passed: %v", err)
	}
	if !strings.Contains(log.String(), "put a good copy in its place") {
		t.Errorf("the log says\n%s", log.String())
	}
}

// TestOtherProgramEmptiesTheLog by the rules, after it brought all into the
// file.
func TestOtherProgramEmptiesTheLog(t *testing.T) {
	var log written
	path := filepath.Join(t.TempDir(), "main.sqlite")
	m := parcel()
	db := settledDB(t, sqldb.Options{Path: path, Sparse: true, Log: slog.New(slog.NewTextHandler(&log, nil))}, m)
	other, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }() // it only moved pages
	for range 3 {
		if _, err := createSome(t.Context(), db, m, 50); err != nil {
			t.Fatal(err)
		}
		if err := sqlitex.ExecuteTransient(other, "PRAGMA wal_checkpoint(TRUNCATE)", nil); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path + "-wal"); err != nil || info.Size() > 0 {
			t.Fatalf("the log is not empty: %v", err)
		}
	}
	if _, err := createSome(t.Context(), db, m, 50); err != nil {
		t.Fatal(err)
	}
	if n := len(find(t, db, m, nil)); n != 240 {
		t.Errorf("%d records", n)
	}
	if strings.Contains(log.String(), "ERROR") {
		t.Error(log.String())
	}
}

// TestLargeFileWrittenByAnother: a file that is too large to be checked is
// logged once; one that is no database is found out.
func TestLargeFileWrittenByAnother(t *testing.T) {
	testenv.Slow(t)
	var log written
	path := filepath.Join(t.TempDir(), "main.sqlite")
	m := parcel()
	db := settledDB(t, sqldb.Options{Path: path, Sparse: true, Log: slog.New(slog.NewTextHandler(&log, nil))}, m)
	for i := range 2 {
		if err := os.Truncate(path, 65<<20+int64(i)*4096); err != nil { // a hole, which SQLite does not look at
			t.Fatal(err)
		}
		if _, err := createSome(t.Context(), db, m, 1); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Count(log.String(), "too large to be checked") != 1 {
		t.Errorf("the log says\n%s", log.String())
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	log.text.Reset()
	db = open(t, sqldb.Options{Path: path, Sparse: true, Log: slog.New(slog.NewTextHandler(&log, nil))}, m)
	if err := overwrite(path, bytes.Repeat([]byte("garbage "), 9<<20)); err != nil {
		t.Fatal(err)
	}
	if id, err := createSome(t.Context(), db, m, 1); err == nil {
		t.Errorf("%v was acknowledged", id)
	}
	if !strings.Contains(log.String(), "put a good copy in its place") {
		t.Errorf("the log says\n%s", log.String())
	}
}

// TestAnotherFileInItsPlace gets nothing of the one that was open.
func TestAnotherFileInItsPlace(t *testing.T) {
	testenv.Slow(t)
	for _, noticed := range []bool{true, false} {
		m := parcel()
		dir := t.TempDir()
		path, other := filepath.Join(dir, "main.sqlite"), filepath.Join(dir, "other.sqlite")
		if err := settledDB(t, sqldb.Options{Path: other, Sparse: true}, m).Close(); err != nil {
			t.Fatal(err)
		}
		db := settledDB(t, sqldb.Options{Path: path, Sparse: true}, m)
		if _, err := createSome(t.Context(), db, m, 500); err != nil { // these are in the log
			t.Fatal(err)
		}
		if err := errors.Join(os.Rename(path, path+"-old"), os.Rename(other, path)); err != nil {
			t.Fatal(err)
		}
		if noticed {
			if _, err := createSome(t.Context(), db, m, 1); err == nil {
				t.Error("acknowledged")
			}
			for range 8 { // each reader has its turn
				if n := len(find(t, db, m, nil)); n != 540 {
					t.Errorf("%d records of before are read", n)
				}
			}
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if n := len(find(t, open(t, sqldb.Options{Path: path, Sparse: true}, m), m, nil)); n != 40 {
			t.Errorf("noticed %v: %d records", noticed, n)
		}
		if text := described(t, path); !strings.HasSuffix(text, "\nok\n") {
			t.Error(text)
		}
		// The old one is complete with its log.
		if err := os.Rename(path+"-wal-lost", path+"-old-wal"); err != nil {
			t.Fatal(err)
		}
		if n := len(find(t, open(t, sqldb.Options{Path: path + "-old", Sparse: true}, m), m, nil)); n != 540 {
			t.Errorf("%d records in the old one", n)
		}
	}
}

// TestBusy: a write waits for another program that has locked the database, and
// the error names the lock.
func TestBusy(t *testing.T) {
	testenv.Slow(t)
	m := parcel()
	path := filepath.Join(t.TempDir(), "main.sqlite")
	db := settledDB(t, sqldb.Options{Path: path, Sparse: true}, m)
	other := open(t, sqldb.Options{Path: path, Sparse: true}, m)
	err := other.Transact(t.Context(), func(ctx context.Context) error {
		if _, err := createSome(ctx, other, m, 1); err != nil {
			return err
		}
		_, err := createSome(context.WithoutCancel(t.Context()), db, m, 1)
		away, ok := errors.AsType[*orm.UnavailableError](err)
		if !ok || !strings.Contains(away.Reason, "another program holds it") {
			t.Errorf("got %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := createSome(t.Context(), db, m, 1); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
