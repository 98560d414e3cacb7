package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"framework/engine"
	"framework/engine/testenv"
	"framework/engine/value"
)

// adapterFile is a fixture as a file of a project.
func adapterFile(t testing.TB, fixture, name string) string {
	t.Helper()
	text, err := os.ReadFile(fixtureAdapter(t, fixture))
	if err != nil {
		t.Fatal(err)
	}
	return "-- api/adapters/" + name + " --\n" + string(text)
}

const shelfProject = `
-- package.json --
{"dependencies":{"sails":"~0.12.0"}}
-- config/connections.js --
module.exports.connections = { shelf: { adapter: 'shelf' }, ram: { adapter: 'sails-memory' } };
-- config/models.js --
module.exports.models = { connection: 'shelf', migrate: 'alter', queryTimeout: 700 };
-- config/blueprints.js --
module.exports.blueprints = { jsonp: false };
-- api/models/Pet.js --
module.exports = { attributes: { name: { type: 'string', required: true, unique: true, columnName: 'nm' }, age: 'integer', owner: { model: 'owner' }, toys: { collection: 'toy', via: 'pets' } } };
-- api/models/Owner.js --
module.exports = { connection: 'ram', attributes: { name: 'string', pets: { collection: 'pet', via: 'owner' } } };
-- api/models/Toy.js --
module.exports = { attributes: { label: 'string', pets: { collection: 'pet', via: 'toys', dominant: true } } };
-- api/models/Fault.js --
module.exports = { tableName: 'faults', attributes: { name: 'string' } };
-- api/controllers/OwnerController.js --
module.exports = {};
-- api/controllers/ToyController.js --
module.exports = {};
-- api/controllers/FaultController.js --
module.exports = {};
-- api/controllers/PetController.js --
module.exports = {
  biggest: function (req, res) { Pet.biggest('age', function (err, v) { err ? res.serverError(err) : res.json([v, Pet.material, typeof Toy.biggest, typeof Owner.biggest]); }); },
  rows: function (req, res) { Pet.native(function (err, rows) { res.json(rows.length); }); },
  sum: function (req, res) { Pet.find().sum('age').exec(function (err, v) { err ? res.serverError(err) : res.json(v); }); },
  stream: function (req, res) { var names = []; Pet.stream().on('data', function (pet) { names.push(pet.name); }).on('end', function () { res.json(names); }); },
  not: function (req, res) { Pet.count({ not: { age: 3 } }).exec(function (err, n) { err ? res.serverError(err) : res.json(n); }); }
};
`

// made are the requests that fill the projects of these tests.
func fillPets(t *testing.T, l *live) {
	t.Helper()
	for _, c := range []struct {
		method, path, body string
		status             int
		has                string
	}{
		{"POST", "/owner", `{"name":"Ann"}`, 201, `"id":1`},
		{"POST", "/pet", `{"name":"Rex","age":3,"owner":1}`, 201, `"name":"Rex"`},
		{"POST", "/pet", `{"name":"Max","age":5}`, 201, `"id":2`},
		{"POST", "/toy", `{"label":"ball"}`, 201, `"id":1`},
	} {
		status, text := l.exchange(c.method, c.path, c.body)
		if plain := strings.ReplaceAll(text, " ", ""); status/100 != c.status/100 || !strings.Contains(strings.ReplaceAll(plain, "\n", ""), c.has) {
			t.Fatalf("%s %s answers %d %s, want %s", c.method, c.path, status, text, c.has)
		}
	}
}

