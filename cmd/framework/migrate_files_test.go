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
	"sync"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
)

// filesProject is a project whose migrations are files.
type filesProject struct {
	*testing.T
	binary, dir string
}

// command runs migrate with these words and wants an exit code and parts of the output.
func (p *filesProject) command(code int, words string, want ...string) {
	p.Helper()
	if err := p.try(code, words, want...); err != nil {
		p.Fatal(err)
	}
}

func (p *filesProject) try(code int, words string, want ...string) error {
	var out bytes.Buffer
	cmd := exec.CommandContext(p.Context(), p.binary, append([]string{"migrate"}, strings.Fields(words)...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = p.dir, &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	got := 0
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		return err
	}
	if got != code {
		return fmt.Errorf("migrate %s: exit code %d, want %d\n%s", words, got, code, &out)
	}
	for _, w := range want {
		if !strings.Contains(out.String(), w) {
			return fmt.Errorf("migrate %s: there is no %q in\n%s", words, w, &out)
		}
	}
	return nil
}

func (p *filesProject) write(name, text string) {
	p.Helper()
	path := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		p.Fatal(err)
	}
}

// migration is the path of the file of a migration in a folder.
func (p *filesProject) migration(folder, name string) string {
	p.Helper()
	found, err := filepath.Glob(filepath.Join(p.dir, folder, "*_"+name+".sql"))
	if err != nil || len(found) != 1 {
		p.Fatalf("the files of %s are %q, %v", name, found, err)
	}
	return found[0]
}

func (p *filesProject) edit(path, old, text string) {
	p.Helper()
	was, err := os.ReadFile(path)
	if err != nil {
		p.Fatal(err)
	}
	now := strings.Replace(string(was), old, text, 1)
	if now == string(was) {
		p.Fatalf("there is no %q in\n%s", old, was)
	}
	if err := os.WriteFile(path, []byte(now), 0o644); err != nil {
		p.Fatal(err)
	}
}

const fileSettings = `
-- package.json --
{"name": "shop", "framework": {"profile": "classic"}}
-- config/connections.js --
module.exports.connections = { main: { adapter: 'ADAPTER', URL } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'safe' };
-- config/blueprints.js --
module.exports.blueprints = { shortcuts: true };
`

// TestMigrationFiles takes a project with migration files through its life, on each
// database.
func TestMigrationFiles(t *testing.T) {
	testenv.Slow(t)
	ctx := context.Background()
	name := fmt.Sprintf("files_%d", os.Getpid())
	t.Run("sails-sqlite3", func(t *testing.T) { fileLife(t, "sails-sqlite3", "filename: 'a.sqlite'") })
	t.Run("sails-disk", func(t *testing.T) { fileLife(t, "sails-disk", "filePath: '.tmp/'") })
	t.Run("sails-postgresql", func(t *testing.T) {
		address := testenv.Server(t, "FRAMEWORK_TEST_POSTGRES")
		admin, err := serverdb.OpenPostgreSQL(ctx, serverdb.Options{URL: address})
		create(t, admin, err, name)
		fileLife(t, "sails-postgresql", "url: '"+address+"', database: '"+name+"'")
	})
	t.Run("sails-mysql", func(t *testing.T) {
		address := testenv.Server(t, "FRAMEWORK_TEST_MYSQL")
		admin, err := serverdb.OpenMySQL(ctx, serverdb.Options{URL: address})
		create(t, admin, err, name)
		fileLife(t, "sails-mysql", "url: '"+address+"', database: '"+name+"'")
	})
}

// create makes a database of the test's own.
func create(t *testing.T, admin *serverdb.DB, err error, name string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	run := func(sql string) {
		if _, err := admin.Query(context.Background(), sql, nil); err != nil {
			t.Error(err)
		}
	}
	run("DROP DATABASE IF EXISTS " + name)
	run("CREATE DATABASE " + name)
	t.Cleanup(func() {
		run("DROP DATABASE " + name)
		_ = admin.Close()
	})
}

