package engine_test

import (
	"net/http"
	"testing"

	"framework/engine/enginetest"
)

// Projects of 0.10 to 0.12 read their translations with what config.i18n has for
// the package i18n; what they set themselves stays.
func TestLocaleSettingsOfReleases(t *testing.T) {
	const app = `
-- config/locales/en.json --
{"hi": "hello"}
-- config/i18n.js --
module.exports.i18n = { updateFiles: true };
-- config/routes.js --
module.exports.routes = { 'GET /locale': function (req, res) {
  var o = req._sails.config.i18n;
  if (o.directory === undefined) { return res.send('none'); }
  res.send([require(require('path').join(o.directory, 'en') + o.extension).hi, o.updateFiles, o.cookie].join(' '));
} };
`
	for release, want := range map[string]string{"~0.10.0": "hello true ", "~0.12.0": "hello true ", "^1.5.0": "none"} {
		server := enginetest.Serve(t, project(app, "-- package.json --\n"+`{"dependencies": {"sails": "`+release+`"}}`))
		if _, body := visit(t, server).do(http.MethodGet, "/locale", ""); body != want {
			t.Errorf("%s: %s, want %s", release, body, want)
		}
	}
}
