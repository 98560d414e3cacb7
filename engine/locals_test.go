package engine_test

import (
	"io"
	"net/http"
	"testing"

	"framework/engine/enginetest"
)

// TestLocalsOfRoutes: which locals of a page win, and where res.view puts them, as Sails
// 1.5.18 answered.
func TestLocalsOfRoutes(t *testing.T) {
	server := enginetest.Serve(t, project(`
-- package.json --
{ "dependencies": { "sails": "^1.5.0" } }
-- config/views.js --
module.exports.views = { layout: false, locals: { p: 'project', q: 'project', d: { a: 'project', b: 'project' } } };
-- config/security.js --
module.exports.security = { csrf: true };
-- views/page.ejs --
<%- JSON.stringify([p, q, a, b, c, d]) %><%- exposeLocalsToBrowser({ keys: ['p', 'd', '_csrf', 'sails'] }).replace(/(_csrf: )"[^"]+"/, '$1token') %>
-- views/email.ejs --
<%= typeof exposeLocalsToBrowser %>
-- config/routes.js --
module.exports.routes = {
  'GET /page': {
    fn: function (req, res) {
      res.locals.p = res.locals.a = res.locals.b = 'res';
      const own = { a: 'own', c: 'own', q: 'own', d: { a: 'own' } };
      res.view('page', own, function (err, html) { res.send(err || [html.trim(), own.a, own.b, own.p, res.locals.b, res.locals.p, res.locals.view.path].join('\n')); });
    },
    locals: { a: 'route', b: 'route', d: { c: 'route' } }
  },
  'GET /email': function (req, res) { req._sails.renderView('email', { layout: false }, function (err, html) { res.send(err || html.trim()); }); },
  'GET /render': function (req, res) { res.locals.b = 1; res.render('page', { a: 1 }, function (err) { res.send(err.message.split('\n').pop()); }); },
  'GET /nameless': function (req, res) { try { res.render(); } catch (err) { res.send(err.code); } }
};
`))
	for path, want := range map[string]string{
		"/page": `["project","own","route","route","own",{"a":"own","c":"route"}]<script type="text/javascript"> (function (){  window.SAILS_LOCALS = { ` +
			`_csrf: token,p: "project",d: {"a":"own","c":"route"}, };  })(); </script>` + "\nroute\nroute\nproject\nroute\nproject\npage",
		"/email":    "undefined",
		"/render":   "p is not defined",
		"/nameless": "ERR_INVALID_ARG_TYPE",
	} {
		resp, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if got := string(body); got != want {
			t.Errorf("%s: got %s\nwant %s", path, got, want)
		}
	}
}
