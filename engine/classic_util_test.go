package engine_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"framework/engine/enginetest"
)

// classicUtilNames are what sails.util has in 0.10 to 0.12 besides the functions of lodash.
const classicUtilNames = `fs getCLIConfig usage generateFile generateDir verifyDoesntExist fileExists verifyExists copyBoilerplate copySails
	copySailsDependency format deprecate debuglog inspect isError inherits _extend normalizeControllerId normalizeId isValidECMA51Variable
	normalizeErrors detectVerb pluralize safeToEval isDictionary optional isSameOrigin fileExtension ordinal getParamNames parseJSONFile
	parseJSONFileSync getPackage getPackageSync homeDirectory tolerantParse stringify objMap objFilter objReject objInvoke objCompact objDeref
	map each extend defaults merge isArray isString pluck where contains clone cloneDeep template`

// sails.util is lodash and more up to 0.12: the answers are those of 0.12.14.
func TestClassicUtil(t *testing.T) {
	const app = `
-- config/blueprints.js --
module.exports.blueprints = { actions: true };
-- api/controllers/UtilController.js --
module.exports = {
  lacks: function (req, res) { res.json(req.param('names').split(' ').filter(function (n) { return sails.util[n] === undefined; })); },
  run: function (req, res) {
    var u = sails.util, ring = { a: 1 };
    ring.self = ring;
    res.json([
      u.normalizeErrors(['x', new Error('y')]).map(function (e) { return [e.message, e.original]; }),
      u.detectVerb('POST /foo'), u.detectVerb('/foo'),
      u.objCompact({ a: undefined, b: null, c: 1 }), u.objCompact({ b: null, c: '', d: 0 }, true),
      u.objMap({ a: 1 }, function (v, k) { return k + v; }), u.objReject({ a: 1, b: 2 }, function (v) { return v > 1; }), u.objDeref({ a: { b: 3 } }, 'a.b'),
      u.normalizeControllerId('FooController'), u.normalizeId('FooAdapter'), u.isDictionary({}), u.isDictionary([]),
      u.ordinal(11), u.ordinal(22), u.fileExtension('a.b.c'), u.fileExtension('a'), u.getParamNames(function (req, /* x */ res) {}),
      u.tolerantParse('{'), u.stringify(ring), u.pluralize([1, 2], function (n) { return n * 2; }), !!u.isValidECMA51Variable('var'), !!u.isValidECMA51Variable('a$1'),
      typeof u.optional(), u.pluck([{ a: 1 }], 'a'), u.format('%s!', 'x')
    ]);
  }
};
`
	want := `[[["'x'","x"],["y",null]],{"verb":"post","original":"/foo","path":"/foo"},{"verb":"","original":"/foo","path":"/foo"},` +
		`{"b":null,"c":1},{"d":0},{"a":"a1"},{"a":1},3,"foo","foo",true,false,"11th","22nd","c","",["req","res"],false,` +
		`"{\"a\":1,\"self\":\"[Circular ~]\"}",[2,4],false,true,"function",[1],"x!"]`
	for _, release := range []string{"~0.10.0", "~0.11.0", "~0.12.0"} {
		server := enginetest.Serve(t, project(app, "-- package.json --\n"+`{"dependencies": {"sails": "`+release+`"}}`))
		names := strings.Join(strings.Fields(classicUtilNames), "+")
		if _, body := visit(t, server).do(http.MethodGet, "/util/lacks?names="+names, ""); body != "[]" && strings.TrimSpace(body) != "[]" {
			t.Errorf("%s: sails.util lacks %s", release, body)
		}
		_, body := visit(t, server).do(http.MethodGet, "/util/run", "")
		var compact any
		if err := json.Unmarshal([]byte(body), &compact); err != nil {
			t.Fatalf("%s: %s", release, body)
		}
		var expected any
		if err := json.Unmarshal([]byte(want), &expected); err != nil {
			t.Fatal(err)
		}
		got, _ := json.Marshal(compact)
		wanted, _ := json.Marshal(expected)
		if string(got) != string(wanted) {
			t.Errorf("%s: got\n%s, want\n%s", release, got, wanted)
		}
	}
}

// Libraries that log requests read the headers as Node kept them.
func TestHeadersAsNodeKeepsThem(t *testing.T) {
	const app = `
-- config/blueprints.js --
module.exports.blueprints = { actions: true };
-- api/controllers/HeadController.js --
module.exports = { show: function (req, res) {
  res.set('X-Exit', 'e');
  res.json([res._headers['x-exit'], res._headerNames['x-exit'], res.getHeaders()['x-exit'], res.headersSent]);
} };
`
	for _, release := range []string{"~0.10.0", "~0.12.0", "^1.5.0"} {
		server := enginetest.Serve(t, project(app, "-- package.json --\n"+`{"dependencies": {"sails": "`+release+`"}}`))
		_, body := visit(t, server).do(http.MethodGet, "/head/show", "")
		if got := strings.Join(strings.Fields(body), ""); got != `["e","X-Exit","e",false]` {
			t.Errorf("%s: %s", release, got)
		}
	}
}
