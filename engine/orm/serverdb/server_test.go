package serverdb_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"sync/atomic"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"

	"framework/engine/orm"
	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
	"framework/engine/value"
)

// server is a database server that tests run on. Every test has a database of
// its own there.
type server struct {
	name     string
	variable string
	open     func(context.Context, serverdb.Options) (*serverdb.DB, error)
	// prepare makes an empty database and returns the options to open it.
	prepare func(t testing.TB, url string) serverdb.Options
}

var servers = []server{
	{"PostgreSQL", "FRAMEWORK_TEST_POSTGRES", serverdb.OpenPostgreSQL, preparePostgreSQL},
	{"MySQL", "FRAMEWORK_TEST_MYSQL", serverdb.OpenMySQL, prepareMySQL},
}

// onServers runs a test on each server that the environment names.
func onServers(t *testing.T, test func(t *testing.T, s *place)) {
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) { test(t, s.place(t)) })
	}
}

// place is an empty database on a server.
type place struct {
	server
	opts serverdb.Options
}

func (s server) place(t testing.TB) *place {
	t.Helper()
	return &place{s, s.prepare(t, testenv.Server(t, s.variable))}
}

var places atomic.Int64

func nextName() string { return fmt.Sprintf("fw_test_%d_%d", os.Getpid(), places.Add(1)) }

func preparePostgreSQL(t testing.TB, address string) serverdb.Options {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	schema := nextName()
	if _, err := conn.Exec(ctx, "CREATE SCHEMA "+schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := conn.Exec(ctx, "DROP SCHEMA "+schema+" CASCADE"); err != nil {
			t.Error(err)
		}
		conn.Close(ctx)
	})
	return serverdb.Options{URL: address, Schema: schema}
}

func prepareMySQL(t testing.TB, address string) serverdb.Options {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	password, _ := u.User.Password()
	db, err := sql.Open("mysql", u.User.Username()+":"+password+"@tcp("+u.Host+")/")
	if err != nil {
		t.Fatal(err)
	}
	name := nextName()
	if _, err := db.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP DATABASE " + name); err != nil {
			t.Error(err)
		}
		_ = db.Close()
	})
	return serverdb.Options{URL: address, Database: name}
}

// open opens the place and defines the models.
func (p *place) db(t testing.TB, models ...*orm.Model) *serverdb.DB {
	t.Helper()
	return p.with(t, p.opts, models...)
}

func (p *place) with(t testing.TB, opts serverdb.Options, models ...*orm.Model) *serverdb.DB {
	t.Helper()
	db, err := p.open(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if len(models) > 0 {
		if err := db.Define(context.Background(), models); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// sql runs a statement as someone else would.
func (p *place) sql(t testing.TB, db *serverdb.DB, text string, args ...any) []*value.Map {
	t.Helper()
	rows, err := db.Query(context.Background(), text, args)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func (p *place) postgres() bool { return p.name == "PostgreSQL" }

// attr is a stored attribute of a test model.
func attr(name string, kind orm.Kind, change ...func(a *orm.Attribute)) *orm.Attribute {
	a := &orm.Attribute{AttributeDef: orm.AttributeDef{Name: name, Column: name}, Kind: kind, Stored: true}
	for _, f := range change {
		f(a)
	}
	return a
}

func unique(a *orm.Attribute)  { a.Unique = true }
func indexed(a *orm.Attribute) { a.Index = true }

func column(name string) func(a *orm.Attribute) {
	return func(a *orm.Attribute) { a.Column = name }
}

// model is a model with a numbered id after the attributes.
func model(identity string, attrs ...*orm.Attribute) *orm.Model {
	id := attr("id", orm.KindInteger)
	id.PrimaryKey, id.AutoIncrement, id.Unique = true, true, true
	return keyed(identity, "id", append(attrs, id)...)
}

func keyed(identity, key string, attrs ...*orm.Attribute) *orm.Model {
	return &orm.Model{
		Identity: identity, GlobalID: identity, Table: identity, PrimaryKey: key, Attributes: attrs,
		Definition: &orm.Definition{Identity: identity, Source: "api/models/" + identity + ".js"},
	}
}

func migrate(m *orm.Model, how orm.Migration) *orm.Model {
	m.Definition.Migrate = how
	return m
}

func parcel() *orm.Model {
	return model("parcel",
		attr("town", orm.KindString), attr("weight", orm.KindInteger), attr("fragile", orm.KindBoolean),
		attr("tags", orm.KindArray), attr("sent", orm.KindDatetime), attr("note", orm.KindText),
		attr("shelf", orm.KindString, column("shelf_place")), attr("specs", orm.KindJSON),
		attr("price", orm.KindFloat), attr("photo", orm.KindBinary))
}
