package main_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
	"framework/engine/value"
)

const migrated = `
-- config/connections.js --
module.exports.connections = { main: { adapter: 'ADAPTER', url: 'URL' } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'safe' };
`

// TestMigrateServers takes a model of a server's database through its life.
func TestMigrateServers(t *testing.T) {
	testenv.Slow(t)
	for _, server := range []struct {
		adapter, variable string
		open              func(context.Context, serverdb.Options) (*serverdb.DB, error)
	}{
		{"sails-postgresql", "FRAMEWORK_TEST_POSTGRES", serverdb.OpenPostgreSQL},
		{"sails-mysql", "FRAMEWORK_TEST_MYSQL", serverdb.OpenMySQL},
	} {
		t.Run(server.adapter, func(t *testing.T) {
			address := testenv.Server(t, server.variable)
			db, err := server.open(context.Background(), serverdb.Options{URL: address})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			m := migration{t, build(t), programtest.Project(t, strings.NewReplacer("ADAPTER", server.adapter, "URL", address).Replace(migrated)), fmt.Sprintf("pet_%d", os.Getpid())}
			query := func(sql string) string {
				t.Helper()
				rows, err := db.Query(context.Background(), strings.ReplaceAll(sql, "pet", m.table), nil)
				if err != nil {
					t.Fatal(err)
				}
				list := make([]any, len(rows))
				for i, r := range rows {
					list[i] = r
				}
				return string(value.Append(nil, list))
			}
			t.Cleanup(func() { query("DROP TABLE IF EXISTS pet") })

			m.model("{ name: 'string', colour: 'string' }")
			m.run(2, "CREATE TABLE", "plan", "--check")
			m.run(0, "CREATE TABLE", "plan") // it was not made
			m.run(0, "CREATE TABLE", "apply", "--prod")
			m.run(0, "nothing to do", "plan", "--check")
			query("INSERT INTO pet (name, colour) VALUES ('Rex', 'red'), ('Rex', 'blue')")

			m.model(`{ name: { type: 'string', unique: true }, kind: { type: 'string', notNull: true, defaultsTo: "it's" } }`)
			m.run(2, "refused, and with it all others: it would lose 1 record", "plan", "--check")
			m.run(1, `would lose 1 record whose "name" another one has`, "apply")
			if got, want := query("SELECT id, name, colour FROM pet ORDER BY id"), `[{"id":1,"name":"Rex","colour":"red"},{"id":2,"name":"Rex","colour":"blue"}]`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}

			m.model(`{ name: 'string', kind: { type: 'string', notNull: true, defaultsTo: "it's" } }`)
			m.run(0, `left alone: it would lose 2 values of "colour"`, "apply")
			m.run(0, `left alone`, "plan", "--check")
			if got, want := query("SELECT id, colour, kind FROM pet ORDER BY id"), `[{"id":1,"colour":"red","kind":"it's"},{"id":2,"colour":"blue","kind":"it's"}]`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}

			m.model("{ name: { type: 'string', unique: true } }")
			m.run(0, "--   loses 1 record", "apply", "--allow-loss")
			m.run(0, "nothing to do", "plan", "--check", "--allow-loss")
			if got, want := query("SELECT * FROM pet"), `"name":"Rex"`; strings.Count(got, want) != 1 || strings.Contains(got, "colour") {
				t.Errorf("got %s", got)
			}
		})
	}
}

// migration is a project whose one model changes.
type migration struct {
	t                  *testing.T
	binary, dir, table string
}

func (m *migration) model(attributes string) {
	m.t.Helper()
	path := filepath.Join(m.dir, "api", "models", "Pet.js")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.t.Fatal(err)
	}
	text := fmt.Sprintf("module.exports = { tableName: '%s', attributes: %s };\n", m.table, attributes)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

// run runs migrate and wants an exit code and a part of the output.
func (m *migration) run(code int, want string, args ...string) {
	m.t.Helper()
	var out bytes.Buffer
	cmd := exec.CommandContext(m.t.Context(), m.binary, append([]string{"migrate", args[0], m.dir}, args[1:]...)...)
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		m.t.Fatal(err)
	}
	if got != code || !strings.Contains(out.String(), want) {
		m.t.Errorf("migrate %s: exit code %d, want %d with %q\n%s", strings.Join(args, " "), got, code, want, &out)
	}
}
