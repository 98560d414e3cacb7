package adaptersuite_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

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
var suiteSkips = map[string]int{"1.0.1/disk/semantic": 1, "1.0.1/bridged disk/semantic": 1, "1.0.1/mongo/semantic": 1, "1.0.1/bridged mongo/semantic": 1}

// suiteStore is a store that the suite runs on.
type suiteStore struct {
	name, adapter string
	// connection makes the settings of a connection to an empty database.
	connection func(t *testing.T) map[string]any
	sql        bool
	// packages are those of an adapter that is JavaScript, which is the last of them.
	packages []string
	// fails are the tests that are meant to fail, see docs/differences.md.
	fails []string
	// without are parts of the suite that are left out.
	without []string
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
	// sails-mongo does not count keys either.
	{name: "mongo", adapter: "sails-mongo", connection: suiteMongo, fails: sequentialKeys},
}

var sequentialKeys = []string{
	"autoIncrement attribute Sequential feature should continue auto-incrementing from the last provided larger value",
	"autoIncrement attribute Sequential feature should not update the auto-incrementing counter on smaller values",
}

// suiteBridged are the stores of adapters that are JavaScript, by the release of the
// suite. What fails is what fails with Waterline on Node too, but for bridged mongo, where
// it is for FerretDB. sails-postgresql 0.12 does not work with PostgreSQL 12 and later.
var suiteBridged = map[string][]suiteStore{
	"1.0.1": {
		{
			name: "bridged disk", packages: []string{"sails-disk@2.1.2"}, fails: sequentialKeys,
			connection: func(t *testing.T) map[string]any { return map[string]any{"dir": t.TempDir()} },
		},
		{name: "bridged postgresql", packages: []string{"sails-postgresql@5.0.1"}, sql: true, connection: suitePostgres, fails: sequentialKeys},
		{name: "bridged mysql", packages: []string{"sails-mysql@3.0.1"}, sql: true, connection: suiteMySQL},
		{
			name: "bridged mongo", packages: []string{"sails-mongo@2.1.2"}, connection: suiteMongo,
			without: []string{"migratable", "autoIncrement"}, // sails-mongo has no such tests
			fails: []string{
				"Queryable Interface AVG Query Modifier should average by key and only return that key with the average value",
				"unique attribute feature should error when updating with a duplicate value",
			},
		},
	},
	"0.12.1": {
		{name: "bridged memory", packages: []string{"sails-memory@0.10.7"}, fails: []string{
			`Migratable Interface migrate: "alter" teardown and migrate existing data should retain the data when bootstrapped the second time`,
			`Migratable Interface migrate: "alter" with custom table and column names teardown and migrate existing data should retain the data when bootstrapped the second time`,
			`Migratable Interface migrate: "create" teardown and migrate existing data should retain the data when bootstrapped the second time`,
			`Migratable Interface migrate: "create" teardown and migrate existing data after adding property should retain the data when bootstrapped the second time`,
			noTables, sameKey,
		}},
		{
			name: "bridged disk", packages: []string{"sails-disk@0.10.10"}, fails: []string{noTables, sameKey},
			connection: func(t *testing.T) map[string]any { return map[string]any{"filePath": t.TempDir() + "/"} },
		},
		{name: "bridged mysql", packages: []string{"sails-mysql@0.12.2"}, sql: true, connection: suiteMySQL},
	},
}

const (
	noTables = `Migratable Interface migrate: "safe" should have NOT have tables`
	sameKey  = "Migratable Interface Schema autoIncrement should not allow multiple records with the same PK"
)

// TestAdapterSuite runs the Sails tests of adapters on our own ORM.
func TestAdapterSuite(t *testing.T) {
	for _, release := range suiteReleases {
		suite := packages(t, release.version)
		for _, store := range slices.Concat(release.stores, suiteBridged[release.version]) {
			t.Run(release.version+"/"+store.name, func(t *testing.T) {
				t.Parallel()
				if len(store.packages) > 0 {
					name, _, _ := strings.Cut(store.packages[len(store.packages)-1], "@")
					store.adapter = filepath.Join(testenv.Packages(t, store.packages...), "node_modules", name)
				}
				connection := map[string]any{}
				if store.connection != nil {
					connection = store.connection(t)
				}
				settings, err := json.Marshal(connection)
				if err != nil {
					t.Fatal(err)
				}
				for _, part := range release.parts {
					if part.sql && !store.sql || slices.Contains(store.without, part.name) {
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
	setup, err := filepath.Abs("testdata/setup.js")
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
	got := runTests(t, dir, []string{"ADAPTER=" + store.adapter, "CONNECTION=" + connection},
		append([]string{"--profile", profile, "--timeout", "2m", "--require", setup}, files...)...)
	var want []string
	for _, title := range store.fails {
		if strings.HasPrefix(strings.ToLower(title), strings.ToLower(p.name)) {
			want = append(want, title)
		}
	}
	if diff := cmp.Diff(want, got.failed()); diff != "" {
		t.Errorf("failed tests (-want +got):\n%s\n%s", diff, got.reasons())
	}
	if got.Stats.Passes != p.passes-len(want) || got.Stats.Pending != p.pending {
		t.Errorf("%d passed and %d were pending, want %d and %d", got.Stats.Passes, got.Stats.Pending, p.passes-len(want), p.pending)
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

func suiteMongo(t *testing.T) map[string]any {
	u := databaseServer(t, "FRAMEWORK_TEST_MONGO")
	client, err := driver.Connect(options.Client().ApplyURI(u.String()))
	if err != nil {
		t.Fatal(err)
	}
	name := suiteDatabase(t)
	t.Cleanup(func() {
		if err := client.Database(name).Drop(context.Background()); err != nil {
			t.Error(err)
		}
		_ = client.Disconnect(context.Background())
	})
	u.Path = "/" + name
	return map[string]any{"url": u.String()}
}
