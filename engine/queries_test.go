package engine_test

import (
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"framework/engine"
	"framework/engine/logging"
)

const queriesProject = `
-- api/models/Pet.js --
module.exports = { attributes: { name: { type: 'string' } } };
-- api/controllers/PetController.js --
module.exports = {
  broken: function (req, res) {
    Pet.find({ name: 'secret' }).exec(function () {
      Pet.query('SELECT other FROM pet', function (err) { res.serverError(err); });
    });
  }
};
`

// TestFailedQueryIsShown: the page about a failed request has the statement that failed and
// those before, without values, and the id that the log has.
func TestFailedQueryIsShown(t *testing.T) {
	t.Parallel()
	l := liven(t, queriesProject, memory())
	res, body := l.fetch(http.MethodGet, "/pet/broken", "Sec-Fetch-Mode", "navigate")
	id := res.Header.Get("Incident-Id")
	for _, want := range []string{"SELECT other FROM pet\nsqlite: ", "FROM &#34;pet&#34; WHERE", id} {
		if !strings.Contains(body, want) {
			t.Errorf("there is no %q in\n%s", want, body)
		}
	}
	if strings.Contains(body, "secret") {
		t.Error("the page has values of queries")
	}
	if len(id) != 16 || !strings.Contains(l.log.String(), "request="+id) {
		t.Errorf("the id %q is not in the log:\n%s", id, l.log)
	}
}

// TestRequestsAreLogged: at verbose each request, at silly its statements as well.
func TestRequestsAreLogged(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		level      slog.Level
		request    bool
		statements bool
	}{{logging.Info, false, false}, {logging.Verbose, true, false}, {logging.Silly, true, true}} {
		log := new(lockedLog)
		l := liven(t, queriesProject, memory(), func(o *engine.Options) { o.Log = logging.New(log, tt.level) })
		l.get("/pet?limit=3")
		text := log.String()
		line := regexp.MustCompile(`verbose: GET /pet 200 took=\S+ route="GET /pet \(pet\.find\)" queries=1 query_time=\S+ request=[0-9a-f]{16}\n`)
		if got := line.MatchString(text); got != tt.request {
			t.Errorf("%v: the request is logged: %v\n%s", tt.level, got, text)
		}
		if got := strings.Contains(text, "silly: SELECT"); got != tt.statements {
			t.Errorf("%v: its statements are logged: %v\n%s", tt.level, got, text)
		}
		if got := strings.Contains(text, "verbose: build: it reads config took="); got != tt.request {
			t.Errorf("%v: the steps of the build are logged: %v\n%s", tt.level, got, text)
		}
	}
}

// TestCalledMethodsAreNotReplaced: a bootstrap that calls a method of a model replaces
// nothing.
func TestCalledMethodsAreNotReplaced(t *testing.T) {
	t.Parallel()
	l := liven(t, queriesProject+`
-- package.json --
{"dependencies": {"sails": "^1.5.0"}}
-- config/models.js --
module.exports.models = { migrate: 'drop', attributes: { id: { type: 'number', autoIncrement: true } } };
-- config/globals.js --
module.exports.globals = { sails: true, models: true, _: false, async: false };
-- config/datastores.js --
module.exports.datastores = { default: { adapter: 'sails-memory' } };
-- config/bootstrap.js --
module.exports.bootstrap = async function () { await sails.models.pet.create({ name: "a" }); await sails.models.pet.find(); };
`, nil)
	if warned := warned(l.app.Current()); strings.Contains(warned, "has replaced") {
		t.Error(warned)
	}
}
