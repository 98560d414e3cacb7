package sqldb_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
)

// lifts opens one database file again and again, as lifts of a project do.
type lifts struct {
	t    *testing.T
	path string
	log  bytes.Buffer
	// plain opens the database without the semantics of sparse stores.
	plain bool
}

func newLifts(t *testing.T) *lifts {
	return &lifts{t: t, path: filepath.Join(t.TempDir(), "x.db")}
}

// lift defines the models, runs fn, and closes the database.
func (l *lifts) lift(fn func(db *sqldb.DB), models ...*orm.Model) error {
	l.t.Helper()
	db, err := sqldb.Open(context.Background(), sqldb.Options{
		Path: l.path, Sparse: !l.plain, Synchronous: "OFF", Log: slog.New(slog.NewTextHandler(&l.log, nil)),
	})
	if err != nil {
		l.t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := db.Define(context.Background(), models); err != nil {
		return err
	}
	fn(db)
	return nil
}

func migrating(m *orm.Model, how orm.Migration) *orm.Model {
	m.Definition.Migrate = how
	return m
}

func TestAlterKeepsData(t *testing.T) {
	l := newLifts(t)
	before := model("user", attr("name", orm.KindString), attr("age", orm.KindString), attr("old", orm.KindString), attr("unused", orm.KindInteger))
	err := l.lift(func(db *sqldb.DB) {
		create(t, db, before, `{"name":"Ann","age":"12","old":"kept","later":{"a":1},"yes":true}`, `{"name":"Bob","age":"many","later":null}`, `{"name":"gone"}`)
		if _, err := db.Destroy(context.Background(), before, &orm.Query{Where: compare("id", orm.Equal, int64(3))}); err != nil {
			t.Error(err)
		}
	}, before)
	if err != nil {
		t.Fatal(err)
	}
	after := model("user", attr("name", orm.KindString, unique), attr("age", orm.KindInteger), attr("later", orm.KindJSON), attr("yes", orm.KindBoolean))
	err = l.lift(func(db *sqldb.DB) {
		want := `[{"name":"Ann","age":12,"later":{"a":1},"yes":true,"id":1},{"name":"Bob","age":"many","later":null,"id":2}]`
		if got := text(find(t, db, after, nil)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got := text(create(t, db, after, `{}`)); got != `[{"id":4}]` {
			t.Errorf("an id was given twice: %s", got)
		}
		rows, err := db.Query(context.Background(), `SELECT old FROM user WHERE id = 1`, nil)
		if err != nil || rows[0].Value("old") != "kept" {
			t.Errorf("a column with data was dropped: %v, %v", rows, err)
		}
		if _, err := db.Query(context.Background(), `SELECT unused FROM user`, nil); err == nil {
			t.Error("an empty column was kept")
		}
	}, after)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"kept what a migration would lose", `keeps="1 value of \"old\""`, `sql="ALTER TABLE \"user\" DROP COLUMN \"unused\""`} {
		if !strings.Contains(l.log.String(), want) {
			t.Errorf("the log does not say %q:\n%s", want, &l.log)
		}
	}
	l.log.Reset()
	if err := l.lift(func(*sqldb.DB) {}, after); err != nil || l.log.Len() > 0 {
		t.Errorf("an unchanged schema was worked on: %v\n%s", err, &l.log)
	}
}

func TestAlterRefusesDuplicatesOfAUniqueAttribute(t *testing.T) {
	l := newLifts(t)
	before := model("user", attr("name", orm.KindString))
	if err := l.lift(func(db *sqldb.DB) { create(t, db, before, `{"name":"x"}`, `{"name":"x"}`) }, before); err != nil {
		t.Fatal(err)
	}
	err := l.lift(func(*sqldb.DB) {}, model("user", attr("name", orm.KindString, unique), attr("more", orm.KindString)))
	var d *orm.DefinitionError
	if !errors.As(err, &d) || d.Model != "user" || d.Attribute != "name" {
		t.Errorf("got %v", err)
	}
	err = l.lift(func(db *sqldb.DB) {
		if got := len(find(t, db, before, nil)); got != 2 {
			t.Errorf("%d records after a failed migration", got)
		}
	}, before)
	if err != nil {
		t.Error(err)
	}
}

func TestMigrations(t *testing.T) {
	l := newLifts(t)
	user := func() *orm.Model { return model("user", attr("name", orm.KindString)) }
	count := func(m *orm.Model, want int64) func(db *sqldb.DB) {
		return func(db *sqldb.DB) {
			t.Helper()
			if n, err := db.Count(context.Background(), m, nil); n != want || err != nil {
				t.Errorf("%s: %d records, want %d (%v)", m.Definition.Migrate, n, want, err)
			}
			create(t, db, m, `{"name":"x"}`)
		}
	}
	var d *orm.DefinitionError
	if err := l.lift(nil, migrating(user(), orm.Safe)); !errors.As(err, &d) || !strings.Contains(err.Error(), `no table "user"`) {
		t.Errorf("safe without a table: %v", err)
	}
	if err := l.lift(nil, migrating(user(), "later")); !errors.As(err, &d) {
		t.Errorf("unknown migration: %v", err)
	}
	for i, how := range []orm.Migration{orm.Create, orm.Create, orm.Safe, orm.Alter, orm.Drop} {
		m := migrating(user(), how)
		want := int64(i)
		if how == orm.Drop {
			want = 0
		}
		if err := l.lift(count(m, want), m); err != nil {
			t.Errorf("%s: %v", how, err)
		}
	}
}

func TestSafeAdoptsATableAsItIs(t *testing.T) {
	l := newLifts(t)
	if err := l.lift(func(db *sqldb.DB) {
		for _, sql := range []string{`CREATE TABLE legacy (id INTEGER PRIMARY KEY, name VARCHAR(20), other INT, born TEXT)`, `INSERT INTO legacy VALUES (1, 'x', 5, '2014-03-01 10:00:00')`} {
			if _, err := db.Query(context.Background(), sql, nil); err != nil {
				t.Fatal(err)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	m := migrating(model("legacy", attr("name", orm.KindString), attr("missing", orm.KindString), attr("born", orm.KindDatetime)), orm.Safe)
	err := l.lift(func(db *sqldb.DB) {
		if got, want := text(find(t, db, m, nil)), `[{"name":"x","born":"2014-03-01T10:00:00.000Z","id":1}]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		// As on servers, an attribute without a column is not stored.
		create(t, db, m, `{"name":"y","missing":"m"}`)
		changed, err := db.Update(context.Background(), m, &orm.Query{Where: compare("name", orm.Equal, "y")}, object(t, `{"name":"z","missing":"m"}`))
		if got, want := text(changed), `[{"name":"z","born":null,"id":2}]`; got != want || err != nil {
			t.Errorf("got %s, want %s (%v)", got, want, err)
		}
	}, m)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(l.log.String(), "attributes=[missing]") {
		t.Errorf("the log does not name the missing column: %s", &l.log)
	}
}

func TestHostileNames(t *testing.T) {
	nasty := `x"; DROP TABLE user; --'?`
	m := model(nasty, attr(nasty, orm.KindString, unique, indexed), attr("rowid", orm.KindString), attr("select", orm.KindInteger), attr(`k'"\`, orm.KindJSON))
	db := sparse(t, m)
	create(t, db, m, `{"x\"; DROP TABLE user; --'?":"v","rowid":"r","select":1,"k'\"\\":null}`)
	q := &orm.Query{Where: compare(nasty, orm.Equal, "V"), Sort: []orm.Order{{Attr: nasty}}}
	if got := find(t, db, m, q); len(got) != 1 || got[0].Value("rowid") != "r" || !got[0].Has(`k'"\`) {
		t.Errorf("got %s", text(got))
	}
	for _, tc := range []struct{ m, reason string }{
		{"a\x00b", "cannot be a name"}, {"sqlite_x", "reserved"}, {"_framework_schema", "reserved"},
	} {
		err := db.Define(context.Background(), []*orm.Model{model(tc.m)})
		if err == nil || !strings.Contains(err.Error(), tc.reason) {
			t.Errorf("%q: %v", tc.m, err)
		}
	}
	err := db.Define(context.Background(), []*orm.Model{model("other", attr("_extra", orm.KindString))})
	if err == nil || !strings.Contains(err.Error(), `"_extra" is taken`) {
		t.Errorf("got %v", err)
	}
}

// TestNamesThatDifferInCase: the columns of such attributes stay apart, also from that of the key.
func TestNamesThatDifferInCase(t *testing.T) {
	m := model("twice", attr("ID", orm.KindInteger), attr("a", orm.KindString), attr("b", orm.KindString, column("A")))
	l := newLifts(t)
	if err := l.lift(func(db *sqldb.DB) { create(t, db, m, `{"ID":7,"a":"x","b":"y"}`) }, m); err != nil {
		t.Fatal(err)
	}
	err := l.lift(func(db *sqldb.DB) {
		q := &orm.Query{Where: compare("b", orm.Equal, "y")}
		if got, want := text(find(t, db, m, q)), `[{"ID":7,"a":"x","b":"y","id":1}]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}, m)
	if err != nil {
		t.Fatal(err)
	}
}

func TestChangingTheKey(t *testing.T) {
	l := newLifts(t)
	before := model("user", attr("name", orm.KindString))
	if err := l.lift(func(db *sqldb.DB) { create(t, db, before, `{"name":"x","more":1}`) }, before); err != nil {
		t.Fatal(err)
	}
	after := keyed("user", "name", attr("name", orm.KindString, func(a *orm.Attribute) { a.PrimaryKey = true }), attr("id", orm.KindInteger))
	err := l.lift(func(db *sqldb.DB) {
		if got, want := text(find(t, db, after, nil)), `[{"name":"x","id":1,"more":1}]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}, after)
	if err != nil {
		t.Fatal(err)
	}
}

func TestModelsOfEarlierLoadsWorkUntilForgotten(t *testing.T) {
	var generations []*orm.Model
	for range 4 {
		generations = append(generations, model("user", attr("name", orm.KindString)))
	}
	other := model("other")
	db := sparse(t, other, generations[0])
	for _, m := range generations[1:] {
		if err := db.Define(context.Background(), []*orm.Model{m}); err != nil {
			t.Fatal(err)
		}
	}
	for _, forgotten := range []int{0, 2} {
		db.Forget(generations[:forgotten])
		for i, m := range append(generations, other) {
			_, err := db.Count(context.Background(), m, nil)
			if want := i < forgotten; (err != nil) != want {
				t.Errorf("%d forgotten, model %d: %v", forgotten, i, err)
			}
		}
	}
}