func fileLife(t *testing.T, adapter, settings string) {
	p := &filesProject{t, build(t), programtest.Project(t, strings.NewReplacer("ADAPTER", adapter, "URL", settings).Replace(fileSettings))}
	model := func(attributes string) {
		p.write("api/models/Pet.js", "module.exports = { schema: true, attributes: { "+attributes+" } };\n")
		p.write("api/controllers/PetController.js", "module.exports = {};\n")
	}
	transactional := adapter != "sails-mysql"
	const folder = "db/migrations"

	model("name: 'string'")
	p.command(0, "status", "no migration files")
	p.command(1, "rollback", "the project has no migration files")
	p.command(2, "check --offline", "pet: there is no such table")
	p.command(0, "new Add-Pets", "created db/migrations/", "_add_pets.sql")
	p.command(0, "check --offline", "ok")
	p.command(0, "new again", "nothing to do")
	p.command(0, "apply --dry-run", "CREATE TABLE")
	p.command(0, "status", "pending  ", "_add_pets")
	p.command(0, "apply", "applied ", "_add_pets (1 statement)")
	p.command(0, "apply", "nothing to do")
	p.command(0, "plan --check", "nothing to do")

	// A change: it renames a column, which only a person can know.
	model("title: 'string', age: { type: 'integer' }")
	p.command(2, "check", `the attribute "title" is new`, `the column "name" is no longer declared`)
	p.command(0, "new rename_name", "loses data: values of \"name\"")
	renamed := p.migration(folder, "rename_name")
	file, err := os.ReadFile(renamed)
	if err != nil {
		t.Fatal(err)
	}
	up, note := strings.Index(string(file), "-- migrate:up"), strings.Index(string(file), "-- migrate:schema")
	if up < 0 || note < 0 || !strings.Contains(string(file), "LOSES DATA") {
		t.Fatalf("the file is\n%s", file)
	}
	quoted := map[bool]string{true: `"`, false: "`"}[transactional]
	sql := func(s string) string { return strings.ReplaceAll(s, `"`, quoted) }
	rename := sql(`-- migrate:up
ALTER TABLE "pet" RENAME COLUMN "name" TO "title";
ALTER TABLE "pet" ADD COLUMN "age" bigint;

-- migrate:down
ALTER TABLE "pet" DROP COLUMN "age";
ALTER TABLE "pet" RENAME COLUMN "title" TO "name";

`)
	if err := os.WriteFile(renamed, []byte(rename+string(file)[note:]), 0o644); err != nil {
		t.Fatal(err)
	}
	p.command(0, "apply", "applied ", "_rename_name (2 statements)")
	p.command(0, "check", "ok")
	p.command(0, "rollback", "rolled back ", "_rename_name")
	p.command(0, "apply --json", `"migrations": [`, `_rename_name"`)

	// The server uses it.
	s := programtest.Lift(t, p.binary, p.dir, "development")
	if code, body := s.Ask("GET", "/pet/create?title=Rex&age=3", ""); code >= 300 || !strings.Contains(body, `"title": "Rex"`) && !strings.Contains(body, `"title":"Rex"`) {
		t.Errorf("got %d %s", code, body)
	}
	s.Stop()

	// A statement fails in the middle.
	p.command(0, "new more --empty", "created")
	more := p.migration(folder, "more")
	p.edit(more, "-- migrate:up\n", sql("-- migrate:up\nUPDATE \"pet\" SET \"age\" = 4;\nUPDATE \"pet\" SET \"nothing\" = 5;\nUPDATE \"pet\" SET \"age\" = \"age\" + 1;\n"))
	if transactional {
		p.command(1, "apply", "_more.sql:3: statement 2 of 3 failed, and nothing of this file was done")
		p.command(0, "status", "pending  ")
	} else {
		p.command(1, "apply", "_more.sql:3: statement 2 of 3 failed; the one before it stays done")
		p.command(0, "status", "failed   ", "(1 of 3 statements were run)")
		p.command(2, "check", "failed after 1 of 3 statements")
	}
	p.edit(more, sql(`"nothing" = 5`), sql(`"age" = 5`))

	// Lifted before it is applied: a warning that names the command. Then at once.
	s = programtest.Lift(t, p.binary, p.dir, "production")
	s.Stop()
	if !strings.Contains(s.Log.String(), "migrations were not applied: run `framework migrate apply`") {
		t.Errorf("the log is\n%s", &s.Log)
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if err := p.try(0, "apply"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	p.command(0, "status --json", `"status": "applied"`)
	s = programtest.Lift(t, p.binary, p.dir, "production", "--migrate")
	if _, body := s.Ask("GET", "/pet", ""); !strings.Contains(body, `6`) {
		t.Errorf("the pet is %s", body)
	}
	s.Stop()

	// A changed file, and one that is not there.
	p.edit(more, "+ 1", "+ 2")
	p.command(0, "status", "changed  ")
	p.command(2, "check", "_more was changed after it was applied")
	p.command(0, "check --offline", "ok")
	p.command(1, "apply", "changed since it was applied: db/migrations/")
	p.command(0, "apply --mark --to more", "marked as applied")
	p.command(0, "check", "ok")
	p.command(1, "rollback --to nothing", `no migration "nothing"`)
	if err := os.Remove(more); err != nil {
		t.Fatal(err)
	}
	p.command(2, "check", "its file is missing")
	p.command(0, "rollback --mark", "rolled back")
	p.command(0, "rollback --steps 2", "_rename_name", "_add_pets")
	p.command(0, "status", "pending  ")

	// Models that need more than the files make, and tables that are missing.
	model("title: 'string', age: { type: 'integer' }, born: 'date'")
	s = programtest.Lift(t, p.binary, p.dir, "production", "--migrate")
	s.Stop()
	if log := s.Log.String(); !strings.Contains(log, "run `framework migrate new NAME`") || !strings.Contains(log, `the attribute \"born\" is new`) && !strings.Contains(log, `the attribute "born" is new`) {
		t.Errorf("the log is\n%s", log)
	}
	// What is missing says which of the two commands comes first.
	if log := s.Log.String(); !strings.Contains(log, "write a migration with `framework migrate new NAME` and run `framework migrate apply`") {
		t.Errorf("attributes without a column: the log is\n%s", log)
	}
	p.command(0, "rollback --steps 2", "_add_pets")
	p.command(2, "apply --allow-loss", "--allow-loss is for projects without migration files")

	// Tables that were made before there were files.
	p.command(0, "new born", "created")
	p.command(0, "apply --to add_pets", "_add_pets")
	p.command(0, "rollback --mark", "_add_pets")
	p.command(1, "apply", "framework migrate apply --mark --to NAME")
	p.command(0, "apply --mark --to add_pets", "marked as applied")
	p.command(0, "apply", "_rename_name", "_born")
	p.command(0, "check", "ok")
}
