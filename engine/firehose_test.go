package engine_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestFirehose: a socket that requests it gets all messages of models, in 0.10
// in development.
func TestFirehose(t *testing.T) {
	t.Parallel()
	const files = `
-- package.json --
{"dependencies": {"sails": "~0.10.0"}}
-- config/models.js --
module.exports.models = { migrate: 'drop' };
-- api/models/Pet.js --
module.exports = { attributes: { name: 'string' } };
-- api/controllers/PetController.js --
module.exports = {};
`
	l := liven(t, files, memory())
	p := l.socket("")
	if a := p.ask("GET /firehose"); a.Status != http.StatusOK || string(a.Body) != `"OK"` {
		t.Errorf("got %d %s", a.Status, a.Body)
	}
	if res, text := l.fetch("GET", "/firehose"); res.StatusCode != http.StatusBadRequest || !strings.Contains(text, "io.socket.get('/firehose')") {
		t.Errorf("over HTTP: %d %s", res.StatusCode, text)
	}
	l.get("/pet/create?name=Rex")
	if e := p.event("firehose"); !strings.Contains(e, `"model":"pet","verb":"create"`) || !strings.Contains(e, `"name":"Rex"`) {
		t.Errorf("it heard %s", e)
	}

	production := memory()
	production.Set("environment", "production")
	for _, l := range []*live{
		liven(t, strings.Replace(files, "-- api/models/Pet.js --", "-- api/services/Pet.js --", 1), production), liven(t, strings.Replace(files, "0.10.0", "0.12.0", 1), memory()),
	} {
		if res, text := l.fetch("GET", "/firehose"); res.StatusCode != http.StatusNotFound {
			t.Errorf("got %d %s", res.StatusCode, text)
		}
	}
}
