package engine_test

import (
	"net/http"
	"strings"
	"testing"

	"framework/engine/enginetest"
)

// Projects of 0.10 to 0.12 find what Node had up to version 8; those of 1.x do not, as on Node 20.
func TestNodeNamesOfRelease(t *testing.T) {
	const app = `
-- config/globals.js --
if (typeof GLOBAL !== 'undefined') { GLOBAL.SHARED = 'shared'; }
module.exports.globals = { sails: true, _: false, async: false };
-- config/routes.js --
module.exports.routes = { 'GET /names': function (req, res) {
  var util = require('util');
  function bytes() { try { return require('crypto').randomBytes(4, null).length; } catch (e) { return e.code; } }
  res.send([
    typeof SHARED, typeof root, typeof require('os').tmpDir, typeof require('os').getNetworkInterfaces, typeof util.puts, typeof util.print,
    typeof util.error, typeof process.EventEmitter, typeof require('crypto').createCredentials
  ].join(' ') + ' ' + bytes() + ' | ' + typeof process.mainModule.filename + (process.mainModule === require.main));
} };
`
	for release, want := range map[string]string{
		"~0.10.0": "string object function function function function function function function 4 | stringtrue",
		"~0.12.0": "string object function function function function function function function 4 | stringtrue",
		"^1.5.0":  strings.Repeat("undefined ", 9) + "ERR_INVALID_ARG_TYPE | stringtrue",
	} {
		server := enginetest.Serve(t, project(app, "-- package.json --\n"+`{"dependencies": {"sails": "`+release+`"}}`))
		if _, body := visit(t, server).do(http.MethodGet, "/names", ""); body != want {
			t.Errorf("%s: %s, want %s", release, body, want)
		}
	}
}
