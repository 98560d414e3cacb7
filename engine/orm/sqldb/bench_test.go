package sqldb_test

import (
	"context"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// Each benchmark has a "bare" twin that does the same with the SQLite library
// and nothing else.

const benchRows = 1000

func benchModel() *orm.Model {
	return model("article", attr("title", orm.KindString), attr("body", orm.KindText), attr("views", orm.KindInteger),
		attr("open", orm.KindBoolean), attr("createdAt", orm.KindDatetime), attr("updatedAt", orm.KindDatetime))
}

func article(i int) *value.Map {
	now := time.UnixMilli(1_700_000_000_000)
	return value.Of("title", "Article "+strconv.Itoa(i), "body", "Some text that is a little longer than the title is.",
		"views", int64(i), "open", true, "createdAt", now, "updatedAt", now)
}

func benchDB(b *testing.B) (*sqldb.DB, *orm.Model, *sqlite.Conn) {
	path := filepath.Join(b.TempDir(), "bench.db")
	m := benchModel()
	db := open(b, sqldb.Options{Path: path, Sparse: true, Synchronous: "NORMAL"}, m)
	rows := make([]*value.Map, benchRows)
	for i := range rows {
		rows[i] = article(i)
	}
	if _, err := db.Create(context.Background(), m, rows); err != nil {
		b.Fatal(err)
	}
	raw, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = raw.Close() })
	raw.SetBusyTimeout(time.Second)
	if err := sqlitex.ExecuteTransient(raw, "PRAGMA synchronous=NORMAL", nil); err != nil {
		b.Fatal(err)
	}
	return db, m, raw
}

const benchSelect = `SELECT title, body, views, open, createdAt, updatedAt, id FROM article`

// bareRow reads a row into plain variables.
func bareRow(stmt *sqlite.Stmt) int {
	n := len(stmt.ColumnText(0)) + len(stmt.ColumnText(1)) + len(stmt.ColumnText(4)) + len(stmt.ColumnText(5))
	return n + int(stmt.ColumnInt64(2)+stmt.ColumnInt64(3)+stmt.ColumnInt64(6))
}

func BenchmarkPointRead(b *testing.B) {
	db, m, raw := benchDB(b)
	ctx := context.Background()
	point := func(i int) *orm.Query {
		return &orm.Query{Where: orm.Compare{Attr: "id", Op: orm.Equal, Value: int64(i%benchRows + 1)}, Limit: 1}
	}
	b.Run("records", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			if found, err := db.Find(ctx, m, point(i)); err != nil || len(found) != 1 {
				b.Fatal(err)
			}
		}
	})
	b.Run("json", func(b *testing.B) {
		b.ReportAllocs()
		var dst []byte
		for i := range b.N {
			var err error
			if dst, _, err = db.AppendFind(ctx, dst[:0], m, point(i), "", ""); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			stmt := raw.Prep(benchSelect + " WHERE id = ? LIMIT 1")
			stmt.BindInt64(1, int64(i%benchRows+1))
			if more, err := stmt.Step(); err != nil || !more || bareRow(stmt) == 0 {
				b.Fatal(err)
			}
			_ = stmt.Reset()
		}
	})
}

func BenchmarkList30(b *testing.B) {
	db, m, raw := benchDB(b)
	ctx := context.Background()
	q := &orm.Query{Limit: 30, Skip: 100}
	b.Run("records", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if found, err := db.Find(ctx, m, q); err != nil || len(found) != 30 {
				b.Fatal(err)
			}
		}
	})
	b.Run("json", func(b *testing.B) {
		b.ReportAllocs()
		var dst []byte
		for range b.N {
			var err error
			if dst, _, err = db.AppendFind(ctx, dst[:0], m, q, "", ""); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			stmt := raw.Prep(benchSelect + " ORDER BY rowid LIMIT 30 OFFSET 100")
			for {
				more, err := stmt.Step()
				if err != nil {
					b.Fatal(err)
				}
				if !more {
					break
				}
				bareRow(stmt)
			}
		}
	})
}

func BenchmarkInsert(b *testing.B) {
	db, m, raw := benchDB(b)
	ctx := context.Background()
	b.Run("one", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			if _, err := db.Create(ctx, m, []*value.Map{article(i)}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("one, its file unwatched", func(b *testing.B) {
		b.ReportAllocs()
		db, m, _ := benchDB(b)
		sqldb.Unwatched(db)
		for i := range b.N {
			if _, err := db.Create(ctx, m, []*value.Map{article(i)}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("64 callers", func(b *testing.B) {
		b.ReportAllocs()
		b.SetParallelism(32)
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				if _, err := db.Create(ctx, m, []*value.Map{article(i)}); err != nil {
					b.Error(err)
					return
				}
			}
		})
	})
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			stmt := raw.Prep(`INSERT INTO article (title, body, views, open, createdAt, updatedAt) VALUES (?,?,?,?,?,?)`)
			a := article(i)
			stmt.BindText(1, a.Value("title").(string))
			stmt.BindText(2, a.Value("body").(string))
			stmt.BindInt64(3, int64(i))
			stmt.BindBool(4, true)
			stmt.BindText(5, "2023-11-14T22:13:20.000Z")
			stmt.BindText(6, "2023-11-14T22:13:20.000Z")
			if _, err := stmt.Step(); err != nil {
				b.Fatal(err)
			}
			_ = stmt.Reset()
		}
	})
}

func BenchmarkUpdate(b *testing.B) {
	db, m, raw := benchDB(b)
	ctx := context.Background()
	b.Run("one", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			q := &orm.Query{Where: orm.Compare{Attr: "id", Op: orm.Equal, Value: int64(i%benchRows + 1)}}
			if found, err := db.Update(ctx, m, q, value.Of("views", int64(i))); err != nil || len(found) != 1 {
				b.Fatal(err)
			}
		}
	})
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			stmt := raw.Prep(`UPDATE article SET views = ? WHERE id = ? RETURNING title, body, views, open, createdAt, updatedAt, id`)
			stmt.BindInt64(1, int64(i))
			stmt.BindInt64(2, int64(i%benchRows+1))
			for {
				more, err := stmt.Step()
				if err != nil {
					b.Fatal(err)
				}
				if !more {
					break
				}
				bareRow(stmt)
			}
		}
	})
}

// BenchmarkDefineUnchanged is the start of a project of 100 models whose
// tables are there.
func BenchmarkDefineUnchanged(b *testing.B) {
	var models []*orm.Model
	for i := range 100 {
		m := benchModel()
		m.Identity = "article" + strconv.Itoa(i)
		m.Table = m.Identity
		models = append(models, m)
	}
	path := filepath.Join(b.TempDir(), "bench.db")
	open(b, sqldb.Options{Path: path, Sparse: true}, models...)
	for range b.N {
		db, err := sqldb.Open(context.Background(), sqldb.Options{Path: path, Sparse: true})
		if err != nil {
			b.Fatal(err)
		}
		if err := db.Define(context.Background(), models); err != nil {
			b.Fatal(err)
		}
		_ = db.Close()
	}
}
