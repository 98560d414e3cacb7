package engine_test

import (
	"io"
	"net/http"
	"testing"

	"framework/engine/enginetest"
)

// TestDontFlattenConfig: what files in folders of config/ are with dontFlattenConfig in
// .sailsrc, as Sails 0.12.14 and 1.5.18 answered, which ignores it; in files of config/
// it comes too late.
func TestDontFlattenConfig(t *testing.T) {
	const files = `
-- config/a.js --
module.exports = { foo: 'a' };
-- config/sub/thing.js --
module.exports = { foo: 'sub', thing: { n: 1 } };
-- config/sub/deep/more.js --
module.exports.list = [1];
-- config/env/development/x.js --
module.exports = { e: 1 };
-- config/env/development/inner/y.js --
module.exports = { inner: 1 };
-- config/routes.js --
module.exports.routes = { 'GET /': function (req, res) {
  const c = req._sails.config, out = {};
  ['foo', 'thing', 'list', 'deep', 'e', 'inner', 'y'].forEach(function (key) { out[key] = c[key]; });
  res.send(JSON.stringify(out));
} };
`
	const flat = `{"foo":"sub","thing":{"n":1},"list":[1],"e":1,"inner":1}`
	for _, tt := range []struct{ release, rc, more, want string }{
		{"~0.12.14", `{ "dontFlattenConfig": true }`, "", `{"foo":"a","thing":{"foo":"sub","thing":{"n":1}},"deep":{"more":{"list":[1]}},"e":1,"y":{"inner":1}}`},
		{"~0.12.14", `{}`, "", flat},
		{"~0.12.14", `{}`, "-- config/b.js --\nmodule.exports.dontFlattenConfig = true;\n", flat},
		{"^1.5.0", `{ "dontFlattenConfig": true }`, "", flat},
	} {
		server := enginetest.Serve(t, project("-- package.json --\n{ \"dependencies\": { \"sails\": \""+tt.release+"\" } }\n-- .sailsrc --\n"+tt.rc+"\n"+tt.more+files))
		resp, err := http.Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if got := string(body); got != tt.want {
			t.Errorf("%s with %s: got %s, want %s", tt.release, tt.rc, got, tt.want)
		}
	}
}
