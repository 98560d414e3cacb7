package schema_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"

	"framework/engine/orm"
	"framework/engine/orm/schema"
	"framework/engine/testenv"
)

// server is a database of the test's own on a real server.
type server struct {
	testing.TB
	*schema.Migrator
	dialect schema.Dialect
	db      *sql.DB
	log     bytes.Buffer
}

// address is the URL of a server, from the environment.
func address(t testing.TB, variable string) *url.URL {
	t.Helper()
	u, err := url.Parse(testenv.Server(t, variable))
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func connect(t testing.TB, driver, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func postgres(t testing.TB) *server {
	u := address(t, "FRAMEWORK_TEST_POSTGRES")
	name := fmt.Sprintf("schema_%d", os.Getpid())
	admin := connect(t, "pgx", u.String())
	execute(t, admin, "DROP SCHEMA IF EXISTS "+name+" CASCADE", "CREATE SCHEMA "+name)
	t.Cleanup(func() { execute(t, admin, "DROP SCHEMA "+name+" CASCADE") })
	q := u.Query()
	q.Set("search_path", name)
	q.Set("default_query_exec_mode", "exec") // the tests change tables under prepared statements
	u.RawQuery = q.Encode()
	return serve(t, connect(t, "pgx", u.String()), schema.PostgreSQL)
}

func mariadb(t testing.TB) *server {
	u := address(t, "FRAMEWORK_TEST_MYSQL")
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.User = "tcp", u.Host, u.User.Username()
	cfg.Passwd, _ = u.User.Password()
	admin := connect(t, "mysql", cfg.FormatDSN())
	cfg.DBName = fmt.Sprintf("schema_%d", os.Getpid())
	execute(t, admin, "DROP DATABASE IF EXISTS "+cfg.DBName, "CREATE DATABASE "+cfg.DBName)
	t.Cleanup(func() { execute(t, admin, "DROP DATABASE "+cfg.DBName) })
	return serve(t, connect(t, "mysql", cfg.FormatDSN()), schema.MySQL)
}

func serve(t testing.TB, db *sql.DB, dialect schema.Dialect) *server {
	s := &server{TB: t, dialect: dialect, db: db}
	s.Migrator = schema.New(db, dialect, slog.New(slog.NewTextHandler(&s.log, nil)))
	return s
}

// onServers runs a test on each database.
func onServers(t *testing.T, test func(t *testing.T, s *server)) {
	t.Run("postgresql", func(t *testing.T) { test(t, postgres(t)) })
	t.Run("mysql", func(t *testing.T) { test(t, mariadb(t)) })
}

// serverCase is a test that leaves nothing but the table user.
type serverCase struct {
	name string
	test func(t *testing.T, s *server)
}

// runCases runs the cases on each database.
func runCases(t *testing.T, cases []serverCase) {
	onServers(t, func(t *testing.T, s *server) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				c.test(t, serve(t, s.db, s.dialect))
				s.run("DROP TABLE `user`, _framework_schema")
			})
		}
	})
}

func execute(t testing.TB, db *sql.DB, statements ...string) {
	t.Helper()
	for _, text := range statements {
		if _, err := db.ExecContext(context.Background(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// run runs statements written for MySQL.
func (s *server) run(statements ...string) {
	s.Helper()
	for _, text := range statements {
		execute(s, s.db, s.words(text))
	}
}

// words are the type's or statement's in the server's language.
func (s *server) words(text string) string {
	if s.dialect == schema.PostgreSQL {
		return strings.NewReplacer("`", `"`, "datetime(3)", "timestamptz(3)", "datetime", "timestamptz", "longtext", "text", "double", "double precision",
			"int auto_increment", "serial", "longblob", "bytea").Replace(text)
	}
	return text
}

// rows is what a query answers, as JSON.
func (s *server) rows(query string) string {
	s.Helper()
	rows, err := s.db.QueryContext(context.Background(), s.words(query))
	if err != nil {
		s.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // its error is that of Err
	names, err := rows.Columns()
	if err != nil {
		s.Fatal(err)
	}
	out := [][]any{}
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			s.Fatal(err)
		}
		for i, v := range values {
			if b, ok := v.([]byte); ok {
				values[i] = string(b)
			}
		}
		out = append(out, values)
	}
	if err := rows.Err(); err != nil {
		s.Fatal(err)
	}
	text, err := json.Marshal(out)
	if err != nil {
		s.Fatal(err)
	}
	return string(text)
}

// table is a table with a numbered key and columns as "name type" followed by
// any of: not null, unique, index, fill value.
func (s *server) table(name string, columns ...string) schema.Table {
	t := schema.Table{
		Name: name, Model: name, PrimaryKey: []string{"id"},
		Columns: []schema.Column{{Name: "id", Type: "int", AutoIncrement: true}},
	}
	for _, c := range columns {
		t.Columns = append(t.Columns, s.column(&t, c))
	}
	return t
}

func (s *server) column(t *schema.Table, text string) schema.Column {
	name, rest, _ := strings.Cut(text, " ")
	c := schema.Column{Name: name, Null: true}
	rest, c.Fill, _ = strings.Cut(rest, " fill ")
	has := func(word string) (ok bool) {
		rest, _, ok = cutLast(rest, " "+word)
		return ok
	}
	lower := has("lower")
	if has("index") || lower {
		t.Indexes = append(t.Indexes, schema.Index{Name: t.Name + "_" + name, Parts: []schema.Part{{Column: name, Lower: lower}}})
	}
	if has("unique") {
		t.Indexes = append(t.Indexes, schema.Index{Name: t.Name + "_" + name + "_key", Unique: true, Parts: []schema.Part{{Column: name}}})
	}
	c.Null = !has("not null")
	c.Type = s.words(rest)
	return c
}

func cutLast(s, suffix string) (before, after string, ok bool) {
	before, ok = strings.CutSuffix(s, suffix)
	return before, "", ok
}

func (s *server) plan(tables ...schema.Table) *orm.Plan {
	s.Helper()
	steps, err := s.Plan(context.Background(), tables, "")
	if err != nil {
		s.Fatal(err)
	}
	return &orm.Plan{Steps: steps}
}

func (s *server) apply(allowLoss bool, tables ...schema.Table) {
	s.Helper()
	p := s.plan(tables...)
	if err := s.Apply(context.Background(), tables, p, allowLoss); err != nil {
		s.Fatalf("%v\n%s", err, describe(p))
	}
}

func describe(p *orm.Plan) string {
	var b strings.Builder
	for _, step := range p.Steps {
		fmt.Fprintf(&b, "%s: %s\n", step.SQL, step.Why)
		if step.Loses != "" {
			fmt.Fprintf(&b, "  loses %s, optional %v, asked %v\n", step.Loses, step.Optional, step.Asked)
		}
	}
	return b.String()
}