// TestOwnAdapter: a classic project with an adapter in its own files.
func TestOwnAdapter(t *testing.T) {
	t.Parallel()
	l := liven(t, shelfProject+adapterFile(t, "ShelfAdapter.js", "ShelfAdapter.js"), nil)
	fillPets(t, l)
	has := func(method, path, body string, status int, parts ...string) {
		t.Helper()
		got, text := l.exchange(method, path, body)
		flat := strings.NewReplacer(" ", "", "\n", "").Replace(text)
		if got != status {
			t.Errorf("%s %s answers %d, want %d: %s", method, path, got, status, text)
		}
		for _, part := range parts {
			if !strings.Contains(flat, strings.ReplaceAll(part, " ", "")) {
				t.Errorf("%s %s lacks %s: %s", method, path, part, text)
			}
		}
	}
	has("POST", "/pet", `{"name":"Rex"}`, 400, `"rule":"unique"`, `"name":[`)
	has("GET", "/pet?sort=age%20DESC&limit=1", "", 200, `"name":"Max"`)
	has("GET", `/pet?where={"age":{">":3}}`, "", 200, `"name":"Max"`)
	has("GET", `/pet?where={"name":{"contains":"E"}}`, "", 200, `"name":"Rex"`)
	has("PUT", "/pet/1", `{"age":4}`, 200, `"age":4`)
	has("POST", "/pet/1/toys/1", ``, 200, `"label":"ball"`)
	has("GET", "/pet/1", "", 200, `"label":"ball"`, `"owner":{"name":"Ann"`) // from both stores
	has("GET", "/owner/1", "", 200, `"pets":[{`, `"name":"Rex"`)
	has("GET", "/pet/biggest", "", 200, `[{"most":5,"model":"pet","table":"pet","colour":"oak"},"wood","function","undefined"]`)
	has("GET", "/pet/rows", "", 200, "2")
	has("GET", "/pet/sum", "", 200, `[{"age":9`)
	has("GET", "/pet/stream", "", 200, `["Rex","Max"]`)
	has("GET", "/pet/not", "", 200, `2`)
	has("DELETE", "/pet/2", "", 200, `"Max"`)
	has("GET", "/pet/2", "", 404)
	l.logged("aggregates")
}

// TestAdapterObjects: the setting adapter may be what require gives: an adapter of the
// project, or one that the server has.
func TestAdapterObjects(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, project, from, to string }{
		{"classic", shelfProject + adapterFile(t, "ShelfAdapter.js", "../../lib/shelf.js"), "{ adapter: 'shelf' }", "{ adapter: require('../lib/shelf.js') }"},
		{"classic, module", shelfProject + adapterFile(t, "ShelfAdapter.js", "../../lib/shelf.js"), "{ adapter: 'shelf' }", "{ module: require('../lib/shelf.js') }"},
		{"modern", crateProject + adapterFile(t, "CrateAdapter.js", "../../lib/crate.js"), "{ adapter: 'crate' }", "{ adapter: require('../lib/crate.js') }"},
		{"built in, classic", shelfProject, "{ adapter: 'shelf' }", "{ adapter: require('sails-memory') }"},
		{"built in, modern", crateProject, "{ adapter: 'crate' }", "{ adapter: require('sails-disk'), inMemoryOnly: true }"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := liven(t, strings.Replace(tt.project, tt.from, tt.to, 1), nil)
			fillPets(t, l)
			if pet := l.object("/pet/1"); pet.Value("owner").(*value.Map).Value("name") != "Ann" {
				t.Errorf("the owner of a pet is %v", pet)
			}
			if tt.name == "modern" { // what the adapter keeps of the datastore is that of the object itself
				if status, text := l.exchange("GET", "/members", ""); status != 200 || strings.Join(strings.Fields(text), "") != `[8,4,{"name":"crates"},{"crates":1}]` {
					t.Errorf("driver and manager answer %d %s", status, text)
				}
			}
		})
	}
}

// TestAdapterFaults: what an adapter does wrong is an error that says which adapter and
// which method, and no request waits for ever.
func TestAdapterFaults(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	for _, generation := range []struct{ name, project string }{
		{"classic", shelfProject + adapterFile(t, "ShelfAdapter.js", "ShelfAdapter.js")},
		{"modern", crateProject + adapterFile(t, "CrateAdapter.js", "CrateAdapter.js")},
	} {
		t.Run(generation.name, func(t *testing.T) {
			t.Parallel()
			l := liven(t, generation.project, nil)
			for _, c := range []struct {
				fault  string
				status int
				log    string
			}{
				{"never", 503, "create of the adapter"},
				{"throws", 500, "thrown by the adapter"},
				{"late", 500, "thrown later"},
				{"refuses", 500, "refused by the adapter"},
				{"text", 500, "refused with a text"},
				{"nothing", 500, "called back with"},
				{"twice", 0, "called back a second time"},
			} {
				begun := time.Now()
				status, text := l.exchange("POST", "/fault", `{"name":"`+c.fault+`"}`)
				if c.status == 0 && status/100 != 2 || c.status != 0 && status != c.status {
					t.Errorf("%s answers %d, want %d: %s", c.fault, status, c.status, text)
				}
				if took := time.Since(begun); took > 20*time.Second {
					t.Errorf("%s takes %v", c.fault, took)
				}
				l.logged(c.log)
			}
		})
	}
}

