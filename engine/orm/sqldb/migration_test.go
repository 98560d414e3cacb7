package sqldb_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/testenv"
	"framework/engine/value"
)

func notNull(a *orm.Attribute)    { a.NotNull = true }
func primaryKey(a *orm.Attribute) { a.PrimaryKey, a.Unique = true, true }

func defaultsTo(v any) func(a *orm.Attribute) {
	return func(a *orm.Attribute) { a.HasDefault, a.Default = true, v }
}

// raw runs statements as someone with a shell would.
func raw(t fataler, db *sqldb.DB, statements ...string) []*value.Map {
	t.Helper()
	var rows []*value.Map
	for _, sql := range statements {
		var err error
		if rows, err = db.Query(context.Background(), sql, nil); err != nil {
			t.Fatal(err)
		}
	}
	return rows
}

// rows is what a statement answers, as JSON.
func rows(t fataler, db *sqldb.DB, sql string) string {
	t.Helper()
	list := make([]any, 0)
	for _, r := range raw(t, db, sql) {
		list = append(list, r)
	}
	return string(value.Append(nil, list))
}

func plan(t fataler, db *sqldb.DB, strategy orm.Migration, models ...*orm.Model) *orm.Plan {
	t.Helper()
	p, err := db.PlanMigration(context.Background(), models, strategy)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// schema is everything that the database says about itself.
func schema(t fataler, db *sqldb.DB) string {
	t.Helper()
	return rows(t, db, "SELECT name, sql FROM sqlite_master ORDER BY name")
}

func describe(p *orm.Plan) string {
	var b strings.Builder
	for _, s := range p.Steps {
		fmt.Fprintf(&b, "%s: %s\n", s.SQL, s.Why)
		if s.Loses != "" {
			fmt.Fprintf(&b, "  loses %s, optional %v, asked %v\n", s.Loses, s.Optional, s.Asked)
		}
	}
	return b.String()
}

// TestLosses: what each change would lose, that it is refused, what a lift
// makes of it, and what remains when it is allowed.
func TestLosses(t *testing.T) {
	for _, tc := range []struct {
		name          string
		before, after *orm.Model
		rows          []string
		sql           string // of someone else, after the rows
		loses         string // of the step, "" for a change without a loss
		optional      bool
		attribute     string // of the error at lift
		want          string // all records afterwards
	}{
		{
			name:   "a column with values is no longer declared",
			before: model("user", attr("a", orm.KindString), attr("b", orm.KindString)), after: model("user", attr("a", orm.KindString)),
			rows: []string{`{"a":"x","b":"y"}`, `{"a":"z"}`}, loses: `1 value of "b"`, optional: true,
			want: `[{"a":"x","id":1},{"a":"z","id":2}]`,
		}, {
			name:   "a required column with values is no longer declared",
			before: model("user", attr("a", orm.KindString), attr("b", orm.KindString, notNull)), after: model("user", attr("a", orm.KindString)),
			rows: []string{`{"a":"x","b":"y"}`}, loses: `1 value of "b"`, optional: true,
			want: `[{"a":"x","id":1}]`,
		}, {
			name:   "unique over duplicates",
			before: model("user", attr("a", orm.KindString)), after: model("user", attr("a", orm.KindString, unique)),
			rows: []string{`{"a":"x"}`, `{"a":"y"}`, `{"a":"x"}`, `{}`, `{}`}, loses: `1 record whose "a" another one has`, attribute: "a",
			want: `[{"a":"x","id":1},{"a":"y","id":2},{"a":null,"id":4},{"a":null,"id":5}]`,
		}, {
			name:   "unique without duplicates",
			before: model("user", attr("a", orm.KindString)), after: model("user", attr("a", orm.KindString, unique)),
			rows: []string{`{"a":"x"}`, `{}`, `{}`},
			want: `[{"a":"x","id":1},{"a":null,"id":2},{"a":null,"id":3}]`,
		}, {
			name:   "not null over nulls",
			before: model("user", attr("a", orm.KindString)), after: model("user", attr("a", orm.KindString, notNull)),
			rows: []string{`{"a":"x"}`, `{}`}, loses: `the absence of "a" in 1 record, which would become ''`, attribute: "a",
			want: `[{"a":"x","id":1},{"a":"","id":2}]`,
		}, {
			name:   "a new attribute that is not null",
			before: model("user"), after: model("user", attr("n", orm.KindInteger, notNull)),
			rows: []string{`{}`}, loses: `the absence of "n" in 1 record, which would become 0`, attribute: "n",
			want: `[{"n":0,"id":1}]`,
		}, {
			name:   "a new attribute that is not null and has a default",
			before: model("user"), after: model("user", attr("s", orm.KindString, notNull, defaultsTo("it's"))),
			rows: []string{`{}`}, want: `[{"s":"it's","id":1}]`,
		}, {
			name:   "not null without nulls and back",
			before: model("user", attr("a", orm.KindString), attr("b", orm.KindString, notNull)),
			after:  model("user", attr("a", orm.KindString, notNull), attr("b", orm.KindString)),
			rows:   []string{`{"a":"x","b":"y"}`}, want: `[{"a":"x","b":"y","id":1}]`,
		}, {
			name:   "texts that a number would write otherwise",
			before: model("user", attr("a", orm.KindString)), after: model("user", attr("a", orm.KindInteger)),
			rows: []string{`{"a":"007"}`, `{"a":"7"}`, `{"a":"1.50"}`, `{"a":"many"}`}, loses: `the exact form of 2 values of "a"`, attribute: "a",
			want: `[{"a":7,"id":1},{"a":7,"id":2},{"a":1.5,"id":3},{"a":"many","id":4}]`,
		}, {
			name:   "texts that are numbers",
			before: model("user", attr("a", orm.KindString)), after: model("user", attr("a", orm.KindFloat)),
			rows: []string{`{"a":"7"}`, `{"a":"1.5"}`, `{"a":"2.0"}`, `{"a":"x"}`},
			want: `[{"a":7,"id":1},{"a":1.5,"id":2},{"a":2,"id":3},{"a":"x","id":4}]`,
		}, {
			name:   "whole numbers too large for a float",
			before: model("user", attr("a", orm.KindInteger)), after: model("user", attr("a", orm.KindFloat)),
			rows: []string{`{"a":3}`, `{"a":3}`}, sql: `UPDATE user SET a = 9007199254740993 WHERE id = 1`, loses: `the exact form of 1 value of "a"`, attribute: "a",
			want: `[{"a":9007199254740992,"id":1},{"a":3,"id":2}]`,
		}, {
			name:   "a key without values",
			before: model("user", attr("a", orm.KindString)), after: keyed("user", "a", attr("a", orm.KindString, primaryKey), attr("id", orm.KindInteger)),
			rows: []string{`{"a":"x"}`, `{}`}, loses: "1 record without a value for the key", attribute: "a",
			want: `[{"a":"x","id":1}]`,
		}, {
			name:   "a key with duplicates",
			before: model("user", attr("a", orm.KindString)), after: keyed("user", "a", attr("a", orm.KindString, primaryKey), attr("id", orm.KindInteger)),
			rows: []string{`{"a":"x"}`, `{"a":"x"}`}, loses: `1 record whose "a" another one has`, attribute: "a",
			want: `[{"a":"x","id":1}]`,
		}, {
			name:   "a numbered key that holds text",
			before: keyed("user", "id", attr("id", orm.KindString, primaryKey)), after: model("user"),
			rows: []string{`{"id":"x"}`, `{"id":"5"}`}, loses: "1 record whose key is no whole number", attribute: "id",
			want: `[{"id":5}]`,
		}, {
			name:   "a new numbered key",
			before: keyed("user", "a", attr("a", orm.KindString, primaryKey)), after: model("user", attr("a", orm.KindString)),
			rows: []string{`{"a":"x"}`, `{"a":"y"}`}, want: `[{"a":"x","id":1},{"a":"y","id":2}]`,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ctx := context.Background()
			db := open(t, sqldb.Options{Schema: true, CaseSensitive: true}, tc.before)
			create(t, db, tc.before, tc.rows...)
			if tc.sql != "" {
				raw(t, db, tc.sql)
			}
			untouched := schema(t, db) + rows(t, db, "SELECT * FROM user")
			p := plan(t, db, "", tc.after)
			if schema(t, db)+rows(t, db, "SELECT * FROM user") != untouched {
				t.Error("planning changed the database")
			}
			lossy := slices.IndexFunc(p.Steps, func(s orm.Step) bool { return s.Loses != "" })
			switch {
			case (lossy >= 0) != (tc.loses != ""):
				t.Fatalf("plan:\n%s", describe(p))
			case lossy >= 0 && (p.Steps[lossy].Loses != tc.loses || p.Steps[lossy].Optional != tc.optional):
				t.Errorf("plan:\n%s, want loss %q", describe(p), tc.loses)
			}
			if tc.attribute != "" {
				var loss *orm.LossError
				if err := db.ApplyMigration(ctx, p, false); !errors.As(err, &loss) || len(loss.Steps) != 1 {
					t.Errorf("not allowed: %v", err)
				}
				var d *orm.DefinitionError
				if err := db.Define(ctx, []*orm.Model{tc.after}); !errors.As(err, &d) || d.Attribute != tc.attribute || d.Source == "" {
					t.Errorf("lift: %v", err)
				}
				if schema(t, db)+rows(t, db, "SELECT * FROM user") != untouched {
					t.Error("a refused migration changed the database")
				}
			}
			if tc.optional {
				if err := db.ApplyMigration(ctx, p, false); err != nil {
					t.Fatal(err)
				}
				if err := db.Define(ctx, []*orm.Model{tc.after}); err != nil {
					t.Fatal(err)
				}
				create(t, db, tc.after, `{}`) // nothing is in the way
				raw(t, db, "DELETE FROM user WHERE id = (SELECT max(id) FROM user)")
				p = plan(t, db, "", tc.after)
			}
			if err := db.ApplyMigration(ctx, p, true); err != nil {
				t.Fatalf("%v\n%s", err, describe(p))
			}
			if again := plan(t, db, "", tc.after); len(again.Steps) > 0 {
				t.Errorf("the second plan is\n%s", describe(again))
			}
			if err := db.Define(ctx, []*orm.Model{tc.after}); err != nil {
				t.Fatal(err)
			}
			if got := text(find(t, db, tc.after, nil)); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

// TestOthersWorkStays: columns, indexes, triggers, views and tables that no
// model declares outlive every migration.
func TestOthersWorkStays(t *testing.T) {
	ctx := context.Background()
	before := model("user", attr("a", orm.KindString), attr("n", orm.KindString))
	db := open(t, sqldb.Options{Schema: true, CaseSensitive: true}, before)
	create(t, db, before, `{"a":"x","n":"5"}`)
	raw(t, db,
		`ALTER TABLE user ADD COLUMN audit TEXT NOT NULL DEFAULT 'nobody'`,
		`ALTER TABLE user ADD COLUMN empty INTEGER`,
		`CREATE INDEX by_audit ON user (audit)`,
		`CREATE UNIQUE INDEX one_a ON user (a)`,
		`CREATE TABLE other (id INTEGER PRIMARY KEY, x TEXT)`,
		`INSERT INTO other VALUES (1, 'kept')`,
		`CREATE VIEW names AS SELECT a, audit FROM user`,
		`CREATE TRIGGER noted AFTER INSERT ON user BEGIN INSERT INTO other (x) VALUES (new.a); END`)
	after := model("user", attr("a", orm.KindString, unique), attr("n", orm.KindInteger), attr("more", orm.KindBoolean))
	if err := db.Define(ctx, []*orm.Model{after}); err != nil {
		t.Fatal(err)
	}
	create(t, db, after, `{"a":"y"}`)
	if got, want := rows(t, db, "SELECT a, n, audit, empty FROM user"), `[{"a":"x","n":5,"audit":"nobody","empty":null},{"a":"y","n":null,"audit":"nobody","empty":null}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := rows(t, db, "SELECT x FROM other"), `[{"x":"kept"},{"x":"y"}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := rows(t, db, "SELECT * FROM names"), `[{"a":"x","audit":"nobody"},{"a":"y","audit":"nobody"}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := rows(t, db, "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'user' ORDER BY name"), `[{"name":"by_audit"},{"name":"one_a"}]`; got != want {
		t.Errorf("indexes are %s, want %s", got, want)
	}
	if p := plan(t, db, "", after); len(p.Steps) > 0 {
		t.Errorf("the second plan is\n%s", describe(p))
	}
}

// TestTableOfAnother: only differences that matter are worked on, and what a
// copy of the table cannot keep is a loss.
func TestTableOfAnother(t *testing.T) {
	ctx := context.Background()
	db := open(t, sqldb.Options{Schema: true, CaseSensitive: true})
	raw(t, db, `CREATE TABLE user (id INTEGER PRIMARY KEY, name VARCHAR(20) UNIQUE, age TINYINT(3), born DATETIME, ok BOOLEAN, score DOUBLE, rank INT CHECK (rank > 0))`,
		`INSERT INTO user (name, born, rank) VALUES ('x', '2014-03-01 10:00:00', 1)`)
	user := func(rank orm.Kind) *orm.Model {
		return model("user", attr("name", orm.KindString, unique), attr("age", orm.KindInteger), attr("born", orm.KindDatetime),
			attr("ok", orm.KindBoolean), attr("score", orm.KindFloat), attr("rank", rank))
	}
	if p := plan(t, db, orm.Alter, user(orm.KindInteger)); len(p.Steps) > 0 {
		t.Errorf("differences that do not matter:\n%s", describe(p))
	}
	after := user(orm.KindString)
	var loss *orm.LossError
	p := plan(t, db, orm.Alter, after)
	if err := db.ApplyMigration(ctx, p, false); !errors.As(err, &loss) || !strings.Contains(err.Error(), "CHECK of the table's definition") {
		t.Errorf("got %v", err)
	}
	if err := db.ApplyMigration(ctx, p, true); err != nil {
		t.Fatal(err)
	}
	if got, want := rows(t, db, "SELECT name, born, rank FROM user"), `[{"name":"x","born":"2014-03-01 10:00:00","rank":"1"}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, err := db.Query(ctx, "INSERT INTO user (name) VALUES ('x')", nil); err == nil {
		t.Error("the table's own UNIQUE is gone")
	}
	// Columns that were there before are not dropped, empty or not.
	if p := plan(t, db, orm.Alter, model("user", attr("name", orm.KindString, unique))); len(p.Steps) > 0 {
		t.Errorf("columns of another's making:\n%s", describe(p))
	}
}

func TestStrategies(t *testing.T) {
	ctx := context.Background()
	before := model("user", attr("a", orm.KindString))
	db := open(t, sqldb.Options{Schema: true, CaseSensitive: true}, before)
	create(t, db, before, `{"a":"x"}`)
	after := model("user", attr("a", orm.KindString), attr("b", orm.KindString))
	fresh := model("fresh", attr("a", orm.KindString, indexed))
	for _, tc := range []struct {
		strategy orm.Migration
		want     string
	}{
		{orm.Safe, ""},
		{orm.Create, `ALTER TABLE "user" ADD COLUMN "b" TEXT: the attribute "b" is new
CREATE TABLE "fresh" ("a" TEXT, "id" INTEGER PRIMARY KEY AUTOINCREMENT): there is no such table
CREATE INDEX "fresh_a_index" ON "fresh" ("a"): records are found by "a"
`},
		{orm.Alter, `ALTER TABLE "user" ADD COLUMN "b" TEXT: the attribute "b" is new
CREATE TABLE "fresh" ("a" TEXT, "id" INTEGER PRIMARY KEY AUTOINCREMENT): there is no such table
CREATE INDEX "fresh_a_index" ON "fresh" ("a"): records are found by "a"
`},
		{orm.Drop, `DROP TABLE "user": the table is made anew
  loses 1 record, optional false, asked false
CREATE TABLE "user" ("a" TEXT, "b" TEXT, "id" INTEGER PRIMARY KEY AUTOINCREMENT): there is no such table
CREATE TABLE "fresh" ("a" TEXT, "id" INTEGER PRIMARY KEY AUTOINCREMENT): there is no such table
CREATE INDEX "fresh_a_index" ON "fresh" ("a"): records are found by "a"
`},
	} {
		if got := describe(plan(t, db, tc.strategy, after, fresh)); got != tc.want {
			t.Errorf("%s: got\n%s, want\n%s", tc.strategy, got, tc.want)
		}
	}
	// A model with migrate drop loses the data on purpose.
	p := plan(t, db, "", migrating(after, orm.Drop))
	if len(p.Steps) == 0 || !p.Steps[0].Asked {
		t.Fatalf("got\n%s", describe(p))
	}
	if err := db.ApplyMigration(ctx, p, false); err != nil {
		t.Error(err)
	}
}

func TestStalePlan(t *testing.T) {
	ctx := context.Background()
	before := model("user", attr("a", orm.KindString))
	db := open(t, sqldb.Options{Schema: true, CaseSensitive: true}, before)
	after := model("user", attr("a", orm.KindString), attr("b", orm.KindString), attr("c", orm.KindString))
	p := plan(t, db, "", after)
	raw(t, db, "ALTER TABLE user ADD COLUMN b TEXT")
	if err := db.ApplyMigration(ctx, p, false); !errors.Is(err, orm.ErrStalePlan) {
		t.Errorf("got %v", err)
	}
	for range 2 { // the second finds it done
		if err := db.ApplyMigration(ctx, plan(t, db, "", after), false); err != nil {
			t.Error(err)
		}
	}
	raw(t, db, "ALTER TABLE user DROP COLUMN c", "ALTER TABLE user ADD COLUMN c TEXT")
	if err := db.ApplyMigration(ctx, p, false); err != nil {
		t.Errorf("nothing was left to do: %v", err)
	}
}

// TestQueriesFollowTheTables: a statement that was sent before names the
// columns of today.
func TestQueriesFollowTheTables(t *testing.T) {
	ctx := context.Background()
	before := model("user", attr("a", orm.KindString))
	db := open(t, sqldb.Options{Schema: true, CaseSensitive: true}, before)
	create(t, db, before, `{"a":"x"}`)
	rows(t, db, "SELECT * FROM user")
	if err := db.Define(ctx, []*orm.Model{keyed("user", "a", attr("id", orm.KindInteger), attr("a", orm.KindString, primaryKey), attr("b", orm.KindFloat))}); err != nil {
		t.Fatal(err)
	}
	if got, want := rows(t, db, "SELECT * FROM user"), `[{"id":1,"a":"x","b":null}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	raw(t, db, "ALTER TABLE user RENAME COLUMN b TO c")
	if got, want := rows(t, db, "SELECT * FROM user"), `[{"id":1,"a":"x","c":null}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestServersStartConcurrently: each brings the same models to the same file.
func TestServersStartConcurrently(t *testing.T) {
	l := newLifts(t)
	before := model("user", attr("n", orm.KindString))
	if err := l.lift(func(db *sqldb.DB) { create(t, db, before, `{"n":"1"}`, `{"n":"2"}`) }, before); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			after := model("user", attr("n", orm.KindInteger, unique), attr("more", orm.KindString))
			db, err := sqldb.Open(context.Background(), sqldb.Options{Path: l.path, Sparse: true})
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = db.Close() }()
			if err := db.Define(context.Background(), []*orm.Model{after}); err != nil {
				t.Error(err)
				return
			}
			if got, err := db.Count(context.Background(), after, nil); got != 2 || err != nil {
				t.Errorf("%d records, %v", got, err)
			}
		})
	}
	wg.Wait()
}

// TestMigrationsTakeTheirTime: the time limit of queries is not theirs.
func TestMigrationsTakeTheirTime(t *testing.T) {
	testenv.Slow(t)
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "x.db")
	before, after := model("user", attr("n", orm.KindString)), model("user", attr("n", orm.KindInteger, unique))
	db, err := sqldb.Open(ctx, sqldb.Options{Path: path, Synchronous: "OFF", QueryTimeout: 10 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Define(ctx, []*orm.Model{before}); err != nil {
		t.Fatal(err)
	}
	raw(t, db, "INSERT INTO user (n) WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 200000) SELECT i FROM r")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	hurried := open(t, sqldb.Options{Path: path, Synchronous: "OFF", QueryTimeout: 200 * time.Millisecond})
	if err := hurried.Define(ctx, []*orm.Model{after}); err != nil {
		t.Fatal(err)
	}
}

// TestFingerprintsOfTheFirstVersion: its table lacks the list of columns, and
// no column is taken for ours.
func TestFingerprintsOfTheFirstVersion(t *testing.T) {
	ctx := context.Background()
	db := open(t, sqldb.Options{Schema: true, CaseSensitive: true})
	raw(t, db, `CREATE TABLE _framework_schema ("table" TEXT PRIMARY KEY NOT NULL, "fingerprint" TEXT NOT NULL)`,
		`INSERT INTO _framework_schema VALUES ('user', 'x')`,
		`CREATE TABLE user (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT, gone TEXT)`)
	m := model("user", attr("a", orm.KindString), attr("b", orm.KindString))
	if err := db.Define(ctx, []*orm.Model{m}); err != nil {
		t.Fatal(err)
	}
	if got, want := rows(t, db, `SELECT "columns" FROM _framework_schema`), `[{"columns":"[\"b\"]"}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := rows(t, db, "SELECT name FROM pragma_table_info('user')"), `[{"name":"id"},{"name":"a"},{"name":"gone"},{"name":"b"}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// fataler is what testing.TB and *rapid.T share.
type fataler interface {
	Helper()
	Fatal(args ...any)
}
