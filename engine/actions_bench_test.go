package engine_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"framework/engine/enginetest"

	"golang.org/x/tools/txtar"
)

const actionBench = `
-- package.json --
{"dependencies": {"sails": "^1.5.0"}}
-- config/globals.js --
module.exports.globals = { sails: true, models: true, _: false, async: false };
-- config/routes.js --
module.exports.routes = {
  'GET /classic': 'item/classic', 'GET /definition': 'definition', 'GET /classic/helper': 'item/helped', 'GET /classic/call': 'item/called',
  'GET /classic/sync': 'item/synced', 'GET /definition/helper': 'helped'
};
-- api/controllers/ItemController.js --
const plain = async function (name, times) { return { name: name, times: times }; };
module.exports = {
  classic: async function (req, res) { return res.json({ name: req.param('name'), times: Number(req.param('times')) }); },
  helped: async function (req, res) { return res.json(await sails.helpers.item.repeat(req.param('name'), req.param('times'))); },
  synced: async function (req, res) { return res.json(sails.helpers.item.repeatNow(req.param('name'), req.param('times'))); },
  called: async function (req, res) { return res.json(await plain(req.param('name'), Number(req.param('times')))); }
};
-- api/controllers/definition.js --
module.exports = {
  friendlyName: 'Definition',
  inputs: { name: { type: 'string', required: true, maxLength: 20 }, times: { type: 'number', min: 1 } },
  exits: { success: { description: 'There.' }, missing: { statusCode: 404 } },
  fn: async function ({ name, times }) { return { name, times }; }
};
-- api/controllers/helped.js --
module.exports = {
  inputs: { name: { type: 'string', required: true }, times: { type: 'number' } },
  fn: async function ({ name, times }) { return await sails.helpers.item.repeat(name, times); }
};
-- api/helpers/item/repeat.js --
module.exports = { inputs: { name: { type: 'string', required: true, maxLength: 20 }, times: { type: 'number', min: 1 } }, fn: async function ({ name, times }) { return { name, times }; } };
-- api/helpers/item/repeat-now.js --
module.exports = { sync: true, inputs: { name: { type: 'string', required: true, maxLength: 20 }, times: { type: 'number', min: 1 } }, fn: function ({ name, times }) { return { name, times }; } };
`

// BenchmarkAction answers the same by a classic action and by a definition,
// and by way of an ordinary function and of helpers.
func BenchmarkAction(b *testing.B) {
	handler := enginetest.Serve(b, txtar.Parse([]byte(actionBench)).Files).Config.Handler
	for _, c := range []struct{ name, path string }{
		{"classic", "/classic"},
		{"definition", "/definition"},
		{"classic/function", "/classic/call"},
		{"classic/helper", "/classic/helper"},
		{"classic/syncHelper", "/classic/sync"},
		{"definition/helper", "/definition/helper"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w := &discard{header: http.Header{}}
				handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path+"?name=Rex&times=3", nil))
				if w.status != http.StatusOK {
					b.Fatal(w.status)
				}
			}
		})
	}
}
