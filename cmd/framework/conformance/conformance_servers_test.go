package conformance_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/orm/serverdb"
	"framework/engine/testenv"
)

// storeScenarios are those of 1.x in which records matter.
var storeScenarios = []string{
	"g-crock-blueprints", "g-crock-models", "g-crock-queries", "g-crock-routes", "g-crock-writes", "g-ferry-server",
	"g-lagoon-blueprints", "g-lagoon-methods", "g-orbit-blueprints", "g-orbit-production", "g-orbit-sockets",
}

// ofStores are the steps that a database server answers otherwise than the
// document store they were recorded on, with 1.5.18 as well: sails-postgresql
// 5.0 and sails-mysql 3.0 were asked each of them.
var ofStores = []struct {
	servers, why string
	steps        map[string][]int
}{
	{"PostgreSQL MySQL", "SQL leaves null out of !=", map[string][]int{"g-crock-queries": {14, 15, 16, 32}}},
	{"PostgreSQL MySQL", "a table has columns, schema or not", map[string][]int{"g-crock-models": {144, 145, 146, 148, 150, 151}}},
	{"PostgreSQL MySQL", "a column of dates takes no other text", map[string][]int{"g-crock-models": {159, 162, 163, 164, 165}}},
	{"PostgreSQL MySQL", "5 is equal to 5 in a column of JSON", map[string][]int{"g-crock-models": {131}}},
	{"PostgreSQL MySQL", "a ref without a columnType is a column of text", map[string][]int{
		"g-crock-models":  {80, 114, 132, 133, 136},
		"g-crock-queries": {254},
		"g-orbit-blueprints": {
			2, 22, 27, 28, 36, 38, 39, 40, 41, 46, 48, 49, 56, 58, 60, 62, 63, 65, 66, 73, 74, 76, 80, 81, 83, 86, 88, 89, 94, 99, 100,
			102, 103, 104, 105, 106, 107, 109, 111, 112, 114, 122, 130,
		},
	}},
	{"PostgreSQL", "as above", map[string][]int{"g-crock-models": {138}, "g-crock-queries": {1}}},
	{"PostgreSQL", "null comes last", map[string][]int{"g-crock-queries": {66, 67, 68, 69, 70, 71, 73}}},
	{"PostgreSQL", "no text holds a NUL character; the record that was not made has left its key to the next", map[string][]int{
		"g-crock-models": {122, 123, 124, 128, 129, 134, 141, 142},
	}},
	{"MySQL", "the collation of the column takes Ada and ada for one", map[string][]int{"g-crock-queries": {139, 140, 141}}},
	{"MySQL", "a key that was given on the way counts", map[string][]int{"g-crock-writes": {185, 197, 198}}},
}

// TestConformanceOnServers replays what 1.x answered with the default datastore
// on a database server, which the environment names as an operator would.
func TestConformanceOnServers(t *testing.T) {
	testenv.Slow(t)
	const version = "1.5.18"
	binary := programtest.Path(t)
	for _, server := range []struct {
		name, adapter, variable string
		open                    func(context.Context, serverdb.Options) (*serverdb.DB, error)
	}{
		{"PostgreSQL", "sails-postgresql", "FRAMEWORK_TEST_POSTGRES", serverdb.OpenPostgreSQL},
		{"MySQL", "sails-mysql", "FRAMEWORK_TEST_MYSQL", serverdb.OpenMySQL},
	} {
		t.Run(server.name, func(t *testing.T) {
			address, err := url.Parse(testenv.Server(t, server.variable))
			if err != nil {
				t.Fatal(err)
			}
			admin, err := server.open(t.Context(), serverdb.Options{URL: address.String()})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = admin.Close() })
			run := func(t *testing.T, text string) {
				t.Helper()
				if _, err := admin.Query(context.Background(), text, nil); err != nil {
					t.Error(err)
				}
			}
			known := differing{documentedDifferences(t), []string{version + "-" + server.name, version}}
			for _, row := range ofStores {
				for name, steps := range row.steps {
					for _, n := range steps {
						if strings.Contains(row.servers, server.name) {
							known.reasons[fmt.Sprintf("%s %s #%d", version, name, n)] = row.why
						}
					}
				}
			}
			for n, name := range storeScenarios {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					database := fmt.Sprintf("fw_replay_%d_%d", os.Getpid(), n)
					run(t, "CREATE DATABASE "+database)
					t.Cleanup(func() { run(t, "DROP DATABASE "+database) })
					own := *address
					own.Path = "/" + database
					replay(t, binary, filepath.Join(corpus, "recorded", version, name+".json"), version, name, known, func(dir string) []string {
						variables := []string{
							"sails_datastores__default__adapter=" + server.adapter,
							"sails_datastores__default__url=" + own.String(),
						}
						if strings.HasSuffix(name, "production") { // which makes no tables by itself
							apply := exec.CommandContext(t.Context(), binary, "migrate", "apply", dir, "--prod")
							apply.Env = append(os.Environ(), append(variables, "NODE_ENV=production")...)
							if out, err := apply.CombinedOutput(); err != nil {
								t.Fatalf("%v\n%s", err, out)
							}
						}
						return variables
					})
				})
			}
		})
	}
}
