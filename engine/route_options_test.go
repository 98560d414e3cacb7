package engine_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"framework/engine/enginetest"
)

const optionsApp = `
-- api/models/Pet.js --
module.exports = { attributes: { name: 'string', owner: { model: 'owner' }, toys: { collection: 'toy', via: 'pets' } } };
-- api/models/Owner.js --
module.exports = { attributes: { name: 'string', pets: { collection: 'pet', via: 'owner' } } };
-- api/models/Toy.js --
module.exports = { attributes: { name: 'string', pets: { collection: 'pet', via: 'toys' } } };
-- api/controllers/PetController.js --
module.exports = { hello: function (req, res) { res.json(req.options); } };
-- api/controllers/PlainController.js --
module.exports = { index: function (req, res) { res.json(req.options); } };
-- api/controllers/OwnerController.js --
module.exports = {};
-- api/policies/show.js --
module.exports = function (req, res, next) { res.json(req.options); };
-- config/policies.js --
module.exports.policies = { '*': 'show' };
-- config/blueprints.js --
module.exports.blueprints = { actions: true, shortcuts: true, rest: true };
-- config/routes.js --
module.exports.routes = {
  'GET /e/text': 'PetController.hello',
  'GET /e/object': { controller: 'pet', action: 'hello', extra: 1 },
  'GET /e/plain': 'PlainController.index',
  'GET /e/find/:id': 'PetController.find',
  'GET /e/findone/:id': 'PetController.findOne',
  'GET /e/populate/:parentid': { controller: 'pet', action: 'populate', alias: 'owner' },
  'GET /e/function': function (req, res) { res.json(req.options); },
};
`

// What req.options says about the route, as each release says it. Policies
// decide by it, so that another spelling would pass them by.
func TestRouteOptions(t *testing.T) {
	of := func(controller, action, model string, more ...any) map[string]any {
		m := map[string]any{}
		for i, v := range []string{controller, action, model} {
			if v != "" {
				m[[]string{"controller", "action", "model"}[i]] = v
			}
		}
		for i := 0; i < len(more); i += 2 {
			m[more[i].(string)] = more[i+1]
		}
		return m
	}
	classic := map[string]map[string]any{
		"GET /pet":              of("pet", "find", "pet"),
		"GET /pet/1":            of("pet", "findOne", "pet"),
		"POST /pet":             of("pet", "create", "pet"),
		"PUT /pet/1":            of("pet", "update", "pet"),
		"DELETE /pet/1":         of("pet", "destroy", "pet"),
		"GET /pet/find":         of("pet", "find", "pet"),
		"GET /pet/find/1":       of("pet", "findOne", "pet"),
		"GET /pet/create":       of("pet", "create", "pet"),
		"GET /pet/1/toys":       of("pet", "populate", "pet", "alias", "toys"),
		"GET /pet/1/owner":      of("pet", "populate", "pet", "alias", "owner"),
		"POST /pet/1/toys/2":    of("pet", "add", "pet", "alias", "toys"),
		"DELETE /pet/1/toys/2":  of("pet", "remove", "pet", "alias", "toys"),
		"GET /pet/1/toys/add/2": of("pet", "add", "pet", "alias", "toys"),
		"GET /pet/hello":        of("pet", "hello", ""),
		"GET /plain":            of("plain", "index", ""),
		"GET /owner/1":          of("owner", "findOne", "owner"),
		"GET /e/text":           of("pet", "hello", "pet"),
		"GET /e/object":         of("pet", "hello", "pet", "extra", 1.0),
		"GET /e/plain":          of("plain", "index", ""),
		"GET /e/find/1":         of("pet", "find", "pet"),
		"GET /e/findone/1":      of("pet", "findone", "pet"),
		"GET /e/populate/1":     of("pet", "populate", "pet", "alias", "owner"),
		"GET /e/function":       of("", "", ""),
	}
	modern := map[string]map[string]any{
		"GET /pet":              of("", "pet/find", "pet"),
		"GET /pet/1":            of("", "pet/findone", "pet", "skipAssets", true),
		"POST /pet":             of("", "pet/create", "pet"),
		"PATCH /pet/1":          of("", "pet/update", "pet"),
		"DELETE /pet/1":         of("", "pet/destroy", "pet"),
		"GET /pet/find":         of("", "pet/find", "pet"),
		"GET /pet/find/1":       of("", "pet/findone", "pet", "skipAssets", true),
		"GET /pet/1/toys":       of("", "pet/populate", "pet", "alias", "toys"),
		"PUT /pet/1/toys/2":     of("", "pet/add", "pet", "alias", "toys"),
		"PUT /pet/1/toys":       of("", "pet/replace", "pet", "alias", "toys"),
		"GET /pet/1/toys/add/2": of("", "pet/add", "pet", "alias", "toys", "skipAssets", true),
		"GET /pet/hello":        of("", "pet/hello", ""),
		"GET /e/text":           of("", "pet/hello", ""),
		"GET /e/object":         of("pet", "pet/hello", "", "extra", 1.0),
		"GET /e/findone/1":      of("", "pet/findone", "pet", "skipAssets", true),
	}
	for release, want := range map[string]map[string]map[string]any{"~0.10.0": classic, "~0.11.0": classic, "~0.12.0": classic, "^1.5.0": modern} {
		models := ""
		if release == "^1.5.0" {
			models = "-- config/models.js --\nmodule.exports.models = { attributes: { id: { type: 'number', autoIncrement: true } } };\n"
		}
		server := enginetest.Serve(t, project(optionsApp+models, "-- package.json --\n"+`{"dependencies": {"sails": "`+release+`"}}`))
		for route, want := range want {
			method, path, _ := strings.Cut(route, " ")
			res, body := visit(t, server).do(method, path, "")
			var options map[string]any
			if err := json.Unmarshal([]byte(body), &options); err != nil || res.StatusCode != http.StatusOK {
				t.Errorf("%s: %s: %d %s", release, route, res.StatusCode, body)
				continue
			}
			got := map[string]any{}
			for _, k := range []string{"controller", "action", "model", "alias", "extra", "skipAssets"} {
				if v, there := options[k]; there {
					got[k] = v
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s has %v, want %v", release, route, got, want)
			}
			if _, listed := options["associations"].([]any); !listed && want["model"] != nil {
				t.Errorf("%s: %s: associations are %v", release, route, options["associations"])
			}
		}
	}
}
