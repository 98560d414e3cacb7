package sqldb_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/testenv"
	"framework/engine/value"
)

// away fails the test unless err is a failure that may pass, with reason.
func away(t *testing.T, err error, reason string) {
	t.Helper()
	if e, ok := errors.AsType[*orm.UnavailableError](err); !ok || !strings.Contains(e.Reason, reason) {
		t.Errorf("got %v; want %q", err, reason)
	}
}

// TestFullDisk: what was acknowledged before and after is kept, and the rest
// refused; with room again it goes on.
func TestFullDisk(t *testing.T) {
	disk := testenv.NewDisk(t, "2m")
	var log written
	m := parcel()
	opts := sqldb.Options{Path: filepath.Join(disk.Path(), "main.sqlite"), Sparse: true, Log: slog.New(slog.NewTextHandler(&log, nil))}
	db := settledDB(t, opts, m)
	var acknowledged []any
	for round := range 3 {
		free := disk.Fill(int64(round) * 64 << 10)
		var err error
		for range 100 {
			var id any
			if id, err = createSome(t.Context(), db, m, 40); err != nil {
				break
			}
			acknowledged = append(acknowledged, id)
		}
		away(t, err, "the disk is full")
		if len(find(t, db, m, nil)) < 40 {
			t.Error("nothing is read while the disk is full")
		}
		free()
		if err := db.Ping(t.Context()); err != nil {
			t.Errorf("with room again: %v", err)
		}
		id, err := createSome(t.Context(), db, m, 1)
		if err != nil {
			t.Errorf("with room again: %v", err)
		}
		acknowledged = append(acknowledged, id)
	}
	if n := strings.Count(log.String(), "the disk is full"); n < 1 || n > 20 || !strings.Contains(log.String(), opts.Path) {
		t.Errorf("the log says\n%s", log.String())
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	kept := map[any]bool{}
	for _, r := range find(t, open(t, opts, m), m, nil) {
		kept[r.ID()] = true
	}
	for _, id := range acknowledged {
		if !kept[id] {
			t.Errorf("%v was acknowledged and is lost", id)
		}
	}
}

// TestReadOnlyDisk: a database on it is refused with the reason.
func TestReadOnlyDisk(t *testing.T) {
	disk := testenv.NewDisk(t, "2m")
	m := parcel()
	opts := sqldb.Options{Path: filepath.Join(disk.Path(), "main.sqlite"), Sparse: true}
	if err := settledDB(t, opts, m).Close(); err != nil {
		t.Fatal(err)
	}
	disk.ReadOnly()
	db, err := sqldb.Open(t.Context(), opts)
	if err == nil {
		_ = db.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "read-only file system") || !strings.Contains(err.Error(), opts.Path) {
		t.Errorf("got %v", err)
	}
}

// TestDiskTakenAway: the file cannot be opened again where it was.
func TestDiskTakenAway(t *testing.T) {
	disk := testenv.NewDisk(t, "2m")
	m := parcel()
	db := settledDB(t, sqldb.Options{Path: filepath.Join(disk.Path(), "main.sqlite"), Sparse: true}, m)
	disk.Away()
	_, err := createSome(t.Context(), db, m, 1)
	away(t, err, "was removed or moved away while it was open")
	away(t, db.Ping(t.Context()), "was removed or moved away while it was open")
}

// TestMigrationOnFullDisk fails with the reason, and leaves what there is.
func TestMigrationOnFullDisk(t *testing.T) {
	disk := testenv.NewDisk(t, "3m")
	opts := sqldb.Options{Path: filepath.Join(disk.Path(), "main.sqlite"), Sparse: true}
	before := model("parcel", attr("town", orm.KindString), attr("note", orm.KindString))
	after := model("parcel", attr("town", orm.KindInteger), attr("note", orm.KindString)) // a table that is made anew
	db := settledDB(t, opts, before)
	rows := make([]*value.Map, 100)
	for i := range rows {
		rows[i] = value.Of("town", "1", "note", strings.Repeat("x", 4000))
	}
	if _, err := db.Create(t.Context(), before, rows); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	was := described(t, opts.Path)
	migrate := func() error {
		db, err := sqldb.Open(t.Context(), opts)
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }() // what it has to write may have no room
		return db.Define(t.Context(), []*orm.Model{model("another", attr("x", orm.KindString)), after})
	}
	for _, left := range []int64{0, 100 << 10, 300 << 10} {
		free := disk.Fill(left)
		if err := migrate(); err == nil || !strings.Contains(err.Error(), "the disk is full") && !strings.Contains(err.Error(), "no space left") {
			t.Errorf("with %d bytes: %v", left, err)
		}
		free()
		if is := described(t, opts.Path); is != was {
			t.Errorf("with %d bytes there was\n%s\nand is\n%s", left, was, is)
		}
	}
	if err := migrate(); err != nil {
		t.Errorf("with room: %v", err)
	}
	if is := described(t, opts.Path); is == was || !strings.Contains(is, "140 records") {
		t.Errorf("with room:\n%s", is)
	}
}

// described are the tables of a file and how many records the one of parcels has.
func described(t *testing.T, path string) string {
	t.Helper()
	c, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }() // it was only read
	var text strings.Builder
	line := func(stmt *sqlite.Stmt) error {
		text.WriteString(stmt.ColumnText(0) + "\n")
		return nil
	}
	for _, query := range []string{"SELECT sql FROM sqlite_schema ORDER BY name", "SELECT count(*) || ' records' FROM parcel", "PRAGMA integrity_check"} {
		if err := sqlitex.ExecuteTransient(c, query, &sqlitex.ExecOptions{ResultFunc: line}); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}
