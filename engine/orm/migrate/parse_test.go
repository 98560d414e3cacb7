package migrate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/migrate"
	"framework/engine/orm/schema"
	"framework/engine/value"
)

func TestParse(t *testing.T) {
	f, err := migrate.Parse("1_a", "db/1_a.sql", []byte("\ufeff-- by hand\r\n\r\n-- migrate:up\r\nCREATE TABLE a (x TEXT);\r\n-- migrate:down transaction:false\nDROP TABLE a;\n"+
		"-- migrate:schema sqlite\n-- a comment\n-- {\n--   \"a\": null\n-- }\n-- another\n"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Up.Text != "CREATE TABLE a (x TEXT);\n" || f.Up.Line != 4 || f.Up.Loose {
		t.Errorf("up is %+v", f.Up)
	}
	if f.Down == nil || f.Down.Text != "DROP TABLE a;\n" || !f.Down.Loose {
		t.Errorf("down is %+v", f.Down)
	}
	if f.Dialect != "sqlite" || string(value.Append(nil, f.State)) != `{"a":null}` {
		t.Errorf("the note is for %q: %s", f.Dialect, value.Append(nil, f.State))
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                               `no line "-- migrate:up"`,
		"-- migrate:down\nDROP TABLE a":  `no line "-- migrate:up"`,
		"SELECT 1;\n-- migrate:up\n":     "f.sql:1: there is SQL outside",
		"-- migrate:up\n-- migrate:up\n": "f.sql:2: migrate:up is there twice",
		"-- migrate:up\n\n-- migrate:down\n-- migrate:down": "f.sql:4: migrate:down is there twice",
		"-- migrate:upp\n":                                              "f.sql:1: migrate:upp is unknown",
		"-- migrate:up now\n":                                           `f.sql:1: "now" is unknown`,
		"-- migrate:up\n-- migrate:schema oracle":                       `migrate:schema is for "oracle"`,
		"-- migrate:up\n-- migrate:schema sqlite\n-- {\n--   \"a\":":    "f.sql:2: the note of migrate:schema is no JSON object",
		"-- migrate:up\n-- migrate:schema sqlite\n-- {}\nDROP TABLE a;": "f.sql:4: there is SQL outside",
	} {
		if _, err := migrate.Parse("f", "f.sql", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got the error %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("-- migrate:up\nSELECT 1;\n-- migrate:down\n-- migrate:schema mysql\n-- {\"a\":{\"name\":\"a\",\"columns\":{\"x\":{\"type\":\"int\"}}}}\n"))
	f.Add([]byte("-- migrate:up transaction:false\r\n-- migrate:schema postgresql\n-- x\n-- {\n-- }"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := migrate.Parse("1_a", "1_a.sql", text)
		if err != nil {
			return
		}
		if _, tables, err := migrate.State([]*migrate.File{file}); err == nil {
			for i := range tables {
				if len(tables[i].Columns) == 0 {
					t.Errorf("a table without columns: %+v", tables[i])
				}
			}
		}
	})
}

// TestWriteInOrder: a new file comes after those that are there, also when it is written
// in the same second or the clock has gone back, and is what Parse reads.
func TestWriteInOrder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db", "migrations")
	at := time.Date(2026, 1, 31, 12, 0, 59, 0, time.UTC)
	state := schema.EncodeState([]schema.Table{{Name: "a", Model: "a", Columns: []schema.Column{{Name: `x"y`, Type: "TEXT"}}, PrimaryKey: []string{`x"y`}}})
	for i, want := range []string{"20260131120059_add_pets.sql", "20260131120100_add_pets.sql", "20260131120101_add_pets.sql"} {
		files, err := migrate.ReadFolder(dir, "db/migrations")
		if err != nil {
			t.Fatal(err)
		}
		draft := &migrate.Draft{
			Dialect: schema.SQLite, State: state,
			Up: []orm.Step{
				{Table: "a", SQL: "DELETE FROM a\nWHERE 1", Why: "it is\nso", Loses: "records", Cleanup: true},
				{Table: "a", SQL: "DROP TABLE a", Why: "it is\nso", Loses: "its records"},
			},
			Down: []orm.Step{{Table: "a", SQL: "CREATE TABLE a (x TEXT)", Why: "there is none"}},
		}
		got, err := draft.Write(dir, " Add Pets! ", at.Add(-time.Duration(i)*time.Second), files)
		if err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	files, err := migrate.ReadFolder(dir, "db/migrations")
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	want := "-- a: it is so\n-- Not run, since it loses records. Where there are any, the migration fails without it.\n-- DELETE FROM a\n-- WHERE 1;\n-- LOSES DATA: its records\nDROP TABLE a;\n\n"
	if got := files[0].Up.Text; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !value.EqualJSON(files[0].State, state) {
		t.Errorf("got %s, want %s", value.Append(nil, files[0].State), value.Append(nil, state))
	}
	if _, err := (&migrate.Draft{}).Write(dir, "???", at, nil); err == nil {
		t.Error("a name without letters is taken")
	}
}

func TestReadFolderRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"pets.sql": "-- migrate:up\n", "1_a.sql": "", "2_b.sql": "-- migrate:up\n", "README.md": "x", ".3_c.sql": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := migrate.ReadFolder(dir, "db/migrations")
	for _, want := range []string{"db/migrations/pets.sql: the name", `db/migrations/1_a.sql: it has no line "-- migrate:up"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got the error %v, want %q", err, want)
		}
	}
}