const crateProject = `
-- package.json --
{"dependencies":{"sails":"^1.0.0"}}
-- config/datastores.js --
module.exports.datastores = { default: { adapter: 'crate' } };
-- config/models.js --
module.exports.models = {
  migrate: 'alter', queryTimeout: 700, schema: true,
  attributes: { id: { type: 'number', autoIncrement: true }, createdAt: { type: 'number', autoCreatedAt: true } },
};
-- config/globals.js --
module.exports.globals = { sails: true, models: true, _: false, async: false };
-- config/blueprints.js --
module.exports.blueprints = { rest: true, actions: true };
-- config/routes.js --
module.exports.routes = {
  'GET /members': async (req, res) => res.json([await sails.models.pet.sum('age'), await sails.models.pet.avg('age'), sails.models.pet.getDatastore().driver, sails.getDatastore().manager]),
};
-- api/models/Pet.js --
module.exports = { attributes: { name: { type: 'string', required: true, unique: true, columnName: 'nm' }, age: { type: 'number' }, owner: { model: 'owner' }, toys: { collection: 'toy', via: 'pets' } } };
-- api/models/Owner.js --
module.exports = { attributes: { name: { type: 'string' }, pets: { collection: 'pet', via: 'owner' } } };
-- api/models/Toy.js --
module.exports = { attributes: { label: { type: 'string' }, pets: { collection: 'pet', via: 'toys' } } };
-- api/models/Fault.js --
module.exports = { tableName: 'faults', attributes: { name: { type: 'string' } } };
`

// TestOwnModernAdapter: a project for 1.x with an adapter in its own files.
func TestOwnModernAdapter(t *testing.T) {
	t.Parallel()
	l := liven(t, crateProject+adapterFile(t, "CrateAdapter.js", "CrateAdapter.js"), nil)
	fillPets(t, l)
	if status, text := l.exchange("POST", "/pet", `{"name":"Rex"}`); status != 400 || !strings.Contains(text, "E_UNIQUE") || !strings.Contains(text, `"name"`) {
		t.Errorf("a name that is taken answers %d %s", status, text)
	}
	if pet := l.object("/pet/1"); pet.Value("owner").(*value.Map).Value("name") != "Ann" {
		t.Errorf("the owner of a pet is %v", pet)
	}
	if status, text := l.exchange("GET", "/members", ""); status != 200 || strings.Join(strings.Fields(text), "") != `[8,4,{"name":"crates"},{"crates":1}]` {
		t.Errorf("sum, avg, driver and manager answer %d %s", status, text)
	}
	l.reload()
	l.expect("/pet", `[]`) // records in the memory of the project's JavaScript are gone with it
}

// TestAdapterIsTornDown: the adapter of a version that has ended is told so.
func TestAdapterIsTornDown(t *testing.T) {
	t.Parallel()
	told := "global.tornDown = (name) => require('fs').writeFileSync(__dirname + '/../torn', name);\n"
	l := liven(t, crateProject+"-- config/told.js --\n"+told+adapterFile(t, "CrateAdapter.js", "CrateAdapter.js"), nil)
	l.reload()
	deadline := time.Now().Add(20 * time.Second)
	for {
		name, err := os.ReadFile(filepath.Join(l.dir, "torn"))
		if err == nil && string(name) == "default" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("teardown was called with %q: %v", name, err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestAdapterThatIsMissing: the error says what to do.
func TestAdapterThatIsMissing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(strings.Replace(crateProject, "'crate'", "'sails-crate'", 1))), dir); err != nil {
		t.Fatal(err)
	}
	app := engine.New(engine.Options{Dir: dir})
	err := app.Load(t.Context())
	if err == nil || !strings.Contains(err.Error(), `no adapter "sails-crate"`) || !strings.Contains(err.Error(), "npm install sails-crate") {
		t.Errorf("the lift fails with %v", err)
	}
}
