package engine_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"framework/engine"
	"framework/engine/testenv"
)

// suiteName is the package in which Sails publishes its tests of adapters.
const suiteName = "waterline-adapter-tests"

// suiteNeeds are the packages that its tests load, by the major release of the
// suite.
var suiteNeeds = map[string][]string{
	"0": {"lodash@3.10.1", "async@1.5.2", "bluebird@3.2.1"},
	"1": {"@sailshq/lodash@3.10.2", "lodash@3.10.1", "async@2.0.1", "bluebird@3.2.1"},
}

// suiteRelease is a release of the package and the profile it is for.
type suiteRelease struct {
	version, profile string
	parts            []suitePart
	stores           []suiteStore
}

// suitePart is a group of the suite's files that is run by itself.
type suitePart struct {
	name            string
	folders         []string
	passes, pending int
	// sql parts are for stores that take SQL.
	sql bool
}

var suiteReleases = []suiteRelease{
	{"1.0.1", "1.x", []suitePart{
		{"semantic", []string{"interfaces/semantic"}, 44, 1, false},
		{"queryable", []string{"interfaces/queryable"}, 53, 0, false},
		{"associations", []string{"interfaces/associations"}, 50, 0, false},
		{"migratable", []string{"interfaces/migratable"}, 8, 0, false},
		{"sql", []string{"interfaces/sql"}, 6, 0, true},
		{"unique", []string{"features/unique"}, 4, 0, false},
		{"autoIncrement", []string{"features/autoIncrement"}, 7, 0, false},
	}, suiteStores},
	{"0.12.1", "0.12", []suitePart{
		{"semantic", []string{"interfaces/semantic"}, 52, 1, false},
		{"queryable", []string{"interfaces/queryable"}, 103, 0, false},
		{"associations", []string{"interfaces/associations"}, 88, 2, false},
		{"migratable", []string{"interfaces/migratable"}, 28, 0, false},
		{"sql", []string{"interfaces/sql"}, 7, 0, true},
		{"unique", []string{"features/unique"}, 4, 0, false},
		{"autoIncrement", []string{"features/autoIncrement"}, 4, 1, false},
		{"crossAdapter", []string{
			"features/crossAdapter/support", "interfaces/associations/belongsTo", "interfaces/associations/hasMany",
			"interfaces/associations/manyToMany", "interfaces/associations/oneToOne",
		}, 83, 2, false},
	}, suiteStores},
	// What differs between releases is the ORM's, not the stores'.
	{"0.11.1", "0.11", []suitePart{
		{"semantic", []string{"interfaces/semantic"}, 52, 1, false},
		{"queryable", []string{"interfaces/queryable"}, 97, 0, false},
		{"associations", []string{"interfaces/associations"}, 84, 2, false},
		{"migratable", []string{"interfaces/migratable"}, 28, 0, false},
	}, suiteStores[:3]},
	{"0.10.19", "0.10", []suitePart{
		{"semantic", []string{"interfaces/semantic"}, 52, 1, false},
		{"queryable", []string{"interfaces/queryable"}, 97, 0, false},
		{"associations", []string{"interfaces/associations"}, 84, 2, false},
		{"migratable", []string{"interfaces/migratable"}, 28, 0, false},
	}, suiteStores[:3]},
}

// suiteSkips are tests that the suite itself leaves out by the adapter's name.
var suiteSkips = map[string]int{"1.0.1/disk/semantic": 1}

// suiteStore is a store that the suite runs on.
type suiteStore struct {
	name, adapter string
	// connection makes the settings of a connection to an empty database.
	connection func(t *testing.T) map[string]any
	sql        bool
	// fails are the tests that are meant to fail, see docs/differences.md.
	fails []string
}

var suiteStores = []suiteStore{
	{name: "memory", adapter: "sails-memory", fails: []string{
		`Migratable Interface migrate: "alter" teardown and migrate existing data should retain the data when bootstrapped the second time`,
	}},
	{name: "disk", adapter: "sails-disk"},
	{name: "sqlite", adapter: "sails-sqlite3", sql: true, connection: func(t *testing.T) map[string]any {
		return map[string]any{"filename": filepath.Join(t.TempDir(), "suite.db")}
	}},
	{name: "postgresql", adapter: "sails-postgresql", sql: true, connection: suitePostgres},
	{name: "mysql", adapter: "sails-mysql", sql: true, connection: suiteMySQL},
}

// TestAdapterSuite runs the Sails tests of adapters on our own ORM.
func TestAdapterSuite(t *testing.T) {
	for _, release := range suiteReleases {
		suite := packages(t, release.version)
		for _, store := range release.stores {
			t.Run(release.version+"/"+store.name, func(t *testing.T) {
				t.Parallel()
				connection := map[string]any{}
				if store.connection != nil {
					connection = store.connection(t)
				}
				settings, err := json.Marshal(connection)
				if err != nil {
					t.Fatal(err)
				}
				for _, part := range release.parts {
					if part.sql && !store.sql {
						continue
					}
					t.Run(part.name, func(t *testing.T) {
						part := part
						skipped := suiteSkips[release.version+"/"+store.name+"/"+part.name]
						part.passes, part.pending = part.passes-skipped, part.pending+skipped
						part.run(t, suite, release.profile, &store, string(settings))
					})
				}
			})
		}
	}
}

