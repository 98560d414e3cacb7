package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"framework/engine/enginetest"

	"golang.org/x/tools/txtar"
)

// TestOpenAPIAddress: a server in development answers with its document, one in production
// knows nothing of the address.
func TestOpenAPIAddress(t *testing.T) {
	t.Parallel()
	const files = `
-- package.json --
{ "name": "shop" }
-- api/controllers/PetController.js --
module.exports = { feed: function (req, res) { res.ok(); } };
-- config/local.js --
module.exports = { environment: 'ENVIRONMENT', session: { secret: 'not one' } };
`
	for environment, status := range map[string]int{"development": 200, "production": 404} {
		server := enginetest.Serve(t, txtar.Parse([]byte(strings.ReplaceAll(files, "ENVIRONMENT", environment))).Files)
		res, body := visit(t, server).do("GET", "/_framework/openapi.json", "")
		if res.StatusCode != status {
			t.Errorf("%s: %d %.200s", environment, res.StatusCode, body)
		}
		var document struct{ Paths map[string]any }
		if err := json.Unmarshal([]byte(body), &document); status == 200 && (err != nil || document.Paths["/pet/feed"] == nil) {
			t.Errorf("%s: %v %.200s", environment, err, body)
		}
	}
}
