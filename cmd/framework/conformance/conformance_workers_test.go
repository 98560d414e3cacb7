package conformance_test

import (
	"path/filepath"
	"testing"

	"framework/cmd/framework/programtest"
)

// workerScenarios are those whose projects keep nothing in modules that matters, so that any
// worker may answer. Others note what models and sockets call in a variable, count keys in one, or create
// the same records in every bootstrap.
var workerScenarios = map[string][]string{
	"1.5.18": {
		"g-crock-blueprints", "g-crock-queries", "g-crock-writes", "g-ferry-server",
		"g-lagoon-blueprints", "g-lagoon-methods", "g-orbit-production", "g-orbit-sockets",
	},
	"0.12.14": {
		"a-depot-crud", "a-depot-keys", "a-stable-blueprints", "b-edges", "b-library", "b-market", "c-library-config",
		"c-market-config", "c-signpost", "c-workshop-global", "c-workshop", "d-clubhouse-policies", "d-clubhouse-reqres",
		"d-parlour-ask", "d-parlour-production", "d-wire-production", "d-wire", "e-atlas-odd", "e-casts", "e-keys",
		"e-registry-criteria", "e-stable-queries", "f-chatter-custom", "f-chatter-mirror", "f-chatter-pubsub",
		"f-quay-blueprints", "f-quay-methods", "f-quay-mirror", "f-quay-requests", "f-signpost",
		"h-frontdesk-http", "h-frontdesk-production", "h-gatekeeper", "h-parlour-middleware",
	},
}

// TestConformanceWithWorkers replays what Sails answered on projects that are served by two
// workers; with -short, one scenario of eight.
func TestConformanceWithWorkers(t *testing.T) {
	binary := programtest.Path(t)
	for version, names := range workerScenarios {
		known := differing{documentedDifferences(t), []string{version}}
		for i, name := range names {
			if testing.Short() && i%8 > 0 {
				continue
			}
			t.Run(version+"/"+name, func(t *testing.T) {
				t.Parallel()
				file := filepath.Join(corpus, "recorded", version, name+".json")
				replay(t, binary, file, version, name, known, func(string) []string { return []string{"framework_workers=2"} })
			})
		}
	}
}