func (p *suitePart) run(t *testing.T, suite, profile string, store *suiteStore, connection string) {
	setup, err := filepath.Abs("testdata/adaptersuite/setup.js")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, folder := range p.folders {
		err := filepath.WalkDir(filepath.Join(suite, folder), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && filepath.Ext(path) == ".js" {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	seen := &collector{}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	stats, err := engine.Test(ctx, engine.Options{
		Dir: dir, Profile: profile, Log: slog.New(slog.DiscardHandler),
		Environ: []string{"NODE_ENV=test", "ADAPTER=" + store.adapter, "CONNECTION=" + connection},
	}, engine.TestOptions{Require: []string{setup}, Files: files, Timeout: 20 * time.Second, Reporter: seen})
	if err != nil {
		t.Fatal(engine.Explain(err))
	}
	var want []string
	for _, title := range store.fails {
		if strings.HasPrefix(strings.ToLower(title), p.name) {
			want = append(want, title)
		}
	}
	if diff := cmp.Diff(want, seen.failed); diff != "" {
		t.Errorf("failed tests (-want +got):\n%s\n%s", diff, strings.Join(seen.reasons, "\n"))
	}
	if stats.Passes != p.passes-len(want) || stats.Pending != p.pending {
		t.Errorf("%d passed and %d were pending, want %d and %d", stats.Passes, stats.Pending, p.passes-len(want), p.pending)
	}
}

// collector keeps what failed.
type collector struct{ failed, reasons []string }

func (c *collector) Start(int)                   {}
func (c *collector) SuiteStart(engine.TestSuite) {}
func (c *collector) SuiteEnd(engine.TestSuite)   {}
func (c *collector) End(engine.TestStats)        {}

func (c *collector) Test(r engine.TestResult) {
	if r.State == engine.TestFailed {
		c.failed = append(c.failed, r.FullTitle)
		c.reasons = append(c.reasons, fmt.Sprintf("%s\n  %s %s: %s\n%s", r.FullTitle, r.Failure.Place, r.Failure.Name, r.Failure.Message, r.Failure.Excerpt))
	}
}

// packages installs a release of the suite and returns its folder.
func packages(t *testing.T, version string) string {
	t.Helper()
	return filepath.Join(testenv.Kept(t, suiteName+"-"+version, func(dir string) {
		t.Helper()
		// The package itself depends on repositories that npm would fetch.
		testenv.NPM(t, dir, "pack", "--silent", suiteName+"@"+version)
		archive := filepath.Join(dir, suiteName+"-"+version+".tgz")
		if out, err := exec.CommandContext(t.Context(), "tar", "-xzf", archive, "-C", dir).CombinedOutput(); err != nil {
			t.Fatalf("unpacking %s: %v\n%s", archive, err, out)
		}
		testenv.Install(t, dir, suiteNeeds[version[:1]]...)
	}), "package")
}

// databaseServer is the address of a server that the environment names.
func databaseServer(t *testing.T, variable string) *url.URL {
	t.Helper()
	u, err := url.Parse(testenv.Server(t, variable))
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// suiteDatabase is a name for a database of this test's own.
func suiteDatabase(t *testing.T) string {
	return fmt.Sprintf("fw_suite_%d_%x", os.Getpid(), crc32.ChecksumIEEE([]byte(t.Name())))
}

func suitePostgres(t *testing.T) map[string]any {
	u := databaseServer(t, "FRAMEWORK_TEST_POSTGRES")
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, u.String())
	if err != nil {
		t.Fatal(err)
	}
	name := suiteDatabase(t)
	run := func(text string) {
		t.Helper()
		if _, err := conn.Exec(ctx, text); err != nil {
			t.Error(err)
		}
	}
	run("CREATE DATABASE " + name)
	t.Cleanup(func() {
		run("DROP DATABASE " + name + " WITH (FORCE)")
		_ = conn.Close(ctx)
	})
	u.Path = "/" + name
	return map[string]any{"url": u.String()}
}

func suiteMySQL(t *testing.T) map[string]any {
	u := databaseServer(t, "FRAMEWORK_TEST_MYSQL")
	password, _ := u.User.Password()
	db, err := sql.Open("mysql", u.User.Username()+":"+password+"@tcp("+u.Host+")/")
	if err != nil {
		t.Fatal(err)
	}
	name := suiteDatabase(t)
	run := func(text string) {
		t.Helper()
		if _, err := db.Exec(text); err != nil {
			t.Error(err)
		}
	}
	run("CREATE DATABASE " + name)
	t.Cleanup(func() {
		run("DROP DATABASE " + name)
		_ = db.Close()
	})
	u.Path = "/" + name
	return map[string]any{"url": u.String()}
}
