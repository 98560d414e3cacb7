package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"framework/engine/testenv"
)

// TestRoutesFollowTheirViews: a route to a view is there while the view is.
func TestRoutesFollowTheirViews(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	l := liven(t, `
-- package.json --
{ "dependencies": { "sails": "~0.12.0" } }
-- config/routes.js --
module.exports.routes = { 'GET /v': { view: 'v' } };
-- config/views.js --
module.exports.views = { layout: false };
-- api/responses/notFound.js --
module.exports = function () { this.res.status(404); this.res.send('there is no route'); };
-- views/v.ejs --
one
`, memory())
	l.follow()
	l.becomes("/v", "one\n")
	l.remove("views/v.ejs")
	l.becomes("/v", "there is no route")
	l.write("views/v.ejs", "two")
	l.becomes("/v", "two")
	views := filepath.Join(l.dir, "views")
	if err := os.Rename(views, views+"-aside"); err != nil {
		t.Fatal(err)
	}
	l.becomes("/v", "there is no route")
	if err := os.Rename(views+"-aside", views); err != nil {
		t.Fatal(err)
	}
	l.becomes("/v", "two")
}
